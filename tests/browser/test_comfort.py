"""What makes a table one's own: a rematch in one click, rules at hand, settings, moves to be followed."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Pointing, confirm_all, exchange
from tests.browser.tools import Visitors, at_table, photograph, table, troubles, until
from tools.browser import PHONE
from tools.outside import OutsidePlayer

FLOWN = """() => {
    window.flown = [];
    const layer = document.getElementById('flights');
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(() =>
        window.flown.push(document.querySelector('.pill').textContent)))).observe(layer, { childList: true });
}"""
# Where the first card that flies sets off.
SETS_OFF = """() => new MutationObserver(([{ target }], observer) => {
    const { x, y } = target.firstChild.getBoundingClientRect();
    window.from = { x, y };
    observer.disconnect();
}).observe(document.getElementById('flights'), { subtree: true, attributeFilter: ['class'] })"""
WIDTH = "(card) => Math.round(card.offsetWidth)"


def settings(page: Page, **kept: object) -> None:
    """Somebody who has changed settings before."""
    page.add_init_script(f"localStorage.setItem('reihum.settings', {json.dumps(json.dumps(kept))})")


# -- after a game ---------------------------------------------------------------------------------


def test_a_rematch_is_one_click_away_and_deals_again(page: Page) -> None:
    here = at_table(page, "help", players=3)
    first = here.info()
    with OutsidePlayer(page) as seat:
        while seat.play():
            pass
    here.over()
    page.reload()  # so nothing of it need be watched
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: not url.endswith(first["table"]))
    here.until(lambda now: now["view"] is not None and now["view"]["phase"] != "over", "another deal")
    again = here.info()
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in first["seats"]]
    assert again["commitment"] != first["commitment"]


# -- the rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "word"), [("en", "lower"), ("de", "niedriger"), ("nl", "lager")])
def test_a_link_leads_to_a_rule_and_words_find_it(arrive: Visitors, lang: str, word: str) -> None:
    page = arrive(PHONE, lang)
    page.goto("/rules/23#T7")
    rule = page.locator("dt#rule-T7")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class("marked")
    all_rules = page.locator(".rules dt").count()
    page.get_by_role("searchbox").fill("T7")
    expect(page.locator(".rules dt")).to_have_text(["T7"])
    page.get_by_role("searchbox").fill(word)
    found = page.locator(".rules dd").all_inner_texts()
    assert 0 < len(found) < all_rules
    assert all(word in text.lower() for text in found)


@pytest.mark.parametrize(
    ("lang", "heading"), [("en", "An example"), ("de", "Ein Beispiel"), ("nl", "Een voorbeeld")]
)
@pytest.mark.parametrize("game", ["help", "23", "yoyo", "koenigs-romme"])
def test_the_rules_begin_with_the_aim_and_one_turn(
    arrive: Visitors, game: str, lang: str, heading: str
) -> None:
    page = arrive(PHONE, lang)
    page.goto(f"/rules/{game}")
    expect(page.locator(".rules > .search + .aim")).to_be_in_viewport()
    expect(page.locator(".rules > .aim + section h2")).to_have_text(heading)
    if game == "23":
        photograph(page, f"rules-begin-{lang}")


@pytest.mark.parametrize("game", ["help", "23", "yoyo", "koenigs-romme"])
def test_every_game_has_drawn_examples_of_what_goes_and_what_does_not(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    examples = page.locator("figure.example")
    expect(examples.first).to_be_visible()
    for kind, words in (("good", "✓ allowed:"), ("bad", "✗ not allowed:")):
        shown = page.locator(f"figure.{kind}")
        assert shown.count() > 0
        for number in range(shown.count()):
            assert shown.nth(number).locator("figcaption").inner_text().startswith(words)
            assert shown.nth(number).locator(".card").count() > 0


# -- settings -------------------------------------------------------------------------------------


def test_cards_are_as_large_as_somebody_likes_them(page: Page) -> None:
    at_table(page, "23", players=2).shown()
    card = page.locator(".hand .card").first
    usual = float(card.evaluate(WIDTH))
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("group", name="Card size").get_by_role("button", name="L", exact=True).click()
    page.get_by_role("button", name="Back").click()
    until(page, lambda: float(card.evaluate(WIDTH)) > usual, "a larger card")


OFF_THE_FELT = """() => {
    const felt = document.querySelector('.felt-area').getBoundingClientRect();
    return [...document.querySelectorAll('.hand .card')].map((card) => card.getBoundingClientRect())
        .filter(({ left, right }) => left < felt.left || right > felt.right).length;
}"""


def test_the_largest_cards_stay_on_the_felt(page: Page) -> None:
    settings(page, size="l")
    at_table(page, "23", players=2)
    expect(page.locator(".hand .card")).to_have_count(15)
    assert page.evaluate(OFF_THE_FELT) == 0


FACES = """async (languages) => {
  const here = document.querySelector('script[type=module]').src.replace(/main[.]js.*/, '');
  const { face } = await import(`${here}games/yoyo/web/cards.js`);
  const { setLanguage } = await import(`${here}base/words.js`);
  const printed = (part) => (typeof part === 'object' ? part.children.map(printed).join('') : String(part));
  const found = [];
  for (const lang of languages) {
    await setLanguage(lang);
    found.push([printed(face('y6')), face('y6') === face('y6')]);
  }
  return found;
}"""


def test_a_face_is_drawn_once_in_each_language(page: Page) -> None:
    page.goto("/")
    page.locator("main button").first.wait_for()
    *each, again = page.evaluate(FACES, ["de", "en", "nl", "de"])
    assert each == [["ZIEHEN", True], ["DRAW", True], ["TREKKEN", True]]
    assert again == each[0]


def test_the_language_changes_without_leaving_the_table(page: Page) -> None:
    at_table(page, "23", players=2)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator(".tab").first).to_have_text("Züge")
    expect(page.locator("html")).to_have_attribute("lang", "de")


# -- following the others -------------------------------------------------------------------------


def test_moves_of_others_fly_are_told_and_leave_a_mark(arrive: Visitors) -> None:
    page = arrive(reduced_motion="no-preference")
    here = at_table(page, "23", players=2, options={"learning": True})
    page.evaluate(FLOWN)
    hands = Pointing(page, seed=1)
    by = table(page).info()["seats"][1]["name"]
    flown: list[str] = []
    for _ in range(4):  # the bot may also pass, and then no card flies
        expect(page.locator(".pill.yours")).to_be_visible()
        if any(re.match(f"{by} lays (?:an?|two|three|four) ", told) for told in flown):
            break
        hands.choose(str(min(int(move) for move in here.now["moves"] if move.isdecimal())))
        if hands.chosen:
            hands.confirm()
        page.wait_for_function("(before) => window.flown.length > before", arg=len(flown))
        expect(page.locator(".pill.yours")).to_be_visible()
        flown = page.evaluate("() => window.flown")
    assert any(re.match(f"{by} lays (?:an?|two|three|four) ", told) for told in flown), flown
    expect(page.locator(".middle .by .avatar")).to_have_attribute("data-initial", by[0])


def test_a_card_that_lies_ready_flies_from_there(arrive: Visitors) -> None:
    page = arrive(reduced_motion="no-preference")
    confirm_all(page)
    here = at_table(page, "23", players=2, options={"learning": True})
    expect(page.locator(".pill.yours")).to_be_visible()
    hands = Pointing(page, seed=1)
    hands.choose(str(min(int(move) for move in here.now["moves"] if move.isdecimal())))
    lies = page.locator(".staged .card").first.bounding_box()
    assert lies is not None
    page.evaluate(SETS_OFF)
    hands.confirm()
    page.wait_for_function("() => window.from")
    start = page.evaluate("() => window.from")
    assert abs(start["x"] - lies["x"]) < 3
    assert abs(start["y"] - lies["y"]) < 3


def playable(page: Page, kind: str) -> re.Match[str] | None:
    """HELP!: play until a move of this kind can be made; None if the game ended before."""
    with OutsidePlayer(page) as seat:
        while moves := seat.wait_for_moves():
            found = next(filter(None, (re.fullmatch(kind, move) for move in moves)), None)
            if found is not None and seat.now["view"]["phase"] == "play":
                return found
            seat.play()
    return None


@pytest.mark.parametrize("card", ["N", "Z"])
def test_a_special_card_that_is_chosen_stays_in_sight_until_it_is_confirmed(page: Page, card: str) -> None:
    confirm_all(page)
    at_table(page, "help", players=3)
    while playable(page, card) is None:
        at_table(page, "help", players=3)
    hands = Pointing(page, seed=1)
    assert hands.ready()
    hands.choose(card)
    expect(page.locator(f".hand [data-card^='{card}-'][aria-selected=true]")).to_be_visible()


def test_what_a_switch_exchanges_stays_in_sight_while_the_move_is_on_its_way(page: Page) -> None:
    at_table(page, "help", players=3)
    while (switch := playable(page, r"S(\d+)@(\d)")) is None:
        at_table(page, "help", players=3)
    hands = Pointing(page, seed=1)
    assert hands.ready()
    hands.choose("S")
    exchange(hands, switch[1], switch[2])
    comes_in = page.locator(f".help-row [data-drop='card:{switch[2]}'][aria-pressed=true] .help-in")
    expect(comes_in).to_be_visible()
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    hands.confirm()
    expect(page.locator(".strip")).to_contain_text("Your move will be sent")
    expect(comes_in).to_be_visible()
    expect(page.locator(".hand [data-card^='S-'][aria-selected=true]")).to_be_visible()


def test_nothing_flies_where_somebody_wants_it_still(arrive: Visitors) -> None:
    page = arrive(reduced_motion="no-preference")
    settings(page, speed="off")
    here = at_table(page, "23", players=2, options={"learning": True})
    page.evaluate(FLOWN)
    with OutsidePlayer(page) as seat:
        for _ in range(4):
            seat.play()
    here.moved(seat.now["v"])
    here.shown()
    assert page.evaluate("() => window.flown") == []
