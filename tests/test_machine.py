"""The lower level for programs: its names, and the functions that trust nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reihum
from reihum import machine
from reihum.machine import OVER, Seeded, State, attempt, legal, owing, play, spec, spec_of
from tests.games import SIZES, Walk, thorough, walks


def test_all_that_is_promised_is_there() -> None:
    promised = (
        "State Dealer Seeded Scripted Outside Sealed buffer spec OVER NOBODY UNHEARD EVERYBODY NO_CARD "
        "Random playout play_out legal owing Refusal Event"
    )
    assert {*promised.split()} <= {*machine.__all__}
    assert all(hasattr(machine, name) for name in machine.__all__)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_state_knows_its_game(slug: str, players: int) -> None:
    assert spec_of(spec(slug).start(players, dict(spec(slug).options), Seeded(1))) is spec(slug)


@thorough
@given(walks(), st.integers(0, 2**61))
def test_a_checked_move_is_made_exactly_if_it_is_legal(walk: Walk, chance: int) -> None:
    state, of = walk.state, walk.spec
    for seat in range(state.seats):
        for move in [chance % of.actions(int(state.seats)), *legal(state, seat)[:3]]:
            before, trusting = state.copy(), state.copy()
            checked, dealer, other = state.copy(), Seeded(chance), Seeded(chance)
            mistake = attempt(checked, seat, move, dealer)
            assert (mistake is None) == (move in legal(state, seat))
            if mistake is None:
                trusting.play(seat, move, other)
            else:
                assert mistake.text("en")
            assert (checked, dealer) == (trusting, other)
            assert state == before


def at_nine() -> State:
    position = {"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}
    return spec("23").from_position(position, Seeded(1))


@pytest.mark.parametrize("move", [-1, -5, 384, 10**30, True, None, "8", 8.0])
def test_what_is_no_move_is_not_understood(move: Any) -> None:
    state = at_nine()
    mistake = attempt(state, 0, move, Seeded(1))
    assert mistake is not None
    assert mistake.kind == "unknown"
    with pytest.raises(reihum.NotUnderstood, match="is not a move in 23"):
        play(state, 0, move, Seeded(1))
    assert state == at_nine()


def test_checked_play_says_what_a_match_says() -> None:
    of, state, match = spec("23"), at_nine(), reihum.game("23")
    same = match.from_position(of.position(state), seed=1)
    for seat, text in [(0, "8"), (1, "9"), (0, "22"), (0, "put 8")]:
        assert attempt(state, seat, of.parse(text), Seeded(1)) == same.mistake(text, seat)
        with pytest.raises(reihum.ReihumError) as caught:
            play(state, seat, of.parse(text), Seeded(1))
        with pytest.raises(type(caught.value)) as expected:
            same.play(text, seat)
        assert str(caught.value) == str(expected.value)
    assert state == at_nine()
    play(state, 0, of.parse("20"), Seeded(1))
    assert of.position(state)["pile"] == [1, 9, 20]


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None])
def test_a_seat_that_is_not_there_is_a_sentence(seat: Any) -> None:
    state = at_nine()
    for do in (attempt, play):
        with pytest.raises(reihum.ReihumError, match=r"^There is no seat .*; seats are 0 to 1\.$"):
            do(state, seat, 0, Seeded(1))
    assert state == at_nine()


def test_after_the_end_nothing_is_played() -> None:
    state = at_nine()
    machine.playout(state, Seeded(1))
    assert (state.turn(), owing(state)) == (OVER, [])
    mistake = attempt(state, 0, 0, Seeded(1))
    assert mistake is not None
    assert mistake.kind == "over"


class Number:
    """An int from another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_ints_of_other_libraries_are_moves() -> None:
    state: State = at_nine()
    move: Any = Number(spec("23").parse("20"))
    assert attempt(state, 0, move, Seeded(1)) is None
