"""Shapes that go through all of Reihum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]  # a JSON object
View = Mapping[str, Any]  # all that a seat may know; each game has a TypedDict of its own
