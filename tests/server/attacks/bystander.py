"""Somebody from another address who plays while a server is attacked, and notices if anything goes wrong."""

from __future__ import annotations

import asyncio
import copy
import threading

from tests.server.tools import PATIENCE, Running, Wire

ADDRESS = ("127.0.0.2", 0)
PACE = 0.01  # seconds between moves, so that attackers get the other processor
MOVES = 2  # after which the game goes on: one may have been made before we began to count


class Bystander:
    """Two players at one table after another."""

    def __init__(self, server: Running) -> None:
        self.server = copy.copy(server)
        self.server.source = ADDRESS
        self.moves = 0
        self.tables = 0
        self.trouble: BaseException | None = None
        self.moved = threading.Condition()
        self.stopping = False
        self.memory_at_rest = server.memory()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def goes_on(self) -> None:
        """Wait until some more moves were made, each acknowledged and heard."""
        with self.moved:
            aim = self.moves + MOVES
            reached = self.moved.wait_for(lambda: self.trouble is not None or self.moves >= aim, PATIENCE)
        if self.trouble is not None:
            raise AssertionError("The other table was disturbed.") from self.trouble
        assert reached, "The other table stands still."

    def stop(self) -> None:
        self.stopping = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        if self.trouble is not None:
            raise AssertionError("The other table was disturbed.") from self.trouble

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as trouble:
            with self.moved:
                self.trouble = trouble
                self.moved.notify_all()

    async def _play(self) -> None:
        while not self.stopping:
            one, two = self.server.token(), self.server.token()
            table = self.server.open(one, "23", seats=["me", "open"], options={"learning": True})
            self.server.sit(table, two)
            async with self.server.seat(table, one) as first, self.server.seat(table, two) as second:
                await self._play_out(first, second)
            self.tables += 1

    async def _play_out(self, *wires: Wire) -> None:
        made = 0
        while not self.stopping:
            for wire in wires:  # hear what has happened so far
                while wire.now["v"] < made or wire.now["view"] is None:
                    before = wire.now["v"]
                    await wire.next()
                    assert wire.now["v"] in (before, before + 1), "a step was lost"
            asked = next((wire for wire in wires if wire.now["ask"] is not None), None)
            if asked is None:
                return
            answer = await asked.move(asked.now["moves"][-1], cid=f"m{made}")
            assert answer["t"] == "ack", answer
            made = answer["v"]
            with self.moved:
                self.moves += 1
                self.moved.notify_all()
            await asyncio.sleep(PACE)
