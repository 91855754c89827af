"""What players can say to each other: a fixed set, which everybody reads in their own language."""

from __future__ import annotations

from typing import Final

PHRASES: Final = (
    "hello",
    "good-luck",
    "one-moment",
    "take-your-time",
    "well-played",
    "thank-you",
    "sorry",
    "oh-no",
    "phew",
    "lucky",
    "again",
    "goodbye",
)
