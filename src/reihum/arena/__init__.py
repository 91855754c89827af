"""Many games played by machines, and what can be said about their results."""
