"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.tools import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a fresh store, whose bots answer at once."""
    running = Running(f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}", "--bot-delay", "0")
    yield running
    assert running.stop() == 0
    assert b'"level": "error"' not in running.log, running.log.decode()
