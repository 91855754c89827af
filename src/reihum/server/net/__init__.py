"""Connections over HTTP and WebSocket: how many there may be, and how much they may say."""
