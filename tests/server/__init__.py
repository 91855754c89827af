"""Tests of the server: its stores, the wire, and a real one in a process of its own."""
