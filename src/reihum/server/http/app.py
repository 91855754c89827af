"""The application: which handler each address has, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from reihum.server.http import exercises, guests, history, puzzles, reviews
from reihum.server.http.api import Api
from reihum.server.http.assets import is_page
from reihum.server.http.calls import drop_push, keep_push, keep_webhook, show_calls, try_calls
from reihum.server.http.figures import Figures, counted
from reihum.server.http.requests import reply
from reihum.server.http.services import all_services
from reihum.server.live.registry import TableRegistry
from reihum.server.live.session import SessionEndpoint
from reihum.wire.requests import ErrorBody

SECURITY_HEADERS: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; worker-src 'self'; font-src 'none'; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
LENGTH_HEADERS: Final = {b"content-length", b"transfer-encoding"}  # with both, the end would be unclear
PAGE_PATHS: Final = (  # the addresses that the page knows
    *(
        "/",
        "/t/{ident}",
        "/replay/{ident}",
        "/review/{ident}",
        "/rules",
        "/rules/{game}",
        "/settings",
        "/tables",
    ),
    *("/games", "/hello/{code}", "/train", "/train/{ident}", "/puzzle", "/puzzle/{name}", "/puzzles"),
)
PAGE_ROUTE, NOWHERE = "page", "nowhere"  # how requests for the page, and for what there is not, are counted
FIGURES: Final = "/metrics"
OWN_PATHS: Final = {"/healthz", "/readyz", FIGURES}
OUTSIDE: Final = "/outside"  # where there is nothing
NO_STORE: Final = (b"cache-control", b"no-store")  # an answer of the API is for one player at one moment


class SecurityHeaders:
    """Adds the headers to every answer that protect browsers."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.api = f"{root}/api/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with the headers added."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http" and {name for name, _ in scope["headers"]} >= LENGTH_HEADERS:
            await refuse_ambiguous(scope, receive, send)
            return
        more = [*SECURITY_HEADERS, NO_STORE] if scope["path"].startswith(self.api) else [*SECURITY_HEADERS]

        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *more]
            await send(message)

        await self.app(scope, receive, send_safely)


class BelowRoot:
    """Takes away the path below which everything is; outside there is only what hosts ask a server itself."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does at a site of its own."""
        path = scope["path"]
        if path == self.root and scope["type"] == "http":
            await Response(status_code=308, headers={"location": f"{self.root}/"})(scope, receive, send)
            return
        if path.startswith(f"{self.root}/"):
            path = path.removeprefix(self.root)
            if path == FIGURES:
                path = OUTSIDE  # a proxy for the path cannot show them by mistake
        elif path not in OWN_PATHS:
            path = OUTSIDE
        await self.app({**scope, "path": path, "raw_path": quote(path).encode()}, receive, send)


async def refuse_ambiguous(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request that a proxy in front of us may have read as two."""
    headers = {name.decode(): value.decode() for name, value in SECURITY_HEADERS} | {"connection": "close"}
    body = ErrorBody("malformed", "A request has one length.")
    await reply(body, 400, headers)(scope, receive, send)


def application(registry: TableRegistry) -> ASGIApp:
    """Everything that the server answers."""
    api, metrics = Api(registry), registry.metrics

    async def not_found(request: Request, _error: Exception) -> Response:
        metrics.count_request(NOWHERE, 404, 0.0)
        return api.pages.shell(request, 404) if is_page(request) else api.not_found(request)

    async def wrong_method(request: Request, _error: Exception) -> Response:
        metrics.count_request(NOWHERE, 405, 0.0)
        return api.wrong_method(request)

    endpoint = SessionEndpoint(api)

    async def connect(websocket: WebSocket) -> None:  # a function: Starlette takes other callables for apps
        await endpoint.connect(websocket)

    def get(path: str, handler: object) -> Route:
        return Route(path, counted(metrics, path, api.endpoint(handler)), methods=["GET"])  # type: ignore[arg-type]

    def post(path: str, handler: object) -> Route:
        return Route(path, counted(metrics, path, api.endpoint(handler)), methods=["POST"])  # type: ignore[arg-type]

    def delete(path: str, handler: object) -> Route:
        return Route(path, counted(metrics, path, api.endpoint(handler)), methods=["DELETE"])  # type: ignore[arg-type]

    def page(path: str, handler: Callable[[Request], Response], route: str = "") -> Route:
        return Route(path, counted(metrics, route or path, api.page_endpoint(handler)), methods=["GET"])

    app = Starlette(
        routes=[
            *(page(path, api.pages.shell, PAGE_ROUTE) for path in PAGE_PATHS),
            page("/w/{hash}/{path:path}", api.pages.file),
            page("/sw.js", api.pages.worker),
            page("/manifest.webmanifest", api.pages.manifest),
            page("/favicon.ico", api.pages.icon),
            get("/api/about", Api.about),
            Route("/healthz", api.healthz),
            Route("/readyz", api.readyz),
            Route(FIGURES, Figures(registry).show),
            post("/api/token", Api.token),
            post("/api/handover", Api.offer),
            post("/api/handover/{code}", Api.take_over),
            post("/api/qr", Api.qr),
            get("/api/calls", show_calls),
            post("/api/calls/push", keep_push),
            post("/api/calls/push/off", drop_push),
            post("/api/calls/webhook", keep_webhook),
            post("/api/calls/test", try_calls),
            post("/api/tables", Api.open),
            get("/api/tables", Api.public),
            get("/api/mine", Api.mine),
            get("/api/mine/unfinished", history.unfinished),
            get("/api/mine/finished", history.finished),
            get("/api/mine/statistics", history.statistics),
            get("/api/mine/records", history.records),
            get("/api/puzzles", puzzles.puzzles),
            get("/api/puzzles/{name}", puzzles.puzzle),
            post("/api/puzzles/{name}", puzzles.answer),
            get("/api/exercises", exercises.exercises),
            get("/api/exercises/export", exercises.export),
            post("/api/exercises/drop", exercises.put_away),
            get("/api/exercises/{ident}", exercises.of_table),
            get("/api/exercises/{ident}/{number}", exercises.exercise),
            post("/api/exercises/{ident}/{number}", exercises.answer),
            get("/api/code/{code}", Api.code),
            get("/api/tables/{ident}", Api.look),
            get("/api/tables/{ident}/record", Api.record),
            get("/api/tables/{ident}/replay", Api.replay),
            get("/api/tables/{ident}/review", reviews.review),
            post("/api/tables/{ident}/sit", Api.sit),
            post("/api/tables/{ident}/seats", Api.arrange),
            post("/api/tables/{ident}/start", Api.start),
            post("/api/tables/{ident}/stand-in", Api.stand_in),
            post("/api/tables/{ident}/nudge", Api.nudge),
            post("/api/tables/{ident}/lesson", Api.coach),
            post("/api/tables/{ident}/end", Api.end),
            post("/api/tables/{ident}/leave", Api.leave),
            post("/api/tables/{ident}/remove", guests.remove),
            post("/api/tables/{ident}/readmit", guests.readmit),
            post("/api/tables/{ident}/host", guests.pass_on),
            delete("/api/me", guests.forget_me),
            post("/api/tables/{ident}/rematch", Api.rematch),
            post("/api/tables/{ident}/branch", Api.branch),
            *(post(f"/api/{name}", partial(Api.service, of=of, name=name)) for name, of in all_services()),
            WebSocketRoute("/ws/{ident}", connect),
        ],
        exception_handlers={404: not_found, 405: wrong_method},
    )
    app.router.redirect_slashes = False  # or the Host header would decide where people are sent
    return SecurityHeaders(BelowRoot(app, api.root) if api.root else app, api.root)
