"""Worlds of YoYo: what a seat knows stays as it is, everything else is dealt anew."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.spec import Json
from reihum.games.yoyo import SPEC
from tests.tools import play
from tests.yoyo.test_rules import at, with_stock

DEALS = 40


def worlds(match: reihum.Match, seat: int) -> list[Json]:
    """Positions of many worlds of a seat; in each the seat's view is the same."""
    found = []
    for seed in range(DEALS):
        world = match.state.world(seat, Seeded(seed))
        assert SPEC.view(world, seat) == SPEC.view(match.state, seat)
        found.append(SPEC.position(world))
    return found


def test_a_card_passed_on_is_in_the_same_hand_in_every_world_of_its_giver() -> None:
    match = at("b8", "y13 b15 r2", "b1 r7", "b12 r9")
    play(match, "y13", "slide b15", "slide b1", "slide b12")
    assert all("b15" in world["hands"][1] for world in worlds(match, 0))
    assert not all("b15" in world["hands"][1] for world in worlds(match, 2))
    assert len({tuple(world["hands"][2]) for world in worlds(match, 0)}) > 1


@pytest.mark.parametrize("stock", ["r9 b12", "b12 r9"])
def test_a_drawn_card_fits_or_not_in_every_world_as_everybody_has_seen(stock: str) -> None:
    match = with_stock(stock, "b8", "b3", "b10")
    match.play("draw")
    fits = match.position()["phase"] == "drawn"
    seen = set()
    for world in worlds(match, 1):
        kinds = match.view(1)["one_of"][0]
        assert set(world["hands"][0]) & set(kinds)
        if fits:
            assert world["drawn"] in world["hands"][0]
            assert world["drawn"] in kinds
        seen.add(tuple(world["hands"][0]))
    assert len(seen) > 1


def test_a_series_can_go_on_in_every_world() -> None:
    match = at("b8", "b10 b11 r1", "b20")
    match.play("b10")
    assert all({"b11", "y11"} & set(world["hands"][0]) for world in worlds(match, 1))


def test_after_the_reshuffle_the_stock_is_what_everybody_saw_go_there() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1 b19", "b10 b19", "r20 r5 r6")
    match.play("draw")
    stock: Counter[str] = Counter(match.position()["stock"])
    for seat in (NOBODY, 0, 1, 2):
        dealt = worlds(match, seat)
        assert all(Counter(world["stock"]) == stock for world in dealt)
        assert len({tuple(world["stock"]) for world in dealt}) > 1


def test_cards_chosen_for_the_left_neighbour_are_dealt_anew_too() -> None:
    match = at("b8", "y13 b15 r2", "b1 r7", "b12 r9")
    match.play("y13")
    match.play("slide r7", seat=1)
    slid = [world["slid"][1] for world in worlds(match, 0)]
    assert all(card is not None for card in slid)
    assert len(set(slid)) > 1
