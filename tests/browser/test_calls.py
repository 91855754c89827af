"""Called when it is my turn: switched on in Settings, offered at the right moment, shown by the browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tools import (
    Visitors,
    at_table,
    axe,
    go_to,
    no_sideways,
    photograph,
    sit_down,
    table,
    troubles,
    until,
)
from tests.server.browser_keys import Subscriber
from tests.server.stand_in import HOST, Calling, StandIn
from tests.server.tools import Running
from tools.browser import DESKTOP, PHONE, SMALL, Screen, open_table

# A browser with notifications and a push service, which Chromium without windows has not.
WITH_PUSH = """(subscription) => {
    const unsubscribe = async () => delete localStorage.subscribed;
    const answer = () => localStorage.subscribed
        ? { ...subscription, toJSON: () => subscription, unsubscribe }
        : null;
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => answer();
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('not allowed');
        localStorage.subscribed = 'yes';
        return answer();
    };
}"""
TITLES = {
    "de": "Sag mir Bescheid, wenn ich dran bin",
    "en": "Let me know when it is my turn",
    "nl": "Laat het me weten als ik aan de beurt ben",
}


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """The world outside."""
    found = StandIn(tmp_path_factory.mktemp("outside"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, outside: StandIn) -> Iterator[Running]:
    """A server that may call everything there is outside."""
    running = Calling(f"sqlite:{tmp_path_factory.mktemp('calls') / 'tables.db'}", outside)
    yield running
    assert running.stop() == 0


class Notified:
    """A visitor whose browser can be called, and is allowed to notify."""

    def __init__(
        self, arrive: Visitors, to: Running | None, screen: Screen = DESKTOP, lang: str = "en"
    ) -> None:
        self.browser = Subscriber()
        self.path = f"/browser-{id(self)}"
        self.page = arrive(screen, lang, to=to, service_workers="allow")
        body = json.dumps(self.browser.body(f"https://{HOST}{self.path}"))
        self.page.add_init_script(f"({WITH_PUSH})({body})")


def toggle(page: Page) -> Any:
    return page.get_by_role("switch", name="Notifications from this browser")


# -- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_both_ways_are_in_the_settings_in_every_language(
    arrive: Visitors, calling: Running, screen: Screen, lang: str
) -> None:
    page = Notified(arrive, calling, screen, lang).page
    page.goto("/settings#calls")
    section = page.locator("#calls")
    expect(section.get_by_role("heading")).to_have_text(TITLES[lang])
    expect(section.get_by_role("switch")).not_to_be_checked()
    expect(section.get_by_role("textbox")).to_be_visible()
    section.scroll_into_view_if_needed()
    no_sideways(page)
    axe(page, within="#calls")
    photograph(page, f"calls-settings-{lang}-{screen.name}")


def test_a_browser_is_switched_on_tried_and_switched_off(
    arrive: Visitors, calling: Running, outside: StandIn
) -> None:
    visitor = Notified(arrive, calling, SMALL, "en")
    page = visitor.page
    page.goto("/settings")
    test = page.get_by_role("button", name="Send a test")
    expect(test).to_have_attribute("aria-disabled", "true")
    test.tap(force=True)
    expect(page.locator("#calls").get_by_text("Switch something on first.")).to_be_visible()
    toggle(page).tap()
    expect(page.locator("#calls").get_by_text("You will hear from us when it is your turn.")).to_be_visible()
    expect(toggle(page)).to_be_checked()
    test.tap()
    expect(page.locator("#calls").get_by_text("Sent: browser.")).to_be_visible()
    message = json.loads(visitor.browser.decrypt(outside.next(visitor.path).body))
    assert message["body"] == "This is how Reihum tells you that it is your turn."
    page.get_by_role("button", name="DE Deutsch").tap()  # from now on in another language
    page.get_by_role("button", name="Ausprobieren").tap()
    message = json.loads(visitor.browser.decrypt(outside.next(visitor.path).body))
    assert message["body"] == "So meldet sich Reihum, wenn du dran bist."
    no_sideways(page)
    page.reload()
    switch = page.get_by_role("switch", name="Mitteilungen dieses Browsers")
    expect(switch).to_be_checked()
    switch.tap()
    expect(page.locator("#calls").get_by_text("Ausgeschaltet.")).to_be_visible()
    assert page.request.get("/api/calls").json()["browsers"] == 0


def test_a_webhook_is_saved_tried_and_removed_by_keyboard(
    arrive: Visitors, calling: Running, outside: StandIn
) -> None:
    page = Notified(arrive, calling).page
    page.goto("/settings")
    section = page.locator("#calls")
    section.get_by_role("button", name="Discord").press("Enter")
    expect(section.get_by_text("“Integrations”")).to_be_visible()
    field = section.get_by_role("textbox", name="Address of the webhook")
    field.fill("https://192.168.1.1/hook")
    troubles(page).forgive("400")
    field.press("Enter")
    expect(section.locator(".wrong")).to_have_text(
        "This takes a public https address, without a port, user name or password."
    )
    expect(field).to_have_value("https://192.168.1.1/hook")
    axe(page, within="#calls")
    photograph(page, "calls-refused-desktop")
    field.fill(f"https://{HOST}/404/discord")
    field.press("Enter")
    expect(section.get_by_text(f"Discord at {HOST} gets the message")).to_be_visible()
    expect(section.get_by_role("button", name="Remove")).to_be_focused()
    section.get_by_role("button", name="Send a test").press("Enter")
    expect(section.locator(".wrong")).to_have_text("Did not get through: Discord.")
    outside.next("/404/discord")
    photograph(page, "calls-webhook-desktop")
    section.get_by_role("button", name="Remove").press("Enter")
    expect(section.get_by_text("The webhook has been removed.")).to_be_visible()
    expect(field).to_be_focused()


def test_what_is_not_possible_is_said_plainly(arrive: Visitors) -> None:
    define = "Object.defineProperty({})".format
    said = {
        "delete window.PushManager": "This browser cannot do that.",
        define("Notification, 'permission', { get: () => 'denied' }"): "The browser blocks them.",
        define("window, 'isSecureContext', { get: () => false }"): "opened with https",
        define("navigator, 'userAgent', { get: () => 'iPhone' }"): "add Reihum to the Home Screen",
    }
    for script, sentence in said.items():
        page = arrive(PHONE)
        page.add_init_script(script)
        page.goto("/settings#calls")
        section = page.locator("#calls")
        expect(section.get_by_text(sentence)).to_be_visible()
        expect(section.get_by_text("Webhooks are not allowed on this server.")).to_be_visible()
        expect(section.get_by_role("switch")).to_have_count(0)
        section.scroll_into_view_if_needed()
    photograph(page, "calls-install-phone")
    axe(page, within="#calls")


# -- the offer ------------------------------------------------------------------------------------


def offer(page: Page) -> Any:
    return page.get_by_role("complementary", name="Let me know when it is my turn")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_who_leaves_a_table_with_friends_is_asked_once(
    arrive: Visitors, calling: Running, screen: Screen
) -> None:
    visitor, friend = Notified(arrive, calling, screen), arrive(to=calling)
    page = visitor.page
    ident = open_table(page, "23", players=2, seats=["me", "open"], begins="host")
    sit_down(friend, ident)
    page.request.post(f"/api/tables/{ident}/start")
    here = go_to(page, ident)
    here.asked()
    expect(offer(page)).to_have_count(0)
    page.get_by_role("link", name="Home").first.click()
    expect(offer(page)).to_be_visible()
    axe(page, within=".call-offer")
    no_sideways(page)
    photograph(page, f"calls-offer-{screen.name}")
    offer(page).get_by_role("button", name="Yes, let me know").click()
    switched_on = page.get_by_role("status").get_by_text("You will hear from us when it is your turn.")
    expect(switched_on).to_be_visible()
    expect(offer(page)).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    assert page.request.get("/api/calls").json()["browsers"] == 1


def test_who_opens_a_table_with_days_to_think_is_asked_once_and_who_plays_with_bots_is_not(
    arrive: Visitors, calling: Running
) -> None:
    page = Notified(arrive, calling).page
    at_table(page, "23", players=2).asked()
    page.get_by_role("link", name="Home").first.click()
    page.get_by_role("heading", level=1).wait_for()
    assert not page.evaluate("() => JSON.parse(localStorage['reihum.settings'] ?? '{}').callsOffered")
    for seen in (1, 0):
        ident = open_table(page, "23", players=2, seats=["me", "open"], begins="host", pace="days")
        go_to(page, ident)
        if seen:
            expect(offer(page)).to_be_visible()
            offer(page).get_by_role("button", name="No", exact=True).click()
            expect(page.get_by_role("status").get_by_text("in Settings at any time")).to_be_visible()
    page.get_by_role("button", name="Leave the table").wait_for()
    expect(offer(page)).to_have_count(0)


# -- in sight, out of sight -----------------------------------------------------------------------


def test_a_page_says_when_it_is_out_of_sight(page: Page) -> None:
    here = at_table(page, "23", players=2)
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    until(page, lambda: {"t": "seen", "on": False} in here.sent, "a word about it")
    assert {"t": "seen", "on": True} not in table(page).sent


# What the service worker does with the browser, which has no windows and no notifications here.
RECORDED = """() => {
    self.done = [];
    registration.showNotification = async (title, { body, data }) => done.push([title, body, data.path]);
    clients.openWindow = async (url) => done.push(['open', new URL(url).pathname]);
    WindowClient.prototype.focus = async function () { done.push(['focus', new URL(this.url).pathname]); };
}"""
TAPPED = """async (path) => {
    const tap = new ExtendableEvent('notificationclick');
    tap.notification = { data: { path }, close: () => done.push(['close']) };
    dispatchEvent(tap);
}"""


def test_the_service_worker_shows_what_it_is_told_and_a_tap_leads_to_the_table(
    arrive: Visitors, server: Running
) -> None:
    page = arrive(service_workers="allow")
    page.goto("/rules")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    worker = page.context.service_workers[0]
    worker.evaluate(RECORDED)

    def has_done(*deeds: list[str]) -> None:
        until(page, lambda: bool(worker.evaluate("() => done") == list(deeds)), f"{deeds}")
        worker.evaluate("() => done.length = 0")

    push(page, server.url, {"title": "23", "body": "It is your turn – 23 with Bo.", "path": "/t/x"})
    has_done(["23", "It is your turn – 23 with Bo.", "/t/x"])
    worker.evaluate(TAPPED, "/t/x")
    has_done(["close"], ["open", "/t/x"])
    worker.evaluate(TAPPED, "/rules")  # which is open
    has_done(["close"], ["focus", "/rules"])


def push(page: Page, origin: str, message: dict[str, str]) -> None:
    """Let a push service deliver a message."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(page, lambda: bool(found), "the service worker")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": f"{origin}/", "registrationId": found[-1], "data": json.dumps(message)},
    )
