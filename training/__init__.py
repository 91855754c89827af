"""Training the networks of the bots by self-play; `make train`."""
