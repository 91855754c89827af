"""Live tables: one actor for each, sessions that talk to it, processes in which bots think."""
