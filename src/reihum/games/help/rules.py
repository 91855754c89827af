"""The rules of HELP!: for 3 to 5 players, rounds until somebody has three points.

Rule numbers are those of the game's sheet (`sheet.en.toml`). There are no options.
What is on the table is in `table.py`, what may be played in `legal.py`, how cards change hands in
`helping.py`, and what a move does is here.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, OVER, UNHEARD, all_seats, bit, seat_or_none
from reihum.core.dealer import Dealer, reshuffle, shuffle, shuffle_unseen
from reihum.games.help.cards import (
    BACK_UNSEEN,
    DECK,
    DECK_SIZE,
    GIVE_UNSEEN,
    HAND_SIZE,
    HELP,
    HIGHEST,
    JOKER,
    LONGEST_ROW,
    NAMES,
    NO,
    SWITCH,
    ZAP,
    group_of,
    kind_of,
    kinds_of,
    of_kind,
    played_kind,
    size_of,
)
from reihum.games.help.helping import give, give_back, try_switch
from reihum.games.help.legal import Legal
from reihum.games.help.row import card_at, with_card, with_exchange, without_last
from reihum.games.help.side import HelpSide
from reihum.games.help.table import (
    BACK,
    CALL,
    DONE,
    FREE,
    GIVE,
    GOAL,
    PLAY,
    RECEIVED,
    SKIPPED,
    TO_SKIP,
)
from reihum.games.help.worlds import deal_unseen


@final
@mypyc_attr(acyclic=True)
class Help(Legal):
    """One game of HELP!."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: the opening, the next turn, the next round, the end."""
        if self.phase == PLAY:
            if move == HELP:
                self._ask(dealer)
            else:
                self._lose(seat, played_kind(move))
                self._lay(seat, move, dealer)
        elif self.phase == RECEIVED:
            self.knows.note_help(seat, self.giver, self.received)
            self.phase = PLAY
            self.giver = NOBODY
            self.received = NO_CARD
            self._lay(seat, move, dealer)
        elif self.phase == CALL:
            self._call(seat, dealer)
        elif self.phase == GIVE:
            give(self, kind_of(move))
        else:
            give_back(self, kind_of(move))

    def _lose(self, seat: i64, k: i64) -> None:
        """A card leaves the hand for everybody to see."""
        self.hands[seat] -= of_kind(k, 1)
        self.knows.note_loss(seat, k)

    # -- the opening ------------------------------------------------------------------------------

    def _call(self, seat: i64, dealer: Dealer) -> None:
        """H5c, and H6a after the last call."""
        i: i64 = self.called
        moved = self.order[i]
        while moved != seat:  # the others keep their order
            i += 1
            following = self.order[i]
            self.order[i] = moved
            moved = following
        self.order[self.called] = seat
        self.called += 1
        if self.turn() == OVER:
            self._open(dealer)

    def _open(self, dealer: Dealer) -> None:
        """H5, H6: the first player who called the lowest number opens the row with it."""
        self.current = self.order[0]
        for i in range(self.called):
            if self.lowest_number(self.order[i]) < self.lowest_number(self.current):
                self.current = self.order[i]
        for seat in range(self.seats):
            if self.is_caller(seat):
                self.knows.note_call(seat, self.lowest_number(seat))
        n = self.lowest_number(self.current)
        if self.telling:
            self.tell("called", {"calls": self.calls()})
            self.tell("opened", {"seat": self.current, "card": NAMES[n]})
        self.callers = 0
        self.called = 0
        self.phase = PLAY
        self._lose(self.current, n)
        self._lay(self.current, n, dealer)

    # -- a card is played -------------------------------------------------------------------------

    def _lay(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """H7 to H15: carry out a card that has left the hand, then refill and go to the next turn."""
        k = kind_of(move)
        place = group_of(move)
        if k <= HIGHEST and place:
            self._switch(seat, k, place)
        elif k <= JOKER:
            if self.telling and k == JOKER:
                self._tell_place(seat, place)
            self._extend(with_card(self.row, place if place else self.length + 1, k))
        elif k == ZAP:
            self._zap(seat)
        else:
            self.no[seat] = TO_SKIP
        self._refill(seat, dealer)
        self._next()
        if self.in_stock == 0:
            self._reshuffle(dealer)  # H11b: including the No! of the player in turn

    def _tell_place(self, seat: i64, place: i64) -> None:
        """H12: between which values a Joker goes, and what it counts as there."""
        before = card_at(self.values, place - 1)
        behind = card_at(self.values, place)
        facts: dict[str, object] = {"seat": seat, "place": place, "value": before + 1}
        self.tell("placed", {**facts, "before": value_or_none(before), "behind": value_or_none(behind)})

    def _extend(self, row: i64) -> None:
        """H9: the row gets one card longer; a row of six is cleared away."""
        if self.length + 1 < LONGEST_ROW:
            self.set_row(row, self.length + 1)
            return
        if self.telling:
            self.tell("cleared", {"row": [NAMES[card_at(row, place)] for place in range(1, LONGEST_ROW + 1)]})
        for place in range(1, LONGEST_ROW + 1):
            self._discard(card_at(row, place))
        self.set_row(0, 0)

    def _switch(self, seat: i64, n: i64, place: i64) -> None:
        """H13: exchange a card of the row; everybody sees which one is taken."""
        taken = card_at(self.row, place)
        self._discard(SWITCH)
        self._lose(seat, n)
        self.hands[seat] += of_kind(taken, 1)
        self.knows.note_gain(seat, taken)
        old = self.values
        self.set_row(with_exchange(self.row, place, n), self.length)
        if self.telling:
            facts: dict[str, object] = {"seat": seat, "card": NAMES[n], "taken": NAMES[taken], "place": place}
            self.tell("switched", {**facts, "jokers": self._changed_jokers(old)})

    def _changed_jokers(self, old: i64) -> list[int]:
        """H12a: what those Jokers count as now whose values have changed."""
        jokers: list[int] = []
        for place in range(1, self.length + 1):
            value = card_at(self.values, place)
            if card_at(self.row, place) == JOKER and value != card_at(old, place):
                jokers.append(int(value))
        return jokers

    def _zap(self, seat: i64) -> None:
        """H14: take the last card of the row away."""
        zapped = card_at(self.row, self.length)
        self._discard(ZAP)
        self._discard(zapped)
        self.set_row(without_last(self.row, self.length), self.length - 1)
        if self.telling:
            self.tell("zapped", {"seat": seat, "card": NAMES[zapped], "left": self.length})

    def _discard(self, k: i64) -> None:
        """Put a card on the discard pile."""
        self.discard[self.in_discard] = k
        self.in_discard += 1

    def _refill(self, seat: i64, dealer: Dealer) -> None:
        """H10, H11a: draw back up to four cards; normally one is missing."""
        if not self.lacks:
            self._draw(seat, dealer)
            return
        if self.in_stock == 0:  # H11b
            self._reshuffle(dealer)
        while self.in_stock and size_of(self.hands[seat]) < HAND_SIZE:
            self._draw(seat, dealer)

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """H10, H11: draw the top card of the draw pile."""
        self.in_stock -= 1
        k = self.stock[self.in_stock]
        self.hands[seat] += of_kind(k, 1)
        self.knows.note_refill(seat, k)
        if self.telling:
            self.tell("drew", {"card": NAMES[k]}, seat)
        if self.in_stock == 0:
            self._reshuffle(dealer)

    def _reshuffle(self, dealer: Dealer) -> None:
        """H11: make a draw pile of the discards; without any it stays empty (H11b)."""
        if self.in_discard == 0:
            return
        self.knows.note_stock(self.discards(), self.open_cards(), self.hands)
        reshuffle(self.discard, self.in_discard, self.stock, dealer)
        self.in_stock = self.in_discard
        self.in_discard = 0
        if self.telling:
            self.tell("reshuffled", {"cards": self.in_stock})

    def _next(self) -> None:
        """H4, H15: go to the next player who is not skipped."""
        while True:
            self.current = self.neighbour(self.current, self.direction)
            if self.no[self.current] != TO_SKIP:
                break
            self.no[self.current] = SKIPPED
            if self.telling:
                self.tell("skipped", {"seat": self.current})
        if self.no[self.current] == SKIPPED:
            self.no[self.current] = FREE
            self._discard(NO)
            if self.telling:
                self.tell("freed", {"seat": self.current})

    # -- nothing can be played --------------------------------------------------------------------

    def _ask(self, dealer: Dealer) -> None:
        """H16 to H20: the player in turn asks for help, or the round ends."""
        asker = self.current
        giver = self.helper(asker)
        if self.telling:
            self.tell("asked", {"seat": asker, "giver": seat_or_none(giver)})
        self.knows.note_stuck(asker, self.top)
        if giver == NOBODY:  # H20
            self._end_round(bit(asker), dealer)
        elif self.hands[giver] & self.helpful(self.hands[asker]):
            self.phase = GIVE
            self.giver = giver
            self.knows.note_able(giver, self.top)
            try_switch(self)
        else:  # H19
            self.knows.note_unable(asker, giver, self.top)
            self._end_round(all_seats(self.seats) & ~bit(asker) & ~bit(giver), dealer)

    def _end_round(self, scored: i64, dealer: Dealer) -> None:
        """H19 to H21, then the next round (H4, H5); `scored` is the set of seats that get a point."""
        over = False
        for seat in range(self.seats):
            if (scored >> seat) & 1:
                self.points[seat] += 1
                over = over or self.points[seat] == GOAL
        if self.telling:
            lucky = [int(seat) for seat in range(self.seats) if (scored >> seat) & 1]
            self.tell("round", {"round": self.round, "scored": lucky, "points": self.scores()})
        if over:
            self.phase = DONE
            self.tell_end()
            return
        self.round += 1
        self.direction = -self.direction
        self.callers = all_seats(self.seats) & ~scored
        self.deal(dealer)

    def scores(self) -> list[int]:
        """The points."""
        return [int(points) for points in self.points]

    # -- dealing ----------------------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """H3, H5b: deal, again if no caller has a number; then shuffle the order of calling."""
        self.phase = CALL
        self.called = 0
        self.set_row(0, 0)
        self.in_discard = 0
        self.current = NOBODY
        self.lacks = False
        self.knows.note_deal()
        for seat in range(self.seats):
            self.order[seat] = seat
            self.no[seat] = FREE
        while True:
            self._deal_hands(dealer)
            if self.turn() != OVER:
                break
        shuffle(self.order, self.seats, dealer)  # H5c
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """H3 to H5: the direction of the round and who calls; each seat sees its cards."""
        self.tell(
            "begins", {"round": self.round, "direction": self.direction, "callers": self.calling_seats()}
        )
        for seat in range(self.seats):
            self.tell("dealt", {"cards": [NAMES[k] for k in kinds_of(self.hands[seat])]}, seat)

    def _deal_hands(self, dealer: Dealer) -> None:
        """H3: four cards each, dealt one at a time."""
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.in_stock = DECK_SIZE
        for seat in range(self.seats):
            self.hands[seat] = 0
        for _ in range(HAND_SIZE):
            for seat in range(self.seats):
                self.in_stock -= 1
                self.hands[seat] += of_kind(self.stock[self.in_stock], 1)

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """H5: calls are heard once all have called; H18: only two seats see cards that are handed over."""
        if self.phase == CALL:
            return move if seat == by else UNHEARD
        if seat != self.current and seat != self.giver:
            if self.phase == GIVE:
                return GIVE_UNSEEN
            if self.phase == BACK:
                return BACK_UNSEEN
        return move

    def world(self, seat: i64, dealer: Dealer) -> Help:
        """A copy in which all cards that `seat` has not seen are dealt again."""
        world = self.copy()
        deal_unseen(self, world, seat, dealer)
        return world

    def shuffled(self, dealer: Dealer) -> Help:
        """A copy in which the stock lies in another order."""
        twin = self.copy()
        shuffle_unseen(twin.stock, twin.in_stock, dealer)
        return twin

    def side(self, seat: i64) -> HelpSide:
        """What a seat may look at."""
        return HelpSide(self, seat)

    def copy(self) -> Help:
        """An independent copy."""
        twin = Help(self.seats)
        self.copy_to(twin)
        return twin


def value_or_none(value: int) -> int | None:
    """A value of the row as events write it: null if there is no card."""
    return value if value else None


def blank(seats: int) -> Help:
    """An empty table before the first deal."""
    state = Help(seats)
    state.set_up()
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> Help:
    """A new game, dealt."""
    state = blank(seats)
    state.callers = all_seats(seats)  # H5
    state.deal(dealer)
    return state
