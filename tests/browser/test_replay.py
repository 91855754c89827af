"""A finished game again: step by step, with other eyes, by a link; its record; whether its deal is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from reihum.cli.verify import verdict
from reihum.core.record import digest_of
from tests.browser.hands import pick
from tests.browser.spare import EMPTY
from tests.browser.tools import Visitors, at_table, axe, no_sideways, photograph, table, until
from tools.browser import DESKTOP, LANDSCAPE, NARROW, PHONE, open_table
from tools.outside import OutsidePlayer

KINDS: Final = [("23", 2), ("yoyo", 2), ("koenigs-romme", 2), ("koenigs-romme", 1), ("help", 3)]


def played(page: Page, game: str, players: int) -> dict[str, Any]:
    """A game that was played to its end; the table as the server shows it."""
    ident = at_table(page, game, players=players).ident
    lot = Random(5)
    with OutsidePlayer(page) as seat:
        page.goto(EMPTY)
        while moves := seat.wait_for_moves():
            seat.play(pick(lot, moves))
    return look(page, ident)


def look(page: Page, ident: str) -> dict[str, Any]:
    """A table as the server shows it."""
    answer = page.request.get(f"/api/tables/{ident}")
    assert answer.ok, answer.text()
    return dict(answer.json())


def steps_of(page: Page, ident: str, seat: int | None) -> list[dict[str, Any]]:
    """The first steps of the replay as the server tells them to these eyes."""
    eyes = "" if seat is None else f"&seat={seat}"
    return list(page.request.get(f"/api/tables/{ident}/replay?from=0&lang=en{eyes}").json()["steps"])


def told(page: Page) -> str:
    """What the page tells of the step that it shows."""
    return " ".join(page.locator(".pill").inner_text().split())


def at(page: Page, v: int) -> None:
    """Wait until the replay has arrived at a move."""
    expect(page.locator(".replay-steps .quiet")).to_have_text(re.compile(rf"^{v}/"))
    expect(page).to_have_url(re.compile(rf"[#&]v={v}$"))


def width(page: Page, part: str) -> float:
    """How wide a part of the page is."""
    return float(page.locator(part).evaluate("(element) => element.getBoundingClientRect().width"))


def says(step: dict[str, Any]) -> str:
    """What was told of a step."""
    return " ".join(" ".join(step["told"]).split())


# Whether the option that is chosen can be read: a copy as wide as it wants to be is not wider.
FITS = """(select) => {
    const alone = select.cloneNode();
    alone.append(select.selectedOptions[0].cloneNode(true));
    alone.style.cssText = 'position: absolute; width: auto; min-width: 0; max-width: none; flex: none';
    select.parentElement.append(alone);
    const { width } = alone.getBoundingClientRect();
    alone.remove();
    return width <= select.getBoundingClientRect().width + 1;
}"""


def test_steps_forward_and_back_say_what_was_heard(page: Page) -> None:
    info = played(page, "23", 2)
    steps = steps_of(page, info["table"], info["you"])
    page.goto(f"/replay/{info['table']}")
    at(page, 0)
    page.get_by_role("button", name="Next move").click()
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.get_by_role("button", name="One move back").click()
    at(page, 1)
    for v in range(2, 12):
        page.keyboard.press("ArrowRight")
        at(page, v)
        if steps[v]["told"]:
            assert told(page) == says(steps[v])
    page.keyboard.press("End")
    at(page, int(page.locator(".replay-steps input").get_attribute("max") or 0))
    page.keyboard.press("Home")
    at(page, 0)


def test_other_eyes_see_other_hands_and_open_cards_all(page: Page) -> None:
    info = played(page, "23", 2)
    page.goto(f"/replay/{info['table']}#seat={info['you']}&v=0")
    at(page, 0)
    mine = page.locator(".hand [role=option]")
    hands = steps_of(page, info["table"], info["you"])[0]["hands"]
    other = 1 - info["you"]

    def cards() -> list[str]:
        return [
            str(card).rpartition("-")[0]
            for card in mine.evaluate_all("(all) => all.map((c) => c.dataset.card)")
        ]

    assert cards() == [str(card) for card in hands[info["you"]]]
    page.locator(".replay-eyes select").select_option(str(other))
    expect(page).to_have_url(re.compile(rf"#seat={other}&v=0$"))
    assert cards() == [str(card) for card in hands[other]]
    page.locator(".replay-eyes select").select_option("")
    expect(mine).to_have_count(0)
    page.get_by_role("switch").check()
    expect(page.locator(".open-hand")).to_have_count(2)
    expect(page.locator(".open-hand .card")).to_have_count(len(hands[0]) + len(hands[1]))


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
def test_whoever_a_bot_has_played_for_sees_their_own_hand_first_and_reads_whose_it_is(
    arrive: Visitors, lang: str
) -> None:
    page = arrive(PHONE, lang)
    ident = open_table(page, "23", players=3, name="Mira", options={"learning": True})
    page.request.post(f"/api/tables/{ident}/start")
    page.request.post(f"/api/tables/{ident}/leave")
    page.request.post(f"/api/tables/{ident}/end")
    page.goto(f"/replay/{ident}")
    eyes = page.locator(".replay-eyes select")
    expect(eyes).to_have_value("0")
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    for seat in ("0", ""):
        eyes.select_option(seat)
        assert eyes.evaluate(FITS)


def test_the_table_is_as_it_was_and_has_room_beside_open_cards(arrive: Visitors) -> None:
    page = arrive(LANDSCAPE)
    info = played(page, "23", 2)
    you = info["you"]
    until(page, lambda: not look(page, info["table"])["seats"][you]["here"], "an empty chair")
    page.goto(f"/replay/{info['table']}#seat={1 - you}&open&v=3")
    at(page, 3)
    expect(page.locator(".open-hand")).to_have_count(1)
    expect(page.locator(".seat .who b")).to_have_text("Ada")
    expect(page.locator(".seat.away")).to_have_count(0)  # that is so today; then, Ada was there
    expect(page.locator(".seat")).not_to_contain_text("away")
    assert width(page, ".seats") < LANDSCAPE.width / 3
    assert width(page, ".middle") > LANDSCAPE.width / 2
    assert width(page, ".open-hands") > width(page, ".middle")


@pytest.mark.parametrize(
    ("game", "players", "lang"),
    [("23", 4, "de"), ("help", 5, "nl"), ("yoyo", 6, "en"), ("koenigs-romme", 5, "de")],
)
def test_open_cards_are_in_sight_wherever_one_looks(
    arrive: Visitors, game: str, players: int, lang: str
) -> None:
    page = arrive(PHONE, lang)
    info = played(page, game, players)
    you, v = info["you"], 0
    for screen in (PHONE, LANDSCAPE, DESKTOP, NARROW):
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        page.goto(f"/replay/{info['table']}#seat={you}&v={v}")
        page.get_by_role("switch").check()
        hands = page.locator(".open-hand")
        expect(hands).to_have_count(players - 1)
        for number in range(players - 1):
            expect(hands.nth(number).locator(".card").last).to_be_in_viewport(ratio=0.99)
        no_sideways(page)
        axe(page, within=".felt-area")
        photograph(page, f"{game}-open-cards-{screen.name}-{lang}")
        page.get_by_role("switch").uncheck()


def test_a_link_to_a_move_leads_there_in_a_fresh_browser(arrive: Visitors) -> None:
    ada, guest = arrive(), arrive()
    info = played(ada, "yoyo", 2)
    ada.goto(f"/replay/{info['table']}")
    at(ada, 0)
    for v in range(1, 8):
        ada.get_by_role("button", name="Next move").click()
        at(ada, v)
    guest.goto(ada.url)
    at(guest, 7)
    assert told(guest) == told(ada)
    guest.goto(f"/replay/{info['table']}#v=9999999")
    at(guest, int(guest.locator(".replay-steps input").get_attribute("max") or 0))


def test_alone_the_steps_stay_in_sight_below_all_hands_and_cover_nothing(arrive: Visitors) -> None:
    page = arrive(PHONE, "de")
    page.goto(f"/replay/{played(page, 'koenigs-romme', 1)['table']}#v=3")
    at(page, 3)
    expect(page.locator(".replay-steps")).to_be_in_viewport(ratio=1)
    sentence, finished = page.locator(".pill").bounding_box(), page.locator(".solo-bar").bounding_box()
    assert sentence is not None
    assert finished is not None
    assert sentence["y"] + sentence["height"] <= finished["y"]


def test_the_record_is_downloaded_and_true(page: Page) -> None:
    info = played(page, "help", 3)
    page.goto(f"/replay/{info['table']}")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the record").click()
    assert waiting.value.suggested_filename == "reihum-help.txt"
    record = waiting.value.path().read_bytes()
    assert verdict(record, info["commitment"]).true


# -- 'Verify the deal' ----------------------------------------------------------------------------


def verify(page: Page, info: dict[str, Any]) -> str:
    """Press the button on the final sheet; the verdict."""
    page.goto(f"/t/{info['table']}")
    page.get_by_role("button", name="Verify the deal").click()
    said = page.locator(".verdict")
    expect(said).to_contain_text(re.compile("Verified|failed"))
    return said.inner_text()


@pytest.mark.parametrize(("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS])
def test_every_true_deal_is_called_true(page: Page, game: str, players: int) -> None:
    info = played(page, game, players)
    assert verify(page, info).startswith("Verified: nobody changed the cards")


def test_a_deal_is_verified_where_the_browser_offers_no_cryptography(page: Page) -> None:
    info = played(page, "23", 2)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    assert verify(page, info).startswith("Verified: nobody changed the cards")
    tamper(page, with_its_digest(with_other("Nonces")))
    assert "is not the one that was promised" in verify(page, info)


def with_other(name: str) -> Callable[[str], str]:
    """Changes the last letter of a line of a record."""
    return lambda record: re.sub(
        rf"^({name}: .*)(\w)(\W*)$",
        lambda found: found[1] + ("1" if found[2] == "0" else "0") + found[3],
        record,
        flags=re.M,
    )


def with_its_digest(change: Callable[[str], str]) -> Callable[[str], str]:
    """Changes a record as somebody does who knows what a digest is."""

    def changed(record: str) -> str:
        before, _, _ = change(record).rpartition("Digest: ")
        return f"{before}Digest: {digest_of(before.encode())}\n"

    return changed


TAMPERED = [
    (with_other("Digest"), "the record was changed after it was written"),
    (with_other("Secret"), "the record was changed after it was written"),
    (with_its_digest(with_other("Secret")), "the secret is not the one that was promised"),
    (with_its_digest(with_other("Nonces")), "is not the one that was promised"),
]


def test_a_record_that_was_tampered_with_is_called_untrue(arrive: Visitors) -> None:
    player = arrive()
    info = played(player, "23", 2)
    for change, what in TAMPERED:
        page = arrive()
        page.context.add_cookies(player.context.cookies())  # type: ignore[arg-type]
        tamper(page, change)
        said = verify(page, info)
        assert said.startswith("Check failed"), what
        assert what in said


def tamper(page: Page, change: Callable[[str], str]) -> None:
    """Let somebody change the record on its way to the page."""

    def answer(route: Route) -> None:
        honest = route.fetch()
        changed = change(honest.text())
        assert changed != honest.text()
        route.fulfill(response=honest, body=changed)

    page.route("**/api/tables/*/record", answer)


def test_a_table_that_promised_something_else_is_called_untrue(page: Page) -> None:
    info, other = played(page, "23", 2), played(page, "23", 2)
    record = page.request.get(f"/api/tables/{other['table']}/record").text()
    tamper(page, lambda _: record)
    assert "the secret is not the one that was promised" in verify(page, info)
    assert table(page).info()["commitment"] == info["commitment"]
