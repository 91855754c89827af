"""Moments of games worth looking at, seen by one player on several screens at once, with a choice begun."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.hands import Pointing, State, confirm_all, stop_time
from tests.browser.spare import EMPTY
from tests.browser.tools import at_table, go_to, table
from tools.outside import OutsidePlayer

ROUNDS: Final = 2  # of which all scenes are looked at

Scene = tuple[str, Callable[[Pointing], None]]  # what it is called, and the choice that shows it


def sit_together(pages: list[Page], game: str, players: int) -> list[Pointing]:
    """One player with several screens, all of which look at the same table."""
    first = pages[0]
    for page in pages:
        stop_time(page)  # the sheet of a round stays
        confirm_all(page)
    at_table(first, game, players=players)
    for page in pages[1:]:
        page.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
        go_to(page, table(first).ident)
    return [Pointing(page, seed=4) for page in pages]


def scenes(all_hands: list[Pointing]) -> Iterator[str]:
    """Play a game from outside, and stop at every new scene of its first rounds and at its end; its name."""
    ident = all_hands[0].here.ident
    seen: set[str] = set()
    with OutsidePlayer(all_hands[0].page) as seat:
        while (moves := seat.wait_for_moves()) and is_early(seat.now["view"], seen):
            if place(seat.now["view"]) == 2 and "round" not in seen:
                seen.add("round")
                for hands in all_hands:
                    expect(hands.page.locator(".sheet")).to_be_visible()
                yield "round"
            name, choice = scene(seat.now)
            if name not in seen:
                seen.add(name)
                for hands in all_hands:
                    hands.here.moved(seat.now["v"])
                yield from shown(all_hands, name, choice)
            seat.play(all_hands[0].pick(moves))
        for hands in all_hands:
            hands.page.goto(EMPTY)  # who looks on costs time
        while moves := seat.wait_for_moves():
            seat.play(all_hands[0].pick(moves))
    for hands in all_hands:
        go_to(hands.page, ident)
        assert not hands.ready()
    yield "final"


def is_early(view: State, seen: set[str]) -> bool:
    """Whether it is one of the rounds that are looked at; alone, one scene is as the next."""
    return not seen if "solo" in view else place(view) <= ROUNDS


def shown(all_hands: list[Pointing], name: str, choice: Callable[[Pointing], None]) -> Iterator[str]:
    """Begin the choice on every screen; afterwards take it back."""
    for hands in all_hands:
        assert hands.ready()
        choice(hands)
    yield name
    for hands in all_hands:
        while hands.there(".back-button"):
            hands.page.locator(".back-button").click()


def place(view: State) -> int:
    """The round of a game, or the game of a match; alone there is one."""
    return 1 if "solo" in view else int(view["match_game"] if "match_game" in view else view["round"])


# -- what there is to see -------------------------------------------------------------------------


def scene(now: State) -> Scene:
    """What this moment is called, and how it is shown best."""
    game = now["view"]["game"]
    return SCENES["solo" if "solo" in now["view"] else game](now["moves"], now["view"])


def nothing(hands: Pointing) -> None:
    """Nothing needs to be chosen."""


def choosing(*cards: str) -> Callable[[Pointing], None]:
    """Choose these cards."""

    def choose(hands: Pointing) -> None:
        for card in cards:
            hands.choose(card)

    return choose


def of_twentythree(moves: list[str], view: State) -> Scene:
    """Cards to put away, bonus chips, an ordinary turn."""
    if view["phase"] == "put":
        return "put", choosing(*map(str, view["hand"][-2:]))
    chips = [move for move in moves if "+" in move]
    if chips and view["chips"]:
        return "chips", choosing(re.split("[x+]", chips[-1])[0])
    return "turn", nothing


def of_yoyo(moves: list[str], view: State) -> Scene:
    """A direction to be named, a series, a drawn card, a Draw, cards that are passed on."""
    if view["phase"] == "slide":
        return "pass", choosing(view["hand"][0])
    if view["phase"] in ("take", "drawn"):
        return {"take": "draw", "drawn": "drawn"}[view["phase"]], nothing
    if view["phase"] == "play":
        for move in moves:
            if move.endswith("^"):
                return "name", choosing(move[:-1])
            step = {"b": 1, "r": -1}.get(move[0]) if move[1:].isdecimal() else None
            if step and f"{move[0]}{int(move[1:]) + step}" in view["hand"]:
                return "series", choosing(move, f"{move[0]}{int(move[1:]) + step}")
    return "turn", nothing


def of_koenigs_romme(moves: list[str], view: State) -> Scene:
    """Drawing, throwing away, going out, the last turn after somebody went out."""
    last = "last-" if view["out_by"] is not None else ""
    if view["phase"] == "draw":
        return f"{last}draw", nothing
    if any(move.startswith("out ") for move in moves):
        return "out", nothing
    return f"{last}hand", choosing(moves[-1])


def of_koenigs_romme_alone(moves: list[str], view: State) -> Scene:
    """The largest hand with what goes from there."""
    hand, card = moves[-1].split()
    return "solo", choosing(hand, card)


def of_help(moves: list[str], view: State) -> Scene:
    """The call, a Joker's places, a Switch's exchange, helping."""
    phase = view["phase"]
    if phase in ("give", "back"):
        return phase, choosing(moves[0].split()[1])
    if phase != "play":
        return phase, nothing
    if moves == ["help"]:
        return "stuck", nothing
    if sum(move.startswith("J@") for move in moves) > 1:
        return "joker", choosing("J")
    switch = next((move for move in moves if move.startswith("S")), None)
    if switch is not None:
        number, where = switch[1:].split("@")

        def exchange(hands: Pointing) -> None:
            hands.choose("S")
            hands.choose(number)
            hands.press(f"[data-drop='card:{where}']")

        return "switch", exchange
    return "turn", nothing


SCENES: Final[dict[str, Callable[[list[str], State], Scene]]] = {
    "23": of_twentythree,
    "yoyo": of_yoyo,
    "koenigs-romme": of_koenigs_romme,
    "solo": of_koenigs_romme_alone,
    "help": of_help,
}
