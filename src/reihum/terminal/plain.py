"""The plain terminal game: one loop for all games, for any terminal and for pipes.

It shows the view of the seat at the keyboard, takes a move as text or by its number in the list, and says
why a move is refused. It sees the game as the seat sees it, never more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape

from reihum.bots import bot
from reihum.core.contract import Policy
from reihum.core.errors import NotUnderstood
from reihum.match import Match, Refused
from reihum.sheets import sheet
from reihum.terminal.draw import YOU, draw_event, draw_moves, draw_scores, draw_view
from reihum.words import Words

TOO_MANY: Final = 60  # moves to list unasked


@dataclass
class Table:
    """One game between the person at the keyboard and bots."""

    match: Match
    bots: dict[int, Policy]
    names: list[str]
    words: Words
    console: Console
    record: Path
    ask: Callable[[str], str]
    heard: int = 0  # how many moves have been shown
    rounds: list[dict[str, object]] = field(default_factory=list)

    def play(self) -> None:
        """Until the game is over, or input ends, or Ctrl-C."""
        self.say("play.welcome", game=self.match.game.title)
        self.keep()
        try:
            while (seat := self.match.turn) is not None:
                if seat in self.bots:
                    self.bot_plays(seat)
                else:
                    self.person_plays(seat)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.say("play.broken_off")
        else:
            self.end()
        self.say("play.record", path=self.record)

    def say(self, key: str, **facts: object) -> None:
        """A sentence of the catalogue."""
        self.console.print(escape(self.words(key, **facts)))

    def keep(self) -> None:
        """Write the record so far; a stroke of bad luck in between loses nothing."""
        draft = self.record.with_name(f".{self.record.name}.draft")
        draft.write_text(self.match.record(), encoding="utf-8")
        os.replace(draft, self.record)

    # -- moves ------------------------------------------------------------------------------------

    def bot_plays(self, seat: int) -> None:
        """A bot decides by what its seat may know."""
        move = self.bots[seat].choose(self.match.state, seat)
        self.made(self.match.game.spec.text(int(move)), seat)

    def person_plays(self, seat: int) -> None:
        """Show the table and ask until a move is made."""
        draw_view(self.console, self.words, self.match.view(seat), self.names)
        moves = self.match.moves(seat)
        if len(moves) > TOO_MANY:
            self.say("play.many", count=len(moves))
        else:
            draw_moves(self.console, self.words, moves)
        while True:
            typed = self.ask(self.words("play.prompt")).strip()
            if not typed or self.command(typed, seat):
                continue
            try:
                self.made(self.meant(typed, seat), seat)
            except Refused as refusal:
                self.console.print(escape(refusal.text(self.words.lang)))
            except NotUnderstood:
                self.say("play.not_understood", typed=typed)
            else:
                return

    def meant(self, typed: str, seat: int) -> str:
        """A move's text, its number in the list, or its end where all moves begin alike."""
        moves = self.match.moves(seat)
        spec = self.match.game.spec
        number = typed.removeprefix("#")
        if number.isascii() and number.isdigit() and (typed != number or spec.parse(typed) < 0):
            place = int(number[:4])
            if 1 <= place <= len(moves):
                return moves[place - 1]
        verbs = {move.partition(" ")[0] if " " in move else "" for move in moves}
        spelt_out = f"{verbs.pop()} {typed}"  # where all moves begin alike, the beginning may be left out
        return spelt_out if not verbs and spec.parse(spelt_out) >= 0 else typed

    def made(self, move: str, seat: int) -> None:
        """Make a move, keep the record, and tell what could be heard and seen."""
        self.match.play(move, seat)
        self.keep()
        log = self.match.log(YOU)
        for entry in log[self.heard :]:
            if entry is not None and entry[0] != YOU:
                self.console.print(f"  {escape(self.names[entry[0]])}: [bold]{escape(entry[1])}[/bold]")
        self.heard = len(log)
        for event in self.match.events:
            draw_event(self.console, self.words, event, self.names)
            if event["kind"] == "round":
                self.rounds.append(event)
                draw_scores(self.console, self.words, self.rounds, self.names)

    # -- other wishes -----------------------------------------------------------------------------

    def command(self, typed: str, seat: int) -> bool:
        """Whether something else than a move was asked for, and done."""
        word, _, rest = typed.casefold().partition(" ")
        if word in ("?", "help") and typed not in self.match.moves(seat):
            self.say("play.help")
            self.say(f"notation.{self.match.game.slug}")
        elif word == "moves":
            draw_moves(self.console, self.words, self.match.moves(seat))
        elif word == "table":
            draw_view(self.console, self.words, self.match.view(seat), self.names)
        elif word == "scores":
            draw_scores(self.console, self.words, self.rounds, self.names)
        elif word == "rules":
            self.rules(rest.strip().upper())
        elif word == "quit":
            raise EOFError
        else:
            return False
        return True

    def rules(self, number: str) -> None:
        """The rules, or one of them."""
        for line in rules_text(self.match.game.slug, self.words.lang, number):
            self.console.print(escape(line))

    def end(self) -> None:
        """Who won."""
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(self.names, self.match.scores(), strict=True)
        )
        self.say("play.final", scores=scores)
        winners = [self.names[seat] for seat in self.match.winners()]
        if self.match.seats == 1:
            self.say("play.solo_won" if winners else "play.solo_lost")
        elif self.match.winners() == [YOU]:
            self.say("play.you_won")
        else:
            self.say("play.winners" if len(winners) > 1 else "play.winner", names=", ".join(winners))


def rules_text(slug: str, lang: str, number: str = "") -> Iterator[str]:
    """A game's rules line by line, or only the rule with this number."""
    for section in sheet(slug, lang).sections:
        if not number:
            yield f"\n{section.heading}"
        for rule, text in section.rules.items():
            if number in ("", rule):
                yield f"  {rule:>3}  {text}"


def sit_down(
    match: Match, bots: list[str], words: Words, console: Console, record: Path, ask: Callable[[str], str]
) -> Table:
    """The person at seat 0, bots at all others."""
    spec = match.game.spec
    names = [words("play.you"), *words("play.names").split()][: match.seats]
    match.names = names
    # The bots' luck must not be the dealer's, or they could foresee it.
    players = {
        seat: bot(bots[seat - 1], spec, int.from_bytes(os.urandom(7), "big"))
        for seat in range(1, match.seats)
    }
    return Table(match, players, names, words, console, record, ask)
