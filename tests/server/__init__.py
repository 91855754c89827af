"""Tests of the server: a real one, in a process of its own."""
