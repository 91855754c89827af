"""The plain terminal game: one loop for all games, for any terminal and for pipes.

It shows the view of the seat at the keyboard, lets the narrator tell what the seat hears, and takes moves as
people type them. It sees the game as the seat sees it, never more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from reihum.bots import Entrant, Player, players
from reihum.core.errors import shortened
from reihum.core.names import clean_name
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Heard, Match
from reihum.terminal.advice import advice, explanation
from reihum.terminal.chain import planned
from reihum.terminal.draw import draw_moves, draw_rules, draw_scores, draw_view
from reihum.terminal.layout import paragraph, printed
from reihum.terminal.wishes import wish
from reihum.words import Words
from reihum.words.sheets import rule_number
from reihum.words.teller import Teller
from reihum.words.vocabulary import usual_word

YOU: Final = 0  # the seat at the keyboard
TOO_MANY: Final = 60  # moves to list unasked


@dataclass
class Table:
    """One game between the person at the keyboard and bots."""

    match: Match
    bots: dict[int, Player]
    names: list[str]  # as they are shown: the person is 'you'
    words: Words
    console: Console
    record: Path
    ask: Callable[[str], str]
    teller: Teller
    heard: int = 0  # how many moves have been told
    telling: list[str] = field(default_factory=list)  # sentences about one player's turn, not yet printed
    told_of: int | None = None  # that player
    rounds: list[Json] = field(default_factory=list)
    ending: list[Json] = field(default_factory=list)  # how the whole game ended

    def play(self) -> None:
        """Until the game is over, or input ends, or Ctrl-C."""
        self.say("play.welcome", game=self.match.game.title)
        self.keep()
        try:
            self.tell(self.teller.event_sentences(self.match.dealt(YOU)))
            while (seat := self.match.turn) is not None:
                if seat in self.bots:
                    self.bot_plays(seat)
                else:
                    self.person_plays(seat)
            for seat, bot in self.bots.items():
                bot.listen(self.match, seat)
            self.end()
        except (EOFError, KeyboardInterrupt):
            printed(self.console, Text(""))
            self.say("play.broken_off")
        self.say("play.record")
        printed(self.console, Text(str(self.record)))  # in one piece, so that it can be copied

    def say(self, key: str, **facts: object) -> None:
        """A sentence of the catalogue."""
        paragraph(self.console, self.words(key, **facts))

    def keep(self) -> None:
        """Write the record so far; a stroke of bad luck in between loses nothing."""
        draft = self.record.with_name(f".{self.record.name}.draft")
        draft.write_text(self.match.record(secret=True), encoding="utf-8")
        os.replace(draft, self.record)

    # -- moves ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Tell the bots that the game begins; again, if a move was taken back that they may have heard."""
        of, seats, options = self.match.game.spec, self.match.seats, self.match.options
        for seat, bot in self.bots.items():
            bot.begin(of, seats, seat, options, bot.seed)

    def bot_plays(self, seat: int) -> None:
        """A bot decides by what its seat may know."""
        bot = self.bots[seat]
        bot.listen(self.match, seat)
        move = bot.policy.choose(self.match.state.side(seat))
        self.made(self.match.game.spec.text(int(move)), seat)

    def person_plays(self, seat: int) -> None:
        """Show the table and ask until something has changed."""
        self.flush()
        draw_view(self.console, self.words, self.match.view(seat), self.names)
        self.list_moves(seat, brief=True)
        before = len(self.match.history)
        while len(self.match.history) == before:
            typed = self.ask(self.words("play.prompt")).strip()
            if typed and not self.granted(typed, seat):
                self.typed(typed, seat)

    def typed(self, typed: str, seat: int) -> None:
        """Make the moves that a line names, or say why not."""
        plan = planned(self.match, seat, typed, self.names, self.words)
        if plan.problem:
            paragraph(self.console, plan.problem)
        for move in plan.moves:
            self.made(move, seat)
        if plan.left:
            self.flush()
            self.say("typed.left", typed=shortened(plan.left))

    def made(self, move: str, seat: int) -> None:
        """Make a move, keep the record, and tell what could be heard and seen."""
        self.match.play(move, seat)
        self.keep()
        for heard in self.match.since(YOU, self.heard):
            self.listen(heard)
        self.heard = len(self.match.history)

    def list_moves(self, seat: int, brief: bool) -> None:
        """The legal moves; unasked not all of them, where they are many."""
        moves, view = self.match.moves(seat), self.match.view(seat)
        if brief and len(moves) > TOO_MANY:
            self.say("play.many", count=len(moves), moves=usual_word("wish", "moves", self.words))
        else:
            draw_moves(self.console, self.words, self.match.game.spec, moves, self.names, view, brief)

    # -- telling ----------------------------------------------------------------------------------

    def listen(self, heard: Heard) -> None:
        """Tell a move and what came of it; a round's score pad comes before the next deal."""
        if heard.by != self.told_of:
            self.flush()
            self.told_of = heard.by
        ended = [place for place, event in enumerate(heard.events, start=1) if event["kind"] == "round"]
        until = ended[-1] if ended else len(heard.events)
        self.telling += self.teller.sentences(replace(heard, events=heard.events[:until]))
        if ended:
            self.flush()
            self.rounds += [event for event in heard.events if event["kind"] == "round"]
            self.scores()
        self.tell(self.teller.event_sentences([e for e in heard.events[until:] if e["kind"] != "game"]))
        self.ending += [event for event in heard.events if event["kind"] == "game"]

    def tell(self, sentences: Sequence[str]) -> None:
        """Sentences that belong to the turn that is being told."""
        self.telling += sentences

    def flush(self) -> None:
        """Print what has been told of one turn."""
        if self.telling:
            paragraph(self.console, " ".join(self.telling))
        self.telling = []

    def scores(self) -> None:
        """The score pad, or what a game says instead."""
        of = self.match.game.spec
        if standing := of.drawing().standing(self.match.scores(), self.words):
            paragraph(self.console, standing)
        else:
            draw_scores(self.console, self.words, of.results, self.rounds, self.names)

    def end(self) -> None:
        """Who won."""
        self.flush()
        if self.match.seats == 1:
            draw_view(self.console, self.words, self.match.view(YOU), self.names)
        self.tell(self.teller.event_sentences(self.ending))
        self.flush()

    # -- other wishes -----------------------------------------------------------------------------

    def granted(self, typed: str, seat: int) -> bool:
        """Whether something else than a move was asked for, and done."""
        asked, about = wish(typed, self.words)
        if asked in self.match.moves(seat) and not typed.startswith("?"):
            return False  # in a game that has a move of that name, the move goes before the wish
        if asked == "quit":
            raise EOFError
        wishes: dict[str, Callable[[], None]] = {
            "help": lambda: self.explain(typed, seat),
            "moves": lambda: self.list_moves(seat, brief=False),
            "table": lambda: draw_view(self.console, self.words, self.match.view(seat), self.names),
            "scores": self.scores,
            "rules": lambda: draw_rules(self.console, self.words, self.match.game.spec, about.upper()),
            "hint": lambda: self.lines(advice(self.match, seat, self.names, self.words)),
            "undo": lambda: self.undo(seat),
        }
        if asked in wishes:
            wishes[asked]()
        return asked in wishes

    def lines(self, sentences: Sequence[str]) -> None:
        """Sentences, each on a line of its own."""
        for sentence in sentences:
            paragraph(self.console, sentence)

    def explain(self, typed: str, seat: int) -> None:
        """What can be typed; where `help` is also the name of a move, why it cannot be made now."""
        mistake = self.match.mistake("help", seat)
        if mistake is not None and mistake.kind != "unknown" and not typed.startswith("?"):
            paragraph(self.console, mistake.text(self.words.lang))
        self.lines(explanation(self.match, seat, self.names, self.words))

    def undo(self, seat: int) -> None:
        """Take the last move back, if nothing has come of it yet; the record follows."""
        if not self.match.can_undo(seat):
            made = any(each.by == seat for each in self.match.history)
            self.say("play.cannot_undo" if made else "play.nothing_to_undo")
            return
        self.match.undo(seat)
        self.begin()
        self.heard = len(self.match.history)
        self.keep()
        self.say("play.undone")


def rules_text(of: Spec, lang: str, number: str = "") -> Iterator[str]:
    """A game's rules line by line, after what it is about, or only the rule with this number."""
    page = of.sheet(lang)
    width = max(map(len, page.rules))
    if not number:
        yield page.aim
        yield f"\n{page.example}"
    for section in page.sections:
        if not number:
            yield f"\n{section.heading}"
        for rule, text in section.rules.items():
            if rule_number(number) in ("", rule):
                yield f"  {rule:>{width}}  {text}"


def sit_down(
    match: Match,
    bots: Sequence[Entrant],
    words: Words,
    console: Console,
    record: Path,
    ask: Callable[[str], str],
    name: str | None = None,
) -> Table:
    """The person at seat 0, bots at all others; the record has the person's name, the screen says 'you'."""
    words = match.game.spec.words(words.lang)
    you = words("play.you")
    called = you if name is None else clean_name(name)
    others = [each for each in words("play.names").split() if each.casefold() != called.casefold()]
    names = [you, *others[: match.seats - 1]]
    match.names = [called, *names[1:]]
    # The bots' luck must not be the dealer's, or they could foresee it.
    lots = [int.from_bytes(os.urandom(7), "big") for _ in bots]
    seated = dict(enumerate(players(bots, lots), start=1))
    teller = match.game.spec.teller(words.lang, names, YOU)
    table = Table(match, seated, names, words, console, record, ask, teller)
    table.begin()
    return table
