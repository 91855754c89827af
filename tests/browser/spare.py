"""Browsers that visitors leave as they found them, for the next: a new one costs more than most visits.

A browser is used again only if nothing has been done to it that stays, such as a script for every page; what
does that is noted here. All that a site can keep in a browser is removed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Page

MOST: Final = 8  # that wait for a visitor; then the one that has waited longest is closed
LASTING: Final = re.compile(r"(add|set|expose|route|emulate|grant|on|once|new_cdp)(_|$)|clock$|tracing$")
EMPTY: Final = "/healthz"  # a page of the same server on which nothing happens: its process stays
OUTSIDE: Final = -10  # where the mouse is on no page

KEPT: Final = "cookies,indexeddb,cache_storage,service_workers,file_systems"  # besides what a page clears

CHANGED: Final[WeakSet[BrowserContext]] = WeakSet()


def note_changes() -> None:
    """Let everything that changes a browser for good say so, whoever does it."""
    for kind in (BrowserContext, Page):
        for name in filter(LASTING.match, dir(kind)):
            done = getattr(kind, name)
            asked = done.fget if isinstance(done, property) else None
            setattr(kind, name, noting(done) if asked is None else property(noting(asked)))


def noting(done: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but the browser to which it is done counts as changed."""

    def changes(one: BrowserContext | Page, *words: Any, **options: Any) -> Any:
        CHANGED.add(one if isinstance(one, BrowserContext) else one.context)
        return done(one, *words, **options)

    return changes


note_changes()


class Spares:
    """The browsers that wait for visitors, with what they were made with."""

    def __init__(self, browser: Browser, most: int = MOST) -> None:
        self._browser = browser
        self._most = most
        self._waiting: list[tuple[str, BrowserContext]] = []
        self._made: dict[BrowserContext, str] = {}

    def come(self, made_with: dict[str, Any], welcome: Callable[[BrowserContext], None]) -> Page:
        """A page that knows nothing yet; a browser that is new is welcomed first."""
        key = json.dumps(made_with, sort_keys=True)
        for each in self._waiting:
            if each[0] == key:
                self._waiting.remove(each)
                return each[1].pages[0]
        context = self._browser.new_context(**made_with)
        welcome(context)
        page = context.new_page()
        CHANGED.discard(context)
        if self._most and made_with["service_workers"] == "block":  # a worker would outlive its page
            self._made[context] = key
        return page

    def go(self, context: BrowserContext, *, well: bool) -> None:
        """Somebody leaves: their browser waits for the next one, or is closed if all was not well."""
        key = self._made.get(context)
        if key is None or context in CHANGED or not well or not emptied(context):
            self._close(context)
            return
        self._waiting.append((key, context))
        if len(self._waiting) > self._most:
            self._close(self._waiting.pop(0)[1])

    def _close(self, context: BrowserContext) -> None:
        self._made.pop(context, None)
        context.close()

    def close(self) -> None:
        """Close all that wait."""
        while self._waiting:
            self._close(self._waiting.pop()[1])


def emptied(context: BrowserContext) -> bool:
    """Whether everything that a visitor leaves behind could be removed."""
    if not context.pages:
        return False
    page, *others = context.pages
    try:
        for other in others:
            other.close()
        page.goto(EMPTY)
        page.mouse.move(OUTSIDE, OUTSIDE)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")  # before anybody else comes
        session = context.new_cdp_session(page)
        origin = page.evaluate("() => origin")
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.clear_cookies()
    except Error:
        return False
    CHANGED.discard(context)
    return True
