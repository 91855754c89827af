"""What a seat of Königs-Rommé may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.spec import Json
from reihum.games.koenigs_romme.cards import LOWEST, VALUE_NAMES, hand_at, named, size
from reihum.games.koenigs_romme.knowledge import drew_since
from reihum.games.koenigs_romme.legal import DONE
from reihum.games.koenigs_romme.position import GAME, PHASES, names, names_of, pile_names, solo_position
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.solo import Solo


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    if isinstance(state, Solo):
        return solo_view(state, seat)
    assert isinstance(state, KoenigsRomme)
    state = state.laid_out()
    seats = range(state.seats)
    mine = seat != NOBODY
    return {
        "game": GAME,
        "seat": seat if mine else None,
        "round": state.round,
        "wild": VALUE_NAMES[state.wild() - LOWEST],  # K13
        "totals": state.scores(),
        "dealer": state.deals,
        "phase": PHASES[state.phase],
        "hand": names(state.hands, seat) if mine else [],
        "held": [size(hand_at(state.hands, other)) for other in seats],
        "taken": [names(state.taken, other) for other in seats],
        "in_stock": state.left,
        "pile": pile_names(state.pile, state.piled),
        "turn": seat_or_none(state.at),
        "turns": state.turns,
        "owes": [other for other in seats if state.owes(other)],
        "out_by": seat_or_none(state.out_by),
        "last_turns": state.last_turns(),
        "laid": [named(combinations) for combinations in state.laid],
        # K8: what the stock was made of, if it was, and what the seat itself has drawn since
        "composed": names(state.composed, 0) if state.remade else None,
        "drew": names_of(drew_since(state.trail, seat)) if mine and state.remade else [],
        # K15: after the last round everybody shows what could not be laid
        "hands": [names(state.hands, other) for other in seats] if state.phase == DONE else None,
    }


def solo_view(state: Solo, seat: int) -> Json:
    """K17: everything is open but the order of the stock."""
    whole = solo_position(state)
    return {
        "game": GAME,
        "solo": True,
        "seat": seat if seat != NOBODY else None,
        "hands": whole["hands"],
        "finished": whole["finished"],
        "in_stock": state.left,
        "shown": whole["shown"],
        "gone": whole["gone"],
        "phase": whole["phase"],
        "turn": 0 if state.owes(0) else None,
        "owes": [0] if state.owes(0) else [],
    }
