"""Nobody hears what is not theirs: the very bytes that a viewer receives, in lockstep over whole games.

Two servers without a network run the same table; in the second one everything that one viewer cannot know is
dealt again. Both go on with moves which that viewer hears alike. All frames it is sent and all answers it is
given must then be the same, byte for byte: steps, snaps, tables, refusals, lists, records of games not over.
The viewer looks through two connections: on one of them it is told everything in sentences as well.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import httpx
import msgspec
import pytest

from reihum.core.contract import NOBODY, State
from reihum.games import spec
from reihum.games.spec import Spec
from reihum.server.http.api import Api
from reihum.server.http.app import application
from reihum.server.identity import new_token, token_key
from reihum.server.live import broadcast, session
from reihum.server.live.actor import TableActor
from reihum.server.live.registry import TableRegistry
from reihum.server.live.session import Session, SessionEndpoint
from reihum.server.net.hub import ConnectionHub
from reihum.server.net.websocket import SCOPE_KEY, message_frame
from reihum.server.settings import Limits, Settings
from reihum.server.store import OwnGame, Summary, Wanted, Write
from reihum.server.work import WorkQueue
from reihum.table.judge import TableRequest, judge_move, judge_opening
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Greeted, Sat, TableOpened
from reihum.wire.encoding import encode
from reihum.wire.from_client import Hello, Move, Why
from reihum.wire.from_server import NotDone, Step
from reihum.words import LANGUAGES
from reihum.words.teller import HeardMove, Teller
from tests.games import ENDS, SOAK, Walk
from tests.lockstep import Leak, reveals_of, same_to_the_ear

IDENT = "T" * 22
TOKENS = [new_token() for _ in range(8)]
PEOPLE = [token_key(token) or "" for token in TOKENS]
WHOLE = 1_000  # moves: longer than nearly every game
STEPS = WHOLE if SOAK else 24
GAMES = 20 if SOAK else 1
ASKING = 8  # moves, after which the viewer asks around over HTTP


class InMemory:
    """A store for one table, which forgets everything."""

    shared = False

    def __init__(self) -> None:
        self.summary: Summary | None = None

    def put(self, writes: tuple[Write, ...], then: Callable[[Exception | None], None]) -> None:
        """Keep nothing."""
        then(None)

    async def append(self, *writes: Write) -> None:
        """Keep nothing."""

    async def player_with(self, key: str) -> str | None:
        return key if key in PEOPLE else None

    async def table_with(self, code: str) -> str | None:
        return None

    async def tables_of(self, player: str, most: int) -> list[str]:
        return [IDENT]

    async def games_of(self, player: str, wanted: Wanted, most: int) -> list[OwnGame]:
        return [OwnGame(IDENT, 0.0, None, None, False, False, None, None, b"")]

    async def public_tables(self, most: int) -> list[str]:
        return [IDENT]

    async def listings(self, tables: Iterable[str]) -> dict[str, bytes]:
        return {}

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        return []


class Tape:
    """A connection that keeps what it is sent."""

    close_sent = disconnected = False

    def __init__(self, hub: ConnectionHub) -> None:
        self.hub = hub
        self.frames: list[bytes] = []
        self.pushed = self.frames

    def flush(self) -> None:
        """All of it is kept."""

    def end(self, why: str, code: int) -> None:
        raise AssertionError(why)


class Connection:
    """What a session needs of a WebSocket."""

    client = None

    def __init__(self, tape: Tape) -> None:
        self.scope = {"extensions": {SCOPE_KEY: {"connection": tape}}}


class OneTableServer:
    """A server with one table and one viewer of it, from whose place everything is compared."""

    def __init__(self, table: LiveTable, player: str, lang: str) -> None:
        self.registry = TableRegistry(InMemory(), Settings())  # type: ignore[arg-type]
        # On a clock that stands still nothing takes long, so everything is done at once.
        self.registry.work = WorkQueue(Limits(), self.registry.metrics, lambda: 0.0)
        doors = ConnectionHub(Limits(), self.registry.metrics, frozenset(), 1)
        self.tape, self.told = Tape(doors), Tape(doors)
        self.lang = lang
        self.player = player
        self.site = Api(self.registry)
        self.app = application(self.registry)
        self.take(table)

    def take(self, table: LiveTable) -> None:
        """Run this table from here on; nobody is connected but the viewer."""
        self.actor = self.registry.actors[IDENT] = TableActor(self.registry, table)
        plain: Any = Connection(self.tape)
        telling: Any = Connection(self.told)
        self.talk = Session(SessionEndpoint(self.site), plain, self.actor, self.player)
        self.tell = Session(SessionEndpoint(self.site), telling, self.actor, self.player)

    @property
    def state(self) -> State:
        assert self.actor.table.match is not None
        return self.actor.table.match.state

    async def hello(self) -> None:
        AT.append(self.actor.table)
        self.talk._answer(Hello(since=self.actor.table.v // 2, lang="en"))
        self.tell._answer(Hello(since=self.actor.table.v // 2, lang=self.lang, tell=True))

    async def move(self, by: int, move: str, ask: int) -> None:
        """A move of anybody, as the actor takes it."""
        AT.append(self.actor.table)
        await self.actor.log.do(
            lambda table, now: judge_move(table, PEOPLE[by], f"m{table.v}", ask, move, now)
        )

    async def tries(self, moves: Iterable[str], legal: Iterable[str]) -> None:
        """The viewer asks for moves that it may not make, and asks about those, and some that it may."""
        AT.append(self.actor.table)
        seat = self.actor.table.seat_of(self.player)
        ask = 0 if seat is None else self.actor.table.seats[seat].answered
        for number, move in enumerate(moves):
            self.talk._answer(Move(f"try{number}", ask, move))
            self.tell._answer(Why(f"why{number}", ask, move))
        for number, move in enumerate(legal):
            self.tell._answer(Why(f"may{number}", ask, move))

    def frames(self) -> list[bytes]:
        """Everything that the viewer was sent, on both its connections."""
        return self.tape.frames + self.told.frames

    def forget(self) -> None:
        """Clear the tapes."""
        self.tape.frames.clear()
        self.told.frames.clear()

    async def asks_around(self) -> list[tuple[int, list[tuple[bytes, bytes]], bytes]]:
        """Everything that can be asked over HTTP."""
        paths = [f"/api/tables/{IDENT}", "/api/tables", "/api/mine", "/api/mine/unfinished"]
        if self.actor.table.status != "over":  # then the record shows everything, to everybody
            paths += [f"/api/tables/{IDENT}/record", f"/api/tables/{IDENT}/replay"]
        transport = httpx.ASGITransport(self.app)
        headers = {"Authorization": f"Bearer {TOKENS[PEOPLE.index(self.player)]}"} if self.player else {}
        found = []
        async with httpx.AsyncClient(transport=transport, base_url="http://reihum.test") as client:
            for path in paths:
                answer = await client.get(path, headers=headers)
                content = re.sub(rb'"idle":\d+', b"", answer.content)  # the clock is the same for everybody
                found.append((answer.status_code, answer.headers.raw, content))
        return found


def begun_table(of: Spec, players: int, nonce: str) -> LiveTable:
    """A game that has just been dealt, with people on all seats."""
    seats = ["me", *["open"] * (players - 1)]
    opened = judge_opening(
        TableRequest(of.slug, players, seats=seats, name="P0"), PEOPLE[0], 0.0, bytes(32), "AAAAAA"
    )
    assert isinstance(opened, TableOpened)
    table = LiveTable(IDENT, opened)
    for seat in range(1, players):
        table.apply(Sat(at=0.0, seat=seat, player=PEOPLE[seat], name=f"P{seat}"))
    table.apply(Greeted(at=0.0, seat=0, nonce=nonce))
    table.apply(Begun(at=0.0))
    return table


class Lockstep:
    """The truth and a world of it, both with the same viewer."""

    def __init__(self, of: Spec, players: int, seat: int, seed: int) -> None:
        self.of = of
        self.seat = seat
        self.walk = Walk(of, players, seed)  # for its lots and its sense; the game is the table's
        lang = LANGUAGES[seed % len(LANGUAGES)]
        player = PEOPLE[seat] if seat != NOBODY else ""
        self.truth = OneTableServer(begun_table(of, players, f"game {seed}"), player, lang)
        self.world = OneTableServer(self.truth.actor.table, player, lang)
        self.moves = [of.text(move) for move in range(of.actions(players)) if of.text(move)]
        self.lot = random.Random(seed)
        self.compared = 0

    async def follow(self, steps: int) -> int:
        """Go on for this many moves; how many bytes were compared."""
        await self.deal_anew()
        for number in range(steps):
            await self.compare(number % ASKING == 0)
            match = self.truth.actor.table.match
            if match is None or match.over:
                break
            await self.step()
        return self.compared

    async def deal_anew(self) -> None:
        """Another world, of which the viewer has heard the same so far."""
        table = self.truth.actor.table.copy()
        assert table.match is not None
        table.state = table.match.state = self.truth.state.world(self.seat, self.walk.chance)
        table.state.telling = True
        self.world.take(table)
        for server in (self.truth, self.world):
            server.take(server.actor.table)
            server.forget()
            await server.hello()

    async def step(self) -> None:
        """One move, which the viewer hears alike."""
        self.walk.state = self.truth.state
        by = self.walk.seat()
        move = self.walk.move(by)
        other = same_to_the_ear(self.walk, self.world.state, self.seat, by, move)
        reveals = reveals_of(self.of.slug)(self.truth.state, self.seat, by, move)
        ask = self.truth.actor.table.seats[by].answered
        if other is not None:
            here, there = self.truth.actor.table.match, self.world.actor.table.match
            assert here is not None
            assert there is not None
            there.dealer = here.dealer.copy()
            await self.world.move(by, self.of.text(other), ask)
        await self.truth.move(by, self.of.text(move), ask)
        if other is None or (reveals and self.truth.tape.frames != self.world.tape.frames):
            await self.deal_anew()

    async def compare(self, asking: bool) -> None:
        """Everything the viewer was sent, and all that it can ask."""
        some = self.lot.sample(self.moves, min(12, len(self.moves)))
        legal: list[str] = []
        match = self.truth.actor.table.match
        if match is not None and self.seat != NOBODY:
            legal = match.moves(self.seat)
        for server in (self.truth, self.world):
            await server.tries([move for move in some if move not in legal], legal[:4])
        for mine, other in zip(self.truth.frames(), self.world.frames(), strict=True):
            if mine != other:
                raise Leak(f"{mine[:2000]!r} is not {other[:2000]!r}")
            self.compared += len(mine)
        if asking and await self.truth.asks_around() != await self.world.asks_around():
            raise Leak("the answers over HTTP differ")
        for server in (self.truth, self.world):
            server.forget()


def follow(slug: str, players: int, seat: int, seed: int, steps: int = STEPS) -> int:
    """Follow one game from one place."""
    return asyncio.run(Lockstep(spec(slug), players, seat, seed).follow(steps))


def follow_many(slug: str, players: int) -> None:
    """Follow games until one of them tells too much."""
    for seed in range(2, 40):
        follow(slug, players, seed % players, seed)


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_the_bytes_that_a_viewer_receives_tell_nothing_it_may_not_know(slug: str, players: int) -> None:
    for game in range(GAMES):
        for seat in (NOBODY, *range(players)):
            whole = players == spec(slug).fewest and seat in (NOBODY, players - 1)
            steps = WHOLE if whole else STEPS
            assert follow(slug, players, seat, 100 * game + seat + 2, steps) > 5_000


# -- planted leaks --------------------------------------------------------------------------------


def secret_of(table: LiveTable) -> int:
    """Something that nobody may know."""
    state: Any = table.match.state if table.match is not None else None
    stock = getattr(state, "stock", None)
    if stock is not None:
        return int(stock[0])
    return int(state.unused) % 1009


AT: deque[LiveTable] = deque(maxlen=1)  # the table at which something happens now
Change = Callable[[LiveTable, dict[str, Any]], dict[str, Any]]


def planted(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """Make the steps tell one thing too many."""

    def leaky(value: Any) -> bytes:
        if isinstance(value, Step):
            fields = msgspec.structs.asdict(value)
            said = {"t": "ev", **{name: each for name, each in fields.items() if each is not msgspec.UNSET}}
            value = change(AT[0], said)
        return encode(value)

    monkeypatch.setattr(broadcast, "encode", leaky)


def an_extra_key(table: LiveTable, told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "hint": secret_of(table)}


def an_order_of_keys(table: LiveTable, told: dict[str, Any]) -> dict[str, Any]:
    return dict(reversed(told.items())) if secret_of(table) % 2 else told


def an_order_in_a_list(table: LiveTable, told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "moves": sorted(told["moves"], key=lambda move: hash((move, secret_of(table) % 2)))}


def a_size(table: LiveTable, told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "pad": " " * (secret_of(table) % 7)}


@pytest.mark.parametrize("leak", [an_extra_key, an_order_of_keys, an_order_in_a_list, a_size])
@pytest.mark.parametrize(("slug", "players"), [("23", 3), ("help", 3), ("yoyo", 2), ("koenigs-romme", 2)])
def test_a_planted_leak_in_a_step_is_caught(
    monkeypatch: pytest.MonkeyPatch,
    leak: Change,
    slug: str,
    players: int,
) -> None:
    planted(monkeypatch, leak)
    with pytest.raises(Leak):
        follow_many(slug, players)


@pytest.mark.parametrize(("slug", "players"), [("23", 3), ("help", 3), ("yoyo", 2), ("koenigs-romme", 2)])
def test_a_word_too_many_of_the_narrator_is_caught(
    monkeypatch: pytest.MonkeyPatch, slug: str, players: int
) -> None:
    def leaky(teller: Teller, heard: HeardMove) -> list[str]:
        sentences = truly(teller, heard)
        return [*sentences, "Well, well."] if sentences and AT and secret_of(AT[0]) % 2 else sentences

    truly = Teller.sentences
    monkeypatch.setattr(Teller, "sentences", leaky)
    with pytest.raises(Leak, match="Well, well"):
        follow_many(slug, players)


def test_a_fact_too_many_in_an_answer_why_not_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(value: Any) -> bytes:
        if isinstance(value, NotDone) and value.cid.startswith("why") and secret_of(AT[0]) % 2:
            value.text += " The cards are against you."
        return message_frame(value)

    monkeypatch.setattr(session, "message_frame", leaky)
    with pytest.raises(Leak, match="against you"):
        follow_many("yoyo", 3)


def test_a_fact_too_many_in_a_refusal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(value: Any) -> bytes:
        if isinstance(value, NotDone) and secret_of(AT[0]) % 2:
            value.text += " The cards are against you."
        return message_frame(value)

    monkeypatch.setattr(session, "message_frame", leaky)
    with pytest.raises(Leak):
        follow_many("yoyo", 3)


def test_a_record_of_an_unfinished_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leaky(site: Api, visit: Any) -> Any:
        from starlette.responses import PlainTextResponse

        table = (await site.actor(visit)).table
        return PlainTextResponse(f"{secret_of(table)}")

    monkeypatch.setattr(Api, "record", leaky)
    with pytest.raises(Leak, match="over HTTP"):
        follow_many("23", 3)


def test_frames_are_the_same_bytes_for_the_same_message() -> None:
    assert message_frame({"t": "pong"}) == b'\x81\x0c{"t":"pong"}'
