"""What games work out for their part of the page: `POST /api/NAME`, without knowing any game by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Service, Spec, Unanswered
from reihum.server.work import WorkQueue
from reihum.table.judge import Problem


def all_services() -> Iterator[tuple[str, Spec]]:
    """The name of every service, and the game that has it."""
    for of in map(spec, SLUGS):
        for name in of.services:
            yield name, of


async def work_out(queue: WorkQueue, asker: str, of: Spec, service: Service, body: Any) -> Json | Problem:
    """The game's answer, or what is wrong with the question; at each pause others get their turn."""
    try:
        return await queue.do(asker, service.work(body))
    except Unanswered as why:
        return Problem(why.code, game=of.module)
