"""Tests of the server: its stores, and what it does with them."""
