"""How fast bots answer: as the players like it, and at once where one of them cannot wait."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.tools import Running, Wire, run

SLOW = 60.0  # seconds that bots of this server wait, about: longer than a test is patient


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots take their time."""
    folder: Path = tmp_path_factory.mktemp("slow")
    server = Running(f"sqlite:{folder / 'tables.db'}", "--bot-delay", str(SLOW))
    yield server
    server.stop()


async def put_cards_away(wire: Wire) -> None:
    """Answer until its cards are put away, so that the bots are waited for."""
    while wire.now.get("ask") is not None or wire.now["view"] is None:
        await wire.move() if wire.now.get("ask") is not None else await wire.next()


def test_bots_answer_at_once_if_the_only_player_likes_that(slow: Running) -> None:
    token = slow.token()
    table = slow.open(token, players=3)

    async def test() -> None:
        async with slow.seat(table, token, pace="instant") as wire:
            for _ in range(4):  # by and by, with bots in between
                await wire.asked()
                await wire.move()

    run(test)


def test_a_player_hurries_bots_until_the_next_decision(slow: Running) -> None:
    token = slow.token()
    table = slow.open(token, players=2)

    async def test() -> None:
        async with slow.seat(table, token) as wire:
            await wire.asked()
            await put_cards_away(wire)
            await wire.say(t="hurry")
            await wire.asked()  # the bot has put its cards away, and perhaps laid one
            before = wire.now["v"]
            await wire.move(wire.now["moves"][0])
            await wire.say(t="ping")
            await wire.until("pong")
            assert wire.now["v"] == before + 1  # and takes its time again

    run(test)


def test_the_calmest_player_counts_and_nobody_hurries_for_others(slow: Running) -> None:
    ada, bo = slow.token(), slow.token()
    table = slow.open(ada, seats=["me", "open", "bot:policy"])
    slow.sit(table, bo)

    async def test() -> None:
        async with slow.seat(table, ada, pace="instant") as wire, slow.seat(table, bo) as other:
            for each in (wire, other):
                await each.asked()
            await put_cards_away(wire)
            assert wire.now["v"] == 3
            await wire.say(t="hurry")
            await wire.say(t="ping")
            await wire.until("pong")
            assert wire.now["v"] == 3
            await other.say(t="pace", p="instant")  # now all like it fast
            await wire.until("ev", lambda step: step["v"] == 6)

    run(test)
