"""A seat's side of Königs-Rommé, and of its solo variant, in the words of its view."""

from __future__ import annotations

from collections import Counter

from reihum.core.contract import NO_CARD, Side, buffer, members, seat_or_none
from reihum.core.types import Json
from reihum.games.koenigs_romme import solo
from reihum.games.koenigs_romme.cards import KINDS, LOWEST, VALUE_NAMES, card_name, card_names, deck, no_cards
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.solo import HANDS, SoloSide
from reihum.games.koenigs_romme.table import PHASES


def looks(side: Side) -> Json:
    """Everything that can be asked of the side; the combinations laid are only in the view."""
    if isinstance(side, SoloSide):
        return looks_alone(side)
    assert isinstance(side, RommeSide)
    pile = [card_name(side.pile_card(place)) for place in range(side.in_pile())]
    assert side.top() == NO_CARD if not pile else card_name(side.top()) == pile[-1]
    seats = range(side.seats)
    found: Json = {
        "round": side.round(),
        "wild": VALUE_NAMES[side.wild() - LOWEST],
        "totals": [side.total(seat) for seat in seats],
        "dealer": side.dealer(),
        "phase": PHASES[side.phase()],
        "in_stock": side.in_stock(),
        "pile": pile,
        "turns": side.turns(),
        "out_by": seat_or_none(side.out_by()),
        "thrown": [[card_name(card) for card in members(side.thrown(seat))] for seat in seats],
        "composed": None if side.composed() == no_cards() else card_names(side.composed()),
        "drew": card_names(side.drew()),
    }
    if not side.has_laid(side.seat):
        found["hand"] = card_names(side.hand())
    view = side.view()
    assert [side.has_laid(seat) for seat in seats] == [
        view["out_by"] is not None and (view["hands"] is not None or seat not in view["last_turns"])
        for seat in seats
    ]
    laid = [[card for combination in cards for card in combination] for cards in view["laid"]]
    own = Counter([*view["hand"], *laid[side.seat]])
    assert Counter(card_names(side.all_cards())) == own
    seen = own + Counter(pile)
    for seat in seats:
        if seat != side.seat:
            shown = laid[seat] if seat == side.out_by() else card_names(side.taken(seat))
            seen += Counter(shown)
    assert seen + Counter(card_names(side.unseen())) == Counter(map(card_name, deck()))
    known = [card_names(side.taken(seat)) for seat in seats]
    assert known == [[] if side.has_laid(s) else taken for s, taken in enumerate(view["taken"])]
    return found


def looks_alone(side: SoloSide) -> Json:
    """The same for the solo variant; the cards to come are those that are nowhere else."""
    into = buffer()
    to_come = [card_name(into[i]) for i in range(side.to_come(into))]
    hands = [card_names(side.hand(place)) for place in range(HANDS)]
    gone = [card_name(side.gone_card(place)) for place in range(side.in_gone())]
    shown = None if side.shown() == NO_CARD else card_name(side.shown())
    seen = Counter(card for hand in hands for card in hand) + Counter(gone)
    seen += Counter([] if shown is None else [shown])
    left = Counter(map(card_name, deck())) - seen
    assert to_come == [card for card in map(card_name, range(KINDS)) for _ in range(left[card])]
    return {
        "phase": solo.PHASES[shown is None],
        "hands": hands,
        "finished": [side.is_finished(place) for place in range(HANDS)],
        "in_stock": side.in_stock(),
        "shown": shown,
        "gone": gone,
    }
