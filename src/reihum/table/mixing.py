"""The deal of a table at which nonces are promised: the list of all parts, who has answered, who has not."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.core.promises import EarlierDeal, Mix, Part, parts_from
from reihum.table.log import Listed, Remixed
from reihum.table.seats import TableSeat


class Mixing:
    """How far it has come; only entries of the table's log change it.

    First the promises of a deal are taken, then their list is fixed, and then each nonce is said.
    """

    def __init__(self) -> None:
        self.deal = 1
        self.parts: list[Part] = []  # the list of this deal, as soon as it is fixed
        self.nonces: list[str] = []  # by seat, as far as they have been said
        self.revealed: set[int] = set()  # the seats that have said what they promised
        self.expected: set[int] = set()  # those that shall promise again
        self.earlier: list[EarlierDeal] = []

    @property
    def fixed(self) -> bool:
        """Whether the list of this deal is fixed."""
        return bool(self.parts)

    @property
    def silent(self) -> set[int]:
        """The seats that did not answer in an earlier deal, and so add nothing any more."""
        return {seat for each in self.earlier for seat in each.missing}

    def missing(self) -> list[int]:
        """The seats that have yet to say what they promised."""
        return [seat for seat, part in enumerate(self.parts) if part.promise and seat not in self.revealed]

    def awaited(self, seats: Sequence[TableSeat]) -> set[int]:
        """The seats that have yet to promise something for this deal."""
        return {each for each in self.expected if seats[each].present and not seats[each].promise}

    def fix(self, entry: Listed) -> None:
        """The list is fixed."""
        self.parts = parts_from(entry.parts)
        self.nonces = [part.nonce for part in self.parts]
        self.revealed = set()

    def note_nonce(self, seat: int, nonce: str) -> None:
        """A seat says what it promised."""
        self.nonces[seat] = nonce
        self.revealed.add(seat)

    def give_up(self, secret: bytes, entry: Remixed) -> None:
        """This deal, whose secret was this, is given up: another one begins."""
        self.earlier.append(EarlierDeal(secret, self.parts, self.nonces, list(entry.missing)))
        self.expected = set(self.revealed)
        self.deal, self.parts, self.nonces = entry.deal, [], []

    def mix(self) -> Mix:
        """How the deal has come about."""
        return Mix(self.deal, list(self.parts), list(self.earlier))

    def copy(self) -> Mixing:
        """An independent copy."""
        twin = Mixing()
        twin.deal, twin.parts, twin.nonces = self.deal, self.parts, list(self.nonces)
        twin.revealed, twin.expected = set(self.revealed), set(self.expected)
        twin.earlier = list(self.earlier)
        return twin
