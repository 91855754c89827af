"""Tests of the server: a real one, in a process of its own; its stores, and what it does with them."""
