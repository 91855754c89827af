"""A live table: a language model plays there like any other program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from reihum.client.errors import Lost, NotMade
from reihum.client.guest import Guest
from reihum.client.joining import CODE_LENGTH, split_address
from reihum.client.seat import News, Seat
from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec
from reihum.match import Heard
from reihum.mcp.sight import Sight, Story, Wrong
from reihum.words.teller import Teller

PROGRAM: Final = "mcp"  # what others see that this seat is played by
PATIENCE: Final = 60.0  # seconds for a server that has gone away
LEAVE_TIMEOUT: Final = 1.5  # seconds


class SeatAtTable:
    """A seat at a live table, as a language model sees it."""

    def __init__(self, guest: Guest, table: str, seat: int, looking: Seat, lang: str) -> None:
        self.guest, self.table, self.seat, self.lang = guest, table, seat, lang
        self.looking = looking
        self.story = Story()
        self.v = 0  # the last step that is part of the story
        self._teller: Teller | None = None
        self._changed = asyncio.Condition()
        self._lost: ReihumError | None = None
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def sit(cls, link: str, name: str, lang: str) -> SeatAtTable:
        """Sit down at the table with this link or code."""
        server, place = split_address(link)
        if not place:
            raise ReihumError("This is the address of a server; a table's looks like …/t/ID.")
        guest = Guest(server, lang=lang)
        table = await guest.table_with(place) if len(place) == CODE_LENGTH else place
        if (await guest.table(table))["game"] not in SLUGS:
            raise ReihumError("At this table a game is played that this Reihum does not know.")
        seat = await guest.sit(table, None, name, PROGRAM)
        looking = guest.look(table, patience=PATIENCE)
        await looking.__aenter__()
        return cls(guest, table, seat, looking, lang)

    async def look(self, wait: float) -> Sight:
        """What the seat may know now, or as soon as it owes a decision, but not after so many seconds."""
        await self._until(lambda: bool(self.looking.now.kind), PATIENCE)
        await self._until(lambda: self.looking.now.ask is not None or self.story.end is not None, wait)
        if self._lost is not None and self.story.end is None:
            raise self._lost
        now = self.looking.now
        of = spec(now.table["game"])
        owes = now.ask is not None
        return Sight(of, self.lang, self.seat, self.names(), now.view, owes, self.v, self.story.end)

    def names(self) -> list[str]:
        """The names of all players; free seats have none."""
        return [seat["name"] or "–" for seat in self.looking.now.table["seats"]]

    def moves(self) -> list[str]:
        """The legal moves of the seat."""
        return self.looking.now.moves

    async def play(self, move: str) -> Wrong | None:
        """Make a move; it is on the server's disk when this returns, unless something is wrong with it."""
        try:
            step = await self.looking.answer(move)
        except NotMade as error:
            return Wrong(error.kind, error.rule, str(error))
        except Lost:
            if self.story.end is None:
                raise
            return None
        await self._until(lambda: self.v >= step, PATIENCE)
        return None

    async def leave(self) -> None:
        """Give up the seat, unless the game is over; a bot takes it."""
        with suppress(ReihumError, TimeoutError):
            async with asyncio.timeout(LEAVE_TIMEOUT):
                if self.story.end is None:
                    await self.guest.leave(self.table)
        await self.looking.close()
        self._listening.cancel()

    # -- hearing ----------------------------------------------------------------------------------

    async def _until(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait until this is so, or the table is lost, or the time is up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)), self._changed:
                await self._changed.wait_for(lambda: ready() or self._lost is not None)

    async def _listen(self) -> None:
        try:
            async for news in self.looking:
                self._note(news)
                async with self._changed:
                    self._changed.notify_all()
        except ReihumError as error:
            self._lost = error
        else:
            self._lost = Lost("The table is closed.")
        async with self._changed:
            self._changed.notify_all()

    def _note(self, news: News) -> None:
        """Add the steps that are new to the story, and before them why the cards were mixed again."""
        if news.view is not None and self._teller is None:
            self._teller = spec(news.table["game"]).teller(self.lang, self.names(), self.seat)
            silent = (news.table.get("mix") or {}).get("silent", [])
            self.story.add(0, [self._teller.mixed_again_sentence(seats) for seats in silent], [])
        for step in [news.message] if news.kind == "ev" else news.message.get("log", []):
            if step["v"] > self.v:
                self.v = step["v"]
                self._tell(step)

    def _tell(self, step: dict[str, Any]) -> None:
        assert self._teller is not None  # a step has a view
        if "undo" in step:
            self.story.add(self.v, [self._teller.undo_sentence(step["by"])], [])
        else:
            heard = Heard(self.v, step["by"], step.get("m"), step["events"])
            self.story.add(self.v, self._teller.sentences(heard), heard.events)
