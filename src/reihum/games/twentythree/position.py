"""Writes and reads whole positions of 23 as JSON."""

from __future__ import annotations

from typing import Final, TypedDict

from reihum.core.contract import NOBODY, OVER, State, seat_or_none
from reihum.core.dealer import Dealer
from reihum.core.errors import BadPosition
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.packing import count_of, pack, unpack
from reihum.core.types import Json
from reihum.games.twentythree.cards import COPIES, HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.rules import TwentyThree, blank
from reihum.games.twentythree.table import (
    AWAY,
    BONUS_CHIPS,
    DONE,
    HAND_SIZE,
    LEARNING_HAND_SIZE,
    PHASES,
    PLAY,
    PUT,
    ROUNDS,
)

MANY: Final = 10**6  # T1a: penalty chips have no limit, but a number in a position needs one


class Options(TypedDict):
    """The options of a game."""

    learning: bool  # T5
    by_five: bool  # T9d


def position(state: State) -> Json:
    """The whole truth, as the rule page describes it."""
    assert isinstance(state, TwentyThree)
    return {
        "game": "23",
        "options": options(state),
        "round": state.round,
        "phase": PHASES[state.phase],
        "hands": [unpack(hand) for hand in state.hands],
        "away": [unpack(cards) for cards in state.away],
        "unused": unpack(state.unused),
        "pile": [int(v) for v in state.pile[: state.in_pile]],
        "fines": list(state.fines),
        "chips": list(state.chips),
        "turn": seat_or_none(state.current),
        "forced": state.forced,
        "status": state.status(),
    }


def from_position(given: Json, dealer: Dealer) -> TwentyThree:
    """A game set up as given; an impossible position is refused with a sentence."""
    fields = PositionFields(given, "23")
    hands = [
        read_cards(hand, f"The hand of seat {seat}") for seat, hand in enumerate(fields.items("hands", None))
    ]
    if not 2 <= len(hands) <= 4:
        raise BadPosition("23 is for 2 to 4 players; 'hands' must have one list per seat.")
    chosen = fields.options("learning", "by_five")
    state = blank(len(hands), chosen["learning"], chosen["by_five"])
    seats = state.seats
    state.round = fields.number("round", 1, 1, ROUNDS)
    pile = read_cards(fields.take("pile", []), "'pile'")
    named = fields.word("phase", "play" if pile else "put", list(PHASES))
    state.phase = PHASES.index(named)
    away = fields.items("away", [[] for _ in range(seats)], seats)
    aways = [read_cards(each, f"What seat {seat} put away") for seat, each in enumerate(away)]
    for seat, fine in enumerate(fields.numbers("fines", [0] * seats, 0, MANY)):
        state.fines[seat] = fine
    for seat, chips in enumerate(fields.numbers("chips", [BONUS_CHIPS] * seats, 0, BONUS_CHIPS)):
        state.chips[seat] = chips
    first = next((seat for seat, hand in enumerate(hands) if hand), None)
    turn = fields.seat("turn", first if named == "play" else None, seats)
    state.forced = fields.flag("forced", False)
    state.idle = fields.number("idle", 0, 0, MANY)  # not in the rules, so `position` does not write it
    standing = read_statuses(fields, hands, named)
    unused = read_cards(fields.take("unused", None), "'unused'") if fields.has("unused") else None
    fields.refuse_rest()
    place_cards(state, hands, aways, unused, pile, "left" in standing)
    for seat, word in enumerate(standing):
        state.playing |= (word == "in") << seat
        state.left |= (word == "left") << seat
    state.current = NOBODY if turn is None else turn
    CHECKS[state.phase](state, turn)
    return state


def options(state: TwentyThree) -> Options:
    """The options of a game, as views and positions write them."""
    return {"learning": state.learning, "by_five": state.by_five}


def read_cards(value: object, name: str) -> list[int]:
    """A list of card values."""
    return [whole_number(v, f"{name}: a card", ONE, HIGHEST) for v in inner_list(value, name)]


def read_statuses(fields: PositionFields, hands: list[list[int]], phase: str) -> list[str]:
    """T14; by default, seats with cards are in the round and the others are out."""
    default: list[object] = ["in" if hand else "out" for hand in hands]
    words = [str(word) for word in fields.items("status", default, len(hands))]
    for seat, word in enumerate(words):
        if word not in ("in", "out", "left"):
            raise BadPosition("'status' must be in, out or left for each seat.")
        if (word == "in") != bool(hands[seat]):
            raise BadPosition(f"Seat {seat} is '{word}', which does not fit its cards ({len(hands[seat])}).")
    if phase == "over" and "in" in words:
        raise BadPosition("At the end of the game nobody is still in the round.")
    return words


def place_cards(
    state: TwentyThree,
    hands: list[list[int]],
    aways: list[list[int]],
    unused: list[int] | None,
    pile: list[int],
    somebody_left: bool,
) -> None:
    """Put every card in its place; no card may be there more often than it exists (T1)."""
    placed = [*pile, *(v for hand in hands for v in hand), *(v for away in aways for v in away)]
    everywhere = [*placed, *(unused or [])]
    for v in range(ONE, HIGHEST + 1):
        if everywhere.count(v) > COPIES[v]:
            raise BadPosition(f"The {v} is there {everywhere.count(v)} times, but only {COPIES[v]} exist.")
    # Missing cards count as not dealt. Cards of a seat that left cannot be told from those, and need not be.
    state.unused = PACKED_DECK - pack(placed) if unused is None else pack(unused)
    if unused is not None and not somebody_left and pack(everywhere) != PACKED_DECK:
        raise BadPosition("Cards are missing: nobody has left the round, so all 66 must be there.")
    for seat in range(state.seats):
        state.hands[seat] = pack(hands[seat])
        state.held[seat] = len(hands[seat])
        state.away[seat] = pack(aways[seat])
    for v in pile:
        state.pile[state.in_pile] = v
        state.in_pile += 1
    state.top = pile[-1] if pile else 0


def check_put(state: TwentyThree, turn: int | None) -> None:
    """T2, T4, T4a: everybody has fifteen cards, less those put away, and somebody has not finished."""
    if state.learning:
        raise BadPosition("In the learning game nothing is put away.")
    if turn is not None or state.forced or state.in_pile:
        raise BadPosition("While cards are put away there is no turn, no force and no pile.")
    if state.one_held_by() == NOBODY:
        raise BadPosition("While cards are put away somebody holds the 1.")
    for seat in range(state.seats):
        put = unpack(state.away[seat])
        if len(put) > AWAY or state.held[seat] + len(put) != HAND_SIZE or ONE in put:
            raise BadPosition(
                f"Seat {seat} must hold {HAND_SIZE} cards less up to {AWAY} put away, never the 1."
            )
        above = sum(v >= max(put, default=0) and v != ONE for v in unpack(state.hands[seat]))
        if above < AWAY - len(put):
            raise BadPosition(f"Seat {seat} cannot have put those cards away in ascending order.")
    if state.turn() == OVER:
        raise BadPosition("Everybody has put three cards away, so the phase is 'play'.")


def check_play(state: TwentyThree, turn: int | None) -> None:
    """T6a: the 1 has been laid, and it is the turn of a seat that is still in the round."""
    if not state.in_pile or state.one_held_by() != NOBODY:
        raise BadPosition("In phase 'play' the pile is not empty, and the 1 is in no hand.")
    if turn is None or not state.still_in(turn):
        raise BadPosition("In phase 'play' it is the turn of a seat that is still in the round.")
    check_pile(state)
    check_sizes(state)


def check_over(state: TwentyThree, turn: int | None) -> None:
    """T16: the second round is finished."""
    if turn is not None or state.forced or state.round != ROUNDS:
        raise BadPosition(f"At the end there is no turn and no force, and the round is {ROUNDS}.")
    check_pile(state)
    check_sizes(state)


def check_pile(state: TwentyThree) -> None:
    """T6: in both rounds the first card of the pile is the 1."""
    if not state.in_pile or state.pile[0] != ONE:
        raise BadPosition("The pile begins with the 1, which opens every round.")


def check_sizes(state: TwentyThree) -> None:
    """T2, T4, T5: nobody holds more than was dealt; each seat has put three cards away, or none."""
    for seat in range(state.seats):
        put = len(unpack(state.away[seat]))
        if put not in ((0,) if state.learning else (0, AWAY)) or count_of(state.away[seat], ONE):
            raise BadPosition(f"Seat {seat} cannot have put away so many cards ({put}).")
        if state.held[seat] > LEARNING_HAND_SIZE:
            raise BadPosition(
                f"Seat {seat} holds {state.held[seat]} cards, but {LEARNING_HAND_SIZE} is the most."
            )


CHECKS: Final = {PUT: check_put, PLAY: check_play, DONE: check_over}
