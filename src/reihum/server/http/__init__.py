"""Everything asked over HTTP: the API, the page and its files."""
