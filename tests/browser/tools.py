"""Visitors with real browsers: what they meet, what they hear at a table, what their screens look like."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
import time
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    Route,
    WebSocket,
    WebSocketRoute,
    expect,
)

from tests.browser.spare import Spares
from tests.server.tools import Running
from tools.browser import DESKTOP, LANDSCAPE, PHONE, SMALL, ZOOMED, Screen, open_table
from tools.node import MODULES, fetch

ROOT: Final = Path(__file__).parent.parent.parent
PATIENCE: Final = 15.0  # seconds after which a test gives up waiting; nothing should take a tenth of it
POLL: Final = 10.0  # milliseconds between the first two looks at what has been heard; then it takes longer
SLOWER: Final = 1.4  # each time
SLOWEST: Final = 50.0  # milliseconds

expect.set_options(timeout=PATIENCE * 1000)
GIVEN_UP: Final = "net::ERR_ABORTED"  # the page itself went elsewhere meanwhile

Answer = TypeVar("Answer")
Fits = Callable[[dict[str, Any]], bool]


# -- visitors, and what goes wrong for them -------------------------------------------------------


class Troubles:
    """What a visitor met that a good page does not give: errors, breaches of its policy, failed requests."""

    def __init__(self, context: BrowserContext) -> None:
        self.met: list[str] = []
        self.forgiven: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self._meet("error", str(error.error)))
        context.on("requestfailed", lambda asked: self._meet("request", f"{asked.url}: {asked.failure}"))
        context.on("response", self._answer)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._meet("console", said.text)

    def _answer(self, answer: Response) -> None:
        if answer.status >= 400:
            self._meet("answer", f"{answer.status} {answer.url}")

    def forget(self) -> None:
        """Forget all of it before the next visitor comes."""
        self.met.clear()
        self.forgiven.clear()

    def _meet(self, kind: str, text: str) -> None:
        if GIVEN_UP not in text:
            self.met.append(f"{kind}: {text}")

    def forgive(self, pattern: str) -> None:
        """Expect troubles that match, met already or still to come."""
        self.forgiven.append(pattern)

    def left(self) -> list[str]:
        """What was met and not forgiven."""
        return [each for each in self.met if not any(re.search(pattern, each) for pattern in self.forgiven)]


TROUBLES: Final[WeakKeyDictionary[BrowserContext, Troubles]] = WeakKeyDictionary()


def troubles(page: Page) -> Troubles:
    """What this visitor has met so far."""
    return TROUBLES[page.context]


class Visitors:
    """All who arrive in the course of one test, each with a browser of their own that knows nothing yet.

    It may have been somebody else's before: what they left in it has been removed.

    Nothing moves by itself unless asked for (`reduced_motion="no-preference"`), and no service worker stands
    between page and server (`service_workers="allow"`).
    """

    def __init__(self, browser: Browser, server: Running, spares: Spares | None = None) -> None:
        self.contexts: list[BrowserContext] = []
        self._spares = spares or Spares(browser, most=0)
        self._server = server

    def __call__(
        self, screen: Screen = DESKTOP, lang: str = "en", *, to: Running | None = None, **options: Any
    ) -> Page:
        """Somebody arrives; what Playwright knows besides can be asked for: `forced_colors="active"`."""
        usual = {"reduced_motion": "reduce", "service_workers": "block", "locale": lang}
        url = (to or self._server).url
        page = self._spares.come({"base_url": url, **screen.options(), **usual, **options}, welcome)
        self.contexts.append(page.context)
        TROUBLES[page.context].forget()
        TABLES[page].forget()
        return page

    def photograph(self, name: str) -> None:
        """What everybody saw last."""
        for number, page in enumerate(page for context in self.contexts for page in context.pages):
            try:
                photograph(page, f"{name}-{number}")
            except Error as error:  # a page that cannot be photographed must not hide why a test failed
                print(error)

    def leave(self, *, well: bool = True) -> list[str]:
        """Everybody leaves; the troubles that they had met."""
        met = [trouble for context in self.contexts for trouble in TROUBLES[context].left()]
        for context in self.contexts:
            self._spares.go(context, well=well and not met)
        return met


def welcome(context: BrowserContext) -> None:
    """Listen to what happens in a new browser."""
    context.set_default_timeout(PATIENCE * 1000)
    TROUBLES[context] = Troubles(context)
    context.on("page", listen)


# -- the table as a page hears it -----------------------------------------------------------------


class Table:
    """One page's line to its table: every message that came in, and the state after the last of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}  # the last snap or step; empty until the first on a new line
        self.lines: list[WebSocket] = []
        page.on("websocket", self._listen)

    def forget(self) -> None:
        """Forget all of it before the next visitor comes."""
        self.heard, self.sent, self.now, self.lines = [], [], {}, []

    def _listen(self, line: WebSocket) -> None:
        self.lines.append(line)
        self.now = {}
        line.on("framereceived", lambda frame: self._hear(line, json.loads(frame)))
        line.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _hear(self, line: WebSocket, message: dict[str, Any]) -> None:
        if line not in self.lines:
            return  # of a table at which a visitor before sat
        self.heard.append(message)
        if message["t"] in ("snap", "ev") and line is self.lines[-1]:
            self.now = message

    @property
    def ident(self) -> str:
        """The table's secret name, from the address of the page."""
        match = re.fullmatch(r"/t/([^/]+)", urlsplit(self.page.url).path)
        assert match is not None, f"{self.page.url} is no table"
        return match[1]

    def info(self) -> dict[str, Any]:
        """What the server says of the table to this visitor."""
        answer = self.page.request.get(f"/api/tables/{self.ident}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    def until(self, fits: Fits, what: str = "what was waited for") -> dict[str, Any]:
        """Wait until the state fits; the state."""
        until(self.page, lambda: bool(self.now) and fits(self.now), f"{what} at the table")
        return self.now

    def asked(self) -> list[str]:
        """Wait until this seat owes a decision, or the game is over; its legal moves, or none.

        Bots wait until the sheet of a round is put away, so that is done on the way.
        """

        def is_asked(now: dict[str, Any]) -> bool:
            if now["ask"] is not None or is_over(now):
                return True
            self._put_sheet_away()
            return False

        return list(self.until(is_asked, "a decision")["moves"])

    def answered(self, ask: int) -> dict[str, Any]:
        """Wait until that decision is answered, while others may decide at the same time; the state."""
        return self.until(lambda now: bool(now["ask"] != ask), f"the answer to {ask}")

    def has_played(self, meant: list[str]) -> None:
        """Wait until the page has sent just these moves; a broken line may make it send one again."""

        def played() -> list[str]:
            return list({said["cid"]: said["m"] for said in self.sent if said["t"] == "move"}.values())

        until(self.page, lambda: played() == meant, f"{meant[-1]} after {played()[-3:]}")

    def moved(self, v: int) -> dict[str, Any]:
        """Wait until at least so many moves have been heard; the state."""
        return self.until(lambda now: bool(now["v"] >= v), f"move {v}")

    def shown(self) -> None:
        """Wait until the page shows what it has heard last, and put sheets of rounds away on the way."""
        there = self.page.locator("[data-v]")

        def is_shown() -> bool:
            if there.get_attribute("data-v") == str(self.now.get("v")):
                return True
            self._put_sheet_away()
            return False

        until(self.page, is_shown, "the last step")

    def _put_sheet_away(self) -> None:
        sheet = self.page.locator(".sheet [data-on]")
        if sheet.is_visible():
            sheet.click()

    def over(self) -> dict[str, Any]:
        """Wait for the end of the game; the last state."""
        return self.until(is_over, "the end")


def is_over(now: dict[str, Any]) -> bool:
    """Whether the game has ended."""
    return now["view"] is not None and now["view"]["turn"] is None


TABLES: Final[WeakKeyDictionary[Page, Table]] = WeakKeyDictionary()


def listen(page: Page) -> None:
    """Hear from the beginning what a page hears of its table."""
    TABLES[page] = Table(page)


def table(page: Page) -> Table:
    """The table at which this page is, as it hears it."""
    return TABLES[page]


def until(page: Page, fits: Callable[[], bool], what: str) -> None:
    """Wait until something is true that is seen from outside the page."""
    given_up, pause = time.monotonic() + PATIENCE, POLL
    while not fits():
        assert time.monotonic() < given_up, f"{what} has not come"
        page.wait_for_timeout(pause)  # meanwhile, what comes in is taken in
        pause = min(pause * SLOWER, SLOWEST)


def hold(page: Page, pattern: str, method: str = "GET") -> list[Route]:
    """Let requests of a page wait; those that have come."""
    held: list[Route] = []

    def catch(route: Route) -> None:
        if route.request.method == method:
            held.append(route)
        else:
            route.fallback()

    page.route(pattern, catch)
    return held


def hear_instead(page: Page, amend: Callable[[dict[str, Any]], None]) -> None:
    """Let a page hear something else of its table: whatever shows a view is amended on its way."""

    def answer(line: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            heard = json.loads(message)
            if heard.get("view"):
                amend(heard)
            line.send(json.dumps(heard))

        line.connect_to_server().on_message(hear)

    page.route_web_socket("**/ws/**", answer)


def sit_down(page: Page, ident: str, name: str = "Bo", **wishes: object) -> int:
    """Take a seat as this visitor; its number."""
    answer = page.request.post(f"/api/tables/{ident}/sit", data={"name": name, **wishes})
    assert answer.ok, answer.text()
    return int(answer.json()["seat"])


def go_to(page: Page, ident: str) -> Table:
    """Look at a table, and wait until the page has heard of it."""
    here = table(page)
    before = len(here.lines)
    page.goto(f"/t/{ident}")
    here.until(lambda _: len(here.lines) > before, "a word")
    return here


def at_table(page: Page, game: str, **wishes: object) -> Table:
    """Open a table as this visitor, go there, and wait until it is dealt."""
    here = go_to(page, open_table(page, game, **wishes))
    here.until(lambda now: now["view"] is not None, "the deal")
    return here


def aside(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run what must be awaited, which this thread cannot: here, Playwright's loop is running."""
    answers: list[Answer] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(asyncio.run(work))
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return answers[0]


# -- screens --------------------------------------------------------------------------------------

# What one browser can show in turn: where there is a mouse, and where there is a finger.
DESKS: Final = (ZOOMED, DESKTOP)  # the last one stays
PHONES: Final = (SMALL, LANDSCAPE, PHONE)


def resize(page: Page, screen: Screen) -> None:
    """Let a page have a screen of another size."""
    page.set_viewport_size({"width": screen.width, "height": screen.height})


def shots() -> Path:
    """The folder for photographs: REIHUM_SHOTS, else build/shots."""
    folder = Path(os.environ.get("REIHUM_SHOTS") or ROOT / "build/shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def photograph(page: Page, name: str, *, full: bool = False) -> Path:
    """Photograph what is on the screen (or the full page), with all movements at their end; the picture."""
    path = shots() / f"{name}.jpg"  # eight times as quick as a PNG: the felt is not plain
    page.screenshot(path=path, quality=92, animations="disabled", caret="hide", full_page=full)
    return path


WIDE: Final = """() => [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > screen.width)
    .slice(0, 5).map((element) => element.outerHTML.slice(0, 120))"""


def no_sideways(page: Page) -> None:
    """Assert that nobody has to scroll sideways."""
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert page.viewport_size is not None
    inner = page.viewport_size["width"]  # a phone would zoom out and call its window wider
    assert width <= inner, f"the page is {width} pixels wide on a screen of {inner}: {page.evaluate(WIDE)}"


@cache
def axe_source() -> str:
    """axe-core as npm brought it."""
    fetch()
    return (MODULES / "axe-core/axe.min.js").read_text("utf-8")


AXE: Final = """([within, without]) => axe.run(within ?? document, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
}).then(({ violations }) => violations.map(({ id, help, nodes }) =>
    [id, help, nodes.map((node) => [node.html.slice(0, 160), node.failureSummary])]))"""


def axe(page: Page, *, within: str | None = None, without: tuple[str, ...] = ()) -> None:
    """Assert that axe-core objects to nothing, on the page or within a part of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe_source())  # the policy of the page forbids a script element, not this
    told = [
        f"{rule}: {meaning}\n" + "".join(f"    {html}\n      {why}\n" for html, why in nodes)
        for rule, meaning, nodes in page.evaluate(AXE, [within, list(without)])
    ]
    assert not told, f"axe objects to {page.url}:\n" + "".join(told)
