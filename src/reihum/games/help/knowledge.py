"""Notes what the seats of HELP! see, and works out what follows when somebody asks.

Most of the time nobody asks, so what is seen is only noted (`note_…`). When somebody asks, usually in a copy,
`catch_up` turns the notes into what can be proved of the hands (see proofs.py).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.games.help.cards import kind_bit
from reihum.games.help.patterns import NEVER
from reihum.games.help.proofs import Proofs

# A note is one number with four bits each for what happened, whose hand it was, a kind or the top of the row,
# and perhaps a second seat.
NOTE_BITS: Final = 4
NOTE_MASK: Final = (1 << NOTE_BITS) - 1
DEALT: Final = 0
CALLED: Final = 1
LOST: Final = 2
GAINED: Final = 3
REFILLED: Final = 4
STUCK: Final = 5
ABLE: Final = 6
UNABLE: Final = 7
TRIED: Final = 8
GAVE: Final = 9
RETURNED: Final = 10
HELPED: Final = 11
NOTES: Final = 160  # how many there is room for
NO_NOTES: Final = vec[i64]([0] * NOTES)


@final
@mypyc_attr(acyclic=True)
class Knowledge(Proofs):
    """What can be proved in one round, and what has happened since that was worked out."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.notes = vec[i64]()  # made when needed
        self.noted: i64 = 0  # how many of them there are

    def set_up(self) -> None:
        """Four unknown cards in every hand."""
        seats = int(self.seats)
        self.pattern = vec[i64]([0] * (seats * (seats + 1)))
        self.instead = vec[i64]([0] * (seats * (seats + 1)))
        self.follows = vec[i64]([0] * (seats * (seats + 1)))
        self.called = vec[i64]([0] * seats)
        self.fresh = vec[i64]([0] * seats)
        self.had = vec[i64]([0] * seats)
        self.drew = vec[i64]([0] * seats)
        self.forget()

    def copy_to(self, twin: Knowledge) -> None:
        """Copy everything to another object with as many seats."""
        twin.pattern = self.pattern[:]
        twin.instead = self.instead[:]
        twin.follows = self.follows[:]
        twin.called = self.called[:]
        twin.pool = self.pool
        twin.in_hands = self.in_hands
        twin.fresh = self.fresh[:]
        twin.had = self.had[:]
        twin.drew = self.drew[:]
        twin.noted = self.noted
        if self.noted:
            twin.notes = self.notes[:]

    # -- what is seen is noted --------------------------------------------------------------------

    def note_deal(self) -> None:
        """H3: a new round begins; the one before no longer matters."""
        self.noted = 0
        self._note(DEALT, 0, 0, 0)

    def note_call(self, seat: i64, n: i64) -> None:
        """H5: everybody hears which number a seat calls, or that it has NO_NUMBER."""
        self._note(CALLED, seat, n, 0)

    def note_loss(self, seat: i64, k: i64) -> None:
        """Everybody sees a card leave a hand."""
        self._note(LOST, seat, k, 0)

    def note_gain(self, seat: i64, k: i64) -> None:
        """H13: a card from the row goes into a hand."""
        self._note(GAINED, seat, k, 0)

    def note_refill(self, seat: i64, k: i64) -> None:
        """H10: a seat draws a card, and only that seat sees which."""
        self._note(REFILLED, seat, k, 0)

    def note_stock(self, pool: i64, elsewhere: i64, hands: vec[i64]) -> None:
        """H11: everybody knows the cards of the new draw pile and those elsewhere; too many for a note."""
        self.catch_up()
        self.learn_stock(pool, elsewhere, hands)

    def note_stuck(self, asker: i64, top: i64) -> None:
        """H16: the asker cannot play on a row that ends in `top` (0: an empty row)."""
        self._note(STUCK, asker, top, 0)

    def note_able(self, giver: i64, top: i64) -> None:
        """H18: the giver has a card that helps there."""
        self._note(ABLE, giver, top, 0)

    def note_unable(self, asker: i64, giver: i64, top: i64) -> None:
        """H19: the giver has no card that helps the asker there."""
        self._note(UNABLE, giver, top, asker)

    def note_trial(self, asker: i64, giver: i64, helps: bool) -> None:
        """H18a: the giver sees whether a Switch helps the asker."""
        self._note(TRIED, asker, int(helps), giver)

    def note_gift(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: the asker sees the card given."""
        self._note(GAVE, giver, k, asker)

    def note_return(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: everybody sees that a card is given back; these two see which."""
        self._note(RETURNED, asker, k, giver)

    def note_help(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: everybody sees the card given, now that the asker plays it."""
        self._note(HELPED, asker, k, giver)

    def _note(self, what: i64, seat: i64, number: i64, other: i64) -> None:
        """Add a note."""
        if self.noted == NOTES:
            self.catch_up()
        if len(self.notes) == 0:
            self.notes = NO_NOTES[:]
        self.notes[self.noted] = ((other << NOTE_BITS | number) << NOTE_BITS | seat) << NOTE_BITS | what
        self.noted += 1

    # -- what follows from it ---------------------------------------------------------------------

    def catch_up(self) -> None:
        """Work out what follows from all notes."""
        for i in range(self.noted):
            note = self.notes[i]
            self._work_out(
                note & NOTE_MASK,
                (note >> NOTE_BITS) & NOTE_MASK,
                (note >> 2 * NOTE_BITS) & NOTE_MASK,
                note >> 3 * NOTE_BITS,
            )
        self.noted = 0

    def _work_out(self, what: i64, seat: i64, number: i64, other: i64) -> None:
        """Work out what follows from one note."""
        if what == LOST:
            self.learn_loss(seat, number)
        elif what == REFILLED:
            self.learn_refill(seat, number)
        elif what == GAINED:
            self.learn_gain(seat, number)
        elif what == DEALT:
            self.forget()
        elif what == CALLED:
            self.learn_call(seat, number)
        elif what == STUCK:
            self.learn_stuck(seat, number)
        elif what == ABLE:
            self.learn_able(seat, number)
        elif what == UNABLE:
            self.learn_unable(other, seat, number)
        elif what == TRIED:
            self.show_trial(other, seat, number == 1)
        elif what == GAVE:
            self.show_loss(other, seat, kind_bit(number))
        elif what == RETURNED:
            self.learn_return(seat, other, number)
        else:
            self.learn_help(seat, other, number)

    def recall(self, seat: i64, hand: i64, pattern: i64) -> None:
        """A seat remembers what the cards of another hand can be."""
        self.catch_up()
        i = self.index_of(hand, seat)
        self.pattern[i] = pattern
        self.instead[i] = NEVER
        self.follows[i] = NOBODY

    # -- asking -----------------------------------------------------------------------------------

    def proofs(self) -> Knowledge:
        """What can be proved by now, as a copy; this object does not change."""
        twin = Knowledge(self.seats)
        self.copy_to(twin)
        twin.catch_up()
        return twin

    def knowledge_of(self, seat: i64) -> Knowledge:
        """What a seat (or NOBODY) knows, without what only others have seen.

        That includes its own hand: what others conclude about it depends on their own cards.
        """
        twin = self.proofs()
        twin.notes = vec[i64]()  # some are of cards that others have drawn
        for hand in range(self.seats):
            for observer in range(self.seats):
                if observer != seat:
                    twin.share(observer, hand)
            if hand != seat:
                twin.had[hand] = 0
                twin.drew[hand] = 0
        return twin
