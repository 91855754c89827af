"""What a host may look at: tables by age, players by the beginning of their names, figures."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

DAY: Final = 86_400


class Row(NamedTuple):
    """A table as the store knows it without reading its log."""

    table: str
    status: str
    listed: bool
    people: bool
    at: float  # when its seats or its end last changed
    listing: bytes


class Figures(NamedTuple):
    """How much there is."""

    tables: dict[str, int]  # by status; games between bots as `bots`
    days: dict[int, int]  # games that ended, by day since 1970
    players: int
    muted: int


class Overview:
    """The part of a store that hosts look at."""

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows that a query with numbered places finds."""
        raise NotImplementedError

    async def latest_tables(self, before: tuple[float, str], most: int) -> list[Row]:
        """All tables that are not being deleted, the latest first."""
        query = """SELECT id, status, listed, people, changed, card FROM tables
            WHERE status <> 'gone' AND (changed, id) < (?1, ?2) ORDER BY changed DESC, id DESC LIMIT ?3"""
        rows = await self._found(query, *before, most)
        return [
            Row(table, state, bool(listed), bool(people), at, card)
            for table, state, listed, people, at, card in rows
        ]

    async def players_like(self, beginning: str, most: int) -> list[str]:
        """Players whose names in the store begin like this."""
        query = "SELECT id FROM players WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"
        return [player for (player,) in await self._found(query, beginning, f"{beginning}~", most)]

    async def figures(self, now: float, days: int) -> Figures:
        """How many tables, games a day and players there are."""
        states = await self._found("SELECT status, people, count(*) FROM tables GROUP BY status, people")
        tables: dict[str, int] = {}
        for status, people, count in states:
            name = status if people or status == "waiting" else "bots"
            tables[name] = tables.get(name, 0) + count
        query = """SELECT count(*) FROM tables WHERE status = 'over' AND changed >= ?1 AND changed < ?2"""
        today = int(now // DAY)
        ended = {
            day: (await self._found(query, float(day * DAY), float((day + 1) * DAY)))[0][0]
            for day in range(today - days + 1, today + 1)
        }
        players = await self._found("SELECT count(*) FROM players")
        muted = await self._found("SELECT count(*) FROM muted WHERE until > ?1", now)
        return Figures(
            tables, {day: count for day, count in ended.items() if count}, players[0][0], muted[0][0]
        )
