"""Types used all over Reihum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]  # a JSON object
View = Mapping[str, Any]  # everything that a seat may know; each game has its own TypedDict
