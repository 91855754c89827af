"""Attacks on a real server, while somebody else plays there and must not notice."""
