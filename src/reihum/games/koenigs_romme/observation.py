"""What a seat of Königs-Rommé sees, and what its moves would bring, as facts: see core.observation."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Side, left_of
from reihum.core.observation import ADVISED, Layout, Observer
from reihum.games.koenigs_romme.cards import (
    DECKS,
    EVERY_VALUE,
    JOKER,
    JOKERS,
    KINDS,
    LOWEST,
    SUITS,
    Hand,
    card_points,
    count_of,
    is_wild,
    natural_cards,
    next_held,
    no_cards,
    size_of,
    suit_cards,
    suit_of,
    suit_size,
    value_of,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.last_turn import last_discard, last_draw
from reihum.games.koenigs_romme.melds import distance, leftover
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK, card_of
from reihum.games.koenigs_romme.patience import is_patient
from reihum.games.koenigs_romme.policy import use_of
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.table import DISCARD, DONE, FEWEST_SEATS, MOST_SEATS, ROUNDS

CARDS: Final = JOKER * DECKS + JOKERS
MARGIN_WEIGHT: Final = 2048  # see Observer.margin_weight; less with every round
STOCK_STEP: Final = 8
STOCK_STEPS: Final = 14
TURNS: Final = 20  # of each seat that are told apart
LEAD_STEP: Final = 6
LEAD: Final = 25  # so many steps of points more or fewer than another seat
TAKEN: Final = 5
STEPS: Final = 26  # of points that stay in hand
DISTANCE: Final = 6
SHAPES: Final = 7
# Points are told apart in steps, small ones first: how many steps so many points are.
STEPS_OF: Final = vec[i64](
    [p if p < 8 else 8 + (p - 8) // 3 if p < 38 else min(STEPS, 18 + (p - 38) // 8) for p in range(700)]
)


@final
@mypyc_attr(acyclic=True)
class RommeObserver(Observer):
    """Observes a seat of Königs-Rommé for two or more."""

    def __init__(self) -> None:
        super().__init__()
        self.lead = 40
        own = Layout()
        self.players = own.add("players", MOST_SEATS - FEWEST_SEATS + 1, "how many play: 2 to 7")
        self.rounds = own.add("round", ROUNDS, "1 to 11, so the wild is 3 to King")
        self.phase = own.add("phase", 2, "drawing, throwing away")
        self.hand = own.add(
            "hand",
            CARDS,
            "your own cards, laid ones too: by value and suit (3s 3h 3d 3c 3x 4s …), of each a thermometer "
            "of its two copies, then of the six jokers",
        )
        self.top = own.add(
            "top",
            KINDS + 1,
            "the top of the pile; last place: there is none",
        )
        self.unseen = own.add(
            "unseen",
            CARDS,
            "all cards but your own, the pile, what others took from it and hold, and those of the seat that "
            "went out: of each a thermometer",
        )
        self.stock = own.add("stock", STOCK_STEPS, f"the stock, {STOCK_STEP} cards a place")
        self.turns = own.add("turns", TURNS, "turns that everybody has had in this round")
        self.last = own.add("last", 1, "somebody went out, and these are the last turns (K14)")
        self.to_play = own.add("to_play", MOST_SEATS - 1, "how many others still have a last turn")
        self.common = own.end
        other = Layout()
        self.other_fewer = other.add(
            "fewer", LEAD, f"how many points fewer than you it has, {LEAD_STEP} a place"
        )
        self.other_more = other.add("more", LEAD, "how many more")
        self.other_taken = other.add("taken", KINDS, "cards it took from the pile and still holds")
        self.other_takes = other.add("takes", TAKEN, "how many these are")
        self.other_thrown = other.add("thrown", KINDS, "cards it threw away in this round")
        self.other_laid = other.add("laid", 1, "it has laid its cards")
        self.other_out = other.add("out", 1, "it went out")
        self.block = other.end
        after = Layout(self.common + (MOST_SEATS - 1) * self.block)
        self.kind = after.add("kind", 4, "draw from the stock, from the pile, throw away, go out")
        self.card = after.add("card", KINDS, "the card that is thrown away, or taken from the pile")
        self.wild = after.add("wild", 1, "that card is wild")
        self.hand_after = after.add("hand_after", CARDS, "your cards after it, and after a good discard")
        self.left = after.add("left", STEPS, "points that would stay in hand")
        self.left_with_wild = after.add("left_with_wild", STEPS, "the same with one wild more")
        self.distance = after.add("distance", DISTANCE, "wilds that are missing to lay everything")
        self.wilds = after.add("wilds", SHAPES, "wilds in hand")
        self.pairs = after.add("pairs", SHAPES, "values held twice")
        self.beside = after.add("beside", SHAPES, "natural cards with a neighbour of their suit")
        self.gapped = after.add("gapped", SHAPES, "natural cards with a gap of one to another of their suit")
        self.wanted = after.add("wanted", 3, "what the next seat took: that value, a neighbour in that suit")
        self.unwanted = after.add("unwanted", 2, "what the next seat threw away: that value, close by")
        self.advised = after.add("advised", 1, ADVISED)
        self.hoped = after.add(
            "hoped", STEPS, "points that would stay on average after one more card, which may be thrown away"
        )
        self.size = after.end
        self.own_fields = own.fields
        self.seat_fields = other.fields
        self.after_fields = after.fields
        # What the moves of one decision are considered by:
        self.cards_held: Hand = (0, 0, 0, 0, 0, 0)
        self.value_wild: i64 = 0
        self.next_taken: Hand = (0, 0, 0, 0, 0, 0)
        self.next_thrown: i64 = 0
        self.to_come: Hand = (0, 0, 0, 0, 0, 0)  # the cards that may be drawn
        self.in_to_come: i64 = 0

    def reads(self, side: Side) -> bool:
        """Not in the solo variant, nor when all wait for cards that will not come: the policy ends that."""
        return isinstance(side, RommeSide) and is_patient(side)

    def observe(self, side: Side, remembering: bool) -> None:
        """The table from the seat's side."""
        assert isinstance(side, RommeSide)
        self.count = 0
        seat = side.seat
        hand = side.all_cards()
        self.cards_held = hand
        self.value_wild = side.wild()
        self.one(self.players + side.seats - FEWEST_SEATS)
        self.one(self.rounds + side.round() - 1)
        self.margin_weight = MARGIN_WEIGHT * (ROUNDS - side.round()) // ROUNDS
        if side.phase() != DONE:
            self.one(self.phase + side.phase())
        self._write_cards(self.hand, hand)
        top = side.top()
        if top == NO_CARD:
            top = KINDS
        self.one(self.top + top)
        self.to_come = no_cards()
        if remembering:
            self.to_come = side.unseen()
            self._write_cards(self.unseen, self.to_come)
        self.in_to_come = size_of(self.to_come)
        self.thermometer(self.stock, side.in_stock() // STOCK_STEP, STOCK_STEPS)
        self.thermometer(self.turns, side.turns() // side.seats, TURNS)
        self.flag(self.last, side.out_by() != NOBODY)
        total = side.total(seat)
        at = self.common
        other = left_of(seat, side.seats)
        following = other
        waiting: i64 = 0
        while other != seat:
            lead = side.total(other) - total  # fewer are better
            self.thermometer(at + self.other_fewer, -lead // LEAD_STEP, LEAD)
            self.thermometer(at + self.other_more, lead // LEAD_STEP, LEAD)
            laid = side.has_laid(other)
            if not laid:
                waiting += 1
            self.flag(at + self.other_laid, laid)
            self.flag(at + self.other_out, side.out_by() == other)
            if remembering:
                taken = side.taken(other)
                takes: i64 = 0
                card = next_held(taken, 0)
                while card < KINDS:
                    self.one(at + self.other_taken + card)
                    takes += 1
                    card = next_held(taken, card + 1)
                self.thermometer(at + self.other_takes, takes, TAKEN)
                self.bits(at + self.other_thrown, side.thrown(other))
            at += self.block
            other = left_of(other, side.seats)
        if side.out_by() != NOBODY:
            self.thermometer(self.to_play, waiting, MOST_SEATS - 1)
        self.next_taken = no_cards()
        self.next_thrown = 0
        if remembering:
            self.next_taken = side.taken(following)
            self.next_thrown = side.thrown(following)

    def _write_cards(self, first: i64, hand: Hand) -> None:
        """Of each card a thermometer of its copies."""
        card = next_held(hand, 0)
        while card < KINDS:
            at = first + DECKS * card
            for i in range(count_of(hand, card)):
                self.one(at + i)
            card = next_held(hand, card + 1)

    # -- moves ------------------------------------------------------------------------------------

    def candidates(self, side: Side, into: vec[i64]) -> i64:
        """Going out if it can; in a last turn only what leaves least (K14a); no wild thrown away."""
        assert isinstance(side, RommeSide)
        count = side.moves(into)
        if count == 1:
            return count
        if side.out_by() != NOBODY:
            if side.phase() == DISCARD:
                into[0] = last_discard(side)
            else:
                into[0] = last_draw(side)
            return 1
        if side.phase() != DISCARD:
            return count
        outs: i64 = 0
        for i in range(count):
            if into[i] >= OUT:
                into[outs] = into[i]
                outs += 1
        if outs:
            return outs
        plain: i64 = 0
        for i in range(count):
            if not is_wild(card_of(into[i]), side.wild()):
                into[plain] = into[i]
                plain += 1
        if plain:
            return plain
        return count

    def consider(self, side: Side, move: i64) -> None:
        """The hand after a move, and what it is good for."""
        assert isinstance(side, RommeSide)
        self.count = 0
        hand = self.cards_held
        wild = self.value_wild
        if move == STOCK:
            self.one(self.kind)
        else:
            card = card_of(move)
            if move == PILE:
                card = side.top()
                self.one(self.kind + 1)
                hand = with_card(hand, card)
                hand = without_card(hand, least_needed(hand, wild))
            elif move >= OUT:
                self.one(self.kind + 3)
                hand = without_card(hand, card)
            else:
                self.one(self.kind + 2)
                hand = without_card(hand, card)
            self.one(self.card + card)
            self.flag(self.wild, is_wild(card, wild))
            if move != PILE and card != JOKER:
                self._write_wanted(card)
        self._write_cards(self.hand_after, hand)
        self.flag(self.advised, move == self.advice)
        if move >= OUT and move < STOCK:
            return
        left = leftover(hand, wild)
        left_with_wild = leftover(with_card(hand, JOKER), wild)
        self.thermometer(self.left, STEPS_OF[left], STEPS)
        self.thermometer(self.left_with_wild, STEPS_OF[left_with_wild], STEPS)
        if self.in_to_come:
            total = self._hopes(hand, wild, left, left_with_wild)
            self.thermometer(self.hoped, STEPS_OF[(total + self.in_to_come // 2) // self.in_to_come], STEPS)
        self.thermometer(self.distance, distance(hand, wild), DISTANCE)
        self._write_shapes(hand, wild)

    def _hopes(self, hand: Hand, wild: i64, left: i64, left_with_wild: i64) -> i64:
        """The points that would stay with one more card, added up over all that may come."""
        total: i64 = 0
        card = next_held(self.to_come, 0)
        while card < KINDS:
            count = count_of(self.to_come, card)
            more = with_card(hand, card)
            if is_wild(card, wild):
                total += count * min(left, left_with_wild)
            elif use_of(more, card, wild):
                total += count * min(left, leftover(more, wild))
            else:
                total += count * left  # it is thrown away again
            card = next_held(self.to_come, card + 1)
        return total

    def _write_shapes(self, hand: Hand, wild: i64) -> None:
        """What the natural cards have to do with each other."""
        wilds = hand[5]
        once: i64 = 0
        twice: i64 = 0
        beside: i64 = 0
        gapped: i64 = 0
        for suit in range(SUITS):
            held = suit_cards(hand, suit)
            naturals = natural_cards(held, wild)
            wilds += held >> 2 * (wild - LOWEST) & 3
            some = (naturals | naturals >> 1) & EVERY_VALUE
            twice |= once & some | (naturals >> 1 & EVERY_VALUE)
            once |= some
            if some:
                near = some & (some >> 2 | some << 2)
                beside += suit_size(near)
                gapped += suit_size(some & (some >> 4 | some << 4) & ~near)
        self.thermometer(self.wilds, wilds, SHAPES)
        self.thermometer(self.pairs, suit_size(twice), SHAPES)
        self.thermometer(self.beside, beside, SHAPES)
        self.thermometer(self.gapped, gapped, SHAPES)

    def _write_wanted(self, card: i64) -> None:
        """What the next seat's takes and discards say about a card."""
        value = value_of(card)
        suit = suit_of(card)
        wanted: i64 = 0
        other = next_held(self.next_taken, 0)
        while other < JOKER:
            if value_of(other) == value:
                self.one(self.wanted)
                break
            other = next_held(self.next_taken, other + 1)
        other = next_held(self.next_taken, 0)
        while other < JOKER:
            if suit_of(other) == suit and -3 < value_of(other) - value < 3:
                wanted += 1
            other = next_held(self.next_taken, other + 1)
        self.thermometer(self.wanted + 1, wanted, 2)
        thrown = self.next_thrown
        same = (thrown >> (value - LOWEST) * SUITS) & 31
        self.flag(self.unwanted, same != 0)
        near: i64 = 0
        for step in range(-1, 2):
            v = value + step - LOWEST
            if 0 <= v <= 10 and (thrown >> (v * SUITS + suit)) & 1:
                near += 1
        self.flag(self.unwanted + 1, near > 0)

    # -- rounds -----------------------------------------------------------------------------------

    def round(self, side: Side) -> i64:
        """1 to 11 (K3)."""
        assert isinstance(side, RommeSide)
        return side.round()

    def standing(self, side: Side, seat: i64) -> list[int]:
        """Points (K15)."""
        assert isinstance(side, RommeSide)
        return [-int(side.total(seat))]


def least_needed(hand: Hand, wild: i64) -> i64:
    """A good discard: without it least stays in hand, also with one wild more; of equals the dearest."""
    best: i64 = NO_CARD
    least: i64 = 1 << 30
    card = next_held(hand, 0)
    while card < KINDS:
        if not is_wild(card, wild):
            rest = without_card(hand, card)
            stay = 16 * (leftover(rest, wild) + leftover(with_card(rest, JOKER), wild)) - card_points(
                card, wild
            )
            if stay < least:
                least = stay
                best = card
        card = next_held(hand, card + 1)
    if best == NO_CARD:
        return next_held(hand, 0)
    return best
