"""Finds games by any of their names."""

from __future__ import annotations

from reihum.games import SLUGS, spec
from reihum.words.vocabulary import fold_text, only_letters, strip_accents


def find_slug(typed: str) -> str | None:
    """The slug of a game by its slug, title or another name, or by a beginning that only one game has."""
    asked = only_letters(fold_text(typed))
    begun = [slug for slug in SLUGS if asked and any(name.startswith(asked) for name in names_of(slug))]
    exact = [slug for slug in begun if asked in names_of(slug)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def names_of(slug: str) -> set[str]:
    """All names of a game, without case, accents and spaces."""
    names = (slug, spec(slug).title, *spec(slug).titles)
    return {only_letters(fold(name)) for name in names for fold in (fold_text, strip_accents)}
