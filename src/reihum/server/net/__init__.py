"""Connections: HTTP and WebSocket on the network, how many there may be, and how fast they may talk."""
