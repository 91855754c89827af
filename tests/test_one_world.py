"""A world depends on nothing hidden: two truths that a seat cannot tell apart give it the same worlds.

From a state, another world is dealt as one seat sees it. To that seat both are the same game, so with the
same seed, the worlds dealt from either must be the same, and must continue the same.
"""

from __future__ import annotations

import pytest

from reihum.core.contract import NOBODY, OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.types import View
from reihum.games import spec
from reihum.games.spec import Spec
from tests.games import SIZES, SOAK, Walk
from tests.test_contract import everything

GAMES = 40 if SOAK else 3
STEPS = 400 if SOAK else 150
APART = 1 if SOAK else 5  # of so many states one is looked at
ONWARD = 12  # moves by which both worlds are followed


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_two_truths_that_a_seat_cannot_tell_apart_deal_it_the_same_world(slug: str, players: int) -> None:
    of = spec(slug)
    compared = 0
    for seed in range(GAMES):
        walk = Walk(of, players, 7_000 + seed, wildness=1 + seed)
        for number, state in enumerate(walk.steps(STEPS)):
            if number % APART == 0:
                seat = (number // APART + seed) % (players + 1) - 1
                compare(of, state, seat, number)
                compared += 1
    assert compared > 10


def compare(of: Spec, truth: State, seat: int, number: int) -> None:
    """Check that a truth, and another one that looks the same to a seat, give it the same worlds."""
    other = truth.world(seat, Seeded(number))
    for seed in (number + 1, number + 2):
        one, two = truth.world(seat, Seeded(seed)), other.world(seat, Seeded(seed))
        assert everything(of, one) == everything(of, two), (of.slug, seat, number)
        assert follow(of, one, seed) == follow(of, two, seed), (of.slug, seat, number)


def follow(of: Spec, state: State, seed: int) -> list[list[View]]:
    """Everything that can be seen during some random moves from here on."""
    chance, dealer = Seeded(seed), Seeded(seed + 1)
    seen: list[list[View]] = []
    for _ in range(ONWARD):
        if state.turn() == OVER:
            break
        moves = legal(state, state.turn())
        state.play(state.turn(), moves[chance.below(len(moves))], dealer)
        seen.append(everything(of, state))
    return seen


def test_a_world_that_keeps_something_hidden_is_noticed() -> None:
    """The order of the stock is hidden, so a world may not begin with it."""

    class Peeking:
        """A state whose worlds are its copies."""

        def __init__(self, state: State) -> None:
            self.state = state

        def world(self, seat: int, dealer: Seeded) -> State:
            """A copy, in which nothing is dealt again."""
            return self.state.world(seat, dealer) if dealer.bits == Seeded(3).bits else self.state.copy()

    walk = Walk(spec("yoyo"), 3, 5).on(4)
    with pytest.raises(AssertionError):
        compare(spec("yoyo"), Peeking(walk.state), NOBODY, 3)  # type: ignore[arg-type]
