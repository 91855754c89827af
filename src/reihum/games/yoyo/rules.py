"""The rules of YoYo: for 2 to 6 players, twice as many games as players, most points win.

Rule numbers are those of the game's sheet (`sheet.en.toml`). Options: `plain_draw` (Y22c).
What is on the table is in `table.py`, what may be played in `legal.py`, and what a move does is here.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, OVER, UNHEARD
from reihum.core.dealer import Dealer, reshuffle, shuffle, shuffle_unseen
from reihum.core.packing import lowest, of_value
from reihum.games.yoyo.cards import (
    CHAOS,
    COLOURS,
    DECK,
    DECK_SIZE,
    DRAW,
    KEEP,
    NO_DIRECTION,
    PASS_LEFT,
    PLAIN,
    SKIP,
    STOP,
    TAKE,
    TAKE_CARDS,
    YELLOW,
    add_card,
    card_name,
    card_names,
    card_of,
    card_with,
    colour_of,
    direction_of,
    drop_card,
    hand_at,
    how_of,
    number_of,
    step_of,
)
from reihum.games.yoyo.legal import Legal
from reihum.games.yoyo.side import YoYoSide
from reihum.games.yoyo.table import (
    DIRECTIONS,
    DONE,
    DRAWN,
    EMPTIED_END,
    HAND_SIZE,
    PLAY,
    SERIES,
    SLIDING,
    TAKING,
)
from reihum.games.yoyo.worlds import deal_unseen

GOING_OUT: Final = 5  # Y23


@final
@mypyc_attr(acyclic=True)
class YoYo(Legal):
    """One match of YoYo."""

    def __init__(self, seats: i64, plain_draw: bool) -> None:
        super().__init__(seats, plain_draw)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: the yellow card's action, the next game, the end."""
        if self.phase == SLIDING:
            self._slide(seat, card_of(move))
        elif move >= TAKE:
            self._take(seat, move - TAKE, dealer)
        elif move == DRAW:
            self._draw(seat, dealer)
        elif move == KEEP:
            self.drawn = NO_CARD
            self._pass_on(seat)
        elif move == STOP:
            self._finish_lay(seat, dealer)
        else:
            self._lay(seat, card_of(move), how_of(move), dealer)

    def _lay(self, seat: i64, card: i64, how: i64, dealer: Dealer) -> None:
        """Y7 to Y11, Y15: lay a card on the pile; the lay goes on if it can."""
        before = self.direction
        self._give_up(seat, card)
        self.pile[self.in_pile] = card
        self.in_pile += 1
        if how != PLAIN:
            self.direction = how
        elif colour_of(card) != YELLOW:
            self.direction = direction_of(colour_of(card))
        self.top = number_of(card)
        self.top_by = seat
        if self.phase == DRAWN:
            self.drawn = NO_CARD
            self.knows.note_lay_drawn(seat)
        else:
            self.knows.note_lay(seat, card, self.held[seat] + 1)
        if self.telling:
            self._tell_lay(seat, card, before)
        if self.held[seat] == 0:  # Y17, Y23
            self._end_game(seat, dealer)
            return
        if self.phase != TAKING:  # Y22a: an answer is a single card
            number = self.top + step_of(self.direction)
            if self.can_go_on(seat):
                self.phase = SERIES
                self.knows.note_going_on(seat, self.direction, number)
                return
            self.knows.note_end(seat, self.direction, number)
        self._finish_lay(seat, dealer)

    def _tell_lay(self, seat: i64, card: i64, before: i64) -> None:
        """Y12: whether a card goes on or answers, the direction, and whether it is the last."""
        direction = DIRECTIONS[self.direction]
        if self.phase == SERIES:
            self.tell("goes_on", {"seat": seat, "card": card_name(card)})
        elif self.phase == TAKING:
            self.tell("answered", {"seat": seat, "card": card_name(card)})
        if before == NO_DIRECTION:
            self.tell("opened", {"seat": seat, "direction": direction})
        elif self.direction != before:
            self.tell("turned", {"seat": seat, "direction": direction})
        if self.held[seat] == 0:
            self.tell("out", {"seat": seat, "how": "laid"})

    def _finish_lay(self, seat: i64, dealer: Dealer) -> None:
        """Y9a: the lay is finished, and a yellow card on top takes effect."""
        action = self.action()
        if action == PASS_LEFT:
            self.phase = SLIDING
            if self.telling:
                self.tell("passing", {"seat": seat})
            return
        self._pass_on(seat)
        if action == SKIP:
            if self.telling:
                self.tell("skipped", {"seat": self.current})
            self.current = self.left_neighbour(self.current)
        elif action == TAKE_CARDS:
            self.phase = TAKING
            self.pending += 1  # Y22
            if self.telling:
                self.tell("hit", {"seat": self.current, "count": self.pending})
        elif action == CHAOS:
            self._chaos(dealer)

    def _pass_on(self, seat: i64) -> None:
        """Go to the next seat."""
        self.phase = PLAY
        self.current = self.left_neighbour(seat)

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """Y13, Y14: draw the top card of the stock, which may be its last."""
        self.in_stock -= 1
        card = self.stock[self.in_stock]
        self._receive(seat, card)
        if self.in_stock == 0 and (self.emptied + 1 == EMPTIED_END or self.in_pile <= 1):  # Y14a, Y14b, Y25
            if self.telling:
                self.tell("drew", {"card": card_name(card), "fits": False}, seat)
                self.tell("used_up", {"times": self.emptied + 1})
            self.emptied = EMPTIED_END
            # Nobody sees whether it fits.
            self.knows.note_draw(seat, card, self.in_stock, True, self.top, NO_DIRECTION)
            self._end_game(NOBODY, dealer)
            return
        fits = self.fits(seat, card)
        if self.telling:
            self.tell("drew", {"card": card_name(card), "fits": fits}, seat)
        self.knows.note_draw(seat, card, self.in_stock, fits, self.top, self.direction_for(seat))
        if self.in_stock == 0:
            self._reshuffle(dealer)
        if fits:
            self.drawn = card
            self.phase = DRAWN
        else:
            if self.telling:
                self.tell("unfit", {"seat": seat})
            self._pass_on(seat)

    def _reshuffle(self, dealer: Dealer) -> None:
        """Y14: the pile without its top becomes the stock."""
        self.knows.note_stock(self.pile, self.in_pile, self.held)
        self.emptied += 1
        self.in_stock = self.in_pile - 1
        reshuffle(self.pile, self.in_stock, self.stock, dealer)
        self.pile[0] = self.pile[self.in_stock]
        self.in_pile = 1
        if self.telling:
            self.tell("reshuffled", {})

    def _receive(self, seat: i64, card: i64) -> None:
        """Add a card to a hand."""
        add_card(self.hands, seat, card)
        self.held[seat] += 1

    def _give_up(self, seat: i64, card: i64) -> None:
        """Remove a card from a hand."""
        drop_card(self.hands, seat, card)
        self.held[seat] -= 1

    # -- actions of yellow cards ------------------------------------------------------------------

    def _take(self, seat: i64, other: i64, dealer: Dealer) -> None:
        """Y19, Y19a, Y22a: take one card, or, once the last seat is named, all that are due, in turns."""
        first = self.taken_from
        count: i64 = 1
        if self.seats == 2:
            count = self.pending
        elif first != NOBODY:
            count = 2 * self.pending - 1
        source = other
        before = self.hands[:] if self.telling else self.hands
        out: i64 = NOBODY
        for _ in range(count):
            self._take_one(seat, source, dealer)
            if self.held[source] == 0:
                out = source
                break
            if first != NOBODY:
                source = first if source == other else other
        if self.telling:
            self._tell_taking(seat, other, before)
            self._tell_taking(seat, first, before)
        if out != NOBODY:
            if self.telling:
                self.tell("out", {"seat": out, "how": "lost"})
            self._end_game(out, dealer)
        elif self.seats > 2 and first == NOBODY:
            self.taken_from = other
        else:
            self.phase = PLAY
            self.pending = 0
            self.taken_from = NOBODY

    def _take_one(self, seat: i64, other: i64, dealer: Dealer) -> None:
        """Take a random card from a hand."""
        card = self.card_at(other, dealer.below(self.held[other]))
        self._give_up(other, card)
        self._receive(seat, card)
        self.knows.note_take(seat, other, card, self.held[other] + 1)

    def _tell_taking(self, seat: i64, other: i64, before: vec[i64]) -> None:
        """Y19: everybody sees how many cards have left a hand; the two players see which."""
        if other == NOBODY:
            return
        held = hand_at(before, other)
        left = hand_at(self.hands, other)
        cards = card_names((held[0] - left[0], held[1] - left[1], held[2] - left[2]))
        if cards:
            self.tell("took", {"seat": seat, "from": other, "count": len(cards)})
            self.tell("got", {"from": other, "cards": cards}, seat)
            self.tell("lost", {"to": seat, "cards": cards}, other)

    def _slide(self, seat: i64, card: i64) -> None:
        """Y20: choose a card; after the last choice all chosen cards move at once."""
        self.slid[seat] = card
        if self.turn() != OVER:
            return
        for giver in range(self.seats):
            self._give_up(giver, self.slid[giver])
            self._receive(self.left_neighbour(giver), self.slid[giver])
        self.knows.note_slide(self.slid, self.held)
        if self.telling:
            self.tell("slid", {})
            for giver in range(self.seats):
                self.tell(
                    "got", {"from": giver, "cards": [card_name(self.slid[giver])]}, self.left_neighbour(giver)
                )
        for giver in range(self.seats):
            self.slid[giver] = NO_CARD
        self._pass_on(self.current)

    def _chaos(self, dealer: Dealer) -> None:
        """Y21: shuffle all hands and deal them evenly, from the left; the rest goes under the stock."""
        self.knows.note_chaos(self.hands)
        cards = DECK[:]
        count: i64 = 0
        for colour in range(COLOURS):
            together: i64 = 0
            for seat in range(self.seats):
                together += self.hands[seat * COLOURS + colour]
                self.hands[seat * COLOURS + colour] = 0
            while together:
                number = lowest(together)
                cards[count] = card_with(colour, number)
                count += 1
                together -= of_value(number, 1)
        shuffle(cards, count, dealer)
        for seat in range(self.seats):
            self.held[seat] = 0
        seat = self.current
        while count >= self.seats or seat != self.current:
            count -= 1
            self._receive(seat, cards[count])
            seat = self.left_neighbour(seat)
        self._put_under(cards, count)
        self.knows.note_new_hands(self.hands, count)
        if self.telling:
            self.tell("chaos", {})
            self._tell_hands()

    def _put_under(self, cards: vec[i64], count: i64) -> None:
        """Y21: put the first `count` cards under the stock."""
        for i in range(self.in_stock - 1, -1, -1):
            self.stock[i + count] = self.stock[i]
        for i in range(count):
            self.stock[i] = cards[i]
        self.in_stock += count

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """Y3: deal seven cards each from the top of the shuffled deck; the rest is the stock."""
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.in_stock = DECK_SIZE
        for i in range(self.seats * COLOURS):
            self.hands[i] = 0
        for seat in range(self.seats):
            self.held[seat] = 0
        for _ in range(HAND_SIZE):
            for seat in range(self.seats):
                self.in_stock -= 1
                self._receive(seat, self.stock[self.in_stock])
        self.match_game += 1
        self.phase = PLAY
        self.in_pile = 0
        self.direction = NO_DIRECTION
        self.top_by = NOBODY
        self.emptied = 0
        self.current = self.beginner
        self.knows.note_deal()
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """Y3, Y26: which game of the match begins and who begins it; each seat sees its cards."""
        self.tell("begins", {"game": self.match_game, "games": self.games(), "beginner": self.beginner})
        self._tell_hands()

    def _tell_hands(self) -> None:
        """Y3, Y21: each seat sees the cards that it has been dealt."""
        for seat in range(self.seats):
            self.tell("dealt", {"cards": card_names(hand_at(self.hands, seat))}, seat)

    def _end_game(self, out: i64, dealer: Dealer) -> None:
        """Y23 to Y26: count points, then deal the next game or end the match."""
        for seat in range(self.seats):
            self.points[seat] += self._score(seat, out)
        if self.telling:
            scores = [int(self._score(seat, out)) for seat in range(self.seats)]
            self.tell("round", {"round": self.match_game, "scores": scores, "points": self.scores()})
        self.pending = 0
        self.taken_from = NOBODY
        if self.match_game < self.games():
            self.beginner = self.next_beginner()
            self.deal(dealer)
            return
        self.phase = DONE
        self.tell_end()

    def _score(self, seat: i64, out: i64) -> i64:
        """Y23 to Y25: the points of a seat in this game."""
        return GOING_OUT if seat == out else -self.held[seat]

    def scores(self) -> list[int]:
        """Y23 to Y25: the points in all games so far."""
        return [int(self.points[seat]) for seat in range(self.seats)]

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Y20: nobody hears what others pass on; everything else is public."""
        return move if self.phase != SLIDING or seat == by else UNHEARD

    def world(self, seat: i64, dealer: Dealer) -> YoYo:
        """A copy in which all cards that `seat` has not seen are dealt again."""
        world = self.copy()
        deal_unseen(self, world, seat, dealer)
        return world

    def shuffled(self, dealer: Dealer) -> YoYo:
        """A copy in which the stock lies in another order; what Chaos put under it stays there (Y21)."""
        twin = self.copy()
        shuffle_unseen(twin.stock, twin.knows.under, dealer)
        shuffle_unseen(twin.stock, twin.in_stock, dealer, twin.knows.under)
        return twin

    def side(self, seat: i64) -> YoYoSide:
        """What a seat may look at."""
        return YoYoSide(self, seat)

    def copy(self) -> YoYo:
        """An independent copy."""
        twin = YoYo(self.seats, self.plain_draw)
        self.copy_to(twin)
        return twin


def blank(seats: int, plain_draw: bool) -> YoYo:
    """An empty table before the first deal."""
    state = YoYo(seats, plain_draw)
    state.set_up()
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> YoYo:
    """A new match, dealt."""
    state = blank(seats, options.get("plain_draw", False))
    state.deal(dealer)
    return state
