"""What games work out for their part of the page: `POST /api/NAME`, without knowing any game by name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Service, Spec, Unanswered
from reihum.table.judge import Problem


def all_services() -> Iterator[tuple[str, Spec]]:
    """The name of every service, and the game that has it."""
    for of in map(spec, SLUGS):
        for name in of.services:
            yield name, of


async def work_out(of: Spec, service: Service, body: Any) -> Json | Problem:
    """The game's answer, or what is wrong with the question; at each pause others get their turn."""
    work = service.work(body)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Json = done.value
            return found
        except Unanswered as why:
            return Problem(why.code, game=of.module)
        await asyncio.sleep(0)
