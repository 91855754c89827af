"""Measurements for make bench."""
