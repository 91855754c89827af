"""What looks at the page from outside: its JavaScript checked, a browser to open it in, pictures of it."""
