"""Whether the truth itself is one of the worlds that a seat could be dealt."""

from __future__ import annotations

from collections import Counter
from itertools import product

from reihum.core.contract import NO_CARD, NOBODY
from reihum.core.packing import of_value, unpack
from reihum.games.yoyo.cards import COLOURS
from reihum.games.yoyo.deal import CARD_MASK, LATEST, MARK_AT, Deal
from reihum.games.yoyo.proofs import ANYWHERE, EARLY
from reihum.games.yoyo.rules import YoYo
from reihum.games.yoyo.table import DRAWN

Marked = tuple[int, int]  # a card, and where it may have been at the reshuffle


def packed_cards(packed: list[int]) -> list[int]:
    """Cards packed by colour, one by one."""
    return [colour << 5 | number for colour in range(COLOURS) for number in unpack(packed[colour])]


def is_a_world(state: YoYo, seat: int) -> bool:
    """Whether the places that are laid out for the hidden cards admit them as they really lie."""
    deal = Deal(state, seat, state.knows.knowledge_of(seat))
    deal.gather_cards()
    deal.lay_out_places()
    hidden = hidden_cards(state, seat, deal)
    marks: dict[int, list[int]] = {}
    for card in list(deal.cards)[: deal.total]:
        marks.setdefault(card & CARD_MASK, []).append(card >> MARK_AT)
    lying = Counter(card for cards in hidden.values() for card in cards)
    if Counter({card: len(found) for card, found in marks.items()}) != lying:
        return False
    # Of two equal cards with different marks either may be the one in the first place.
    ways = product(*({tuple(found), tuple(reversed(found))} for found in marks.values()))
    return any(fit(deal, state, hidden, dict(zip(marks, map(list, way), strict=True))) for way in ways)


def hidden_cards(state: YoYo, seat: int, deal: Deal) -> dict[int, list[int]]:
    """The cards that a seat does not see, by owner as the deal counts them."""
    hidden = {}
    for other in range(state.seats):
        if other != seat:
            hand = Counter(packed_cards(list(state.hands[other * COLOURS : (other + 1) * COLOURS])))
            if seat != NOBODY:
                place = deal.proofs.known_at(seat, other) * COLOURS
                hand -= Counter(packed_cards(list(deal.proofs.known[place : place + COLOURS])))
            hidden[other] = list(hand.elements())
    stock, under = [int(card) for card in state.stock[: state.in_stock]], int(state.knows.under)
    return {**hidden, int(state.seats): stock[under:], int(state.seats) + 1: stock[:under]}


def fit(deal: Deal, state: YoYo, hidden: dict[int, list[int]], marks: dict[int, list[int]]) -> bool:
    """Whether all owners have places for their cards, with these marks in turn."""
    marked = {owner: [(card, marks[card].pop()) for card in cards] for owner, cards in hidden.items()}
    return all(fits(deal, state, owner, cards) for owner, cards in marked.items())


def fits(deal: Deal, state: YoYo, owner: int, cards: list[Marked]) -> bool:
    """Whether one owner has a place for each card, and its `one_of` and the card just drawn among them."""
    places = [place for place in range(deal.places) if deal.owner[place] == owner]
    if len(places) != len(cards):
        return False
    if owner < state.seats and deal.wanting >> owner & 1:
        early = [place for place in places if deal.traits[place] & EARLY]
        ones = [card for card in cards if deal.is_one_of(owner, card[0])]
        return any(
            admits(deal, place, card)
            and matched(
                deal,
                [other for other in places if other != place],
                list((Counter(cards) - Counter([card])).elements()),
                drawn_card(state, owner),
            )
            for place, card in product(early, ones)
        )
    return matched(deal, places, cards, drawn_card(state, owner))


def drawn_card(state: YoYo, owner: int) -> int:
    """The card that an owner has just drawn and may lay, if it has."""
    return int(state.drawn) if state.phase == DRAWN and owner == state.current else NO_CARD


def matched(deal: Deal, places: list[int], cards: list[Marked], drawn: int) -> bool:
    """Whether there is a place for each card."""
    at: dict[int, int] = {}  # which of the places has a card

    def settle(place: int, tried: set[int]) -> bool:
        for i, card in enumerate(cards):
            is_drawn = drawn == NO_CARD or not deal.traits[place] & LATEST or card[0] == drawn
            if i not in tried and is_drawn and admits(deal, place, card):
                tried.add(i)
                if i not in at or settle(at[i], tried):
                    at[i] = place
                    return True
        return False

    return all(settle(place, set()) for place in places)


def admits(deal: Deal, place: int, card: Marked) -> bool:
    """Whether a card can be at a place."""
    mark = deal.traits[place] & ANYWHERE
    within = deal.within[place * COLOURS + (card[0] >> 5)] & of_value(card[0] & 31, 3) != 0
    return within and (mark == ANYWHERE or card[1] & mark != 0)
