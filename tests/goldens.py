"""Golden playthroughs and perft counts: how they are made, for the tests and for making new ones."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from reihum.core.contract import OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.record import parse_record
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.match import Game, Match
from tests.games import SIZES, Walk
from tests.happenings import happened

FOLDER = Path(__file__).parent / "data" / "goldens"
PERFT = Path(__file__).parent / "data" / "perft"
LEFT: Final = 4  # cards in a stock that is soon used up
SOON: Final = 12  # moves after which it is made so short


class Golden(NamedTuple):
    """A golden game: how it is played, and what must happen in it."""

    slug: str
    players: int
    name: str = ""  # of one that was looked for because something rare happens in it
    happens: tuple[str, ...] = ()  # see happenings.py
    wildness: int = 8  # one of so many moves is made at random
    options: tuple[str, ...] = ()
    short: bool = False  # set up with a stock that is soon used up

    def path(self) -> Path:
        """Its file."""
        words = filter(None, (self.slug, str(self.players), self.name))
        return FOLDER / f"{'-'.join(words)}.txt"

    def play_again(self) -> Match:
        """The game in its file, played again from its beginning."""
        record = parse_record(self.path().read_text("utf-8"))
        seed, of = record.number("Seed"), Game(spec(self.slug))
        if not self.short:
            return self.play(seed)
        return self._whole(of.from_position(json.loads(record.header("Position")), seed), seed)

    def play(self, seed: int) -> Match:
        """The whole game, played by good sense with some chance in it."""
        of = Game(spec(self.slug))
        match = of.start(self.players, seed, dict.fromkeys(self.options, True))
        if self.short:
            self._on(match, seed, SOON)
            match = of.from_position(with_a_short_stock(match.position()), seed)
        return self._whole(match, seed)

    def _whole(self, match: Match, seed: int) -> Match:
        """All of a game that has just begun."""
        match.date = None  # the oldest records have none
        self._on(match, seed)
        return match

    def _on(self, match: Match, seed: int, moves: int = 1_000_000) -> None:
        """So many moves, or all."""
        walk = Walk(match.game.spec, self.players, seed + 10_000, wildness=self.wildness)
        walk.state, walk.dealer = match.state, match.dealer
        walk.policy = (match.game.spec.first_policy or match.game.spec.policy)()  # which does not change
        while not match.over and len(match.history) < moves:
            seat = walk.seat()
            match.play(match.game.spec.text(walk.move(seat)), seat)

    def find(self) -> str:
        """Its record, from the first seed with which everything happens that should."""
        games = map(self.play, count(20_000 + self.players))
        return next(match.record() for match in games if {*self.happens} <= happened(match))


def with_a_short_stock(position: Json) -> Json:
    """A position in which most cards of the stock lie at the bottom of the other pile."""
    other = "discard" if "discard" in position else "pile"
    stock = position["stock"]
    return {**position, "stock": stock[:LEFT], other: [*stock[LEFT:], *position[other]]}


def all_goldens() -> list[Golden]:
    """One for every game and number of players, and those in which something rare happens."""
    rare = [golden for slug in SLUGS for golden in import_module(f"tests.{spec(slug).package}.rare").GOLDENS]
    return [*(Golden(slug, players) for slug, players in SIZES), *rare]


def set_up(position: Json) -> tuple[State, Spec]:
    """The state of a fixed position."""
    of = spec(position["game"])
    return of.from_position(position, Seeded(1)), of


def perft(of: Spec, state: State, depth: int) -> int:
    """How many lines of play there are to this depth; chance always falls the same way."""
    if depth == 0 or state.turn() == OVER:
        return 1
    seat, total = int(state.turn()), 0
    for move in legal(state, seat):
        after = state.copy()
        after.play(seat, move, Seeded(depth))
        total += perft(of, after, depth - 1)
    return total
