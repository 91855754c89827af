"""The last turn of a seat after another went out: what leaves the fewest points is worked out (K14, K14a)."""

from __future__ import annotations

from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import JOKER, KINDS, count_of, next_held, size_of, with_card
from reihum.games.koenigs_romme.melds import best_discard, leftover
from reihum.games.koenigs_romme.moves import PILE, STOCK
from reihum.games.koenigs_romme.side import RommeSide


def last_draw(side: RommeSide) -> i64:
    """From the pile if its top card leaves fewer points than a card not seen yet would on average."""
    hand = side.hand()
    wild = side.wild()
    known = best_discard(with_card(hand, side.top()), wild)[1]
    most = leftover(hand, wild)  # with any card, because it can be thrown away again
    if known == most:
        return STOCK
    # No card leaves less than a joker; or, where nothing can be laid, less than if none were drawn.
    least = min(best_discard(with_card(hand, JOKER), wild)[1], best_discard(hand, wild)[1])
    unseen = side.unseen()
    ahead = size_of(unseen)
    more: i64 = 0  # points that the cards not seen leave more than the known one, in all
    card = next_held(unseen, 0)
    while card < KINDS and more + ahead * (least - known) <= 0 < more + ahead * (most - known):
        copies = count_of(unseen, card)
        more += copies * (best_discard(with_card(hand, card), wild)[1] - known)
        ahead -= copies
        card = next_held(unseen, card + 1)
    return PILE if more + ahead * (least - known) > 0 else STOCK


def last_discard(side: RommeSide) -> i64:
    """The card without which the fewest points stay in hand."""
    return best_discard(side.hand(), side.wild())[0]
