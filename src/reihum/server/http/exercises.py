"""A player's own mistakes as exercises: what is due, one decision to try again, an answer, all as a file.

The mistakes of a reviewed game become exercises when its player asks for exercises the next time; each game
is looked through once for each player, so what was deleted does not come back.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from reihum.analysis.answers import Answers, answers_from, answers_of
from reihum.analysis.keeping import UnknownForm, unpack_review
from reihum.core.types import Json
from reihum.server.http.history import table_of
from reihum.server.http.puzzles import judged, wanted_language
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.replays import parse_number
from reihum.server.http.requests import Visit, address_of, reply
from reihum.server.identity import is_ident
from reihum.server.live.snapshots import Presence, table_shown
from reihum.server.store.exercises import StoredExercise
from reihum.table.exercises import Exercise
from reihum.table.live import LiveTable
from reihum.table.spacing import DAYS, DROPPED, KNOWN, NEVER, NEW, SECONDS, day_of, next_place
from reihum.wire.encoding import convert, encode
from reihum.wire.exercises import AnswerBody, ExerciseListed, Exercises, ExerciseShown, PutAwayBody

if TYPE_CHECKING:
    from reihum.server.http.api import Api

COLLECTED_AT_ONCE: Final = 8  # games whose mistakes are collected for one request
FILE_NAME: Final = "reihum-exercises.json"


async def exercises(api: Api, visit: Visit) -> Response:
    """GET /api/exercises."""
    api.limit("lists", address_of(visit.request))
    await collect_new(api, address_of(visit.request), visit.player)
    return reply(listed(await api.registry.store.exercises_of(visit.player), time.time()))


async def of_table(api: Api, visit: Visit) -> Response:
    """GET /api/exercises/ID: those of one game."""
    api.limit("lists", address_of(visit.request))
    ident = visit.request.path_params["ident"]
    await collect(api, address_of(visit.request), visit.player, ident)
    found = [each for each in await api.registry.store.exercises_of(visit.player) if each.table == ident]
    return reply(listed(sorted(found, key=lambda each: each.number), time.time()))


async def export(api: Api, visit: Visit) -> Response:
    """GET /api/exercises/export."""
    api.limit("exports", address_of(visit.request))
    found = await api.registry.store.exercises_of(visit.player)
    text = encode({"days": DAYS, "exercises": [exported(each) for each in found]})
    headers = {"content-disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(text, headers=headers, media_type="application/json")


async def exercise(api: Api, visit: Visit) -> Response:
    """GET /api/exercises/ID/NUMBER."""
    api.limit("replays", address_of(visit.request))
    kept = await find(api, visit)
    table, found = await open_exercise(api, address_of(visit.request), kept)
    lang = wanted_language(visit)
    shown = {
        **found.question(lang),
        "id": f"{kept.table}/{kept.number}",
        "number": kept.number,
        "table": table_shown(table, visit.player, Presence()),
        "at": kept.at,
        "made": kept.made,
        "made_told": found.made_sentence(lang),
        "box": kept.box,
    }
    return reply(convert(shown, ExerciseShown))


async def answer(api: Api, visit: Visit) -> Response:
    """POST /api/exercises/ID/NUMBER; the first answer on a day on which it is due counts."""
    given = await api.parse_body(visit, AnswerBody)
    api.limit("replays", address_of(visit.request))
    kept = await find(api, visit)
    _, found = await open_exercise(api, address_of(visit.request), kept)
    told = judged(found, given, wanted_language(visit))
    if told.verdict in ("right", "equal", "wrong", "shown"):
        today, solved = day_of(time.time()), told.verdict in ("right", "equal") and given.tries == 1
        if kept.due <= today:
            place = next_place(kept.box, solved, today)
            if await api.registry.store.place_exercise(kept, place.box, place.due, int(solved)):
                told.box, told.days = place.box, None if place.due == NEVER else place.due - today
    return reply(told)


async def put_away(api: Api, visit: Visit) -> Response:
    """POST /api/exercises/drop: one that shall not come back, or all of them for good."""
    wanted = await api.parse_body(visit, PutAwayBody, optional=True)
    store = api.registry.store
    if wanted.table is None:
        await store.delete_exercises(visit.player)
    elif not await store.put_exercise_away(visit.player, wanted.table, wanted.number, DROPPED, NEVER):
        raise HttpRefusal("no_exercise")
    return reply(listed(await store.exercises_of(visit.player), time.time()))


# -- collecting -----------------------------------------------------------------------------------


async def collect_new(api: Api, asker: str, player: str) -> None:
    """Collect the mistakes of games that have been reviewed since the last time."""
    if player:
        for ident in await api.registry.store.uncollected(player, COLLECTED_AT_ONCE):
            await collect(api, asker, player, ident)


async def collect(api: Api, asker: str, player: str, ident: str) -> None:
    """Make exercises of a player's mistakes in a game, once its review is made."""
    if not player or not is_ident(ident):
        return
    kept = await api.registry.reviews.kept(ident)
    if kept is None or kept.made is None:
        return
    async with api.exporting:
        table = await table_of(api.registry, ident, asker)
        if table is None or table.match is None or table.status != "over":
            return
        try:
            found = await api.registry.work.aside(asker, partial(mistakes, table, player, kept.made))
        except UnknownForm:
            return  # whoever looks at the review has it made again
    await api.registry.store.collect(player, ident, found)


def mistakes(table: LiveTable, player: str, review: bytes) -> list[StoredExercise]:
    """The mistakes that a player made in a game, not those of bots that stood in or of an earlier game."""
    match, seat = table.match, table.own_seat(player)
    if match is None or seat is None:
        return []
    began = 0 if table.branch is None else len(table.branch.moves)
    now = time.time()
    found = []
    for step in unpack_review(review, match).steps:
        decision = step.decision
        if decision is None or decision.grade is None or not decision.options or step.move is None:
            continue
        if step.by != seat or step.stand_in or step.number <= began:
            continue
        found.append(
            StoredExercise(
                player=player,
                table=table.id,
                number=step.number,
                seat=seat,
                game=match.game.slug,
                size=match.seats,
                at=table.played_at,
                made=step.move,
                answers=encode(answers_from(decision.options, decision.reasons).data()),
                box=NEW,
                due=day_of(now),
                added=now,
            )
        )
    return found


# -- one of them ----------------------------------------------------------------------------------


async def find(api: Api, visit: Visit) -> StoredExercise:
    """The exercise that an address names, if it is the caller's own."""
    ident, number = visit.request.path_params["ident"], parse_number(visit.request.path_params["number"])
    found = None
    if visit.player and number is not None and is_ident(ident):
        found = await api.registry.store.exercise(visit.player, ident, number)
    if found is None:
        raise HttpRefusal("no_exercise")
    return found


async def open_exercise(api: Api, asker: str, kept: StoredExercise) -> tuple[LiveTable, Exercise]:
    """An exercise with its game up to the decision."""
    async with api.exporting:
        table = await table_of(api.registry, kept.table, asker)
        if table is None or table.match is None or len(table.match.history) < kept.number:
            raise HttpRefusal("no_exercise")
        before = await api.registry.work.aside(asker, partial(table.match.at, kept.number - 1))
    return table, Exercise(before, kept.seat, answers_kept(kept), kept.made)


def answers_kept(kept: StoredExercise) -> Answers:
    """What the moves of an exercise are worth."""
    return answers_of(json.loads(kept.answers))


# -- lists ----------------------------------------------------------------------------------------


def listed(found: list[StoredExercise], now: float) -> Exercises:
    """All exercises of a player, with how many are due."""
    today = day_of(now)
    learned = sum(each.box == KNOWN for each in found)
    due = sum(each.due <= today for each in found)
    away = sum(each.box == DROPPED for each in found)
    return Exercises(
        today=date_text(today),
        due=due,
        waiting=len(found) - learned - due - away,
        known=learned,
        days=list(DAYS),
        exercises=[
            ExerciseListed(
                table=each.table,
                number=each.number,
                game=each.game,
                players=each.size,
                at=each.at,
                box=each.box,
                due=due_text(each),
                tries=each.tries,
                solved=each.solved,
            )
            for each in found
        ],
    )


def exported(kept: StoredExercise) -> Json:
    """An exercise for a file."""
    return {
        "game": kept.game,
        "players": kept.size,
        "table": kept.table,
        "number": kept.number,
        "seat": kept.seat,
        "at": kept.at,
        "made": kept.made,
        "moves": json.loads(kept.answers),
        "box": kept.box,
        "due": due_text(kept),
        "tries": kept.tries,
        "solved": kept.solved,
        "added": kept.added,
    }


def due_text(kept: StoredExercise) -> str | None:
    """The day from which an exercise can be tried; None if it does not come back."""
    return None if kept.due == NEVER else date_text(kept.due)


def date_text(day: int) -> str:
    """A day as it is written."""
    return datetime.fromtimestamp(day * SECONDS, UTC).date().isoformat()
