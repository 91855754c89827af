"""A whole position of YoYo as JSON, out and in."""

from __future__ import annotations

from typing import Final, Literal

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import BadPosition
from reihum.core.fields import Fields, listed, whole
from reihum.core.packing import of_value
from reihum.core.spec import Json
from reihum.games.yoyo.cards import (
    ACTION_OF,
    CARDS,
    COLOURS,
    NO_DIRECTION,
    NUMBERS_OF,
    PASS_LEFT,
    TAKE_CARDS,
    YELLOW,
    card_name,
    card_names,
    colour_of,
    copies,
    number_of,
    step_of,
)
from reihum.games.yoyo.legal import DONE, DRAWN, NO_CARD, PLAY, SERIES, SLIDING, TAKING
from reihum.games.yoyo.notation import NAMED
from reihum.games.yoyo.rules import EMPTIED_END, FIRST_BEGINNER, GAMES_EACH, YoYo, blank

Phase = Literal["play", "series", "drawn", "take", "slide", "over"]
Direction = Literal["up", "down"]
PHASES: Final = ("play", "series", "drawn", "take", "slide", "over")
DIRECTIONS: Final = (None, "up", "down")
MANY: Final = 10**6  # points, either way


def position(state: State) -> Json:
    """The whole truth, as the rule page writes it."""
    assert isinstance(state, YoYo)
    return {
        "game": "yoyo",
        "match_game": state.match_game,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "hands": [hand_names(state, seat) for seat in range(state.seats)],
        "pile": [card_name(card) for card in state.pile[: state.laid]],
        "direction": DIRECTIONS[state.direction],
        "stock": [card_name(card) for card in state.stock[: state.left]],
        "emptied": state.emptied,
        "turn": seat_or_none(state.at),
        "beginner": state.beginner,
        "top_by": seat_or_none(state.top_by),
        "drawn": card_name(state.drawn) if state.drawn else None,
        "pending": state.pending,
        "taking": [] if state.first == NOBODY else [state.first],
        "slid": [card_name(card) if card else None for card in state.slid],
    }


def hand_names(state: YoYo, seat: int) -> list[str]:
    """A hand: blue, red, yellow, each ascending."""
    at = seat * COLOURS
    return card_names(state.hands[at], state.hands[at + 1], state.hands[at + 2])


def from_position(given: Json, dealer: Dealer) -> YoYo:
    """A match set up as given; what cannot be is refused with a sentence."""
    fields = Fields(given, "yoyo")
    hands = [cards(hand, f"The hand of seat {seat}") for seat, hand in enumerate(fields.items("hands", None))]
    if not 2 <= len(hands) <= 6:
        raise BadPosition("YoYo is for 2 to 6 players; 'hands' must have one list per seat.")
    state = blank(len(hands))
    state.phase = PHASES.index(fields.word("phase", default_phase(fields), list(PHASES)))
    pile = cards(fields.take("pile", []), "'pile'")
    last = GAMES_EACH * state.seats
    state.match_game = fields.number("match_game", last if state.phase == DONE else 1, 1, last)
    for seat, points in enumerate(fields.numbers("points", [0] * state.seats, -MANY, MANY)):
        state.points[seat] = points
    state.emptied = fields.number("emptied", 0, 0, EMPTIED_END)
    read_turn(state, fields, pile)
    read_actions(state, fields)
    stock = cards(fields.take("stock", None), "'stock'") if fields.has("stock") else None
    fields.done()
    place(state, hands, pile, stock, dealer)
    check(state)
    CHECKS[state.phase](state)
    return state


def default_phase(fields: Fields) -> str:
    """What the fields that are given speak of."""
    if fields.rest.get("drawn") is not None:
        return "drawn"
    if fields.rest.get("pending") or fields.rest.get("taking"):
        return "take"
    slid = fields.rest.get("slid")
    if isinstance(slid, list) and any(card is not None for card in slid):
        return "slide"
    return "play"


def read_turn(state: YoYo, fields: Fields, pile: list[int]) -> None:
    """Whose turn it is, who laid the top card, and where it goes from there."""
    seats = state.seats
    beginner = fields.seat("beginner", FIRST_BEGINNER, seats)
    if beginner is None:
        raise BadPosition("Somebody has begun this game: 'beginner' must be a seat.")
    state.beginner = beginner
    turn = fields.seat("turn", beginner, seats)
    if turn is None and state.phase != DONE:
        raise BadPosition("As long as the match goes on, 'turn' must be a seat.")
    state.at = NOBODY if turn is None else turn
    layer = state.at if state.phase in (SERIES, SLIDING, DONE) else (state.at - 1) % seats
    top_by = fields.seat("top_by", layer if pile else None, seats)
    state.top_by = NOBODY if top_by is None else top_by
    way = fields.take("direction", DIRECTIONS[default_direction(pile)])
    if way is not None and way not in DIRECTIONS:
        raise BadPosition("'direction' must be up, down or null.")
    state.direction = DIRECTIONS.index(way)


def default_direction(pile: list[int]) -> int:
    """That of the last card which is not yellow."""
    colours = [colour_of(card) for card in pile if colour_of(card) != YELLOW]
    return NO_DIRECTION if not pile else colours[-1] + 1 if colours else 1


def read_actions(state: YoYo, fields: Fields) -> None:
    """What a turn or an action of a yellow card is waiting for."""
    drawn = fields.take("drawn", None)
    state.drawn = NO_CARD if drawn is None else card(drawn, "'drawn'")
    state.pending = fields.number(
        "pending", 1 if state.phase == TAKING else 0, 0, len(NUMBERS_OF[TAKE_CARDS])
    )
    taking = [whole(seat, "'taking'", 0, state.seats - 1) for seat in fields.items("taking", [])]
    if len(taking) > (1 if state.seats > 2 else 0):
        raise BadPosition("'taking' has at most one seat, and with two players none.")
    state.first = taking[0] if taking else NOBODY
    for seat, chosen in enumerate(fields.items("slid", [None] * state.seats, state.seats)):
        state.slid[seat] = NO_CARD if chosen is None else card(chosen, "'slid'")


def cards(value: object, name: str) -> list[int]:
    """A list of cards."""
    return [card(each, name) for each in listed(value, name)]


def card(value: object, name: str) -> int:
    """A card by its text."""
    if not isinstance(value, str) or value not in NAMED:
        raise BadPosition(f"{name}: a card is written b1 to b20, r1 to r20 or y3 to y18.")
    return NAMED[value]


def place(
    state: YoYo, hands: list[list[int]], pile: list[int], stock: list[int] | None, dealer: Dealer
) -> None:
    """Put every card where it lies, none more often than it exists (Y1); a set-up may lack some."""
    everywhere = [*pile, *(c for hand in hands for c in hand), *(stock or [])]
    for c in NAMED.values():
        if everywhere.count(c) > copies(colour_of(c), number_of(c)):
            raise BadPosition(f"The card {card_name(c)} is there {everywhere.count(c)} times, too often.")
    for seat, hand in enumerate(hands):
        state.held[seat] = len(hand)
        for c in hand:
            state.hands[seat * COLOURS + colour_of(c)] += of_value(number_of(c), 1)
    for c in pile:
        state.pile[state.laid] = c
        state.laid += 1
    state.top = number_of(pile[-1]) if pile else 0
    rest = list(everywhere)
    for c in stock if stock is not None else (int(each) for each in CARDS):
        if stock is None and c in rest:
            rest.remove(c)
            continue
        state.stock[state.left] = c
        state.left += 1
    if stock is None:
        shuffle(state.stock, state.left, dealer)


def check(state: YoYo) -> None:
    """What holds in every phase."""
    if (state.laid > 0) != (state.top_by != NOBODY):
        raise BadPosition("'top_by' is null exactly while the pile is empty.")
    if (state.laid > 0) != (state.direction != NO_DIRECTION) and state.phase != DONE:
        raise BadPosition("'direction' is null exactly while the pile is empty.")
    colour = colour_of(state.pile[state.laid - 1]) if state.laid else YELLOW
    if colour != YELLOW and state.direction != colour + 1:
        raise BadPosition("With a blue card on top the direction is up, with a red one down.")
    if state.phase != DRAWN and state.drawn:
        raise BadPosition("Only in phase 'drawn' there is a card just drawn.")
    if state.phase != TAKING and (state.pending or state.first != NOBODY):
        raise BadPosition("Only in phase 'take' cards are to be taken.")
    if state.phase != SLIDING and any(state.slid):
        raise BadPosition("Only in phase 'slide' cards have been chosen for the left neighbour.")
    if state.phase != DONE:
        if not all(state.held):
            raise BadPosition("A game is over as soon as a hand is empty.")
        if not state.left or state.emptied == EMPTIED_END:
            raise BadPosition("The stock is never empty while a game goes on, and is used up once at most.")


def check_play(state: YoYo) -> None:
    """Nothing more: any seat can be in turn."""


def check_series(state: YoYo) -> None:
    """Y15: the seat in turn has laid the top card and has the next one."""
    if not state.laid or state.top_by != state.at or not state.goes_on(state.at):
        raise BadPosition("In phase 'series' the seat in turn has laid the top card and can go on.")
    state.knows.goes_on(state.at, state.direction, state.top + step_of(state.direction))


def check_drawn(state: YoYo) -> None:
    """Y13: the card just drawn is in the hand and fits."""
    if not state.drawn or not state.holds(state.at, state.drawn) or not state.fits(state.at, state.drawn):
        raise BadPosition("In phase 'drawn' the card just drawn is in the hand and fits.")
    state.knows.drew(state.at, state.drawn, state.left, True, state.top, state.direction_for(state.at))


def check_take(state: YoYo) -> None:
    """Y19: the seat before the one in turn has laid a card with this action."""
    if not acted(state, TAKE_CARDS) or state.top_by != (state.at - 1) % state.seats or not state.pending:
        raise BadPosition("In phase 'take' the seat before has laid a yellow Draw card, and cards are due.")
    if state.first == state.at:
        raise BadPosition("Nobody takes cards from the own hand.")


def check_slide(state: YoYo) -> None:
    """Y20: the seat in turn has laid a card with this action, and somebody has not chosen."""
    if not acted(state, PASS_LEFT) or state.top_by != state.at:
        raise BadPosition("In phase 'slide' the seat in turn has laid a yellow Pass-left card.")
    for seat in range(state.seats):
        if state.slid[seat] and not state.holds(seat, state.slid[seat]):
            raise BadPosition(f"Seat {seat} can only pass on a card of its hand.")
    if all(state.slid):
        raise BadPosition("Everybody has chosen a card, so they have moved.")


def check_over(state: YoYo) -> None:
    """Y26: the last game is finished."""
    if state.match_game != GAMES_EACH * state.seats:
        raise BadPosition("The match is over only after its last game, two for each player.")
    if list(state.held).count(0) != (state.emptied != EMPTIED_END):
        raise BadPosition("At the end one hand is empty, or the stock was used up twice.")


def acted(state: YoYo, action: int) -> bool:
    """Whether the top card is a yellow one with this action."""
    return state.top_is_yellow() and ACTION_OF[state.top] == action


CHECKS: Final = {
    PLAY: check_play,
    SERIES: check_series,
    DRAWN: check_drawn,
    TAKING: check_take,
    SLIDING: check_slide,
    DONE: check_over,
}
