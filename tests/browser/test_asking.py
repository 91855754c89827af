"""What is asked at the table names the reason, from what lies there; what is refused is said in one line."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from reihum.words.sheets import LONGEST_REFUSAL
from tests.browser.hands import Pointing
from tests.browser.scenes import sit_together
from tests.browser.spare import EMPTY
from tests.browser.tools import Visitors, at_table, axe, go_to, photograph, table
from tools.browser import DESKTOP, PHONE, SMALL
from tools.outside import OutsidePlayer

KINDS: Final = [("23", 3), ("yoyo", 3), ("koenigs-romme", 3), ("koenigs-romme", 1), ("help", 4)]
LONGEST: Final = 100  # characters of a prompt
DECISIONS: Final = 60  # at most, until all kinds of them have been seen
SUITS: Final = re.compile(r"[shdcx]$")

LINES: Final = """(text) => Math.round(
    text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight))"""

Now = dict[str, Any]


def reasons(now: Now, names: list[str]) -> tuple[str, list[str]]:
    """What kind of decision this is, and what its prompt must name in any language."""
    view = now["view"]
    return REASONS["alone" if "solo" in view else view["game"]](now["moves"], view, names)


def of_twentythree(moves: list[str], view: Now, names: list[str]) -> tuple[str, list[str]]:
    """How many cards to put away; the top card, and who forces."""
    if view["phase"] == "put":
        return "put", ["3"]
    top, can_lay = str(view["pile"][-1]), any(move[0].isdigit() for move in moves)
    kind = "stuck" if not can_lay else "chips" if all("+" in m for m in moves if m[0].isdigit()) else "turn"
    return f"forced-{kind}" if view["forced"] else kind, [top]


def of_help(moves: list[str], view: Now, names: list[str]) -> tuple[str, list[str]]:
    """What to call; what has to be beaten, with what; who helps, or is helped."""
    phase, top = view["phase"], str(view["values"][-1]) if view["values"] else ""
    if phase == "call":
        return phase, [moves[0].removeprefix("call ")]
    if phase in ("give", "back", "received"):
        other = names[view["asker" if phase == "give" else "giver"]]
        return phase, [] if phase == "received" and view["received"] in "JS" else [other]
    if moves == ["help"]:
        return ("stuck-alone", ["No!"]) if view["helper"] is None else ("stuck", [top, names[view["helper"]]])
    numbers = sorted({move for move in moves if move.isdecimal()})
    kind = f"{'number' if numbers else 'special'}{'' if top else '-first'}"
    return kind, [top, *numbers]


def of_yoyo(moves: list[str], view: Now, names: list[str]) -> tuple[str, list[str]]:
    """The number on top; the card drawn or the next one; who passes to whom."""
    phase, seat, top = view["phase"], view["seat"], view["pile"][-1][1:] if view["pile"] else ""
    if phase == "slide":
        return phase, [names[(seat + 1) % len(names)], names[(seat - 1) % len(names)]]
    if phase == "drawn":
        return phase, [view["drawn"][1:]]
    if phase == "series":
        return phase, [str(int(top) + (1 if view["direction"] == "up" else -1))]
    if phase == "take" or not top or view["top_by"] == seat:
        return phase if top else "begin", []
    return f"{view['direction']}{'' if len(moves) > 1 else '-draw'}", [top]


def of_koenigs_romme(moves: list[str], view: Now, names: list[str]) -> tuple[str, list[str]]:
    """The card that can be taken; who went out."""
    out = [] if view["out_by"] is None else [names[view["out_by"]]]
    if view["phase"] == "draw":
        tops = [SUITS.sub("", card) for card in view["pile"][-1:] if card != "*"]
        return f"draw{'-last' * len(out)}", [*tops, *out]
    return f"discard{'-last' * len(out)}", out


def of_koenigs_romme_alone(moves: list[str], view: Now, names: list[str]) -> tuple[str, list[str]]:
    """The card turned up."""
    return "alone", [SUITS.sub("", view["shown"])] if view["shown"] != "*" else []


REASONS: Final = {
    "23": of_twentythree,
    "help": of_help,
    "yoyo": of_yoyo,
    "koenigs-romme": of_koenigs_romme,
    "alone": of_koenigs_romme_alone,
}


@pytest.mark.parametrize(("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS])
def test_what_is_asked_names_the_reason_in_every_phase_and_language(
    arrive: Visitors, game: str, players: int
) -> None:
    pages = [arrive(DESKTOP, "en"), arrive(PHONE, "de"), arrive(PHONE, "nl")]
    all_hands = sit_together(pages, game, players)
    names = [seat["name"] for seat in all_hands[0].here.info()["seats"]]
    seen: set[str] = set()
    with OutsidePlayer(pages[0]) as seat:
        for _ in range(DECISIONS):
            moves = seat.wait_for_moves()
            if not moves:
                break
            kind, named = reasons(seat.now, names)
            if kind not in seen:
                seen.add(kind)
                for hands in all_hands:
                    asks_for(hands, seat.now["v"], named)
                    photograph(
                        hands.page, f"{game}-asks-{kind}-{hands.page.locator('html').get_attribute('lang')}"
                    )
            seat.play(all_hands[0].pick(moves))
    assert seen


def asks_for(hands: Pointing, v: int, named: list[str]) -> None:
    """Assert that the prompt on a screen is short and names all of this."""
    hands.here.moved(v)
    assert hands.ready()
    asked = hands.page.locator(".pill.yours .pill-text").inner_text()
    assert len(asked) <= LONGEST, asked
    for each in named:
        assert re.search(rf"(?<!\w){re.escape(each)}(?![a-z])", asked), (each, asked)
    assert hands.page.locator(".pill.yours .pill-text").evaluate(LINES) <= 3, asked


def unplayable(page: Page) -> str | None:
    """Play from outside until a card in hand cannot be played; that card, or None if the game ended first."""
    with OutsidePlayer(page) as seat:
        page.goto(EMPTY)  # who looks on costs time
        while moves := seat.wait_for_moves():
            view = seat.now["view"]
            cards = {re.split(r"[x+^v]", move)[0] for move in moves}
            if view["phase"] == "play" and view.get("pile", view.get("row")) and moves != ["help"]:
                for card in map(str, view["hand"]):
                    if card not in cards and card[0] not in "JSZ":
                        return card
            seat.play(moves[0])
    return None


def refused_card(page: Page, game: str) -> tuple[str, str]:
    """A table at which a card in the hand of this visitor cannot be played; and the card."""
    while True:
        ident = at_table(page, game, players=3).ident
        card = unplayable(page)
        if card is not None:
            return ident, card


def refuse_a_card(page: Page, ident: str, card: str) -> None:
    """Tap a card that cannot be played."""
    go_to(page, ident)
    table(page).shown()
    expect(page.locator(".pill.yours")).to_be_visible()
    page.locator(f".hand [data-card^='{card}-']").first.click(force=True, position={"x": 8, "y": 20})
    expect(page.locator(".pill.refused")).to_be_visible()


@pytest.mark.parametrize("game", ["23", "yoyo", "help"])
def test_a_refusal_is_one_short_line_with_its_rule_and_more_is_a_tap_away(
    arrive: Visitors, game: str
) -> None:
    player = arrive()
    ident, card = refused_card(player, game)
    for screen, lang in ((DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl"), (SMALL, "de")):
        page = arrive(screen, lang)
        page.context.add_cookies(player.context.cookies())  # type: ignore[arg-type]
        refuse_a_card(page, ident, card)
        is_told_with_its_rule(page, f"{game}-refused-{screen.name}-{lang}")


def is_told_with_its_rule(page: Page, name: str) -> None:
    """Assert that a refusal is one short line, and that more of it and its rule are a tap away."""
    told, rule = page.locator(".pill-text").inner_text(), page.locator(".rule-link").inner_text()
    expect(page.locator("#alarm")).to_contain_text(f" {rule})")
    assert len(page.locator("#alarm").inner_text()) <= LONGEST_REFUSAL
    assert rule not in told
    hand = page.locator(".hand").bounding_box()
    page.locator(".more-link").click()
    more = page.locator(".note-more")
    expect(more).to_contain_text(rule)
    expect(more).to_be_in_viewport(ratio=1)
    assert page.locator(".hand").bounding_box() == hand, "nothing moves"
    axe(page)
    photograph(page, name)
    page.locator(".more-link").click()
    expect(more).to_have_count(0)
    page.locator(".rule-link").click()
    expect(page.locator(f"#rule-{rule}.marked")).to_be_in_viewport()
