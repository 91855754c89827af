"""Judging what a learner asks for at the table of a lesson: to open it, and to go to one of its steps."""

from __future__ import annotations

from reihum.bots import LEVELS
from reihum.games import SLUGS
from reihum.match import game
from reihum.table.judge import (
    Problem,
    TableRequest,
    all_options,
    chairs_for,
    clean_or_default_name,
    judge_opening,
)
from reihum.table.lessons import LEARNER, course
from reihum.table.live import LiveTable
from reihum.table.log import Coached, TableOpened


def judge_table(
    wanted: TableRequest, player: str, at: float, secret: bytes, code: str
) -> TableOpened | Problem:
    """Open a table as requested: for a game, or for a lesson."""
    return (judge_lesson if wanted.lesson else judge_opening)(wanted, player, at, secret, code)


def judge_lesson(
    wanted: TableRequest, player: str, at: float, secret: bytes, code: str
) -> TableOpened | Problem:
    """Open the table of a lesson; only its game, whether it is played alone, and the name are asked for."""
    if wanted.game not in SLUGS:
        return Problem("game", {"games": ", ".join(SLUGS)})
    of = game(wanted.game)
    found = course(of.slug, wanted.players == 1)
    if found is None:
        return Problem("no_lesson", {"game": of.title})
    name = clean_or_default_name(wanted.name, LEARNER)
    if name is None:
        return Problem("name")
    return TableOpened(
        at=at,
        game=of.slug,
        players=found.players,
        options=all_options(of, found.position.get("options", {})),
        chairs=chairs_for(["me", *[f"bot:{LEVELS[0]}"] * (found.players - 1)], player, name),
        host=player,
        secret=secret.hex(),
        code=code,
        hints=False,
        lesson=found.mark,
    )


def judge_step(table: LiveTable, player: str, step: int, at: float) -> Coached | Problem:
    """Go to a step of a lesson: back to an earlier one, on from one that was only to be read, or to the
    beginning of the current one."""
    here = table.whereabouts()
    if table.lesson is None or table.match is None or here is None:
        return Problem("no_lesson", {"game": table.game.title})
    if table.own_seat(player) != LEARNER:
        return Problem("not_seated")
    if table.ended_by is not None:
        return Problem("over")
    steps = table.lesson.lesson.steps
    may_read_on = here.step < len(steps) and not steps[here.step].moves
    last = here.step + (1 if may_read_on else 0)
    if not 0 <= step <= last:
        return Problem("no_step", {"last": last})
    history = table.match.history
    keep = len(history) if step > here.step else table.lesson.moves_before(history, step)
    return Coached(at=at, keep=keep, read=step)
