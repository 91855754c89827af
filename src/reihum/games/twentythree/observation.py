"""What a seat of 23 sees, and what its moves would bring, as facts at places: see core.observation."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, left_of
from reihum.core.observation import ADVISED, Layout, Observer
from reihum.core.packing import all_of, count_of, lowest, of_value, size_of
from reihum.games.twentythree.cards import (
    COPIES,
    FORCE,
    HIGHEST,
    ONE,
    PASS,
    chips_of,
    laid_count,
    value_of,
)
from reihum.games.twentythree.endgame import Endgame, is_alone
from reihum.games.twentythree.legal import lay_fine
from reihum.games.twentythree.rules import CHIP_WORTH, FORCE_FINE, GOING_OUT, PASS_FINE
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import AWAY, BONUS_CHIPS, HAND_SIZE, PLAY, PUT, ROUNDS

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4
CARDS: Final = sum(COPIES)
# Where the first card of a value stands among all cards, each of which has a place.
CARD_AT: Final = vec[i64]([sum(COPIES[:v]) for v in range(HIGHEST + 1)])
IDLE: Final = 8  # turns without a card that are told apart
FINES: Final = 40  # penalty chips that are told apart
LEAD: Final = 25  # more or fewer penalty chips than another seat
GAPS: Final = 30  # numbers missing between the cards of a hand
PRICE: Final = 20
TIMES_ROUND: Final = 3  # without a card; then passing on would only cost more


@final
@mypyc_attr(acyclic=True)
class TwentyThreeObserver(Observer):
    """Observes a seat of 23."""

    def __init__(self) -> None:
        super().__init__()
        self.endgame = Endgame()
        self.lead = 6
        own = Layout()
        self.players = own.add("players", MOST_SEATS - FEWEST_SEATS + 1, "how many play: 2, 3 or 4")
        self.options = own.add("options", 2, "learning (T5), by_five (T9d)")
        self.phase = own.add("phase", 2, "putting cards away, playing")
        self.rounds = own.add("round", ROUNDS, "first, second")
        self.hand = own.add(
            "hand", CARDS, "your own cards: of each value, 1 to 23, a thermometer of its copies"
        )
        self.away = own.add("away", CARDS, "what you have put away: of each value a thermometer")
        self.unseen = own.add(
            "unseen", CARDS, "the cards you have not seen in this round: of each value a thermometer"
        )
        self.top = own.add("top", HIGHEST + 1, "the top card, 1 to 23; first place: an empty pile")
        self.forced = own.add("forced", 1, "the seat whose turn it is has been forced (T12)")
        self.idle = own.add("idle", IDLE, "turns since anybody laid a card")
        self.to_put = own.add("to_put", AWAY, "cards you still have to put away")
        self.fines = own.add("fines", FINES, "your penalty chips")
        self.chips = own.add("chips", BONUS_CHIPS, "your bonus chips")
        self.held = own.add("held", HAND_SIZE, "how many cards you hold")
        self.holds_one = own.add("holds_one", 1, "you hold the 1")
        self.common = own.end
        other = Layout()
        self.other_status = other.add("status", 3, "still in the round, out, left")
        self.other_one = other.add("holds_one", 1, "holds the 1")
        self.other_held = other.add("held", HAND_SIZE, "how many cards it holds")
        self.other_fewer = other.add("fewer", LEAD, "how many penalty chips fewer than you it has")
        self.other_more = other.add("more", LEAD, "how many more")
        self.other_chips = other.add("chips", BONUS_CHIPS, "its bonus chips")
        self.other_lacks = other.add(
            "lacks", HIGHEST + 1, "values, 0 to 23, that it has shown it does not hold (T12b)"
        )
        self.other_laid = other.add("laid", HIGHEST + 1, "values that it laid in this round, likewise")
        self.other_passed = other.add(
            "passed", HIGHEST + 1, "top cards at which it passed in this round, likewise"
        )
        self.other_jumped = other.add(
            "jumped", HIGHEST + 1, "numbers that its cards jumped over in this round, likewise"
        )
        self.block = other.end
        after = Layout(self.common + (MOST_SEATS - 1) * self.block)
        self.kind = after.add("kind", 5, "put away, lay, pass, force, leave")
        self.value = after.add("value", HIGHEST + 1, "the value laid or put away")
        self.cards = after.add("cards", 3, "how many cards are laid")
        self.spent = after.add("spent", BONUS_CHIPS, "bonus chips spent")
        self.price = after.add("price", PRICE, "penalty chips taken")
        self.out = after.add("out", 1, "this goes out (T10)")
        self.hand_after = after.add("hand_after", CARDS, "your cards after it")
        self.held_after = after.add("held_after", HAND_SIZE, "how many cards you hold after it")
        self.top_after = after.add("top_after", HIGHEST + 1, "the top card after it")
        self.above = after.add("above", HIGHEST + 1, "distances above the top card at which you hold a card")
        self.stuck = after.add("stuck", HAND_SIZE, "cards below the top card")
        self.gaps = after.add("gaps", GAPS, "numbers missing between the top card and your others")
        self.chips_after = after.add("chips_after", BONUS_CHIPS, "bonus chips left")
        self.ahead = after.add("ahead", LEAD, "by how much you are better than the best other, chips counted")
        self.behind = after.add("behind", LEAD, "by how much worse")
        self.advised = after.add("advised", 1, ADVISED)
        self.size = after.end
        self.own_fields = own.fields
        self.seat_fields = other.fields
        self.after_fields = after.fields
        # What the moves of one decision are considered by:
        self.cards_held: i64 = 0
        self.cards_top: i64 = 0
        self.own_score: i64 = 0  # penalty chips, less what bonus chips are worth
        self.best_other: i64 = 0
        self.own_chips: i64 = 0
        self.own_fines: i64 = 0

    def observe(self, side: Side, remembering: bool) -> None:
        """The table from the seat's side."""
        assert isinstance(side, TwentyThreeSide)
        self.count = 0
        seat = side.seat
        self.one(self.players + side.seats - FEWEST_SEATS)
        self.flag(self.options, side.learning)
        self.flag(self.options + 1, side.by_five)
        putting = side.phase() == PUT
        self.flag(self.phase, putting)
        self.flag(self.phase + 1, not putting)
        self.one(self.rounds + side.round() - 1)
        hand = side.hand()
        self._write_cards(self.hand, hand)
        self._write_cards(self.away, side.away())
        top = side.top()
        if remembering:
            self._write_cards(self.unseen, side.unseen())
        self.one(self.top + top)
        self.flag(self.forced, side.forced())
        self.thermometer(self.idle, side.idle(), IDLE)
        if putting:
            self.thermometer(self.to_put, side.held(seat) - (HAND_SIZE - AWAY), AWAY)
        fines = side.fines(seat)
        chips = side.chips(seat)
        self.thermometer(self.fines, fines, FINES)
        self.thermometer(self.chips, chips, BONUS_CHIPS)
        self.thermometer(self.held, side.held(seat), HAND_SIZE)
        one = side.one()
        self.flag(self.holds_one, one == seat)
        self.cards_held = hand
        self.cards_top = top
        if putting:
            self.cards_top = ONE  # T6
        self.own_fines = fines
        self.own_chips = chips
        self.own_score = fines - CHIP_WORTH * chips
        self.best_other = 1 << 20
        at = self.common
        other = left_of(seat, side.seats)
        while other != seat:
            self._write_other(side, other, at, one, remembering)
            at += self.block
            other = left_of(other, side.seats)

    def _write_other(self, side: TwentyThreeSide, other: i64, at: i64, one: i64, remembering: bool) -> None:
        """Another seat, at its places."""
        if side.still_in(other):
            self.one(at + self.other_status)
        elif side.has_left(other):
            self.one(at + self.other_status + 2)
        else:
            self.one(at + self.other_status + 1)
        self.flag(at + self.other_one, one == other)
        self.thermometer(at + self.other_held, side.held(other), HAND_SIZE)
        fines = side.fines(other)
        self.thermometer(at + self.other_fewer, self.own_fines - fines, LEAD)
        self.thermometer(at + self.other_more, fines - self.own_fines, LEAD)
        chips = side.chips(other)
        self.thermometer(at + self.other_chips, chips, BONUS_CHIPS)
        score = fines - CHIP_WORTH * chips
        if score < self.best_other:
            self.best_other = score
        if not remembering:
            return
        for v in range(side.at_most(other) + 1, HIGHEST + 1):
            self.one(at + self.other_lacks + v)
        laid = side.laid_by(other)
        while laid:
            v = lowest(laid)
            self.one(at + self.other_laid + v)
            laid &= ~all_of(v)
        self.bits(at + self.other_passed, side.passed_at(other))
        self.bits(at + self.other_jumped, side.jumped_over(other))

    def _write_cards(self, first: i64, cards: i64) -> None:
        """Of each value a thermometer of its copies."""
        while cards:
            v = lowest(cards)
            at = first + CARD_AT[v]
            for i in range(count_of(cards, v)):
                self.one(at + i)
            cards &= ~all_of(v)

    # -- moves ------------------------------------------------------------------------------------

    def candidates(self, side: Side, into: vec[i64]) -> i64:
        """Alone, only the best; no pass or force when nobody has laid a card for three times round (T11)."""
        assert isinstance(side, TwentyThreeSide)
        if is_alone(side):
            into[0] = self.endgame.choose(side)
            return 1
        count = side.moves(into)
        if side.phase() != PLAY or count == 1:
            return count
        others = others_playing(side)
        if side.idle() < TIMES_ROUND * (others + 1):
            return count
        kept: i64 = 0
        for i in range(count):
            if into[i] != PASS and into[i] != FORCE:
                into[kept] = into[i]
                kept += 1
        return kept

    def consider(self, side: Side, move: i64) -> None:
        """The hand, the pile and the price after a move."""
        assert isinstance(side, TwentyThreeSide)
        self.count = 0
        hand = self.cards_held
        top = self.cards_top
        chips = self.own_chips
        fine: i64 = 0
        v = value_of(move)
        if v:
            self.one(self.value + v)
            laid = laid_count(move)
            if laid:
                spent = chips_of(move)
                self.one(self.kind + 1)
                self.one(self.cards + laid - 1)
                self.thermometer(self.spent, spent, BONUS_CHIPS)
                fine = lay_fine(v, top, spent, side.by_five)
                hand -= of_value(v, laid)
                chips -= spent
                top = v
                if hand == 0:
                    self.one(self.out)
            else:
                self.one(self.kind)
                hand -= of_value(v, 1)
        elif move == PASS:
            self.one(self.kind + 2)
            fine = PASS_FINE
        elif move == FORCE:
            self.one(self.kind + 3)
            fine = FORCE_FINE
        else:
            self.one(self.kind + 4)
            fine = size_of(hand)
            hand = 0
        self.thermometer(self.price, fine, PRICE)
        if v and hand == 0:
            fine -= min(GOING_OUT, self.own_fines + fine)
        self._write_cards(self.hand_after, hand)
        self.thermometer(self.held_after, size_of(hand), HAND_SIZE)
        self.one(self.top_after + top)
        stuck: i64 = 0
        gaps: i64 = 0
        last = top
        while hand:
            v = lowest(hand)
            if v < top:
                stuck += count_of(hand, v)
            else:
                self.one(self.above + v - top)
                gaps += max(0, v - last - 1)
                last = v
            hand &= ~all_of(v)
        self.thermometer(self.stuck, stuck, HAND_SIZE)
        self.thermometer(self.gaps, gaps, GAPS)
        self.thermometer(self.chips_after, chips, BONUS_CHIPS)
        lead = self.best_other - (self.own_fines + fine - CHIP_WORTH * chips)
        self.thermometer(self.ahead, lead, LEAD)
        self.thermometer(self.behind, -lead, LEAD)
        self.flag(self.advised, move == self.advice)

    # -- rounds -----------------------------------------------------------------------------------

    def round(self, side: Side) -> i64:
        """1 or 2 (T15)."""
        assert isinstance(side, TwentyThreeSide)
        return side.round()

    def standing(self, side: Side, seat: i64) -> list[int]:
        """Chips, a bonus chip for two; then both kinds."""
        assert isinstance(side, TwentyThreeSide)
        fines = int(side.fines(seat))
        bonus = int(side.chips(seat))
        return [2 * bonus - fines, fines, bonus]


def others_playing(side: TwentyThreeSide) -> i64:
    """How many others are still in the round."""
    count: i64 = 0
    for other in range(side.seats):
        if other != side.seat and side.still_in(other):
            count += 1
    return count
