"""Every request over HTTP: who asks, is it allowed, what is the answer. An error is a code and a sentence."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from msgspec import Raw
from msgspec.structs import asdict, astuple, replace
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

import reihum
from reihum.bots import NAMES
from reihum.games.spec import Spec
from reihum.match import Match, games
from reihum.server.http.assets import Pages
from reihum.server.http.guests import check_opening, check_publishing, language, public_name, refuse_muted
from reihum.server.http.players import HANDOVER_SECONDS, Players
from reihum.server.http.qr import qr_drawing
from reihum.server.http.readiness import INTERVAL as READINESS_INTERVAL
from reihum.server.http.readiness import Readiness
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.replays import stretch
from reihum.server.http.requests import (
    Visit,
    address_of,
    parse_body,
    read_body,
    refuse_foreign,
    refuse_problem,
    reply,
)
from reihum.server.http.services import work_out
from reihum.server.identity import COOKIE_AGE, clean_code, cookie_name, is_ident
from reihum.server.limits import Limiter
from reihum.server.live.actor import TableActor
from reihum.server.live.listing import parse_listing
from reihum.server.live.registry import TableRegistry
from reihum.server.live.snapshots import table_shown
from reihum.server.logs import log_failure
from reihum.server.naming import name_list
from reihum.server.net.lan import lan_url
from reihum.server.store import Unavailable
from reihum.server.work import TooMuch, each_of
from reihum.table.branching import BranchRequest
from reihum.table.coaching import judge_step, judge_table
from reihum.table.hosting import (
    Arrangement,
    judge_arranging,
    judge_ending,
    judge_nudge,
    judge_stand_in,
    judge_start,
)
from reihum.table.judge import Problem, TableRequest, judge_leaving, judge_sitting
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Sat
from reihum.table.phrases import PHRASES
from reihum.wire.encoding import encode
from reihum.wire.from_server import TableShown
from reihum.wire.requests import (
    LARGEST_CARRY,
    LONGEST_LINK,
    About,
    ArrangeBody,
    BranchBody,
    ErrorBody,
    GameShown,
    HandoverBody,
    Offered,
    OpenBody,
    OwnTable,
    QrBody,
    SeatBody,
    SitBody,
    StepBody,
)
from reihum.words.languages import accepted_language, language_of

SAFE_METHODS: Final = ("GET", "HEAD")  # which change nothing
PLAYING_RETRY: Final = 10.0  # seconds after which an address may have fewer unfinished tables
CROWDED_RETRY: Final = 10.0  # seconds after which a visitor may have fewer connections
NUDGE_RETRY: Final = 20.0  # seconds after which somebody may be nudged again
MOST_SHOWN: Final = 50  # public tables in a list, or finished ones of a player ...
MOST_UNFINISHED: Final = 500  # ... in addition to this many unfinished ones
MOST_LOADED: Final = 8  # unfinished tables that are loaded to see whether a player owes a decision there
B = TypeVar("B")


Handler = Callable[["Api", Visit], Awaitable[Response]]


class Api:
    """What the server answers over HTTP."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.root = registry.settings.root  # the path below which everything is
        self.pages = Pages(root=registry.settings.root)
        self.players = Players(registry.store)
        self.names = name_list(registry.settings.names)
        registry.forgetting.listeners.append(self.players.drop)
        limits = registry.settings.limits
        self.limiters = {
            "requests": Limiter(limits.requests),
            "pages": Limiter(limits.pages),
            "handshakes": Limiter(limits.handshakes),
            "tokens": Limiter(limits.tokens),
            "tables": Limiter(limits.tables),
            "sits": Limiter(limits.sits),
            "codes": Limiter(limits.codes),
            "drawings": Limiter(limits.drawings),
            "hints": Limiter(limits.hints),
            "replays": Limiter(limits.replays),
            "reviews": Limiter(limits.reviews),
            "call_changes": Limiter(limits.call_changes),
            "lists": Limiter(limits.lists),
            "exports": Limiter(limits.exports),
            "player_messages": Limiter(limits.player_messages),
            "address_messages": Limiter(limits.address_messages),
        }
        self.readiness = Readiness(registry.store, registry.clock)
        self.exporting = asyncio.Lock()  # held by whoever plays a finished game again for a file

    # -- how a request is handled -----------------------------------------------------------------

    def endpoint(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """A handler with everything around it that all handlers need."""

        async def answer(request: Request) -> Response:
            try:
                return await self._answer(request, handler)
            except HttpRefusal as refusal:
                return self.refusal_response(request, refusal)
            except TooMuch as much:
                return self.refusal_response(request, HttpRefusal("too_many", much.wait))
            except Unavailable:
                return self.refusal_response(request, HttpRefusal("busy", 1.0))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception:
                log_failure("request failed", route=getattr(handler, "__name__", request.url.path))
                return self.refusal_response(request, HttpRefusal("failed"))

        return answer

    def page_endpoint(
        self, handler: Callable[[Request], Response]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A handler for what is the same for everybody, and there even if the store cannot be reached."""

        async def answer(request: Request) -> Response:
            try:
                self.admit("pages", request)
            except HttpRefusal as refusal:
                return self.refusal_response(request, refusal)
            return handler(request)

        return answer

    async def _answer(self, request: Request, handler: Handler) -> Response:
        self.admit("requests", request)
        if request.method not in SAFE_METHODS:
            refuse_foreign(request.headers.get("origin"), request.headers.get("host"))
            if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                raise HttpRefusal("foreign")
        visit = await self.visit(request)
        response = await handler(self, visit)
        name, path = cookie_name(self.root), f"{self.root}/"
        if visit.cookie == "":
            response.delete_cookie(name, path=path, httponly=True, samesite="lax")
        elif visit.cookie is not None:
            secure = request.url.scheme == "https"
            response.set_cookie(
                name, visit.cookie, COOKIE_AGE, httponly=True, samesite="lax", secure=secure, path=path
            )
        return response

    def refusal_response(self, request: HTTPConnection, refusal: HttpRefusal) -> Response:
        """A refusal as a response, in the language of the request."""
        lang = accepted_language(request.headers.get("accept-language", ""))
        problem = refusal.problem
        body = ErrorBody(problem.error, problem.text(lang))
        headers = {"retry-after": str(max(1, math.ceil(refusal.wait)))} if refusal.wait else {}
        if refusal.status == 408:  # but not after a 413: unless the rest is read, the answer may get lost
            headers["connection"] = "close"
        return reply(body, refusal.status, headers)

    def admit(self, what: str, request: HTTPConnection) -> None:
        """Count a request; refuse it if its visitor asks too often, or has too much going on at once."""
        if request.scope.get("extensions", {}).get("reihum.crowded"):
            self.registry.metrics.limited["connections"] += 1
            raise HttpRefusal("too_many", CROWDED_RETRY)
        self.limit(what, address_of(request))

    def limit(self, what: str, asker: str) -> None:
        """Count something that may not be done too often, and refuse it if it is."""
        wait = self.limiters[what].wait(asker, time.monotonic())
        if wait:
            self.registry.metrics.limited[what] += 1
            raise HttpRefusal("too_many", wait)

    def limit_playing(self, address: str) -> None:
        """Refuse another table to an address that has too many unfinished ones."""
        if self.registry.tables_opened_by(address) >= self.registry.settings.limits.playing:
            self.registry.metrics.limited["playing"] += 1
            raise HttpRefusal("too_many", PLAYING_RETRY)

    # -- who asks ---------------------------------------------------------------------------------

    async def visit(self, request: Request) -> Visit:
        """Who makes a request."""
        player = await self.player(request)
        return Visit(request, player)

    async def ensure_player(self, visit: Visit) -> str:
        """The player; a browser that has no token yet gets one."""
        if not visit.player:
            visit.player, visit.cookie = await self.new_player(visit.request)
        return visit.player

    async def player(self, request: HTTPConnection) -> str | None:
        """The player of a request or a handshake; a token that was never given out is an error."""
        authorization = request.headers.get("authorization")
        cookie = request.cookies.get(cookie_name(self.root))
        if authorization is not None:
            kind, _, token = authorization.partition(" ")
            player = await self.players.player_of(token.strip()) if kind.lower() == "bearer" else None
            if player is None:
                raise HttpRefusal("unknown_token")
            return player
        return None if cookie is None else await self.players.player_of(cookie)

    async def new_player(self, request: Request) -> tuple[str, str]:
        """A new player, and their token."""
        self.limit("tokens", address_of(request))
        return await self.players.add()

    # -- the requests -----------------------------------------------------------------------------

    async def about(self, _visit: Visit) -> Response:
        """GET /api/about."""
        settings = self.registry.settings
        offered = [GameShown(one.slug, one.title, list(one.players), one.options) for one in games()]
        about = About(
            version=reihum.__version__,
            hash=self.pages.edition.hash,
            lan=lan_url(settings),
            bots=list(NAMES),
            games=offered,
            phrases=list(PHRASES),
        )
        return reply(about)

    async def token(self, visit: Visit) -> Response:
        """POST /api/token."""
        await self.read_body(visit)
        _, token = await self.new_player(visit.request)
        return reply({"token": token}, 201)

    async def offer(self, visit: Visit) -> Response:
        """POST /api/handover."""
        wanted = await self.parse_body(visit, HandoverBody, optional=True)
        if not visit.player:
            raise HttpRefusal("no_player")
        carried = encode(wanted.carry)
        if len(carried) > LARGEST_CARRY:
            raise HttpRefusal("too_large")
        self.limit("tokens", address_of(visit.request))
        code = await self.players.offer(visit.player, carried)
        return reply(Offered(code, f"/hello/{code}", HANDOVER_SECONDS), 201)

    async def take_over(self, visit: Visit) -> Response:
        """POST /api/handover/CODE."""
        await self.read_body(visit)
        address = address_of(visit.request)
        self.limit("codes", address)
        found = await self.players.take_over(visit.request.path_params["code"])
        if found is None:
            raise HttpRefusal("no_handover")
        self.limiters["codes"].give_back(address)
        visit.cookie, carried = found
        return reply({"carry": Raw(carried or b"{}")})

    async def qr(self, visit: Visit) -> Response:
        """POST /api/qr."""
        wanted = await self.parse_body(visit, QrBody)
        self.limit("drawings", address_of(visit.request))
        if len(wanted.text.encode()) > LONGEST_LINK:
            raise HttpRefusal("malformed")
        return reply(await asyncio.to_thread(qr_drawing, wanted.text))

    async def open(self, visit: Visit) -> Response:
        """POST /api/tables."""
        told = await self.parse_body(visit, OpenBody)
        wanted = table_request(told)
        check_opening(self, visit, told)
        if not visit.player:
            refuse_problem(judge_table(wanted, "", 0.0, b"", ""))
        address = address_of(visit.request)
        self.limit("tables", address)
        self.limit_playing(address)
        player = await self.ensure_player(visit)
        self.limit("tables", player)
        actor = refuse_problem(await self.registry.open_table(wanted, player, address))
        table = actor.table
        made = {"table": table.id, "code": table.code, "seat": table.seat_of(player)}
        return reply({**made, "commitment": table.commitment}, 201)

    async def branch(self, visit: Visit) -> Response:
        """POST /api/tables/ID/branch."""
        told = await self.parse_body(visit, BranchBody)
        address = address_of(visit.request)
        source = await self.actor(visit)
        finished(source.table)
        self.limit("tables", address)
        self.limit_playing(address)
        player = await self.ensure_player(visit)
        self.limit("tables", player)
        wanted = BranchRequest(**asdict(told))
        actor = refuse_problem(await self.registry.open_branch(source, wanted, player, address))
        return reply({"table": actor.table.id, "seat": actor.table.seat_of(player)}, 201)

    async def look(self, visit: Visit) -> Response:
        """GET /api/tables/ID."""
        return reply(self.table_shown(await self.actor(visit), visit.player))

    async def sit(self, visit: Visit) -> Response:
        """POST /api/tables/ID/sit."""
        wanted = await self.parse_body(visit, SitBody, optional=True)
        self.limit("sits", address_of(visit.request))
        actor = await self.actor(visit)
        name = public_name(self, visit, actor, wanted.name)
        if not visit.player:
            refuse_problem(judge_sitting(actor.table, "", wanted.seat, name, wanted.program, 0.0))
        player = await self.ensure_player(visit)

        def judge(table: LiveTable, now: float) -> Sat | int | Problem:
            return judge_sitting(table, player, wanted.seat, name, wanted.program, now)

        found = refuse_problem(await actor.log.do(judge))
        return reply({"seat": found.seat if isinstance(found, Sat) else found})

    async def arrange(self, visit: Visit) -> Response:
        """POST /api/tables/ID/seats."""
        told = await self.parse_body(visit, ArrangeBody)
        wanted = Arrangement(**asdict(told))
        if told.public:
            check_publishing(self, visit, await self.actor(visit))
        return await self.change(
            visit,
            lambda actor, now: judge_arranging(actor.table, visit.player, wanted, actor.present_seats(), now),
        )

    async def start(self, visit: Visit) -> Response:
        """POST /api/tables/ID/start."""
        await self.read_body(visit)
        return await self.change(
            visit, lambda actor, now: judge_start(actor.table, visit.player, actor.away, now)
        )

    async def leave(self, visit: Visit) -> Response:
        """POST /api/tables/ID/leave."""
        await self.read_body(visit)
        return await self.change(visit, lambda actor, now: judge_leaving(actor.table, visit.player, now))

    async def end(self, visit: Visit) -> Response:
        """POST /api/tables/ID/end."""
        await self.read_body(visit)
        return await self.change(visit, lambda actor, now: judge_ending(actor.table, visit.player, now))

    async def coach(self, visit: Visit) -> Response:
        """POST /api/tables/ID/lesson."""
        wanted = await self.parse_body(visit, StepBody)
        return await self.change(
            visit, lambda actor, now: judge_step(actor.table, visit.player or "", wanted.step, now)
        )

    async def stand_in(self, visit: Visit) -> Response:
        """POST /api/tables/ID/stand-in."""
        wanted = await self.parse_body(visit, SeatBody)
        return await self.change(
            visit,
            lambda actor, now: judge_stand_in(actor.table, visit.player, wanted.seat, actor.away, now),
        )

    async def nudge(self, visit: Visit) -> Response:
        """POST /api/tables/ID/nudge."""
        wanted = await self.parse_body(visit, SeatBody)
        self.limit("sits", address_of(visit.request))
        actor = await self.actor(visit)
        refuse_muted(self, visit)
        by = refuse_problem(judge_nudge(actor.table, visit.player, wanted.seat))
        if not actor.nudge(by, wanted.seat):
            raise HttpRefusal("too_many_nudges", NUDGE_RETRY)
        self.registry.calls.nudge(actor, by, wanted.seat)
        return reply({})

    async def change(
        self, visit: Visit, judge: Callable[[TableActor, float], AnyEntry | Problem]
    ) -> Response:
        """Change a table, and answer with it."""
        self.limit("sits", address_of(visit.request))
        actor = await self.actor(visit)
        refuse_problem(await actor.log.do(lambda _table, now: judge(actor, now)))
        return reply(self.table_shown(actor, visit.player))

    async def rematch(self, visit: Visit) -> Response:
        """POST /api/tables/ID/rematch."""
        await self.read_body(visit)
        actor = await self.actor(visit)
        address = address_of(visit.request)
        if actor.table.rematch is None:
            self.limit("tables", visit.player)
            self.limit_playing(address)
        return reply(
            {"table": refuse_problem(await self.registry.rematch(actor, visit.player, address))}, 201
        )

    async def record(self, visit: Visit) -> Response:
        """GET /api/tables/ID/record."""
        actor = await self.actor(visit)
        return PlainTextResponse(finished(actor.table).record(secret=True))

    async def replay(self, visit: Visit) -> Response:
        """GET /api/tables/ID/replay."""
        self.limit("replays", address_of(visit.request))
        actor = await self.actor(visit)
        match = finished(actor.table)
        query, accepted = visit.request.query_params, visit.request.headers.get("accept-language", "")
        lang = language_of(query["lang"]) if query.get("lang") else accepted_language(accepted)
        work, asker = self.registry.work, address_of(visit.request)
        found = await stretch(work, asker, match, query.get("seat"), query.get("from", "0"), lang)
        return reply({**refuse_problem(found), "table": self.table_shown(actor, visit.player)})

    async def service(self, visit: Visit, of: Spec, name: str) -> Response:
        """POST /api/NAME, a service that a game offers to its page."""
        service = of.service(name)
        body: object = await self.parse_body(visit, service.body)
        work, asker = self.registry.work, address_of(visit.request)
        return reply(refuse_problem(await work_out(work, asker, of, service, body)))

    async def code(self, visit: Visit) -> Response:
        """GET /api/code/CODE."""
        address = address_of(visit.request)
        self.limit("codes", address)  # before looking, so that many at once are limited, too
        code = clean_code(visit.request.path_params["code"])
        found = None if code is None else await self.registry.store.table_with(code)
        if found is None:
            raise HttpRefusal("no_code")
        self.limiters["codes"].give_back(address)
        return reply({"table": found})

    async def public(self, visit: Visit) -> Response:
        """GET /api/tables."""
        idents = await self.registry.store.public_tables(MOST_SHOWN)
        tables, lang = await self._listings(visit, idents), language(visit)
        for table in tables:
            table.seats = [replace(seat, name=self.names.shown(seat.name, lang)) for seat in table.seats]
        return reply({"tables": tables})

    async def mine(self, visit: Visit) -> Response:
        """GET /api/mine."""
        idents = await self.registry.store.tables_of(visit.player, MOST_UNFINISHED + MOST_SHOWN)
        address, shown = address_of(visit.request), await self._listings(visit, idents)
        unfinished = [each for each in shown if each.status != "over"][:MOST_UNFINISHED]
        over = [each for each in shown if each.status == "over"][:MOST_SHOWN]
        first = [each.table for each in unfinished[:MOST_LOADED]]
        loaded = {ident: await self.registry.actor(ident, address) for ident in first}

        def owes(ident: str) -> bool:
            actor = loaded.get(ident) or self.registry.actors.get(ident)
            return actor is not None and actor.table.ask(actor.table.seat_of(visit.player)) is not None

        def own(each: TableShown) -> Raw:
            return Raw(encode(OwnTable(*astuple(each), asked=owes(each.table))))

        mine = await self.registry.work.do(address, each_of(own, unfinished + over))
        return reply({"tables": mine})

    async def _listings(self, visit: Visit, idents: list[str]) -> list[TableShown]:
        """Tables as they are in memory, or else as they are stored."""
        others = [each for each in idents if each not in self.registry.actors]
        listings = await self.registry.store.listings(others)

        def shown(ident: str) -> TableShown | None:
            if (actor := self.registry.actors.get(ident)) is not None:
                return self.table_shown(actor, visit.player)
            return parse_listing(listings[ident]).shown_to(visit.player) if ident in listings else None

        found = await self.registry.work.do(address_of(visit.request), each_of(shown, idents))
        return [each for each in found if each is not None]

    async def read_body(self, visit: Visit) -> bytes:
        """The body of a request."""
        return await read_body(visit.request, self.registry.settings.limits.patience)

    async def parse_body(self, visit: Visit, kind: type[B], optional: bool = False) -> B:
        """The body of a request in its expected form."""
        return parse_body(await self.read_body(visit), kind, optional)

    async def actor(self, visit: Visit) -> TableActor:
        """The table that an address names."""
        ident = visit.request.path_params["ident"]
        asker = address_of(visit.request)
        actor = await self.registry.actor(ident, asker) if is_ident(ident) else None
        if actor is None:
            raise HttpRefusal("no_table")
        return actor

    def table_shown(self, actor: TableActor, player: str) -> TableShown:
        """A table as it is in memory, for one player."""
        return table_shown(actor.table, player, actor.presence())

    # -- for the host -----------------------------------------------------------------------------

    async def healthz(self, _request: Request) -> Response:
        """GET /healthz: the process is alive."""
        return reply({"status": "ok"})

    async def readyz(self, request: Request) -> Response:
        """GET /readyz: the store can be written to, and the server is not about to stop."""
        if self.registry.closing or not await self.readiness.is_ready():
            return self.refusal_response(request, HttpRefusal("busy", READINESS_INTERVAL))
        return reply({"status": "ok"})

    def not_found(self, request: Request) -> Response:
        """Refuse a request for an unknown address."""
        return self.refusal_response(request, HttpRefusal("no_page"))

    def wrong_method(self, request: Request) -> Response:
        """Refuse a method that an address does not have."""
        return self.refusal_response(request, HttpRefusal("method"))


def table_request(body: OpenBody) -> TableRequest:
    """The table that the body of a request asks for."""
    return TableRequest(**asdict(body))


def finished(table: LiveTable) -> Match:
    """The game of a table at which it is over, or was ended."""
    if table.match is None or table.status != "over":
        raise HttpRefusal("hidden_record")
    return table.match
