"""Tiny is registered only for its own tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reihum.games import MODULES


@pytest.fixture(autouse=True, scope="package")
def registered() -> Iterator[None]:
    """The one line that makes it one of the games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(MODULES, "tiny", "tests.tiny")
        yield
