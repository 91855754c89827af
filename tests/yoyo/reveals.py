"""Which moves of YoYo may show a seat something that depends on hidden cards or chance."""

from __future__ import annotations

from reihum.core.contract import NOBODY
from reihum.core.packing import count_of
from reihum.games.yoyo.cards import (
    ACTION_OF,
    CHAOS,
    COLOURS,
    DOWN,
    DRAW,
    KEEP,
    PLAIN,
    STOP,
    TAKE,
    YELLOW,
    card_of,
    colour_of,
    copies,
    how_of,
    number_of,
)
from reihum.games.yoyo.rules import YoYo
from reihum.games.yoyo.table import GAMES_EACH, SLIDING, TAKING


def reveals(state: YoYo, seat: int, by: int, move: int) -> bool:
    """True if this legal move may show `seat` (or NOBODY) more than it knew before."""
    if state.phase == SLIDING:  # after the last choice everybody gets a card
        return seat != NOBODY and sum(state.owes(other) for other in range(state.seats)) == 1
    if move == DRAW:
        return draw_reveals(state, seat, by)
    if move == KEEP:
        return False
    if move >= TAKE:
        return take_reveals(state, seat, by, move - TAKE)
    if move == STOP:
        return seat != NOBODY and state.top_is_yellow() and ACTION_OF[state.top] == CHAOS
    return lay_reveals(state, seat, by, move)


def draw_reveals(state: YoYo, seat: int, by: int) -> bool:
    """Everybody sees whether the card fits, unless all cards do or it ends the game (Y14b)."""
    if state.in_stock == 1 and (state.emptied or state.in_pile <= 1):
        return seat == by or (seat != NOBODY and deals_again(state))
    return seat == by or (state.in_pile > 0 and state.top_by != by)


def take_reveals(state: YoYo, seat: int, by: int, other: int) -> bool:
    """The taker and those who lose a card see it; a new deal shows everybody a hand."""
    if seat == NOBODY:
        return False
    rest = state.pending - 1
    losing = {other: state.pending if state.seats == 2 or state.taken_from != NOBODY else 1}
    if state.taken_from != NOBODY and rest:
        losing[state.taken_from] = rest
    ends = any(state.held[loser] <= count for loser, count in losing.items())
    return seat == by or seat in losing or (ends and deals_again(state))


def lay_reveals(state: YoYo, seat: int, by: int, move: int) -> bool:
    """The others see whether a series could go on; Chaos and a new deal show everybody a hand."""
    if state.held[by] == 1:
        return seat != NOBODY and deals_again(state)
    if state.phase == TAKING:
        return False
    card, how = card_of(move), how_of(move)
    colour, number = colour_of(card), number_of(card)
    direction = state.direction if how == PLAIN else how
    if colour != YELLOW:
        direction = colour + 1
    following = number + (-1 if direction == DOWN else 1)
    going_on = [each << 5 | following for each in (direction - 1, YELLOW)]
    if seat != by and not all(seen(state, seat, each) for each in going_on):
        return True
    if seat == NOBODY or colour != YELLOW or ACTION_OF[number] != CHAOS:
        return False
    return not any(state.holds(by, each) for each in going_on)


def seen(state: YoYo, seat: int, card: int) -> bool:
    """Whether a seat sees every copy of a card on the pile or in its hand, or there is no such card."""
    count = list(state.pile[: state.in_pile]).count(card)
    if seat != NOBODY:
        count += count_of(state.hands[seat * COLOURS + colour_of(card)], number_of(card))
    return bool(count == copies(colour_of(card), number_of(card)))


def deals_again(state: YoYo) -> bool:
    """Whether another game of the match follows."""
    return state.match_game < GAMES_EACH * state.seats
