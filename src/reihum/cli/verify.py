"""`reihum verify`: check that a finished game was dealt as promised and its record was not changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import click

from reihum.cli.main import NotTrue
from reihum.cli.options import print_match
from reihum.core.errors import BadRecord, ReihumError
from reihum.core.record import LONGEST_RECORD, Record, digest_of, parse_head
from reihum.match import Match
from reihum.records import check_rules, game_of, read_record
from reihum.words import Count, words

FIRST_LINE: Final = b"Reihum: "
COMMITMENT_LINE: Final = re.compile(rb"^Commitment: ", re.MULTILINE)
DIGEST_LINE: Final = re.compile(rb"Digest: ([0-9a-f]{64})\n")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commitment", help="What the table showed before the first card, if you made a note of it.")
def command(file: Path, commitment: str | None) -> None:
    """Check that finished games were dealt as promised: exit code 0 if so, 1 if not, 2 if unreadable.

    FILE has one record, or several one after the other; the first that is not true ends the check.
    """
    with file.open("rb") as content:
        texts = [*records_in(content)]
    if commitment is not None and len(texts) > 1:
        raise click.UsageError("A commitment belongs to one game, and this file has several.")
    for number, text in enumerate(texts, 1):
        which = f"Record {number}: " if len(texts) > 1 else ""
        try:
            found = verdict(text, commitment)
        except ReihumError as error:
            raise ReihumError(f"{which}{error}") from None
        if found.match is None:
            raise NotTrue(f"{which}{found.sentence}")
        print(f"{which}True: {found.sentence}")
        print_match(found.match, words("en"))


def records_in(content: BinaryIO) -> Iterator[bytes]:
    """The records in a file, byte for byte; a file with nothing in it has one, which is empty."""
    part: list[bytes] = []
    length = 0
    while line := content.readline(LONGEST_RECORD + 1):
        if part and line.startswith(FIRST_LINE):
            yield b"".join(part)
            part, length = [], 0
        part.append(line)
        length += len(line)
        if length > LONGEST_RECORD:
            break
    yield b"".join(part)


@dataclass(frozen=True)
class Verdict:
    """Whether a record is true, and if not, the first thing wrong with it."""

    true: bool
    sentence: str
    match: Match | None = None


def verdict(text: bytes, commitment: str | None = None) -> Verdict:
    """Deal a record's game again and check everything, including a commitment noted before the game.

    Raises ReihumError for anything that is not the record of a sealed and finished game.
    """
    if len(text) > LONGEST_RECORD:
        raise ReihumError("This is too long for a record.")
    if not text.startswith(FIRST_LINE) and not DIGEST_LINE.search(text):
        raise ReihumError("This is not a record.")
    check_head(text)
    start = text.rfind(b"\n", 0, len(text) - 1) + 1
    digest = DIGEST_LINE.fullmatch(text[start:])
    if digest is None:
        if not COMMITMENT_LINE.search(text):
            raise ReihumError("This game was not dealt sealed, so there is nothing to verify.")
        if b"\nUnfinished: " in text:
            raise ReihumError("This game is not over; its secret is not known yet.")
        return Verdict(False, "The last line is not the digest of the record.")
    if digest_of(text[:start]) != digest[1].decode():
        return Verdict(False, "The digest is not that of the record: something in it was changed.")
    return deal_again(text, commitment)


def check_head(text: bytes) -> None:
    """Raise ReihumError for a record in another format, with unknown headers or by other rules."""
    record = Record()
    parse_head(record, text.decode("utf-8", "replace").split("\n"))
    check_rules(record, game_of(record))


def deal_again(text: bytes, commitment: str | None) -> Verdict:
    """The verdict on a record that has not been changed."""
    try:
        match = read_record(text.decode("utf-8"))
    except UnicodeDecodeError:
        return Verdict(False, "The record is not text.")
    except BadRecord as error:
        return Verdict(False, str(error))
    shown = match.commitment
    if shown is None:
        raise ReihumError("This game was not dealt sealed, so there is nothing to verify.")
    if match.set_up:
        return Verdict(
            False, "The game was set up from a position, so the secret did not deal its first cards."
        )
    if commitment is not None and commitment.strip().lower() != shown:
        return Verdict(False, f"The record commits to {shown}, which is not the commitment given.")
    sentence = "Every card was dealt by the secret that was committed to."
    if match.continued is not None:
        sentence += (
            f" But this is a game that was played on after {Count(match.continued):1 move|# moves}, when the"
            " secret was known: nothing shows that nobody looked at the cards to come."
        )
    return Verdict(True, sentence, match)
