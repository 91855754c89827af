"""Puzzles over HTTP: one a day for everybody, and all others by their numbers; no player is needed."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from reihum.analysis.puzzle import Puzzle, packaged
from reihum.bots import USUAL_LEVEL
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.match import Match
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.replays import parse_number
from reihum.server.http.requests import Visit, address_of, reply
from reihum.table.exercises import Exercise
from reihum.table.seats import bot_names
from reihum.wire.encoding import convert
from reihum.wire.exercises import AnswerBody, ExerciseShown, Judged, PuzzleShelf, PuzzlesShown
from reihum.wire.from_server import SeatShown, TableShown
from reihum.words.languages import accepted_language, language_of

if TYPE_CHECKING:
    from reihum.server.http.api import Api

FIRST_DAY: Final = date(2026, 1, 1)
KEPT: Final = 64  # puzzles that are kept ready: everybody asks for the same one


async def puzzles(api: Api, visit: Visit) -> Response:
    """GET /api/puzzles."""
    today = today_of(time.time())
    shelves = [PuzzleShelf(slug, len(puzzles_of(slug))) for slug in games_with_puzzles()]
    return reply(PuzzlesShown(today.isoformat(), name_of_day(today), FIRST_DAY.isoformat(), shelves))


async def puzzle(api: Api, visit: Visit) -> Response:
    """GET /api/puzzles/NAME, a day or GAME-NUMBER."""
    api.limit("replays", address_of(visit.request))
    name = parse_name(visit.request.path_params["name"])
    make = partial(exercise_of, name)  # a long game takes a moment
    exercise = await api.registry.work.aside(address_of(visit.request), make)
    return reply(puzzle_shown(name, exercise, wanted_language(visit), today_of(time.time())))


async def answer(api: Api, visit: Visit) -> Response:
    """POST /api/puzzles/NAME."""
    given = await api.parse_body(visit, AnswerBody)
    api.limit("replays", address_of(visit.request))
    make = partial(exercise_of, parse_name(visit.request.path_params["name"]))
    exercise = await api.registry.work.aside(address_of(visit.request), make)
    return reply(judged(exercise, given, wanted_language(visit)))


def judged(exercise: Exercise, given: AnswerBody, lang: str) -> Judged:
    """What is said about an answer."""
    return convert(exercise.judge(given.move, given.tries, given.why, lang), Judged)


def wanted_language(visit: Visit) -> str:
    """The language of an answer: the one that the address names, or that of the browser."""
    query, accepted = visit.request.query_params, visit.request.headers.get("accept-language", "")
    return language_of(query["lang"]) if query.get("lang") else accepted_language(accepted)


# -- which one ------------------------------------------------------------------------------------


def puzzles_of(slug: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game."""
    return packaged(spec(slug).module)


def games_with_puzzles() -> list[str]:
    """The games of which there are puzzles, in the order in which the days go through them."""
    return [slug for slug in SLUGS if puzzles_of(slug)]


def today_of(now: float) -> date:
    """The day, by UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def name_of_day(day: date) -> str:
    """The puzzle of a day: one game after the other, and of each its puzzles in their order."""
    games, number = games_with_puzzles(), (day - FIRST_DAY).days
    if not games:
        raise HttpRefusal("no_puzzle")
    slug = games[number % len(games)]
    return f"{slug}-{number // len(games) % len(puzzles_of(slug)) + 1}"


def day_of(name: str, today: date) -> date | None:
    """The last day so far on which this was the puzzle."""
    for back in range(len(games_with_puzzles()) * max(map(len, map(puzzles_of, games_with_puzzles())))):
        day = today - timedelta(back)
        if day >= FIRST_DAY and name_of_day(day) == name:
            return day
    return None


def parse_name(text: str) -> str:
    """The name of a puzzle; that of a day leads to one, if the day has come."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        find_puzzle(text)
        return text
    if not FIRST_DAY <= day <= today_of(time.time()) or day.isoformat() != text:
        raise HttpRefusal("no_puzzle")
    return name_of_day(day)


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of this name, such as `23-17`."""
    slug, _, text = name.rpartition("-")
    number = parse_number(text)
    if slug not in SLUGS or number is None or not 1 <= number <= len(puzzles_of(slug)) or text != str(number):
        raise HttpRefusal("no_puzzle")
    return puzzles_of(slug)[number - 1]


# -- what is shown --------------------------------------------------------------------------------


@lru_cache(KEPT)
def exercise_of(name: str) -> Exercise:
    """A puzzle with its game, in which the others have names."""
    found = find_puzzle(name)
    match = found.match()
    match.names = names_of(match, found.seat)
    return Exercise(match, found.seat, found.answers, found.missed)


def names_of(match: Match, seat: int) -> list[str]:
    """A name for everybody; nobody is told of the seat's own by name."""
    others = iter(bot_names([], match.seats))
    return ["Reihum" if each == seat else next(others) for each in range(match.seats)]


def puzzle_shown(name: str, exercise: Exercise, lang: str, today: date) -> ExerciseShown:
    """A puzzle without its answer."""
    told: Json = exercise.question(lang)
    day = day_of(name, today)
    told |= {"id": name, "number": int(name.rpartition("-")[2]), "table": table_shown(exercise)}
    return convert({**told, "day": None if day is None else day.isoformat()}, ExerciseShown)


def table_shown(exercise: Exercise) -> TableShown:
    """A table at which nobody sits but the one who solves the puzzle."""
    match, names = exercise.match, exercise.match.names or []
    seats = [
        SeatShown("human", None, None, True)
        if seat == exercise.seat
        else SeatShown("bot", name, USUAL_LEVEL, True)
        for seat, name in enumerate(names)
    ]
    return TableShown(
        table="",
        game=match.game.slug,
        players=match.seats,
        options=match.options,
        status="playing",
        seats=seats,
        you=exercise.seat,
        host=False,
        public=False,
        pace="none",
        commitment="",
        rematch=None,
        code=None,
    )
