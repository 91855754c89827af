"""The rules of 23: for 2 to 4 players, two rounds, fewest penalty chips wins.

Rule numbers are those of the game's sheet (`sheet.en.toml`). Options: `learning` (T5).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from reihum.core.contract import NOBODY, OVER, UNHEARD, Refusal, State, best_of
from reihum.core.dealer import Dealer, shuffle
from reihum.core.packing import all_of, count_of, highest, lowest, of_value, unpacked
from reihum.games.twentythree.cards import (
    DECK,
    DECK_SIZE,
    FORCE,
    HIGHEST,
    LEAVE,
    ONE,
    OTHERS,
    PASS,
    chips_of,
    laid_by,
    lay_move,
    put_move,
    value_of,
)

HAND: Final = 15  # T2
LEARNING_HAND: Final = 12  # T5
AWAY: Final = 3  # T4
BONUS_CHIPS: Final = 3  # T3
ROUNDS: Final = 2  # T15
REACH: Final = 5  # T9: how far one bonus chip shifts the top card
PASS_FINE: Final = 1  # T11
FORCE_FINE: Final = 2  # T12
GOING_OUT: Final = 3  # T10: so many fines go back
CHIP_WORTH: Final = 2  # T16

PUT: Final = 0
PLAY: Final = 1
DONE: Final = 2


@final
@mypyc_attr(acyclic=True)
class TwentyThree(State):
    """One game of 23."""

    def __init__(self, seats: i64, learning: bool) -> None:
        super().__init__(seats)
        self.learning = learning
        self.round: i64 = 0
        self.phase: i64 = PUT
        self.hands = vec[i64]()  # packed, see core.packing
        self.held = vec[i64]()  # how many cards that is
        self.away = vec[i64]()  # packed: what a seat put away in this round
        self.unused: i64 = 0  # packed: not dealt in this round
        self.pile = vec[u8]()
        self.laid: i64 = 0  # how many cards of `pile` are there
        self.top: i64 = 0
        self.fines = vec[i64]()
        self.chips = vec[i64]()
        self.playing: i64 = 0  # bits: seats still in the round
        self.left: i64 = 0  # bits: seats that left it (T13)
        self.at: i64 = NOBODY  # whose turn it is while playing
        self.forced = False
        self.idle: i64 = 0  # turns since anybody laid a card
        # T12b: a forced seat that did not play has shown that it holds nothing above this; public
        self.at_most = vec[i64]()

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn; while cards are put away, the first that has not finished."""
        if self.phase == PLAY:
            return self.at
        if self.phase == PUT:
            for seat in range(self.seats):
                if self.owes(seat):
                    return seat
        return OVER

    def owes(self, seat: i64) -> bool:
        """T4: everybody with cards still to put away; later the seat in turn."""
        if self.phase == PUT:
            return self.held[seat] > HAND - AWAY
        return self.phase == PLAY and seat == self.at

    def still_in(self, seat: i64) -> bool:
        """Whether a seat neither went out nor left in this round."""
        return (self.playing >> seat) & 1 == 1

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """T4 and T7 to T13."""
        if self.phase == PUT:
            return self._puts(seat, into)
        count = self._lays(seat, into)
        if self.forced and count > 0:  # T12, T12b
            return count
        into[count] = PASS
        count += 1
        if self._others_playing(seat):  # T12c
            into[count] = FORCE
            count += 1
        into[count] = LEAVE
        return count + 1

    def _puts(self, seat: i64, into: vec[i64]) -> i64:
        """T4a: from the value named last up to the one that leaves enough cards for the rest."""
        cards = self.hands[seat] & ~all_of(ONE)  # T4: the 1 stays
        if self.away[seat]:
            cards &= ~((of_value(highest(self.away[seat]), 1)) - 1)
        last = self._last_put(seat)
        count: i64 = 0
        while cards:
            v = lowest(cards)
            if v > last:
                break
            into[count] = put_move(v)
            count += 1
            cards &= ~all_of(v)
        return count

    def _last_put(self, seat: i64) -> i64:
        """T4a: the highest value that still leaves equal or higher cards for those yet to be named."""
        cards = self.hands[seat]
        behind = self.held[seat] - (HAND - AWAY)  # this one and those after it
        v: i64 = HIGHEST
        while True:
            behind -= count_of(cards, v)
            if behind <= 0:
                return v
            v -= 1

    def _lays(self, seat: i64, into: vec[i64]) -> i64:
        """T7 to T9c: every number of equal cards with every sensible number of bonus chips."""
        cards = self.hands[seat]
        chips = self.chips[seat]
        count: i64 = 0
        while cards:
            v = lowest(cards)
            gap = v - self.top
            if gap < 0:
                fewest = (REACH - 1 - gap) // REACH  # down to v, rounded up
                most = fewest
            else:
                fewest = 0
                most = (gap + REACH - 2) // REACH  # T9c: as long as there is a fine to save
            for spent in range(fewest, min(most, chips) + 1):
                for equal in range(1, count_of(cards, v) + 1):
                    into[count] = lay_move(v, equal, spent)
                    count += 1
            cards &= ~all_of(v)
        return count

    def _others_playing(self, seat: i64) -> bool:
        one: i64 = 1
        return self.playing & ~(one << seat) != 0

    def can_lay(self, seat: i64) -> bool:
        """T12a: whether a seat can play at all, with all its bonus chips."""
        return self.hands[seat] != 0 and highest(self.hands[seat]) >= self.top - REACH * self.chips[seat]

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with what the seat itself can see."""
        if self.phase == PUT:
            return self._put_refusal(seat, move)
        if value_of(move) and laid_by(move):
            return self._lay_refusal(seat, move)
        if value_of(move):
            return Refusal("T4", "not_now")
        if self.forced and self.can_lay(seat):
            return Refusal("T12", "forced")
        if move == FORCE and not self._others_playing(seat):
            return Refusal("T12", "nobody")
        return None

    def _put_refusal(self, seat: i64, move: i64) -> Refusal | None:
        v = value_of(move)
        if v == 0 or laid_by(move):
            return Refusal("T4", "first")
        if v == ONE:
            return Refusal("T4", "one")
        if count_of(self.hands[seat], v) == 0:
            return Refusal("T4", "not_held", {"card": v})
        if self.away[seat] and v < highest(self.away[seat]):
            return Refusal("T4", "order", {"card": v, "named": highest(self.away[seat])})
        if v > self._last_put(seat):
            return Refusal("T4", "too_high", {"card": v, "last": self._last_put(seat)})
        return None

    def _lay_refusal(self, seat: i64, move: i64) -> Refusal | None:
        v = value_of(move)
        spent = chips_of(move)
        held = count_of(self.hands[seat], v)
        if held < laid_by(move):
            return Refusal("T7", "not_held", {"card": v, "held": held, "wanted": laid_by(move)})
        if self.chips[seat] < spent:
            return Refusal("T9", "not_enough", {"chips": self.chips[seat], "wanted": spent})
        if v < self.top - REACH * spent:
            if spent == 0:
                return Refusal("T7", "lower", {"card": v, "top": self.top})
            return Refusal("T7", "lower_still", {"card": v, "top": self.top, "chips": spent})
        gap = v - self.top
        wasted = gap - 1 <= REACH * (spent - 1) if gap >= 0 else -gap <= REACH * (spent - 1)
        if spent and wasted:  # T9c
            return Refusal("T9", "wasted", {"card": v, "top": self.top, "chips": spent})
        return None

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: the opening 1, the next round, the end."""
        if self.telling:
            self.events.clear()
        if self.phase == PUT:
            self._put(seat, value_of(move))
            return
        one: i64 = 1
        if self.forced and not value_of(move):
            self.at_most[seat] = min(self.at_most[seat], self.top - REACH * self.chips[seat] - 1)
        self.forced = move == FORCE
        self.idle = 0 if value_of(move) else self.idle + 1
        if value_of(move):
            self._lay(seat, value_of(move), laid_by(move), chips_of(move))
        elif move == PASS:
            self.fines[seat] += PASS_FINE
        elif move == FORCE:
            self.fines[seat] += FORCE_FINE
        else:  # T13
            self.fines[seat] += self.held[seat]
            self.hands[seat] = 0
            self.held[seat] = 0
            self.playing &= ~(one << seat)
            self.left |= one << seat
        if self.playing:
            self._next()
        else:
            self._end_round(dealer)

    def _put(self, seat: i64, v: i64) -> None:
        """T4, and T6a with the last card that anybody puts away."""
        self.hands[seat] -= of_value(v, 1)
        self.held[seat] -= 1
        self.away[seat] += of_value(v, 1)
        if self.turn() == OVER:
            self._open()

    def _lay(self, seat: i64, v: i64, count: i64, spent: i64) -> None:
        """T7 to T10."""
        self.hands[seat] -= of_value(v, count)
        self.held[seat] -= count
        self.chips[seat] -= spent
        self.fines[seat] += max(0, v - self.top - 1 - REACH * spent)  # T8, T9b
        for _ in range(count):
            self.pile[self.laid] = u8(v)
            self.laid += 1
        self.top = v
        if self.held[seat] == 0:  # T10, T10a
            one: i64 = 1
            self.fines[seat] -= min(GOING_OUT, self.fines[seat])
            self.playing &= ~(one << seat)

    def _next(self) -> None:
        """T6, T14: the next seat clockwise that is still in the round."""
        seat = self.at
        while True:
            seat += 1
            if seat == self.seats:
                seat = 0
            if self.still_in(seat):
                break
        self.at = seat

    def _open(self) -> None:
        """T6, T6a: the holder of the 1 lays it, the next seat decides."""
        seat = self.one_held_by()
        self.hands[seat] -= of_value(ONE, 1)
        self.held[seat] -= 1
        self.pile[0] = u8(ONE)
        self.laid = 1
        self.top = ONE
        self.phase = PLAY
        self.at = seat
        if self.telling:
            self.tell("opened", {"seat": seat})
        self._next()

    def one_held_by(self) -> i64:
        """T2: the seat that holds the 1, which everybody sees; NOBODY once it is laid."""
        for seat in range(self.seats):
            if count_of(self.hands[seat], ONE):
                return seat
        return NOBODY

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """T2, T5: the first cards of the shuffled rest and the 1, shuffled again, in blocks."""
        size: i64 = LEARNING_HAND if self.learning else HAND
        total = size * self.seats
        cards = OTHERS[:]
        shuffle(cards, DECK_SIZE - 1, dealer)
        self.unused = 0
        for i in range(total - 1, DECK_SIZE - 1):
            self.unused += of_value(cards[i], 1)
        cards[total - 1] = ONE
        shuffle(cards, total, dealer)
        one: i64 = 1
        for seat in range(self.seats):
            hand: i64 = 0
            for i in range(seat * size, seat * size + size):
                hand += of_value(cards[i], 1)
            self.hands[seat] = hand
            self.held[seat] = size
            self.away[seat] = 0
            self.at_most[seat] = HIGHEST
        self.round += 1
        self.phase = PUT
        self.laid = 0
        self.top = 0
        self.at = NOBODY
        self.forced = False
        self.idle = 0
        self.playing = (one << self.seats) - 1
        self.left = 0
        if self.learning:
            self._open()

    def _end_round(self, dealer: Dealer) -> None:
        """T15, T16: the second round, or the end."""
        if self.telling:
            self.tell("round", {"round": self.round, "fines": list(self.fines)})
        if self.round < ROUNDS:
            self.deal(dealer)
            return
        self.phase = DONE
        self.at = NOBODY
        if self.telling:
            self.tell("game", {"scores": self.scores(), "winners": self.winners()})

    def scores(self) -> list[int]:
        """T16: penalty chips, less two for each bonus chip left once the game is over."""
        worth: i64 = CHIP_WORTH if self.phase == DONE else 0
        return [int(max(0, self.fines[seat] - worth * self.chips[seat])) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """T16, T16a: all with the fewest."""
        if self.phase != DONE:
            return []
        scores = self.scores()
        return best_of(scores, min(scores))

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """T4: what others put away is never heard; everything else is public."""
        return move if self.phase != PUT or seat == by else UNHEARD

    def world(self, seat: i64, dealer: Dealer) -> TwentyThree:
        """All cards that `seat` has not seen, dealt anew to where they could be."""
        world = self.copy()
        unseen = DECK
        for i in range(self.laid):
            unseen -= of_value(i64(self.pile[i]), 1)
        if seat != NOBODY:
            unseen -= self.hands[seat] + self.away[seat]
        if self.phase == PUT:  # T2: where the 1 is everybody sees
            unseen &= ~all_of(ONE)
        self._deal_hands(world, seat, unseen, dealer)
        return world

    def _deal_hands(self, world: TwentyThree, seat: i64, unseen: i64, dealer: Dealer) -> None:
        """Lowest bound first: whatever such a seat gets, the others could have got as well : fair."""
        one_at = self.one_held_by()
        bound: i64 = 0
        while bound < HIGHEST:
            bound = self._next_bound(bound)
            for other in range(self.seats):
                if other == seat or self.at_most[other] != bound:
                    continue
                ones: i64 = of_value(ONE, 1) if self.phase == PUT and other == one_at else 0
                drawn = self.held[other] - (1 if ones else 0)
                hand = deal_from(unseen, drawn, bound, dealer)
                unseen -= hand
                world.hands[other] = hand + ones
        for other in range(self.seats):
            if other != seat:
                put = len(unpacked(self.away[other]))
                world.away[other] = deal_from(unseen, put, HIGHEST, dealer)
                unseen -= world.away[other]
                if self.phase == PUT:
                    self._sort_away(world, other, put, dealer)
        if self.phase == PUT or not self.left:
            world.unused = unseen
        else:
            world.unused = deal_from(unseen, len(unpacked(self.unused)), HIGHEST, dealer)

    def _next_bound(self, bound: i64) -> i64:
        """The next higher of the bounds that seats have."""
        found: i64 = HIGHEST
        for seat in range(self.seats):
            if bound < self.at_most[seat] < found:
                found = self.at_most[seat]
        return found

    def _sort_away(self, world: TwentyThree, other: i64, put: i64, dealer: Dealer) -> None:
        """T4a: what has been put away so far are the lowest of the three that will be."""
        rest = world.hands[other] & ~all_of(ONE)
        more = deal_from(rest, AWAY - put, HIGHEST, dealer)
        three = world.away[other] + more
        kept = world.hands[other] - more
        named: i64 = 0
        for v in unpacked(three)[: int(put)]:
            named += of_value(v, 1)
        world.away[other] = named
        world.hands[other] = kept + three - named

    def copy(self) -> TwentyThree:
        """An independent copy."""
        twin = TwentyThree(self.seats, self.learning)
        twin.round = self.round
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.away = self.away[:]
        twin.unused = self.unused
        twin.pile = self.pile[:]
        twin.laid = self.laid
        twin.top = self.top
        twin.fines = self.fines[:]
        twin.chips = self.chips[:]
        twin.playing = self.playing
        twin.left = self.left
        twin.at = self.at
        twin.forced = self.forced
        twin.idle = self.idle
        twin.at_most = self.at_most[:]
        return twin


def deal_from(cards: i64, count: i64, bound: i64, dealer: Dealer) -> i64:
    """So many of the packed cards, none above `bound`, by lot."""
    chosen: i64 = 0
    pool = [v for v in unpacked(cards) if v <= bound]
    for i in range(count):
        j = i + dealer.below(len(pool) - i)
        v = pool[j]
        pool[j] = pool[i]
        chosen += of_value(v, 1)
    return chosen


def blank(seats: int, learning: bool) -> TwentyThree:
    """An empty table before the first deal."""
    state = TwentyThree(seats, learning)
    state.hands = vec[i64]([0] * seats)
    state.held = vec[i64]([0] * seats)
    state.away = vec[i64]([0] * seats)
    state.pile = vec[u8]([0] * DECK_SIZE)
    state.fines = vec[i64]([0] * seats)
    state.chips = vec[i64]([BONUS_CHIPS] * seats)  # T3
    state.at_most = vec[i64]([HIGHEST] * seats)
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> TwentyThree:
    """A new game, dealt."""
    state = blank(seats, options["learning"])
    state.deal(dealer)
    return state
