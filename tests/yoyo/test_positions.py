"""Positions of YoYo: what may be left out, what is refused, and with which sentence."""

from __future__ import annotations

from typing import Final

import pytest

from reihum import Match
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.yoyo import SPEC, position
from tests.tools import Impossible, all_is_said, each_of, refused_position
from tests.yoyo.test_rules import DECK, GAME, at

MANY: Final = 10**6
HANDS: Final = [["b1", "b2"], ["r3", "r4"]]
THREE: Final = [*HANDS, ["r9", "y5"]]
PLAY: Final[Json] = {"hands": HANDS, "pile": ["b8"]}
TAKE: Final[Json] = {"hands": THREE, "pile": ["y14"], "pending": 1, "turn": 0}
SLIDE: Final[Json] = {"hands": HANDS, "pile": ["y13"], "phase": "slide", "turn": 0}
OVER: Final[Json] = {"hands": [[], ["r3", "r4"]], "pile": ["b8"], "phase": "over"}
USED_UP: Final[Json] = {"hands": HANDS, "phase": "over", "emptied": 2, "stock": []}


def given(fields: Json, seed: int = 1) -> Match:
    """A match set up like this."""
    return GAME.from_position(fields, seed=seed)


# -- what may be left out, and what is just possible ----------------------------------------------


def test_hands_alone_are_enough() -> None:
    shown = given({"hands": HANDS}).position()
    assert sorted([*shown.pop("stock"), "b1", "b2", "r3", "r4"]) == sorted(DECK)
    assert shown == {
        "game": "yoyo",
        "options": {"plain_draw": False},
        "match_game": 1,
        "points": [0, 0],
        "phase": "play",
        "hands": HANDS,
        "pile": [],
        "direction": None,
        "emptied": 0,
        "turn": 1,
        "beginner": 1,
        "top_by": None,
        "drawn": None,
        "pending": 0,
        "taking": [],
        "slid": [None, None],
    }


def test_every_field_can_be_given_and_is_kept() -> None:
    whole: Json = {
        "game": "yoyo",
        "options": {"plain_draw": False},
        "match_game": 6,
        "points": [MANY, -MANY, 7],
        "phase": "take",
        "hands": [["b1", "b2"], ["r3", "r4"], ["r9", "y5"]],
        "pile": ["b8", "y14"],
        "direction": "down",
        "stock": ["b5", "b6"],
        "emptied": 1,
        "turn": 0,
        "beginner": 2,
        "top_by": 2,
        "drawn": None,
        "pending": 4,
        "taking": [2],
        "slid": [None, None, None],
    }
    assert given(whole).position() == whole


def test_the_stock_left_out_holds_all_other_cards_shuffled() -> None:
    shown = at("b8 b13", "b1 b1 r20 y7", "r5").position()
    assert sorted([*shown["stock"], *["b8", "b13", "b1", "b1", "r20", "y7", "r5"]]) == sorted(DECK)
    assert given(shown, seed=9).position() == shown
    assert given(PLAY, seed=1).position()["stock"] != given(PLAY, seed=2).position()["stock"]


def test_a_set_up_may_lack_cards_and_worlds_lack_as_many() -> None:
    match = at("b8", "b9 y14", "b10 r3", stock=["b5", "b6"])
    assert match.position()["stock"] == ["b5", "b6"]
    world = match.state.world(0, Seeded(3))
    assert SPEC.view(world, 0) == match.view(0)
    assert len(SPEC.position(world)["stock"]) == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_2_to_6_players(players: int) -> None:
    match = given({"hands": [[f"b{seat + 3}"] for seat in range(players)]})
    assert (match.seats, match.turn) == (players, 1)


def test_phases_can_be_seen_from_their_fields() -> None:
    assert at("b8", "b9 r1", "b10", drawn="b9").moves() == ["b9", "keep"]
    assert at("b8 y14", "b9 r1", "b10", "b12", pending=1).moves() == ["take 1", "take 2"]
    taken = at("b8 y14", "b9 r1", "b10", "b12", taking=[1])
    assert (taken.moves(), taken.position()["pending"]) == (["take 2"], 1)
    assert at("b8 y13", "b9 r1", "b10", slid=["b9", None]).owes() == [1]
    assert at("b8 y13", "b9 r1", "b10", slid=[None, None]).position()["phase"] == "play"


def test_in_phase_take_one_card_from_each_is_pending_unless_it_is_said() -> None:
    assert at("b8 y14", "b9 r1", "b10", phase="take").position()["pending"] == 1


@pytest.mark.parametrize(
    ("pile", "direction"),
    [("b8", "up"), ("r8", "down"), ("b8 r8 y9 y10", "down"), ("r8 b8 y9", "up"), ("y9 y10", "up")],
)
def test_Y9_the_direction_is_that_of_the_last_card_that_is_not_yellow(pile: str, direction: str) -> None:
    assert at(pile, "b1", "b2").position()["direction"] == direction


@pytest.mark.parametrize(
    ("fields", "seat"),
    [
        ({"hands": THREE, "pile": ["b8"], "turn": 2}, 1),
        ({"hands": THREE, "pile": ["b8"], "turn": 0}, 2),
        ({"hands": THREE, "pile": ["b8"], "drawn": "r9", "turn": 2, "top_by": 2}, 2),
        ({"hands": THREE, "pile": ["b8"], "drawn": "y5", "turn": 2}, 1),
        (TAKE, 2),
        ({"hands": THREE, "pile": ["y13"], "phase": "slide", "turn": 2}, 2),
        ({"hands": THREE, "pile": ["b1"], "phase": "series", "turn": 0}, 0),
        ({**OVER, "turn": 0}, 0),
    ],
)
def test_the_top_card_is_of_the_seat_before_or_of_the_seat_in_turn(fields: Json, seat: int) -> None:
    assert given(fields).position()["top_by"] == seat


def test_Y26_at_the_end_it_is_the_last_game() -> None:
    shown = given(OVER).position()
    assert (shown["match_game"], shown["turn"], shown["beginner"]) == (4, 1, 1)
    assert given({**OVER, "turn": None, "top_by": 0}).position()["turn"] is None


def test_Y10_at_the_end_a_yellow_card_may_have_opened_without_a_direction() -> None:
    over = given({**OVER, "pile": ["y8"], "direction": None})
    assert over.position()["direction"] is None


def test_Y25_at_the_end_nobody_has_gone_out_if_the_stock_was_used_up_twice() -> None:
    used_up = given(USED_UP)
    assert (used_up.over, used_up.position()["stock"]) == (True, [])


def test_Y13_a_card_just_drawn_may_be_one_that_only_fits_on_the_own_card() -> None:
    assert given({**PLAY, "drawn": "b1", "turn": 0, "top_by": 0}).moves() == ["b1", "keep"]


def test_Y15_everybody_knows_of_a_series_in_a_position_that_it_can_go_on() -> None:
    match = at("b9", "b10 r3", "b1 b2", phase="series")
    assert match.view(1)["one_of"] == [["b10", "y10"], []]
    down = at("r9", "b10 r8", "b1 b2", phase="series")
    assert down.view(1)["one_of"] == [["r8", "y8"], []]


def test_Y13_everybody_knows_of_a_card_drawn_in_a_position_that_it_fits() -> None:
    match = at("b18", "b19 r3", "b1 b2", drawn="b19")
    (kinds,) = match.view(1)["drawn_one_of"][0]
    assert [card for card in kinds if card[0] != "y"] == ["b18", "b19", "b20", "r18"]
    assert match.view(1)["drawn_one_of"][1] == []


# -- what cannot be -------------------------------------------------------------------------------

PLAYERS: Final = "YoYo is for 2 to 6 players; 'hands' must have one list per seat."
A_CARD: Final = "{}: a card is written b1 to b20, r1 to r20 or y3 to y18."
STOCK: Final = "Until a game is over, the stock is not empty and was used up once at most."
WAYS: Final = "'direction' must be up, down or null."
NO_PILE: Final = "'direction' must be null if the pile is empty, and only then."
COLOURED: Final = "'direction' must be up with a blue card on top, and down with a red one."
NOBODYS: Final = "'top_by' must be null if the pile is empty, and only then."
IN_DRAWN: Final = "In phase 'drawn' the card just drawn must be in the hand and fit."
IN_SERIES: Final = "In phase 'series' the seat in turn has laid the top card and can go on."
IN_TAKE: Final = "In phase 'take' the seat before has laid a yellow Draw, and 'pending' is not 0."
TAKING: Final = "'taking' may have one seat at most, and none with two players."
NO_TAKE: Final = "'pending' must be 0 and 'taking' empty except in phase 'take'."
IN_SLIDE: Final = "In phase 'slide' the seat in turn must have laid a yellow Pass-left."
THE_END: Final = "At the end one hand must be empty, or the stock used up twice."
SEATS: Final = "'{}' must be a whole number from 0 to 1."
GAMES: Final = "'match_game' must be a whole number from 1 to 4."
POINTS: Final = f"'points' must be a whole number from -{MANY} to {MANY}."

# what is wrong, the position, the sentence
NO_POSITIONS: Final[Impossible] = [
    ("no hands", {}, "A position of yoyo needs 'hands'."),
    ("one player", {"hands": [["b1"]], "beginner": 0}, PLAYERS),
    ("seven players", {"hands": [[f"b{number}"] for number in range(3, 10)]}, PLAYERS),
    ("a hand that is no list", {"hands": [["b1"], "r3"]}, "The hand of seat 1 must be a list."),
    ("a card that is not there", {"hands": [["b1"], ["b21"]]}, A_CARD.format("The hand of seat 1")),
    ("a card that is a number", {"hands": [["b1"], [3]]}, A_CARD.format("The hand of seat 1")),
    ("a pile of no cards", {**PLAY, "pile": ["8"]}, A_CARD.format("'pile'")),
    ("a stock of no cards", {**PLAY, "stock": ["y2"]}, A_CARD.format("'stock'")),
    ("no card drawn", {**PLAY, "drawn": "draw"}, A_CARD.format("'drawn'")),
    ("no card chosen", {**SLIDE, "slid": ["slide b1", None]}, A_CARD.format("'slid'")),
    ("another game", {**PLAY, "game": "help"}, "This is not a position of yoyo."),
    ("an unknown field", {**PLAY, "deck": []}, "A position of yoyo has no field 'deck'."),
    (
        "an unknown phase",
        {**PLAY, "phase": "draw"},
        "'phase' must be one of play, series, drawn, take, slide, over.",
    ),
    ("Y1: two yellow 5s", {"hands": [["y5"], ["y5"]]}, "The card y5 is there too often: 2 times."),
    ("Y1: two blue 3s", {"hands": [["b3"], ["b3"]]}, "The card b3 is there too often: 2 times."),
    ("Y1: three blue 1s", {**PLAY, "pile": ["b1", "b1"]}, "The card b1 is there too often: 3 times."),
    (
        "Y1: too many in the stock",
        {**PLAY, "stock": ["r5", "b8"]},
        "The card b8 is there too often: 2 times.",
    ),
    ("Y4: a seat that is not there", {**PLAY, "turn": 2}, SEATS.format("turn")),
    ("Y4: true is no seat", {**PLAY, "turn": True}, SEATS.format("turn")),
    ("Y4: nobody's turn", {**PLAY, "turn": None}, "'turn' must be a seat until the match is over."),
    (
        "Y4: nobody has begun",
        {**PLAY, "beginner": None},
        "'beginner' must be a seat: somebody began this game.",
    ),
    ("Y4: a beginner who is not there", {**PLAY, "beginner": 2}, SEATS.format("beginner")),
    ("Y24: points of one seat", {**PLAY, "points": [0]}, "'points' must have 2 entries, one per seat."),
    ("Y24: points that are a text", {**PLAY, "points": [0, "1"]}, POINTS),
    ("Y24: too many points", {**PLAY, "points": [0, MANY + 1]}, POINTS),
    ("Y24: too few points", {**PLAY, "points": [-MANY - 1, 0]}, POINTS),
    ("Y26: a game too many", {**PLAY, "match_game": 5}, GAMES),
    ("Y26: game 0", {**PLAY, "match_game": 0}, GAMES),
    ("Y14: no stock", {**PLAY, "stock": []}, STOCK),
    ("Y14: used up twice", {**PLAY, "emptied": 2}, STOCK),
    ("Y14: used up three times", {**PLAY, "emptied": 3}, "'emptied' must be a whole number from 0 to 2."),
    ("Y23: an empty hand", {"hands": [["b1"], []]}, "A game is over as soon as a hand is empty."),
    ("Y6: a direction without a pile", {"hands": HANDS, "direction": "up"}, NO_PILE),
    ("Y6: a pile without a direction", {**PLAY, "pile": ["y8"], "direction": None}, NO_PILE),
    ("Y6: a direction 1", {**PLAY, "direction": 1}, WAYS),
    ("Y6: sideways", {**PLAY, "direction": "sideways"}, WAYS),
    ("Y6: a list of directions", {**PLAY, "direction": ["up"]}, WAYS),
    ("Y6: blue goes up", {**PLAY, "direction": "down"}, COLOURED),
    ("Y6: red goes down", {**PLAY, "pile": ["b8", "r9"], "direction": "up"}, COLOURED),
    ("Y11: a layer without a pile", {"hands": HANDS, "top_by": 0}, NOBODYS),
    ("Y11: a pile that nobody laid", {**PLAY, "top_by": None}, NOBODYS),
    # -- in phase 'drawn'
    ("Y13: drawn, but not held", {**PLAY, "drawn": "b9", "turn": 0}, IN_DRAWN),
    ("Y13: drawn, but not by the seat in turn", {**PLAY, "drawn": "r3", "turn": 0}, IN_DRAWN),
    ("Y13: drawn, but not fitting", {**PLAY, "drawn": "b1", "turn": 0}, IN_DRAWN),
    ("Y13: nothing drawn", {**PLAY, "phase": "drawn"}, IN_DRAWN),
    (
        "Y13: drawn at another time",
        {"hands": HANDS, "drawn": "b1", "phase": "play", "turn": 0},
        "'drawn' must be null except in phase 'drawn'.",
    ),
    # -- in phase 'series'
    ("Y15: no next card", {**PLAY, "phase": "series", "turn": 0}, IN_SERIES),
    ("Y15: begun by another", {**PLAY, "pile": ["b1"], "phase": "series", "turn": 0, "top_by": 1}, IN_SERIES),
    ("Y15: no pile", {"hands": HANDS, "phase": "series", "turn": 0}, IN_SERIES),
    # -- in phase 'take'
    ("Y19: on blue", {**TAKE, "pile": ["b8"]}, IN_TAKE),
    ("Y19: on a Skip", {**TAKE, "pile": ["y8"]}, IN_TAKE),
    ("Y19: nothing due", {**TAKE, "phase": "take", "pending": 0}, IN_TAKE),
    ("Y22: more than all Draws", {**TAKE, "pending": 5}, "'pending' must be a whole number from 0 to 4."),
    ("Y19: hit by oneself", {**TAKE, "top_by": 0}, IN_TAKE),
    ("Y19: hit by the next seat", {**TAKE, "top_by": 1}, IN_TAKE),
    ("Y19: a first of two with two players", {**TAKE, "hands": HANDS, "taking": [1]}, TAKING),
    ("Y19: two taken from", {**TAKE, "taking": [1, 2]}, TAKING),
    ("Y19: taken from no seat", {**TAKE, "taking": [3]}, "'taking' must be a whole number from 0 to 2."),
    ("Y19: taken from oneself", {**TAKE, "taking": [0]}, "Nobody takes cards from their own hand."),
    (
        "Y22c: a heightened Draw without the rule",
        {**TAKE, "pending": 2, "options": {"plain_draw": True}},
        "With 'plain_draw' a Draw never takes more than one card from each player.",
    ),
    ("options that are no object", {**PLAY, "options": None}, "'options' must be an object."),
    ("an unknown option", {**PLAY, "options": {"long": True}}, "A position of yoyo has no field 'long'."),
    ("an option or not", {**PLAY, "options": {"plain_draw": 0}}, "'plain_draw' must be true or false."),
    ("Y19: pending at another time", {**PLAY, "pending": 1, "phase": "play"}, NO_TAKE),
    ("Y19: taken from at another time", {**TAKE, "pending": 0, "taking": [1], "phase": "play"}, NO_TAKE),
    # -- in phase 'slide'
    ("Y20: on a Draw", {**SLIDE, "pile": ["y14"]}, IN_SLIDE),
    ("Y20: laid by another", {**SLIDE, "top_by": 1}, IN_SLIDE),
    (
        "Y20: all have chosen",
        {**SLIDE, "slid": ["b1", "r3"]},
        "In phase 'slide' there must be somebody who has not chosen a card.",
    ),
    ("Y20: not held", {**SLIDE, "slid": ["b9", None]}, "Seat 0 can only pass on a card from its hand."),
    (
        "Y20: held by another",
        {**SLIDE, "slid": [None, "b1"]},
        "Seat 1 can only pass on a card from its hand.",
    ),
    ("Y20: chosen by one seat", {**SLIDE, "slid": [None]}, "'slid' must have 2 entries, one per seat."),
    (
        "Y20: chosen at another time",
        {**PLAY, "slid": ["b1", None], "phase": "play"},
        "'slid' must be null for each seat except in phase 'slide'.",
    ),
    # -- at the end
    ("Y23: two cards in every hand", {**OVER, "hands": HANDS}, THE_END),
    ("Y23: two empty hands", {**OVER, "hands": [[], [], ["r3"]]}, THE_END),
    ("Y25: used up twice, and an empty hand", {**OVER, "emptied": 2}, THE_END),
    (
        "Y26: not the last game",
        {**OVER, "match_game": 3},
        "The match is over only after its last game; there are two for each player.",
    ),
    ("Y6: a direction without a pile at the end", {**USED_UP, "direction": "up"}, NO_PILE),
    ("Y6: blue has a direction at the end, too", {**OVER, "direction": None}, COLOURED),
]


@each_of(NO_POSITIONS)
def test_what_cannot_be_is_refused_with_its_sentence(fields: Json, sentence: str) -> None:
    refused_position(GAME, fields, sentence)


def test_the_table_provokes_every_sentence_there_is() -> None:
    all_is_said(position, NO_POSITIONS)
