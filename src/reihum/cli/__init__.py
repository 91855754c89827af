"""The command line: one file per command, and `main.py` for what they share."""
