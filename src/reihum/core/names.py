"""Names of players, checked so that no name harms a terminal, a page or a log."""

from __future__ import annotations

import unicodedata
from typing import Final

from reihum.core.errors import ReihumError

LONGEST_NAME: Final = 24  # characters
# Control, format (bidi, zero width), surrogate and private characters, line and paragraph separators.
FORBIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible letters and signs: Hangul fillers, Khmer vowels, a joiner, the empty Braille cell.
INVISIBLE: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"


def clean_name(name: object) -> str:
    """A name in its normal form, without spaces around it; a ReihumError if it is not allowed."""
    if not isinstance(name, str):
        raise ReihumError("A name is text.")
    if any(unicodedata.category(each) in FORBIDDEN or each in INVISIBLE for each in name):
        raise ReihumError("A name has no control, invisible or unknown characters.")
    clean = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(clean) <= LONGEST_NAME:
        raise ReihumError(f"A name has 1 to {LONGEST_NAME} characters.")
    return clean


def clean_names(names: object, seats: int) -> list[str]:
    """One name for each seat."""
    if not isinstance(names, (list, tuple)) or len(names) != seats:
        raise ReihumError("There must be one name for each seat.")
    return [clean_name(name) for name in names]
