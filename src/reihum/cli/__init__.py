"""The command line: one file a command, `main.py` for what all of them share."""
