"""The contract of all games, and what they share; compiled."""
