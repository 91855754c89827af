"""A host in charge: the waiting room, bots for those who are away, and a game ended for all."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from reihum.table.dealing import dealing_time
from reihum.table.duties import AnswerDue, DealDue, duties
from reihum.table.hosting import judge_nudge
from reihum.table.log import Arranged, Begun, Ended, Left, Sat
from tests.table.tools import Trial, problem


def names(trial: Trial) -> list[str]:
    return [seat.name or "open" for seat in trial.table.seats]


# -- arranging ------------------------------------------------------------------------------------


def test_a_host_changes_the_order_the_number_and_the_kind_of_seats() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    trial.sit("bo", 1)
    trial.hello("bo", "nonce of bo")
    assert isinstance(trial.arrange(1, "bot:master", 0, "open", here={0, 1}), Arranged)
    assert names(trial) == ["Bo", "Cleo", "Ada", "open"]
    assert trial.table.players == 4
    assert trial.table.seat_of("bo") == 0
    assert trial.table.seats[0].nonce == "nonce of bo"
    assert [seat.bot for seat in trial.table.seats] == ["", "master", "", ""]
    again = trial.again()
    assert [seat.name for seat in again.seats] == [seat.name for seat in trial.table.seats]
    assert again.arranged == 1


def test_a_bot_of_another_level_keeps_its_name() -> None:
    trial = Trial("help", "me", "bot:casual", "bot:casual", "open")
    before = names(trial)
    trial.arrange(0, 1, "bot:master", "bot:novice")
    after = names(trial)
    assert after[:3] == before[:3]
    assert len(set(after)) == 4
    trial.arrange(0, "bot:strong", 1, 3)  # one that moves on takes its name along
    moved = names(trial)
    assert moved[2:] == [after[1], after[3]]
    assert len(set(moved)) == 4


def test_the_game_is_played_as_it_was_arranged_and_can_be_verified() -> None:
    trial = Trial("23", "me", "open", "open", "open")
    trial.sit("bo", 3)
    trial.arrange(3, 0, "bot:random", options={"by_five": True}, here={0, 3})
    trial.hello("ada", "a")
    trial.hello("bo", "b")
    trial.start()
    assert trial.table.match is not None
    assert trial.table.match.seats == 3
    assert trial.table.match.options == {"learning": False, "by_five": True}
    assert trial.table.match.names == ["Bo", "Ada", "Ben"]
    trial.play_out()
    record = trial.table.match.record()
    assert reihum.read_record(record).record() == record
    assert 'Nonces: ["b", "a", ""]' in record


def test_what_is_left_out_stays_as_it_is() -> None:
    trial = Trial("yoyo", "me", "open", "bot:random", options={"plain_draw": True}, pace="live", public=True)
    trial.arrange(pace="days")
    assert trial.table.pace == "days"
    assert trial.table.options == {"plain_draw": True}
    assert trial.table.public
    trial.arrange(public=False, options={"plain_draw": False})
    assert (trial.table.pace, trial.table.public, trial.table.options) == (
        "days",
        False,
        {"plain_draw": False},
    )
    assert names(trial) == ["Ada", "open", "Ben"]


@pytest.mark.parametrize(
    ("seats", "more", "error"),
    [
        ((0,), {}, "players"),
        ((0, 1, "open", "open", "open"), {}, "players"),
        ((0, 0), {}, "no_seat"),
        ((0, 7), {}, "no_seat"),
        ((0, -1), {}, "no_seat"),
        ((0, "me"), {}, "seat_kind"),
        ((0, "bot:policy1"), {}, "seat_kind"),
        ((0, 1, "bot:"), {}, "seat_kind"),
        ((), {"pace": "slow"}, "pace"),
        ((), {"seconds": 4}, "seconds"),
        ((), {"options": {"jokers": True}}, "options"),
    ],
)
def test_an_arrangement_that_makes_no_sense_changes_nothing(
    seats: tuple[int | str, ...], more: dict[str, Any], error: str
) -> None:
    trial = Trial("23", "me", "open")
    assert problem(trial.arrange(*seats, **more)) == (400, error)
    assert names(trial) == ["Ada", "open"]
    assert len(trial.log) == 1


def test_nobody_who_is_there_is_thrown_out_but_who_has_gone_is() -> None:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo", 1)
    assert problem(trial.arrange(0, 2, here={0, 1})) == (409, "somebody_sits")
    assert isinstance(trial.arrange(0, 2, here={0}), Arranged)
    assert trial.table.own_seat("bo") is None
    assert isinstance(trial.sit("bo", 1), Sat)
    assert isinstance(trial.arrange(0, "open", here={0, 1}, up=[1]), Arranged)  # if the host insists
    assert isinstance(trial.sit("bo", 1), Sat)


def test_only_the_host_arranges_and_only_before_the_game_and_from_what_was_seen() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    assert problem(trial.arrange(1, 0, player="bo", here={0, 1})) == (403, "host_only")
    assert isinstance(trial.arrange(1, 0, base=0), Arranged)
    assert problem(trial.arrange(1, 0, base=0)) == (409, "arranged_meanwhile")
    assert isinstance(trial.arrange(1, 0, base=1), Arranged)
    trial.start()
    assert problem(trial.arrange(1, 0)) == (409, "begun")


# -- beginning ------------------------------------------------------------------------------------


def test_a_table_that_its_host_begins_does_not_begin_by_itself() -> None:
    trial = Trial("23", "me", "open", begins="host")
    trial.sit("bo")
    trial.hello("ada")
    trial.hello("bo")
    trial.now = 1_000.0
    assert duties(trial.table, {}, 1.0) == []
    assert problem(trial.start("bo")) == (403, "host_only")
    assert isinstance(trial.start("ada"), Begun)


def test_a_table_that_its_host_has_arranged_waits_for_its_host() -> None:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo")
    trial.hello("ada")
    trial.hello("bo")
    trial.arrange(0, 1)
    trial.now = 1_000.0
    assert trial.again().begins == "host"
    assert duties(trial.table, {}, 1.0) == []


@pytest.mark.parametrize("begins", ["host", "all"])
def test_anybody_at_the_table_begins_if_its_host_has_been_away_for_a_minute(begins: str) -> None:
    trial = Trial("23", "me", "open", begins=begins)
    trial.sit("bo")
    trial.now = 100.0
    assert problem(trial.start("bo", {0: 41.0})) == (403, "host_only")
    assert problem(trial.start("cy", {0: 1.0})) == (403, "host_only")
    assert isinstance(trial.start("bo", {0: 40.0}), Begun)


def test_a_host_who_leaves_before_the_game_hands_the_table_over_to_the_next_person() -> None:
    trial = Trial("23", "open", "me", "bot:policy", "open", begins="host")
    trial.sit("bo", 0)
    trial.sit("cy", 3)
    trial.leave("ada")
    assert trial.table.host == trial.again().host == "cy"
    assert trial.table.copy().host == "cy"
    assert problem(trial.start("ada")) == (403, "host_only")
    trial.leave("cy")
    assert trial.table.host == "bo"
    trial.leave("bo")
    assert trial.table.host == "bo"  # nobody is left to take it over
    trial.sit("dee", 2)
    assert trial.table.host == "bo"


def test_a_guest_who_leaves_or_a_host_who_leaves_the_game_hands_nothing_over() -> None:
    trial = Trial("23", "me", "open", begins="host")
    trial.sit("bo")
    trial.leave("bo")
    assert trial.table.host == "ada"
    trial.sit("bo")
    trial.start()
    trial.leave("ada")
    assert trial.table.host == "ada"


def test_a_rematch_waits_for_those_who_were_there() -> None:
    trial = Trial("23", "me", "open", begins="all")
    trial.sit("bo")
    trial.hello("ada")
    assert dealing_time(trial.table) is None
    trial.hello("bo")
    assert duties(trial.table, {}, 1.0) == [DealDue(0.0)]


def test_a_table_may_count_the_seconds_of_a_decision() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.arrange(seconds=20, hints=False)
    assert not trial.again().hints
    trial.start()
    due = [duty for duty in duties(trial.table, {0: 0.0}, 1.0) if isinstance(duty, AnswerDue)]
    assert [(duty.at, duty.seat) for duty in due] == [(20.0, 0), (20.0, 1)]


# -- bots for others ------------------------------------------------------------------------------


def playing() -> Trial:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo")
    trial.sit("cy", name="Cy")
    trial.start()
    trial.now = 100.0
    return trial


def test_a_bot_stands_in_for_somebody_who_has_been_away_for_a_minute_or_at_once_if_the_host_says_so() -> None:
    trial = playing()
    assert problem(trial.stand_in("bo", 2, {2: 50.0})) == (409, "not_away_long")
    assert trial.stand_in("bo", 2, {2: 40.0}) == Left(at=100.0, seat=2, by=1)
    assert trial.table.seats[2].kind == "bot"
    assert trial.table.seat_of("cy") is None
    assert trial.stand_in("ada", 1, {1: 99.0}) == Left(at=100.0, seat=1, by=0)
    assert isinstance(trial.sit("cy"), Sat)  # one tap, and the seat is theirs again
    assert trial.table.seat_of("cy") == 2


def test_nobody_is_played_for_who_is_there_or_at_a_table_without_a_game() -> None:
    trial = playing()
    assert problem(trial.stand_in("ada", 1, {})) == (409, "not_away")
    assert problem(trial.stand_in("dee", 1, {1: 0.0})) == (403, "not_seated")
    assert problem(trial.stand_in("ada", 3, {1: 0.0})) == (400, "no_seat")
    waiting = Trial("23", "me", "open")
    assert problem(waiting.stand_in("ada", 1, {1: 0.0})) == (409, "not_begun")


def test_a_move_of_a_stand_in_is_marked_in_log_and_record() -> None:
    trial = playing()
    trial.bot(2)
    trial.move("ada", trial.moves(0)[0])
    assert [step.stand_in for step in trial.table.steps] == [True, False]
    assert [step.stand_in for step in trial.again().steps] == [True, False]
    heard = trial.table.heard_step(1, 2)
    assert heard.stand_in
    assert not trial.table.heard_step(1, 0).stand_in  # who puts a card away is not heard
    assert trial.table.match is not None
    assert "; a bot stands in\n2: " in trial.table.match.record()


def test_somebody_who_is_waited_for_may_be_nudged() -> None:
    trial = playing()
    assert judge_nudge(trial.table, "ada", 1) == 0
    assert problem(judge_nudge(trial.table, "ada", 0)) == (400, "no_seat")
    assert problem(judge_nudge(trial.table, "dee", 1)) == (403, "not_seated")
    while trial.table.ask(1) is not None:
        trial.move("bo", trial.moves(1)[0])
    assert problem(judge_nudge(trial.table, "ada", 1)) == (409, "not_awaited")


# -- ending ---------------------------------------------------------------------------------------


def test_a_host_ends_the_game_for_all_and_nobody_wins() -> None:
    trial = playing()
    assert problem(trial.end("bo")) == (403, "host_only")
    assert trial.end() == Ended(at=100.0, name="Ada")
    assert trial.table.status == "over"
    assert trial.again().status == "over"
    assert trial.table.owing_seats() == []
    assert trial.table.ask(1) is None
    assert duties(trial.table, {}, 0.0) == []
    assert problem(trial.end()) == (409, "over")
    assert trial.table.match is not None
    record = trial.table.match.record(secret=True)
    assert "Unfinished: 0 moves" in record
    assert "Secret: " in record
    assert reihum.read_record(record).record(secret=True) == record


def test_a_table_that_waits_can_be_ended_too() -> None:
    trial = Trial("23", "me", "open")
    assert isinstance(trial.end(), Ended)
    assert problem(trial.sit("bo")) == (409, "no_open_seat")
    assert problem(trial.start()) == (409, "begun")
    assert duties(trial.table, {}, 0.0) == []
