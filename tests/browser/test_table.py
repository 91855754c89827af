"""At the table: others and spectators, refusals, taking back, lost lines, killed servers, languages."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from reihum import best_laydown
from tests.browser.hands import stop_time
from tests.browser.tools import (
    Visitors,
    at_table,
    axe,
    go_to,
    photograph,
    sit_down,
    table,
    troubles,
    until,
)
from tests.server.tools import Running
from tools.browser import DESKTOP, PHONE, Screen, open_table
from tools.outside import OutsidePlayer

HOSTILE = "<b>\"'&{name}</b>$&"  # what careless pages would take for markup or a template


def put_away(page: Page) -> None:
    """23: put the first three cards away that may be."""
    for _ in range(3):
        page.locator(".hand [role=option]:not([aria-disabled])").first.click()
    page.locator("[data-main]").click()
    table(page).until(
        lambda now: len(now["view"]["away"]) == 3 or now["view"]["phase"] == "play", "the cards put away"
    )


def my_turn(page: Page) -> list[str]:
    """Wait until it is this visitor's turn and the page shows it; the moves."""
    moves = table(page).asked()
    table(page).shown()
    expect(page.locator(".pill.yours")).to_be_visible()
    for aim in page.locator(".aim-sheet .btn.main").all():  # on a phone it has to be read first
        aim.click()
    return moves


def learning(page: Page, **more: object) -> None:
    """A game of 23 in which one can lay at once."""
    at_table(page, "23", players=2, options={"learning": True}, **more)


def may_pass(page: Page) -> None:
    """A game of 23 in which it is this visitor's turn, and nobody has forced them (T10)."""
    learning(page)
    while "pass" not in my_turn(page):
        learning(page)


def spend_all_chips(page: Page) -> None:
    """23: lay the highest card with as many bonus chips as may be spent, so that lower ones cannot follow."""
    moves = my_turn(page)
    spending = [move for move in moves if "+" in move] or [move for move in moves if move.isdecimal()]
    best = max(spending, key=lambda move: (move.partition("+")[2] or "0", int(re.split("[x+]", move)[0])))
    page.locator(f"[data-card^='{re.split('[x+]', best)[0]}-']").first.click()
    chips = page.get_by_role("group", name="Bonus").get_by_role("button")
    if chips.count():
        chips.last.click()
    ask = table(page).now["ask"]
    if page.locator("[data-main]").count():
        page.locator("[data-main]").click()
    table(page).answered(ask)


def test_a_tap_on_what_cannot_be_played_says_why_and_leads_to_the_rule(page: Page) -> None:
    learning(page)
    dim = page.locator(".hand [aria-disabled=true]")
    while my_turn(page) and not dim.count():
        spend_all_chips(page)
    sent = len([message for message in table(page).sent if message["t"] == "move"])
    dim.first.click(force=True)
    expect(page.locator(".pill.refused .rule-link")).to_have_text(re.compile(r"T\d+"))
    expect(page.locator("#alarm")).to_contain_text(re.compile(r"\(rule T\d+\)"))
    rule = page.locator(".rule-link").inner_text()
    page.locator(".rule-link").click()
    expect(page.locator(f"#rule-{rule}.marked")).to_be_in_viewport()
    assert len([message for message in table(page).sent if message["t"] == "move"]) == sent, (
        "asking plays nothing"
    )


def test_what_is_staged_is_taken_back_step_by_step_and_sent_once(page: Page) -> None:
    at_table(page, "23", players=2)
    hand = page.locator(".hand [role=option]")
    for _ in range(3):
        page.locator(".hand [role=option]:not([aria-disabled])").first.click()
    expect(hand).to_have_count(12)
    page.keyboard.press("Escape")
    expect(hand).to_have_count(13)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(hand).to_have_count(14)
    page.locator(".tray button.card").click()
    expect(hand).to_have_count(15)
    assert not [message for message in table(page).sent if message["t"] == "move"]
    put_away(page)
    moves = [message["m"] for message in table(page).sent if message["t"] == "move"]
    assert len(moves) == 3
    assert moves == sorted(moves, key=lambda move: int(move.split()[1]))


def test_a_fourth_card_to_put_away_is_answered(page: Page) -> None:
    at_table(page, "23", players=2)
    for _ in range(4):
        page.locator(".hand [role=option]:not([aria-disabled])").last.click()
    expect(page.locator(".pill.refused")).to_contain_text("take one back")
    expect(page.locator(".hand [role=option]")).to_have_count(12)


def test_to_pass_one_taps_twice_at_the_same_place(page: Page) -> None:
    may_pass(page)
    button = page.locator("[data-letter=p]").bounding_box()
    assert button is not None
    at = button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
    page.mouse.click(*at)
    expect(page.locator("[data-letter=p]")).to_have_accessible_name("Pass: 1 chip?")
    assert not [message for message in table(page).sent if message["t"] == "move"]
    page.mouse.click(*at)
    table(page).has_played(["pass"])


def test_the_focus_is_never_lost_when_what_had_it_goes_away(page: Page) -> None:
    may_pass(page)
    card = max(int(move) for move in my_turn(page) if move.isdecimal())
    page.locator(f"[data-card^='{card}-']").first.click()
    page.get_by_role("group", name="Bonus").get_by_role("button").last.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".hand [role=option]:focus")).to_have_count(1)
    page.locator("[data-letter=p]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    table(page).has_played(["pass"])
    expect(page.locator(":focus")).to_have_count(1)


def test_a_card_that_is_taken_back_by_keys_has_the_focus_again_and_shows_it(page: Page) -> None:
    held = at_table(page, "23", players=2).now["view"]["hand"]
    single = next(value for value in held if value > 1 and held.count(value) == 1)
    card = page.locator(f".hand [data-card^='{single}-']")
    key = card.get_attribute("data-card")
    card.focus()
    page.keyboard.press("Space")
    focused = page.locator(".hand [role=option]:focus")
    expect(focused).to_have_count(1)  # its neighbour
    expect(focused).not_to_have_attribute("data-card", key or "")
    expect(focused).to_have_css("outline-style", "solid")
    expect(focused).to_have_attribute("tabindex", "0")
    page.keyboard.press("Escape")
    expect(focused).to_have_attribute("data-card", key or "")
    expect(focused).to_have_css("outline-style", "solid")
    page.keyboard.press("Space")
    expect(page.locator(".tray button.card")).to_have_count(1)
    expect(page.locator(f".hand [data-card='{key}']")).to_have_count(0)


def test_a_card_is_dragged_to_where_it_belongs_and_elsewhere_goes_back(page: Page) -> None:
    at_table(page, "23", players=2)
    card = page.locator(".hand [role=option]:not([aria-disabled])").first
    card.drag_to(page.locator(".bar-title"))
    expect(page.locator(".hand [role=option]")).to_have_count(15)
    card.drag_to(page.locator(".tray"))
    expect(page.locator(".hand [role=option]")).to_have_count(14)


@pytest.mark.parametrize("to", [".bar-title", ".tray", ".hand [role=option]:last-child"])
def test_a_card_that_cannot_be_played_says_why_wherever_it_is_dropped(page: Page, to: str) -> None:
    at_table(page, "23", players=2)
    with OutsidePlayer(page) as seat:
        seat.play(seat.wait_for_moves()[-1])  # then only cards above it may follow
    stays = page.locator(".hand [role=option][aria-disabled]").first
    stays.drag_to(page.locator(to))
    expect(page.locator(".pill.refused .rule-link")).to_be_visible()
    expect(page.locator(".hand [role=option]")).to_have_count(14)


def test_alone_a_card_is_dragged_to_the_last_discard(page: Page) -> None:
    here = at_table(page, "koenigs-romme", players=1)
    page.locator(".solo-head:not([aria-disabled])").first.click()  # some may be finished when dealt
    card = page.locator(".solo-cards.open [data-card]").first
    card.drag_to(page.locator(".solo-gone"))
    here.moved(1)
    here.shown()
    expect(page.locator(".solo-gone .card.ghost")).to_have_count(0)


def swipe(card: Locator, to: Locator) -> None:
    """Put a finger on the left edge of a card, and move it to the middle of something."""
    box, goal = card.bounding_box(), to.bounding_box()
    assert box is not None
    assert goal is not None
    x, y = box["x"] + 8, box["y"] + box["height"] / 2
    right, down = goal["x"] + goal["width"] / 2 - x, goal["y"] + goal["height"] / 2 - y
    line = card.page.context.new_cdp_session(card.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 11):
        touch("touchMove", {"x": x + right * step / 10, "y": y + down * step / 10})
    touch("touchEnd")


def test_a_finger_drags_a_card_up_but_scrolls_a_table_that_is_taller_than_the_screen(
    arrive: Visitors,
) -> None:
    page = arrive(PHONE)
    at_table(page, "23", players=2)
    cards, tray = page.locator(".hand [role=option]:not([aria-disabled])"), page.locator(".tray")
    swipe(cards.nth(3), tray)
    expect(page.locator(".hand [role=option]")).to_have_count(14)
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height // 2})
    expect(page.locator(".tall")).to_be_visible()
    swipe(cards.nth(3), tray)
    page.wait_for_function("() => scrollY > 0")
    expect(page.locator(".hand [role=option]")).to_have_count(14)


def test_every_card_can_be_reached_typed_and_chosen_by_keys(page: Page) -> None:
    at_table(page, "23", players=2)
    page.keyboard.press("F6")
    while not page.evaluate("() => document.activeElement.closest('[role=listbox]') !== null"):
        page.keyboard.press("F6")
    page.keyboard.press("End")
    last = page.locator(".hand [role=option]").last
    expect(last).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".hand [role=option]")).to_have_count(14)
    highest = str(table(page).now["view"]["hand"][-2])
    page.keyboard.type(highest)
    if page.locator(".hand [role=option]").count() == 14:  # there may be a longer number that begins so
        page.keyboard.press("Space")
    expect(page.locator(".hand [role=option]")).to_have_count(13)
    page.keyboard.press("Backspace")
    expect(page.locator(".hand [role=option]")).to_have_count(14)


def can_go_out(page: Page) -> bool:
    """Königs-Rommé: play sensibly until going out is possible; False if somebody else was always quicker."""
    with OutsidePlayer(page) as seat:
        while moves := seat.wait_for_moves():
            if any(move.startswith("out ") for move in moves):
                return True
            view = seat.now["view"]
            throws = view["phase"] == "discard"
            seat.play(best_laydown(view["hand"], view["wild"]).best_discard if throws else "stock")
    return False


def test_a_card_that_is_proposed_for_going_out_can_be_typed_like_any_other(page: Page) -> None:
    at_table(page, "koenigs-romme", players=2)
    while not can_go_out(page):
        at_table(page, "koenigs-romme", players=2)
    table(page).shown()
    expect(page.locator(".pill.yours")).to_be_visible()
    proposed = page.locator("[data-card][aria-selected=true]").get_attribute("data-card") or ""
    card = proposed.rpartition("-")[0]
    page.locator(f".hand [data-card]:not([data-card='{proposed}'])").first.focus()
    for key in [*card.lower(), "Enter"]:
        page.keyboard.press(key)
    table(page).has_played([f"out {card}"])


def test_two_browsers_and_a_spectator_see_the_same_and_only_what_is_theirs(arrive: Visitors) -> None:
    ada, bo, guest = arrive(), arrive(PHONE, "de"), arrive(DESKTOP, "nl")
    ident = open_table(ada, "23", players=2, seats=["me", "open"], name="Ada", options={"learning": True})
    sit_down(bo, ident, "Bo")
    for page in (ada, bo, guest):
        go_to(page, ident)
    for page in (ada, bo):
        table(page).until(lambda now: now["view"] is not None and now["view"]["phase"] == "play", "the deal")
    expect(guest.locator(".seat")).to_have_count(2)
    expect(guest.locator(".hand [role=option]")).to_have_count(0)
    turn = table(ada).now["view"]["player"]
    mover, other = (ada, bo) if turn == 0 else (bo, ada)
    my_turn(mover)
    mover.locator("[data-letter=p]").click()
    mover.locator("[data-main]").click()
    for page, words in ((ada, "pass"), (bo, "passt"), (guest, "past")):
        expect(page.locator(".log .line").last).to_contain_text(words) if page is not bo else expect(
            page.locator(".last-line")
        ).to_contain_text(words)
    assert table(guest).now["moves"] == []
    my_turn(other)


def test_phrases_are_read_in_the_own_language(arrive: Visitors) -> None:
    ada, bo = arrive(), arrive(DESKTOP, "de")
    ident = open_table(ada, "23", players=2, seats=["me", "open"], name="Ada")
    sit_down(bo, ident, "Bo")
    for page in (ada, bo):
        go_to(page, ident)
    expect(bo.locator(".hand [role=option]").first).to_be_visible()
    ada.get_by_role("tab", name="Chat").click()
    ada.get_by_role("button", name="Well played!").click()
    expect(bo.locator(".bubble")).to_have_text("Gut gespielt!")
    expect(bo.locator("#said")).to_contain_text("Ada: Gut gespielt!")


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_places_of_the_row_cannot_be_taken_for_cards(arrive: Visitors, screen: Screen, lang: str) -> None:
    page = arrive(screen, lang)
    ident = at_table(page, "help", players=3).ident
    with OutsidePlayer(page) as seat:
        while (moves := seat.wait_for_moves()) and seat.now["view"]["phase"] != "play":
            seat.play(moves[0])
    go_to(page, ident)
    table(page).shown()
    empty = page.locator(".help-empty")
    expect(empty.last).to_have_text(SIXTH[lang])
    assert not any(map(str.isdigit, "".join(empty.all_inner_texts())))
    assert page.evaluate(SPILLS) == []
    photograph(page, f"help-row-{screen.name}-{lang}")


SIXTH = {"de": "räumt ab", "en": "clears the row", "nl": "ruimt de rij op"}
SPILLS = """() => [...document.querySelectorAll('.help-empty')]
    .filter((place) => place.scrollWidth > place.clientWidth).map((place) => place.innerText)"""
FLIERS = """() => {
    window.fliers = 0;
    new MutationObserver((changes) => { window.fliers += changes.length; })
        .observe(document.getElementById('flights'), { childList: true });
}"""


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_a_call_that_comes_first_lets_nothing_fly(arrive: Visitors, screen: Screen, lang: str) -> None:
    ada, bo, cas = arrive(screen, lang, reduced_motion="no-preference"), arrive(), arrive()

    def can_call() -> bool:
        ident = open_table(ada, "help", players=3, seats=["me", "open", "open"], name="Ada")
        sit_down(bo, ident, "Bo")
        sit_down(cas, ident, "Cas")
        for page in (ada, bo, cas):
            go_to(page, ident)
        dealt = table(ada).until(lambda now: now["view"] is not None, "the deal")
        return bool(dealt["view"]["owes"] == [0, 1, 2])  # anyone without a number stays silent

    while not can_call():
        pass
    ada.evaluate(FLIERS)
    ada.locator(".help-button").click()
    table(ada).answered(0)
    table(ada).shown()
    expect(ada.locator(".pill")).to_contain_text("Bo")
    assert ada.evaluate("() => window.fliers") == 0
    photograph(ada, f"help-called-{screen.name}-{lang}")


@pytest.mark.parametrize(
    ("game", "lang"), [("help", "de"), ("23", "nl"), ("yoyo", "en"), ("koenigs-romme", "de")]
)
def test_phrases_are_seen_on_a_phone_and_counted_until_they_are_read(
    arrive: Visitors, game: str, lang: str
) -> None:
    ada, bo = arrive(), arrive(PHONE, lang)
    ident = open_table(ada, game, players=3, seats=["me", "open", "bot:policy"], name="Ada")
    sit_down(bo, ident, "Bo")
    for page in (ada, bo):
        stop_time(page)  # a phrase goes away after some seconds
        go_to(page, ident)
    expect(bo.locator(".hand [role=option]").first).to_be_visible()
    unread = bo.locator(".bar .unread")
    expect(unread).to_have_count(0)
    ada.get_by_role("tab", name="Chat").click()
    for phrase in ("Take your time.", "Well played!"):
        ada.get_by_role("button", name=phrase).click()
    well_played = {"de": "Gut gespielt!", "en": "Well played!", "nl": "Goed gespeeld!"}[lang]
    expect(bo.locator(".seat .bubble")).to_have_text(well_played)
    expect(bo.locator(".seat .bubble")).to_be_in_viewport(ratio=1)
    expect(unread).to_contain_text("2")
    expect(bo.locator("#tab-chat .unread")).to_contain_text("2")
    expect(ada.locator(".unread")).to_have_count(0)  # one's own are not new
    axe(bo)
    photograph(bo, f"{game}-phrase-phone")
    bo.locator(".bar-button:has(.unread)").tap()
    expect(bo.locator(".chat .line").last).to_contain_text(well_played)
    expect(bo.locator(".chat .line").last).to_be_in_viewport()
    expect(bo.locator(".unread")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "screen", "lang"),
    [("help", PHONE, "de"), ("23", DESKTOP, "en"), ("yoyo", PHONE, "nl"), ("koenigs-romme", PHONE, "de")],
)
def test_anyone_who_has_left_sees_how_to_sit_down_again(
    arrive: Visitors, game: str, screen: Screen, lang: str
) -> None:
    ada, bo, guest = arrive(screen, lang), arrive(), arrive(screen, lang)
    ident = open_table(ada, game, players=3, seats=["me", "open", "bot:policy"], name="Ada")
    sit_down(bo, ident, "Bo")
    for page in (ada, bo, guest):
        go_to(page, ident)
    expect(ada.locator(".hand [role=option]").first).to_be_visible()
    assert ada.request.post(f"/api/tables/{ident}/leave").ok
    ada.reload()
    again = ada.locator(".acts .btn.main")
    expect(again).to_be_in_viewport(ratio=1)
    expect(ada.locator(".own .me")).to_contain_text("Ada")
    axe(ada)
    photograph(ada, f"{game}-left-{screen.name}-{lang}")
    assert guest.locator(".own .btn").count() == 0
    guest.locator(".menu > button").click()
    expect(guest.locator(".menu-list")).to_be_visible()
    expect(guest.locator(".menu-list")).not_to_contain_text(again.inner_text())
    again.click()
    expect(ada.locator(".hand [role=option]").first).to_be_visible()
    assert table(ada).info()["you"] == 0


def test_a_hostile_name_is_only_a_name(arrive: Visitors) -> None:
    ada, bo = arrive(), arrive()
    ident = open_table(ada, "23", players=2, seats=["me", "open"], name=HOSTILE, options={"learning": True})
    sit_down(bo, ident, "Bo")
    for page in (ada, bo):
        go_to(page, ident)
    expect(bo.locator(".seat .who b")).to_have_text(HOSTILE)
    mover = ada if table(ada).until(lambda now: now["view"] is not None)["view"]["player"] == 0 else bo
    my_turn(mover)
    mover.locator("[data-letter=p]").click()
    mover.locator("[data-main]").click()
    assert bo.locator(".seat b b, .log b b").count() == 0


def test_the_language_changes_in_the_middle_of_a_game(page: Page) -> None:
    learning(page)
    my_turn(page)
    expect(page.locator(".log")).to_contain_text("begins")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="Zurück").click()
    expect(page.locator(".log")).to_contain_text("beginnt")
    expect(page.locator(".pill")).to_contain_text(re.compile("Du bist dran|Du wurdest gezwungen|zwingt dich"))


def test_a_reload_in_the_middle_of_a_choice_loses_nothing_that_was_played(page: Page) -> None:
    at_table(page, "23", players=2)
    put_away(page)
    my_turn(page)
    v = table(page).now["v"]
    page.reload()
    my_turn(page)
    assert table(page).now["v"] == v
    expect(page.locator(".line")).not_to_have_count(0)


def test_a_lost_network_is_shown_and_a_move_meanwhile_is_played_once(page: Page) -> None:
    may_pass(page)
    ask = table(page).now["ask"]
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    expect(page.locator(".strip")).to_be_visible()
    page.locator("[data-letter=p]").click()
    page.locator("[data-main]").click()
    expect(page.locator(".strip")).to_contain_text("Your move will be sent")
    page.context.set_offline(False)
    expect(page.locator(".strip")).to_have_count(0)
    table(page).answered(ask)
    record = [line for line in page.locator(".line").all_inner_texts() if "You pass" in line]
    assert len(record) == 1


def test_a_move_that_did_not_leave_can_be_taken_back(page: Page) -> None:
    may_pass(page)
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    expect(page.locator(".strip")).to_be_visible()
    page.locator("[data-letter=p]").click()
    page.locator("[data-main]").click()
    page.get_by_role("button", name="Take back", exact=True).click()
    page.context.set_offline(False)
    expect(page.locator(".strip")).to_have_count(0)
    my_turn(page)
    assert "You pass" not in page.locator(".log").inner_text()


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_a_server_that_is_killed_and_started_again_goes_on_where_it_was(
    arrive: Visitors, own_server: Callable[..., Running], how: str
) -> None:
    server = own_server("--bot-delay", "0")
    page = arrive(to=server)
    troubles(page).forgive("ERR_CONNECTION_REFUSED|WebSocket")
    at_table(page, "23", players=3)
    getattr(server, how)()
    expect(page.locator(".strip")).to_be_visible()
    for _ in range(3):
        page.locator(".hand [role=option]:not([aria-disabled])").first.click()
    page.locator("[data-main]").click()
    server.again()
    expect(page.locator(".strip")).to_have_count(0)
    moves = my_turn(page)  # the bots have put their cards away and laid, too
    assert moves
    assert len(table(page).now["view"]["away"]) == 3


def test_a_line_on_which_nothing_is_heard_any_more_counts_as_lost_within_20_seconds(
    arrive: Visitors, own_server: Callable[..., Running]
) -> None:
    server = own_server("--bot-delay", "0")
    page = arrive(to=server)
    troubles(page).forgive("ERR_CONNECTION_REFUSED|WebSocket")
    page.clock.install()
    learning(page)
    my_turn(page)
    server.process.send_signal(signal.SIGSTOP)  # connections stay open, and nobody answers
    page.clock.run_for(20_000)
    expect(page.locator(".strip")).to_be_visible()
    server.process.send_signal(signal.SIGCONT)
    expect(page.locator(".strip")).to_have_count(0)
    my_turn(page)


WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
FIELD = "() => document.body.appendChild(document.createElement('textarea')).focus()"


@pytest.mark.parametrize("script", ["", WITHOUT_CLIPBOARD], ids=["https", "http"])
def test_the_link_to_a_table_is_copied_and_the_page_says_so(arrive: Visitors, script: str) -> None:
    page = arrive(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(script)
    learning(page)
    my_turn(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Copy the link to this table").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    page.evaluate(FIELD)
    page.keyboard.press("ControlOrMeta+V")
    assert page.locator("textarea").input_value() == page.url


def test_escape_closes_what_lies_above_the_table_before_it_takes_a_step_back(page: Page) -> None:
    at_table(page, "koenigs-romme", players=1)
    my_turn(page)
    page.locator(".solo-hands [data-card]:not([aria-disabled])").first.click()
    expect(page.locator(".back-button")).to_be_visible()
    rules = page.get_by_role("button", name="Rules", exact=True)
    rules.click()
    expect(page.locator(".rail")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rail")).to_be_hidden()
    expect(rules).to_be_focused()  # where one was before
    expect(page.locator(".back-button")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".back-button")).to_be_hidden()


def test_a_tap_beside_the_menu_closes_it(page: Page) -> None:
    at_table(page, "23", players=2)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator("#menu-list")).to_be_visible()
    page.locator(".middle").click(position={"x": 5, "y": 5})
    expect(page.locator("#menu-list")).to_be_hidden()


def test_escape_puts_laid_combinations_away_before_it_takes_a_card_back(page: Page) -> None:
    here = at_table(page, "koenigs-romme", players=3)
    with OutsidePlayer(page) as seat:  # until somebody else goes out, and a card is to be thrown away
        while (moves := seat.wait_for_moves()) and not (seat.now["view"]["out_by"] and "stock" not in moves):
            seat.play("stock" if "stock" in moves else moves[-1].removeprefix("out "))
        here.moved(seat.now["v"])
    my_turn(page)
    page.locator(".laid").first.click()
    expect(page.locator(".laid-large")).to_be_visible()
    page.locator(".hand [role=option]").last.click()
    page.keyboard.press("Escape")
    expect(page.locator(".laid-large")).to_be_hidden()
    expect(page.locator(".hand .sel")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand .sel")).to_have_count(0)


def test_getting_up_and_sitting_down_again(arrive: Visitors) -> None:
    page, other = arrive(), arrive()
    ident = open_table(page, "23", players=2, seats=["me", "open"])
    sit_down(other, ident)
    go_to(other, ident)
    go_to(page, ident).until(lambda now: now["view"] is not None, "the deal")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".tile").first).to_be_visible()
    go_to(page, ident)
    page.locator("[data-main]", has_text="Sit down again").click()  # in sight, not only in the menu
    expect(page.locator(".hand [role=option]").first).to_be_visible()


def test_the_tab_calls_when_it_is_my_turn(page: Page) -> None:
    learning(page)
    my_turn(page)
    until(page, lambda: page.title().startswith("● Your turn"), "the title that calls")


def test_no_such_table_says_so(page: Page) -> None:
    troubles(page).forgive("404")
    page.goto("/t/nosuchtableatall000000")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker stands between page and server."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    until(
        page, lambda: page.evaluate("() => navigator.serviceWorker.controller !== null"), "a worker in charge"
    )


def test_the_page_works_as_an_app_whose_shell_needs_no_network(arrive: Visitors) -> None:
    page = arrive(service_workers="allow")
    page.goto("/")
    page.locator(".tile").first.wait_for()
    manifest = page.request.get("/manifest.webmanifest").json()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert all(page.request.get(icon["src"]).ok for icon in manifest["icons"])
    wait_for_worker(page)
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".tile")).to_have_count(4)


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_the_rules_of_all_games_can_be_read_without_a_network(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang, service_workers="allow")
    page.goto("/")
    wait_for_worker(page)
    troubles(page).forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    for game, rule in (("23", "T7"), ("help", "H16"), ("yoyo", "Y8"), ("koenigs-romme", "K17")):
        page.goto(f"/rules/{game}#{rule}")
        expect(page.locator(f"#rule-{rule}.marked")).to_be_in_viewport()
    photograph(page, f"rules-offline-{screen.name}-{lang}")


@pytest.mark.parametrize(
    ("path", "what"), [("/rules/23", "**/rules/23.*.json"), ("/rules/yoyo", "**/games/yoyo/web/game.js")]
)
@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_what_cannot_be_fetched_says_so_and_can_be_tried_again(
    arrive: Visitors, screen: Screen, lang: str, path: str, what: str
) -> None:
    page = arrive(screen, lang)
    troubles(page).forgive("ERR_FAILED")
    page.route(what, lambda route: route.abort())
    page.goto(path)
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    axe(page)
    photograph(page, f"failed-{path.rpartition('/')[2]}-{screen.name}-{lang}")
    page.unroute(what)
    page.locator(".failed .btn.main").click()
    expect(page.locator(".rules dt").first).to_be_visible()
