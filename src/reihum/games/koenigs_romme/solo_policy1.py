"""The first player of the solo variant, kept as it was: others are compared with it (`policy1` in the arena).

Everything is open in this variant, so the cards of the stock are known, but not their order. A hand needs a
number of swaps: cards that would have to become wilds for it to be finished. Each card of the stock can save
a swap in some hands, and is shared among them in proportion to their needs. A hand that needs much and is
promised little costs most, and every card goes where the sum of these costs is lowest.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import (
    KINDS,
    LOWEST,
    SUITS,
    VALUES,
    Hand,
    is_wild,
    natural_cards,
    next_held,
    suit_cards,
    suit_of,
    value_of,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.melds import (
    VALUE_COUNT,
    VALUE_MASK,
    add_counts,
    card_bit,
    wild_count,
)
from reihum.games.koenigs_romme.moves import place_move
from reihum.games.koenigs_romme.runs import LEFT_MASK, add_options, cards_left, wilds_of
from reihum.games.koenigs_romme.solo import HANDS, TO_PLACE, SoloSide

MANY_SWAPS: Final = 99  # more swaps than any hand needs
NEAR: Final = 2  # a card this far from another of its suit may join it in a run, perhaps with a wild between
NEAR_MASK: Final = (1 << 2 * (2 * NEAR + 1)) - 1

# The supply promised to a hand is counted in thousandths of a card, and looked up in fiftieths.
WHOLE_CARD: Final = 1000
SUPPLY_STEP: Final = 20
DEARTH: Final = vec[i64](
    [
        round(1000 / (i * SUPPLY_STEP / WHOLE_CARD + 0.2) ** 0.5)
        for i in range(TO_PLACE * WHOLE_CARD // SUPPLY_STEP + 1)
    ]
)


def placement(side: SoloSide) -> i64:
    """The move after which the open hands cost least; the first of those that tie."""
    needs = vec[i64]([0] * HANDS)
    helps = vec[i64]([0] * HANDS)
    to_come = vec[i64]([0] * side.in_stock())
    side.to_come(to_come)
    move: i64 = -1
    for place in range(HANDS):
        if not side.is_finished(place):
            hand = side.hand(place)
            needs[place] = swaps_needed(hand, place + LOWEST)
            helps[place] = helpful_cards(hand, place + LOWEST, needs[place], to_come)
            if move < 0:  # at worst, throw the card away
                move = place_move(place + LOWEST, side.shown())
    best = total_cost(needs, helps, to_come)
    for place in range(HANDS):
        if not side.is_finished(place):
            move, best = _best_placement(side, place, needs, helps, to_come, move, best)
    return move


def _best_placement(
    side: SoloSide, place: i64, needs: vec[i64], helps: vec[i64], to_come: vec[i64], move: i64, best: i64
) -> tuple[i64, i64]:
    """The best move so far, or a better one with this hand."""
    wild: i64 = place + LOWEST
    shown = side.shown()
    old = side.hand(place)
    old_needs = needs[place]
    old_helps = helps[place]
    if not is_wild(shown, wild) and not _joins(old, shown, wild):
        return move, best
    hand = with_card(old, shown)
    fewest = _fewest_after_discard(hand, wild)
    card = next_held(hand, 0)
    while card < KINDS:
        rest = without_card(hand, card)
        if card != shown and swaps_needed(rest, wild) == fewest:
            needs[place] = fewest
            helps[place] = helpful_cards(rest, wild, fewest, to_come)
            price = total_cost(needs, helps, to_come)
            if price < best:
                best = price
                move = place_move(wild, card)
        card = next_held(hand, card + 1)
    needs[place] = old_needs
    helps[place] = old_helps
    return move, best


def total_cost(needs: vec[i64], helps: vec[i64], to_come: vec[i64]) -> i64:
    """The cost of all open hands: the squares of their needs, times more the less the stock promises them."""
    supply = vec[i64]([0] * HANDS)
    for card in to_come:
        bit = card_bit(card)
        demand: i64 = 0
        for place in range(HANDS):
            if helps[place] & bit:
                demand += needs[place]
        for place in range(HANDS if demand else 0):
            if helps[place] & bit:
                supply[place] += WHOLE_CARD * needs[place] // demand
    total: i64 = 0
    for place in range(HANDS):
        total += needs[place] * needs[place] * DEARTH[supply[place] // SUPPLY_STEP]
    return total


def helpful_cards(hand: Hand, wild: i64, needed: i64, to_come: vec[i64]) -> i64:
    """The cards of the stock that would save this hand a swap, as a set of cards."""
    found: i64 = 0
    looked_at: i64 = 0
    if needed == 0:
        return found
    for card in to_come:
        bit = card_bit(card)
        if looked_at & bit == 0:
            looked_at |= bit
            if is_wild(card, wild) or (
                _joins(hand, card, wild) and _fewer_than(needed, with_card(hand, card), wild)
            ):
                found |= bit
    return found


def _joins(hand: Hand, card: i64, wild: i64) -> bool:
    """Whether a hand has the value of a card, or a near value of its suit; other cards hardly ever help."""
    place = value_of(card) - LOWEST
    for suit in range(SUITS):
        if (suit_cards(hand, suit) >> 2 * place) & 3:
            return True
    same_suit = natural_cards(suit_cards(hand, suit_of(card)), wild)
    return (same_suit >> 2 * max(0, place - NEAR)) & NEAR_MASK != 0


def _fewest_after_discard(hand: Hand, wild: i64) -> i64:
    """How many swaps a hand with one card too many needs after the best discard."""
    fewest: i64 = MANY_SWAPS
    card = next_held(hand, 0)
    while card < KINDS:
        fewest = min(fewest, swaps_needed(without_card(hand, card), wild))
        card = next_held(hand, card + 1)
    return fewest


def _fewer_than(needed: i64, hand: Hand, wild: i64) -> bool:
    """Whether a hand with one card too many needs fewer swaps after some discard."""
    if _swaps(hand, wild, 1) >= needed:  # a quick test, as if any card could be spared
        return False
    card = next_held(hand, 0)
    while card < KINDS:
        if swaps_needed(without_card(hand, card), wild) < needed:
            return True
        card = next_held(hand, card + 1)
    return False


# -- how many swaps a hand needs; see melds.py for the search -------------------------------------


def swaps_needed(hand: Hand, wild: i64) -> i64:
    """How many cards of a hand would have to become wilds for all of it to be laid."""
    return _swaps(hand, wild, 0)


def _swaps(hand: Hand, wild: i64, spare: i64) -> i64:
    """The same, if `spare` cards need not be laid."""
    wilds = wild_count(hand, wild)
    left: i64 = 0
    for suit in range(SUITS):
        left = add_counts(left, cards_left(natural_cards(suit_cards(hand, suit), wild)))
    fewest = _swaps_for_sets(left, wilds, spare)  # with sets only; runs may be better
    if fewest == 0:
        return fewest
    found = vec[i64](capacity=64)
    for suit in range(SUITS):
        found = add_options(found, natural_cards(suit_cards(hand, suit), wild), wilds + fewest - 1)
    return _fewest_swaps(found, 0, 0, wilds, spare, fewest)


def _swaps_for_sets(left: i64, wilds: i64, spare: i64) -> i64:
    """How many swaps it takes to lay the cards left in sets; `wilds` is negative if runs took too many."""
    ones, twos = left & VALUE_MASK, left >> VALUES
    singles = VALUE_COUNT[ones & ~twos]
    pairs = VALUE_COUNT[twos & ~ones]
    needed = max(0, -wilds)
    while True:
        # One wild lays a pair, two wilds lay a single card. The cards that stay are swapped.
        paired = min(pairs, wilds + needed)
        single = min(singles, (wilds + needed - paired) >> 1)
        if 2 * (pairs - paired) + singles - single <= needed + spare:
            return needed
        needed += 1


def _fewest_swaps(found: vec[i64], at: i64, left: i64, wilds: i64, spare: i64, best: i64) -> i64:
    """The smaller of `best` and the fewest swaps with the options of the suits from `at` on."""
    while at < len(found) and found[at] == 1:
        left = add_counts(left, found[at + 1] & LEFT_MASK)
        at += 2
    if at == len(found):
        return min(best, _swaps_for_sets(left, wilds, spare))
    after = at + found[at] + 1
    at += 1
    while at < after:
        option = found[at]
        unspent = wilds - wilds_of(option)
        if unspent + best > 0:
            best = _fewest_swaps(found, after, add_counts(left, option & LEFT_MASK), unspent, spare, best)
        at += 1
    return best
