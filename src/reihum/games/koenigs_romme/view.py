"""What a seat of Königs-Rommé may know."""

from __future__ import annotations

from reihum.core.contract import NO_CARD, NOBODY, State, seat_or_none
from reihum.core.views import common
from reihum.games.koenigs_romme import solo
from reihum.games.koenigs_romme.cards import LOWEST, VALUE_NAMES, card_name, hand_at, named, names, size
from reihum.games.koenigs_romme.knowledge import composed, drew
from reihum.games.koenigs_romme.position import pile_names
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.seen import SoloView, View
from reihum.games.koenigs_romme.solo import HANDS, Solo
from reihum.games.koenigs_romme.table import DONE, PHASES


def view(state: State, observer: int) -> View | SoloView:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    if isinstance(state, Solo):
        return solo_view(state, observer)
    assert isinstance(state, KoenigsRomme)
    state = state.laid_out()
    seats = range(state.seats)
    mine = observer != NOBODY
    return {
        "game": "koenigs-romme",
        "round": state.round,
        "wild": VALUE_NAMES[state.wild() - LOWEST],
        "totals": state.scores(),
        "dealer": state.deals,
        "phase": PHASES[state.phase],
        "hand": names(hand_at(state.hands, observer)) if mine else [],
        "held": [size(hand_at(state.hands, seat)) for seat in seats],
        "taken": [names(hand_at(state.taken, seat)) for seat in seats],
        "in_stock": state.in_stock,
        "pile": pile_names(state.pile, state.in_pile),
        "turns": state.turns,
        "out_by": seat_or_none(state.out_by),
        "last_turns": state.last_turns(),
        "laid": [named(combinations) for combinations in state.laid],
        "composed": names(composed(state)) if state.made else None,
        "drew": names(drew(state, observer)) if mine else [],
        "hands": [names(hand_at(state.hands, seat)) for seat in seats] if state.phase == DONE else None,
        **common(state, observer),
    }


def solo_view(state: Solo, observer: int) -> SoloView:
    """K17: everything is open but the order of the stock."""
    over = state.shown == NO_CARD
    return {
        "game": "koenigs-romme",
        "solo": True,
        "phase": solo.PHASES[over],
        "hands": [names(hand_at(state.hands, place)) for place in range(HANDS)],
        "finished": [state.is_finished(place) for place in range(HANDS)],
        "in_stock": state.in_stock,
        "shown": None if over else card_name(state.shown),
        "gone": pile_names(state.gone, state.in_gone),
        **common(state, observer),
    }
