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
from reihum.core.promises import unanswered
from reihum.core.record import LONGEST_RECORD, Record, digest_of, game_digest, parse_head
from reihum.core.sealed import Sealed
from reihum.core.types import Json
from reihum.match import Match
from reihum.noted import NOT_A_LIST, Noted, read_promises
from reihum.records import check_rules, game_of, read_record
from reihum.words import Count, words

FIRST_LINE: Final = b"Reihum: "
COMMITMENT_LINE: Final = re.compile(rb"^Commitment: ", re.MULTILINE)
SINGULAR: Final = {
    "commitment": "A commitment belongs",
    "nonce": "A nonce belongs",
    "promises": "Lists of promises belong",
    "digest": "A digest belongs",
}
DIGEST_LINE: Final = re.compile(rb"Digest: ([0-9a-f]{64})\n")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commitment", help="What the table showed before the first card, if you made a note of it.")
@click.option("--nonce", help="Your own nonce, which must be part of the deal.")
@click.option(
    "--promises",
    type=click.Path(path_type=Path),
    help="A file with the lists of promises that you were sent before the first card, as JSON.",
)
@click.option("--digest", help="The digest of the record, as you or others noted it after the game.")
def command(
    file: Path, commitment: str | None, nonce: str | None, promises: Path | None, digest: str | None
) -> None:
    """Check that finished games were dealt as promised: exit code 0 if so, 1 if not, 2 if unreadable.

    FILE has one record, or several one after the other; the first that is not true ends the check.
    """
    with file.open("rb") as content:
        texts = [*records_in(content)]
    noted = Noted(commitment, nonce, None if promises is None else promises_of(promises), digest)
    if noted != Noted() and len(texts) > 1:
        name = next(name for name, value in vars(noted).items() if value is not None)
        raise click.UsageError(f"{SINGULAR[name]} to one game, and this file has several.")
    for number, text in enumerate(texts, 1):
        which = f"Record {number}: " if len(texts) > 1 else ""
        try:
            found = verdict(text, noted=noted)
        except ReihumError as error:
            raise ReihumError(f"{which}{error}") from None
        if found.match is None:
            raise NotTrue(f"{which}{found.sentence}")
        print(f"{which}True: {found.sentence}")
        for line in found.more:
            print(f"  {line}")
        print_match(found.match, words("en"))


def promises_of(file: Path) -> list[Json]:
    """The lists of promises in a file."""
    try:
        return read_promises(file.read_text("utf-8"))
    except UnicodeDecodeError:
        raise ReihumError(NOT_A_LIST) from None


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
    more: tuple[str, ...] = ()  # what is shown by that, and what is not


def verdict(text: bytes, commitment: str | None = None, noted: Noted | None = None) -> Verdict:
    """Deal a record's game again and check everything, including what was noted during the game.

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
    noted = Noted(commitment) if noted is None else noted
    if noted.digest is not None and noted.digest.strip().lower() not in digests_of(text, digest[1].decode()):
        return Verdict(False, "The digest is not the one given: this is not the record as it was then.")
    return deal_again(text, noted)


def digests_of(text: bytes, digest: str) -> tuple[str, str]:
    """The digest of a record, and that of its game alone, which stays when a name in it is replaced."""
    return digest, game_digest(text.decode("utf-8", "replace"))


def check_head(text: bytes) -> None:
    """Raise ReihumError for a record in another format, with unknown headers or by other rules."""
    record = Record()
    parse_head(record, text.decode("utf-8", "replace").split("\n"))
    check_rules(record, game_of(record))


def deal_again(text: bytes, noted: Noted) -> Verdict:
    """The verdict on a record that has not been changed."""
    try:
        match = read_record(text.decode("utf-8"))
    except UnicodeDecodeError:
        return Verdict(False, "The record is not text.")
    except BadRecord as error:
        return Verdict(False, str(error))
    dealer = match.sealed
    if dealer is None:
        raise ReihumError("This game was not dealt sealed, so there is nothing to verify.")
    if match.set_up:
        return Verdict(
            False, "The game was set up from a position, so the secret did not deal its first cards."
        )
    if problem := noted.problem(dealer):
        return Verdict(False, problem)
    sentence = "Every card was dealt by the secret that was committed to."
    if dealer.mix is not None:
        sentence = (
            "Every card was dealt by the secret that was committed to and the nonces that were promised."
        )
    if match.continued is not None:
        sentence += (
            f" But this is a game that was played on after {Count(match.continued):1 move|# moves}, when the"
            " secret was known: nothing shows that nobody looked at the cards to come."
        )
    return Verdict(True, sentence, match, (*history_of(match, dealer), *meaning_of(dealer, noted)))


def history_of(match: Match, dealer: Sealed) -> Iterator[str]:
    """How the deal came about, where it took more than one."""
    names = match.names or match.seat_names()
    for number, missing in enumerate(match.given_up, 1):
        who = " and ".join(names[seat] for seat in missing)
        yield f"Deal {number} was given up because {who} did not answer; the cards were mixed again."
    if dealer.mix is not None:
        for seat in unanswered(dealer.nonces, dealer.mix):
            yield f"The nonce of {names[seat]} is missing: it was not said in time, in the last deal of all."


def meaning_of(dealer: Sealed, noted: Noted) -> Iterator[str]:
    """What a true record shows, and what it does not."""
    if dealer.mix is None:
        yield (
            "The nonces were said openly, so a server that had heard them could still choose those of bots,"
            " or leave one out."
        )
    else:
        yield "No bot added anything, and everybody else only what the list says that was fixed before."
    if noted.nonce is not None:
        yield "Your nonce is part of the deal: nobody who did not know it could choose these cards."
    else:
        yield "Whether your own nonce is part of the deal was not checked (--nonce)."
    if dealer.mix is not None and noted.promises is not None:
        yield "The list is the one that you were shown before the first card."
    elif dealer.mix is not None:
        yield "Whether the list is the one that was shown before the first card was not checked (--promises)."
    if noted.digest is None:
        yield (
            "Whether a move was changed to another that leads to the same result was not checked: for that,"
            " the digest must be known from elsewhere (--digest)."
        )
    yield "No record can show that nobody looked at the cards."
