"""Measurements for `make bench`."""
