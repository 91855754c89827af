"""How players want to be called, and what they have been called for: the same statements for both stores."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, Final

import msgspec

COLUMNS: Final = "id, player, kind, address, keys, lang, origin, failures, at"


class Contact(msgspec.Struct, frozen=True):
    """One way to call a player."""

    id: str  # the same for the same browser, and for every webhook of the same player
    player: str
    kind: str  # push, or the kind of a webhook
    address: str
    keys: str  # of a browser
    lang: str
    origin: str  # of the page that the player uses
    failures: int  # calls in a row that did not get through
    at: float


class ContactBook:
    """The part of a store that knows how to call players."""

    ELEMENTS: str  # a query for the elements of a JSON array in the first place

    async def _run(self, query: str, *values: object) -> list[Any]:
        """Run a statement with numbered places (`?1`), which may change something; its rows."""
        raise NotImplementedError

    async def contacts_of(self, player: str) -> list[Contact]:
        """All ways to call a player, the oldest first."""
        query = f"SELECT {COLUMNS} FROM contacts WHERE player = ?1 ORDER BY at, id"
        return [Contact(*row) for row in await self._run(query, player)]

    async def reachable(self, players: Collection[str], push_only: bool) -> set[str]:
        """Those of these players who can be called at all, or by their browsers."""
        query = f"""SELECT DISTINCT player FROM contacts
            WHERE player IN ({self.ELEMENTS}) AND (kind = 'push' OR CAST(?2 AS INTEGER) = 0)"""
        rows = await self._run(query, json.dumps([*players]), int(push_only))
        return {player for (player,) in rows}

    async def keep_contact(self, contact: Contact, most: int) -> None:
        """Keep a way to call a player, in place of the one with the same id; only the latest are kept."""
        query = f"""INSERT INTO contacts ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (id) DO UPDATE SET player = ?2, kind = ?3, address = ?4, keys = ?5, lang = ?6,
            origin = ?7, failures = ?8, at = ?9"""
        await self._run(query, *msgspec.structs.astuple(contact))
        for old in (await self.contacts_of(contact.player))[:-most]:
            await self.drop_contact(old.id)

    async def drop_contact(self, ident: str, player: str | None = None) -> None:
        """Forget a way to call somebody; with a player, only if it is theirs."""
        if player is None:
            await self._run("DELETE FROM contacts WHERE id = ?1", ident)
        else:
            await self._run("DELETE FROM contacts WHERE id = ?1 AND player = ?2", ident, player)

    async def count_failures(self, ident: str, failures: int) -> None:
        """Note how many calls in a row did not get through."""
        await self._run("UPDATE contacts SET failures = ?2 WHERE id = ?1", ident, failures)

    async def claim_call(self, player: str, table: str, stage: int, now: float) -> bool:
        """Note that a player is called about a stage of a table; False if that, or a later one, was noted."""
        query = """INSERT INTO called (player, table_id, stage, at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (player, table_id) DO UPDATE SET stage = ?3, at = ?4 WHERE called.stage < ?3
            RETURNING stage"""
        return bool(await self._run(query, player, table, stage, now))

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of all servers on this store, unless there is one of that name; the one there is."""
        query = "INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        await self._run(query, name, value)
        found = await self._run("SELECT value FROM secrets WHERE name = ?1", name)
        return str(found[0][0])
