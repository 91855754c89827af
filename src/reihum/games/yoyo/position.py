"""Writes and reads whole positions of YoYo as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict

from reihum.core.contract import NO_CARD, NOBODY, State, seat_or_none
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import BadPosition
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.types import Json
from reihum.games.yoyo.cards import (
    DECK,
    NO_DIRECTION,
    NUMBERS_OF,
    PASS_LEFT,
    TAKE_CARDS,
    UP,
    YELLOW,
    add_card,
    card_name,
    card_names,
    colour_of,
    copies,
    direction_of,
    hand_at,
    number_of,
    step_of,
)
from reihum.games.yoyo.notation import CARD_BY_NAME
from reihum.games.yoyo.rules import YoYo, blank
from reihum.games.yoyo.table import (
    DIRECTIONS,
    DONE,
    DRAWN,
    EMPTIED_END,
    FIRST_BEGINNER,
    PHASES,
    PLAY,
    SERIES,
    SLIDING,
    TAKING,
    Table,
)

MANY: Final = 10**6  # points, plus or minus, have no limit, but a number in a position needs one


class Options(TypedDict):
    """The options of a match."""

    plain_draw: bool  # Y22c


def position(state: State) -> Json:
    """The whole truth, as the rule page describes it."""
    assert isinstance(state, Table)
    return {
        "game": "yoyo",
        "options": {"plain_draw": state.plain_draw},
        "match_game": state.match_game,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "hands": [card_names(hand_at(state.hands, seat)) for seat in range(state.seats)],
        "pile": [card_name(card) for card in state.pile[: state.in_pile]],
        "direction": DIRECTIONS[state.direction],
        "stock": [card_name(card) for card in state.stock[: state.in_stock]],
        "emptied": state.emptied,
        "turn": seat_or_none(state.current),
        "beginner": state.beginner,
        "top_by": seat_or_none(state.top_by),
        "drawn": card_or_none(state.drawn),
        "pending": state.pending,
        "taking": [] if state.taken_from == NOBODY else [state.taken_from],
        "slid": [card_or_none(card) for card in state.slid],
    }


def card_or_none(card: int) -> str | None:
    """A card as views and positions write it: null for NO_CARD."""
    return None if card == NO_CARD else card_name(card)


def from_position(given: Json, dealer: Dealer) -> YoYo:
    """A match set up as given; an impossible position is refused with a sentence."""
    fields = PositionFields(given, "yoyo")
    hands = [
        read_cards(hand, f"The hand of seat {seat}") for seat, hand in enumerate(fields.items("hands", None))
    ]
    if not 2 <= len(hands) <= 6:
        raise BadPosition("YoYo is for 2 to 6 players; 'hands' must have one list per seat.")
    state = blank(len(hands), fields.options("plain_draw")["plain_draw"])
    state.phase = PHASES.index(fields.word("phase", default_phase(fields), list(PHASES)))
    pile = read_cards(fields.take("pile", []), "'pile'")
    last = state.games()
    state.match_game = fields.number("match_game", last if state.phase == DONE else 1, 1, last)
    for seat, points in enumerate(fields.numbers("points", [0] * state.seats, -MANY, MANY)):
        state.points[seat] = points
    state.emptied = fields.number("emptied", 0, 0, EMPTIED_END)
    read_turn(state, fields, pile)
    read_actions(state, fields)
    stock = read_cards(fields.take("stock", None), "'stock'") if fields.has("stock") else None
    fields.refuse_rest()
    place_cards(state, hands, pile, stock, dealer)
    check(state)
    CHECKS[state.phase](state)
    return state


def default_phase(fields: PositionFields) -> str:
    """The phase by the other fields, if it is missing."""
    if fields.rest.get("drawn") is not None:
        return "drawn"
    if fields.rest.get("pending") or fields.rest.get("taking"):
        return "take"
    slid = fields.rest.get("slid")
    if isinstance(slid, list) and any(card is not None for card in slid):
        return "slide"
    return "play"


def read_turn(state: Table, fields: PositionFields, pile: list[int]) -> None:
    """Read whose turn it is, who laid the top card, and the direction."""
    seats = state.seats
    beginner = fields.seat("beginner", FIRST_BEGINNER, seats)
    if beginner is None:
        raise BadPosition("'beginner' must be a seat: somebody began this game.")
    state.beginner = beginner
    turn = fields.seat("turn", beginner, seats)
    if turn is None and state.phase != DONE:
        raise BadPosition("'turn' must be a seat until the match is over.")
    state.current = NOBODY if turn is None else turn
    layer = state.current if state.phase in (SERIES, SLIDING, DONE) else (state.current - 1) % seats
    top_by = fields.seat("top_by", layer if pile else None, seats)
    state.top_by = NOBODY if top_by is None else top_by
    way = fields.take("direction", DIRECTIONS[default_direction(pile)])
    if way is not None and way not in DIRECTIONS:
        raise BadPosition("'direction' must be up, down or null.")
    state.direction = DIRECTIONS.index(way)


def default_direction(pile: list[int]) -> int:
    """The direction of the last card that is not yellow."""
    colours = [colour_of(card) for card in pile if colour_of(card) != YELLOW]
    return NO_DIRECTION if not pile else direction_of(colours[-1]) if colours else UP


def read_actions(state: Table, fields: PositionFields) -> None:
    """Read what is pending in a turn or after a yellow card."""
    drawn = fields.take("drawn", None)
    state.drawn = NO_CARD if drawn is None else read_card(drawn, "'drawn'")
    state.pending = fields.number(
        "pending", 1 if state.phase == TAKING else 0, 0, len(NUMBERS_OF[TAKE_CARDS])
    )
    taking = [whole_number(seat, "'taking'", 0, state.seats - 1) for seat in fields.items("taking", [])]
    if len(taking) > (1 if state.seats > 2 else 0):
        raise BadPosition("'taking' may have one seat at most, and none with two players.")
    state.taken_from = taking[0] if taking else NOBODY
    for seat, chosen in enumerate(fields.items("slid", [None] * state.seats, state.seats)):
        state.slid[seat] = NO_CARD if chosen is None else read_card(chosen, "'slid'")


def read_cards(value: object, name: str) -> list[int]:
    """A list of cards."""
    return [read_card(each, name) for each in inner_list(value, name)]


def read_card(value: object, name: str) -> int:
    """A single card."""
    if not isinstance(value, str) or value not in CARD_BY_NAME:
        raise BadPosition(f"{name}: a card is written b1 to b20, r1 to r20 or y3 to y18.")
    return CARD_BY_NAME[value]


def place_cards(
    state: Table, hands: list[list[int]], pile: list[int], stock: list[int] | None, dealer: Dealer
) -> None:
    """Put every card in its place, none more often than it exists (Y1); some may be missing."""
    everywhere = [*pile, *(c for hand in hands for c in hand), *(stock or [])]
    for c in CARD_BY_NAME.values():
        if everywhere.count(c) > copies(colour_of(c), number_of(c)):
            raise BadPosition(f"The card {card_name(c)} is there too often: {everywhere.count(c)} times.")
    for seat, hand in enumerate(hands):
        state.held[seat] = len(hand)
        for c in hand:
            add_card(state.hands, seat, c)
    for c in pile:
        state.pile[state.in_pile] = c
        state.in_pile += 1
        state.top = number_of(c)
    rest = list(everywhere)
    for c in stock if stock is not None else (int(each) for each in DECK):
        if stock is None and c in rest:
            rest.remove(c)
            continue
        state.stock[state.in_stock] = c
        state.in_stock += 1
    if stock is None:
        shuffle(state.stock, state.in_stock, dealer)


def check(state: Table) -> None:
    """Check what must be true in every phase."""
    if (state.in_pile > 0) != (state.top_by != NOBODY):
        raise BadPosition("'top_by' must be null if the pile is empty, and only then.")
    named = state.direction != NO_DIRECTION
    won_unnamed = state.phase == DONE and not named  # Y10: after a yellow card that opened the pile
    if named != (state.in_pile > 0) and not (state.in_pile and won_unnamed):
        raise BadPosition("'direction' must be null if the pile is empty, and only then.")
    colour = colour_of(state.pile[state.in_pile - 1]) if state.in_pile else YELLOW
    if colour != YELLOW and state.direction != direction_of(colour):
        raise BadPosition("'direction' must be up with a blue card on top, and down with a red one.")
    if state.phase != DRAWN and state.drawn != NO_CARD:
        raise BadPosition("'drawn' must be null except in phase 'drawn'.")
    if state.phase != TAKING and (state.pending or state.taken_from != NOBODY):
        raise BadPosition("'pending' must be 0 and 'taking' empty except in phase 'take'.")
    if state.phase != SLIDING and any(card != NO_CARD for card in state.slid):
        raise BadPosition("'slid' must be null for each seat except in phase 'slide'.")
    if state.phase != DONE:
        if not all(state.held):
            raise BadPosition("A game is over as soon as a hand is empty.")
        if not state.in_stock or state.emptied == EMPTIED_END:
            raise BadPosition("Until a game is over, the stock is not empty and was used up once at most.")


def check_play(state: Table) -> None:
    """Nothing more to check: it can be any seat's turn."""


def check_series(state: YoYo) -> None:
    """Y15: the seat in turn has laid the top card and has the next one."""
    if not state.in_pile or state.top_by != state.current or not state.can_go_on(state.current):
        raise BadPosition("In phase 'series' the seat in turn has laid the top card and can go on.")
    state.knows.note_going_on(state.current, state.direction, state.top + step_of(state.direction))


def check_drawn(state: YoYo) -> None:
    """Y13: the card just drawn is in the hand and fits."""
    card = state.drawn
    if card == NO_CARD or not state.holds(state.current, card) or not state.fits(state.current, card):
        raise BadPosition("In phase 'drawn' the card just drawn must be in the hand and fit.")
    state.knows.note_draw(
        state.current, card, state.in_stock, True, state.top, state.direction_for(state.current)
    )


def check_take(state: Table) -> None:
    """Y19: the seat before the one in turn has laid a card with this action."""
    if state.action() != TAKE_CARDS or state.top_by != (state.current - 1) % state.seats or not state.pending:
        raise BadPosition("In phase 'take' the seat before has laid a yellow Draw, and 'pending' is not 0.")
    if state.plain_draw and state.pending > 1:
        raise BadPosition("With 'plain_draw' a Draw never takes more than one card from each player.")
    if state.taken_from == state.current:
        raise BadPosition("Nobody takes cards from their own hand.")


def check_slide(state: Table) -> None:
    """Y20: the seat in turn has laid a card with this action, and somebody has not chosen."""
    if state.action() != PASS_LEFT or state.top_by != state.current:
        raise BadPosition("In phase 'slide' the seat in turn must have laid a yellow Pass-left.")
    for seat in range(state.seats):
        if state.slid[seat] != NO_CARD and not state.holds(seat, state.slid[seat]):
            raise BadPosition(f"Seat {seat} can only pass on a card from its hand.")
    if all(card != NO_CARD for card in state.slid):
        raise BadPosition("In phase 'slide' there must be somebody who has not chosen a card.")


def check_over(state: Table) -> None:
    """Y26: the last game is finished."""
    if state.match_game != state.games():
        raise BadPosition("The match is over only after its last game; there are two for each player.")
    if list(state.held).count(0) != (state.emptied != EMPTIED_END):
        raise BadPosition("At the end one hand must be empty, or the stock used up twice.")


CHECKS: Final[dict[int, Callable[[YoYo], None]]] = {
    PLAY: check_play,
    SERIES: check_series,
    DRAWN: check_drawn,
    TAKING: check_take,
    SLIDING: check_slide,
    DONE: check_over,
}
