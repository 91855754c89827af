"""`reihum hint`: what the sensible moves of a decision are worth, and why."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from reihum.analysis.hints import USUAL_WORLDS, hint
from reihum.analysis.told import hint_lines
from reihum.cli.options import catalogue, json_option, language_option, print_json, seat_names
from reihum.core.errors import ReihumError
from reihum.core.record import LONGEST_RECORD
from reihum.match import Match, game
from reihum.records import read_record


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--at", type=click.IntRange(0), help="After so many moves of the record; if left out, all.")
@click.option("--seat", type=int, help="For this seat; if left out, the one whose turn it is.")
@click.option("--worlds", type=int, default=USUAL_WORLDS, show_default=True, help="How many to try moves in.")
@language_option
@json_option
def command(
    file: Path, at: int | None, seat: int | None, worlds: int, lang: str | None, as_json: bool
) -> None:
    """Say what the sensible moves of a decision are worth, and why.

    FILE is a record, or a position as JSON; - is standard input.
    """
    say = catalogue(lang)
    match = match_in(read_text(file))
    found = hint(match if at is None else match.at(at), seat, worlds)
    if as_json:
        print_json(found.json(say.lang))
        return
    of, names = match.game.spec, seat_names(match, say)
    print(say("hint.turn", name=names[found.seat], worlds=found.worlds))
    for line in hint_lines(found, of, names, of.words(say.lang)):
        print(line)


def read_text(file: Path) -> str:
    """The text of a file, or of standard input."""
    try:
        if str(file) == "-":
            text = sys.stdin.read(LONGEST_RECORD + 1)
        else:
            with file.open(encoding="utf-8") as content:
                text = content.read(LONGEST_RECORD + 1)
    except UnicodeDecodeError:
        raise ReihumError(f"{file} is not text.") from None
    if len(text) > LONGEST_RECORD:
        raise ReihumError("This is too long for a record.")
    return text


def match_in(text: str) -> Match:
    """The match of a record, or one set up from a position."""
    if not text.lstrip().startswith("{"):
        return read_record(text)
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        raise ReihumError("This position is not JSON.") from None
    if not isinstance(position, dict) or not isinstance(position.get("game"), str):
        raise ReihumError("A position says in 'game' of which game it is.")
    return game(position["game"]).from_position(position, seed=0)
