"""A server for the tests of a file, and the places in which stores are tested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.places import Place
from tests.server.postgres import Server, postgres
from tests.server.tools import Running, serving

__all__ = ["postgres"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a fresh store, whose bots answer at once."""
    yield from serving(tmp_path_factory.mktemp("store"))


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    """A file that is not there yet."""
    return Place(f"sqlite:{tmp_path / 'store' / 'reihum.db'}")


@pytest.fixture
def postgres_place(postgres: Server) -> Iterator[Place]:
    """A database with nothing in it."""
    url = postgres.new_database()
    yield Place(url, postgres)
    postgres.drop_database(url)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """An empty place for either store."""
    found = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(found, Place)
    return found
