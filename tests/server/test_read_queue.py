"""Who waits for a connection: in order, not for ever, and not at all for a store that does not answer."""

from __future__ import annotations

import asyncio

import pytest

from reihum.server.store import Crowded, Unavailable, read_queue
from reihum.server.store.read_queue import ReadQueue
from tests.server.places import in_loop


class Callers:
    """Callers of a queue, each of whom stays until a test lets them go."""

    def __init__(self, queue: ReadQueue) -> None:
        self.queue = queue
        self.served: list[int] = []
        self.doors: dict[int, asyncio.Event] = {}

    def come(self, number: int) -> asyncio.Task[None]:
        return asyncio.create_task(self._use(number))

    async def _use(self, number: int) -> None:
        async with self.queue.place():
            self.served.append(number)
            self.doors[number] = asyncio.Event()
            await self.doors[number].wait()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@in_loop
async def test_a_few_are_served_at_once_and_the_others_in_the_order_in_which_they_came() -> None:
    callers = Callers(ReadQueue(2))
    tasks = [callers.come(number) for number in range(6)]
    await callers.settle()
    assert (callers.served, callers.queue.waiting) == ([0, 1], 4)
    tasks[3].cancel()  # who goes away keeps nobody waiting
    for number in (1, 0, 2, 4, 5):
        callers.doors[number].set()
        await callers.settle()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert callers.served == [0, 1, 2, 4, 5]
    assert (callers.queue.waiting, callers.queue.waits, callers.queue.free) == (0, 4, 2)
    assert callers.queue.seconds >= 0.0


@in_loop
async def test_a_place_given_to_somebody_who_goes_away_just_then_is_not_lost() -> None:
    callers = Callers(ReadQueue(1))
    tasks = [callers.come(number) for number in range(3)]
    await callers.settle()
    callers.doors[0].set()
    await asyncio.sleep(0)
    tasks[1].cancel()
    await callers.settle()
    callers.doors.get(2, asyncio.Event()).set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert callers.queue.free == 1


@in_loop
async def test_when_the_store_does_not_answer_one_all_who_wait_are_told_at_once() -> None:
    callers = Callers(ReadQueue(1))
    tasks = [callers.come(number) for number in range(4)]
    await callers.settle()
    callers.queue.send_away("Nobody is there.")
    found = await asyncio.gather(*tasks[1:], return_exceptions=True)
    assert [(type(each), str(each)) for each in found] == [(Unavailable, "Nobody is there.")] * 3
    callers.doors[0].set()
    await tasks[0]
    assert (callers.queue.free, callers.queue.waiting) == (1, 0)


@in_loop
async def test_nobody_waits_for_ever_and_not_everybody_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_queue, "LONGEST_WAIT", 0.02)
    monkeypatch.setattr(read_queue, "MOST_WAITING", 2)
    callers = Callers(ReadQueue(1))
    tasks = [callers.come(number) for number in range(4)]
    found = await asyncio.gather(*tasks[1:], return_exceptions=True)
    assert [type(each) for each in found] == [Crowded] * 3
    assert {str(each) for each in found} == {
        "The store has too much to do.",
        "Too many requests wait for the store.",
    }
    callers.doors[0].set()
    await tasks[0]
    assert (callers.queue.free, callers.queue.waiting) == (1, 0)
