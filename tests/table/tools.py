"""A live table under test: asked, written down and applied in one step, with a clock that is a number."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from reihum.table.asking import (
    Nack,
    Problem,
    Wish,
    dealing,
    greeting,
    leaving,
    moving,
    opening,
    sitting,
    standing_in,
    starting,
    undoing,
)
from reihum.table.live import LiveTable, rebuilt
from reihum.table.log import AnyEntry, Opened, read, written

SECRET = bytes(range(32))
E = TypeVar("E")


class Trial:
    """A table with its log, as whoever runs it would keep it."""

    def __init__(
        self,
        slug: str,
        *seats: str,
        options: Mapping[str, object] = MappingProxyType({}),
        public: bool = False,
        pace: str = "none",
    ) -> None:
        wish = Wish(slug, len(seats), options, seats, "Ada", public, pace)
        opened = opening(wish, "ada", 0.0, SECRET, "K7QF2P")
        assert isinstance(opened, Opened), opened
        self.now = 0.0
        self.log: list[bytes] = [written(opened)]
        self.table = LiveTable("T", opened)

    def keep(self, found: AnyEntry) -> None:
        """Write an entry down, and then apply it."""
        self.log.append(written(found))
        self.table.apply(found)

    def kept(self, found: E) -> E:
        """Keep what was found if it is an entry; otherwise give it back."""
        if not isinstance(found, Problem | Nack | int) and found is not None:
            self.keep(found)  # type: ignore[arg-type]
        return found

    def again(self) -> LiveTable:
        """The table rebuilt from its log, as after a crash."""
        return rebuilt("T", [read(line) for line in self.log])

    def sit(self, player: str, seat: int | None = None, name: str = "Bo", program: str = "") -> object:
        return self.kept(sitting(self.table, player, seat, name, program, self.now))

    def hello(self, player: str, nonce: str = "") -> object:
        return self.kept(greeting(self.table, player, nonce, self.now))

    def start(self, player: str = "ada") -> object:
        return self.kept(starting(self.table, player, self.now))

    def deal(self) -> None:
        self.keep(dealing(self.table, self.now))

    def leave(self, player: str) -> object:
        return self.kept(leaving(self.table, player, self.now))

    def move(self, player: str, move: str, ask: int | None = None, cid: str | None = None) -> object:
        seat = self.table.seat_of(player)
        number = self.table.seats[seat].answered if ask is None and seat is not None else ask or 0
        return self.kept(moving(self.table, player, cid or f"c{len(self.log)}", number, move, self.now))

    def bot(self, seat: int, move: str | None = None) -> object:
        assert self.table.match is not None
        chosen = move or self.table.match.moves(seat)[0]
        return self.kept(standing_in(self.table, seat, self.table.seats[seat].answered, chosen, self.now))

    def undo(self, player: str, cid: str = "u") -> object:
        return self.kept(undoing(self.table, player, cid, self.now))

    def moves(self, seat: int) -> list[str]:
        assert self.table.match is not None
        return self.table.match.moves(seat)

    def play_out(self) -> None:
        """Let bots answer for everybody until the game is over."""
        assert self.table.match is not None
        policy = self.table.game.spec.policy()
        while (seat := self.table.match.turn) is not None:
            move = policy.choose(self.table.match.state, seat)
            self.bot(seat, self.table.game.spec.text(move))


def nack(found: object) -> str:
    """The kind of a refusal."""
    assert isinstance(found, Nack), found
    return found.kind


def problem(found: object) -> tuple[int, str]:
    """The status and code of what went wrong."""
    assert isinstance(found, Problem), found
    return found.status, found.error
