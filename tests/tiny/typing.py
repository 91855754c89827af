"""What people type in Tiny: numbers, and one verb."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from reihum.words.typing import GameTyping


class Typing(GameTyping):
    """Reads numbers and `pass`."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"pass": ("pass",)})
