"""`reihum replay`: files of records, checked one by one, told, or walked through move by move."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from reihum.cli.options import language, language_option, print_json, print_match, seat_names
from reihum.cli.stdio import Paper
from reihum.core.errors import BadRecord, ReihumError
from reihum.core.record import LONGEST, take_apart
from reihum.match import Match
from reihum.records import begin_match, read_record
from reihum.terminal.draw import draw_view
from reihum.words import Words


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--position", is_flag=True, help="Print the position at its end as JSON.")
@click.option("--step", is_flag=True, help="Walk through it move by move.")
@click.option("--seat", type=int, help="With --step: look from this seat, not as a spectator.")
@language_option
def command(file: Path, position: bool, step: bool, seat: int | None, lang: str | None) -> None:
    """Replay a file of records, check that each ends as it says, and show the scores."""
    if seat is not None and not step:
        raise click.UsageError("--seat says from where to look at the steps, so it goes with --step.")
    if position and step:
        raise click.UsageError("--position and --step do not go together.")
    say, console = language(lang), Paper()
    for text, match in records_in(file):
        if position:
            print_json(match.position(), indent=None)
        elif not step:
            print_match(match, say)
        elif not walk_through(Walkthrough(text, seat, say, console), console.ask):
            break


def walk_through(through: Walkthrough, ask: Callable[[str], str]) -> bool:
    """Walk through one record, with questions if there is somebody to ask; whether to go on."""
    if not sys.stdin.isatty():
        through.show_all()
        return True
    try:
        return through.walk(ask)
    except EOFError:
        return False


# -- files of records ------------------------------------------------------------------------------


def texts_in(file: Path) -> Iterator[tuple[int, str]]:
    """The records of a file, each with the number of the line before it; only one at a time is in memory."""
    part: list[str] = []
    before = length = 0
    with file.open(encoding="utf-8") as text:
        while line := text.readline(LONGEST + 1):
            if part and line.startswith("Reihum:"):
                yield before, "".join(part).removesuffix("\n")
                before, length, part = before + len(part), 0, []
            part.append(line)
            length += len(line)
            if length > LONGEST:
                raise BadRecord(before + 1, "This is too long for a record.")
    yield before, "".join(part)


def records_in(file: Path) -> Iterator[tuple[str, Match]]:
    """Each record of a file as text, and replayed to its end, where it is as it says."""
    try:
        for before, text in texts_in(file):
            yield text, replay(before, text)
    except UnicodeDecodeError:
        raise ReihumError(f"{file} is not text.") from None


def replay(before: int, text: str) -> Match:
    """The game of a record, of which errors name the line in the whole file."""
    try:
        return read_record(text)
    except BadRecord as error:
        raise BadRecord(before + error.line, error.sentence) from None


# -- one record, step by step ----------------------------------------------------------------------


class Walkthrough:
    """A record that is looked at move by move, as a spectator sees it or as a seat did."""

    def __init__(self, text: str, seat: int | None, words: Words, console: Console) -> None:
        self.record = take_apart(text)
        self.seat = seat
        self.console = console
        self.match = begin_match(self.record)
        self.words = self.match.game.spec.words(words.lang)
        self.at = 0  # how many moves have been made
        self.end = len(self.record.moves)

    def go(self, to: int) -> None:
        """Go to the table after so many moves; the way back begins at the first deal."""
        if to < self.at:
            self.match, self.at = begin_match(self.record), 0
        for move in self.record.moves[self.at : to]:
            self.match.play(move.text, move.seat)
        self.at = to

    def show(self) -> None:
        """The last move, as it was heard, and the table after it."""
        names, view = seat_names(self.match, self.words), self.match.view(self.seat)
        line = f"{self.match.game.title}, {self.at}/{self.end}"
        if self.at > 0:
            heard = self.match.log(self.seat)[-1]
            if heard is None:
                line += f"  {self.words('replay.unheard')}"
            else:
                by, move = heard
                line += f"  {names[by]}: {self.match.game.spec.typing().spelling(move, names, self.words)}"
        self.console.print(f"\n[bold]{escape(line)}[/bold]")
        draw_view(self.console, self.words, view, names)

    def show_all(self) -> None:
        """Every step, one below the other."""
        for to in range(self.end + 1):
            self.go(to)
            self.show()

    def walk(self, ask: Callable[[str], str]) -> bool:
        """Go where the person at the keyboard wants; whether to go on with the next record."""
        self.show()
        while True:
            wish = ask(self.words("replay.prompt")).strip().casefold()
            if wish == "q":
                return False
            if wish == "" and self.at == self.end:
                return True
            to = self.wished(wish)
            if to is None:
                self.console.print(escape(self.words("replay.again", end=self.end)))
            else:
                self.go(to)
                self.show()

    def wished(self, wish: str) -> int | None:
        """After how many moves the table is wanted, or None if that is no wish."""
        if wish == "":
            return self.at + 1
        if wish == "b":
            return max(0, self.at - 1)
        if wish.isascii() and wish.isdigit() and len(wish) < 10 and int(wish) <= self.end:
            return int(wish)
        return None
