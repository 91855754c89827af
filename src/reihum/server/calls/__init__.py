"""Calling players who are not looking: by Web Push, and by webhook."""
