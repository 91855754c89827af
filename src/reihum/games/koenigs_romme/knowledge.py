"""What is known of hidden cards in Königs-Rommé: the trail of a round, and the pasts that explain it.

Everybody sees who draws from the stock, and which card is thrown away or laid. A card that goes, and was not
taken from the pile before, had come from some source: the deal with its stock, or a stock that was made of
the pile (K8), of which everybody knows the cards. So every card that goes narrows down what its seat can
still hold, and where the others can be.

Of which source a card was that went is not always plain: if one of two equal cards was dealt and the other
is in the new stock, it may have been either. A `Past` is one answer to all these questions; most often there
is just one. It counts the deals that it stands for, so that pasts can be drawn by lot as they should.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import factorial
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY
from reihum.core.dealer import Dealer
from reihum.core.errors import NoWorld
from reihum.games.koenigs_romme.cards import KINDS, Hand, cards_of, hand_at, no_cards, with_card
from reihum.games.koenigs_romme.legal import Legal

# A step of the trail is one number: the card, and above it who did what with it.
CARD_BITS: Final = 6
CARD_MASK: Final = 63
DREW: Final = 0  # from the stock; which card, only the seat itself knows
GAVE: Final = 1  # threw away or laid a card that nobody could prove it had; public
DEEDS: Final = 2
MADE: Final = 14  # K8: one of the cards that the new stock is made of; public

TRAIL_SIZE: Final = 64  # room for the steps of most rounds
MOST_PASTS: Final = 200  # of more, only some are kept
FINENESS: Final = 1 << 30  # of lots


def with_step(trail: vec[i64], seat: i64, deed: i64, card: i64) -> vec[i64]:
    """The trail, one step longer."""
    return append(trail, ((seat * DEEDS + deed) << CARD_BITS) | card)


def with_stock(trail: vec[i64], cards: vec[i64], count: i64) -> vec[i64]:
    """The trail after a new stock was made of these cards (K8)."""
    for i in range(count):
        trail = append(trail, (MADE << CARD_BITS) | cards[i])
    return trail


def drew_since(trail: vec[i64], seat: i64) -> Hand:
    """What a seat has drawn from the stock since that was made of the pile (K8)."""
    drew = no_cards()
    for i in range(len(trail)):
        who = trail[i] >> CARD_BITS
        if who == MADE:
            drew = no_cards()
        elif who == seat * DEEDS + DREW:
            drew = with_card(drew, trail[i] & CARD_MASK)
    return drew


@final
class Step:
    """One step of the trail."""

    def __init__(self, deed: int, seat: int, card: int, made: list[int]) -> None:
        self.deed = deed
        self.seat = seat
        self.card = card
        self.made = made  # K8: of a new stock, all cards but those that the observer will draw itself


def steps(trail: vec[i64], observer: int) -> list[Step]:
    """What the others did, step by step; the cards of a new stock are one step."""
    found: list[Step] = []
    made: list[int] = []
    for i in range(len(trail)):
        who, card = int(trail[i]) >> CARD_BITS, int(trail[i]) & CARD_MASK
        if who == MADE:
            if i == 0 or trail[i - 1] >> CARD_BITS != MADE:
                made = []
                found.append(Step(MADE, NOBODY, NO_CARD, made))
            made.append(card)
        elif who // DEEDS != observer:
            found.append(Step(who % DEEDS, who // DEEDS, card, []))
        elif who % DEEDS == DREW and card in made:
            made.remove(card)
    return found


@final
class Past:
    """Where each card that was given up had come from, and what that leaves; source 0 is the deal."""

    def __init__(self, held: list[int], hidden: list[int]) -> None:
        self.held = [held]  # for each source, how many of its cards each seat holds unseen
        self.hidden = [hidden]  # for each source, how many of each card are still unseen
        self.source_of: list[int] = []  # for each card given up
        self.ways = 1  # in which the cards given up can have been among those of their sources
        self.stands_for = 1  # so many deals had been counted when this past was kept by lot

    def copy(self) -> Past:
        """An independent copy."""
        twin = Past([], [])
        twin.held = [held[:] for held in self.held]
        twin.hidden = [hidden[:] for hidden in self.hidden]
        twin.source_of = self.source_of[:]
        twin.ways = self.ways
        twin.stands_for = self.stands_for
        return twin

    def deals(self) -> int:
        """How many deals come of this past."""
        deals = self.ways
        for hidden in self.hidden:
            deals *= factorial(sum(hidden))
        return deals

    def make_stock(self, cards: list[int]) -> None:
        """K8: a new source."""
        hidden = [0] * KINDS
        for card in cards:
            hidden[card] += 1
        self.hidden.append(hidden)
        self.held.append([0] * len(self.held[0]))

    def sources(self, seat: int, card: int) -> list[int]:
        """Where a card that a seat gives up can have come from."""
        return [s for s in range(len(self.held)) if self.held[s][seat] and self.hidden[s][card]]

    def give(self, seat: int, card: int, source: int) -> None:
        """A seat gives up a card, which had come from there."""
        self.ways *= self.held[source][seat] * self.hidden[source][card]
        self.held[source][seat] -= 1
        self.hidden[source][card] -= 1
        self.source_of.append(source)


@final
class Seen:
    """What there is to know about a round, with the eyes of an observer."""

    def __init__(self, truth: Legal, observer: int) -> None:
        self.truth = truth
        self.observer = observer
        self.trail = steps(truth.trail, observer)
        # How many of each card the others held when the trail began, but for those taken from the pile
        self.first_hands = [[0] * KINDS for _ in range(truth.seats)]
        for seat in range(truth.seats):
            if seat != observer:
                for card in cards_of(hand_at(truth.hands, seat)):
                    self.first_hands[seat][card] += 1
                for card in cards_of(hand_at(truth.taken, seat)):
                    self.first_hands[seat][card] -= 1
        for step in self.trail:
            if step.deed != MADE:
                self.first_hands[step.seat][step.card] += 1 if step.deed == GAVE else -1
        self.first_held = [sum(cards) for cards in self.first_hands]  # everybody knows how many

    def beginning(self) -> Past:
        """How it was when the trail began; what the observer has drawn since does not count as hidden."""
        hidden = [sum(hand[card] for hand in self.first_hands) for card in range(KINDS)]
        for i in range(self.truth.left):
            hidden[self.truth.stock[i]] += 1
        for step in self.trail:
            if step.deed == DREW:
                hidden[step.card] += 1
            for card in step.made:
                hidden[card] -= 1
        return Past(self.first_held[:], hidden)

    def true_sources(self) -> list[int]:
        """For each card that the others gave up, where it really had come from."""
        held = [[[0] * count for count in hand] for hand in self.first_hands]  # by seat and card
        source = 0
        found: list[int] = []
        for step in self.trail:
            if step.deed == MADE:
                source += 1
            elif step.deed == DREW:
                held[step.seat][step.card].append(source)
            else:
                found.append(held[step.seat][step.card].pop())
        return found


@final
class Pasts:
    """Pasts to be drawn by lot, each as often as the deals that it stands for."""

    def __init__(self, found: list[Past]) -> None:
        self.found = found
        self.bounds: list[Fraction] = []
        if len(found) > 1:
            total = Fraction(0)
            for past in found:
                total += Fraction(past.deals(), past.stands_for)
                self.bounds.append(total)

    def one(self, dealer: Dealer) -> Past:
        """One of them by lot."""
        if len(self.found) == 1:
            return self.found[0]
        lot = self.bounds[-1] * int(dealer.below(FINENESS)) / FINENESS
        return self.found[bisect_right(self.bounds, lot)]


def pasts(seen: Seen, dealer: Dealer) -> Pasts:
    """All pasts that explain what was seen, or a choice if there are very many."""
    found = [seen.beginning()]
    for step in seen.trail:
        if step.deed == GAVE:
            found = [branch for past in found for branch in branches(past, step)]
            if len(found) > MOST_PASTS:
                found = thinned(found, seen.true_sources(), dealer)
            continue
        for past in found:
            if step.deed == DREW:
                past.held[-1][step.seat] += 1
            else:
                past.make_stock(step.made)
    if not found:
        raise NoWorld("nothing explains what was seen")
    return Pasts(found)


def branches(past: Past, step: Step) -> list[Past]:
    """One past for each source that a card given up can have had; the last is `past` itself, gone on."""
    found: list[Past] = []
    sources = past.sources(step.seat, step.card)
    for source in sources:
        branch = past if source == sources[-1] else past.copy()
        branch.give(step.seat, step.card, source)
        found.append(branch)
    return found


def thinned(found: list[Past], true: list[int], dealer: Dealer) -> list[Past]:
    """Fewer pasts by lot, which count alike from here on; the true one stays, lest none should be left."""
    lots = Pasts(found)
    kept = [past.copy() for past in found if past.source_of == true[: len(past.source_of)]]
    kept += [lots.one(dealer).copy() for _ in range(MOST_PASTS // 2 - len(kept))]
    for past in kept:
        past.stands_for = past.deals()
    return kept
