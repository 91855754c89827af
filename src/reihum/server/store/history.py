"""The games of a player, unfinished and finished, and their statistics: for both stores, in one kind of SQL.

Each seat of a table has a row that also says how the game ended for its player. So a page of games is a walk
along an index, and statistics are sums; no game is played again.
"""

from __future__ import annotations

from typing import Any, Final

from reihum.server.store import OwnGame, Played, Result, Streak, Summary, Wanted

UNFINISHED: Final = 0  # the column `finished`: the game goes on, or has not begun yet
FINISHED: Final = 1  # it is over
NEVER_BEGUN: Final = 2  # the table was closed before the deal, or was a lesson: there is no game to show
FORMER: Final = 3  # the player has no seat any more, but the log still names them: nothing to show either

GAMES: Final = """SELECT table_id, seats.changed, began, counted, won, shared, place, score, card
    FROM seats JOIN tables ON id = table_id
    WHERE player = ?1 AND finished = ?2 AND (seats.changed, table_id) < (?3, ?4)
        AND (CAST(?5 AS TEXT) = '' OR game = ?5) AND (CAST(?6 AS TEXT) = '' OR company = ?6)
    ORDER BY seats.changed DESC, table_id DESC LIMIT ?7"""
TALLIES: Final = """SELECT game, size, company,
        count(*), sum(won), sum(score), min(score), max(score), min(changed)
    FROM seats WHERE player = ?1 AND finished = 1 AND counted = 1
    GROUP BY game, size, company ORDER BY game, size, company"""
# Of games in a row that were all won, or all lost, two numbers differ by the same: the one among all games,
# and the one among those that were won, or lost.
STREAKS: Final = """WITH
    played AS (
        SELECT game, won, CASE WHEN size = 1 THEN 1 ELSE 0 END AS alone, changed, table_id
        FROM seats WHERE player = ?1 AND finished = 1 AND counted = 1),
    numbered AS (
        SELECT game, alone, won,
            row_number() OVER (PARTITION BY game, alone ORDER BY changed, table_id) AS number,
            row_number() OVER (PARTITION BY game, alone, won ORDER BY changed, table_id) AS same
        FROM played),
    runs AS (
        SELECT game, alone, won, count(*) AS length, max(number) AS last
        FROM numbered GROUP BY game, alone, won, number - same),
    ended AS (
        SELECT game, alone, won * length AS length, last,
            max(last) OVER (PARTITION BY game, alone) AS latest
        FROM runs)
    SELECT game, alone, max(length), max(CASE WHEN last = latest THEN length ELSE 0 END)
    FROM ended GROUP BY game, alone ORDER BY game, alone"""
UNCOUNTED_GAMES: Final = """SELECT count(*) FROM seats
    WHERE player = ?1 AND finished = 1 AND counted IS NULL"""
UNCOUNTED_TABLES: Final = """SELECT table_id, max(changed) FROM seats
    WHERE finished = 1 AND counted IS NULL AND table_id > ?1
    GROUP BY table_id ORDER BY table_id LIMIT ?2"""


class GameHistory:
    """The part of a store that answers for the games of a player."""

    async def games_of(self, player: str, wanted: Wanted, most: int) -> list[OwnGame]:
        """Games of a player, the latest first."""
        finished = FINISHED if wanted.finished else UNFINISHED
        rows = await self._found(GAMES, player, finished, *wanted.before, wanted.game, wanted.company, most)
        return [own_game(row) for row in rows]

    async def tallies(self, player: str) -> list[Played]:
        """The finished games of a player that count, by game, number of players and company."""
        return [Played(*row) for row in await self._found(TALLIES, player)]

    async def streaks(self, player: str) -> list[Streak]:
        """The games that a player has won in a row, by game, and alone apart."""
        rows = await self._found(STREAKS, player)
        return [Streak(game, bool(alone), int(longest), int(now)) for game, alone, longest, now in rows]

    async def uncounted_games(self, player: str) -> int:
        """How many finished games of a player nobody has looked at yet."""
        rows = await self._found(UNCOUNTED_GAMES, player)
        return int(rows[0][0]) if rows else 0

    async def uncounted_tables(self, after: str, most: int) -> list[tuple[str, float]]:
        """Tables whose results nobody has looked at yet, and when they ended; in order, after this one."""
        return [(table, at) for table, at in await self._found(UNCOUNTED_TABLES, after, most)]

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows of a query with numbered places (`?1`); none if the database cannot hold such values."""
        raise NotImplementedError


def own_game(row: tuple[Any, ...]) -> OwnGame:
    """A game as its row in the database says."""
    table, at, began, counted, won, shared, place, score, listing = row
    looked = None if counted is None else bool(counted)
    return OwnGame(table, at, began, looked, bool(won), bool(shared), place, score, listing)


SEAT_COLUMNS: Final = (
    *("player", "table_id", "finished", "changed", "game", "size", "company"),
    *("counted", "won", "shared", "place", "score", "began"),
)
Row = tuple[object, ...]  # of `seats`, in the order of its columns


def seat_rows(table: str, summary: Summary) -> list[Row]:
    """The rows of `seats` for a table: one for each of its players."""
    finished = UNFINISHED
    if summary.status == "over":
        finished = FINISHED if summary.results else NEVER_BEGUN
    results = {result.player: result for result in summary.results}
    players = dict.fromkeys(summary.players)
    rows = [seat_row(table, summary, finished, results.get(player, Result(player))) for player in players]
    return rows + [seat_row(table, summary, FORMER, Result(player)) for player in summary.former]


def seat_row(table: str, summary: Summary, finished: int, result: Result) -> Row:
    """The row of one player."""
    about = (result.player, table, finished, summary.at, summary.game, summary.size, result.company)
    ended = (int(result.counted), int(result.won), int(result.shared), result.place, result.score)
    return (*about, *ended, summary.began)
