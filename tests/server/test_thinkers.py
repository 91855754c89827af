"""Who thinks where: bots that answer at once never wait for those that think ahead."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from typing import cast

import pytest

from reihum import bots
from reihum.client import Guest
from reihum.core.contract import Policy, Side
from reihum.server.live.thinker import Answer, Beginning, Job, Thinker
from reihum.server.live.thinkers import Thinkers
from reihum.server.live.worker_process import Waiter, WorkerProcess
from tests.server.tools import Running, run
from tests.table.tools import Trial


def asked_of(monkeypatch: pytest.MonkeyPatch, trials: list[Trial], bot: str) -> tuple[Thinkers, list[Job]]:
    """The jobs that a bot at these tables is for, all at once; nobody answers before all have been sent."""
    jobs: list[Job] = []

    async def ask(process: WorkerProcess[Answer], job: Job) -> Answer:
        process.waiting[job.number] = Waiter(cast("Process", None), None, 0.0)
        jobs.append(job)
        while len(jobs) < len(trials):
            await asyncio.sleep(0)
        return Answer(job.number, "a move")

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    thinkers = Thinkers(2)

    async def ask_all() -> None:
        await asyncio.gather(*(thinkers.choose(trial.table, 0, bot) for trial in trials))

    asyncio.run(ask_all())
    return thinkers, jobs


def solo() -> Trial:
    trial = Trial("koenigs-romme", "bot:master")
    trial.start()
    return trial


def test_who_thinks_ahead_does_so_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers, _ = asked_of(monkeypatch, [solo()], "master")
    assert [len(process.waiting) for process in thinkers.processes()] == [0, 0, 1]
    thinkers, _ = asked_of(monkeypatch, [solo()], "strong")
    assert thinkers.processes()[-1] is thinkers.deep
    assert not thinkers.deep.waiting
    assert sum(len(process.waiting) for process in thinkers.quick) == 1


def test_those_who_think_at_the_same_time_know_how_many_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    _, jobs = asked_of(monkeypatch, [solo() for _ in range(4)], "master")
    assert [job.waiting for job in jobs] == [1, 2, 3, 4]


def test_a_process_tells_its_players_with_how_many_they_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    class Patient(Policy):
        """Notes how much time it has."""

        def choose(self, side: Side) -> int:
            return side.legal()[0]

        def share_time(self, players: int) -> None:
            told.append(players)

    monkeypatch.setitem(bots.BUILT_IN, "patient", lambda of, seed: Patient())
    beginning = Beginning("koenigs-romme", 1, {}, bytes(32), ["a"])
    answer = Thinker().answer(Job(1, "t", 0, [], 0, beginning, waiting=3, bot="patient"))
    assert answer.error == ""
    assert told == [3]


def test_masters_think_alone_while_somebody_plays_against_quick_bots(server: Running) -> None:
    """Three masters would think at the same time; all of them get on, and so does the player beside them."""
    guest = Guest(server.url, server.token())

    async def test() -> None:
        solos = [
            await guest.open("koenigs-romme", players=1, seats=["bot:master"], public=True) for _ in range(3)
        ]
        table = await guest.open("23", players=2, seats=["me", "bot:master"])
        async with guest.look(table) as seat:
            async for now in seat.decisions():
                if now.ask == 6:
                    break
                await seat.answer(now.moves[0], now.ask)
        made = []
        for solo_table in solos:
            async with guest.look(solo_table) as watching:
                async for news in watching:
                    if news.v >= 2:
                        made.append(news.v)
                        break
        assert len(made) == 3

    run(test)
