"""Reading records: a game written down as text is replayed and checked."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from reihum.core.errors import BadRecord, ReihumError
from reihum.core.record import Record, split, take_apart
from reihum.match import Game, Match, game, shortened
from reihum.names import clean_names


def read_record(text: str) -> Match:
    """Replay a record and check that it ends as it says."""
    if not isinstance(text, str):
        raise BadRecord(1, "A record is text.")
    record = take_apart(text)
    match = opened(record)
    for move in record.moves:
        try:
            match.play(move.text, move.seat)
        except ReihumError as error:
            raise BadRecord(move.line, f"The move {shortened(move.text)} does not fit: {error}") from None
    for name, value in match.ends().items():
        if record.ends.get(name) != value:
            line = record.lines.get(name, max(record.lines.values()))
            raise BadRecord(
                line, f"The replay ends with '{name}: {value}', which is not what the record says."
            )
    return match


def read_records(text: str) -> list[Match]:
    """Replay a file of records, one after the other."""
    if not isinstance(text, str):
        raise BadRecord(1, "A record is text.")
    matches = []
    for before, part in split(text):
        try:
            matches.append(read_record(part))
        except BadRecord as error:
            raise BadRecord(before + error.line, error.sentence) from None
    return matches


def opened(record: Record) -> Match:
    """The game of a record before its first move."""
    of = game_of(record)
    if record.number("Rules") != of.spec.rules_version:
        raise BadRecord(record.lines["Rules"], f"These are rules {of.spec.rules_version} of {of.title}.")
    if "Seed" not in record.headers:
        raise BadRecord(1, "The header 'Seed' is missing; without it the cards cannot be dealt again.")
    seed, players = record.number("Seed"), record.number("Players")
    try:
        if "Position" in record.headers:
            match = of.from_position(json_of(record, "Position"), seed)
        else:
            options = dict.fromkeys(record.headers.get("Options", "").split(), True)
            match = of.start(players, seed, options)
    except BadRecord:
        raise
    except ReihumError as error:
        line = record.lines.get("Position", record.lines["Players"])
        raise BadRecord(line, str(error)) from None
    if players != match.seats:
        raise BadRecord(record.lines["Players"], f"The position has {match.seats} seats.")
    match.date = date_of(record)
    if "Names" in record.headers:
        match.names = names_of(record, match.seats)
    return match


def game_of(record: Record) -> Game:
    """The game that a record is of."""
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
    """A header that is JSON of a sensible depth and size."""
    try:
        return json.loads(record.headers[name])
    except (ValueError, RecursionError):  # not JSON, a number too long, nested too deeply
        raise BadRecord(record.lines[name], f"The header '{name}' is not JSON that can be read.") from None
