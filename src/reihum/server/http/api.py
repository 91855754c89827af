"""Every request over HTTP: who asks, may they, what comes of it. All errors are one code and one sentence."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from msgspec.structs import astuple
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

import reihum
from reihum.bots import NAMES
from reihum.games.spec import Spec
from reihum.match import games
from reihum.server.http.assets import Pages
from reihum.server.http.players import HANDOVER, Players
from reihum.server.http.qr import drawn
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.replays import Replaying
from reihum.server.http.requests import (
    Visit,
    address_of,
    parse_body,
    read_body,
    refuse_foreign,
    reply,
    unless_problem,
)
from reihum.server.http.services import work_out
from reihum.server.identity import COOKIE, COOKIE_AGE, clean_code, is_ident
from reihum.server.limits import Limiter
from reihum.server.live.actor import TableActor
from reihum.server.live.listing import parse_listing
from reihum.server.live.registry import TableRegistry
from reihum.server.live.snapshots import table_shown
from reihum.server.logs import log_failure
from reihum.server.net.lan import lan_url
from reihum.server.store import Unavailable
from reihum.table.judge import Problem, TableRequest, judge_leaving, judge_opening, judge_sitting, judge_start
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Left, Sat
from reihum.table.phrases import PHRASES
from reihum.wire.from_server import TableShown
from reihum.wire.requests import (
    LONGEST_LINK,
    About,
    ErrorBody,
    GameShown,
    Offered,
    OpenBody,
    OwnTable,
    QrBody,
    SitBody,
)
from reihum.words.languages import accepted_language, language_of

FULL: Final = 10.0  # seconds after which an address may have fewer tables
FRESH: Final = 1.0  # seconds for which an answer of the store about itself holds
SHOWN: Final = 50  # public tables in a list, and finished ones of a player ...
UNFINISHED: Final = 500  # ... with so many that are not
USUAL_PORTS: Final = {"http": ":80", "https": ":443"}  # which an origin leaves out
LOOKED_UP: Final = 8  # unfinished tables that are called in to see whether a player is asked there
B = TypeVar("B")


Handler = Callable[["Api", Visit], Awaitable[Response]]


class Api:
    """What the server answers over HTTP."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.pages = Pages()
        self.players = Players(registry.store)
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
            "replays": Limiter(limits.replays),
            "player_messages": Limiter(limits.player_messages),
            "address_messages": Limiter(limits.address_messages),
        }
        self._checked = (0.0, True)  # when the store was last asked whether it can write, and its answer
        self._checking = asyncio.Lock()
        self._replaying = Replaying()

    # -- the way of a request ---------------------------------------------------------------------

    def asked(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """A handler with everything around it that all of them need."""

        async def answer(request: Request) -> Response:
            try:
                return await self._answer(request, handler)
            except HttpRefusal as refusal:
                return self.refusal(request, refusal)
            except Unavailable:
                return self.refusal(request, HttpRefusal("busy", 1.0))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception:
                log_failure("request log_failure", route=getattr(handler, "__name__", request.url.path))
                return self.refusal(request, HttpRefusal("failed"))

        return answer

    def counted(self, handler: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Something that everybody is shown alike, whoever asks, and even if the store cannot be reached."""

        async def answer(request: Request) -> Response:
            try:
                self.limit("pages", address_of(request))
            except HttpRefusal as refusal:
                return self.refusal(request, refusal)
            return handler(request)

        return answer

    async def _answer(self, request: Request, handler: Handler) -> Response:
        self.limit("requests", address_of(request))
        if request.method == "POST":
            refuse_foreign(request.headers.get("origin"), request.headers.get("host"))
            if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                raise HttpRefusal("foreign")
        visit = await self.visit(request)
        response = await handler(self, visit)
        if visit.cookie is not None:
            secure = request.url.scheme == "https"
            response.set_cookie(
                COOKIE, visit.cookie, COOKIE_AGE, httponly=True, samesite="lax", secure=secure, path="/"
            )
        return response

    def refusal(self, request: HTTPConnection, refusal: HttpRefusal) -> Response:
        """A refusal as the one who asked reads it."""
        lang = accepted_language(request.headers.get("accept-language", ""))
        problem = refusal.problem
        body = ErrorBody(problem.error, problem.text(lang))
        headers = {"retry-after": str(max(1, math.ceil(refusal.wait)))} if refusal.wait else {}
        if refusal.status == 408:  # after a 413 what is still coming is read, or the answer would get lost
            headers["connection"] = "close"
        return reply(body, refusal.status, headers)

    def limit(self, what: str, asker: str) -> None:
        """Count something that may not be done too often."""
        wait = self.limiters[what].wait(asker, time.monotonic())
        if wait:
            self.registry.metrics.limited[what] += 1
            raise HttpRefusal("too_many", wait)

    def limit_playing(self, address: str) -> None:
        """HttpRefusal one more table for an address that has too many going on."""
        if self.registry.tables_opened_by(address) >= self.registry.settings.limits.playing:
            self.registry.metrics.limited["playing"] += 1
            raise HttpRefusal("too_many", FULL)

    # -- who asks ---------------------------------------------------------------------------------

    async def visit(self, request: Request) -> Visit:
        """Who makes a request."""
        player = await self.player(request.headers.get("authorization"), request.cookies.get(COOKIE))
        return Visit(request, player)

    async def become_somebody(self, visit: Visit) -> str:
        """The player; a browser that has no token yet gets one, if nothing is wrong with what it asks."""
        if not visit.player:
            visit.player, visit.cookie = await self.new_player(visit.request)
        return visit.player

    async def player(self, authorization: str | None, cookie: str | None) -> str | None:
        """The player of a request or a handshake; a token that nobody was given is an error."""
        if authorization is not None:
            kind, _, token = authorization.partition(" ")
            player = await self.players.having(token.strip()) if kind.lower() == "bearer" else None
            if player is None:
                raise HttpRefusal("unknown_token")
            return player
        return None if cookie is None else await self.players.having(cookie)

    async def new_player(self, request: Request) -> tuple[str, str]:
        """A new player, and its token."""
        self.limit("tokens", address_of(request))
        return await self.players.new()

    # -- what is asked for ------------------------------------------------------------------------

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
        await self._body(visit)
        _, token = await self.new_player(visit.request)
        return reply({"token": token}, 201)

    async def offer(self, visit: Visit) -> Response:
        """POST /api/handover."""
        await self._body(visit)
        if not visit.player:
            raise HttpRefusal("no_player")
        self.limit("tokens", address_of(visit.request))
        code = await self.players.offer(visit.player)
        return reply(Offered(code, f"/hello/{code}", HANDOVER), 201)

    async def take_over(self, visit: Visit) -> Response:
        """POST /api/handover/CODE."""
        await self._body(visit)
        address = address_of(visit.request)
        self.limit("codes", address)
        visit.cookie = await self.players.take_over(visit.request.path_params["code"])
        if visit.cookie is None:
            raise HttpRefusal("no_handover")
        self.limiters["codes"].give_back(address)
        return reply({})

    async def qr(self, visit: Visit) -> Response:
        """POST /api/qr."""
        wanted = await self._read(visit, QrBody)
        self.limit("drawings", address_of(visit.request))
        if len(wanted.text.encode()) > LONGEST_LINK:
            raise HttpRefusal("malformed")
        return reply(await asyncio.to_thread(drawn, wanted.text))

    async def open(self, visit: Visit) -> Response:
        """POST /api/tables."""
        wish = table_request(await self._read(visit, OpenBody))
        if not visit.player:
            unless_problem(judge_opening(wish, "", 0.0, b"", ""))
        address = address_of(visit.request)
        self.limit("tables", address)
        self.limit_playing(address)
        player = await self.become_somebody(visit)
        self.limit("tables", player)
        actor = unless_problem(await self.registry.open_table(wish, player, address))
        table = actor.table
        made = {"table": table.id, "code": table.code, "seat": table.seat_of(player)}
        return reply({**made, "commitment": table.commitment}, 201)

    async def look(self, visit: Visit) -> Response:
        """GET /api/tables/ID."""
        return reply(self._shown(await self._actor(visit), visit.player))

    async def sit(self, visit: Visit) -> Response:
        """POST /api/tables/ID/sit."""
        wanted = await self._read(visit, SitBody, optional=True)
        self.limit("sits", address_of(visit.request))
        actor = await self._actor(visit)
        if not visit.player:
            unless_problem(judge_sitting(actor.table, "", wanted.seat, wanted.name, wanted.program, 0.0))
        player = await self.become_somebody(visit)

        def judge(table: LiveTable, now: float) -> Sat | int | Problem:
            return judge_sitting(table, player, wanted.seat, wanted.name, wanted.program, now)

        found = unless_problem(await actor.log.do(judge))
        return reply({"seat": found.seat if isinstance(found, Sat) else found})

    async def start(self, visit: Visit) -> Response:
        """POST /api/tables/ID/start."""
        return await self._change(visit, judge_start)

    async def leave(self, visit: Visit) -> Response:
        """POST /api/tables/ID/leave."""
        return await self._change(visit, judge_leaving)

    async def _change(
        self, visit: Visit, asked: Callable[[LiveTable, str, float], Begun | Left | Problem]
    ) -> Response:
        """What a player may do to a table without saying more; the table as it is then."""
        await self._body(visit)
        self.limit("sits", address_of(visit.request))
        actor = await self._actor(visit)
        unless_problem(await actor.log.do(lambda table, now: asked(table, visit.player, now)))
        return reply(self._shown(actor, visit.player))

    async def rematch(self, visit: Visit) -> Response:
        """POST /api/tables/ID/rematch."""
        await self._body(visit)
        actor = await self._actor(visit)
        address = address_of(visit.request)
        if actor.table.rematch is None:
            self.limit("tables", visit.player)
            self.limit_playing(address)
        return reply(
            {"table": unless_problem(await self.registry.rematch(actor, visit.player, address))}, 201
        )

    async def record(self, visit: Visit) -> Response:
        """GET /api/tables/ID/record."""
        actor = await self._actor(visit)
        match = actor.table.match
        if match is None or not match.over:
            raise HttpRefusal("hidden_record")
        return PlainTextResponse(match.record())

    async def replay(self, visit: Visit) -> Response:
        """GET /api/tables/ID/replay."""
        self.limit("replays", address_of(visit.request))
        actor = await self._actor(visit)
        match = actor.table.match
        if match is None or not match.over:
            raise HttpRefusal("hidden_record")
        asked, accepted = visit.request.query_params, visit.request.headers.get("accept-language", "")
        lang = language_of(asked["lang"]) if asked.get("lang") else accepted_language(accepted)
        found = await self._replaying.stretch(match, asked.get("seat"), asked.get("from", "0"), lang)
        return reply({**unless_problem(found), "table": self._shown(actor, visit.player)})

    async def service(self, visit: Visit, of: Spec, name: str) -> Response:
        """POST /api/NAME, which a game works out for its page."""
        service = of.service(name)
        return reply(unless_problem(await work_out(of, service, await self._read(visit, service.body))))

    async def code(self, visit: Visit) -> Response:
        """GET /api/code/CODE."""
        address = address_of(visit.request)
        self.limit("codes", address)  # before looking: of many at once, too, only so many are looked up
        code = clean_code(visit.request.path_params["code"])
        found = None if code is None else await self.registry.store.table_with(code)
        if found is None:
            raise HttpRefusal("no_code")
        self.limiters["codes"].give_back(address)
        return reply({"table": found})

    async def public(self, visit: Visit) -> Response:
        """GET /api/tables."""
        return reply({"tables": await self._listed(visit, await self.registry.store.public_tables(SHOWN))})

    async def mine(self, visit: Visit) -> Response:
        """GET /api/mine."""
        idents = await self.registry.store.tables_of(visit.player, UNFINISHED + SHOWN)
        shown = await self._listed(visit, idents)
        unfinished = [each for each in shown if each.status != "over"][:UNFINISHED]
        over = [each for each in shown if each.status == "over"][:SHOWN]
        called_in = {each.table: await self.registry.actor(each.table) for each in unfinished[:LOOKED_UP]}

        def owes(ident: str) -> bool:
            actor = called_in.get(ident) or self.registry.actors.get(ident)
            return actor is not None and actor.table.ask(actor.table.seat_of(visit.player)) is not None

        mine = [OwnTable(*astuple(each), asked=owes(each.table)) for each in unfinished + over]
        return reply({"tables": mine})

    async def _listed(self, visit: Visit, idents: list[str]) -> list[TableShown]:
        """Tables as they are in memory, or as they were noted down."""
        asleep = [each for each in idents if each not in self.registry.actors]
        listings = await self.registry.store.listings(asleep)
        shown: list[TableShown] = []
        for ident in idents:
            if (actor := self.registry.actors.get(ident)) is not None:
                shown.append(self._shown(actor, visit.player))
            elif ident in listings:
                shown.append(parse_listing(listings[ident]).shown_to(visit.player))
        return shown

    async def _body(self, visit: Visit) -> bytes:
        return await read_body(visit.request, self.registry.settings.limits.patience)

    async def _read(self, visit: Visit, kind: type[B], optional: bool = False) -> B:
        return parse_body(await self._body(visit), kind, optional)

    async def _actor(self, visit: Visit) -> TableActor:
        ident = visit.request.path_params["ident"]
        actor = await self.registry.actor(ident) if is_ident(ident) else None
        if actor is None:
            raise HttpRefusal("no_table")
        return actor

    def _shown(self, actor: TableActor, player: str) -> TableShown:
        return table_shown(actor.table, player, actor.present_seats())

    # -- for the host -----------------------------------------------------------------------------

    async def healthz(self, _request: Request) -> Response:
        """GET /healthz: the process is alive."""
        return reply({"status": "ok"})

    async def readyz(self, request: Request) -> Response:
        """GET /readyz: the store can be written to, and we are not about to stop."""
        if self.registry.closing or not await self._store_writes():
            return self.refusal(request, HttpRefusal("busy", FRESH))
        return reply({"status": "ok"})

    async def _store_writes(self) -> bool:
        """Whether the store can be written to; for all who ask at once it is tried once."""
        async with self._checking:
            at, writes = self._checked
            if time.monotonic() - at < FRESH:
                return writes
            try:
                await asyncio.wait_for(self.registry.store.check(), 3.0)
                writes = True
            except (Unavailable, TimeoutError):
                writes = False
            self._checked = (time.monotonic(), writes)
            return writes

    async def metrics(self, _request: Request) -> Response:
        """GET /metrics, for Prometheus."""
        text = self.registry.metrics.text(len(self.registry.actors), self.registry.viewers())
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    def not_found(self, request: Request) -> Response:
        """Nothing is here."""
        return self.refusal(request, HttpRefusal("no_page"))

    def wrong_method(self, request: Request) -> Response:
        """Something is here, but not for this method."""
        return self.refusal(request, HttpRefusal("method"))


def table_request(body: OpenBody) -> TableRequest:
    """The table that a body asks for."""
    return TableRequest(body.game, body.players, body.options, body.seats, body.name, body.public, body.pace)
