"""What several commands have in common: their options, the game that is meant, files that are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import click

from reihum.bots import NAMES
from reihum.cli import stdio
from reihum.cli.completion import complete_game, complete_language, complete_option
from reihum.core.errors import ReihumError
from reihum.games.titles import game_meant
from reihum.match import Game, Match, game
from reihum.words import LANGUAGES, Count, Words, locale_language, words

ALL_BOTS: Final = ", ".join(NAMES)

language_option = click.option(
    "--lang",
    shell_complete=complete_language,
    help=f"Language: {', '.join(LANGUAGES)}; otherwise by the locale.",
)
option_option = click.option(
    "--option",
    multiple=True,
    shell_complete=complete_option,
    help="An option of the game, such as learning.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
game_argument = click.argument("slug", metavar="GAME", shell_complete=complete_game)


def language(lang: str | None) -> Words:
    """The catalogue asked for, or the one of this machine's locale."""
    return words(locale_language() if lang is None else lang)


def game_named(typed: str) -> Game:
    """The game that somebody means: by its slug, its title, or a beginning that no other has."""
    return game(game_meant(typed) or typed)


# -- files ----------------------------------------------------------------------------------------


def new_path(path: Path) -> Path:
    """A path at which a file can be made without losing another."""
    if path.exists():
        raise ReihumError(f"{path} is there already and is not overwritten.")
    if not path.parent.is_dir():
        raise ReihumError(f"There is no folder {path.parent}.")
    return path


@contextmanager
def new_file(path: Path | None) -> Iterator[TextIO | None]:
    """A file that was not there before, kept from the beginning and removed if nothing comes of it."""
    if path is None:
        yield None
        return
    file = new_path(path).open("x", encoding="utf-8")
    try:
        with file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write(file: TextIO, path: Path, text: str) -> None:
    """Write all of a text, or say which file could not take it."""
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        raise ReihumError(f"{path} could not be written: {error.strerror}.") from None


# -- printing -------------------------------------------------------------------------------------


def print_json(value: object, indent: int | None = 2) -> None:
    """A value as JSON that stays JSON in every encoding."""
    print(json.dumps(value, ensure_ascii=not stdio.speaks_unicode(), indent=indent))


def print_match(match: Match, say: Words) -> None:
    """A game's scores, the winners with a star."""
    key = "replay.over" if match.over else "replay.unfinished"
    print(say(key, game=match.game.title, moves=Count(len(match.history))))
    for seat, (name, score) in enumerate(zip(seat_names(match, say), match.scores(), strict=True)):
        print(f"  {name}: {score}{'  *' if seat in match.winners() else ''}")


def seat_names(match: Match, say: Words) -> list[str]:
    """The players' names, or their seats."""
    return match.names or [say("replay.seat", seat=seat) for seat in range(match.seats)]
