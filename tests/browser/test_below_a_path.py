"""The page of a server below a path, such as /cards: nothing of it is anywhere else on the site."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.test_table import wait_for_worker
from tests.browser.tools import Visitors, troubles
from tests.server.tools import Running

ROOT = "/cards"


def test_everything_of_a_server_below_a_path_is_there(
    arrive: Visitors, own_server: Callable[..., Running]
) -> None:
    server = own_server("--bot-delay", "0", "--root", ROOT)
    assert server.url.endswith(ROOT)
    page = arrive(to=server, service_workers="allow")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    page.goto(f"{server.url}/")
    wait_for_worker(page)
    assert page.evaluate("() => navigator.serviceWorker.getRegistration().then((it) => it.scope)") == (
        f"{server.url}/"
    )

    page.locator("[data-invite='help']").click()
    expect(page.locator(".chair[data-chair]").first).to_be_visible()
    assert re.fullmatch(rf"{re.escape(server.url)}/t/[\w-]{{22}}", page.url)
    expect(page.locator("body")).to_contain_text(page.url.partition("//")[2])
    page.reload()
    expect(page.locator(".chair[data-chair]").first).to_be_visible()
    page.go_back()
    expect(page.locator(".tile")).to_have_count(4)

    page.locator("a[href$='/settings']").first.click()
    assert page.url == f"{server.url}/settings"
    cookies = page.context.cookies()
    assert [(each["name"], each["path"]) for each in cookies] == [("reihum_cards", f"{ROOT}/")]
    page.goto(f"{server.url}/rules/23#T7")
    expect(page.locator("#rule-T7.marked")).to_be_visible()
    links = page.locator("a[href^='/']")
    assert links.count() > 3
    for number in range(links.count()):
        assert (links.nth(number).get_attribute("href") or "").startswith(f"{ROOT}/")

    assert {urlsplit(url).scheme for url in asked} >= {"http", "ws"}
    assert [url for url in asked if not urlsplit(url).path.startswith(f"{ROOT}/")] == []
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.goto(f"{server.url}/")
    expect(page.locator(".tile")).to_have_count(4)
