"""The last turn (K14): the draw and the discard that leave the fewest points, against trying everything."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from reihum.bots import make_policy
from reihum.core.contract import buffer
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.cards import card_name, cards_of, deck
from reihum.games.koenigs_romme.last_turn import last_discard, last_draw
from reihum.games.koenigs_romme.moves import PILE, STOCK
from reihum.games.koenigs_romme.side import RommeSide
from tests.koenigs_romme.brute_force import fewest_points
from tests.koenigs_romme.test_rules import at


@cache
def least(cards: tuple[str, ...], wild: int) -> int:
    """The fewest points after the best discard."""
    rests = {tuple(sorted(cards[:i] + cards[i + 1 :])) for i in range(len(cards))}
    return min(fewest_points(list(rest), wild) for rest in rests)


def last_turn(seed: int, drawn: bool) -> RommeSide:
    """Seat 1 in its last turn of one of the first rounds: it draws, or has drawn; seat 0 has laid a set."""
    luck = Random(seed)
    cards = 3 + seed % 5
    laid = [f"{9 if cards == 8 else 8}{suit}" for suit in "shdcx" * 2][:cards]
    names = [card_name(card) for card in deck()]
    for card in laid:
        names.remove(card)
    if seed % 2:  # of few values and suits, so that much can be laid
        suits = luck.sample("shdcx", 2)
        names = [name for name in names if name[-1] in suits or luck.random() < 0.3]
    luck.shuffle(names)
    hand = names[: cards + drawn]
    position = {"round": cards - 2, "pile": names[-1:], "out_by": 0, "laid": [[laid], []], "turn": 1}
    side = at("", " ".join(hand), **position).state.side(1)
    assert isinstance(side, RommeSide)
    return side


def hand_of(side: RommeSide) -> tuple[str, ...]:
    """Its cards by name."""
    return tuple(card_name(card) for card in cards_of(side.hand()))


@pytest.mark.parametrize("seed", range(30))
def test_K14a_the_discard_leaves_the_fewest_points(seed: int) -> None:
    side = last_turn(seed, drawn=True)
    rest = [*hand_of(side)]
    rest.remove(card_name(last_discard(side)))
    assert fewest_points(rest, int(side.wild())) == least(hand_of(side), int(side.wild()))


def test_K14_the_draw_leaves_fewer_points_on_average() -> None:
    drawn = []
    for seed in range(150):
        side = last_turn(seed, drawn=False)
        hand, wild = hand_of(side), int(side.wild())
        known = least((*hand, card_name(side.top())), wild)
        unseen = [card_name(card) for card in cards_of(side.unseen())]
        mean = Fraction(sum(least((*hand, card), wild) for card in unseen), len(unseen))
        assert last_draw(side) == (PILE if known < mean else STOCK), (hand, wild, card_name(side.top()))
        drawn.append(last_draw(side))
    assert 25 < drawn.count(PILE) < 125


@pytest.mark.parametrize("name", ["policy", "master", "novice"])
def test_all_who_have_learned_anything_play_it(name: str) -> None:
    assert SPEC.observer is not None
    observer, into = SPEC.observer(), buffer()
    for seed in range(12):
        side = last_turn(seed, drawn=seed % 2 == 1)
        best = last_discard(side) if seed % 2 else last_draw(side)
        assert make_policy(name, SPEC, 1).choose(side) == best
        assert observer.candidates(side, into) == 1
        assert into[0] == best
