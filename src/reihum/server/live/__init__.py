"""Live tables: an actor for each, the sessions that talk to it, and the processes in which bots think."""
