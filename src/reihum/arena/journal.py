"""The file of an arena: a line for each deal, written as soon as it was played, so that a run can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from reihum.arena.duplicate import DuplicatePlan, PlayedDeal, deal_line, plan_facts, read_deal
from reihum.core.errors import ReihumError, short_quote


class Journal:
    """Writes down deals."""

    def __init__(self, plan: DuplicatePlan, path: Path, file: TextIO) -> None:
        self._plan, self._path, self._file = plan, path, file

    def write(self, played: PlayedDeal) -> None:
        """One deal; whatever happens to this process, its line stays."""
        try:
            self._file.write(json.dumps(deal_line(self._plan, played)) + "\n")
            self._file.flush()
        except OSError as error:
            raise ReihumError(f"{self._path} could not be written: {error.strerror}.") from None


@contextmanager
def open_journal(plan: DuplicatePlan, path: Path, resume: bool) -> Iterator[tuple[Journal, list[PlayedDeal]]]:
    """The file to write to, and the deals that are in it; a file that exists is only taken to go on."""
    played: list[PlayedDeal] = []
    if path.exists():
        if not resume:
            raise ReihumError(f"{path} already exists and is not overwritten; --resume goes on with it.")
        played = read_journal(plan, path)
    elif not path.parent.is_dir():
        raise ReihumError(f"There is no folder {path.parent}.")
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise ReihumError(f"{path} could not be opened: {error.strerror}.") from None
    with file:
        yield Journal(plan, path, file), played


def read_journal(plan: DuplicatePlan, path: Path) -> list[PlayedDeal]:
    """The deals of a file, which must be of this plan; a last line that was cut off is taken away."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReihumError(f"{path} could not be read: {error.strerror}.") from None
    whole = data.rfind(b"\n") + 1
    found: dict[int, PlayedDeal] = {}
    for number, line in enumerate(data[:whole].splitlines(), 1):
        played = read_line(plan, path, number, line)
        if played.number in found:
            raise ReihumError(f"Deal {played.number} is twice in {path}: line {number}.")
        found[played.number] = played
    if whole < len(data):
        os.truncate(path, whole)
    return [found[number] for number in sorted(found)]


def read_line(plan: DuplicatePlan, path: Path, number: int, line: bytes) -> PlayedDeal:
    """The deal of one line."""
    try:
        told: Any = {"luck": None, **json.loads(line)}  # older files do not mention it
        facts = {name: told[name] for name in plan_facts(plan)}
        played = read_deal(told)
    except (ValueError, LookupError, TypeError, RecursionError):
        raise ReihumError(f"Line {number} of {path} is not a deal.") from None
    for name, expected in plan_facts(plan).items():
        if facts[name] != expected:
            other = f"{short_quote(facts[name])} instead of {short_quote(expected)}"
            raise ReihumError(f"{path} is of another run: line {number} has {name} {other}.")
    if [*played.seats] != plan.seatings or played.number < 0 or bool(played.luck) != (plan.meter is not None):
        raise ReihumError(f"Line {number} of {path} is not a deal.")
    return played
