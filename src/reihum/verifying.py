"""Checking that a finished game was dealt as it was promised, and that nobody changed its record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from reihum.core.errors import BadRecord, ReihumError
from reihum.core.record import LONGEST, digest_of
from reihum.match import Match
from reihum.records import read_record

FIRST_LINE: Final = b"Reihum: "
COMMITTED: Final = re.compile(rb"^Commitment: ", re.MULTILINE)
LAST_LINE: Final = re.compile(rb"Digest: ([0-9a-f]{64})\n")


@dataclass(frozen=True)
class Verdict:
    """Whether a record is true, and if not, the first thing that is wrong with it."""

    true: bool
    sentence: str
    match: Match | None = None


def verdict(text: bytes, commitment: str | None = None) -> Verdict:
    """Deal the game of a record again and check all of it; the commitment may be one that was noted before.

    Something that is no record of a sealed and finished game is a ReihumError.
    """
    if len(text) > LONGEST:
        raise ReihumError("This is too long for a record.")
    if not text.startswith(FIRST_LINE) and not LAST_LINE.search(text):
        raise ReihumError("This is not a record.")
    start = text.rfind(b"\n", 0, len(text) - 1) + 1
    digest = LAST_LINE.fullmatch(text[start:])
    if digest is None:
        if not COMMITTED.search(text):
            raise ReihumError("This game was not dealt sealed, so there is nothing to verify.")
        if b"\nUnfinished: " in text:
            raise ReihumError("This game is not over; its secret is not known yet.")
        return Verdict(False, "The last line is not the digest of the record.")
    if digest_of(text[:start]) != digest[1].decode():
        return Verdict(False, "The digest is not that of the record: something in it was changed.")
    return redealt(text, commitment)


def redealt(text: bytes, commitment: str | None) -> Verdict:
    """The verdict on a record that is as it was written."""
    try:
        match = read_record(text.decode("utf-8"))
    except UnicodeDecodeError:
        return Verdict(False, "The record is not text.")
    except BadRecord as error:
        return Verdict(False, str(error))
    shown = match.commitment
    if shown is None:
        raise ReihumError("This game was not dealt sealed, so there is nothing to verify.")
    if commitment is not None and commitment.strip().lower() != shown:
        return Verdict(False, f"The record commits to {shown}, which is not the commitment given.")
    return Verdict(True, "Every card was dealt by the secret that was committed to.", match)
