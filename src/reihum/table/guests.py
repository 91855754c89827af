"""Guests of a table who are not there any more: removed by its host, or gone before the game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

NO_HOST: Final = "-"  # in place of a host who was forgotten; no player has this name
ALIAS: Final = "~"  # begins what is in a log for a player who was forgotten


def is_somebody(player: str) -> bool:
    """Whether this is a player, and one who was not forgotten."""
    return bool(player) and player != NO_HOST and not player.startswith(ALIAS)


@dataclass(frozen=True)
class RemovedGuest:
    """A player whom the host has removed."""

    player: str
    name: str
    back: bool = False  # may sit here again


@dataclass
class Guests:
    """Everybody who has left some trace at a table without having a seat there."""

    removed: list[RemovedGuest] = field(default_factory=list)
    former: set[str] = field(default_factory=set)

    def is_barred(self, player: str) -> bool:
        """Whether a player was removed and not let back."""
        return bool(player) and any(each.player == player and not each.back for each in self.removed)

    def bar(self, player: str, name: str) -> None:
        """Note that a player was removed."""
        self.removed.append(RemovedGuest(player, name))

    def readmit(self, guest: int) -> None:
        """Let a player back, however often they were removed."""
        player = self.removed[guest].player
        self.removed = [replace(each, back=True) if each.player == player else each for each in self.removed]

    def barred(self) -> list[tuple[int, str]]:
        """Those who may not sit here, by number, each once."""
        last = {each.player: (number, each.name) for number, each in enumerate(self.removed) if not each.back}
        return sorted(last.values())

    def note_gone(self, player: str) -> None:
        """Note somebody who had a seat before the game."""
        if player:
            self.former.add(player)

    def forget(self, player: str) -> None:
        """Keep nothing of a player who wants to be forgotten."""
        self.former.discard(player)
        self.removed = [
            RemovedGuest(ALIAS, "", back=True) if each.player == player else each for each in self.removed
        ]

    def copy(self) -> Guests:
        """An independent copy."""
        return Guests(list(self.removed), set(self.former))
