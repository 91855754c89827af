"""`reihum replay`: check the records in a file, print their results, or walk through them move by move."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from reihum.cli.options import catalogue, language_option, print_json, print_match, seat_names
from reihum.cli.stdio import TextConsole
from reihum.core.errors import BadRecord, ReihumError
from reihum.core.record import LONGEST_RECORD, parse_record
from reihum.match import Match
from reihum.records import begin_match, read_record
from reihum.terminal.draw import draw_view
from reihum.words import Words


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--position", is_flag=True, help="Print the final position as JSON.")
@click.option("--step", is_flag=True, help="Walk through it move by move.")
@click.option("--seat", type=int, help="With --step: look from this seat, not as a spectator.")
@language_option
def command(file: Path, position: bool, step: bool, seat: int | None, lang: str | None) -> None:
    """Replay a FILE of records, check that each ends the way it says, and show the scores."""
    if seat is not None and not step:
        raise click.UsageError("--seat says from which seat to look at the steps, so it needs --step.")
    if position and step:
        raise click.UsageError("--position and --step cannot be used together.")
    say, console = catalogue(lang), TextConsole()
    for text, match in records_in(file):
        if position:
            print_json(match.position(), indent=None)
        elif not step:
            print_match(match, say)
            for sentence in mixed_again(match, None, say):
                print(f"  {sentence}")
        elif not walk_through(Walkthrough(text, seat, say, console), console.ask):
            break


def walk_through(through: Walkthrough, ask: Callable[[str], str]) -> bool:
    """Walk through one record, asking at the keyboard if there is one; return whether to go on."""
    if not sys.stdin.isatty():
        through.show_all()
        return True
    try:
        return through.walk(ask)
    except EOFError:
        return False


# -- files of records ------------------------------------------------------------------------------


def texts_in(file: Path) -> Iterator[tuple[int, str]]:
    """The records in a file, each with the number of lines before it; only one at a time is in memory."""
    part: list[str] = []
    before = length = 0
    with file.open(encoding="utf-8") as text:
        while line := text.readline(LONGEST_RECORD + 1):
            if part and line.startswith("Reihum:"):
                yield before, "".join(part).removesuffix("\n")
                before, length, part = before + len(part), 0, []
            part.append(line)
            length += len(line)
            if length > LONGEST_RECORD:
                raise BadRecord(before + 1, "This is too long for a record.")
    yield before, "".join(part)


def records_in(file: Path) -> Iterator[tuple[str, Match]]:
    """Each record in a file, as text and replayed."""
    try:
        for before, text in texts_in(file):
            yield text, replay(before, text)
    except UnicodeDecodeError:
        raise ReihumError(f"{file} is not text.") from None


def replay(before: int, text: str) -> Match:
    """Replay a record; errors name the line within the whole file."""
    try:
        return read_record(text)
    except BadRecord as error:
        raise BadRecord(before + error.line, error.sentence) from None


def mixed_again(match: Match, seat: int | None, say: Words) -> list[str]:
    """Why the cards were mixed again before they were dealt, told to a seat or to a spectator (None)."""
    tell = match.game.spec.teller(say.lang, seat_names(match, say), seat)
    return [tell.mixed_again_sentence(missing) for missing in match.given_up]


# -- one record, step by step ----------------------------------------------------------------------


class Walkthrough:
    """Walks through a record move by move, as a spectator or a seat saw it."""

    def __init__(self, text: str, seat: int | None, words: Words, console: Console) -> None:
        self.record = parse_record(text)
        self.seat = seat
        self.console = console
        self.match = begin_match(self.record)
        self.words = self.match.game.spec.words(words.lang)
        self.at = 0  # how many moves have been made
        self.end = len(self.record.moves)

    def go(self, to: int) -> None:
        """Go to the position after so many moves; to go back, start again from the first deal."""
        if to < self.at:
            self.match, self.at = begin_match(self.record), 0
        for move in self.record.moves[self.at : to]:
            self.match.play(move.text, move.seat)
        self.at = to

    def show(self) -> None:
        """Print the last move as it was heard, or how the deal came about, and the table after it."""
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
        if self.at == 0:
            for sentence in mixed_again(self.match, self.seat, self.words):
                self.console.print(escape(sentence))
        draw_view(self.console, self.words, view, names)

    def show_all(self) -> None:
        """Print every step, one after the other."""
        for to in range(self.end + 1):
            self.go(to)
            self.show()

    def walk(self, ask: Callable[[str], str]) -> bool:
        """Go where the person at the keyboard wants; return whether to go on with the next record."""
        self.show()
        while True:
            typed = ask(self.words("replay.prompt")).strip().casefold()
            if typed == "q":
                return False
            if typed == "" and self.at == self.end:
                return True
            to = self.step_wanted(typed)
            if to is None:
                self.console.print(escape(self.words("replay.again", end=self.end)))
            else:
                self.go(to)
                self.show()

    def step_wanted(self, typed: str) -> int | None:
        """The number of moves to go to; None if the input is not understood."""
        if typed == "":
            return self.at + 1
        if typed == "b":
            return max(0, self.at - 1)
        if typed.isascii() and typed.isdigit() and len(typed) < 10 and int(typed) <= self.end:
            return int(typed)
        return None
