"""What a seat of HELP! sees, and what its moves would bring, as facts at places: see core.observation."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, Side
from reihum.core.observation import ADVISED, Layout, Observer
from reihum.games.help.cards import (
    ALL,
    BACK_GROUP,
    CALL_GROUP,
    COPIES,
    GIVE_GROUP,
    HAND_SIZE,
    HELP,
    HIGHEST,
    JOKER,
    JOKERS,
    KINDS,
    LONGEST_ROW,
    NO,
    NOS,
    NUMBERS,
    SWITCH,
    SWITCHES,
    ZAP,
    ZAPS,
    above,
    count_of,
    group_of,
    kind_bit,
    kind_of,
    lowest_kind,
    of_kind,
    played_kind,
    size_of,
)
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.patterns import NEVER, kinds_at, union_of
from reihum.games.help.row import card_at, values_of, with_card, with_exchange, without_last
from reihum.games.help.side import HelpSide
from reihum.games.help.table import CALL, DONE, FEWEST_SEATS, GOAL, MOST_SEATS, PLAY

COPIES_AT: Final = vec[i64]([sum(COPIES[:k]) for k in range(KINDS + 1)])  # where the cards of a kind begin
STOCK_STEP: Final = 8
STOCK_STEPS: Final = 12
MOVES: Final = 9  # kinds of moves


@final
@mypyc_attr(acyclic=True)
class HelpObserver(Observer):
    """Observes a seat of HELP!."""

    def __init__(self) -> None:
        super().__init__()
        own = Layout()
        self.players = own.add("players", MOST_SEATS - FEWEST_SEATS + 1, "how many play: 3, 4 or 5")
        self.phase = own.add("phase", DONE, "call, play, give, back, received")
        self.hand = own.add(
            "hand",
            KINDS * HAND_SIZE,
            "your own cards: of each kind (1 to 11, Joker, Switch, Zap, No!) a thermometer",
        )
        self.received = own.add(
            "received", KINDS, "the card on its way to the asker, if you know it: its kind"
        )
        self.length = own.add("length", LONGEST_ROW + 1, "how many cards the row has")
        self.row = own.add(
            "row", LONGEST_ROW * HIGHEST, "what each card of the row counts: eleven places for each"
        )
        self.jokers = own.add("jokers", LONGEST_ROW, "which of them are Jokers")
        self.top = own.add("top", HIGHEST + 1, "the last value of the row; first place: an empty row")
        self.unseen = own.add("unseen", sum(COPIES), "the cards you do not see: of each kind a thermometer")
        self.stock = own.add("stock", STOCK_STEPS, f"the draw pile, {STOCK_STEP} cards a place")
        self.points = own.add("points", GOAL, "your points: 0, 1 or 2")
        self.no = own.add("no", 3, "your No!: none, laid, skipped")
        self.asking = own.add("asking", 2, "you are the asker, the giver")
        self.calling = own.add("calling", 1, "you may call")
        self.common = own.end
        other = Layout()
        self.other_points = other.add("points", GOAL, "its points: 0, 1 or 2")
        self.other_no = other.add("no", 3, "its No!: none, laid, skipped")
        self.other_asking = other.add("asking", 2, "it is the asker, the giver")
        self.other_calling = other.add("calling", 1, "it may call")
        self.other_held = other.add("held", HAND_SIZE, "how many cards it holds")
        self.other_lacks = other.add(
            "lacks",
            KINDS * HAND_SIZE,
            "of each kind a thermometer: so many of its cards are certainly not that",
        )
        self.other_known = other.add("known", KINDS, "kinds that one of its cards certainly is")
        self.block = other.end
        after = Layout(self.common + (MOST_SEATS - 1) * self.block)
        self.move = after.add("move", MOVES, "number, Joker, Switch, Zap, No!, help, give, back, call")
        self.card = after.add("card", KINDS, "the card that is played or handed over")
        self.place = after.add("place", LONGEST_ROW, "the place in the row of a Joker or a Switch")
        self.hand_after = after.add("hand_after", KINDS * HAND_SIZE, "your cards after it, before you refill")
        self.length_after = after.add("length_after", LONGEST_ROW, "how many cards the row has after it")
        self.row_after = after.add(
            "row_after", LONGEST_ROW * HIGHEST, "what each card of the row counts then"
        )
        self.jokers_after = after.add("jokers_after", LONGEST_ROW, "which of them are Jokers")
        self.top_after = after.add("top_after", HIGHEST + 1, "the last value of the row after it")
        self.ready = after.add("ready", HAND_SIZE, "cards of your hand that could be played on that row")
        self.always = after.add("always", HAND_SIZE, "cards of your hand that can always be played")
        self.advised = after.add("advised", 1, ADVISED)
        self.size = after.end
        self.own_fields = own.fields
        self.seat_fields = other.fields
        self.after_fields = after.fields
        # What the moves of one decision are considered by:
        self.cards_held: i64 = 0
        self.row_now: i64 = 0
        self.length_now: i64 = 0
        self.phase_now: i64 = 0

    def observe(self, side: Side, remembering: bool) -> None:
        """The table from the seat's side."""
        assert isinstance(side, HelpSide)
        self.count = 0
        seat = side.seat
        self.cards_held = side.hand()
        self.row_now = side.row()
        self.length_now = side.length()
        self.phase_now = side.phase()
        self.one(self.players + side.seats - FEWEST_SEATS)
        if self.phase_now != DONE:
            self.one(self.phase + self.phase_now)
        self._write_hand(self.hand, self.cards_held)
        received = side.received()
        if received != NO_CARD:
            self.one(self.received + received - 1)
        self.one(self.length + self.length_now)
        self._write_row(self.row, self.jokers, self.row_now, side.values(), self.length_now)
        self.one(self.top + side.top())
        if remembering:
            unseen = side.unseen()
            for k in range(1, KINDS + 1):
                self.thermometer(self.unseen + COPIES_AT[k], count_of(unseen, k), COPIES[k])
            self.thermometer(self.stock, side.in_stock() // STOCK_STEP, STOCK_STEPS)
        self.one(self.points + min(side.points(seat), GOAL - 1))
        self.one(self.no + side.no(seat))
        self.flag(self.asking, side.asker() == seat)
        self.flag(self.asking + 1, side.giver() == seat)
        calling = self.phase_now == CALL
        self.flag(self.calling, calling and side.is_caller(seat))
        knows = side.proofs()
        at = self.common
        other = side.beside(seat)
        while other != seat:
            self.one(at + self.other_points + min(side.points(other), GOAL - 1))
            self.one(at + self.other_no + side.no(other))
            self.flag(at + self.other_asking, side.asker() == other)
            self.flag(at + self.other_asking + 1, side.giver() == other)
            self.flag(at + self.other_calling, calling and side.is_caller(other))
            self.thermometer(at + self.other_held, side.held(other), HAND_SIZE)
            if remembering:
                self._write_proofs(knows, other, seat, at)
            at += self.block
            other = side.beside(other)

    def _write_hand(self, first: i64, hand: i64) -> None:
        """Of each kind a thermometer."""
        while hand:
            k = lowest_kind(hand)
            self.thermometer(first + (k - 1) * HAND_SIZE, count_of(hand, k), HAND_SIZE)
            hand &= ~ALL[k]

    def _write_row(self, first: i64, jokers: i64, row: i64, values: i64, length: i64) -> None:
        """What the cards of a row count."""
        for place in range(1, length + 1):
            self.one(first + (place - 1) * HIGHEST + card_at(values, place) - 1)
            self.flag(jokers + place - 1, card_at(row, place) == JOKER)

    def _write_proofs(self, knows: Knowledge, other: i64, seat: i64, at: i64) -> None:
        """H16 to H18: what the seat can prove of a hand."""
        index = knows.index_of(other, seat)
        pattern = union_of(knows.pattern[index], knows.instead[index])
        if pattern == NEVER:
            return
        first = kinds_at(pattern, 0)
        second = kinds_at(pattern, 1)
        third = kinds_at(pattern, 2)
        fourth = kinds_at(pattern, 3)
        for k in range(1, KINDS + 1):
            kind = kind_bit(k)
            lacking: i64 = 0
            if first and first & kind == 0:
                lacking += 1
            if second and second & kind == 0:
                lacking += 1
            if third and third & kind == 0:
                lacking += 1
            if fourth and fourth & kind == 0:
                lacking += 1
            if lacking:
                self.thermometer(at + self.other_lacks + (k - 1) * HAND_SIZE, lacking, HAND_SIZE)
            if kind in (first, second, third, fourth):
                self.one(at + self.other_known + k - 1)

    # -- moves ------------------------------------------------------------------------------------

    def consider(self, side: Side, move: i64) -> None:
        """The hand and the row after a move."""
        assert isinstance(side, HelpSide)
        self.count = 0
        hand = self.cards_held
        row = self.row_now
        length = self.length_now
        group = group_of(move)
        k = kind_of(move)
        if move == HELP and self.phase_now == PLAY:
            self.one(self.move + 5)
        elif group == CALL_GROUP:
            self.one(self.move + 8)
        elif group in (GIVE_GROUP, BACK_GROUP):
            self.one(self.move + 6 + group - GIVE_GROUP)
            self.one(self.card + k - 1)
            hand -= of_kind(k, 1)
        else:
            played = played_kind(move)
            self.one(self.card + played - 1)
            if self.phase_now == PLAY:
                hand -= of_kind(played, 1)
            if played == NO:
                self.one(self.move + 4)
            elif played == ZAP:
                self.one(self.move + 3)
                row = without_last(row, length)
                length -= 1
            elif played == SWITCH:
                self.one(self.move + 2)
                self.one(self.place + group - 1)
                hand += of_kind(card_at(row, group), 1) - of_kind(k, 1)
                row = with_exchange(row, group, k)
            else:
                length += 1
                place = length
                self.flag(self.move, played != JOKER)
                if group:
                    place = group
                if played == JOKER:
                    self.one(self.move + 1)
                    self.one(self.place + place - 1)
                row = with_card(row, place, k)
        if length == LONGEST_ROW:  # H9
            row = 0
            length = 0
        self._write_hand(self.hand_after, hand)
        self.one(self.length_after + length)
        values = values_of(row)
        self._write_row(self.row_after, self.jokers_after, row, values, length)
        top = card_at(values, length)
        self.one(self.top_after + top)
        always = size_of(hand & NOS)
        ready = always + size_of(hand & above(top)) + size_of(hand & JOKERS)
        if length:
            ready += size_of(hand & ZAPS)
            if hand & NUMBERS:
                ready += size_of(hand & SWITCHES)
        self.thermometer(self.ready, ready, HAND_SIZE)
        self.thermometer(self.always, always, HAND_SIZE)
        self.flag(self.advised, move == self.advice)

    # -- rounds -----------------------------------------------------------------------------------

    def round(self, side: Side) -> i64:
        """From 1 on."""
        assert isinstance(side, HelpSide)
        return side.round()

    def standing(self, side: Side, seat: i64) -> list[int]:
        """Points (H21)."""
        assert isinstance(side, HelpSide)
        return [int(side.points(seat))]
