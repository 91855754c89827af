"""A process that works for the server: whatever happens to it, whoever waits hears of it."""

from __future__ import annotations

import asyncio
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reihum.server.clock import Clock
from reihum.server.live import worker_process
from reihum.server.live.thinker import Answer, Job
from reihum.server.live.worker_process import NoAnswer, WorkerProcess
from reihum.server.logs import RepeatedEvent
from tests.server.places import in_loop

pytestmark = pytest.mark.timeout(60)
ECHO = """
from reihum.server.live.thinker import Answer, Job, serve
def answers(job):
    yield Answer(job.number, "first", done=False)
    yield Answer(job.number, job.bot)
serve(Job, answers)
"""
HANG = "import sys; sys.stdin.buffer.read(); sys.stdin.close()"
NONSENSE = "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\1?'); sys.stdout.flush(); sys.stdin.read()"


class Steady(Clock):
    """A clock that goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def steady(self) -> float:
        return self.now


class Worker(WorkerProcess[Answer]):
    """A process that runs whatever a test wants."""

    def __init__(self, source: str, clock: Clock | None = None) -> None:
        super().__init__("thinker", Answer, clock=clock)
        self.source = source

    def command(self) -> tuple[str, ...]:
        return (sys.executable, "-c", self.source)


def job(number: int, bot: str = "") -> Job:
    return Job(number, "t/0", 0, [], 0, bot=bot)


async def end(worker: Worker) -> None:
    """End a process, and wait for it."""
    process = worker.process
    worker.stop()
    if process is not None:
        await process.wait()
    await asyncio.gather(*worker._listening)


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[str, Any]]:
    """The lines of the server's log, and how many times it says that each happened."""
    ours = [record for record in caplog.records if record.name == "reihum.server"]
    return [(record.message, vars(record)["facts"].get("times")) for record in ours]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "FIRST_PAUSE", 0.0)


@in_loop
async def test_everybody_hears_the_answers_to_their_own_job() -> None:
    worker = Worker(ECHO)
    heard: list[str] = []
    found = await asyncio.gather(
        *(worker.ask(job(n, f"bot {n}"), lambda each: heard.append(each.move)) for n in range(5))
    )
    assert [answer.move for answer in found] == [f"bot {number}" for number in range(5)]
    assert heard == ["first"] * 5
    await end(worker)


@in_loop
async def test_a_pipe_that_is_closed_is_no_answer_and_the_process_starts_again() -> None:
    def write(data: bytes) -> None:
        raise RuntimeError(
            "unable to perform operation on <WriteUnixTransport closed=True>; the handler is closed"
        )

    worker = Worker(ECHO)
    worker.process = cast(Any, SimpleNamespace(stdin=SimpleNamespace(write=write), kill=lambda: None))
    with pytest.raises(NoAnswer):
        await worker.ask(job(1))
    assert worker.metrics.deaths == {"thinker": 1}
    assert (await worker.ask(job(2, "again"))).move == "again"
    await end(worker)


@pytest.mark.parametrize("source", ["raise SystemExit(1)", NONSENSE])
@in_loop
async def test_a_process_that_dies_or_talks_nonsense_is_no_answer_to_anybody(source: str) -> None:
    worker = Worker(source)
    found = await asyncio.gather(*(worker.ask(job(number)) for number in range(3)), return_exceptions=True)
    assert [type(each) for each in found] == [NoAnswer] * 3
    assert worker.metrics.deaths["thinker"] >= 1
    assert worker.process is None


@in_loop
async def test_a_process_that_is_silent_for_too_long_is_ended() -> None:
    worker = Worker(HANG)
    with pytest.raises(NoAnswer):
        await worker.ask(job(1), patience=0.05)
    assert worker.metrics.deaths == {"thinker": 1}
    assert worker.process is None


@in_loop
async def test_a_process_that_cannot_be_started_is_no_answer() -> None:
    worker = Worker("")
    worker.command = lambda: ("/nowhere/python",)  # type: ignore[method-assign]
    for _ in range(2):
        with pytest.raises(NoAnswer):
            await worker.ask(job(1))
    assert worker.metrics.deaths == {"thinker": 2}


@in_loop
async def test_an_answer_to_one_who_waits_is_not_lost_when_an_earlier_process_ends() -> None:
    """The old process is heard of only after the new one has been asked."""
    worker = Worker(ECHO)
    await worker.ask(job(1))
    (old,) = worker._listening
    worker.stop()
    asking = asyncio.create_task(worker.ask(job(2, "from the new one")))
    await old
    assert (await asking).move == "from the new one"
    await end(worker)


@in_loop
async def test_a_hundred_deaths_are_two_lines_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="reihum.server")
    worker = Worker("")
    worker.command = lambda: ("/nowhere/python",)  # type: ignore[method-assign]
    for number in range(100):
        with pytest.raises(NoAnswer):
            await worker.ask(job(number))
    assert said(caplog) == [("thinker died", None)]
    assert worker.metrics.deaths == {"thinker": 100}
    again = Worker(ECHO)
    again._died = worker._died
    await again.ask(job(1))
    assert said(caplog) == [("thinker died", None), ("thinker works again", 100)]
    await end(again)


def test_what_happens_again_and_again_is_counted_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="reihum.server")
    clock = Steady()
    event = RepeatedEvent("trouble", "trouble is over", clock, interval=60.0)
    for _ in range(130):
        event.note()
        clock.now += 1.0
    event.end()
    event.end()
    event.note()
    assert said(caplog) == [
        ("trouble", None),
        ("trouble", 60),
        ("trouble", 60),
        ("trouble is over", 130),
        ("trouble", None),
    ]
