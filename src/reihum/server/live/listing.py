"""What is stored about a table for lists, so that they can be shown without loading the table."""

from __future__ import annotations

from typing import Final

import msgspec

from reihum.server.live.snapshots import Presence, table_shown
from reihum.table.live import LiveTable
from reihum.wire.from_server import TableShown


class Listing(msgspec.Struct):
    """What everybody may know about a table, and whose the seats are."""

    shown: TableShown
    players: list[str]  # by seat; empty for bots, and for players who have left
    owner: str
    absent: list[str] = []  # by seat: players who have left it and can take it back

    def shown_to(self, player: str) -> TableShown:
        """The table as it is shown to one player; who is connected is not known."""
        own, reserved = seat_in(self.players, player), seat_in(self.absent, player)
        return msgspec.structs.replace(self.shown, you=own, host=player == self.owner, reserved=reserved)


def seat_in(seats: list[str], player: str) -> int | None:
    """The seat of a player in a list of them; the empty name is nobody's."""
    return seats.index(player) if player and player in seats else None


def listing_of(table: LiveTable) -> Listing:
    """The listing of a table as it is now."""
    whose = [seat.player if seat.present else "" for seat in table.seats]
    absent = ["" if seat.present else seat.player for seat in table.seats]
    return Listing(table_shown(table, "", Presence()), whose, table.host, absent)


parse_listing: Final = msgspec.json.Decoder(Listing).decode  # a listing as it was stored
