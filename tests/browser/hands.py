"""How people make moves at the table: with a mouse, with a finger on a phone, or with keys alone.

Each game says once which cards are chosen and which buttons pressed for a move; hands know how that is done.
What to do is chosen at random, so that all kinds of moves occur.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.tools import is_over, table, until

State = dict[str, Any]
SHORTLY: Final = 3000  # milliseconds for a card to be pressed where it was seen

# What the page shows: the last step, whether it asks, a refusal, whether something lies above the table.
SEEN: Final = """() => {
    const there = (selector) => document.querySelector(selector) !== null;
    return {
        v: Number(document.querySelector('[data-v]')?.dataset.v ?? -1),
        asks: there('.pill.yours'),
        refusal: document.querySelector('.pill.refused')?.textContent ?? '',
        sheet: there('.sheet [data-on]'),
        final: there('.final'),
    };
}"""
# Where something is, seen from what has the focus: to the left, to the right, or it has the focus.
WAY: Final = """(element) => {
    const now = window.before = document.activeElement;
    if (element === now) return null;
    return now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ? 'Right' : 'Left';
}"""
STUCK: Final = "() => window.before === document.activeElement"
SAME_REGION: Final = """(element) => {
    const region = element.closest('[data-region]');
    return region !== null && region === document.activeElement.closest('[data-region]');
}"""
IN_BUTTON: Final = "() => document.activeElement.closest('button:not([data-card]), a') !== null"
# A point of a card over which nothing lies, from its corner; null if there is none even in mid-screen.
FREE: Final = """(card) => {
    const found = () => {
        const { x, y, width, height } = card.getBoundingClientRect();
        for (const down of [0.5, 0.3, 0.7, 0.15, 0.85])
            for (const along of [0.5, 0.3, 0.15, 0.7, 0.85]) {
                const at = { x: width * along, y: height * down };
                if (document.elementFromPoint(x + at.x, y + at.y)?.closest('[data-card]') === card) return at;
            }
        return null;
    };
    const there = found();
    if (!there) card.scrollIntoView({ block: 'center', behavior: 'instant' });
    return there ?? found();
}"""
CARDS: Final = "() => [...document.querySelectorAll('[data-card]')].map((card) => card.dataset.card)"
POINTED: Final = """() => {
    window.pointed = 0;
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
        addEventListener(kind, () => { window.pointed += 1; }, { capture: true, passive: true });
}"""
CAREFUL: Final = """() => {
    if (location.protocol === 'http:') localStorage.setItem('reihum.settings', '{"atOnce": false}');
}"""
NOW: Final = 1_800_000_000_000  # milliseconds since 1970
REGIONS: Final = 5  # parts of the screen between which F6 goes
FAR: Final = 60  # so many keys lead from everywhere in such a part to everywhere else


def stop_time(page: Page) -> None:
    """Let the clock of a page stand still, so that nothing goes away by itself on a slow machine."""
    page.clock.set_fixed_time(NOW)


def confirm_all(page: Page) -> None:
    """Let somebody confirm every move; by default, what has one meaning is played at once."""
    page.add_init_script(f"({CAREFUL})()")


def written(key: str) -> str:
    """The card of a key as its notation has it: `8d` of `8d-2`, `7` of `hand-7`."""
    return key.removeprefix("hand-") if key.startswith("hand-") else key.rpartition("-")[0]


def weight(move: str) -> float:
    """How much a move is wanted: so that games end, and all kinds of moves occur in them."""
    if move.startswith("out "):
        return 100
    if move in ("pass", "force", "leave", "draw", "keep", "stop"):
        return 1
    return 6 if re.search(r"\dx\d|[+@^v]|give|back", move) else 3


def pick(lot: Random, moves: list[str]) -> str:
    """One of the moves, some of which are more wanted than others."""
    return lot.choices(moves, [weight(move) for move in moves])[0]


class Hands(ABC):
    """Somebody's hands at the table of a page."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.here = table(page)
        self.lot = Random(seed)

    @abstractmethod
    def choose(self, card: str) -> None:
        """Choose a card of the hand, by its notation."""

    @abstractmethod
    def press(self, target: str, letter: str = "") -> None:
        """Press something, which may have a letter of its own on the keyboard."""

    @abstractmethod
    def confirm(self) -> None:
        """Press the one big button."""

    @abstractmethod
    def go_on(self) -> None:
        """Put the sheet of a round away."""

    def copies(self, card: str) -> list[str]:
        """The keys of all cards on the page that are written so."""
        keys = self.page.evaluate(CARDS)
        found = [key for key in keys if written(key) == card]
        assert found, f"{card} is not among {keys}"
        return found

    def there(self, selector: str) -> bool:
        """Whether something is on the page."""
        return self.page.locator(selector).count() > 0

    @property
    def chosen(self) -> bool:
        """Whether a choice is complete and waits to be confirmed, or for more."""
        return self.there(".acts:has(.back-button) [data-main]")

    def ready(self) -> bool:
        """Wait until the page shows all and asks for a move; False if the game is over and it shows that."""

        def is_ready() -> bool:
            seen = self.page.evaluate(SEEN)
            assert not seen["refusal"], seen["refusal"]
            if seen["sheet"]:
                self.go_on()
                return False
            now = self.here.now
            if not now or seen["v"] != now["v"]:
                return False
            return bool(seen["final"] if is_over(now) else seen["asks"] and now["ask"] is not None)

        until(self.page, is_ready, "a decision that the page asks for, or the final sheet")
        return not is_over(self.here.now)

    def pick(self, moves: list[str]) -> str:
        """One of the moves, at random."""
        return pick(self.lot, moves)


class Pointing(Hands):
    """With the mouse on a desk, with a finger on a phone."""

    def choose(self, card: str) -> None:
        """Press the card itself, where it is to be seen: others may lie over the rest of it."""
        one = self.page.locator(f"[data-card='{self.lot.choice(self.copies(card))}']")

        def pressed() -> bool:
            free = one.evaluate(FREE)
            if free is None:
                return False
            try:
                self._point(one, position=free, timeout=SHORTLY)
            except TimeoutError:  # the hand has been rearranged meanwhile, and another card lies there
                return False
            return True

        until(self.page, pressed, f"a look at {card}")

    def press(self, target: str, letter: str = "") -> None:
        """Press it where it is."""
        self._point(self.page.locator(target))

    def confirm(self) -> None:
        """Press the big button."""
        self._point(self.page.locator("[data-main]").first)

    def go_on(self) -> None:
        """Press the button of the sheet."""
        self._point(self.page.locator(".sheet [data-on]"))

    def _point(self, at: Locator, **how: Any) -> None:
        if self.page.evaluate("() => matchMedia('(hover: none)').matches"):
            at.tap(**how)
        else:
            at.click(**how)


class Typing(Hands):
    """With keys alone: F6 between the parts of the screen, arrows within them, cards by their notation."""

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed)
        page.evaluate(POINTED)

    @property
    def pointed(self) -> int:
        """How often something was pointed at."""
        return int(self.page.evaluate("() => window.pointed"))

    def choose(self, card: str) -> None:
        """Type the card, or walk to it."""
        copies = self.copies(card)
        if self.lot.random() < 0.5:
            texts = map(written, self.page.evaluate(CARDS))
            longer = any(text.startswith(card) and text != card for text in texts)
            for letter in card.lower():
                self._key(letter)
            if longer:
                self._key("Space")
            return
        self._walk(self.page.locator(f"[data-card='{self.lot.choice(copies)}']"))
        self._key("Space")

    def press(self, target: str, letter: str = "") -> None:
        """Press its letter, or walk to it."""
        if letter and self.lot.random() < 0.5:
            self._key(letter)
            return
        self._walk(self.page.locator(target))
        self._key(self.lot.choice(("Enter", "Space")))

    def confirm(self) -> None:
        """Enter presses the big button, on a card and wherever it means nothing else."""
        if self.page.evaluate(IN_BUTTON):
            self._walk(self.page.locator("[data-main]").first)
        self._key("Enter")

    def go_on(self) -> None:
        """Escape puts a sheet away."""
        self._key("Escape")

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _walk(self, to: Locator) -> None:
        """To the part of the screen where it is, and there to it."""
        for _ in range(REGIONS + 1):
            if to.evaluate(SAME_REGION):
                break
            self._key("F6")
        else:
            raise AssertionError(f"F6 does not lead to {to}")
        for _ in range(FAR):
            way = to.evaluate(WAY)
            if way is None:
                return
            self._key(f"Arrow{way}")
            if self.page.evaluate(STUCK):
                self._key("Tab" if way == "Right" else "Shift+Tab")
        raise AssertionError(f"nothing leads to {to}")


# -- the games ------------------------------------------------------------------------------------


def play(hands: Hands) -> list[str]:
    """Decide, and make the decision known to the page; the moves that were meant."""
    now = hands.here.now
    alone = "solo" in now["view"]
    return GAMES["alone" if alone else now["view"]["game"]](hands, now)


def button(letter: str) -> str:
    """The button with that letter."""
    return f".acts [data-letter='{letter}']"


# 23


def twentythree(hands: Hands, now: State) -> list[str]:
    """Put three cards away at once; spend chips, lay several, pass, force and leave now and then."""
    moves = now["moves"]
    if now["view"]["phase"] == "put":
        return put_away(hands, now)
    move = hands.pick(moves)
    if not move[0].isdigit():
        hands.press(button(move[0]), move[0])
        hands.confirm()
        return [move]
    match = re.fullmatch(r"(\d+)(?:x(\d))?(?:\+(\d))?", move)
    assert match is not None, move
    card, count, chips = match[1], match[2] or "1", match[3] or "0"
    hands.choose(card)
    if hands.chosen:
        for name, number in (("Cards", count), ("Bonus", chips)):
            option = f".choice[aria-label='{name}'] .option:has(b:text-is('{number}'))"
            if hands.there(option):
                hands.press(option)
        hands.confirm()
    return [move]


def put_away(hands: Hands, now: State) -> list[str]:
    """Any three cards that may be put away, in any order."""
    lowest = min(int(move.removeprefix("put ")) for move in now["moves"])
    three = hands.lot.sample([card for card in now["view"]["hand"] if card >= lowest], 3)
    for card in three:
        hands.choose(str(card))
    hands.confirm()
    return [f"put {card}" for card in sorted(three)]


# YoYo


def yoyo(hands: Hands, now: State) -> list[str]:
    """Lay rather than draw, answer rather than take."""
    move = hands.pick(now["moves"])
    if move in ("draw", "keep", "stop"):
        hands.press(button(move[0]), move[0])
    elif move.startswith("take "):
        if sum(each.startswith("take ") for each in now["moves"]) == 1:
            hands.press(button("t"), "t")  # on a card that answers, Enter would choose that card
            return [move]
        hands.press(f"[data-place='seat:{move[5:]}'] .target-button")
    elif move.startswith("slide "):
        hands.choose(move[6:])
    else:
        return lay(hands, now, move)
    if hands.chosen or move.startswith("take "):
        hands.confirm()
    return [move]


def lay(hands: Hands, now: State, move: str) -> list[str]:
    """Lay a card with what may follow it in a series; where it could go on after that, the page says stop."""
    card, named = move.rstrip("^v"), move[-1]
    laid = [move]
    hands.choose(card)
    if named in "^v":
        hands.press(
            f".yo-name.{'up' if named == '^' else 'down'}",
            named if hands.lot.random() < 0.5 else "u" if named == "^" else "d",
        )
    while hands.chosen:
        following = hands.page.locator(".hand .can").evaluate_all(
            "(cards) => cards.map((card) => card.dataset.card)"
        )
        if not following or hands.lot.random() < 0.2:
            hands.confirm()
            break
        laid.append(written(hands.lot.choice(following)))
        hands.choose(laid[-1])
    return laid + (["stop"] if could_go_on(hands, now["v"], len(laid)) else [])


def could_go_on(hands: Hands, v: int, count: int) -> bool:
    """Whether a lay of so many cards, the first of them after move v, could have been longer."""

    def told() -> list[State]:
        return [
            message for message in hands.here.heard if message["t"] == "ev" and v < message["v"] <= v + count
        ]

    until(hands.page, lambda: len(told()) == count, "what came of the lay")
    return "stop" in told()[-1]["moves"]


# Königs-Rommé


def koenigs_romme(hands: Hands, now: State) -> list[str]:
    """Go out whenever it is possible, but for a while now and then."""
    move = hands.pick(now["moves"])
    if move in ("stock", "pile"):
        places = [button(move[0]), f".middle [data-place='{move}']"]
        hands.press(hands.lot.choice([place for place in places if hands.page.is_visible(place)]), move[0])
        return [move]
    card = move.removeprefix("out ")
    hands.choose(card)
    if move != card or not hands.there(button("o")):
        hands.confirm()
    else:
        hands.press(".acts .btn:not([data-main]):not(.back-button)")
    return [move]


def alone(hands: Hands, now: State) -> list[str]:
    """A hand for the card turned up, and what goes from there."""
    move = hands.pick(now["moves"])
    hand, card = move.split()
    hands.choose(hand)
    hands.choose(card)
    hands.confirm()
    return [move]


# HELP!


def help_(hands: Hands, now: State) -> list[str]:
    """Jokers and Switches first, since they need most hands."""
    move = hands.pick(now["moves"])
    received = now["view"]["phase"] == "received"
    word, _, card = move.rpartition(" ")
    if word == "call":
        hands.press(".help-button", "c")
    elif move == "help":
        hands.press(button("a"), "a")
    elif match := re.fullmatch(r"J@(\d)", move):
        if not received:
            hands.choose("J")
        if not hands.chosen:
            hands.press(f"[data-drop='free:{match[1]}']", match[1])
    elif match := re.fullmatch(r"S(\d+)@(\d)", move):
        if not received:
            hands.choose("S")
        exchange(hands, match[1], match[2])
    elif not received:
        hands.choose(card)
    elif hands.lot.random() < 0.5:
        hands.press("[data-place='received']")
    else:
        hands.confirm()
    if hands.chosen:
        hands.confirm()
    return [move]


def exchange(hands: Hands, number: str, place: str) -> None:
    """The player's number and the card of the row, in any order."""
    first = hands.lot.random() < 0.5
    if first:
        hands.choose(number)
    hands.press(f"[data-drop='card:{place}']")
    if not first:
        hands.choose(number)


GAMES: Final[dict[str, Callable[[Hands, State], list[str]]]] = {
    "23": twentythree,
    "yoyo": yoyo,
    "koenigs-romme": koenigs_romme,
    "alone": alone,
    "help": help_,
}
