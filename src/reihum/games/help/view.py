"""What a seat of HELP! may know."""

from __future__ import annotations

from collections import Counter

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.spec import Json
from reihum.games.help.cards import KINDS, NAMES, size_of, unpacked
from reihum.games.help.knowledge import ANY, NEVER, NUMBER_HELD, Knowledge, kinds_at, length
from reihum.games.help.legal import CALL
from reihum.games.help.position import PHASES, names, row_names
from reihum.games.help.rules import Help


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, Help)
    knows = state.known_by_now(seat)
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
        "known": [[] if other == seat else known(knows, other, seat) for other in seats],
        "holds": [[] if other == seat else holds(knows, other, seat) for other in seats],
        **since_reshuffle(knows, seat),
    }


def since_reshuffle(knows: Knowledge, seat: int) -> Json:
    """H11: what the draw pile was made of, what lay in hands then, and how many of a hand may be newer."""
    mine = seat != NOBODY and knows.in_hands != 0
    return {
        "reshuffled": names(unpacked(knows.pool)) if knows.in_hands else [],
        "in_hands": names(unpacked(knows.in_hands)),
        "fresh": list(knows.fresh),
        "had": names(unpacked(knows.had[seat])) if mine else [],
        "drew": names(unpacked(knows.drew[seat])) if mine else [],
    }


def proofs(knows: Knowledge, seat: int, observer: int) -> list[tuple[int, int]]:
    """What the observer and what everybody can prove of a hand: each time it fits one of two patterns."""
    rows = [knows.row_of(seat, observer), knows.row_of(seat, NOBODY)]
    found = [(int(knows.pattern[i]), int(knows.instead[i])) for i in rows]
    return found[:1] if found[0] == found[1] else found


def certain(pattern: int, called: int) -> list[int]:
    """The kinds of the cards that are there whichever hand fits a pattern."""
    found = [kinds.bit_length() for kinds in masks(pattern) if kinds.bit_count() == 1]
    if pattern & NUMBER_HELD and called not in found:
        found.append(called)
    return sorted(found)


def masks(pattern: int) -> list[int]:
    """What each card of a hand can be."""
    return [] if pattern == NEVER else [int(kinds_at(pattern, i)) for i in range(length(pattern))]


def known(knows: Knowledge, seat: int, observer: int) -> list[str]:
    """The cards that are certainly in a hand."""
    sure: Counter[int] = Counter()
    called = knows.called[seat]
    for pattern, instead in proofs(knows, seat, observer):
        one, other = Counter(certain(pattern, called)), Counter(certain(instead, called))
        sure |= one if instead == NEVER else one & other
    return names(sorted(sure.elements()))


def holds(knows: Knowledge, seat: int, observer: int) -> list[Json]:
    """What else can be proved of a hand: at least so many of its cards are among these kinds.

    Where an entry has an `or`, the hand may instead hold those cards (H16: who can play nothing on a row has
    numbers that are too low, or else nothing but Switches).
    """
    found: list[Json] = []
    sure = Counter(known(knows, seat, observer))
    for pattern, instead in proofs(knows, seat, observer):
        others = names(certain(instead, knows.called[seat])) if instead != NEVER else []
        for kinds in sorted({*masks(pattern), *masks(instead)}, key=lambda kinds: (kinds.bit_count(), kinds)):
            if kinds == ANY or kinds.bit_count() == 1:
                continue
            of = [NAMES[k] for k in range(1, KINDS + 1) if kinds >> (k - 1) & 1]
            least = among(pattern, kinds)
            always = least if instead == NEVER else min(least, among(instead, kinds))
            if always:
                found.append({"least": always, "of": of})
            if least > always and not Counter(others) <= sure:
                found.append({"least": least, "of": of, "or": others})
    return [entry for i, entry in enumerate(found) if not any(implies(other, entry) for other in found[:i])]


def implies(bound: Json, other: Json) -> bool:
    """Whether one bound of a hand makes another one needless."""
    same = bound["of"] == other["of"] and bound["least"] >= other["least"]
    return same and ("or" not in bound or bound.get("or") == other.get("or"))


def among(pattern: int, kinds: int) -> int:
    """How many cards of a hand are certainly of these kinds."""
    return sum(mask & ~kinds == 0 for mask in masks(pattern))
