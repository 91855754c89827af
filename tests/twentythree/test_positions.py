"""Positions of 23: what may be left out, what is refused, and with which sentence."""

from __future__ import annotations

from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.twentythree import SPEC, position
from reihum.games.twentythree.rules import TwentyThree
from tests.tools import Impossible, all_is_said, each_of, refused_position

GAME = reihum.game("23")
DECK: Final = [1, 2, 2] + [v for v in range(3, 24) for _ in range(3)]
MANY: Final = 10**6  # T1a: there is no limit at the table, but a number in a position needs one
PLAY: Final[Json] = {"hands": [[8, 20], [9]], "pile": [1, 5]}
OVER: Final[Json] = {"hands": [[], []], "pile": [1, 5], "round": 2, "phase": "over"}
LOW: Final = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
HIGH: Final = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 22, 22]
PUT: Final[Json] = {"hands": [LOW, HIGH]}


def given(fields: Json, seed: int = 1) -> Match:
    """A match set up like this."""
    return GAME.from_position(fields, seed=seed)


def without(cards: list[int], *gone: int) -> list[int]:
    """A list without some of its cards."""
    rest = list(cards)
    for v in gone:
        rest.remove(v)
    return rest


def putting(low: list[int], high: list[int]) -> Json:
    """Two seats that have put these cards away so far."""
    return {"hands": [without(LOW, *low), without(HIGH, *high)], "away": [low, high]}


# -- what may be left out, and what is just possible ----------------------------------------------


def test_hands_alone_are_a_new_deal() -> None:
    assert given(PUT).position() == {
        "game": "23",
        "options": {"learning": False, "by_five": False},
        "round": 1,
        "phase": "put",
        "hands": [LOW, HIGH],
        "away": [[], []],
        "unused": without(DECK, *LOW, *HIGH),
        "pile": [],
        "fines": [0, 0],
        "chips": [3, 3],
        "turn": None,
        "forced": False,
        "status": ["in", "in"],
    }


def test_hands_and_a_pile_are_the_turn_of_the_first_seat_with_cards() -> None:
    shown = given({"hands": [[], [8, 20], [9]], "pile": [1, 5]}).position()
    assert (shown["phase"], shown["turn"], shown["forced"]) == ("play", 1, False)
    assert (shown["status"], shown["round"]) == (["out", "in", "in"], 1)
    assert shown["unused"] == without(DECK, 1, 5, 8, 9, 20)


def test_every_field_can_be_given_and_is_kept() -> None:
    whole: Json = {
        "game": "23",
        "options": {"learning": False, "by_five": False},
        "round": 2,
        "phase": "play",
        "hands": [[8, 20], [9], []],
        "away": [[2, 2, 3], [4, 4, 4], [5, 5, 6]],
        "unused": [6, 7],
        "pile": [1, 5],
        "fines": [MANY, 7, 0],
        "chips": [0, 1, 3],
        "turn": 1,
        "forced": True,
        "status": ["in", "in", "left"],
    }
    assert given(whole).position() == whole


def test_T1_a_position_may_name_all_cards_if_nobody_left() -> None:
    whole = {**PLAY, "unused": without(DECK, 1, 5, 8, 9, 20)}
    assert given(whole).position()["unused"] == whole["unused"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_to_4_players(players: int) -> None:
    assert given({"hands": [[8]] * (players - 1) + [[9]], "pile": [1]}).seats == players


def test_T4_three_cards_are_put_away_or_in_a_set_up_none() -> None:
    away = [[2, 2, 3], []]
    assert given({**PLAY, "away": away}).position()["away"] == away
    assert given({**OVER, "away": away}).position()["away"] == away


def test_T4_up_to_three_may_be_put_away_while_somebody_has_not_finished() -> None:
    match = given(putting([2, 3, 4], [5, 6]))
    assert match.owes() == [1]
    match.play("put 7", seat=1)
    assert match.position()["pile"] == [1]


def test_T4a_the_last_of_the_cards_above_may_still_be_named() -> None:
    match = given(putting([], [17]))
    assert match.moves(1) == ["put 22"]
    equal = given({"hands": [LOW, without(HIGH, 17)], "away": [[], [22]]})
    assert equal.moves(1) == ["put 22"]


@pytest.mark.parametrize("learning", [False, True])
def test_T4_and_T5_twelve_cards_are_the_most(learning: bool) -> None:
    twelve = {"hands": [[*range(6, 18)], [9]], "pile": [1, 5], "options": {"learning": learning}}
    assert len(given(twelve).position()["hands"][0]) == 12


def test_T12_who_is_forced_in_a_position_must_lay() -> None:
    assert given({**PLAY, "turn": 0, "forced": True}).moves()[-1] != "leave"
    assert given({**PLAY, "turn": 0}).moves()[-1] == "leave"


def test_T13_a_position_that_lacks_the_cards_of_a_seat_that_left_can_be_dealt_anew() -> None:
    match = given(
        {"hands": [[8, 20], [9], []], "pile": [1, 5], "status": ["in", "in", "left"], "unused": [7]}
    )
    assert isinstance(match.state, TwentyThree)
    for observer in (0, 1, 2, NOBODY):
        world = SPEC.position(match.state.world(observer, Seeded(2)))
        assert [len(hand) for hand in world["hands"]] == [2, 1, 0]
        assert len(world["unused"]) == 1


# -- what cannot be -------------------------------------------------------------------------------

PLAYERS: Final = "23 is for 2 to 4 players; 'hands' must have one list per seat."
OPENING: Final = "The pile begins with the 1, which opens every round."
IN_PLAY: Final = "In phase 'play' the pile is not empty, and the 1 is in no hand."
IN_TURN: Final = "In phase 'play' it is the turn of a seat that is still in the round."
PUTTING: Final = "While cards are put away there is no turn, no force and no pile."
THE_END: Final = "At the end there is no turn and no force, and the round is 2."
MISSING: Final = "Cards are missing: nobody has left the round, so all 66 must be there."
FIFTEEN: Final = "Seat {} must hold 15 cards less up to 3 put away, never the 1."

# what is wrong, the position, the sentence
NO_POSITIONS: Final[Impossible] = [
    ("no hands", {}, "A position of 23 needs 'hands'."),
    ("one player", {"hands": [LOW]}, PLAYERS),
    ("five players", {"hands": [[8], [9], [10], [11], [12]], "pile": [1]}, PLAYERS),
    ("hands that are no list", {"hands": "89"}, "'hands' must be a list."),
    ("a hand that is no list", {"hands": [[8], 9]}, "The hand of seat 1 must be a list."),
    ("another game", {**PLAY, "game": "help"}, "This is not a position of 23."),
    ("an unknown field", {**PLAY, "stock": []}, "A position of 23 has no field 'stock'."),
    (
        "a card 0",
        {**PLAY, "hands": [[8], [0]]},
        "The hand of seat 1: a card must be a whole number from 1 to 23.",
    ),
    ("a card 24", {**PLAY, "pile": [1, 24]}, "'pile': a card must be a whole number from 1 to 23."),
    (
        "a card that is a text",
        {**PLAY, "unused": ["7"]},
        "'unused': a card must be a whole number from 1 to 23.",
    ),
    (
        "a card that is true",
        {**PLAY, "away": [[True], []]},
        "What seat 0 put away: a card must be a whole number from 1 to 23.",
    ),
    ("unused cards that are null", {**PLAY, "unused": None}, "'unused' must be a list."),
    ("options that are no object", {**PLAY, "options": []}, "'options' must be an object."),
    ("an unknown option", {**PLAY, "options": {"long": True}}, "A position of 23 has no field 'long'."),
    ("a learning game or not", {**PLAY, "options": {"learning": 1}}, "'learning' must be true or false."),
    ("T9d: by five or not", {**PLAY, "options": {"by_five": "yes"}}, "'by_five' must be true or false."),
    ("round 0", {**PLAY, "round": 0}, "'round' must be a whole number from 1 to 2."),
    ("round 3", {**PLAY, "round": 3}, "'round' must be a whole number from 1 to 2."),
    ("an unknown phase", {**PLAY, "phase": "lay"}, "'phase' must be one of put, play, over."),
    ("cards put away by one seat", {**PLAY, "away": [[]]}, "'away' must have 2 entries, one per seat."),
    ("fewer than no fines", {**PLAY, "fines": [0, -1]}, f"'fines' must be a whole number from 0 to {MANY}."),
    ("too many fines", {**PLAY, "fines": [0, MANY + 1]}, f"'fines' must be a whole number from 0 to {MANY}."),
    ("four chips", {**PLAY, "chips": [4, 0]}, "'chips' must be a whole number from 0 to 3."),
    ("fewer than no chips", {**PLAY, "chips": [-1, 0]}, "'chips' must be a whole number from 0 to 3."),
    ("a seat that is not there", {**PLAY, "turn": 2}, "'turn' must be a whole number from 0 to 1."),
    ("forced by 1", {**PLAY, "forced": 1}, "'forced' must be true or false."),
    (
        "an unknown status",
        {**PLAY, "status": ["in", "on"]},
        "'status' must be in, out or left for each seat.",
    ),
    (
        "in the round without cards",
        {**PLAY, "hands": [[8], []], "status": ["in", "in"]},
        "Seat 1 is 'in', which does not fit its cards (0).",
    ),
    (
        "out with a card",
        {**PLAY, "status": ["in", "out"]},
        "Seat 1 is 'out', which does not fit its cards (1).",
    ),
    (
        "left with two cards",
        {**PLAY, "status": ["left", "in"]},
        "Seat 0 is 'left', which does not fit its cards (2).",
    ),
    ("T1: two 1s", {**PLAY, "away": [[1, 3, 4], []]}, "The 1 is there 2 times, but only 1 exist."),
    ("T1: three 2s", {**PLAY, "hands": [[2, 2], [2]]}, "The 2 is there 3 times, but only 2 exist."),
    (
        "T1: four 23s",
        {"hands": [[23, 23], [23]], "pile": [1, 23]},
        "The 23 is there 4 times, but only 3 exist.",
    ),
    (
        "T1: a card too many is unused",
        {**PLAY, "unused": [5, 5, 5]},
        "The 5 is there 4 times, but only 3 exist.",
    ),
    ("T1: unused cards are missing", {**PLAY, "unused": without(DECK, 1, 5, 8, 9, 20, 23)}, MISSING),
    # -- while cards are put away
    ("T5: putting away", {**PUT, "options": {"learning": True}}, "In the learning game nothing is put away."),
    ("T4: a turn", {**PUT, "turn": 0}, PUTTING),
    ("T4: a force", {**PUT, "forced": True}, PUTTING),
    ("T6: a pile", {**PUT, "pile": [20], "phase": "put"}, PUTTING),
    (
        "T2: the 1 in no hand",
        {"hands": [[*without(LOW, 1), 16], HIGH]},
        "While cards are put away somebody holds the 1.",
    ),
    ("T2: fourteen cards", {"hands": [LOW, without(HIGH, 22)]}, FIFTEEN.format(1)),
    ("T2: sixteen cards", {"hands": [[*LOW, 16], HIGH]}, FIFTEEN.format(0)),
    ("T4: fifteen beside one put away", {**PUT, "away": [[], [23]]}, FIFTEEN.format(1)),
    ("T4: four put away", putting([2, 3, 4, 5], []), FIFTEEN.format(0)),
    (
        "T4: too high a card first",
        putting([], [22]),
        "Seat 1 cannot have put those cards away in ascending order.",
    ),
    (
        "T4: all have finished",
        putting([2, 3, 4], [5, 6, 7]),
        "Everybody has put three cards away, so the phase is 'play'.",
    ),
    # -- while playing
    ("T6: no pile", {**PLAY, "pile": [], "phase": "play"}, IN_PLAY),
    ("T6: the 1 in a hand", {"hands": [[8], [1]], "pile": [5]}, IN_PLAY),
    ("T6: nobody's turn", {**PLAY, "turn": None}, IN_TURN),
    ("T14: the turn of a seat that is out", {"hands": [[8], []], "pile": [1], "turn": 1}, IN_TURN),
    ("T14: everybody is out", {"hands": [[], []], "pile": [1]}, IN_TURN),
    ("T6: no 1 below", {**PLAY, "pile": [5]}, OPENING),
    ("T4: two cards away", {**PLAY, "away": [[2, 2], []]}, "Seat 0 cannot have put away so many cards (2)."),
    (
        "T4: four cards away",
        {**PLAY, "away": [[], [2, 2, 3, 3]]},
        "Seat 1 cannot have put away so many cards (4).",
    ),
    (
        "T5: cards away in the learning game",
        {**PLAY, "away": [[2, 2, 3], []], "options": {"learning": True}},
        "Seat 0 cannot have put away so many cards (3).",
    ),
    (
        "T2: thirteen cards",
        {"hands": [[8], [*range(6, 19)]], "pile": [1, 5]},
        "Seat 1 holds 13 cards, but 12 is the most.",
    ),
    # -- at the end
    (
        "T16: a card in a hand",
        {**OVER, "hands": [[8], []]},
        "At the end of the game nobody is still in the round.",
    ),
    ("T16: a turn at the end", {**OVER, "turn": 0}, THE_END),
    ("T16: a force at the end", {**OVER, "forced": True}, THE_END),
    ("T15: an end after one round", {**OVER, "round": 1}, THE_END),
    ("T6: no pile at the end", {**OVER, "pile": []}, OPENING),
    (
        "T4: one card away at the end",
        {**OVER, "away": [[], [4]]},
        "Seat 1 cannot have put away so many cards (1).",
    ),
]


@each_of(NO_POSITIONS)
def test_what_cannot_be_is_refused_with_its_sentence(fields: Json, sentence: str) -> None:
    refused_position(GAME, fields, sentence)


def test_the_table_provokes_every_sentence_there_is() -> None:
    all_is_said(position, NO_POSITIONS)
