"""Who has to be called: looks at all tables in memory from time to time, off the path of every move.

A call is claimed in the store before it is sent. So nobody is called twice about the same thing, neither
after a restart nor by two processes. A table at which a call is due keeps its lease, so that after a crash
another process, or the next one, finds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from reihum.server.calls.addresses import Network
from reihum.server.calls.caller import Call, Caller
from reihum.server.calls.reasons import Reason, call_text, is_social, nudge_at, reason_at, was_played_for
from reihum.server.live.actor import TableActor
from reihum.server.logs import log_failure
from reihum.server.store import Unavailable
from reihum.server.store.contacts import Contact

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

RETRY: Final = 5.0  # seconds until a call is tried again for which the store or the lease was not there


class Looker:
    """What is known of one player at one table."""

    def __init__(self, now: float) -> None:
        self.away_since = now  # since when the player has not been looking
        self.is_looking = False
        self.is_elsewhere = False  # whether, when last asked, they looked through another process
        self.noticed = 0  # the latest stage that the player has seen here
        self.done = 0  # the latest stage about which nothing is left to do
        self.prepared = 0  # the latest stage for which a call is being prepared
        self.was_called = False  # about a decision, since they last looked
        self.not_before = 0.0

    def look(self, stage: int) -> None:
        """The player looks at the table at this stage."""
        self.is_looking, self.was_called = True, False
        self.noticed = max(self.noticed, stage)

    def look_away(self, now: float) -> None:
        """The player does not look at the table."""
        if self.is_looking:
            self.is_looking, self.away_since = False, now


class CallWatch:
    """Calls players who should look at a table and do not."""

    def __init__(self, registry: TableRegistry, network: Network | None = None) -> None:
        self.registry = registry
        self.times = registry.settings.call_times
        self.allowed = registry.settings.calls
        network = Network() if network is None else network
        self.caller = Caller(registry.store, registry.settings, registry.metrics, network)
        self._lookers: dict[str, dict[str, Looker]] = {}  # by table and player
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking, if anybody may be called at all."""
        if self.allowed != "none":
            self.caller.start()
            self._rounds = asyncio.create_task(self._make_rounds())

    def stop(self) -> None:
        """Stop looking."""
        if self._rounds is not None:
            self._rounds.cancel()
        self.caller.stop()

    # -- rounds -----------------------------------------------------------------------------------

    async def _make_rounds(self) -> None:
        while True:
            await asyncio.sleep(self.times.round)
            try:
                self._make_round()
            except Exception:
                log_failure("round of calls failed")

    def _make_round(self) -> None:
        actors = self.registry.actors
        for ident in self._lookers.keys() - actors.keys():
            del self._lookers[ident]
        for actor in list(actors.values()):
            if is_social(actor.table):
                self._look_at(actor)

    def _look_at(self, actor: TableActor) -> None:
        """Note who looks at a table, and call those who should."""
        now = actor.time.now()
        watching = actor.watching_seats()
        for number, seat in enumerate(actor.table.seats):
            if not seat.player:
                continue
            reason = reason_at(actor.table, number, now)
            looker = self._looker(actor, seat.player, now)
            if number in watching:
                looker.look(0 if reason is None else reason.stage)
                continue
            looker.look_away(now)
            if reason is None or looker.done >= reason.stage:
                continue
            if self._is_in_vain(actor, number, looker, reason):
                looker.done = reason.stage
            elif looker.not_before <= now:
                self._advance(actor, number, looker, reason, now)

    def _is_in_vain(self, actor: TableActor, number: int, looker: Looker, reason: Reason) -> bool:
        """Whether a player was called and did not come, and a bot decided: at a live table once is enough."""
        called = looker.was_called and reason.kind == "turn" and actor.table.pace != "days"
        return called and was_played_for(actor.table, number)

    def _advance(self, actor: TableActor, number: int, looker: Looker, reason: Reason, now: float) -> None:
        """Prepare a call as soon as there is a reason, and make it when it is due."""
        if looker.prepared < reason.stage:
            looker.prepared = reason.stage
            actor.background.start(self._prepare(actor, number, looker, reason))
        elif looker.noticed >= reason.stage or self._due(actor, looker, reason) <= now:
            looker.not_before = now + RETRY
            actor.background.start(self._call(actor, number, looker, reason))

    def _due(self, actor: TableActor, looker: Looker, reason: Reason) -> float:
        away = self.times.settling if actor.table.pace == "days" else self.times.away
        return max(reason.since + self.times.settling, looker.away_since + away)

    def _looker(self, actor: TableActor, player: str, now: float) -> Looker:
        lookers = self._lookers.setdefault(actor.table.id, {})
        if player not in lookers:
            lookers[player] = Looker(now)
        return lookers[player]

    def is_pending(self, actor: TableActor) -> bool:
        """Whether somebody will have to be called about a table, which must stay in memory for that."""
        if self._rounds is None or not is_social(actor.table):
            return False
        now = actor.time.now()
        lookers = self._lookers.get(actor.table.id, {})
        for number, seat in enumerate(actor.table.seats):
            reason = reason_at(actor.table, number, now)
            looker = lookers.get(seat.player)
            if reason is not None and (looker is None or looker.done < reason.stage):
                return True
        return False

    async def among(self, actors: Iterable[TableActor]) -> set[str]:
        """Those of these tables about which somebody will have to be called, and can be."""
        players: dict[str, list[str]] = {}
        for actor in actors:
            if self.is_pending(actor):
                now, seats = actor.time.now(), actor.table.seats
                wanted = [n for n in range(len(seats)) if reason_at(actor.table, n, now) is not None]
                players[actor.table.id] = [seats[number].player for number in wanted]
        if not players:
            return set()
        everybody = sorted({player for some in players.values() for player in some})
        known = await self.registry.store.reachable(everybody, push_only=self.allowed != "all")
        return {ident for ident, some in players.items() if not known.isdisjoint(some)}

    # -- calls ------------------------------------------------------------------------------------

    async def _prepare(self, actor: TableActor, number: int, looker: Looker, reason: Reason) -> None:
        """Hold on to the table if its player wants to be called; otherwise nothing is left to do."""
        try:
            if await self._contacts(actor.table.seats[number].player):
                await self.registry.attendance.take_lease(actor)
            else:
                looker.done = max(looker.done, reason.stage)
        except Unavailable:
            looker.prepared = 0
            looker.not_before = actor.time.now() + RETRY
            raise

    async def _call(self, actor: TableActor, number: int, looker: Looker, reason: Reason) -> None:
        """Call a player, unless they have come to look meanwhile, or somebody else calls them.

        What they have seen before they left is noted in the same way, so that nobody calls them about it.
        """
        player = actor.table.seats[number].player
        contacts = await self._contacts(player)
        if contacts and looker.noticed < reason.stage:
            if not await self.registry.attendance.take_lease(actor):
                return  # another process looks after this table
            if await self._has_looked_elsewhere(actor, number, looker):
                return
        now = actor.time.now()
        current = reason_at(actor.table, number, now)
        looker.not_before = 0.0
        if number in actor.watching_seats() or current is None or current.stage != reason.stage:
            return
        claim = self.registry.store.claim_call
        claimed = bool(contacts) and await claim(player, actor.table.id, reason.stage, now)
        if claimed and looker.noticed < reason.stage:
            self._send(actor, number, contacts, reason)
            looker.was_called = True
            looker.not_before = now + self.times.interval
        looker.done = max(looker.done, reason.stage)

    async def _has_looked_elsewhere(self, actor: TableActor, number: int, looker: Looker) -> bool:
        """Whether a player looks through another process, or did when last asked: then they were not away."""
        before, looker.is_elsewhere = looker.is_elsewhere, await self._looks_elsewhere(actor, number)
        if looker.is_elsewhere or before:
            looker.away_since = actor.time.now()
            looker.not_before = 0.0
        return looker.is_elsewhere or before

    async def _looks_elsewhere(self, actor: TableActor, number: int) -> bool:
        """Whether a player looks at the table through another process."""
        if not self.registry.store.shared:
            return False
        owner = self.registry.attendance.owner
        elsewhere = await self.registry.store.watching_elsewhere(owner, actor.table.id)
        return number in elsewhere

    def nudge(self, actor: TableActor, by: int, number: int) -> None:
        """Call a player of whom another reminds us, unless they are looking."""
        if self._rounds is not None and number not in actor.watching_seats():
            actor.background.start(self._nudge(actor, by, number))

    async def _nudge(self, actor: TableActor, by: int, number: int) -> None:
        now = actor.time.now()
        reason = nudge_at(actor.table, number, by, now)
        player = actor.table.seats[number].player
        if reason is None or await self._looks_elsewhere(actor, number):
            return
        contacts = await self._contacts(player)
        if contacts and await self.registry.store.claim_call(player, actor.table.id, reason.stage, now):
            looker = self._looker(actor, player, now)
            looker.done = max(looker.done, reason.stage)
            looker.not_before = now + self.times.interval
            self._send(actor, number, contacts, reason)

    def _send(self, actor: TableActor, number: int, contacts: list[Contact], reason: Reason) -> None:
        table = actor.table
        for contact in contacts:
            text = call_text(table, number, reason, contact.lang)
            self.caller.enqueue(contact, Call(table.game.title, text, f"/t/{table.id}"))

    async def _contacts(self, player: str) -> list[Contact]:
        """How a player may be called here."""
        found = await self.registry.store.contacts_of(player)
        return [each for each in found if each.kind == "push" or self.allowed == "all"]
