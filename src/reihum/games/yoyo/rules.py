"""The rules of YoYo: for 2 to 6 players, twice as many games as players, most points win.

Rule numbers are those of the game's sheet (`sheet.en.toml`). There are no options. What may be done is in
`legal.py`; here is what it does.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, OVER, UNHEARD, buffer
from reihum.core.dealer import Dealer, shuffle
from reihum.core.packing import lowest, of_value
from reihum.games.yoyo.cards import (
    ACTION_OF,
    BLUE,
    CARDS,
    CHAOS,
    COLOURS,
    DECK_SIZE,
    DRAW,
    KEEP,
    NO_ACTION,
    NO_DIRECTION,
    PASS_LEFT,
    PLAIN,
    RED,
    SKIP,
    STOP,
    TAKE,
    TAKE_CARDS,
    UP,
    YELLOW,
    card_name,
    card_names,
    card_of,
    colour_of,
    how_of,
    number_of,
    step_of,
)
from reihum.games.yoyo.knowledge import nothing_known
from reihum.games.yoyo.legal import DONE, DRAWN, NO_CARD, PLAY, SERIES, SLIDING, TAKING, Legal
from reihum.games.yoyo.worlds import Deal

HAND: Final = 7  # Y3
FIRST_BEGINNER: Final = 1  # Y4a
GOING_OUT: Final = 5  # Y23
EMPTIED_END: Final = 2  # Y14
GAMES_EACH: Final = 2  # Y26: games in a match for every player


@final
@mypyc_attr(acyclic=True)
class YoYo(Legal):
    """One match of YoYo."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)

    # -- playing ----------------------------------------------------------------------------------

    def carry_out(self, seat: i64, move: i64, dealer: Dealer) -> None:
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
            self._finish(seat, dealer)
        else:
            self._put(seat, card_of(move), how_of(move), dealer)

    def _put(self, seat: i64, card: i64, how: i64, dealer: Dealer) -> None:
        """Y7 to Y11, Y15: a card on the pile; the lay goes on if it can."""
        colour = colour_of(card)
        number = number_of(card)
        before = self.direction
        self.hands[seat * COLOURS + colour] -= of_value(number, 1)
        self.held[seat] -= 1
        self.pile[self.laid] = card
        self.laid += 1
        if how != PLAIN:
            self.direction = how
        elif colour != YELLOW:
            self.direction = colour + 1
        self.top = number
        self.top_by = seat
        if self.phase == DRAWN:
            self.drawn = NO_CARD
            self.knows.laid_drawn(seat)
        else:
            self.knows.laid(seat, card, self.held[seat] + 1)
        if self.telling:
            self._tell_put(seat, card, before)
        if self.held[seat] == 0:  # Y17, Y23
            self._end_game(seat, dealer)
            return
        if self.phase != TAKING:  # Y22a: an answer is a single card
            number += step_of(self.direction)
            if self.goes_on(seat):
                self.phase = SERIES
                self.knows.goes_on(seat, self.direction, number)
                return
            self.knows.ended(seat, self.direction, number)
        self._finish(seat, dealer)

    def _tell_put(self, seat: i64, card: i64, before: i64) -> None:
        """Y12: whether a card goes on or answers, where it goes from there, and whether it is the last."""
        direction = "up" if self.direction == UP else "down"
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

    def _finish(self, seat: i64, dealer: Dealer) -> None:
        """Y9a: the lay is finished; a yellow card on top acts."""
        action: i64 = ACTION_OF[self.top] if self.top_is_yellow() else NO_ACTION
        if action == PASS_LEFT:
            self.phase = SLIDING
            if self.telling:
                self.tell("passing", {"seat": seat})
            return
        self._pass_on(seat)
        if action == SKIP:
            if self.telling:
                self.tell("skipped", {"seat": self.at})
            self.at = self.next_to(self.at)
        elif action == TAKE_CARDS:
            self.phase = TAKING
            self.pending += 1  # Y22
            if self.telling:
                self.tell("hit", {"seat": self.at, "count": self.pending})
        elif action == CHAOS:
            self._chaos(dealer)

    def _pass_on(self, seat: i64) -> None:
        """The next seat begins its turn."""
        self.phase = PLAY
        self.at = self.next_to(seat)

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """Y13, Y14: the top card of the stock, which may be its last."""
        self.left -= 1
        card = self.stock[self.left]
        self._receive(seat, card)
        if self.left == 0 and (self.emptied + 1 == EMPTIED_END or self.laid <= 1):  # Y14a, Y14b, Y25
            if self.telling:
                self.tell("drew", {"card": card_name(card), "fits": False}, seat)
                self.tell("used_up", {"times": self.emptied + 1})
            self.emptied = EMPTIED_END
            # Nobody sees whether it would have fitted.
            self.knows.drew(seat, card, self.left, True, self.top, NO_DIRECTION)
            self._end_game(NOBODY, dealer)
            return
        fits = self.fits(seat, card)
        if self.telling:
            self.tell("drew", {"card": card_name(card), "fits": fits}, seat)
        self.knows.drew(seat, card, self.left, fits, self.top, self.direction_for(seat))
        if self.left == 0:
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
        self.knows.reshuffled(self.pile, self.laid, self.held)
        self.emptied += 1
        self.left = self.laid - 1
        for i in range(self.left):
            self.stock[i] = self.pile[i]
        shuffle(self.stock, self.left, dealer)
        self.pile[0] = self.pile[self.left]
        self.laid = 1
        if self.telling:
            self.tell("reshuffled", {})

    def _receive(self, seat: i64, card: i64) -> None:
        self.hands[seat * COLOURS + colour_of(card)] += of_value(number_of(card), 1)
        self.held[seat] += 1

    # -- actions of yellow cards ------------------------------------------------------------------

    def _take(self, seat: i64, other: i64, dealer: Dealer) -> None:
        """Y19, Y19a, Y22a: one card, or with the last seat named all that are due, in turns."""
        first = self.first
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
            self._tell_took(seat, other, before)
            self._tell_took(seat, first, before)
        if out != NOBODY:
            if self.telling:
                self.tell("out", {"seat": out, "how": "lost"})
            self._end_game(out, dealer)
        elif self.seats > 2 and first == NOBODY:
            self.first = other
        else:
            self.phase = PLAY
            self.pending = 0
            self.first = NOBODY

    def _take_one(self, seat: i64, other: i64, dealer: Dealer) -> None:
        """One card of the sorted hand, unseen."""
        card = self.card_at(other, dealer.below(self.held[other]))
        self.hands[other * COLOURS + colour_of(card)] -= of_value(number_of(card), 1)
        self.held[other] -= 1
        self._receive(seat, card)
        self.knows.taken(seat, other, card, self.held[other] + 1)

    def _tell_took(self, seat: i64, other: i64, before: vec[i64]) -> None:
        """Y19: everybody sees how many cards have left a hand, the two concerned which."""
        if other == NOBODY:
            return
        at = other * COLOURS
        cards = card_names(
            before[at + BLUE] - self.hands[at + BLUE],
            before[at + RED] - self.hands[at + RED],
            before[at + YELLOW] - self.hands[at + YELLOW],
        )
        if cards:
            self.tell("took", {"seat": seat, "from": other, "count": len(cards)})
            self.tell("got", {"from": other, "cards": cards}, seat)
            self.tell("lost", {"to": seat, "cards": cards}, other)

    def _slide(self, seat: i64, card: i64) -> None:
        """Y20: a choice; with the last one all chosen cards move at once."""
        self.slid[seat] = card
        if self.turn() != OVER:
            return
        for giver in range(self.seats):
            given = self.slid[giver]
            self.hands[giver * COLOURS + colour_of(given)] -= of_value(number_of(given), 1)
            self.held[giver] -= 1
            self._receive(self.next_to(giver), given)
        self.knows.slid(self.slid, self.held)
        if self.telling:
            self.tell("slid", {})
            for giver in range(self.seats):
                self.tell("got", {"from": giver, "cards": [card_name(self.slid[giver])]}, self.next_to(giver))
        for giver in range(self.seats):
            self.slid[giver] = NO_CARD
        self._pass_on(self.at)

    def _chaos(self, dealer: Dealer) -> None:
        """Y21: all hands shuffled and dealt evenly, left of the layer first; the rest under the stock."""
        self.knows.collected(self.hands)
        cards = CARDS[:]
        count: i64 = 0
        for colour in range(COLOURS):
            together: i64 = 0
            for seat in range(self.seats):
                together += self.hands[seat * COLOURS + colour]
                self.hands[seat * COLOURS + colour] = 0
            while together:
                number = lowest(together)
                cards[count] = colour << 5 | number
                count += 1
                together -= of_value(number, 1)
        shuffle(cards, count, dealer)
        for seat in range(self.seats):
            self.held[seat] = 0
        seat = self.at
        while count >= self.seats or seat != self.at:
            count -= 1
            self._receive(seat, cards[count])
            seat = self.next_to(seat)
        self._put_under(cards, count)
        self.knows.dealt_out(self.hands, count)
        if self.telling:
            self.tell("chaos", {})
            self._tell_hands()

    def _put_under(self, cards: vec[i64], count: i64) -> None:
        for i in range(self.left - 1, -1, -1):
            self.stock[i + count] = self.stock[i]
        for i in range(count):
            self.stock[i] = cards[i]
        self.left += count

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """Y3: seven cards each from the top of the shuffled deck; the rest is the stock."""
        self.stock = CARDS[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.left = DECK_SIZE
        for i in range(self.seats * COLOURS):
            self.hands[i] = 0
        for seat in range(self.seats):
            self.held[seat] = 0
        for _ in range(HAND):
            for seat in range(self.seats):
                self.left -= 1
                self._receive(seat, self.stock[self.left])
        self.match_game += 1
        self.phase = PLAY
        self.laid = 0
        self.top = 0
        self.direction = NO_DIRECTION
        self.top_by = NOBODY
        self.emptied = 0
        self.at = self.beginner
        self.knows.dealt()
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """Y3, Y26: which game of the match begins and who begins it; each seat sees its cards."""
        games = GAMES_EACH * self.seats
        self.tell("begins", {"game": self.match_game, "games": games, "beginner": self.beginner})
        self._tell_hands()

    def _tell_hands(self) -> None:
        """Y3, Y21: each seat sees the cards that it has been dealt."""
        for seat in range(self.seats):
            at = seat * COLOURS
            hand = card_names(self.hands[at + BLUE], self.hands[at + RED], self.hands[at + YELLOW])
            self.tell("dealt", {"cards": hand}, seat)

    def _end_game(self, out: i64, dealer: Dealer) -> None:
        """Y23 to Y26: points, then the next game or the end of the match."""
        for seat in range(self.seats):
            self.points[seat] += self._score(seat, out)
        if self.telling:
            scores = [int(self._score(seat, out)) for seat in range(self.seats)]
            self.tell("round", {"round": self.match_game, "scores": scores, "points": self.scores()})
        self.drawn = NO_CARD
        self.pending = 0
        self.first = NOBODY
        if self.match_game < GAMES_EACH * self.seats:
            self.beginner = self._next_beginner()
            self.deal(dealer)
            return
        self.phase = DONE
        self.tell_end()

    def _score(self, seat: i64, out: i64) -> i64:
        """Y23 to Y25."""
        return GOING_OUT if seat == out else -self.held[seat]

    def _next_beginner(self) -> i64:
        """Y26, Y26a: the fewest points, counted from the seat after the last beginner."""
        best = self.next_to(self.beginner)
        seat = best
        for _ in range(1, self.seats):
            seat = self.next_to(seat)
            if self.points[seat] < self.points[best]:
                best = seat
        return best

    def scores(self) -> list[int]:
        """Y23 to Y25: the points of all games so far."""
        return [int(self.points[seat]) for seat in range(self.seats)]

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Y20: what others slide is never heard; everything else is public."""
        return move if self.phase != SLIDING or seat == by else UNHEARD

    def world(self, seat: i64, dealer: Dealer) -> YoYo:
        """All cards that `seat` has not seen, dealt anew to where they could be."""
        world = self.copy()
        world.knows = self.knows.seen_by(seat)
        pile = vec[i64]([0] * COLOURS)
        for i in range(self.laid):
            pile[colour_of(self.pile[i])] += of_value(number_of(self.pile[i]), 1)
        hand = vec[i64]([0] * COLOURS)
        if seat != NOBODY:
            for colour in range(COLOURS):
                hand[colour] = self.hands[seat * COLOURS + colour]
        deal = Deal(seat, world.knows, self.held, self.left)
        deal.find(pile, hand, dealer)
        world.stock = deal.stock
        for i in range(self.seats * COLOURS):
            if i // COLOURS != seat:
                world.hands[i] = deal.hands[i]
        if self.phase == DRAWN and self.at != seat:
            world.drawn = deal.drawn[self.at]
        if self.phase == SLIDING:
            world.choose_anew(seat, dealer)
        return world

    def choose_anew(self, seat: i64, dealer: Dealer) -> None:
        """Y20: any card for whoever else has chosen one."""
        into = buffer()
        for other in range(self.seats):
            if other != seat and self.slid[other] != NO_CARD:
                count = self.moves(other, into)
                self.slid[other] = card_of(into[dealer.below(count)])

    def copy(self) -> YoYo:
        """An independent copy."""
        twin = YoYo(self.seats)
        twin.match_game = self.match_game
        twin.points = self.points[:]
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.pile = self.pile[:]
        twin.laid = self.laid
        twin.top = self.top
        twin.direction = self.direction
        twin.top_by = self.top_by
        twin.stock = self.stock[:]
        twin.left = self.left
        twin.emptied = self.emptied
        twin.at = self.at
        twin.beginner = self.beginner
        twin.drawn = self.drawn
        twin.pending = self.pending
        twin.first = self.first
        twin.slid = self.slid[:]
        twin.knows = self.knows.copy()
        return twin


def blank(seats: int) -> YoYo:
    """An empty table before the first deal."""
    state = YoYo(seats)
    state.points = vec[i64]([0] * seats)
    state.hands = vec[i64]([0] * (seats * COLOURS))
    state.held = vec[i64]([0] * seats)
    state.pile = vec[i64]([0] * DECK_SIZE)
    state.stock = vec[i64]([0] * DECK_SIZE)
    state.slid = vec[i64]([NO_CARD] * seats)
    state.beginner = FIRST_BEGINNER
    state.knows = nothing_known(seats)
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> YoYo:
    """A new match, dealt."""
    state = blank(seats)
    state.deal(dealer)
    return state
