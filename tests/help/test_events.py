"""What happens in HELP! besides the moves, and who hears of it."""

from __future__ import annotations

import reihum
from reihum import Match
from reihum.core.types import Json
from tests.tools import happened, play

GAME = reihum.game("help")


def at(row: str, *hands: str, **more: object) -> Match:
    """Seat 0 in turn with this row; an 8 is drawn next."""
    dealt = [hand.split() for hand in hands] + [["3", "4", "5", "6"]] * (3 - len(hands))
    stock = ["1", "2", "8"]
    return GAME.from_position(
        {"hands": dealt, "row": row.split(), "turn": 0, "stock": stock, "phase": "play", **more}, seed=1
    )


def heard(match: Match, listener: int | None) -> list[Json]:
    """The events of the last move that a listener hears."""
    return match.since(listener)[-1].events


def only(match: Match, kind: str) -> Json:
    """The facts of the one public event of a kind."""
    (event,) = happened(match, kind)
    return {name: value for name, value in event.items() if name != "kind"}


def stuck(giver: str, **more: object) -> Match:
    """Seat 0 has asked for help on a 9; seat 2 is before it."""
    return play(at("9", "3 4 5 6", "5 6 7 8", giver, **more), "help")


# -- a deal ---------------------------------------------------------------------------------------


def test_H3_each_seat_alone_is_told_its_cards_and_everybody_that_a_round_begins() -> None:
    match = GAME.new(3, seed=1)
    begins = {"kind": "begins", "round": 1, "direction": 1, "callers": [0, 1, 2]}
    assert match.dealt(None) == [begins]
    for seat in range(3):
        assert match.dealt(seat) == [begins, {"kind": "dealt", "cards": match.view(seat)["hand"]}]


def test_H4_H5_the_next_round_is_told_with_its_direction_its_callers_and_the_new_cards() -> None:
    match = stuck("1 2 3 4")
    begins = {"kind": "begins", "round": 2, "direction": -1, "callers": [0, 2]}
    assert [event["kind"] for event in heard(match, None)] == ["asked", "round", "begins"]
    assert heard(match, 1)[2:] == [begins, {"kind": "dealt", "cards": match.view(1)["hand"]}]


def test_H6_who_begins_draws_a_card_that_nobody_else_is_told() -> None:
    hands = [["2", "7", "J", "Z"], ["3", "3", "9", "S"], ["4", "5", "6", "7"]]
    match = GAME.from_position({"hands": hands}, seed=1)
    top = match.position()["stock"][-1]
    for seat, call in enumerate(("call 2", "call 3", "call 4")):
        match.play(call, seat)
    public = [
        {"kind": "called", "calls": [[0, 2], [1, 3], [2, 4]]},
        {"kind": "opened", "seat": 0, "card": "2"},
    ]
    assert heard(match, None) == heard(match, 1) == heard(match, 2) == public
    assert heard(match, 0) == [*public, {"kind": "drew", "card": top}]


# -- cards played ---------------------------------------------------------------------------------


def test_H10_the_card_drawn_is_told_to_the_player_alone() -> None:
    match = play(at("3 5", "7 2 2 3"), "7")
    assert heard(match, 0) == [{"kind": "drew", "card": "8"}]
    assert heard(match, 1) == heard(match, None) == []


def test_H12_a_joker_is_told_with_its_value_and_its_neighbours() -> None:
    between = only(play(at("3 5 8", "J 1 1 2"), "J@3"), "placed")
    assert between == {"seat": 0, "place": 3, "value": 6, "before": 5, "behind": 8}
    front = only(play(at("3 5 8", "J 1 1 2"), "J@1"), "placed")
    assert front == {"seat": 0, "place": 1, "value": 1, "before": None, "behind": 3}
    end = only(play(at("3 5 J", "J 1 1 2"), "J@4"), "placed")
    assert end == {"seat": 0, "place": 4, "value": 7, "before": 6, "behind": None}
    alone = only(play(at("", "J 1 1 2"), "J@1"), "placed")
    assert alone == {"seat": 0, "place": 1, "value": 1, "before": None, "behind": None}


def test_H9_a_joker_that_fills_the_row_is_placed_before_the_row_is_cleared() -> None:
    match = play(at("1 3 4 6 9", "J 2 2 3"), "J@2")
    assert [event["kind"] for event in match.events] == ["placed", "cleared"]
    assert only(match, "cleared") == {"row": ["1", "J", "3", "4", "6", "9"]}


def test_H12a_H13_a_switch_is_told_with_both_cards_and_the_jokers_that_change() -> None:
    match = play(at("3 J J 8 J", "S 5 1 2"), "S5@1")
    assert only(match, "switched") == {"seat": 0, "card": "5", "taken": "3", "place": 1, "jokers": [6, 7]}
    same = play(at("3 J 8", "S 3 1 2"), "S3@1")
    assert only(same, "switched")["jokers"] == []
    joker = play(at("3 J J 8", "S 5 1 2"), "S5@2")
    assert only(joker, "switched") == {"seat": 0, "card": "5", "taken": "J", "place": 2, "jokers": [6]}


def test_H14_a_zap_is_told_with_the_card_and_what_is_left_of_the_row() -> None:
    assert only(play(at("3 J", "Z 1 1 2"), "Z"), "zapped") == {"seat": 0, "card": "J", "left": 1}
    assert only(play(at("11", "Z 1 1 2"), "Z"), "zapped") == {"seat": 0, "card": "11", "left": 0}


def test_H15_everybody_hears_who_is_skipped_and_whose_no_is_discarded() -> None:
    match = play(at("3", "4 4 4 4", no=[0, 1, 2]), "4")
    assert match.events == [{"kind": "skipped", "seat": 1}, {"kind": "freed", "seat": 2}]


# -- help -----------------------------------------------------------------------------------------


def test_H18_both_cards_are_told_only_to_who_gets_them() -> None:
    match = play(stuck("2 9 10 N"), "give 10")
    given = {"kind": "handed", "seat": 2, "to": 0}
    assert heard(match, 0) == [given, {"kind": "got", "from": 2, "cards": ["10"]}]
    assert heard(match, 1) == heard(match, 2) == heard(match, None) == [given]
    match.play("back 4")
    returned = {"kind": "handed", "seat": 0, "to": 2}
    assert heard(match, 2) == [returned, {"kind": "got", "from": 0, "cards": ["4"]}]
    assert heard(match, 0) == heard(match, 1) == heard(match, None) == [returned]


# -- taking back ----------------------------------------------------------------------------------


def test_H5_a_call_can_be_taken_back_until_all_have_called() -> None:
    match = GAME.from_position({"hands": [["2", "3", "4", "5"]] * 3}, seed=1)
    match.play("call 2", 0)
    assert match.can_undo(0)
    match.play("call 2", 1)
    assert match.can_undo(0)
    match.play("call 2", 2)
    assert not any(match.can_undo(seat) for seat in range(3))


def test_H16_H18_neither_a_request_nor_a_card_handed_over_can_be_taken_back() -> None:
    match = stuck("2 9 10 N")
    assert not match.can_undo(0)
    match.play("give 10")
    assert not match.can_undo(2)
    match.play("back 4")
    assert not match.can_undo(0)
