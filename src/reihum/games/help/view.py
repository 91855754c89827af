"""What a seat of HELP! may know."""

from __future__ import annotations

from collections import Counter

from reihum.core.contract import NOBODY, State, legal, seat_or_none
from reihum.core.views import seen_by_all
from reihum.games.help import notation
from reihum.games.help.cards import (
    ANY_KIND,
    JOKER,
    KINDS,
    LONGEST_ROW,
    NAMES,
    group_of,
    kind_bit,
    kind_of,
    kinds_of,
    size_of,
)
from reihum.games.help.helping import current_knowledge
from reihum.games.help.legal import Legal
from reihum.games.help.patterns import NEVER, NUMBER_HELD, kinds_at, pattern_length, union_of
from reihum.games.help.position import card_names, pile_names, row_names
from reihum.games.help.proofs import Proofs
from reihum.games.help.row import card_at, values_of, with_card, with_exchange
from reihum.games.help.seen import Bound, CanBe, Own, Public, SinceReshuffle, View
from reihum.games.help.table import PHASES


def view(state: State, observer: int) -> View:
    """Everything that a seat, or a spectator (NOBODY), may know: the public part and its own."""
    return {**public(state), **own(state, observer)}


def public(state: State) -> Public:
    """What everybody sees."""
    assert isinstance(state, Legal)
    return {
        "game": "help",
        "round": state.round,
        "direction": state.direction,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "callers": state.calling_seats(),
        "held": [size_of(hand) for hand in state.hands],
        "row": row_names(state),
        "values": numbers_in(state.values),  # H12
        "in_stock": state.in_stock,
        "discard": pile_names(state.discard, state.in_discard),
        "no": list(state.no),
        "asker": seat_or_none(state.current if state.giver != NOBODY else NOBODY),
        "giver": seat_or_none(state.giver),
        "helper": seat_or_none(state.helper(state.current) if state.current != NOBODY else NOBODY),
        **seen_by_all(state),
    }


def own(state: State, observer: int) -> Own:
    """What only a seat, or a spectator (NOBODY), knows; built up, so that nothing else can get in."""
    assert isinstance(state, Legal)
    knows = current_knowledge(state, observer)
    seats = range(state.seats)
    return {
        "called": [pair for pair in state.calls() if pair[0] == observer],  # H5c: not those of others
        "hand": card_names(kinds_of(state.hands[observer])) if observer != NOBODY else [],
        "received": NAMES[state.received] if state.sees_received(observer) else None,  # H18
        "counts": row_counts(state, observer) if observer != NOBODY else {},
        "known": [[] if seat == observer else known_names(knows, seat, observer) for seat in seats],
        "holds": [[] if seat == observer else hand_bounds(knows, seat, observer) for seat in seats],
        "can_be": [[] if seat == observer else possible_kinds(knows, seat, observer) for seat in seats],
        **since_reshuffle(knows, observer),
        "seat": seat_or_none(observer),
    }


def row_counts(state: Legal, seat: int) -> dict[str, list[int]]:
    """H12, H13: the values of the row after each of the seat's moves with a Joker or a Switch."""
    found: dict[str, list[int]] = {}
    for move in legal(state, seat):
        place, k = group_of(move), kind_of(move)
        if 1 <= place <= LONGEST_ROW:
            row = with_card(state.row, place, k) if k == JOKER else with_exchange(state.row, place, k)
            found[notation.text(move)] = numbers_in(values_of(row))
    return found


def numbers_in(values: int) -> list[int]:
    """The values of a row as a list, from first to last."""
    found: list[int] = []
    while value := int(card_at(values, len(found) + 1)):
        found.append(value)
    return found


def since_reshuffle(knows: Proofs, observer: int) -> SinceReshuffle:
    """H11: the last reshuffle: the new draw pile, the cards in hands, and how many cards may be newer."""
    mine = observer != NOBODY and knows.in_hands != 0
    return {
        "reshuffled": card_names(kinds_of(knows.pool)) if knows.in_hands else [],
        "in_hands": card_names(kinds_of(knows.in_hands)),
        "fresh": list(knows.fresh),
        "had": card_names(kinds_of(knows.had[observer])) if mine else [],
        "drew": card_names(kinds_of(knows.drew[observer])) if mine else [],
    }


def pattern_pairs(knows: Proofs, seat: int, observer: int) -> list[tuple[int, int]]:
    """What the observer and what everybody can prove of a hand: two pairs of patterns, or one if equal."""
    indices = [knows.index_of(seat, observer), knows.index_of(seat, NOBODY)]
    found = [(int(knows.pattern[i]), int(knows.instead[i])) for i in indices]
    return found[:1] if found[0] == found[1] else found


def certain_kinds(pattern: int, called: int) -> list[int]:
    """The kinds that every hand with this pattern has."""
    found = [kinds.bit_length() for kinds in kinds_by_card(pattern) if kinds.bit_count() == 1]
    if pattern & NUMBER_HELD and called not in found:
        found.append(called)
    return sorted(found)


def kinds_by_card(pattern: int) -> list[int]:
    """The kinds that each card of a hand can be."""
    return [] if pattern == NEVER else [int(kinds_at(pattern, i)) for i in range(pattern_length(pattern))]


def known_names(knows: Proofs, seat: int, observer: int) -> list[str]:
    """The cards that are certainly in a hand."""
    sure: Counter[int] = Counter()
    called = knows.called[seat]
    for pattern, instead in pattern_pairs(knows, seat, observer):
        one, other = Counter(certain_kinds(pattern, called)), Counter(certain_kinds(instead, called))
        sure |= one if instead == NEVER else one & other
    return card_names(sorted(sure.elements()))


def hand_bounds(knows: Proofs, seat: int, observer: int) -> list[Bound]:
    """What else can be proved of a hand: at least so many of its cards are of these kinds.

    If the `or` of an entry is not empty, the hand may hold those cards instead (H16: a player who cannot play
    on a row has only numbers that are too low, or only Switches).
    """
    found: list[Bound] = []
    sure = Counter(known_names(knows, seat, observer))
    for pattern, instead in pattern_pairs(knows, seat, observer):
        others = card_names(certain_kinds(instead, knows.called[seat])) if instead != NEVER else []
        for kinds in sorted(
            {*kinds_by_card(pattern), *kinds_by_card(instead)}, key=lambda kinds: (kinds.bit_count(), kinds)
        ):
            if kinds == ANY_KIND or kinds.bit_count() == 1:
                continue
            of = kind_names(kinds)
            least = least_among(pattern, kinds)
            always = least if instead == NEVER else min(least, least_among(instead, kinds))
            if always:
                found.append({"least": always, "of": of, "or": []})
            if least > always and not Counter(others) <= sure:
                found.append({"least": least, "of": of, "or": others})
    return [entry for i, entry in enumerate(found) if not any(implies(other, entry) for other in found[:i])]


def possible_kinds(knows: Proofs, seat: int, observer: int) -> list[CanBe]:
    """What the cards of a hand can be, as far as the observer knows anything of them."""
    index = knows.index_of(seat, observer)
    pattern = union_of(knows.pattern[index], knows.instead[index])
    each = [kinds for kinds in kinds_by_card(pattern) if kinds != ANY_KIND]
    return [{"cards": each.count(kinds), "of": kind_names(kinds)} for kinds in sorted(set(each))]


def kind_names(kinds: int) -> list[str]:
    """The names of a set of kinds."""
    return [NAMES[k] for k in range(1, KINDS + 1) if kinds & kind_bit(k)]


def implies(bound: Bound, other: Bound) -> bool:
    """Whether one bound on a hand makes another one redundant."""
    same = bound["of"] == other["of"] and bound["least"] >= other["least"]
    return same and (not bound["or"] or bound["or"] == other["or"])


def least_among(pattern: int, kinds: int) -> int:
    """How many cards of a hand are certainly of these kinds."""
    return sum(mask & ~kinds == 0 for mask in kinds_by_card(pattern))
