"""Alone in the round: what the last seat lays costs as little as trying everything finds."""

from __future__ import annotations

import pytest

from reihum.bots import make_policy
from reihum.core.contract import OVER, State, buffer, legal
from reihum.core.dealer import Seeded
from reihum.games import spec
from reihum.games.twentythree.cards import LEAVE, PASS
from reihum.games.twentythree.endgame import KEPT_CHIP, Endgame, is_alone
from reihum.games.twentythree.rules import TwentyThree
from tests.games import Walk

OF = spec("23")
FEW = 7  # cards, so that everything can be tried


def lone_seats(by_five: bool, wanted: int) -> list[TwentyThree]:
    """States in which only one seat is still in the round and has some cards."""
    found: list[TwentyThree] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        walk = Walk(OF, 2, seed, wildness=4)
        while walk.state.turn() != OVER:
            state, seat = walk.state, walk.state.turn()
            assert isinstance(state, TwentyThree)
            if state.by_five != by_five:
                break
            if is_alone(state.side(seat)) and 2 < state.held[seat] <= FEW and state.chips[seat]:
                found.append(state)
                break
            walk.step()
    return found


def least(state: State, seat: int, found: dict[str, int]) -> int:
    """The least cost after the round, by trying every move but a pass."""
    assert isinstance(state, TwentyThree)
    key = repr((state.hands[seat], state.top, state.chips[seat], state.fines[seat]))
    if key not in found:
        found[key] = min(after(state, seat, move, found) for move in legal(state, seat) if move != PASS)
    return found[key]


def after(state: TwentyThree, seat: int, move: int, found: dict[str, int]) -> int:
    """The same after a move."""
    twin = state.copy()
    twin.play(seat, move, Seeded(1))
    if twin.turn() == OVER:
        return 100 * twin.scores()[seat]
    if twin.round != state.round:
        return int(100 * twin.fines[seat] - KEPT_CHIP * twin.chips[seat])
    return least(twin, seat, found)


@pytest.mark.parametrize("by_five", [False, True])
def test_alone_the_cheapest_way_is_found(by_five: bool) -> None:
    endgame = Endgame()
    begun = set()
    for state in lone_seats(by_five, 25):
        seat = int(state.turn())
        move = int(endgame.choose(state.side(seat)))
        tried: dict[str, int] = {}
        assert endgame.least == least(state, seat, tried), OF.position(state)
        assert after(state, seat, move, tried) == endgame.least
        begun.add(move == LEAVE)
    assert False in begun


def test_T16_in_the_second_round_bonus_chips_count_two() -> None:
    """3 on a 9: with two bonus chips the seat goes out, and has none of its three penalty chips left."""
    endgame = Endgame()
    assert OF.text(int(endgame.solve(1 << 6, 9, 2, 3, 2, False))) == "3+2"
    assert endgame.least == 0


def test_T13_it_leaves_if_that_is_cheaper() -> None:
    assert endgame_text([2, 3], top=23, chips=0) == "leave"
    assert endgame_text([20, 23], top=3, chips=0) == "leave"
    assert endgame_text([4, 5], top=3, chips=0) == "4"


def endgame_text(hand: list[int], top: int, chips: int) -> str:
    """How the cheapest way begins, in the second round with ten penalty chips."""
    packed = sum(1 << 2 * card for card in hand)
    return OF.text(int(Endgame().solve(packed, top, chips, 10, 2, False)))


@pytest.mark.parametrize("name", ["policy", "master", "novice"])
def test_all_who_have_learned_anything_play_it(name: str) -> None:
    assert OF.observer is not None
    observer, into = OF.observer(), buffer()
    for state in lone_seats(False, 3):
        side = state.side(state.turn())
        best = OF.text(int(Endgame().choose(side)))
        assert OF.text(int(make_policy(name, OF, 1).choose(side))) == best
        assert observer.candidates(side, into) == 1
