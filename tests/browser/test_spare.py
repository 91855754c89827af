"""The browser of a visitor is that of the next one, who finds nothing in it and hears nothing of before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hands import stop_time
from tests.browser.spare import Spares
from tests.browser.tools import Visitors, at_table, hold, table, troubles
from tests.server.tools import Running
from tools.browser import DESKTOP, PHONE

KEEP = """() => {
    sessionStorage.setItem('here', '1');
    return caches.open('kept').then(() => null);
}"""
LEFT = """async () => [
    document.cookie, { ...localStorage }, { ...sessionStorage }, await caches.keys(),
    history.length, history.state,
]"""


@pytest.fixture
def days(browser: Browser, server: Running) -> Iterator[Callable[[], Visitors]]:
    """Visitors of one day after the other, all of whom get along with the same few browsers."""
    waiting = Spares(browser)
    yield lambda: Visitors(browser, server, waiting)
    waiting.close()


def test_nothing_of_the_visitor_before_is_left(days: Callable[[], Visitors], arrive: Visitors) -> None:
    first = days()
    page = first()
    page.goto("/settings")
    page.get_by_role("button", name="DE Deutsch").click()
    page.evaluate(KEEP)
    at_table(page, "23", players=2).asked()
    page.mouse.move(200, 200)
    assert page.evaluate(LEFT)[1] != {}
    assert first.leave() == []
    second = days()
    again, other = second(), arrive()
    assert again is page
    assert again.context.cookies() == []
    assert (table(again).heard, table(again).lines) == ([], [])
    for each in (again, other):
        each.goto("/rules")
        expect(each.locator("html")).to_have_attribute("lang", "en")
    assert again.evaluate(LEFT) == other.evaluate(LEFT)
    assert again.locator(":hover").count() == 0
    assert second.leave() == []


def test_troubles_stay_with_who_had_them(days: Callable[[], Visitors]) -> None:
    first = days()
    page = first()
    page.goto("/nowhere/at/all.js")
    troubles(page).forgive("404")
    assert first.leave() == []
    second = days()
    again = second()
    assert again is page
    again.goto("/nowhere/at/all.js")
    assert [met for met in second.leave() if "404" in met] != []
    assert days()() is not page  # who had troubles may have left more of them


def block(page: Page) -> None:
    """Let no picture through."""
    page.context.route("**/*.png", lambda route: route.abort())


LASTING: list[Callable[[Page], object]] = [
    stop_time,
    block,
    lambda page: page.add_init_script("window.left = 1"),
    lambda page: hold(page, "**/api/mine"),
    lambda page: page.set_viewport_size({"width": 500, "height": 500}),
    lambda page: page.emulate_media(forced_colors="active"),
    lambda page: page.context.set_offline(True),
    lambda page: page.context.grant_permissions(["clipboard-read"]),
    lambda page: page.context.new_cdp_session(page),
]


def test_a_browser_to_which_something_was_done_is_not_used_again(days: Callable[[], Visitors]) -> None:
    for change in LASTING:
        visitors = days()
        page = visitors()
        change(page)
        assert visitors.leave() == []
        assert days()() is not page


def test_a_browser_waits_only_for_one_who_is_like_the_one_before(days: Callable[[], Visitors]) -> None:
    first = days()
    kinds: list[Callable[[], Page]] = [
        first,
        lambda: first(PHONE),
        lambda: first(DESKTOP, "de"),
        lambda: first(reduced_motion="no-preference"),
        lambda: first(service_workers="allow"),
    ]
    pages = [arrives() for arrives in kinds]
    assert first.leave() == []
    second = days()
    assert second(PHONE) is pages[1]
    assert second(DESKTOP, "de") is pages[2]
    assert second(DESKTOP, "de") is not pages[2]
    assert second(service_workers="allow") is not pages[4]
    assert second.leave() == []
