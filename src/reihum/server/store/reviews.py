"""Reviews of finished games: which ones are wanted, who is making one, what came of it; for both stores.

A row is there from the moment somebody asks, so that a review is made even if the server stops meanwhile. The
process that makes it holds it as long as it lives, and says how far it has come; `made` is the review once it
is done.
"""

from __future__ import annotations

from typing import Any

import msgspec


class KeptReview(msgspec.Struct, frozen=True):
    """The review of a game, or how far it has come."""

    made: bytes | None
    done: float


class ReviewShelf:
    """The part of a store that keeps reviews."""

    async def _run(self, query: str, *values: object) -> list[Any]:
        """Run a statement with numbered places (`?1`), which may change something; its rows."""
        raise NotImplementedError

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows that a query with numbered places finds."""
        raise NotImplementedError

    async def review_of(self, table: str) -> KeptReview | None:
        """The review of a game, if anybody has asked for it."""
        rows = await self._found("SELECT made, done FROM reviews WHERE table_id = ?1", table)
        return KeptReview(*rows[0]) if rows else None

    async def want_review(self, table: str, player: str, now: float) -> None:
        """Note that somebody wants the review of a game."""
        query = """INSERT INTO reviews (table_id, player, asked, owner, until, done)
            VALUES (?1, ?2, ?3, '', 0, 0) ON CONFLICT DO NOTHING"""
        await self._run(query, table, player, now)

    async def wanted_reviews(self, most: int) -> list[tuple[str, str]]:
        """Games whose reviews are wanted and not being made, and the players who asked; in that order."""
        query = """SELECT table_id, player FROM reviews WHERE made IS NULL AND owner = ''
            ORDER BY asked, table_id LIMIT ?1"""
        return [(table, player) for table, player in await self._found(query, most)]

    async def claim_review(self, table: str, owner: str, done: float = 0.0) -> bool:
        """Begin or go on to make a review; False if another process is doing that, or it is made."""
        query = """UPDATE reviews SET owner = ?2, done = ?3
            WHERE table_id = ?1 AND made IS NULL AND owner IN (?2, '') RETURNING table_id"""
        return bool(await self._run(query, table, owner, done))

    async def keep_review(self, table: str, made: bytes) -> None:
        """Keep a review; it is never made again."""
        query = "UPDATE reviews SET made = ?2, done = 1 WHERE table_id = ?1 AND made IS NULL"
        await self._run(query, table, made)

    async def drop_review(self, table: str) -> None:
        """Forget a review, or that it was wanted: it can be asked for again."""
        await self._run("DELETE FROM reviews WHERE table_id = ?1", table)
