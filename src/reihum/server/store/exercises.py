"""What players practise, and how well they know it: the same statements for both stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

COLUMNS: Final = (
    "player, table_id, number, seat, game, size, at, made, answers, box, due, tries, solved, added"
)
PLACES: Final = ", ".join(f"?{number}" for number in range(1, 15))


class StoredExercise(msgspec.Struct, frozen=True):
    """A decision of a player that comes back until it is known."""

    player: str
    table: str
    number: int  # of the move in the record
    seat: int
    game: str
    size: int  # how many play
    at: float  # when the game ended
    made: str  # what the player did
    answers: bytes  # what the moves are worth, as JSON without words
    box: int  # see table/spacing.py
    due: int
    tries: int = 0
    solved: int = 0
    added: float = 0.0


class ExerciseBook:
    """The part of a store that keeps exercises."""

    async def _run(self, query: str, *values: object) -> list[Any]:
        """Run a statement with numbered places (`?1`), which may change something; its rows."""
        raise NotImplementedError

    async def exercises_of(self, player: str) -> list[StoredExercise]:
        """All exercises of a player, also those that are known: the first due first, then the oldest."""
        query = f"SELECT {COLUMNS} FROM exercises WHERE player = ?1 ORDER BY due, added, table_id, number"
        return [stored(row) for row in await self._run(query, player)]

    async def exercise(self, player: str, table: str, number: int) -> StoredExercise | None:
        """One exercise of a player."""
        query = f"SELECT {COLUMNS} FROM exercises WHERE player = ?1 AND table_id = ?2 AND number = ?3"
        rows = await self._run(query, player, table, number)
        return stored(rows[0]) if rows else None

    async def uncollected(self, player: str, most: int) -> list[str]:
        """Games of a player whose reviews are made, and whose mistakes have not become exercises yet."""
        query = """SELECT seats.table_id FROM seats JOIN reviews ON reviews.table_id = seats.table_id
            WHERE seats.player = ?1 AND seats.finished = 1 AND made IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM collected WHERE collected.player = ?1 AND collected.table_id = seats.table_id)
            ORDER BY asked, seats.table_id LIMIT ?2"""
        return [table for (table,) in await self._run(query, player, most)]

    async def collect(self, player: str, table: str, exercises: Sequence[StoredExercise]) -> None:
        """Keep the mistakes of a player in a game as exercises, unless that has been done before."""
        query = "SELECT 1 FROM collected WHERE player = ?1 AND table_id = ?2"
        if await self._run(query, player, table):
            return
        for each in exercises:
            query = f"INSERT INTO exercises ({COLUMNS}) VALUES ({PLACES}) ON CONFLICT DO NOTHING"
            await self._run(query, *msgspec.structs.astuple(each))
        query = "INSERT INTO collected (player, table_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        await self._run(query, player, table)

    async def place_exercise(self, tried: StoredExercise, box: int, due: int, solved: int) -> bool:
        """Note how an exercise was tried; False if that has been noted since it was read."""
        query = """UPDATE exercises SET box = ?4, due = ?5, tries = tries + 1, solved = solved + ?6
            WHERE player = ?1 AND table_id = ?2 AND number = ?3 AND tries = ?7 RETURNING tries"""
        key = (tried.player, tried.table, tried.number)
        return bool(await self._run(query, *key, box, due, solved, tried.tries))

    async def put_exercise_away(self, player: str, table: str, number: int, box: int, due: int) -> bool:
        """Never ask about an exercise again; False if there is none."""
        query = """UPDATE exercises SET box = ?4, due = ?5
            WHERE player = ?1 AND table_id = ?2 AND number = ?3 RETURNING number"""
        return bool(await self._run(query, player, table, number, box, due))

    async def delete_exercises(self, player: str) -> None:
        """Forget all exercises of a player; they do not come back."""
        await self._run("DELETE FROM exercises WHERE player = ?1", player)


def stored(row: Sequence[Any]) -> StoredExercise:
    """An exercise as its row in the database says."""
    return StoredExercise(*row)
