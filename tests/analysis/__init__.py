"""Tests of hints and reviews."""
