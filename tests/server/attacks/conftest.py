"""A server under attack: another table goes on undisturbed, memory stays bounded, the log without errors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.bystander import Bystander
from tests.server.tools import Running

MOST = 2.0  # times the memory of an idle server: the most that may be in use after an attack


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Running]:
    """A server with the limits that the tests of a file ask for."""
    limits = [word for limit in getattr(request.module, "LIMITS", ()) for word in ("--limit", limit)]
    store = f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}"
    running = Running(store, "--bot-delay", "0", *limits)
    yield running
    assert running.stop() == 0
    assert b'"level": "error"' not in running.log, running.log.decode()


@pytest.fixture(scope="module")
def bystander(server: Running) -> Iterator[Bystander]:
    """Somebody who plays at another table the whole time."""
    playing = Bystander(server)
    yield playing
    playing.stop()


@pytest.fixture(autouse=True)
def undisturbed(server: Running, bystander: Bystander) -> Iterator[None]:
    """After every attack the other table goes on, and the server needs no more memory than before."""
    yield
    bystander.goes_on()
    assert server.memory() < MOST * bystander.memory_at_rest
