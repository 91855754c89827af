"""Work in numbered pieces, and how one process does it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Protocol, TypeVar

from reihum.bots import Entrant, Player

R = TypeVar("R")


class Plan(Protocol[R]):
    """Work in numbered pieces that depend on nothing but their number, for any process that has the plan."""

    @property
    def bots(self) -> tuple[Entrant, ...]:
        """Who plays; they must find their way into other processes."""

    def prepare(self) -> list[Player]:
        """What a process needs before its first piece."""

    def play(self, entrants: Sequence[Player], numbers: range) -> list[R]:
        """Do some pieces."""


def play_here(plan: Plan[R], chunks: Iterator[range]) -> Generator[list[R], None, None]:
    """The results of all chunks by this process; however it ends, programs that play end too."""
    entrants = plan.prepare()
    try:
        for chunk in chunks:
            yield plan.play(entrants, chunk)
    finally:
        for entrant in entrants:
            entrant.close()
