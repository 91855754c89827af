"""What is kept of a table to be shown in lists: read back without waking the table."""

from __future__ import annotations

from typing import Final

import msgspec

from reihum.server.live.snapshots import table_shown
from reihum.table.live import LiveTable
from reihum.wire.from_server import TableShown


class Listing(msgspec.Struct):
    """All that everybody may know of a table, and whose the seats are."""

    shown: TableShown
    players: list[str]  # by seat; empty for bots, and for somebody who got up
    owner: str

    def shown_to(self, player: str) -> TableShown:
        """The table as one player is shown it; who is here is not known."""
        own = self.players.index(player) if player and player in self.players else None
        return msgspec.structs.replace(self.shown, you=own, host=player == self.owner)


def listing_of(table: LiveTable) -> Listing:
    """The listing of a table as it is now."""
    whose = [seat.player if seat.present else "" for seat in table.seats]
    return Listing(table_shown(table, "", ()), whose, table.host)


parse_listing: Final = msgspec.json.Decoder(Listing).decode  # a listing as it was kept
