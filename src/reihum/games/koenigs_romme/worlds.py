"""Dealing the cards of Königs-Rommé that a seat has not seen, so that all that can be proved holds.

Known are the cards taken from the pile (K7), what the stock was made of and what oneself has drawn from it
since (K8), and that a hand which has laid what it could holds nothing more to lay (K14a).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NOBODY
from reihum.core.dealer import Dealer, shuffle
from reihum.games.koenigs_romme.cards import (
    Hand,
    cards_of,
    count,
    hand_at,
    hand_points,
    no_cards,
    put_hand,
    size,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.legal import DONE, Legal
from reihum.games.koenigs_romme.melds import leftover

TRIES: Final = 20  # at dealing hands that leave nothing to lay


def deal_unseen(truth: Legal, world: Legal, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    if truth.phase == DONE:  # K15: the hands were counted openly
        shuffle(world.stock, world.left, dealer)
        return
    for _ in range(TRIES):
        if dealt(truth, world, seat, dealer, True):
            return
    dealt(truth, world, seat, dealer, False)


def dealt(truth: Legal, world: Legal, seat: i64, dealer: Dealer, strict: bool) -> bool:
    """Deal what `seat` has not seen; if `strict`, no hand that was laid may hold more to lay (K14a)."""
    unseen = unseen_by(truth, seat)
    here = len(unseen)
    shuffle(unseen, here, dealer)
    if truth.remade:
        deal_stock(truth, world, seat, unseen, dealer)
        here -= truth.left
    for other in range(truth.seats):
        if other != seat and truth.has_laid(other):
            here = deal_hand(truth, world, other, unseen, here, strict)
            if here < 0:
                return False
    for other in range(truth.seats):
        if other != seat and not truth.has_laid(other):
            here = deal_hand(truth, world, other, unseen, here, False)
    if not truth.remade:
        for i in range(truth.left):
            world.stock[i] = unseen[i]
    return True


def unseen_by(truth: Legal, seat: i64) -> vec[i64]:
    """The stock, and of the others' hands what nobody can prove."""
    cards = [int(card) for card in truth.stock[: truth.left]]
    for other in range(truth.seats):
        if other != seat:
            known = hand_at(truth.taken, other)
            for card in cards_of(hand_at(truth.hands, other)):
                if count(known, card):
                    known = without_card(known, card)
                else:
                    cards.append(card)
    return vec[i64](cards)


def deal_stock(truth: Legal, world: Legal, seat: i64, unseen: vec[i64], dealer: Dealer) -> None:
    """K8: only cards it was made of and `seat` has not drawn; the other cards come first in `unseen`."""
    possible = hand_at(truth.composed, 0)
    if seat != NOBODY:
        for card in cards_of(hand_at(truth.drawn, seat)):
            possible = without_card(possible, card)
    rest: i64 = 0
    filled: i64 = 0
    for i in range(len(unseen)):
        card = unseen[i]
        if filled < truth.left and count(possible, card):
            possible = without_card(possible, card)
            world.stock[filled] = card
            filled += 1
        else:
            unseen[rest] = card
            rest += 1
    # What is left of the possible cards the others have drawn; who which, nobody can prove.
    shared = vec[i64](cards_of(possible))
    here = len(shared)
    shuffle(shared, here, dealer)
    for other in range(truth.seats):
        if other != seat:
            drawn = no_cards()
            for _ in range(size(hand_at(truth.drawn, other))):
                here -= 1
                drawn = with_card(drawn, shared[here])
            put_hand(world.drawn, other, drawn)


def deal_hand(truth: Legal, world: Legal, other: i64, unseen: vec[i64], here: i64, strict: bool) -> i64:
    """Give one seat unseen cards beside the proven ones; how many remain, or -1 if none of them fit."""
    hand = hand_at(truth.taken, other)
    laid = no_cards()
    for combination in truth.laid[other] if strict else []:
        for card in combination:
            laid = with_card(laid, card)
    for _ in range(size(hand_at(truth.hands, other)) - size(hand)):
        i = here - 1
        if strict:
            while i >= 0 and not nothing_to_lay(truth, laid, with_card(hand, unseen[i])):
                i -= 1
            if i < 0:
                return -1
        here -= 1
        hand = with_card(hand, unseen[i])
        kept = unseen[here]
        unseen[here] = unseen[i]
        unseen[i] = kept
    put_hand(world.hands, other, hand)
    return here


def nothing_to_lay(truth: Legal, laid: Hand, hand: Hand) -> bool:
    """K14a: whether all cards of a hand may have stayed there when others were laid."""
    whole = laid
    for card in cards_of(hand):
        whole = with_card(whole, card)
    return leftover(whole, truth.wild()) == hand_points(hand, truth.wild())
