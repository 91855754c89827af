"""What a seat of HELP! may know."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.views import Common, common
from reihum.games.help.cards import HIGHEST, KINDS, NAMES, count_of, size_of, unpacked
from reihum.games.help.knowledge import SETS
from reihum.games.help.legal import CALL
from reihum.games.help.position import PHASES, names, row_names
from reihum.games.help.rules import Help

Phase = Literal["call", "play", "give", "back", "received", "over"]


class Bound(TypedDict):
    """What can be proved of a hand: at least so many of its cards are among these kinds."""

    least: int
    of: list[str]


class Reshuffled(TypedDict):
    """What was seen of the last reshuffle."""

    reshuffled: Annotated[
        list[str], for_programs("the cards of the draw pile when it was made from the discard pile (H11)")
    ]
    in_hands: Annotated[list[str], for_programs("the cards that all hands together had then")]
    fresh: Annotated[
        list[int], for_programs("how many cards of each hand may come from the draw pile since then")
    ]
    had: Annotated[list[str], for_programs("one's own cards then")]
    drew: Annotated[list[str], for_programs("the cards that one has drawn since then")]


class View(Common, Reshuffled):
    """All that a seat, or a spectator, may know of a game of HELP!."""

    game: Annotated[Literal["help"], for_programs("always help")]
    round: Annotated[int, number("which, from 1 on")]
    direction: Annotated[int, number("1 for clockwise, -1 for the other way (H4)")]
    points: Annotated[list[int], per_seat(number("points (H21)"))]
    phase: Annotated[
        Phase, word("calling, playing, giving help, giving back for it, playing what was received, or over")
    ]
    callers: Annotated[list[int], seats("who may call a number; nobody once all have called (H5)")]
    called: Annotated[
        list[list[int]],
        for_programs("one's own call as a pair of seat and number, until all have called (H5)"),
    ]
    hand: Annotated[list[str], cards("one's own cards, numbers first")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    row: Annotated[list[str], cards("the row, its first card first")]
    values: Annotated[list[int], cards("what each card of the row counts; a Joker what it stands for (H12)")]
    in_stock: Annotated[int, number("how many cards the draw pile has")]
    discard: Annotated[list[str], cards("the discard pile, the last card on top")]
    no: Annotated[
        list[int],
        per_seat(number("a No! in front: 0 none, 1 still to be skipped, 2 has been skipped (H15)")),
    ]
    asker: Annotated[int | None, seat("who is being helped (H16)")]
    giver: Annotated[int | None, seat("who helps (H17)")]
    received: Annotated[str | None, card("the card on its way to the asker, for the two who know it (H18)")]
    known: Annotated[
        list[list[str]], per_seat(cards("cards that are certainly in the hand of somebody else"))
    ]
    holds: Annotated[
        list[list[Bound]],
        for_programs("what else can be proved of other hands: at least so many cards are among these"),
    ]


def view(state: State, observer: int) -> View:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, Help)
    seats = range(state.seats)
    mine = observer != NOBODY
    return {
        "game": "help",
        "round": state.round,
        "direction": state.direction,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "callers": [seat for seat in seats if (state.callers >> seat) & 1 and state.phase == CALL],
        "called": [pair for pair in state.calls() if pair[0] == observer],  # H5c: not those of others yet
        "hand": names(unpacked(state.hands[observer])) if mine else [],
        "held": [size_of(hand) for hand in state.hands],
        "row": row_names(state),
        "values": [int((state.values >> 4 * i) & 15) for i in range(state.length)],  # H12
        "in_stock": state.left,
        "discard": names([int(k) for k in state.discard[: state.discarded]]),
        "no": list(state.no),
        "asker": seat_or_none(state.at if state.giver != NOBODY else NOBODY),
        "giver": seat_or_none(state.giver),
        "received": NAMES[state.received] if state.sees_received(observer) else None,  # H18
        "known": [[] if seat == observer else known(state, seat, observer) for seat in seats],
        "holds": [[] if seat == observer else holds(state, seat, observer) for seat in seats],
        **since_reshuffle(state, observer),
        **common(state, observer),
    }


def since_reshuffle(state: Help, observer: int) -> Reshuffled:
    """H11: the cards that the draw pile and all hands had then, and how many of a hand may be newer."""
    knows = state.knows
    mine = observer != NOBODY and knows.in_hands != 0
    return {
        "reshuffled": names(unpacked(knows.pool)) if knows.in_hands else [],
        "in_hands": names(unpacked(knows.in_hands)),
        "fresh": list(knows.fresh),
        "had": names(unpacked(knows.had[observer])) if mine else [],
        "drew": names(unpacked(knows.drew[observer])) if mine else [],
    }


def known(state: Help, seat: int, observer: int) -> list[str]:
    """The cards that are certainly in a hand."""
    return names(unpacked(state.knows.kinds[state.knows.row_of(seat, observer)]))


def holds(state: Help, seat: int, observer: int) -> list[Bound]:
    """What else can be proved of a hand: at least so many of its cards are among these kinds.

    Where it comes from a call for help on a row, it might instead have been with four Switches.
    """
    sets = state.knows.sets[state.knows.row_of(seat, observer)]
    found: list[Bound] = []
    said = 0
    for group in range(1, SETS + 1):
        least = count_of(sets, group)
        if least == 0 or (group <= HIGHEST and least == said):
            continue
        said = least
        mask = state.knows.kinds_mask(seat, group)
        found.append({"least": least, "of": [NAMES[k] for k in range(1, KINDS + 1) if count_of(mask, k)]})
    return found
