"""Tools for working on Reihum: checks and types of the page, a browser to test it in, mutants, pictures."""
