"""The break after a round: bots wait until people have read what came of it, and for nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from reihum.server.live.breaks import LONGEST, RoundBreak, is_round_over
from reihum.table.duties import AnswerDue, duties
from tests.server.tools import Running, Wire, run
from tests.table.tools import Trial

LEARNING = {"learning": True}  # nobody puts cards away, so a round is over as soon as all have left it


async def leave(wire: Wire) -> None:
    """Leave the first round as soon as possible, and wait for its end; who is forced has to lay first."""
    await wire.asked()
    while wire.now["view"]["round"] == 1:
        if wire.now["ask"] is None:
            await wire.next()
        else:
            await wire.move("leave" if "leave" in wire.now["moves"] else None)


async def until_pause(wire: Wire, fits: Callable[[Any], bool]) -> Any:
    """Wait until what was heard last about a break fits."""
    while True:
        last = next(message for message in reversed(wire.heard) if "table" in message)
        if fits(last["table"]["pause"]):
            return last["table"]["pause"]
        await wire.next()


def test_bots_wait_until_the_only_player_is_ready(server: Running) -> None:
    token = server.token()
    table = server.open(token, seats=["me", "bot:policy", "bot:policy"], options=LEARNING)

    async def test() -> None:
        async with server.seat(table, token, pauses=True) as wire:
            await leave(wire)
            pause = await until_pause(wire, bool)
            ended = wire.now["v"]
            assert pause == {"v": ended, "waits": [0], "ready": [], "left": None}  # as long as one likes
            await wire.say(t="ready", v=ended - 1)  # about another round: does not count
            await wire.say(t="ping")
            await wire.until("pong")
            assert server.look(table, token)["pause"] == pause
            assert wire.now["v"] == ended
            await wire.say(t="ready", v=ended)
            await until_pause(wire, lambda pause: pause is None)
            await wire.asked()

    run(test)


def test_a_move_says_that_its_player_is_ready(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"], options=LEARNING)
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada, pauses=True) as one, server.seat(table, bo, pauses=True) as two:
            await asyncio.gather(leave(one), leave(two))
            pause = await until_pause(one, bool)
            assert pause["v"] == one.now["v"] == 2
            assert (pause["waits"], pause["ready"]) == ([0, 1], [])
            assert 0 < pause["left"] <= LONGEST
            seat, first, second = (0, one, two) if one.now["ask"] is not None else (1, two, one)
            await first.move("pass")
            pause = await until_pause(one, lambda pause: pause["ready"] == [seat])
            assert pause["waits"] == [1 - seat]
            await second.say(t="ready", v=2)
            await until_pause(one, lambda pause: pause is None)

    run(test)


def test_nothing_waits_for_a_player_whose_connection_is_gone(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"], options=LEARNING)
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada, pauses=True) as one:
            async with server.seat(table, bo, pauses=True) as two:
                await asyncio.gather(leave(one), leave(two))
                await one.say(t="ready", v=2)
                pause = await until_pause(one, lambda pause: pause is not None and pause["ready"] == [0])
                assert pause["waits"] == [1]
            await until_pause(one, lambda pause: pause is None)

    run(test)


def test_clients_that_did_not_ask_for_breaks_are_not_waited_for(server: Running) -> None:
    token = server.token()
    table = server.open(token, seats=["me", "bot:policy"], options=LEARNING)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            await leave(wire)
            await wire.say(t="ready", v=wire.now["v"])  # nobody has a break: ignored
            await wire.asked()
            assert all(message["table"]["pause"] is None for message in wire.heard if "table" in message)

    run(test)


@pytest.mark.parametrize("bad", [{}, {"v": "1"}, {"v": None}])
def test_a_malformed_ready_ends_the_connection(server: Running, bad: dict[str, object]) -> None:
    token = server.token()
    table = server.open(token, players=2)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            await wire.say(t="ready", **bad)
            assert (await wire.until("bye"))["why"] == "bad"

    run(test)


# -- without a server -----------------------------------------------------------------------------


def two_who_leave() -> Trial:
    """Two people who both leave the first round at once."""
    trial = Trial("23", "me", "open", options=LEARNING, pace="live")
    trial.sit("bo")
    trial.hello("ada")
    trial.hello("bo")
    trial.deal()
    for _ in range(2):
        (seat,) = trial.table.owing_seats()
        trial.move(("ada", "bo")[seat], "leave")
    return trial


def test_with_several_people_a_break_ends_when_its_time_is_up() -> None:
    trial = two_who_leave()
    assert is_round_over(trial.table)
    rest = RoundBreak()
    rest.begin(trial.table, 100.0)
    assert not rest.ends_now({0, 1}, 100.0 + LONGEST - 0.1)
    shown = rest.shown({0, 1}, 101.0)
    assert shown is not None
    assert (shown.waits, shown.left) == ([0, 1], LONGEST - 1)
    assert rest.ends_now({0, 1}, 100.0 + LONGEST)
    assert rest.shown({0, 1}, 121.0) is None
    assert not rest.ends_now({0, 1}, 130.0)  # it has ended already


def test_clocks_start_only_after_the_break() -> None:
    trial = two_who_leave()
    (early,) = duties(trial.table, {}, 1.0)
    (late,) = duties(trial.table, {}, 1.0, since=500.0)
    assert isinstance(early, AnswerDue)
    assert isinstance(late, AnswerDue)
    assert (late.seat, late.ask) == (early.seat, early.ask)
    assert late.at == early.at - trial.now + 500.0


def test_a_game_that_is_over_has_no_break_and_neither_has_a_move_within_a_round() -> None:
    trial = two_who_leave()
    (seat,) = trial.table.owing_seats()
    trial.move(("ada", "bo")[seat], "pass")
    assert not is_round_over(trial.table)
    while trial.table.status == "playing":
        (seat,) = trial.table.owing_seats()
        trial.move(("ada", "bo")[seat], "leave")
    assert not is_round_over(trial.table)
