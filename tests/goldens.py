"""Golden playthroughs and perft counts: how they are made, for the tests and for making them anew."""

from __future__ import annotations

from pathlib import Path

from reihum.core.contract import OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.spec import Json, Spec
from reihum.games import spec
from reihum.match import Game
from tests.games import Walk

FOLDER = Path(__file__).parent / "data" / "goldens"
PERFT = Path(__file__).parent / "data" / "perft"


def golden_name(slug: str, players: int) -> str:
    """The file of one game with so many players."""
    return f"{slug}-{players}.txt"


def golden_text(slug: str, players: int) -> str:
    """A whole game, played by good sense with some chance in it, as a record."""
    match = Game(spec(slug)).new(players, seed=20_000 + players)
    match.date = None  # the oldest records have none
    walk = Walk(match.game.spec, players, 30_000 + players, wildness=8)
    walk.state, walk.dealer = match.state, match.dealer
    while not match.over:
        seat = walk.seat()
        match.play(match.game.spec.text(walk.move(seat)), seat)
    return match.record()


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
