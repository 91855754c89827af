"""What a seat of YoYo sees, and what its moves would bring, as facts at places: see core.observation."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Side, left_of
from reihum.core.observation import ADVISED, Layout, Observer
from reihum.core.packing import all_of, count_of, lowest, size_of
from reihum.games.yoyo.cards import (
    ACTION_OF,
    BLUE,
    CHAOS,
    COLOURS,
    DECK_SIZE,
    DOWN,
    DRAW,
    HIGHEST,
    KEEP,
    MOST_SEATS,
    NO_ACTION,
    NO_DIRECTION,
    PLAIN,
    RED,
    SLIDE_ON,
    STOP,
    TAKE,
    UP,
    YELLOW,
    Hand,
    card_of,
    card_with,
    colour_for,
    colour_of,
    copies,
    direction_of,
    from_number,
    hand_at,
    how_of,
    kinds_in,
    number_of,
    step_of,
    up_to_number,
)
from reihum.games.yoyo.policy import hand_without
from reihum.games.yoyo.side import YoYoSide
from reihum.games.yoyo.table import DONE, GAMES_EACH

FEWEST_SEATS: Final = 2
# Where the first copy of a card stands among all cards, each of which has a place; and where its kind does.
COPY_AT: Final = vec[i64]([0] * int(card_with(YELLOW, HIGHEST) + 1))
KIND_AT: Final = vec[i64]([0] * int(card_with(YELLOW, HIGHEST) + 1))
_copy = 0
_kind = 0
for _colour in range(COLOURS):
    for _number in range(HIGHEST + 1):
        COPY_AT[card_with(_colour, _number)] = _copy
        KIND_AT[card_with(_colour, _number)] = _kind
        _copy += copies(_colour, _number)
        _kind += 1 if copies(_colour, _number) else 0
KINDS: Final = 56
HELD: Final = 16  # cards in a hand that are told apart
LEAD: Final = 24  # points more or fewer than another seat
MARGIN_WEIGHT: Final = 2048  # see Observer.margin_weight; less with every game
STOCK_STEP: Final = 3
STOCK_STEPS: Final = 18
PENDING: Final = 4
FITTING: Final = 10
PAIRS: Final = 6


@final
@mypyc_attr(acyclic=True)
class YoYoObserver(Observer):
    """Observes a seat of YoYo."""

    def __init__(self) -> None:
        super().__init__()
        self.lead = 6
        own = Layout()
        self.players = own.add("players", MOST_SEATS - FEWEST_SEATS + 1, "how many play: 2 to 6")
        self.options = own.add("options", 1, "plain_draw (Y22c)")
        self.phase = own.add("phase", DONE, "play, series, drawn, take, slide")
        self.left = own.add("games_left", GAMES_EACH * MOST_SEATS, "games of the match after this one")
        self.hand = own.add(
            "hand",
            DECK_SIZE,
            "your own cards: blue 1 to 20, red 1 to 20, yellow 3 to 18, of each a thermometer of its copies",
        )
        self.drawn = own.add("drawn", KINDS, "the card you have just drawn and may lay (Y13)")
        self.unseen = own.add(
            "unseen", DECK_SIZE, "the cards that are neither yours nor in the pile: of each a thermometer"
        )
        self.top = own.add("top", HIGHEST + 1, "the number on top, 1 to 20; first place: an empty pile")
        self.direction = own.add("direction", 3, "none, up, down")
        self.yellow = own.add("yellow", 1, "the top card is yellow")
        self.own_top = own.add("own_top", 1, "you laid it (Y11)")
        self.stock = own.add("stock", STOCK_STEPS, f"the draw pile, {STOCK_STEP} cards a place")
        self.emptied = own.add("emptied", 1, "it was used up once (Y14)")
        self.pending = own.add("pending", PENDING, "cards to take from each of two players (Y19, Y22)")
        self.taking = own.add("taking", 1, "the first of two has been taken from (Y19a)")
        self.held = own.add("held", HELD, "how many cards you hold")
        self.common = own.end
        other = Layout()
        self.other_held = other.add("held", HELD, "how many cards it holds")
        self.other_fewer = other.add("fewer", LEAD, "how many points fewer than you it has")
        self.other_more = other.add("more", LEAD, "how many more")
        self.other_known = other.add("known", KINDS, "cards that you know it holds (Y19, Y20)")
        self.other_top = other.add("own_top", 1, "it laid the top card")
        self.other_taken = other.add("taken", 1, "it is the first that has been taken from")
        self.other_drew = other.add(
            "drew",
            2 * HIGHEST,
            "tops on which it drew in this game, 1 to 20 going up, then 1 to 20 going down",
        )
        self.block = other.end
        after = Layout(self.common + (MOST_SEATS - 1) * self.block)
        self.kind = after.add("kind", 6, "lay, stop, draw, keep, take, slide")
        self.card = after.add("card", KINDS, "the card that is laid or slid")
        self.direction_after = after.add("direction_after", 3, "the direction after it: none, up, down")
        self.top_after = after.add("top_after", HIGHEST + 1, "the number on top after it")
        self.yellow_after = after.add("yellow_after", 1, "the top card after it is yellow")
        self.action = after.add("action", CHAOS + 1, "what the top card does if the lay ends with it (Y9a)")
        self.going_on = after.add("going_on", 1, "the lay can go on")
        self.hand_after = after.add("hand_after", DECK_SIZE, "your cards after it")
        self.held_after = after.add("held_after", HELD, "how many cards you hold after it")
        self.out = after.add("out", 1, "it is your last card")
        self.fitting = after.add("fitting", FITTING, "cards of your hand that would fit then")
        self.pairs = after.add("pairs", PAIRS, "neighbours in your hand that make a series")
        self.yellows = after.add("yellows", PAIRS, "yellow cards in your hand")
        self.target = after.add("target", MOST_SEATS - 1, "whom you take from, the next seat first")
        self.target_held = after.add("target_held", HELD, "how many cards that seat holds")
        self.advised = after.add("advised", 1, ADVISED)
        self.size = after.end
        self.own_fields = own.fields
        self.seat_fields = other.fields
        self.after_fields = after.fields
        # What the moves of one decision are considered by:
        self.cards_held: Hand = (0, 0, 0)
        self.way: i64 = NO_DIRECTION
        self.number: i64 = 0

    def observe(self, side: Side, remembering: bool) -> None:
        """The table from the seat's side."""
        assert isinstance(side, YoYoSide)
        self.count = 0
        seat = side.seat
        hand = side.hand()
        self.cards_held = hand
        self.way = side.direction()
        self.number = 0
        if self.way != NO_DIRECTION:
            self.number = side.top()
        self.one(self.players + side.seats - FEWEST_SEATS)
        self.flag(self.options, side.plain_draw)
        if side.phase() != DONE:
            self.one(self.phase + side.phase())
        games = GAMES_EACH * side.seats
        left = games - side.match_game()
        self.margin_weight = MARGIN_WEIGHT * left // games
        self.thermometer(self.left, left, GAMES_EACH * MOST_SEATS)
        self._write_cards(self.hand, hand)
        drawn = side.drawn()
        if drawn != NO_CARD:
            self.one(self.drawn + KIND_AT[drawn])
        if remembering:
            self._write_cards(self.unseen, side.unseen())
        self.one(self.top + self.number)
        self.one(self.direction + self.way)
        self.flag(self.yellow, side.action() != NO_ACTION)
        self.flag(self.own_top, side.top_by() == seat)
        self.thermometer(self.stock, side.in_stock() // STOCK_STEP, STOCK_STEPS)
        self.flag(self.emptied, side.emptied() > 0)
        self.thermometer(self.pending, side.pending(), PENDING)
        self.flag(self.taking, side.first_taken() != NOBODY)
        self.thermometer(self.held, side.held(seat), HELD)
        points = side.points(seat)
        knows = side.proofs()
        at = self.common
        other = left_of(seat, side.seats)
        while other != seat:
            self.thermometer(at + self.other_held, side.held(other), HELD)
            lead = points - side.points(other)
            self.thermometer(at + self.other_fewer, lead, LEAD)
            self.thermometer(at + self.other_more, -lead, LEAD)
            self.flag(at + self.other_top, side.top_by() == other)
            self.flag(at + self.other_taken, side.first_taken() == other)
            if remembering:
                self._write_kinds(at + self.other_known, hand_at(knows.known, knows.known_at(seat, other)))
                self.bits(at + self.other_drew, knows.drew_at[other] >> 1)
            at += self.block
            other = left_of(other, side.seats)

    def _write_cards(self, first: i64, hand: Hand) -> None:
        """Of each card a thermometer of its copies."""
        for colour in range(COLOURS):
            cards = hand[BLUE] if colour == BLUE else hand[RED] if colour == RED else hand[YELLOW]
            while cards:
                number = lowest(cards)
                at = first + COPY_AT[card_with(colour, number)]
                for i in range(count_of(cards, number)):
                    self.one(at + i)
                cards &= ~all_of(number)

    def _write_kinds(self, first: i64, hand: Hand) -> None:
        """Of each card whether it is there."""
        for colour in range(COLOURS):
            cards = hand[BLUE] if colour == BLUE else hand[RED] if colour == RED else hand[YELLOW]
            while cards:
                number = lowest(cards)
                self.one(first + KIND_AT[card_with(colour, number)])
                cards &= ~all_of(number)

    # -- moves ------------------------------------------------------------------------------------

    def consider(self, side: Side, move: i64) -> None:
        """The hand and the pile after a move."""
        assert isinstance(side, YoYoSide)
        self.count = 0
        hand = self.cards_held
        direction = self.way
        number = self.number
        if move >= TAKE:
            self.one(self.kind + 4)
            self.one(self.target + (move - TAKE - side.seat + side.seats - 1) % side.seats)
            self.thermometer(self.target_held, side.held(move - TAKE), HELD)
        elif move == STOP:
            self.one(self.kind + 1)
            self.one(self.action + side.action())
        elif move == DRAW:
            self.one(self.kind + 2)
        elif move == KEEP:
            self.one(self.kind + 3)
        else:
            card = card_of(move)
            how = how_of(move)
            colour = colour_of(card)
            self.one(self.card + KIND_AT[card])
            hand = hand_without(hand, colour, number_of(card))
            if how == SLIDE_ON:
                self.one(self.kind + 5)
            else:
                self.one(self.kind)
                number = number_of(card)
                if how != PLAIN:
                    direction = how
                elif colour != YELLOW:
                    direction = direction_of(colour)
                self.flag(self.yellow_after, colour == YELLOW)
                following = number + step_of(direction)
                if follows(hand, colour_for(direction), following):
                    self.one(self.going_on)
                elif colour == YELLOW:
                    self.one(self.action + ACTION_OF[number])
                else:
                    self.one(self.action)
        self.one(self.direction_after + direction)
        self.one(self.top_after + number)
        self._write_cards(self.hand_after, hand)
        held = size_of(hand[0]) + size_of(hand[1]) + size_of(hand[2])
        self.thermometer(self.held_after, held, HELD)
        self.flag(self.out, held == 0)
        fitting = held
        if direction == UP:
            fitting = size_of(hand[0] & from_number(number)) + count_of(hand[1], number) + size_of(hand[2])
        elif direction == DOWN:
            fitting = size_of(hand[1] & up_to_number(number)) + count_of(hand[0], number) + size_of(hand[2])
        self.thermometer(self.fitting, fitting, FITTING)
        blue = kinds_in(hand[0])
        red = kinds_in(hand[1])
        yellow = kinds_in(hand[2])
        # Two bits a number: a shift by two goes to the next one, and a kind, with both set, counts three.
        pairs = size_of(blue & (blue | yellow) >> 2) + size_of(red & (red | yellow) << 2)
        self.thermometer(self.pairs, pairs // 3, PAIRS)
        self.thermometer(self.yellows, size_of(hand[2]), PAIRS)
        self.flag(self.advised, move == self.advice)

    # -- rounds -----------------------------------------------------------------------------------

    def round(self, side: Side) -> i64:
        """Which game of the match this is (Y26)."""
        assert isinstance(side, YoYoSide)
        return side.match_game()

    def standing(self, side: Side, seat: i64) -> list[int]:
        """Points (Y23 to Y25)."""
        assert isinstance(side, YoYoSide)
        return [int(side.points(seat))]


def follows(hand: Hand, colour: i64, number: i64) -> bool:
    """Y15, Y16: whether a hand can go on with a series."""
    if number < 1 or number > HIGHEST:
        return False
    cards = hand[0] if colour == BLUE else hand[1]
    return count_of(cards, number) > 0 or count_of(hand[2], number) > 0
