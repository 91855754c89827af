"""A live table under test: judged, written down and applied in one step, with a number for a clock."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from reihum.core.types import Json
from reihum.server.http.refusals import HttpRefusal
from reihum.server.live.snapshots import Presence, snap, step
from reihum.table.dealing import judge_greeting, judge_promise, judge_reveal, next_deal_entry
from reihum.table.hosting import Arrangement, judge_arranging, judge_ending, judge_stand_in, judge_start
from reihum.table.judge import (
    Nack,
    Problem,
    TableRequest,
    judge_bot_move,
    judge_leaving,
    judge_move,
    judge_opening,
    judge_sitting,
    judge_undo,
)
from reihum.table.live import LiveTable, rebuild
from reihum.table.log import AnyEntry, TableOpened, decode_entry, encode_entry

SECRET = bytes(range(32))
E = TypeVar("E")


class Trial:
    """A table with its log, as a server would keep it."""

    def __init__(
        self,
        slug: str,
        *seats: str,
        options: Mapping[str, object] = MappingProxyType({}),
        public: bool = False,
        pace: str = "none",
        begins: str = "soon",
    ) -> None:
        wish = TableRequest(slug, len(seats), options, seats, "Ada", public, pace, begins)
        opened = judge_opening(wish, "ada", 0.0, SECRET, "K7QF2P")
        assert isinstance(opened, TableOpened), opened
        self.now = 0.0
        self.log: list[bytes] = [encode_entry(opened)]
        self.table = LiveTable("T", opened)

    def keep(self, found: AnyEntry) -> None:
        """Write an entry down, and then apply it."""
        self.log.append(encode_entry(found))
        self.table.apply(found)

    def kept(self, found: E) -> E:
        """Keep what was found if it is an entry; otherwise give it back."""
        if not isinstance(found, Problem | Nack | int) and found is not None:
            self.keep(found)  # type: ignore[arg-type]
        return found

    def again(self) -> LiveTable:
        """The table rebuilt from its log, as after a crash."""
        return rebuild("T", [decode_entry(line) for line in self.log])

    def sit(self, player: str, seat: int | None = None, name: str = "Bo", program: str = "") -> object:
        return self.kept(judge_sitting(self.table, player, seat, name, program, self.now))

    def hello(self, player: str, nonce: str = "", promise: str = "") -> object:
        return self.kept(judge_greeting(self.table, player, nonce, self.now, promise))

    def reveal(self, player: str, nonce: str, deal: int = 1) -> object:
        return self.kept(judge_reveal(self.table, player, deal, nonce, self.now))

    def promise(self, player: str, promise: str, deal: int = 2) -> object:
        return self.kept(judge_promise(self.table, player, deal, promise, self.now))

    def start(self, player: str = "ada", away: Mapping[int, float] = MappingProxyType({})) -> object:
        return self.kept(judge_start(self.table, player, away, self.now))

    def arrange(
        self, *seats: int | str, player: str = "ada", here: Collection[int] = (), **more: Any
    ) -> object:
        """Arrange the table as this player wants it."""
        wanted = Arrangement(seats or None, **more)
        return self.kept(judge_arranging(self.table, player, wanted, here, self.now))

    def stand_in(self, player: str, seat: int, away: Mapping[int, float]) -> object:
        return self.kept(judge_stand_in(self.table, player, seat, away, self.now))

    def end(self, player: str = "ada") -> object:
        return self.kept(judge_ending(self.table, player, self.now))

    def deal(self) -> None:
        """The next step to the deal that is taken by itself."""
        again = bytes([*SECRET[:-1], 200 + len(self.log)])
        self.keep(next_deal_entry(self.table, again, self.now))

    def leave(self, player: str) -> object:
        return self.kept(judge_leaving(self.table, player, self.now))

    def move(self, player: str, move: str, ask: int | None = None, cid: str | None = None) -> object:
        seat = self.table.seat_of(player)
        number = self.table.seats[seat].answered if ask is None and seat is not None else ask or 0
        return self.kept(judge_move(self.table, player, cid or f"c{len(self.log)}", number, move, self.now))

    def bot(self, seat: int, move: str | None = None) -> object:
        assert self.table.match is not None
        chosen = move or self.table.match.moves(seat)[0]
        return self.kept(judge_bot_move(self.table, seat, self.table.seats[seat].answered, chosen, self.now))

    def undo(self, player: str, cid: str = "u") -> object:
        return self.kept(judge_undo(self.table, player, cid, self.now))

    def moves(self, seat: int) -> list[str]:
        assert self.table.match is not None
        return self.table.match.moves(seat)

    def play_out(self) -> None:
        """Let bots answer for everybody until the game is over."""
        assert self.table.match is not None
        policy = self.table.game.spec.policy()
        while (seat := self.table.match.turn) is not None:
            move = policy.choose(self.table.match.state.side(seat))
            self.bot(seat, self.table.game.spec.text(move))


def nack(found: object) -> str:
    """The kind of a refusal."""
    assert isinstance(found, Nack), found
    return found.kind


def problem(found: object) -> tuple[int, str]:
    """The status and code of what went wrong."""
    assert isinstance(found, Problem), found
    return HttpRefusal(found).status, found.error


def plain(message: msgspec.Struct) -> Json:
    """A message as its reader decodes it."""
    found: Json = json.loads(msgspec.json.encode(message))
    return found


def told_step(table: LiveTable, seat: int | None, lang: str) -> Json:
    """The last step as a seat, or a spectator, heard it, and in sentences."""
    return plain(step(table, seat, lang=lang))


def told_snap(table: LiveTable, player: str, here: Collection[int], since: int, lang: str) -> Json:
    """All that a viewer may know now, and in sentences."""
    return plain(snap(table, player, Presence(here), since, lang))
