"""Every game in its phases on every screen: without sideways scrolling, photographed, and as axe likes it.

Desk and phone are photographed each time; all other screens, and axe in every language, with `make soak`.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.scenes import scenes, sit_together
from tests.browser.tools import (
    DESKS,
    PHONES,
    Visitors,
    at_table,
    axe,
    go_to,
    hear_instead,
    hold,
    no_sideways,
    photograph,
    table,
    until,
)
from tools.browser import DESKTOP, LANDSCAPE, NARROW, PHONE, SCREENS, SMALL, Screen
from tools.outside import OutsidePlayer

KINDS: Final = [("23", 3), ("yoyo", 3), ("koenigs-romme", 3), ("koenigs-romme", 1), ("help", 4)]
SOAK: Final = os.environ.get("REIHUM_SOAK") == "1"  # then axe reads every scene in every language
TABS: Final = ("moves", "scores", "rules", "chat")
MANY: Final = 13  # cards that lie closely on a phone on its side
# Seats that are not wholly on the felt, or whose short names or captions are cut.
CRAMPED: Final = """() => {
    const felt = document.querySelector('.felt-area').getBoundingClientRect();
    const isCut = (text) =>
        text.scrollWidth > text.clientWidth && getComputedStyle(text).display !== 'inline';
    return [...document.querySelectorAll('.seat')].filter((seat) => {
        const { left, right } = seat.getBoundingClientRect();
        return left < felt.left || right > felt.right || [...seat.querySelectorAll('.who *')].some(isCut);
    }).map((seat) => seat.innerText);
}"""

# Königs-Rommé, the last round: fourteen cards, of which thirteen are four combinations.
FULL: Final = ["8h", "8x", "*", "*", "10h", "10d", "10x", "Js", "Js", "Jx", "Qs", "Qh", "Ks", "4c"]
NARROWER: Final = (SMALL, NARROW, Screen("low", 1366, 768), DESKTOP)
# Cards of the hand that are not wholly on the felt, and labels that are not or that something covers.
OUT_OF_SIGHT: Final = """() => {
    const felt = document.querySelector('.felt-area').getBoundingClientRect();
    const inside = ({ left, right, bottom }) =>
        left >= felt.left && right <= felt.right && bottom <= innerHeight;
    const covered = (label, { x, y, width, height }) =>
        !label.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    const shown = [...document.querySelectorAll('.hand .card, .hand .group-label')]
        .filter((each) => each.checkVisibility());
    return shown.filter((each) => {
        const place = each.getBoundingClientRect();
        return !inside(place) || (each.matches('.group-label') && covered(each, place));
    }).map((each) => each.dataset.card ?? each.innerText);
}"""

# Where the hand is, and how large its cards are.
PLACE_OF_HAND: Final = """() => {
    const { x, y, width, height } = document.querySelector('.hand').getBoundingClientRect();
    const card = document.querySelector('.hand .card').getBoundingClientRect();
    return [x, y, width, height, card.width, card.y].map(Math.round);
}"""

# Königs-Rommé: a card to discard, before it is known what would be left and after.
DISCARDS: Final = {"de": "Du wirfst", "en": "You discard", "nl": "Je legt"}
CLAIMED: Final = {"de": "nichts|Punkt|bleib", "en": "nothing|point|left", "nl": "niets|punt|over"}
COUNTED: Final = {"de": "Ohne", "en": "Without", "nl": "Zonder"}

# Alone: whether all of the hand that is chosen stands between the card turned up and the buttons.
ALL_IN_SIGHT: Final = """() => {
    const [hand, above, below] = ['.solo-hand.chosen', '.solo-side', '.own'].map((part) =>
        document.querySelector(part).getBoundingClientRect());
    return hand.top >= above.bottom && hand.bottom <= below.top;
}"""


@pytest.mark.parametrize(("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS])
def test_every_phase_fits_every_screen_and_pleases_axe(arrive: Visitors, game: str, players: int) -> None:
    name = f"{game}-alone" if players == 1 else game
    desk, phone, other = arrive(DESKTOP, "en"), arrive(PHONE, "de"), arrive(DESKTOP, "nl")
    readers = [desk, phone, other]
    for number, scene in enumerate(scenes(sit_together(readers, game, players))):
        fits(desk, DESKS, f"{name}-{scene}")
        fits(phone, PHONES, f"{name}-{scene}")
        if SOAK or scene == "final":
            forced_colours(desk, f"{name}-{scene}")
        everybody = SOAK or number == 0
        for page in readers if everybody else [readers[number % len(readers)]]:
            axe(page)
        if number == 0:
            rail_tabs(desk)
            rail_tabs(phone)
            watched(arrive(DESKTOP, "nl"), table(desk).ident, name)
    replayed(other, table(desk).ident, name)


@pytest.mark.parametrize(
    ("game", "players"), [("help", 4), ("help", 5), ("23", 4), ("yoyo", 5), ("yoyo", 6), ("koenigs-romme", 7)]
)
def test_the_largest_tables_find_room_for_everybody(arrive: Visitors, game: str, players: int) -> None:
    page, guest = arrive(DESKTOP, "de"), arrive(DESKTOP, "nl")
    go_to(guest, at_table(page, game, players=players).ident)  # anyone who looks on sees one seat more
    for somebody, seats in ((page, players - 1), (guest, players)):
        expect(somebody.locator(".seat")).to_have_count(seats)
        for screen in (*SCREENS, NARROW):
            somebody.set_viewport_size({"width": screen.width, "height": screen.height})
            assert somebody.evaluate(CRAMPED) == [], screen
        photograph(somebody, f"{game}-{seats}-seats-{NARROW.name}")


def holds_many_and_has_drawn(page: Page) -> bool:
    """YoYo: draw and keep until a fitting card is drawn to a large hand; False if the match ended before."""
    at_table(page, "yoyo", players=2)
    with OutsidePlayer(page) as seat:
        while moves := seat.wait_for_moves():
            view = seat.now["view"]
            if view["phase"] == "drawn" and len(view["hand"]) >= MANY:
                table(page).moved(seat.now["v"])
                return True
            seat.play(next((move for move in ("draw", "keep") if move in moves), moves[-1]))
    return False


def test_a_drawn_card_beside_a_large_hand_finds_room_on_a_phone_on_its_side(arrive: Visitors) -> None:
    page = arrive(LANDSCAPE, "nl")
    while not holds_many_and_has_drawn(page):
        pass
    table(page).shown()
    expect(page.locator(".hand .apart")).to_be_in_viewport(ratio=1)
    no_sideways(page)


@pytest.mark.parametrize("players", [2, 7])
def test_the_largest_hand_is_wholly_in_sight(arrive: Visitors, players: int) -> None:
    page = arrive(DESKTOP, "de")
    deal_full_hand(page, players)
    at_table(page, "koenigs-romme", players=players)
    for order, groups in (("Beste", 5), ("Farben", 6)):
        page.locator(".sort", has_text=order).click()
        expect(page.locator(".hand .group")).to_have_count(groups)
        for screen in NARROWER:
            page.set_viewport_size({"width": screen.width, "height": screen.height})
            assert page.evaluate(OUT_OF_SIGHT) == [], screen
            assert page.evaluate("() => document.documentElement.scrollHeight") <= screen.height, screen


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
@pytest.mark.parametrize("screen", [PHONE, SMALL, LANDSCAPE], ids=lambda screen: screen.name)
def test_the_hand_stays_where_it_is_while_cards_are_put_away(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    here = at_table(page, "23", players=4)
    here.until(lambda now: now["view"]["owes"] == [now["view"]["seat"]], "the bots")
    here.shown()
    cards = page.locator(".hand [role=option]")
    expect(cards).to_have_count(15)
    before = page.evaluate(PLACE_OF_HAND)
    for left in (14, 13, 12):
        page.locator(".hand [role=option]:not([aria-disabled])").first.tap()
        expect(cards).to_have_count(left)
        assert page.evaluate(PLACE_OF_HAND) == before
        no_sideways(page)
    photograph(page, f"23-put-{screen.name}-{lang}")


@pytest.mark.parametrize(("players", "lang"), [(2, "de"), (4, "nl"), (6, "en")])
def test_a_large_hand_is_wholly_in_sight_while_a_direction_is_named_or_a_series_begun(
    arrive: Visitors, players: int, lang: str
) -> None:
    page = arrive(PHONE, lang)
    deal_yellow_on_its_number(page)
    at_table(page, "yoyo", players=players)
    for card, shows in (("y9", ".yo-names"), ("b12", ".yo-ghost")):
        page.locator(f".hand [data-card='{card}-1']").tap(position={"x": 8, "y": 20})
        expect(page.locator(shows)).to_be_visible()
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate("() => document.documentElement.scrollHeight") <= PHONE.height
        photograph(page, f"yoyo-{card}-of-nine-{players}-{lang}")
        page.locator(".back-button").tap()


def deal_yellow_on_its_number(page: Page) -> None:
    """YoYo: let a page hear that it holds nine cards, a yellow 9 among them, and that a blue 9 is on top."""
    hand = ["b3", "b7", "b12", "b13", "r2", "r5", "r11", "r19", "y9"]

    def amend(now: dict[str, Any]) -> None:
        view = now["view"]
        seat = view["seat"]
        view |= {"phase": "play", "hand": hand, "pile": ["r6", "b9"], "direction": "up", "top_by": 1 - seat}
        view |= {"player": seat, "owes": [seat], "drawn": None, "pending": 0, "taking": []}
        now |= {"ask": 1, "moves": ["b12", "b13", "y9^", "y9v", "draw"]}

    hear_instead(page, amend)


def deal_full_hand(page: Page, players: int) -> None:
    """Let a page hear that it is the last round, and that it can go out with the last of its cards."""

    def amend(now: dict[str, Any]) -> None:
        view = now["view"]
        others = [seat for seat in range(players) if seat != view["seat"]]
        view |= {"round": 11, "wild": "K", "hand": FULL, "phase": "discard", "player": view["seat"]}
        view |= {"taken": [["3d", "10h", "8s"] if seat in others else [] for seat in range(players)]}
        view |= {"held": [13] * players, "laid": [[]] * players, "out_by": None, "last_turns": []}
        now |= {"ask": 1, "moves": [*FULL, "out 4c"]}

    hear_instead(page, amend)


def test_the_hand_that_is_chosen_stays_in_sight_when_its_combinations_are_found(arrive: Visitors) -> None:
    page = arrive(PHONE, "de")
    asked: list[Route] = []

    def ask(route: Route) -> None:
        if question(route)["each"]:
            asked.append(route)  # it is answered later
        else:
            route.continue_()

    page.route("**/api/laydown", ask)
    at_table(page, "koenigs-romme", players=1)
    page.locator("[data-card='hand-K']").tap()
    page.wait_for_function(ALL_IN_SIGHT)
    until(page, lambda: bool(asked), "the question for its combinations")
    cards = question(asked[0])["cards"]
    found = [cards[first : first + 3] for first in range(0, 12, 3)]
    best = {"points": 0, "left": cards[12:], "laid": found, "stands_for": found, "without": {}}
    asked[0].fulfill(json=best)
    expect(page.locator(".solo-cards .fitting")).to_have_count(len(found))
    page.wait_for_function(ALL_IN_SIGHT)
    assert page.evaluate("() => scrollY") > 0  # it stands below the first screen


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
@pytest.mark.parametrize("players", [1, 3])
def test_what_is_not_counted_yet_is_not_claimed(
    arrive: Visitors, screen: Screen, lang: str, players: int
) -> None:
    page = arrive(screen, lang)
    asked = hold(page, "**/api/laydown", "POST")
    here = at_table(page, "koenigs-romme", players=players)
    if players > 1:
        here.asked()
        page.locator(".middle [data-place='stock']").click()
        now = here.until(lambda now: now["ask"] is not None and now["view"]["phase"] == "discard", "the draw")
        card = next(card for card in now["view"]["hand"] if f"out {card}" not in now["moves"])
        page.locator(f".hand [data-card='{card}-1']").click(position={"x": 8, "y": 20})
    else:
        page.locator(".solo-head:not([aria-disabled])").last.click()  # some hands may be finished when dealt
        page.locator(".solo-hand.chosen [data-card]:not([data-card^='hand-'])").first.click()
    prompt = page.locator(".pill")
    expect(prompt).to_contain_text(DISCARDS[lang])
    told = f"{prompt.inner_text()} {page.locator('[data-main]').inner_text()}"
    assert "?" not in told
    assert not re.search(CLAIMED[lang], told)
    photograph(page, f"koenigs-romme-uncounted-{players}-{screen.name}-{lang}")

    def counted() -> bool:
        while asked:
            asked.pop().continue_()
        return prompt.inner_text().startswith(COUNTED[lang])

    until(page, counted, "what would be left")


def question(route: Route) -> dict[str, Any]:
    """What the page wants to know; of the hand that is chosen also what fits without each of its cards."""
    return dict(json.loads(route.request.post_data or ""))


def fits(page: Page, screens: tuple[Screen, ...], name: str) -> None:
    """Look at the same moment on screens of other sizes."""
    for screen in screens:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        no_sideways(page)
        if name.endswith("-round"):
            expect(page.locator(".sheet")).to_be_in_viewport(ratio=1)
        if SOAK or screen in (DESKTOP, PHONE):
            photograph(page, f"{name}-{screen.name}")


def forced_colours(page: Page, name: str) -> None:
    """Look at it in the colours of somebody's system; axe knows only those that were not forced."""
    page.emulate_media(forced_colors="active")
    photograph(page, f"{name}-forced")
    axe(page, without=("color-contrast",))
    page.emulate_media(forced_colors="none")


def watched(guest: Page, ident: str, name: str) -> None:
    """Somebody looks on, and leaves."""
    go_to(guest, ident)
    guest.locator(".table-screen").wait_for()
    axe(guest)
    photograph(guest, f"{name}-spectator")
    guest.close()


def replayed(page: Page, ident: str, name: str) -> None:
    """The game again, with open cards."""
    page.goto(f"/replay/{ident}#open&v=3")
    page.locator(".replay-controls").wait_for()
    axe(page)
    photograph(page, f"{name}-replay")


def rail_tabs(page: Page) -> None:
    """Everything beside the table, one after the other; where it is not always there, it is opened."""
    if not page.locator(".rail").is_visible():
        page.keyboard.press("?")
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        axe(page, within=".rail")
    page.locator(f"#tab-{TABS[0]}").click()
    if page.locator(".rail-close").is_visible():
        page.locator(".rail-close").click()
