"""What a seat of HELP! may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.spec import Json
from reihum.games.help.cards import HIGHEST, KINDS, NAMES, count_of, size_of, unpacked
from reihum.games.help.knowledge import SETS
from reihum.games.help.legal import CALL
from reihum.games.help.position import PHASES, names, row_names
from reihum.games.help.rules import Help


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, Help)
    seats = range(state.seats)
    mine = seat != NOBODY
    return {
        "game": "help",
        "seat": seat if mine else None,
        "round": state.round,
        "direction": state.direction,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "callers": [other for other in seats if (state.callers >> other) & 1 and state.phase == CALL],
        "called": [pair for pair in state.calls() if pair[0] == seat],  # H5c: not those of others yet
        "hand": names(unpacked(state.hands[seat])) if mine else [],
        "held": [size_of(hand) for hand in state.hands],
        "row": row_names(state),
        "values": [int((state.values >> 4 * i) & 15) for i in range(state.length)],  # H12
        "in_stock": state.left,
        "discard": names([int(k) for k in state.discard[: state.discarded]]),
        "no": list(state.no),
        "turn": seat_or_none(state.at),
        "asker": seat_or_none(state.at if state.giver != NOBODY else NOBODY),
        "giver": seat_or_none(state.giver),
        "received": NAMES[state.received] if state.sees_received(seat) else None,  # H18
        "owes": [other for other in seats if state.owes(other)],
        "known": [[] if other == seat else known(state, other, seat) for other in seats],
        "holds": [[] if other == seat else holds(state, other, seat) for other in seats],
        **since_reshuffle(state, seat),
    }


def since_reshuffle(state: Help, seat: int) -> Json:
    """H11: the cards that the draw pile and all hands had then, and how many of a hand may be newer."""
    knows = state.knows
    mine = seat != NOBODY and knows.in_hands != 0
    return {
        "reshuffled": names(unpacked(knows.pool)) if knows.in_hands else [],
        "in_hands": names(unpacked(knows.in_hands)),
        "fresh": list(knows.fresh),
        "had": names(unpacked(knows.had[seat])) if mine else [],
        "drew": names(unpacked(knows.drew[seat])) if mine else [],
    }


def known(state: Help, seat: int, observer: int) -> list[str]:
    """The cards that are certainly in a hand."""
    return names(unpacked(state.knows.kinds[state.knows.row_of(seat, observer)]))


def holds(state: Help, seat: int, observer: int) -> list[Json]:
    """What else can be proved of a hand: at least so many of its cards are among these kinds.

    Where it comes from a call for help on a row, it might instead have been with four Switches.
    """
    sets = state.knows.sets[state.knows.row_of(seat, observer)]
    found: list[Json] = []
    said = 0
    for group in range(1, SETS + 1):
        least = count_of(sets, group)
        if least == 0 or (group <= HIGHEST and least == said):
            continue
        said = least
        mask = state.knows.kinds_mask(seat, group)
        found.append({"least": least, "of": [NAMES[k] for k in range(1, KINDS + 1) if count_of(mask, k)]})
    return found
