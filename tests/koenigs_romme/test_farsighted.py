"""The far-sighted player of Königs-Rommé: the sensible one, looking one draw further."""

from __future__ import annotations

import pytest

from reihum import Match
from reihum.bots.levels import make_level
from reihum.core.contract import NOBODY, Policy, buffer
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.cards import KINDS, Hand, count_of, is_wild, with_card, without_card
from reihum.games.koenigs_romme.farsighted import FIRST_PRESS, HOPE, MOST_LOOKED_AT, Farsighted
from reihum.games.koenigs_romme.melds import prospects
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK
from reihum.games.koenigs_romme.patience import is_restless
from reihum.games.koenigs_romme.policy import Sensible
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.table import DRAW
from tests.games import Walk
from tests.koenigs_romme.test_rules import at

WAITING = "5s 9h Kd"  # what the other seat holds


def chosen(match: Match, player: Policy) -> str:
    """What a player does when it is its turn."""
    return SPEC.text(player.choose(match.state.side(match.state.turn())))


@pytest.mark.parametrize(
    ("hand", "sensible", "farsighted"),
    [
        ("Kc Qc 9h Kc", "Kc", "9h"),  # any King lays all, and so would the Jack of clubs with a wild
        ("Js 7h Jd 10d", "Js", "7h"),
        ("5s Kx 4c Kd", "5s", "Kx"),  # dear cards that one card alone would make good are a risk
    ],
)
def test_K9_it_keeps_what_more_cards_would_go_with(hand: str, sensible: str, farsighted: str) -> None:
    match = at(hand, WAITING)
    assert chosen(match, Sensible()) == sensible
    assert chosen(match, Farsighted()) == farsighted


@pytest.mark.parametrize(
    ("hand", "pile", "sensible", "farsighted"),
    [
        ("5h 9x Js", "Jc", "pile", "stock"),  # a pair of Jacks is dearer than what most cards would leave
        ("10s 7h Kh", "Kh", "pile", "stock"),
        ("4c 4d Jx", "6c", "stock", "pile"),  # cheap, and one more card from a run
    ],
)
def test_K7_it_takes_what_is_better_than_a_card_of_the_stock(
    hand: str, pile: str, sensible: str, farsighted: str
) -> None:
    match = at("5s 9h Kd", hand, pile=[pile], turn=1)
    assert chosen(match, Sensible()) == sensible
    assert chosen(match, Farsighted()) == farsighted


def test_it_looks_one_draw_further_and_otherwise_does_what_the_sensible_player_does() -> None:
    looked, kept = 0, 0
    for players, seed, wildness in ((2, 1, 4), (4, 2, 1_000_000), (7, 3, 4)):
        for state in Walk(SPEC, players, seed, wildness=wildness).steps(160):
            if state.turn() < 0:
                break
            side = state.side(state.turn())
            assert isinstance(side, RommeSide)
            move, sensible = Farsighted().choose(side), Sensible().choose(side)
            expected = slow_choice(side, int(sensible))
            assert move == (sensible if expected is None else expected), SPEC.view(state, int(state.turn()))
            looked += expected is not None
            kept += expected is None
    assert looked > 100
    assert kept > 20


def slow_choice(side: RommeSide, sensible: int) -> int | None:
    """What it should do, worked out plainly; None: what the sensible player does."""
    wild, hand = int(side.wild()), side.hand()
    if side.out_by() != NOBODY or is_restless(side):
        return None
    press = FIRST_PRESS + side.turns() // side.seats
    held = [card for card in range(KINDS) if count_of(hand, card) and not is_wild(card, wild)]

    def cost(some: Hand) -> int:
        return int(prospects(some, wild, press, HOPE))

    def after_discard(some: Hand) -> int:
        naturals = [card for card in range(KINDS) if count_of(some, card) and not is_wild(card, wild)]
        return min((cost(without_card(some, card)) for card in naturals), default=cost(some))

    def hopes(some: Hand) -> tuple[int, int]:
        coming = [card for card in range(KINDS) for _ in range(count_of(side.unseen(), card))]
        return sum(after_discard(with_card(some, card)) for card in coming), len(coming)

    if side.phase() == DRAW:
        if side.top() < 0 or not side.in_stock():
            return None
        known = after_discard(with_card(hand, side.top()))
        if known == 0:
            return None
        total, count = hopes(hand)
        return int(PILE if total > known * count else STOCK)
    if sensible >= OUT or is_wild(sensible, wild):
        return None
    others = sorted(
        (card for card in held if card != sensible), key=lambda c: (cost(without_card(hand, c)), -c)
    )
    return min([sensible, *others[: MOST_LOOKED_AT - 1]], key=lambda c: hopes(without_card(hand, c))[0])


def test_its_own_choice_is_the_first_that_it_proposes() -> None:
    side = at("Kc Qc 9h Kc", WAITING).state.side(0)
    into, usual = buffer(), buffer()
    count, before = Farsighted().propose(side, into), Sensible().propose(side, usual)
    assert SPEC.text(into[0]) == "9h"
    assert sorted(into[:count]) == sorted(usual[:before])


def test_the_strongest_level_plays_so() -> None:
    assert chosen(at("Kc Qc 9h Kc", WAITING), make_level("master", SPEC, 1)) == "9h"
    assert chosen(at("Kc Qc 9h Kc", WAITING), make_level("master", SPEC, 1, worlds=8)) == "9h"
