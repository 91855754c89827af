"""The rules of HELP!: for 3 to 5 players, rounds until somebody has three points.

Rule numbers are those of the game's sheet (`sheet.en.toml`). There are no options.
What may be played is in `legal.py`, here is what comes of it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, OVER, UNHEARD, seat_or_none
from reihum.core.dealer import Dealer, shuffle
from reihum.games.help.cards import (
    ALL,
    ALL_CARDS,
    BACK_UNSEEN,
    DECK,
    DECK_SIZE,
    GIVE_UNSEEN,
    HELP,
    HIGHEST,
    JOKER,
    LONGEST,
    NAMES,
    NO,
    NUMBERS,
    SWITCH,
    SWITCHES,
    ZAP,
    group_of,
    kind_of,
    lowest_kind,
    of_kind,
    played_by,
    size_of,
    unpacked,
)
from reihum.games.help.knowledge import (
    ABLE,
    CALLED,
    DEALT,
    EACH,
    GAVE,
    GAVE_BACK,
    HELPED,
    LOST,
    NO_NUMBER,
    REFILLED,
    SPECIAL,
    STUCK,
    TOOK,
    TRIED,
    TRIED_IN_VAIN,
    Knowledge,
    kinds_in,
    nothing_known,
)
from reihum.games.help.legal import BACK, CALL, DONE, GIVE, PLAY, RECEIVED, Legal
from reihum.games.help.row import card_at, exchanged, values_of, with_card
from reihum.games.help.worlds import Deal

HAND: Final = 4  # H3
GOAL: Final = 3  # H21

# H15: a No! in front of a seat
LAID: Final = 1
SKIPPED: Final = 2


@final
@mypyc_attr(acyclic=True)
class Help(Legal):
    """One game of HELP!."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)

    # -- playing ----------------------------------------------------------------------------------

    def carry_out(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: the opening, the next turn, the next round, the end."""
        if self.phase == PLAY:
            if move == HELP:
                self._ask(dealer)
            else:
                k = played_by(move)
                self.hands[seat] -= of_kind(k, 1)
                self.knows.note(LOST, seat, k)
                self._lay(seat, move, dealer)
        elif self.phase == RECEIVED:
            self.knows.note(HELPED, seat, self.received, self.giver)
            self.phase = PLAY
            self.giver = NOBODY
            self.received = 0
            self._lay(seat, move, dealer)
        elif self.phase == CALL:
            self._call(seat, dealer)
        elif self.phase == GIVE:
            self._give(kind_of(move))
        else:
            self._give_back(kind_of(move))

    def _call(self, seat: i64, dealer: Dealer) -> None:
        """H5c, and H6a with the last call."""
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
        """H5, H6: the first of those who called the lowest number opens the row with it."""
        self.at = self.order[0]
        for i in range(self.called):
            if self._lowest(self.order[i]) < self._lowest(self.at):
                self.at = self.order[i]
        for seat in range(self.seats):
            if (self.callers >> seat) & 1:
                self.knows.note(CALLED, seat, self._lowest(seat))
        if self.telling:
            self.tell("called", {"calls": self.calls()})
        self.callers = 0
        self.called = 0
        self.phase = PLAY
        n = self._lowest(self.at)
        if self.telling:
            self.tell("opened", {"seat": self.at, "card": NAMES[n]})
        self.hands[self.at] -= of_kind(n, 1)
        self.knows.note(LOST, self.at, n)
        self._lay(self.at, n, dealer)

    def _lowest(self, seat: i64) -> i64:
        """The lowest number in a hand, or NO_NUMBER."""
        numbers = self.hands[seat] & NUMBERS
        if numbers:
            return lowest_kind(numbers)
        return NO_NUMBER

    def calls(self) -> list[list[int]]:
        """The calls made so far, each seat with its number."""
        return [[int(self.order[i]), int(self._lowest(self.order[i]))] for i in range(self.called)]

    def _lay(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """H7 to H15: what a card does that has left the hand; then the refill and the next turn."""
        k = kind_of(move)
        place = group_of(move)
        if k <= HIGHEST and place:
            self._switch(seat, k, place)
        elif k <= JOKER:
            if self.telling and k == JOKER:
                self._tell_place(seat, place)
            self._extend(with_card(self.row, place if place else self.length + 1, k))
        elif k == ZAP:  # H14
            self.length -= 1
            self._discard(ZAP)
            self._discard(card_at(self.row, self.length + 1))
            if self.telling:
                zapped = NAMES[card_at(self.row, self.length + 1)]
                self.tell("zapped", {"seat": seat, "card": zapped, "left": self.length})
            self._set_row(self.row - (card_at(self.row, self.length + 1) << 4 * self.length))
        else:
            self.no[seat] = LAID
        self._refill(seat, dealer)
        self._next()
        if self.left == 0:
            self._reshuffle(dealer)  # H11b: with the No! of the player in turn

    def _tell_place(self, seat: i64, place: i64) -> None:
        """H12: between which values a Joker goes, and what it counts there."""
        before = card_at(self.values, place - 1)
        behind = card_at(self.values, place)
        facts: dict[str, object] = {"seat": seat, "place": place, "value": before + 1}
        self.tell("placed", {**facts, "before": value_or_none(before), "behind": value_or_none(behind)})

    def _extend(self, row: i64) -> None:
        """H9: the row is longer by one card; six are cleared away."""
        self.length += 1
        if self.length < LONGEST:
            self._set_row(row)
            return
        if self.telling:
            self.tell("cleared", {"row": [NAMES[card_at(row, place)] for place in range(1, LONGEST + 1)]})
        for place in range(1, LONGEST + 1):
            self._discard(card_at(row, place))
        self.length = 0
        self._set_row(0)

    def _switch(self, seat: i64, n: i64, place: i64) -> None:
        """H13: everybody sees which card is taken."""
        taken = card_at(self.row, place)
        self._discard(SWITCH)
        self.hands[seat] += of_kind(taken, 1) - of_kind(n, 1)
        self.knows.note(LOST, seat, n)
        self.knows.note(TOOK, seat, taken)
        old = self.values
        self._set_row(exchanged(self.row, place, n))
        if self.telling:
            facts: dict[str, object] = {"seat": seat, "card": NAMES[n], "taken": NAMES[taken], "place": place}
            self.tell("switched", {**facts, "jokers": self._changed(old)})

    def _changed(self, old: i64) -> list[int]:
        """H12a: what the Jokers count now that counted something else among the old values."""
        jokers: list[int] = []
        for place in range(1, self.length + 1):
            value = card_at(self.values, place)
            if card_at(self.row, place) == JOKER and value != card_at(old, place):
                jokers.append(int(value))
        return jokers

    def _set_row(self, row: i64) -> None:
        """Another row of `length` cards."""
        self.row = row
        self.values = values_of(row)
        self.top = card_at(self.values, self.length)

    def _discard(self, k: i64) -> None:
        self.discard[self.discarded] = k
        self.discarded += 1

    def _refill(self, seat: i64, dealer: Dealer) -> None:
        """H10: every turn costs the hand one card; H11a."""
        if not self.lacks:
            self._draw(seat, dealer)
            return
        if self.left == 0:  # H11b
            self._reshuffle(dealer)
        while self.left and size_of(self.hands[seat]) < HAND:
            self._draw(seat, dealer)

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """H10, H11: the top card of the draw pile goes into the hand."""
        self.left -= 1
        k = self.stock[self.left]
        self.hands[seat] += of_kind(k, 1)
        self.knows.note(REFILLED, seat, k)
        if self.telling:
            self.tell("drew", {"card": NAMES[k]}, seat)
        if self.left == 0:
            self._reshuffle(dealer)

    def _reshuffle(self, dealer: Dealer) -> None:
        """H11; without discards the draw pile stays empty (H11b)."""
        if self.discarded == 0:
            return
        pool: i64 = 0
        for i in range(self.discarded):
            self.stock[i] = self.discard[i]
            pool += of_kind(self.discard[i], 1)
        self.left = self.discarded
        self.discarded = 0
        shuffle(self.stock, self.left, dealer)
        self.knows.catch_up()
        self.knows.reshuffled(pool, self._on_the_table(), self.hands)
        if self.telling:
            self.tell("reshuffled", {"cards": self.left})

    def _on_the_table(self) -> i64:
        """Packed: the cards of the row and in front of seats."""
        cards: i64 = 0
        for place in range(1, self.length + 1):
            cards += of_kind(card_at(self.row, place), 1)
        for seat in range(self.seats):
            if self.no[seat]:
                cards += of_kind(NO, 1)
        return cards

    def _next(self) -> None:
        """H4, H15: the next in the order of play who is not skipped."""
        while True:
            self.at = self.beside(self.at, self.direction)
            if self.no[self.at] != LAID:
                break
            self.no[self.at] = SKIPPED
            if self.telling:
                self.tell("skipped", {"seat": self.at})
        if self.no[self.at] == SKIPPED:
            self.no[self.at] = 0
            self._discard(NO)
            if self.telling:
                self.tell("freed", {"seat": self.at})

    def beside(self, seat: i64, step: i64) -> i64:
        """The neighbour one step clockwise (1) or the other way (-1)."""
        seat += step
        if seat == self.seats:
            return 0
        return seat if seat >= 0 else self.seats - 1

    def helper(self, asker: i64) -> i64:
        """H17: the nearest player before the asker without a No! in front; NOBODY if there is none."""
        seat = self.beside(asker, -self.direction)
        while seat != asker:
            if self.no[seat] == 0:
                return seat
            seat = self.beside(seat, -self.direction)
        return NOBODY

    def _ask(self, dealer: Dealer) -> None:
        """H16 to H20."""
        one: i64 = 1
        asker = self.at
        giver = self.helper(asker)
        if self.telling:
            self.tell("asked", {"seat": asker, "giver": seat_or_none(giver)})
        if giver == NOBODY:  # H20
            self._end_round(one << asker, dealer)
        elif self.hands[giver] & self.helpful(self.hands[asker]):
            self.phase = GIVE
            self.giver = giver
            self.knows.note(STUCK, asker, self.top)
            self.knows.note(ABLE, giver, self.top)
            self.try_switch()
            return
        else:  # H19
            everybody = (one << self.seats) - 1
            self._end_round(everybody & ~(one << asker) & ~(one << giver), dealer)
        if self.phase == DONE:  # nothing is dealt any more, so it can still be told
            self.knows.catch_up()
            self.knows.stuck(asker, self.top)
            if giver != NOBODY:
                self.knows.of_no_help(asker, giver, self.top)

    def try_switch(self) -> None:
        """H18a: a giver who has a Switch sees whether the asker could use it."""
        has_one = self.hands[self.giver] & SWITCHES != 0 or self.received == SWITCH
        if self.length and has_one and size_of(self.hands[self.at]) > 1:
            if self.hands[self.at] & NUMBERS:
                self.knows.note(TRIED, self.at, 0, self.giver)
            else:
                self.knows.note(TRIED_IN_VAIN, self.at, 0, self.giver)

    def _give(self, k: i64) -> None:
        """H18: the asker sees the card; the others not before it is played."""
        self.hands[self.giver] -= of_kind(k, 1)
        self.received = k
        self.phase = BACK
        self.knows.note(GAVE, self.giver, k, self.at)
        if self.telling:
            self._tell_handed(self.giver, self.at, k)

    def _give_back(self, k: i64) -> None:
        """H18: face down; only these two know the card."""
        self.hands[self.at] -= of_kind(k, 1)
        self.hands[self.giver] += of_kind(k, 1)
        self.phase = RECEIVED
        self.knows.note(GAVE_BACK, self.at, k, self.giver)
        if self.telling:
            self._tell_handed(self.at, self.giver, k)

    def _tell_handed(self, seat: i64, to: i64, k: i64) -> None:
        """H18: everybody sees that a card changes hands, and only these two which."""
        self.tell("handed", {"seat": seat, "to": to})
        self.tell("got", {"from": seat, "cards": [NAMES[k]]}, to)

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """H3, H5b: again if no caller has a number; then the order in which seats are asked to call."""
        self.phase = CALL
        self.called = 0
        self.length = 0
        self._set_row(0)
        self.discarded = 0
        self.at = NOBODY
        self.lacks = False
        self.knows.note(DEALT, 0, 0)
        for seat in range(self.seats):
            self.order[seat] = seat
            self.no[seat] = 0
        while True:
            self._deal_hands(dealer)
            if self.turn() != OVER:
                break
        shuffle(self.order, self.seats, dealer)  # H5c
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """H3 to H5: which way the round goes and who calls; each seat sees its cards."""
        callers = [int(seat) for seat in range(self.seats) if (self.callers >> seat) & 1]
        self.tell("begins", {"round": self.round, "direction": self.direction, "callers": callers})
        for seat in range(self.seats):
            self.tell("dealt", {"cards": [NAMES[k] for k in unpacked(self.hands[seat])]}, seat)

    def _deal_hands(self, dealer: Dealer) -> None:
        """H3: four each, one after the other."""
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.left = DECK_SIZE
        for seat in range(self.seats):
            self.hands[seat] = 0
        for _ in range(HAND):
            for seat in range(self.seats):
                self.left -= 1
                self.hands[seat] += of_kind(self.stock[self.left], 1)

    def _end_round(self, scored: i64, dealer: Dealer) -> None:
        """H19 to H21, and the next round (H4, H5): bits of `scored` are the seats that get a point."""
        one: i64 = 1
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
        self.callers = (one << self.seats) - 1 & ~scored
        self.deal(dealer)

    def scores(self) -> list[int]:
        """The points."""
        return [int(points) for points in self.points]

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """H5: calls are heard when all have called; H18: cards handed over are seen by two seats."""
        if self.phase == CALL:
            return move if seat == by else UNHEARD
        if seat != self.at and seat != self.giver:
            if self.phase == GIVE:
                return GIVE_UNSEEN
            if self.phase == BACK:
                return BACK_UNSEEN
        return move

    def hidden_from(self, seat: i64) -> i64:
        """All cards that a seat (or NOBODY) does not see: other hands, the draw pile, a card on its way."""
        hidden = ALL_CARDS - self._on_the_table()
        for i in range(self.discarded):
            hidden -= of_kind(self.discard[i], 1)
        if seat != NOBODY:
            hidden -= self.hands[seat]
        if self.sees_received(seat):
            hidden -= of_kind(self.received, 1)
        return hidden

    def sees_received(self, seat: i64) -> bool:
        """H18: asker and giver know the card that is on its way."""
        return self.received != 0 and (seat == self.at or seat == self.giver)

    def known_by_now(self, observer: i64) -> Knowledge:
        """H18: what an observer and everybody know in the middle of helping, without seeing the cards."""
        knows = self.knows.by_now()
        if self.received == 0:
            return knows
        helpful = kinds_in(self.playable(NUMBERS))
        self._imagine_help(knows, NOBODY, helpful)
        if observer != NOBODY and not self.sees_received(observer):
            self._imagine_help(knows, observer, helpful)
        return knows

    def _imagine_help(self, knows: Knowledge, observer: i64, helpful: i64) -> None:
        """Some card that helps was given, and by now perhaps some card given back."""
        if self.phase == BACK:
            knows.seen_to_lose(observer, self.giver, helpful)
        else:
            knows.exchanged(observer, self.at, self.giver, helpful)

    def world(self, seat: i64, dealer: Dealer) -> Help:
        """All cards that `seat` has not seen, dealt anew so that everything it can prove holds."""
        world = self.copy()
        world.knows.catch_up()
        deal = world._unseen(seat)
        assert deal.deal(dealer), "No deal of the hidden cards fits what this seat has seen."
        world.knows = world.knows.seen_by(seat)
        for other in range(self.seats):
            if other != seat:
                world.hands[other] = deal.hands[other]
        deal.stock(world.stock)
        if self.received and not self.sees_received(seat):
            world._hand_over(dealer)
        elif self.phase == GIVE:
            world.try_switch()
        if self.phase == CALL:
            world._ask_anew(dealer)
        return world

    def _unseen(self, seat: i64) -> Deal:
        """What the hands must contain that `seat` does not see; what happened has been thought about.

        Those who do not see the card received think of the moment before it was given.
        """
        knows = self.knows
        if self.sees_received(seat):
            knows = self.known_by_now(seat)
        deal = Deal(self.seats)
        for other in range(self.seats):
            if other == seat:
                deal.hands[seat] = self.hands[seat]
                continue
            deal.hand(other, knows, seat)
            if self.phase == CALL and (self.callers >> other) & 1:  # H5a: who owes a call has a number
                if self.can_call(other):
                    deal.need[other] = NUMBERS
                else:
                    deal.pattern[other] &= SPECIAL * EACH
        deal.supply(self.hidden_from(seat), self.left)
        if knows.in_hands and seat == NOBODY:
            deal.remember(knows.pool, knows.in_hands)
        elif knows.in_hands:
            deal.remember(knows.pool - knows.drew[seat], knows.in_hands - knows.had[seat])
        self._need_help(deal, seat)
        return deal

    def _need_help(self, deal: Deal, seat: i64) -> None:
        """H18: the giver has, or had, a card that helps the asker; H19: at the end not."""
        if self.phase == GIVE or (self.received and not self.sees_received(seat)):
            deal.giver = self.giver
            deal.helped = True
        elif self.phase == DONE and self.at != NOBODY:
            deal.giver = self.helper(self.at)
        deal.asker = self.at
        deal.helpful = self.playable(NUMBERS)
        deal.helpful_without = self.playable(0)
        size = size_of(self.hands[self.at])
        if self.phase == RECEIVED:
            size += 1
        if size < 2:  # H18c
            deal.helpful = deal.helpful_without
        if size == 0:
            deal.helpful = 0
            deal.helpful_without = 0

    def _hand_over(self, dealer: Dealer) -> None:
        """H18: somebody else's help again, by lot, from hands as they were before it."""
        phase = self.phase
        self.try_switch()
        self._give(any_kind(self.hands[self.giver] & self.helpful(self.hands[self.at]), dealer))
        if phase == RECEIVED:
            fresh = self.knows.fresh[self.giver]
            self._give_back(any_kind(self.hands[self.at], dealer))
            self.knows.catch_up()
            self.knows.fresh[self.giver] = fresh  # everybody has seen that already

    def _ask_anew(self, dealer: Dealer) -> None:
        """H5c: nobody knows in which order the seats after the next will be asked."""
        asked = self.turn()
        for i in range(self.seats - 1, self.called, -1):
            j = self.called + dealer.below(i - self.called + 1)
            seat = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = seat
        for i in range(self.called, self.seats):
            if self.order[i] == asked:
                self.order[i] = self.order[self.called]
                self.order[self.called] = asked

    def copy(self) -> Help:
        """An independent copy."""
        twin = Help(self.seats)
        twin.round = self.round
        twin.direction = self.direction
        twin.points = self.points[:]
        twin.phase = self.phase
        twin.callers = self.callers
        twin.order = self.order[:]
        twin.called = self.called
        twin.hands = self.hands[:]
        twin.row = self.row
        twin.values = self.values
        twin.length = self.length
        twin.top = self.top
        twin.stock = self.stock[:]
        twin.left = self.left
        twin.discard = self.discard[:]
        twin.discarded = self.discarded
        twin.no = self.no[:]
        twin.at = self.at
        twin.giver = self.giver
        twin.received = self.received
        twin.lacks = self.lacks
        twin.knows = self.knows.copy()
        return twin


def any_kind(cards: i64, dealer: Dealer) -> i64:
    """One of the kinds that there are among packed cards, by lot; there must be some."""
    place = dealer.below(kinds_among(cards))
    while place > 0:
        cards &= ~ALL[lowest_kind(cards)]
        place -= 1
    return lowest_kind(cards)


def kinds_among(cards: i64) -> i64:
    """How many kinds there are among packed cards."""
    count: i64 = 0
    while cards:
        cards &= ~ALL[lowest_kind(cards)]
        count += 1
    return count


def value_or_none(value: int) -> int | None:
    """A value of the row as events write it: null where no card lies."""
    return value if value else None


def blank(seats: int) -> Help:
    """An empty table before the first deal."""
    state = Help(seats)
    state.points = vec[i64]([0] * seats)  # H2
    state.order = vec[i64](list(range(seats)))
    state.hands = vec[i64]([0] * seats)
    state.stock = vec[i64]([0] * DECK_SIZE)
    state.discard = vec[i64]([0] * DECK_SIZE)
    state.no = vec[i64]([0] * seats)
    state.knows = nothing_known(seats)
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> Help:
    """A new game, dealt."""
    state = blank(seats)
    state.callers = (1 << seats) - 1  # H5
    state.deal(dealer)
    return state
