"""Choosing one of our languages for a reader."""

from __future__ import annotations

from reihum.words import LANGUAGES


def language_of(text: str) -> str:
    """The language asked for if it is one of ours, otherwise English."""
    return text[:2].lower() if text[:2].lower() in LANGUAGES else "en"


def accepted_language(header: str) -> str:
    """The one of our languages that an Accept-Language header prefers, or English."""
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if name[:2].lower() in LANGUAGES and weight > 0:
            liked.append((-weight, place, name[:2].lower()))
    return min(liked)[2] if liked else "en"
