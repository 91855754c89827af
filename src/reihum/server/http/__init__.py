"""Everything over HTTP: the API, the page and its files."""
