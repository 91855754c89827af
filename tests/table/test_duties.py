"""Bots and stand-ins: when they answer, for whom, and that the time gives nothing away."""

from __future__ import annotations

import pytest

from reihum.table.duties import AWAY_LIMIT, DAYS_LIMIT, THINKING_LIMIT, AnswerDue, bot_pause, duties
from tests.table.tools import Trial


def begun(*seats: str, pace: str = "none") -> Trial:
    trial = Trial("23", *seats, pace=pace)
    for number, seat in enumerate(seats):
        if seat == "open":
            trial.sit(f"p{number}")
    trial.now = 100.0
    trial.start()
    return trial


def answers(trial: Trial, away: dict[int, float] | None = None, delay: float = 1.0) -> dict[int, AnswerDue]:
    found = duties(trial.table, away or {}, delay)
    return {duty.seat: duty for duty in found if isinstance(duty, AnswerDue)}


def test_bots_answer_after_a_while_and_people_take_their_time() -> None:
    trial = begun("me", "bot:random", "bot:policy")
    found = answers(trial)
    assert sorted(found) == [1, 2]
    assert found[1].bot == "random"
    for duty in found.values():
        assert 100.6 <= duty.at <= 101.4
        assert (duty.ask, duty.stand_in) == (0, False)


def test_without_delay_bots_answer_at_once() -> None:
    assert [duty.at for duty in answers(begun("me", "bot:policy"), delay=0.0).values()] == [100.0]


def test_the_delay_is_random_and_depends_on_nothing_in_the_game() -> None:
    lots = [bot_pause("T", seat, ask, 1.0) for seat in range(4) for ask in range(250)]
    assert all(0.6 <= lot <= 1.4 for lot in lots)
    assert abs(sum(lots) / len(lots) - 1.0) < 0.03
    assert len(set(lots)) == len(lots)
    other = begun("me", "bot:policy")
    trial = Trial("23", "me", "bot:policy")
    trial.hello("ada", "another deal altogether")
    trial.now = 100.0
    trial.start()
    assert trial.table.match != other.table.match
    assert answers(trial) == answers(other)


def test_each_decision_has_its_own_time() -> None:
    trial = begun("me", "bot:policy")
    first = answers(trial)[1]
    trial.now = 105.0
    trial.bot(1)
    second = answers(trial)[1]
    assert (first.ask, second.ask) == (0, 1)
    assert second.at >= 105.6


def test_a_bot_plays_on_for_a_player_from_the_moment_they_leave() -> None:
    trial = begun("me", "open")
    trial.now = 200.0
    trial.leave("p1")
    duty = answers(trial)[1]
    assert duty.bot == "regular"
    assert 200.6 <= duty.at <= 201.4
    trial.sit("p1")
    assert answers(trial) == {}


@pytest.mark.parametrize("away", [{}, {0: 0.0, 1: 0.0}])
def test_pace_none_waits_for_ever(away: dict[int, float]) -> None:
    assert answers(begun("me", "open"), away) == {}


def test_pace_live_lets_a_bot_answer_after_two_minutes_of_thinking() -> None:
    trial = begun("me", "open", pace="live")
    for duty in answers(trial).values():
        assert (duty.at, duty.stand_in, duty.bot) == (100.0 + THINKING_LIMIT, True, "regular")


def test_pace_live_lets_a_bot_answer_for_a_player_who_has_been_away_for_a_minute() -> None:
    trial = begun("me", "open", pace="live")
    assert answers(trial, {1: 110.0})[1].at == 110.0 + AWAY_LIMIT
    assert answers(trial, {1: 110.0})[0].at == 100.0 + THINKING_LIMIT
    long_away = answers(trial, {1: 0.0})[1].at  # asked only now: like a bot
    assert 100.6 <= long_away <= 101.4
    assert answers(trial, {1: 99.0 + THINKING_LIMIT})[1].at == 100.0 + THINKING_LIMIT


def test_a_stand_in_hands_back_by_itself() -> None:
    trial = begun("me", "open", pace="live")
    trial.now = 400.0
    trial.bot(1)
    assert trial.table.seats[1].kind == "human"
    assert trial.table.seat_of("p1") == 1
    assert answers(trial)[1].at == 400.0 + THINKING_LIMIT
    trial.move("p1", trial.moves(1)[0])
    assert trial.table.seats[1].answered == 2


def test_pace_days_gives_three_days_even_to_players_who_are_away() -> None:
    trial = begun("me", "open", pace="days")
    assert {duty.at for duty in answers(trial, {0: 0.0}).values()} == {100.0 + DAYS_LIMIT}


def test_a_program_over_the_wire_answers_for_itself() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("p", program="Eager")
    trial.start()
    assert answers(trial) == {}


def test_nothing_is_to_be_done_after_the_end() -> None:
    trial = begun("bot:policy", "bot:policy", pace="live")
    trial.play_out()
    assert duties(trial.table, {}, 1.0) == []
