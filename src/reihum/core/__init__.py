"""What every game promises, and what all games share; compiled."""
