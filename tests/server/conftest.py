"""The places in which stores are tested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.places import Place
from tests.server.postgres import Server, postgres

__all__ = ["postgres"]


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
