"""Positions of HELP!: what may be left out, and what is refused."""

from __future__ import annotations

import pytest

import reihum
from reihum import Match
from reihum.core.dealer import Seeded
from reihum.core.errors import NoWorld
from reihum.games.help.rules import Help
from tests.help.test_truth import check_world
from tests.tools import play

GAME = reihum.game("help")
HANDS = [["3", "4", "5", "6"], ["5", "6", "7", "8"], ["1", "2", "10", "N"]]
STUCK = {"hands": HANDS, "row": ["9"], "turn": 0}
THREE = [HANDS[1], ["1", "2", "N"]]  # the other hands while a card is on its way
BACK = {**STUCK, "received": "10"}
OVER = {**STUCK, "phase": "over", "points": [0, 3, 0]}


def given(**fields: object) -> Match:
    return GAME.from_position(fields, seed=1)


def test_hands_alone_are_a_new_deal() -> None:
    position = given(hands=HANDS).position()
    assert (position["phase"], position["callers"], position["turn"]) == ("call", [0, 1, 2], None)
    assert (position["round"], position["direction"], position["points"]) == (1, 1, [0, 0, 0])
    assert len(position["stock"]) == 93


def test_hands_and_a_row_are_somebodys_turn() -> None:
    position = given(hands=HANDS, row=["3", "J"]).position()
    assert (position["phase"], position["turn"]) == ("play", 0)


def test_the_direction_follows_from_the_round_and_the_round_from_the_direction() -> None:
    assert given(hands=HANDS, round=2).position()["direction"] == -1
    assert given(hands=HANDS, direction=-1).position()["round"] == 2


def test_phases_of_helping_follow_from_the_card_received() -> None:
    position = given(**STUCK, asker=0).position()
    assert (position["phase"], position["giver"]) == ("give", 2)
    without = [HANDS[0], HANDS[1], ["1", "2", "N"]]
    assert given(**{**STUCK, "hands": without}, received="10").position()["phase"] == "back"
    back = [["3", "4", "5"], HANDS[1], ["1", "2", "6", "N"]]
    position = given(**{**STUCK, "hands": back}, received="10").position()
    assert (position["phase"], position["asker"], position["giver"]) == ("received", 0, 2)


def test_a_left_out_stock_is_all_other_cards_in_the_dealers_order() -> None:
    orders = {tuple(GAME.from_position({"hands": HANDS}, seed=seed).position()["stock"]) for seed in range(5)}
    assert len(orders) == 5
    assert len({tuple(sorted(order)) for order in orders}) == 1


# the sentence, and the positions that it is about
NO_POSITIONS: dict[str, dict[str, dict[str, object]]] = {
    "A position of help needs 'hands'.": {"no hands": {}},
    "HELP! is for 3 to 5 players; 'hands' must have one list per seat.": {
        "two players": {"hands": HANDS[:2]},
        "six players": {"hands": [["3", "4", "5", "6"]] * 6},
    },
    "'hands' must be a list.": {"hands that are no list": {"hands": "3456"}},
    "The hand of seat 2 must be a list.": {"a hand that is no list": {"hands": [HANDS[0], HANDS[1], "NNNN"]}},
    "This is not a position of help.": {"another game": {"game": "23", "hands": HANDS}},
    "A position of help has no field 'pile'.": {"an unknown field": {"hands": HANDS, "pile": []}},
    "The hand of seat 0: a card must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, J, S, Z, N.": {
        "an unknown card": {"hands": [["12", "4", "5", "6"], *HANDS[1:]]},
        "a card that is a number": {"hands": [[3, 4, 5, 6], *HANDS[1:]]},
    },
    "Seat 0 must hold 4 cards in phase 'call'.": {
        "a hand of three": {"hands": [["4", "5", "6"], *HANDS[1:]]},
        "a hand of five": {"hands": [["4", "5", "6", "7", "8"], *HANDS[1:]]},
        "a hand of five where cards lack": {"hands": [["4", "5", "6", "7", "8"], *HANDS[1:]], "stock": ["9"]},
    },
    "Seat 2 must hold 4 cards in phase 'play'.": {
        "a short hand although no card lacks": {"hands": [HANDS[0], *THREE], "row": ["3"]},
    },
    "Seat 2 must hold 3 cards in phase 'back'.": {
        "a giver who still has four cards": {**BACK, "phase": "back"},
        "a giver of four where cards lack": {**BACK, "phase": "back", "stock": ["9"]},
    },
    "Seat 0 must hold 3 cards in phase 'received'.": {
        "an asker who still has four cards": {**BACK, "phase": "received"},
    },
    "The 1 is there 6 times, but only 5 exist.": {
        "a card too often": {"hands": [["1", "1", "1", "1"], ["1", "1", "2", "2"], HANDS[0]]},
    },
    "The N is there 8 times, but only 7 exist.": {
        "a No! too often": {"hands": HANDS, "row": ["3"], "discard": ["N"] * 5, "no": [0, 1, 2]},
    },
    "The 10 is there 9 times, but only 8 exist.": {
        "a card received too often": {**BACK, "hands": [HANDS[0], *THREE], "discard": ["10"] * 8},
    },
    "'stock' must not be empty before the round has begun.": {
        "an empty stock": {"hands": HANDS, "stock": []}
    },
    "'stock' must not be empty: the discard pile becomes the draw pile at once.": {
        "an empty stock with discards": {"hands": HANDS, "row": ["3"], "stock": [], "discard": ["9"]},
    },
    "'row' must ascend strictly, a Joker being one more than the card before it.": {
        "a descending row": {"hands": HANDS, "row": ["5", "3"]},
        "equal cards in the row": {"hands": HANDS, "row": ["5", "5"]},
        "a Joker above 11": {"hands": HANDS, "row": ["11", "J"]},
        "a number no higher than the Joker before it": {"hands": HANDS, "row": ["3", "J", "4"]},
    },
    "'row' must consist of numbers and Jokers.": {
        "a Switch in the row": {"hands": HANDS, "row": ["3", "S"]},
        "a Zap in the row": {"hands": HANDS, "row": ["3", "Z"]},
    },
    "'row' must have fewer than 6 cards; a row of 6 is cleared at once.": {
        "a row of six": {"hands": HANDS, "row": ["1", "2", "3", "4", "5", "6"]},
    },
    "'turn' must be a whole number from 0 to 2.": {
        "a seat that is not there": {"hands": HANDS, "row": ["3"], "turn": 3},
        "a turn that is true": {"hands": HANDS, "row": ["3"], "turn": True},
    },
    "'turn' must be a seat without a No! in front of it.": {
        "nobody's turn": {"hands": HANDS, "row": ["3"], "turn": None},
        "the turn of a seat with a No!": {"hands": HANDS, "row": ["3"], "turn": 0, "no": [1, 0, 0]},
        "everybody with a No!": {"hands": HANDS, "row": ["3"], "no": [1, 1, 2]},
        "help for nobody": {"hands": HANDS, "row": ["9"], "phase": "give"},
    },
    "'no' must be a whole number from 0 to 2.": {
        "a No! in state 3": {"hands": HANDS, "row": ["3"], "no": [0, 3, 0]}
    },
    "'no' must have 3 entries, one per seat.": {
        "two entries in no": {"hands": HANDS, "row": ["3"], "no": [0, 0]}
    },
    "'turn' is null while numbers are called.": {
        "a turn while calling": {"hands": HANDS, "phase": "call", "turn": 0},
    },
    "While numbers are called, the row, the discard pile and 'no' must be empty.": {
        "a row while calling": {"hands": HANDS, "phase": "call", "row": ["3"]},
        "a discard pile while calling": {"hands": HANDS, "phase": "call", "discard": ["9"]},
        "a No! while calling": {"hands": HANDS, "phase": "call", "no": [0, 1, 0]},
    },
    "'callers': a seat must be a whole number from 0 to 2.": {
        "a caller who is not there": {"hands": HANDS, "callers": [3]},
    },
    "'callers' must name each seat once.": {"a caller twice": {"hands": HANDS, "callers": [0, 0, 1]}},
    "Seat 2 cannot have called: only callers with a number do, and once.": {
        "a call by somebody who may not": {"hands": HANDS, "callers": [0, 1], "called": [[2, 1]]},
        "a call without a number": {"hands": [*HANDS[:2], ["J", "S", "Z", "N"]], "called": [[2, 1]]},
        "a call twice": {"hands": HANDS, "called": [[2, 1], [2, 1]]},
    },
    "Seat 2 must have called its lowest number.": {
        "a call of another number": {"hands": HANDS, "called": [[2, 2]]},
    },
    "A call must be a list.": {"a call that is a number": {"hands": HANDS, "called": [2]}},
    "A call must be a list of a seat and a number.": {
        "a call that is no pair": {"hands": HANDS, "called": [[2, 1, 1]]}
    },
    "A call: the seat must be a whole number from 0 to 2.": {
        "a call by nobody": {"hands": HANDS, "called": [[3, 1]]}
    },
    "A call: the number must be a whole number from 1 to 11.": {
        "a call of 0": {"hands": HANDS, "called": [[2, 0]]},
        "a call of 12": {"hands": HANDS, "called": [[2, 12]]},
    },
    "In phase 'call' there must be somebody with a number who has not called.": {
        "nobody left to call": {"hands": HANDS, "called": [[0, 3], [1, 5], [2, 1]]},
    },
    "'callers' and 'called' are empty once the round has begun.": {
        "callers while playing": {"hands": HANDS, "row": ["3"], "callers": [0]},
        "calls while playing": {"hands": HANDS, "row": ["3"], "called": [[2, 1]]},
    },
    "'direction' must be 1 or -1.": {"direction 0": {"hands": HANDS, "direction": 0}},
    "'direction' must be a whole number from -1 to 1.": {"direction 2": {"hands": HANDS, "direction": 2}},
    "'round' must be a whole number from 1 to 1000000.": {"round 0": {"hands": HANDS, "round": 0}},
    "'points' must be a whole number from 0 to 3.": {"four points": {"hands": HANDS, "points": [4, 0, 0]}},
    "The phase must be 'over' if somebody has 3 points, and only then.": {
        "three points and no end": {"hands": HANDS, "points": [3, 0, 0]},
        "the end without three points": {"hands": HANDS, "phase": "over"},
    },
    "'phase' must be one of call, play, give, back, received, over.": {
        "an unknown phase": {"hands": HANDS, "phase": "open"},
    },
    "The asker can or could play a card, and so may not ask for help.": {
        "an asker who can play": {"hands": HANDS, "row": ["3"], "turn": 0, "phase": "give"},
        "an asker who could have played": {**BACK, "hands": [["3", "4", "5", "11"], *THREE]},
        "an asker who could have used a Switch": {**BACK, "hands": [["3", "4", "5", "S"], *THREE]},
        "an asker who could have played what he kept": {**BACK, "hands": [["3", "4", "Z"], *HANDS[1:]]},
        "an asker who cannot have had any card that the giver holds": {
            **BACK,
            "hands": [["3", "4", "5"], HANDS[1], ["10", "J", "Z", "N"]],
        },
    },
    "The giver has no card that helps, so the round would be over.": {
        "a giver who cannot help": {**STUCK, "hands": [HANDS[0], HANDS[2], HANDS[1]], "phase": "give"},
    },
    "'giver' must be the nearest seat before the asker without a No! in front of it.": {
        "another giver": {**STUCK, "phase": "give", "giver": 1},
        "a giver behind a No!": {**STUCK, "phase": "give", "giver": 2, "no": [0, 0, 1]},
        "help although all others have a No!": {**STUCK, "phase": "give", "no": [0, 1, 1]},
    },
    "'asker' must be the seat in 'turn'.": {
        "an asker who is not in turn": {**STUCK, "phase": "give", "asker": 1},
    },
    "'received' must be a card in phases 'back' and 'received', and null otherwise.": {
        "a card received too early": {**STUCK, "phase": "give", "received": "10"},
        "no card received": {**STUCK, "hands": [HANDS[0], *THREE], "phase": "back"},
    },
    "The card 'received' must be one that the asker can play.": {
        "a card that cannot be played": {**STUCK, "hands": [HANDS[0], *THREE], "received": "9"},
        "a Switch given to somebody without a number": {
            **BACK,
            "hands": [["S"] * 4, *THREE],
            "received": "S",
        },
    },
    "The asker has no card to give back, and so cannot be helped.": {
        "nothing to give back": {**BACK, "hands": [[], *THREE], "stock": ["9"], "phase": "back"},
    },
    "At the end 'turn' must be the seat that could not play, or null.": {
        "an end at which the player in turn could play": {**OVER, "row": ["3"]},
        "an end in the turn of a seat with a No!": {**OVER, "no": [1, 0, 0]},
    },
    "Seat 2 could have helped, so the round would not be over.": {
        "an end at which somebody could help": OVER
    },
    "Nobody is helped now, so 'asker', 'giver' and 'received' are null.": {
        "a card received while playing": {**STUCK, "phase": "play", "received": "9"},
        "an asker while playing": {**STUCK, "phase": "play", "asker": 0},
        "a giver while playing": {**STUCK, "phase": "play", "giver": 2},
    },
}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        pytest.param(fields, sentence, id=name)
        for sentence, positions in NO_POSITIONS.items()
        for name, fields in positions.items()
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_that_says_why(
    fields: dict[str, object], sentence: str
) -> None:
    with pytest.raises(reihum.BadPosition) as caught:
        GAME.from_position(fields, seed=1)
    assert str(caught.value) == sentence


def test_a_set_up_may_lack_cards_and_worlds_lack_as_many() -> None:
    match = given(phase="play", hands=HANDS, row=["3"], stock=["9", "9"], turn=0)
    world = match.state.world(0, Seeded(3))
    assert match.game.spec.view(world, 0) == match.view(0)
    assert len(match.game.spec.position(world)["stock"]) == 2


def test_H11b_a_copy_of_a_set_up_that_lacks_cards_goes_on_like_it() -> None:
    match = given(phase="play", hands=[["4", "5"], *HANDS[1:]], row=["3"], stock=["9", "9", "8"], turn=0)
    twin = match.state.copy()
    twin.play(0, match.game.spec.parse("4"), Seeded(1))
    match.play("4")
    assert match.game.spec.position(twin) == match.position()
    assert match.position()["hands"][0] == ["5", "8", "9", "9"]


def test_the_asker_of_a_set_up_may_have_four_switches() -> None:
    assert given(**{**BACK, "hands": [["S"] * 4, *THREE]}).moves() == ["back S"]
    assert given(**{**BACK, "hands": [["S"] * 3, HANDS[1], ["1", "2", "S", "N"]]}).moves() == ["10"]


@pytest.mark.parametrize(
    ("phase", "hands"),
    [("back", [["3"], ["5", "6"], ["1", "N"]]), ("received", [[], ["5", "6"], ["1", "3", "N"]])],
)
def test_an_onlooker_can_deal_worlds_of_a_set_up_that_lacks_cards(phase: str, hands: list[list[str]]) -> None:
    match = given(**{**BACK, "phase": phase, "hands": hands, "stock": ["4"]})
    for seed in range(20):
        world = match.state.world(1, Seeded(seed))
        assert match.game.spec.view(world, 1) == match.view(1)
        assert list(map(len, match.game.spec.position(world)["hands"])) == list(map(len, hands))


def test_H11b_a_world_can_be_dealt_where_nobody_else_has_a_card() -> None:
    hands = [["Z", "11"], ["6"], ["9"]]
    match = given(phase="play", hands=hands, row=["3", "5"], stock=[], turn=0)
    play(
        match, "Z", "6", "9"
    )  # the Zap and the 5 were reshuffled and drawn, and now there is nothing to draw
    assert match.position()["hands"] == [["5", "11", "Z"], [], []]
    for seed in range(3):
        check_world(match.state, 0, seed)


def test_H11b_of_a_draw_pile_alone_it_is_known_which_cards_it_was_made_of() -> None:
    hands = [["Z", "11", "11", "11"], [], []]
    match = given(phase="play", hands=hands, row=["3", "5"], stock=[], turn=0)
    match.play("Z")  # either the Zap or the 5 is drawn
    position = match.position()
    assert len(position["stock"]) == 1
    for seed in range(5):
        assert match.game.spec.position(match.state.world(0, Seeded(seed)))["stock"] == position["stock"]


@pytest.mark.long
def test_where_no_deal_fits_a_world_says_so() -> None:
    match = given(hands=HANDS, row=["9"], turn=0, discard=["1"] * 2 + ["S"] * 5)
    assert isinstance(match.state, Help)
    match.state.knows.note_stuck(1, 1)  # four 1s or four Switches, but there are not that many
    with pytest.raises(NoWorld, match="No deal"):
        match.state.world(0, Seeded(1))
    empty = given(phase="play", hands=[["3"], [], []], row=["9"], turn=0, stock=["9"])
    assert isinstance(empty.state, Help)
    empty.state.knows.note_call(1, 5)  # and seat 1 has no cards
    with pytest.raises(NoWorld, match="No deal"):
        empty.state.world(0, Seeded(1))
