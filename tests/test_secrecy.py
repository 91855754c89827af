"""Nothing that a seat may not know leaves the rules, whether by views, legal moves or refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reihum.core.contract import NOBODY, State
from reihum.core.types import View
from reihum.games import spec
from tests.games import SIZES, SOAK, Walk
from tests.lockstep import Leak, Look, lockstep

GAMES = 200 if SOAK else 6


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_two_games_that_a_seat_cannot_tell_apart_stay_alike(slug: str, players: int) -> None:
    compared = 0
    for seed in range(GAMES):
        for seat in [NOBODY, *range(players)]:
            walk = Walk(spec(slug), players, seed * 64 + seat + 1).on(seed % 12 * 3)
            compared += lockstep(walk, seat, 120)
    assert compared > 25 * GAMES


def leak(name: str, secret: Callable[[Any], object]) -> Callable[[Look], Look]:
    """A view that reveals one thing too many."""

    def planted(view: Look) -> Look:
        def leaky(state: State, seat: int) -> View:
            return {**view(state, seat), name: secret(state)}

        return leaky

    return planted


LEAKS: list[tuple[str, int, str, Callable[[Any], object]]] = [
    ("23", 3, "the sum of all unused cards", lambda state: state.unused),
    ("23", 2, "whether the next hand can play", lambda state: state.can_lay((max(state.current, 0) + 1) % 2)),
    ("23", 4, "the lowest card that seat 0 put away", lambda state: state.away[0] & -state.away[0]),
    ("help", 3, "the top of the draw pile", lambda state: state.stock[state.in_stock - 1]),
    ("help", 4, "whether seat 0 holds a Joker", lambda state: (state.hands[0] >> 44) & 15 > 0),
    ("yoyo", 3, "the top of the draw pile", lambda state: state.stock[state.in_stock - 1]),
    ("yoyo", 4, "what seat 0 slides", lambda state: state.slid[0]),
    ("koenigs-romme", 2, "the top of the draw pile", lambda state: state.stock[state.in_stock - 1]),
    ("koenigs-romme", 3, "the jokers of seat 0", lambda state: state.hands[5]),
]


@pytest.mark.parametrize(("slug", "players", "name", "secret"), LEAKS)
def test_a_planted_leak_is_caught(
    slug: str, players: int, name: str, secret: Callable[[Any], object]
) -> None:
    leaky = leak(name, secret)(spec(slug).view)
    with pytest.raises(Leak):
        follow_all(slug, players, leaky)


def follow_all(slug: str, players: int, look: Look) -> None:
    """Every seat follows thirty games."""
    for seed in range(30):
        for seat in range(players):
            lockstep(Walk(spec(slug), players, seed * 64 + seat + 1), seat, 120, look)
