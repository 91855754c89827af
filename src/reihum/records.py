"""Reading records: replaying a game from its text, and checking it."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any, Final

from reihum.core.errors import BadRecord, ReihumError, short_quote
from reihum.core.names import clean_names
from reihum.core.promises import Mix, earlier_from, mix_problem, parts_from
from reihum.core.record import Record, digest_of, parse_record, split_records
from reihum.core.sealed import Sealed, commitment_to, is_good_nonce
from reihum.match import Game, Match, game
from reihum.words import Count

SECRET_PATTERN: Final = re.compile("[0-9a-f]{64}")


def read_record(text: str) -> Match:
    """Replay a record, and check that it ends the way it says."""
    if not isinstance(text, str):
        raise BadRecord(1, "A record is text.")
    record = parse_record(text)
    check_digest(record, text)
    match = begin_match(record)
    for move in record.moves:
        try:
            match.play(move.text, move.seat)
            if move.stand_in:
                match.history[-1] = match.history[-1]._replace(stand_in=True)
        except ReihumError as error:
            raise BadRecord(
                move.line, f"The move {short_quote(move.text)} is not possible: {error}"
            ) from None
    for name, value in match.ending().items():
        if record.ends.get(name) != value:
            line = record.lines.get(name, max(record.lines.values()))
            raise BadRecord(
                line, f"The replay ends with '{name}: {value}', which is not what the record says."
            )
    return match


def read_records(text: str) -> list[Match]:
    """Replay all records in a text, one after the other."""
    if not isinstance(text, str):
        raise BadRecord(1, "A record is text.")
    matches = []
    for before, part in split_records(text):
        try:
            matches.append(read_record(part))
        except BadRecord as error:
            raise BadRecord(before + error.line, error.sentence) from None
    return matches


def check_digest(record: Record, text: str) -> None:
    """Raise BadRecord if a record has changed since its digest was made."""
    if "Digest" not in record.ends:
        return
    before = "".join(line + "\n" for line in text.split("\n")[: record.lines["Digest"] - 1])
    if digest_of(before.encode("utf-8", "surrogatepass")) != record.ends["Digest"]:
        raise BadRecord(record.lines["Digest"], "The digest does not match the lines before it.")


def begin_match(record: Record) -> Match:
    """A record's game before its first move."""
    of = game_of(record)
    check_rules(record, of)
    players = record.number("Players")
    seed, sealed = seed_of(record), sealed_dealer(record, players)
    try:
        if "Position" in record.headers:
            match = of.from_position(json_of(record, "Position"), seed, sealed)
        else:
            options = dict.fromkeys(record.headers.get("Options", "").split(), True)
            match = of.start(players, seed, options, sealed)
    except BadRecord:
        raise
    except ReihumError as error:
        line = record.lines.get("Position", record.lines["Players"])
        raise BadRecord(line, str(error)) from None
    if players != match.seats:
        raise BadRecord(record.lines["Players"], f"The position has {Count(match.seats):1 seat|# seats}.")
    match.date = date_of(record)
    if "Continued" in record.headers:
        match.continued = continued_of(record)
    if "Names" in record.headers:
        match.names = names_of(record, match.seats)
    return match


def check_rules(record: Record, of: Game) -> None:
    """Raise BadRecord if a record was played by other rules than ours, since it could end differently."""
    played, known = record.number("Rules"), of.spec.rules_version
    if played != known:
        other = "an older" if played < known else "a newer"
        title = of.title
        words = f"It was played by rules {played} of {title}, and this Reihum has rules {known} of {title},"
        words += f" by which it could end differently; {other} Reihum can replay it."
        raise BadRecord(record.lines["Rules"], words)


def seed_of(record: Record) -> int | None:
    """The seed that dealt the game; None if a sealed dealer did."""
    if "Seed" in record.headers:
        return record.number("Seed")
    if "Secret" in record.headers:
        return None
    name = "Secret" if "Commitment" in record.headers else "Seed"
    missing = f"The header '{name}' is missing; without it the cards cannot be dealt again."
    raise BadRecord(1, f"{missing} {why_missing(record, name)}")


def why_missing(record: Record, name: str) -> str:
    """Why a record lacks the seed or secret that dealt its cards, and what to do about it."""
    if "Unfinished" not in record.ends:
        return "A game dealt by a dealer of your own cannot be read back."
    if name == "Secret":
        return "The secret of a sealed game is shown when the game is over."
    return (
        "While a game is in progress, its record has a random seed only if record(secret=True) asks for it."
    )


def sealed_dealer(record: Record, players: int) -> Sealed | None:
    """The game's sealed dealer, if there is one; its secret must match the commitment."""
    if "Secret" not in record.headers:
        return None
    if not SECRET_PATTERN.fullmatch(record.headers["Secret"]):
        raise BadRecord(record.lines["Secret"], "The secret must be 64 hexadecimal digits.")
    secret = bytes.fromhex(record.headers["Secret"])
    if commitment_to(secret) != record.header("Commitment"):
        raise BadRecord(record.lines["Secret"], "This is not the secret that was committed to.")
    record.header("Nonces")
    nonces = json_of(record, "Nonces")
    if not isinstance(nonces, list) or len(nonces) != players or not all(map(is_good_nonce, nonces)):
        raise BadRecord(record.lines["Nonces"], "The nonces must be a JSON list with one text per seat.")
    return Sealed(secret, nonces, mix_of(record, nonces))


def mix_of(record: Record, nonces: list[str]) -> Mix | None:
    """How nonces were promised, if any were; every nonce must be the one that the list promises."""
    names = [name for name in ("Promises", "Deal", "Earlier") if name in record.headers]
    if not names:
        return None
    deal = record.number("Deal")
    record.header("Promises")
    earlier = json_of(record, "Earlier") if "Earlier" in names else []
    try:
        if not isinstance(earlier, list):
            raise ReihumError("The earlier deals must be a JSON list.")
        mix = Mix(deal, parts_from(json_of(record, "Promises")), [earlier_from(each) for each in earlier])
    except BadRecord:
        raise
    except ReihumError as error:
        raise BadRecord(record.lines[names[-1]], str(error)) from None
    if problem := mix_problem(nonces, mix):
        raise BadRecord(record.lines["Promises"], problem)
    return mix


def game_of(record: Record) -> Game:
    """The game that a record belongs to."""
    slug = record.header("Game")
    try:
        return game(slug)
    except ReihumError as error:
        raise BadRecord(record.lines["Game"], str(error)) from None


def date_of(record: Record) -> date | None:
    """The day on which the game was played, if the record says so."""
    if "Date" not in record.headers:
        return None
    try:
        return date.fromisoformat(record.headers["Date"])
    except ValueError:
        raise BadRecord(record.lines["Date"], "The date must be written like 2026-03-31.") from None


def continued_of(record: Record) -> int:
    """After how many of its moves a game was played on once more."""
    number = record.number("Continued")
    if number > len(record.moves):
        raise BadRecord(record.lines["Continued"], f"The record has only {len(record.moves)} moves.")
    return number


def names_of(record: Record, seats: int) -> list[str]:
    """The players' names."""
    try:
        return clean_names(json_of(record, "Names"), seats)
    except BadRecord:
        raise
    except ReihumError as error:
        must = "The names must be a JSON list with one text per seat."
        raise BadRecord(record.lines["Names"], f"{must} {error}") from None


def json_of(record: Record, name: str) -> Any:
    """The value of a header that must be JSON."""
    try:
        return json.loads(record.headers[name])
    except (ValueError, RecursionError):  # not JSON, a number too long, nested too deeply
        raise BadRecord(record.lines[name], f"The header '{name}' is not JSON that can be read.") from None
