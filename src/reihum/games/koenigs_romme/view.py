"""What a seat of Königs-Rommé may know."""

from __future__ import annotations

from reihum.core.contract import NO_CARD, NOBODY, State, members, seat_or_none
from reihum.core.seen import SeenByOne
from reihum.core.views import seen_by_all
from reihum.games.koenigs_romme import solo
from reihum.games.koenigs_romme.cards import (
    LOWEST,
    VALUE_NAMES,
    card_name,
    card_names,
    combination_names,
    hand_at,
    size_of,
)
from reihum.games.koenigs_romme.position import pile_names
from reihum.games.koenigs_romme.proofs import drawn_since, last_made_stock
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.seen import Own, Public, SoloPublic, SoloView, View
from reihum.games.koenigs_romme.solo import HANDS, Solo
from reihum.games.koenigs_romme.table import DONE, PHASES


def view(state: State, observer: int) -> View | SoloView:
    """Everything that a seat, or a spectator (NOBODY), may know: the public part and its own."""
    if isinstance(state, Solo):
        return {**public_solo(state), "seat": seat_or_none(observer)}
    assert isinstance(state, KoenigsRomme)
    return {**public_round(state), **own_round(state, observer)}


def public(state: State) -> Public | SoloPublic:
    """What everybody sees."""
    if isinstance(state, Solo):
        return public_solo(state)
    assert isinstance(state, KoenigsRomme)
    return public_round(state)


def own(state: State, observer: int) -> Own | SeenByOne:
    """What only a seat, or a spectator (NOBODY), knows; built up, so that nothing else can get in."""
    if isinstance(state, Solo):
        return {"seat": seat_or_none(observer)}
    assert isinstance(state, KoenigsRomme)
    return own_round(state, observer)


def public_round(state: KoenigsRomme) -> Public:
    """What everybody sees in a game for two or more."""
    state = state.laid_out_state()
    seats = range(state.seats)
    return {
        "game": "koenigs-romme",
        "round": state.round,
        "wild": VALUE_NAMES[state.wild() - LOWEST],
        "totals": state.scores(),
        "dealer": state.dealer_seat,
        "phase": PHASES[state.phase],
        "held": [size_of(hand_at(state.hands, seat)) for seat in seats],
        "taken": [card_names(hand_at(state.taken, seat)) for seat in seats],
        "in_stock": state.in_stock,
        "pile": pile_names(state.pile, state.in_pile),
        "turns": state.turns,
        "out_by": seat_or_none(state.out_by),
        "last_turns": state.last_turns(),
        "laid": [combination_names(combinations) for combinations in state.laid],
        "thrown": [[card_name(card) for card in members(state.thrown(seat))] for seat in seats],
        "composed": card_names(last_made_stock(state)) if state.stocks_made else None,
        "hands": [card_names(hand_at(state.hands, seat)) for seat in seats] if state.phase == DONE else None,
        **seen_by_all(state),
    }


def own_round(state: KoenigsRomme, observer: int) -> Own:
    """What only one seat knows in a game for two or more."""
    state = state.laid_out_state()
    mine = observer != NOBODY
    return {
        "hand": card_names(hand_at(state.hands, observer)) if mine else [],
        "drew": card_names(drawn_since(state, observer)) if mine else [],
        "seat": seat_or_none(observer),
    }


def public_solo(state: Solo) -> SoloPublic:
    """K17: everything is open but the order of the stock."""
    over = state.shown == NO_CARD
    return {
        "game": "koenigs-romme",
        "solo": True,
        "phase": solo.PHASES[over],
        "hands": [card_names(hand_at(state.hands, place)) for place in range(HANDS)],
        "finished": [state.is_finished(place) for place in range(HANDS)],
        "in_stock": state.in_stock,
        "shown": None if over else card_name(state.shown),
        "gone": pile_names(state.gone, state.in_gone),
        **seen_by_all(state),
    }
