"""What the commands share: options, finding the game that is meant, writing files."""

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
from reihum.games.titles import find_slug
from reihum.match import Game, Match, game
from reihum.words import LANGUAGES, Count, Words, locale_language, words

ALL_BOTS: Final = ", ".join(NAMES)

language_option = click.option(
    "--lang",
    shell_complete=complete_language,
    help=f"The language: {', '.join(LANGUAGES)}; if left out, that of the locale.",
)
option_option = click.option(
    "--option",
    multiple=True,
    shell_complete=complete_option,
    help="An option of the game, such as learning.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
game_argument = click.argument("slug", metavar="GAME", shell_complete=complete_game)


def catalogue(lang: str | None) -> Words:
    """The catalogue of this language, or of the machine's locale."""
    return words(locale_language() if lang is None else lang)


def game_named(typed: str) -> Game:
    """The game that is meant, by its slug, its title, or the start of one if that is unambiguous."""
    return game(find_slug(typed) or typed)


# -- files ----------------------------------------------------------------------------------------


def new_path(path: Path) -> Path:
    """The path, if a new file can be made there."""
    if path.exists():
        raise ReihumError(f"{path} already exists and is not overwritten.")
    if not path.parent.is_dir():
        raise ReihumError(f"There is no folder {path.parent}.")
    return path


@contextmanager
def new_file(path: Path | None) -> Iterator[TextIO | None]:
    """A new file, created at once and removed if anything goes wrong."""
    if path is None:
        yield None
        return
    new_path(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            yield file
    except FileExistsError:  # somebody else was quicker
        raise
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write_text(file: TextIO, path: Path, text: str) -> None:
    """Write a text, or say which file could not be written."""
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        raise ReihumError(f"{path} could not be written: {error.strerror}.") from None


# -- printing -------------------------------------------------------------------------------------


def print_json(value: object, indent: int | None = 2) -> None:
    """Print a value as JSON, valid in every encoding."""
    print(json.dumps(value, ensure_ascii=not stdio.speaks_unicode(), indent=indent))


def print_match(match: Match, say: Words) -> None:
    """Print a game's scores, with a star for each winner."""
    key = "replay.over" if match.over else "replay.unfinished"
    print(say(key, game=match.game.title, moves=Count(len(match.history))))
    for seat, (name, score) in enumerate(zip(seat_names(match, say), match.scores(), strict=True)):
        print(f"  {name}: {score}{'  *' if seat in match.winners() else ''}")


def seat_names(match: Match, say: Words) -> list[str]:
    """The players' names, or their seats."""
    return match.names or [say("replay.seat", seat=seat) for seat in range(match.seats)]
