"""The plain terminal game: one loop for all games, for any terminal and for pipes.

It shows the view of the seat at the keyboard and the narrator's sentences about what that seat hears, and
takes moves as people type them. It knows no more of the game than that seat does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from reihum.bots import LEVELS, Entrant, Player, players
from reihum.core.errors import short_quote
from reihum.core.names import clean_name
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Heard, Match
from reihum.terminal.advice import explanation
from reihum.terminal.chain import plan_line
from reihum.terminal.draw import draw_moves, draw_rules, draw_scores, draw_view
from reihum.terminal.hinting import Hinting
from reihum.terminal.layout import print_line, print_paragraph
from reihum.terminal.wishes import parse_wish
from reihum.words import Words
from reihum.words.sheets import rule_number
from reihum.words.teller import Teller
from reihum.words.vocabulary import usual_word

YOU: Final = 0  # the seat at the keyboard
MOST_LISTED: Final = 60  # more moves than this are listed only on request


@dataclass
class TerminalGame:
    """One game between the person at the keyboard and bots."""

    match: Match
    bots: dict[int, Player]
    names: list[str]  # as shown on the screen, where the person is 'you'
    words: Words
    console: Console
    record: Path
    ask: Callable[[str], str]
    teller: Teller
    moves_told: int = 0
    telling: list[str] = field(default_factory=list)  # sentences about one player's turn, not printed yet
    told_of: int | None = None  # that player
    rounds: list[Json] = field(default_factory=list)
    hinting: Hinting = field(default_factory=Hinting)
    ending: list[Json] = field(default_factory=list)  # the events of how the whole game ended

    def play(self) -> None:
        """Play until the game is over, the input ends, or Ctrl-C is pressed."""
        self.say("play.welcome", game=self.match.game.title)
        if self.bots:
            self.say("play.others", players=", ".join(self.names_of_bots()))
        self.save_record()
        try:
            self.tell(self.teller.event_sentences(self.match.dealt(YOU)))
            while (seat := self.match.turn) is not None:
                if seat in self.bots:
                    self.bot_plays(seat)
                else:
                    self.person_plays(seat)
            for seat, bot in self.bots.items():
                bot.listen(self.match, seat)
            self.show_end()
        except (EOFError, KeyboardInterrupt):
            print_line(self.console, Text(""))
            self.say("play.broken_off")
        self.say("play.record")
        print_line(self.console, Text(str(self.record)))  # in one piece, so that it can be copied

    def say(self, key: str, **facts: object) -> None:
        """Print a sentence of the catalogue."""
        print_paragraph(self.console, self.words(key, **facts))

    def names_of_bots(self) -> list[str]:
        """Who the bots are: 'Ada (level 5, Master)', or the name of a program."""
        return [f"{self.names[seat]} ({level_text(bot.name, self.words)})" for seat, bot in self.bots.items()]

    def save_record(self) -> None:
        """Write the record so far; being interrupted loses nothing."""
        draft = self.record.with_name(f".{self.record.name}.draft")
        draft.write_text(self.match.record(secret=True), encoding="utf-8")
        os.replace(draft, self.record)

    # -- moves ------------------------------------------------------------------------------------

    def begin_bots(self) -> None:
        """Tell the bots that the game begins, or begins again after a move was taken back."""
        of, seats, options = self.match.game.spec, self.match.seats, self.match.options
        for seat, bot in self.bots.items():
            bot.begin(of, seats, seat, options, bot.seed)

    def bot_plays(self, seat: int) -> None:
        """Let a bot decide, by what its seat may know."""
        bot = self.bots[seat]
        bot.listen(self.match, seat)
        move = bot.policy.choose(self.match.state.side(seat))
        self.make_move(self.match.game.spec.text(int(move)), seat)

    def person_plays(self, seat: int) -> None:
        """Show the table and ask until something has changed."""
        self.flush()
        draw_view(self.console, self.words, self.match.view(seat), self.names)
        self.list_moves(seat, brief=True)
        before = len(self.match.history)
        while len(self.match.history) == before:
            typed = self.ask(self.words("play.prompt")).strip()
            if typed and not self.grant_wish(typed, seat):
                self.play_line(typed, seat)

    def play_line(self, typed: str, seat: int) -> None:
        """Make the moves that a line names, or say why not."""
        plan = plan_line(self.match, seat, typed, self.names, self.words)
        if plan.problem:
            print_paragraph(self.console, plan.problem)
        for move in plan.moves:
            self.make_move(move, seat)
        if plan.left:
            self.flush()
            self.say("typed.left", typed=short_quote(plan.left))

    def make_move(self, move: str, seat: int) -> None:
        """Make a move, save the record, and tell what the person heard of it."""
        self.match.play(move, seat)
        self.save_record()
        for heard in self.match.since(YOU, self.moves_told):
            self.tell_move(heard)
        self.moves_told = len(self.match.history)

    def list_moves(self, seat: int, brief: bool) -> None:
        """Print the legal moves; in brief, only how many there are if the list would be long."""
        moves, view = self.match.moves(seat), self.match.view(seat)
        if brief and len(moves) > MOST_LISTED:
            self.say("play.many", count=len(moves), moves=usual_word("wish", "moves", self.words))
        else:
            draw_moves(self.console, self.words, self.match.game.spec, moves, self.names, view, brief)

    # -- telling ----------------------------------------------------------------------------------

    def tell_move(self, heard: Heard) -> None:
        """Tell a move and what followed; the score pad of a round comes before the next deal."""
        if heard.by != self.told_of:
            self.flush()
            self.told_of = heard.by
        ended = [place for place, event in enumerate(heard.events, start=1) if event["kind"] == "round"]
        until = ended[-1] if ended else len(heard.events)
        self.telling += self.teller.sentences(replace(heard, events=heard.events[:until]))
        if ended:
            self.flush()
            self.rounds += [event for event in heard.events if event["kind"] == "round"]
            self.show_scores()
        self.tell(self.teller.event_sentences([e for e in heard.events[until:] if e["kind"] != "game"]))
        self.ending += [event for event in heard.events if event["kind"] == "game"]

    def tell(self, sentences: Sequence[str]) -> None:
        """Add sentences to the turn that is being told."""
        self.telling += sentences

    def flush(self) -> None:
        """Print what has been told of one turn."""
        if self.telling:
            print_paragraph(self.console, " ".join(self.telling))
        self.telling = []

    def show_scores(self) -> None:
        """Print the score pad, or what the game has instead."""
        of = self.match.game.spec
        if standing := of.drawing().standing(self.match.scores(), self.words):
            print_paragraph(self.console, standing)
        else:
            draw_scores(self.console, self.words, of.results, self.rounds, self.names)

    def show_end(self) -> None:
        """Print who won."""
        self.flush()
        if self.match.seats == 1:
            draw_view(self.console, self.words, self.match.view(YOU), self.names)
        self.tell(self.teller.event_sentences(self.ending))
        self.flush()

    # -- other wishes -----------------------------------------------------------------------------

    def grant_wish(self, typed: str, seat: int) -> bool:
        """Do what was typed if it is not a move but a wish such as `rules`; return whether it was one."""
        asked, about = parse_wish(typed, self.words)
        if asked in self.match.moves(seat) and not typed.startswith("?"):
            return False  # a move of the same name comes first
        if asked == "quit":
            raise EOFError
        wishes: dict[str, Callable[[], None]] = {
            "help": lambda: self.explain(typed, seat),
            "moves": lambda: self.list_moves(seat, brief=False),
            "table": lambda: draw_view(self.console, self.words, self.match.view(seat), self.names),
            "scores": self.show_scores,
            "rules": lambda: draw_rules(self.console, self.words, self.match.game.spec, about.upper()),
            "hint": lambda: self.print_lines(self.hinting.answer(self.match, seat, self.names, self.words)),
            "undo": lambda: self.undo(seat),
        }
        if asked in wishes:
            wishes[asked]()
        return asked in wishes

    def print_sentences(self, sentences: Sequence[str]) -> None:
        """Print sentences, each on a line of its own."""
        for sentence in sentences:
            print_paragraph(self.console, sentence)

    def print_lines(self, lines: Sequence[str]) -> None:
        """Print lines as they are laid out; sentences are broken where a line ends."""
        for line in lines:
            if line.startswith(" "):
                print_line(self.console, Text(line))
            else:
                print_paragraph(self.console, line)

    def explain(self, typed: str, seat: int) -> None:
        """Print what can be typed; in a game with a move `help`, also why it cannot be made now."""
        mistake = self.match.mistake("help", seat)
        if mistake is not None and mistake.kind != "unknown" and not typed.startswith("?"):
            print_paragraph(self.console, mistake.text(self.words.lang))
        self.print_sentences(explanation(self.match, seat, self.names, self.words))

    def undo(self, seat: int) -> None:
        """Take the last move back if nothing has come of it yet, and save the record."""
        if not self.match.can_undo(seat):
            made = any(each.by == seat for each in self.match.history)
            self.say("play.cannot_undo" if made else "play.nothing_to_undo")
            return
        self.match.undo(seat)
        self.begin_bots()
        self.moves_told = len(self.match.history)
        self.save_record()
        self.say("play.undone")


def level_text(bot: str, say: Words) -> str:
    """A bot's level in words; bots without one have only their name."""
    if bot not in LEVELS:
        return bot
    return say("level.about", number=LEVELS.index(bot) + 1, name=say(f"level.{bot}.name"))


def rules_text(of: Spec, lang: str, number: str = "") -> Iterator[str]:
    """A game's rules line by line, after its aim, or only the rule with this number."""
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


def set_up_game(
    match: Match,
    bots: Sequence[Entrant],
    words: Words,
    console: Console,
    record: Path,
    ask: Callable[[str], str],
    name: str | None = None,
) -> TerminalGame:
    """A game with the person in seat 0 and bots in all others; `name` is the person's in the record."""
    words = match.game.spec.words(words.lang)
    you = words("play.you")
    called = you if name is None else clean_name(name)
    others = [each for each in words("play.names").split() if each.casefold() != called.casefold()]
    names = [you, *others[: match.seats - 1]]
    match.names = [called, *names[1:]]
    # The bots must not share the dealer's seed, or they could predict the cards.
    seeds = [int.from_bytes(os.urandom(7), "big") for _ in bots]
    seated = dict(enumerate(players(bots, seeds), start=1))
    teller = match.game.spec.teller(words.lang, names, YOU)
    game = TerminalGame(match, seated, names, words, console, record, ask, teller)
    game.begin_bots()
    return game
