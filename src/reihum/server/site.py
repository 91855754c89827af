"""Every request over HTTP: who asks, may they, what comes of it. All errors are one code and one sentence."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

import reihum
from reihum.bots import NAMES
from reihum.match import games
from reihum.server.hall import Hall
from reihum.server.identity import COOKIE, COOKIE_AGE, clean_code, is_ident
from reihum.server.journal import failed
from reihum.server.keeper import Keeper
from reihum.server.laydown import best_laid
from reihum.server.limits import Limiter, asker_at
from reihum.server.network import lan_url
from reihum.server.pages import Pages
from reihum.server.players import HANDOVER, Players
from reihum.server.qr import LONGEST, QrBody, drawn
from reihum.server.replaying import Replaying
from reihum.server.store import Unavailable
from reihum.server.wire import (
    LARGEST,
    LaydownBody,
    Malformed,
    OpenBody,
    SitBody,
    accepted_language,
    converted,
    encoded,
    language_of,
    read_json,
)
from reihum.table.asking import Problem, Wish, leaving, opening, sitting, starting
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Left, Sat
from reihum.table.phrases import PHRASES
from reihum.table.showing import shown_card, table_json

FULL: Final = 10.0  # seconds after which an address may have fewer tables
FRESH: Final = 1.0  # seconds for which an answer of the store about itself holds
SHOWN: Final = 50  # public tables in a list, and finished ones of a player ...
UNFINISHED: Final = 500  # ... with so many that are not
USUAL_PORTS: Final = {"http": ":80", "https": ":443"}  # which an origin leaves out
LOOKED_UP: Final = 8  # unfinished tables that are called in to see whether a player is asked there
B = TypeVar("B")


class Refuse(Exception):
    """A request that cannot be fulfilled."""

    def __init__(self, problem: Problem, wait: float = 0.0) -> None:
        super().__init__(problem.error)
        self.problem = problem
        self.wait = wait


class Visit:
    """One request, and who makes it."""

    def __init__(self, request: Request, player: str | None) -> None:
        self.request = request
        self.player = player or ""  # empty for a stranger
        self.cookie: str | None = None  # a new token to be kept by the browser


Handler = Callable[["Site", Visit], Awaitable[Response]]


class Site:
    """What the server answers over HTTP."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.pages = Pages()
        self.players = Players(hall.store)
        limits = hall.settings.limits
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
            except Refuse as refusal:
                return self.refusal(request, refusal)
            except Unavailable:
                return self.refusal(request, Refuse(Problem(503, "busy"), 1.0))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception:
                failed("request failed", route=getattr(handler, "__name__", ""))
                return self.refusal(request, Refuse(Problem(500, "failed")))

        return answer

    def counted(self, handler: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Something that everybody is shown alike, whoever asks, and even if the store cannot be reached."""

        async def answer(request: Request) -> Response:
            try:
                self.limit("pages", address_of(request))
            except Refuse as refusal:
                return self.refusal(request, refusal)
            return handler(request)

        return answer

    async def _answer(self, request: Request, handler: Handler) -> Response:
        self.limit("requests", address_of(request))
        if request.method == "POST":
            refuse_foreign(request.headers.get("origin"), request.headers.get("host"))
            if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                raise Refuse(Problem(403, "foreign"))
        visit = await self.visit(request)
        response = await handler(self, visit)
        if visit.cookie is not None:
            secure = request.url.scheme == "https"
            response.set_cookie(
                COOKIE, visit.cookie, COOKIE_AGE, httponly=True, samesite="lax", secure=secure, path="/"
            )
        return response

    def refusal(self, request: HTTPConnection, refusal: Refuse) -> Response:
        """A refusal as the one who asked reads it."""
        lang = accepted_language(request.headers.get("accept-language", ""))
        problem = refusal.problem
        body = {"error": problem.error, "text": problem.text(lang)}
        headers = {"retry-after": str(max(1, math.ceil(refusal.wait)))} if refusal.wait else {}
        if problem.status == 408:  # after a 413 what is still coming is read, or the answer would get lost
            headers["connection"] = "close"
        return reply(body, problem.status, headers)

    def limit(self, what: str, asker: str) -> None:
        """Count something that may not be done too often."""
        wait = self.limiters[what].wait(asker, time.monotonic())
        if wait:
            self.hall.metrics.limited[what] += 1
            raise Refuse(Problem(429, "too_many"), wait)

    def limit_playing(self, address: str) -> None:
        """Refuse one more table for an address that has too many going on."""
        if self.hall.opened_by(address) >= self.hall.settings.limits.playing:
            self.hall.metrics.limited["playing"] += 1
            raise Refuse(Problem(429, "too_many"), FULL)

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
                raise Refuse(Problem(401, "unknown_token"))
            return player
        return None if cookie is None else await self.players.having(cookie)

    async def new_player(self, request: Request) -> tuple[str, str]:
        """A new player, and its token."""
        self.limit("tokens", address_of(request))
        return await self.players.new()

    # -- what is asked for ------------------------------------------------------------------------

    async def about(self, _visit: Visit) -> Response:
        """GET /api/about."""
        settings = self.hall.settings
        offered = [
            {"slug": one.slug, "title": one.title, "players": list(one.players), "options": one.options}
            for one in games()
        ]
        about = {"version": reihum.__version__, "hash": self.pages.edition.hash, "lan": lan_url(settings)}
        return reply({**about, "bots": NAMES, "games": offered, "phrases": PHRASES})

    async def token(self, visit: Visit) -> Response:
        """POST /api/token."""
        await self._body(visit)
        _, token = await self.new_player(visit.request)
        return reply({"token": token}, 201)

    async def offer(self, visit: Visit) -> Response:
        """POST /api/handover."""
        await self._body(visit)
        if not visit.player:
            raise Refuse(Problem(401, "no_player"))
        self.limit("tokens", address_of(visit.request))
        code = await self.players.offer(visit.player)
        return reply({"code": code, "path": f"/hello/{code}", "seconds": HANDOVER}, 201)

    async def take_over(self, visit: Visit) -> Response:
        """POST /api/handover/CODE."""
        await self._body(visit)
        address = address_of(visit.request)
        self.limit("codes", address)
        visit.cookie = await self.players.take_over(visit.request.path_params["code"])
        if visit.cookie is None:
            raise Refuse(Problem(404, "no_handover"))
        self.limiters["codes"].give_back(address)
        return reply({})

    async def qr(self, visit: Visit) -> Response:
        """POST /api/qr."""
        wanted = await self._read(visit, QrBody)
        self.limit("drawings", address_of(visit.request))
        if len(wanted.text.encode()) > LONGEST:
            raise Refuse(Problem(400, "malformed"))
        return reply(await asyncio.to_thread(drawn, wanted.text))

    async def open(self, visit: Visit) -> Response:
        """POST /api/tables."""
        wish = wish_of(await self._read(visit, OpenBody))
        if not visit.player:
            checked(opening(wish, "", 0.0, b"", ""))
        address = address_of(visit.request)
        self.limit("tables", address)
        self.limit_playing(address)
        player = await self.become_somebody(visit)
        self.limit("tables", player)
        keeper = checked(await self.hall.open_table(wish, player, address))
        table = keeper.table
        made = {"table": table.id, "code": table.code, "seat": table.seat_of(player)}
        return reply({**made, "commitment": table.commitment}, 201)

    async def look(self, visit: Visit) -> Response:
        """GET /api/tables/ID."""
        return reply(self._shown(await self._keeper(visit), visit.player))

    async def sit(self, visit: Visit) -> Response:
        """POST /api/tables/ID/sit."""
        wanted = await self._read(visit, SitBody, optional=True)
        self.limit("sits", address_of(visit.request))
        keeper = await self._keeper(visit)
        if not visit.player:
            checked(sitting(keeper.table, "", wanted.seat, wanted.name, wanted.program, 0.0))
        player = await self.become_somebody(visit)

        def judge(table: LiveTable, now: float) -> Sat | int | Problem:
            return sitting(table, player, wanted.seat, wanted.name, wanted.program, now)

        found = checked(await keeper.do(judge))
        return reply({"seat": found.seat if isinstance(found, Sat) else found})

    async def start(self, visit: Visit) -> Response:
        """POST /api/tables/ID/start."""
        return await self._change(visit, starting)

    async def leave(self, visit: Visit) -> Response:
        """POST /api/tables/ID/leave."""
        return await self._change(visit, leaving)

    async def _change(
        self, visit: Visit, asked: Callable[[LiveTable, str, float], Begun | Left | Problem]
    ) -> Response:
        """What a player may do to a table without saying more; the table as it is then."""
        await self._body(visit)
        self.limit("sits", address_of(visit.request))
        keeper = await self._keeper(visit)
        checked(await keeper.do(lambda table, now: asked(table, visit.player, now)))
        return reply(self._shown(keeper, visit.player))

    async def rematch(self, visit: Visit) -> Response:
        """POST /api/tables/ID/rematch."""
        await self._body(visit)
        keeper = await self._keeper(visit)
        address = address_of(visit.request)
        if keeper.table.rematch is None:
            self.limit("tables", visit.player)
            self.limit_playing(address)
        return reply({"table": checked(await self.hall.rematch(keeper, visit.player, address))}, 201)

    async def record(self, visit: Visit) -> Response:
        """GET /api/tables/ID/record."""
        keeper = await self._keeper(visit)
        match = keeper.table.match
        if match is None or not match.over:
            raise Refuse(Problem(403, "hidden_record"))
        return PlainTextResponse(match.record())

    async def replay(self, visit: Visit) -> Response:
        """GET /api/tables/ID/replay."""
        self.limit("replays", address_of(visit.request))
        keeper = await self._keeper(visit)
        match = keeper.table.match
        if match is None or not match.over:
            raise Refuse(Problem(403, "hidden_record"))
        asked, accepted = visit.request.query_params, visit.request.headers.get("accept-language", "")
        lang = language_of(asked["lang"]) if asked.get("lang") else accepted_language(accepted)
        found = await self._replaying.stretch(match, asked.get("seat"), asked.get("from", "0"), lang)
        return reply({**checked(found), "table": self._shown(keeper, visit.player)})

    async def laydown(self, visit: Visit) -> Response:
        """POST /api/laydown."""
        hand = await self._read(visit, LaydownBody)
        return reply(checked(await best_laid(hand.cards, hand.wild, hand.each)))

    async def code(self, visit: Visit) -> Response:
        """GET /api/code/CODE."""
        address = address_of(visit.request)
        self.limit("codes", address)  # before looking: of many at once, too, only so many are looked up
        code = clean_code(visit.request.path_params["code"])
        found = None if code is None else await self.hall.store.table_with(code)
        if found is None:
            raise Refuse(Problem(404, "no_code"))
        self.limiters["codes"].give_back(address)
        return reply({"table": found})

    async def public(self, visit: Visit) -> Response:
        """GET /api/tables."""
        return reply({"tables": await self._listed(visit, await self.hall.store.listed(SHOWN))})

    async def mine(self, visit: Visit) -> Response:
        """GET /api/mine."""
        shown = await self._listed(visit, await self.hall.store.tables_of(visit.player, UNFINISHED + SHOWN))
        unfinished = [each for each in shown if each["status"] != "over"][:UNFINISHED]
        shown = unfinished + [each for each in shown if each["status"] == "over"][:SHOWN]
        called_in = {each["table"]: await self.hall.keeper(each["table"]) for each in unfinished[:LOOKED_UP]}

        def owes(ident: str) -> bool:
            keeper = called_in.get(ident) or self.hall.keepers.get(ident)
            return keeper is not None and keeper.table.ask(keeper.table.seat_of(visit.player)) is not None

        return reply({"tables": [{**each, "asked": owes(each["table"])} for each in shown]})

    async def _listed(self, visit: Visit, idents: list[str]) -> list[dict[str, Any]]:
        """Tables as they are in memory, or as they were noted down."""
        cards = await self.hall.store.cards([each for each in idents if each not in self.hall.keepers])
        shown = []
        for ident in idents:
            if (keeper := self.hall.keepers.get(ident)) is not None:
                shown.append(self._shown(keeper, visit.player))
            elif ident in cards:
                shown.append(shown_card(read_json(cards[ident]), visit.player))
        return shown

    async def _body(self, visit: Visit) -> bytes:
        return await body_of(visit.request, self.hall.settings.limits.patience)

    async def _read(self, visit: Visit, kind: type[B], optional: bool = False) -> B:
        return parsed(await self._body(visit), kind, optional)

    async def _keeper(self, visit: Visit) -> Keeper:
        ident = visit.request.path_params["ident"]
        keeper = await self.hall.keeper(ident) if is_ident(ident) else None
        if keeper is None:
            raise Refuse(Problem(404, "no_table"))
        return keeper

    def _shown(self, keeper: Keeper, player: str) -> dict[str, Any]:
        return table_json(keeper.table, player, keeper.here())

    # -- for the host -----------------------------------------------------------------------------

    async def healthz(self, _request: Request) -> Response:
        """GET /healthz: the process is alive."""
        return reply({"status": "ok"})

    async def readyz(self, request: Request) -> Response:
        """GET /readyz: the store can be written to, and we are not about to stop."""
        if self.hall.closing or not await self._store_writes():
            return self.refusal(request, Refuse(Problem(503, "busy"), FRESH))
        return reply({"status": "ok"})

    async def _store_writes(self) -> bool:
        """Whether the store can be written to; for all who ask at once it is tried once."""
        async with self._checking:
            at, writes = self._checked
            if time.monotonic() - at < FRESH:
                return writes
            try:
                await asyncio.wait_for(self.hall.store.check(), 3.0)
                writes = True
            except (Unavailable, TimeoutError):
                writes = False
            self._checked = (time.monotonic(), writes)
            return writes

    async def metrics(self, _request: Request) -> Response:
        """GET /metrics, for Prometheus."""
        text = self.hall.metrics.text(len(self.hall.keepers), self.hall.viewers())
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    def not_found(self, request: Request) -> Response:
        """Nothing is here."""
        return self.refusal(request, Refuse(Problem(404, "no_page")))

    def wrong_method(self, request: Request) -> Response:
        """Something is here, but not for this method."""
        return self.refusal(request, Refuse(Problem(405, "method")))


def reply(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(encoded(value), status, headers, media_type="application/json")


def checked(found: B | Problem) -> B:
    """What was found, if it is no problem."""
    if isinstance(found, Problem):
        raise Refuse(found)
    return found


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as it is counted."""
    return asker_at(request.client.host) if request.client else ""


def refuse_foreign(origin: str | None, host: str | None) -> None:
    """A page of another site may not act for a player who happens to have it open."""
    if origin is None:
        return
    scheme, _, site = origin.partition("://")
    if not host or not site or site != host.removesuffix(USUAL_PORTS.get(scheme, "")):
        raise Refuse(Problem(403, "foreign"))


def wish_of(body: OpenBody) -> Wish:
    """The table that a body asks for."""
    return Wish(body.game, body.players, body.options, body.seats, body.name, body.public, body.pace)


def parsed(text: bytes, kind: type[B], optional: bool) -> B:
    """A body as it is expected."""
    if not text and optional:
        return kind()
    try:
        value = read_json(text)
        if not isinstance(value, dict):
            raise Malformed("A body is a JSON object.")
        return converted(value, kind)
    except Malformed:
        raise Refuse(Problem(400, "malformed")) from None


async def body_of(request: Request, patience: float) -> bytes:
    """The body of a request: JSON, not too large, and not for ever."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > LARGEST:
        raise Refuse(Problem(413, "too_large"))
    body = b""
    try:
        async with asyncio.timeout(patience):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST:
                    raise Refuse(Problem(413, "too_large"))
    except TimeoutError:
        raise Refuse(Problem(408, "too_late")) from None
    if (
        body
        and request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json"
    ):
        raise Refuse(Problem(415, "content_type"))
    return body
