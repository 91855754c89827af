"""Taking back through the answers of bots: as long as nobody has shown, drawn or been dealt a card."""

from __future__ import annotations

import pytest

import reihum
from reihum.match import Match
from reihum.table.judge import Nack, take_back
from reihum.table.live import rebuild
from reihum.table.log import Undone, decode_entry
from tests.table.tools import Trial

AT_NINE = {"hands": [[9, 10, 20], [9, 20, 21], [12, 13, 22]], "pile": [1, 9], "turn": 0}


def after(match: Match, *moves: str) -> Match:
    """The same match after these moves."""
    for move in moves:
        match.play(move)
    return match


def other_seats(match: Match) -> range:
    """All seats: the answers of any of them may go."""
    return range(match.seats)


def twenty_three() -> Match:
    """Three players, the first of whom has the 10 that comes next."""
    return reihum.game("23").from_position(AT_NINE, seed=1)


# -- which answers show nothing -------------------------------------------------------------------


@pytest.mark.parametrize("answers", [("pass",), ("force",), ("leave",), ("pass", "leave"), ("pass", "pass")])
def test_T11_T12_T13_who_passes_forces_or_leaves_shows_no_card(answers: tuple[str, ...]) -> None:
    match = after(twenty_three(), "10", *answers)
    assert not match.can_undo(0)  # people would mind
    assert match.can_undo(0, through=other_seats(match))
    assert match.undo(0, through=other_seats(match)) == list(range(1, len(answers) + 2))
    assert match.position() == twenty_three().position()


@pytest.mark.parametrize("answers", [("20",), ("pass", "13"), ("20", "pass")])
def test_T7_a_card_that_was_laid_has_been_seen(answers: tuple[str, ...]) -> None:
    match = after(twenty_three(), "10", *answers)
    assert not match.can_undo(0, through=other_seats(match))


def test_only_the_answers_of_those_named_are_taken_back() -> None:
    match = after(twenty_three(), "10", "pass", "pass")
    assert not match.can_undo(0, through=[1])
    assert match.can_undo(0, through=[1, 2])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_T4_what_was_put_away_unheard_stands_and_what_was_heard_afterwards_goes(
    order: tuple[int, int],
) -> None:
    match = reihum.game("23").new(2, seed=3)
    for _ in range(3):
        for seat in order:
            match.play(match.moves(seat)[0], seat)
    first = match.turn
    assert first is not None
    match.play("pass")
    put = 5 + order.index(1 - first)  # the last card that the other put away
    assert match.undo(1 - first, through=[first]) == [put, 7]
    assert match.owes() == [1 - first]
    assert len(match.history) == 5


def romme() -> Match:
    """Three players in the first round."""
    hands = [["3s", "4s", "9h"], ["3h", "5h", "Kd"], ["6c", "8c", "Jx"]]
    return reihum.game("koenigs-romme").from_position({"hands": hands, "pile": ["7s"], "turn": 0}, seed=1)


def test_K7_who_takes_from_the_pile_shows_nothing_new() -> None:
    match = after(romme(), "pile", "9h", "pile")
    assert match.can_undo(0, through=other_seats(match))
    match.undo(0, through=other_seats(match))
    assert match.position() == after(romme(), "pile").position()


@pytest.mark.parametrize("answers", [("stock",), ("pile", "Kd")])
def test_K7_K9_a_card_drawn_or_discarded_is_seen(answers: tuple[str, ...]) -> None:
    match = after(romme(), "pile", "9h", *answers)
    assert not match.can_undo(0, through=other_seats(match))


def test_K7_nobody_takes_back_a_card_drawn_from_the_stock() -> None:
    match = after(romme(), "stock")
    assert not match.can_undo(0, through=other_seats(match))


def test_K18_alone_every_card_turned_up_has_been_seen() -> None:
    match = reihum.game("koenigs-romme").new(1, seed=3)
    match.play(match.moves(0)[0])
    assert not match.can_undo(0)


def yoyo() -> Match:
    """Three players, going up from 4."""
    hands = [["b5", "b6", "r3"], ["b8", "r2", "y4"], ["b9", "r7", "y6"]]
    return reihum.game("yoyo").from_position(
        {"hands": hands, "pile": ["b4"], "direction": "up", "turn": 0}, seed=1
    )


def test_Y12_a_card_laid_can_be_taken_back_until_somebody_answers() -> None:
    match = after(yoyo(), "b6")
    assert match.can_undo(0, through=other_seats(match))
    for answer in ("b8", "draw"):
        later = match.copy()
        later.play(answer)
        assert not later.can_undo(0, through=other_seats(match))


def test_H10_who_plays_a_card_has_drawn_another() -> None:
    hands = [["2", "3", "4", "5"], ["6", "7", "8", "9"], ["6", "7", "8", "10"]]
    match = reihum.game("help").from_position({"hands": hands, "row": ["1"], "turn": 0}, seed=1)
    match.play(match.moves(0)[0])
    assert not match.can_undo(0, through=other_seats(match))


# -- at a live table ------------------------------------------------------------------------------


def alone() -> Trial:
    """A player and two bots, who have put their cards away."""
    trial = Trial("23", "me", "bot:policy", "bot:policy", options={"learning": True})
    trial.hello("ada")
    trial.deal()
    return trial


def test_a_player_takes_back_a_move_with_the_answers_of_bots_and_the_log_says_the_same() -> None:
    trial = alone()
    while trial.table.owing_seats() != [0]:
        trial.bot(trial.table.owing_seats()[0], "pass")
    first = trial.table.v + 1
    view = trial.table.view(0)
    trial.move("ada", "pass")
    trial.bot(1, "pass")
    trial.bot(2, "pass")
    assert take_back(trial.table, 0) == "may"
    assert isinstance(trial.undo("ada", "u1"), Undone)
    assert trial.table.view(0) == view
    assert trial.table.heard_step(first + 3, None).gone == [first, first + 1, first + 2]
    assert trial.table.owing_seats() == [0]
    again = rebuild("T", [decode_entry(line) for line in trial.log])
    assert again.view(0) == view
    assert again.undone == trial.table.undone
    trial.move("ada", "leave")
    trial.bot(1, "pass")
    assert isinstance(trial.undo("ada", "u2"), Undone)
    assert trial.table.undone[first + 6] == [first + 4, first + 5]


def test_why_nothing_can_be_taken_back() -> None:
    trial = alone()
    assert take_back(trial.table, 0) == "nothing"
    while trial.table.owing_seats() != [0]:
        trial.bot(trial.table.owing_seats()[0], "pass")
    trial.move("ada", "pass")
    trial.bot(1)
    while take_back(trial.table, 0) == "may":  # until a bot lays a card
        trial.bot(trial.table.owing_seats()[0])
    assert take_back(trial.table, 0) == "late"
    refused = trial.undo("ada")
    assert isinstance(refused, Nack)
    assert (refused.kind, refused.reason) == ("refused", "undo_late")
    trial.play_out()
    assert take_back(trial.table, 0) == "over"
    two = Trial("23", "me", "open", options={"learning": True})
    two.sit("bo")
    two.hello("ada")
    two.hello("bo")
    two.deal()
    assert take_back(two.table, 0) == "people"
