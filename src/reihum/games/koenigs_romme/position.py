"""Writes and reads whole positions of Königs-Rommé as JSON; the solo variant has `"solo": true`."""

from __future__ import annotations

from collections import Counter
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY, State, seat_or_none
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import BadPosition
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.types import Json
from reihum.games.koenigs_romme import solo
from reihum.games.koenigs_romme.cards import (
    LOWEST,
    VALUE_NAMES,
    Combinations,
    card_name,
    card_names,
    combination_names,
    copies,
    deck,
    hand_at,
    hand_of,
    is_wild,
    parse_card,
    put_hand,
    suit_of,
    value_of,
)
from reihum.games.koenigs_romme.melds import can_be_laid
from reihum.games.koenigs_romme.rules import KoenigsRomme, blank
from reihum.games.koenigs_romme.runs import SHORTEST
from reihum.games.koenigs_romme.solo import ALL_FINISHED, HANDS, Solo
from reihum.games.koenigs_romme.table import (
    DISCARD,
    DONE,
    DRAW,
    FEWER,
    FEWEST_SEATS,
    MOST_SEATS,
    PHASES,
    ROUNDS,
)

GAME: Final = "koenigs-romme"
MANY: Final = 10**6  # points have no limit, but a number in a position needs one


def pile_names(pile: vec[i64], height: i64) -> list[str]:
    """The names of the cards of a pile, bottom first."""
    return [card_name(int(card)) for card in pile[:height]]


def position(state: State) -> Json:
    """The whole truth, as the rule page describes it."""
    if isinstance(state, Solo):
        return solo_position(state)
    assert isinstance(state, KoenigsRomme)
    state = state.laid_out_state()
    return {
        "game": GAME,
        "round": state.round,
        "totals": state.scores(),
        "dealer": state.dealer_seat,
        "phase": PHASES[state.phase],
        "hands": [card_names(hand_at(state.hands, seat)) for seat in range(state.seats)],
        "taken": [card_names(hand_at(state.taken, seat)) for seat in range(state.seats)],
        "stock": pile_names(state.stock, state.in_stock),
        "pile": pile_names(state.pile, state.in_pile),
        "turn": seat_or_none(state.current),
        "out_by": seat_or_none(state.out_by),
        "last_turns": state.last_turns(),
        "laid": [combination_names(combinations) for combinations in state.laid],
    }


def solo_position(state: Solo) -> Json:
    """The whole truth of the solo variant."""
    return {
        "game": GAME,
        "solo": True,
        "hands": [card_names(hand_at(state.hands, place)) for place in range(HANDS)],
        "finished": [state.is_finished(place) for place in range(HANDS)],
        "stock": pile_names(state.stock, state.in_stock),
        "shown": None if state.shown == NO_CARD else card_name(state.shown),
        "gone": pile_names(state.gone, state.in_gone),
        "phase": solo.PHASES[state.shown == NO_CARD],
    }


def from_position(given: Json, dealer: Dealer) -> State:
    """A game set up as given; an impossible position is refused with a sentence."""
    fields = PositionFields(given, GAME)
    if fields.flag("solo", False):
        return solo_from_position(fields, dealer)
    hands = [
        read_cards(hand, f"The hand of seat {seat}") for seat, hand in enumerate(fields.items("hands", None))
    ]
    if not FEWEST_SEATS <= len(hands) <= MOST_SEATS:
        raise BadPosition("Königs-Rommé is for 2 to 7 players, or solo; 'hands' must have one list per seat.")
    state = blank(len(hands))
    seats = state.seats
    laid = [
        read_combinations(each, seat) for seat, each in enumerate(fields.items("laid", [[]] * seats, seats))
    ]
    sizes = [len(hand) + sum(map(len, laid[seat])) for seat, hand in enumerate(hands)]
    for seat, total in enumerate(fields.numbers("totals", [0] * seats, 0, MANY)):
        state.totals[seat] = total
    state.turns = fields.number("turns", 0, 0, MANY)  # not in the rules, so `position` does not write it
    state.dealer_seat = whole_number(fields.take("dealer", 0), "'dealer'", 0, seats - 1)
    out_by = fields.seat("out_by", None, seats)
    state.out_by = NOBODY if out_by is None else out_by
    usual = usual_size(fields, [size for seat, size in enumerate(sizes) if size or seat != out_by])
    state.round = fields.number("round", usual - FEWER, 1, ROUNDS)
    over = [seat for seat, size in enumerate(sizes) if size == state.round + FEWER + 1]
    phase = fields.word("phase", "discard" if over else "draw", list(PHASES))
    state.phase = PHASES.index(phase)
    last = read_last_turns(fields, seats)
    after = state.dealer_seat if out_by is None else out_by
    first = over[0] if over else last[0] if last else (after + 1) % seats
    turn = fields.seat("turn", None if phase == "over" else first, seats)
    state.current = NOBODY if turn is None else turn
    taken = [
        read_cards(each, f"What seat {seat} took")
        for seat, each in enumerate(fields.items("taken", [[]] * seats, seats))
    ]
    pile = read_cards(fields.take("pile", []), "'pile'")
    placed = [*pile, *(card for hand in hands for card in hand)]
    placed += [card for seat in laid for combination in seat for card in combination]
    stock = read_stock(fields, placed, dealer)
    fields.refuse_rest()
    for seat in range(seats):
        put_hand(state.hands, seat, hand_of(hands[seat]))
        if Counter(taken[seat]) - Counter(hands[seat]):
            raise BadPosition(f"Seat {seat} is known to hold cards that it does not hold.")
        put_hand(state.taken, seat, hand_of(taken[seat]))
    state.in_stock = fill_pile(state.stock, stock)
    state.in_pile = fill_pile(state.pile, pile)
    state.laid = laid
    check_turn(state, last)
    check_sizes(state, sizes)
    check_laid(state)
    return state


# -- the parts of a position ----------------------------------------------------------------------


def read_cards(value: object, name: str) -> list[int]:
    """A list of cards."""
    return [read_card(card, name) for card in inner_list(value, name)]


def read_card(value: object, name: str) -> int:
    """A single card."""
    card = parse_card(value) if isinstance(value, str) else NO_CARD
    if card == NO_CARD:
        raise BadPosition(f"{name}: {value!r} is not a card; cards are written like 8d, 10h, Qx or *.")
    return card


def read_combinations(value: object, seat: int) -> Combinations:
    """A list of lists of cards."""
    name = f"What seat {seat} laid"
    return [read_cards(each, name) for each in inner_list(value, name)]


def usual_size(fields: PositionFields, sizes: list[int]) -> int:
    """K3: how many cards each hand has before drawing."""
    alone_after_drawing = len(sizes) == 1 and fields.rest.get("phase") == "discard"
    usual = min(sizes) - alone_after_drawing
    if not 1 <= usual - FEWER <= ROUNDS:
        raise BadPosition(f"Hands have {1 + FEWER} to {ROUNDS + FEWER} cards, not {usual}.")
    return usual


def read_last_turns(fields: PositionFields, seats: int) -> list[int] | None:
    """K14: the seats in order of play, if they are given."""
    if not fields.has("last_turns"):
        return None
    given = inner_list(fields.take("last_turns", None), "'last_turns'")
    return [whole_number(seat, "'last_turns': a seat", 0, seats - 1) for seat in given]


def read_stock(fields: PositionFields, placed: list[int], dealer: Dealer) -> list[int]:
    """The stock as given, or else all other cards, shuffled; no card may be there too often (K1)."""
    given = read_cards(fields.take("stock", None), "'stock'") if fields.has("stock") else None
    everywhere = Counter([*placed, *(given or [])])
    for card, times in sorted(everywhere.items()):
        if times > copies(card):
            raise BadPosition(
                f"The card {card_name(card)} is there {times} times, but only {copies(card)} exist."
            )
    if given is not None:
        return given
    rest = sorted((Counter(deck()) - everywhere).elements())
    stock = vec[i64](rest)
    shuffle(stock, len(rest), dealer)
    return [int(card) for card in stock]


def fill_pile(pile: vec[i64], given: list[int]) -> int:
    """Put cards on an empty pile, bottom first; how many there are."""
    for i, card in enumerate(given):
        pile[i] = card
    return len(given)


# -- what is impossible ---------------------------------------------------------------------------


def check_turn(state: KoenigsRomme, last: list[int] | None) -> None:
    """K7, K14, K16: whose turn it can be in which phase."""
    over = state.phase == DONE
    if over != (state.current == NOBODY):
        raise BadPosition("'turn' must be null at the end, and a seat before that.")
    if over and (state.round != ROUNDS or state.out_by == NOBODY):
        raise BadPosition(f"The game ends in round {ROUNDS}, after somebody has gone out.")
    if not over and state.current == state.out_by:
        raise BadPosition(f"Seat {state.current} has gone out and has no more turns.")
    if last is not None and last != state.last_turns():
        raise BadPosition(f"'last_turns' must be {state.last_turns()} here, starting with the seat in turn.")
    if state.phase == DRAW and not state.in_stock and not state.in_pile:
        raise BadPosition("There is no card to draw.")


def check_sizes(state: KoenigsRomme, sizes: list[int]) -> None:
    """K3, K7: everybody has as many cards as were dealt, and one more after drawing."""
    dealt = state.round + FEWER
    for seat, size in enumerate(sizes):
        due = dealt + (state.phase == DISCARD and seat == state.current)
        gone_out = seat == state.out_by and size == 0  # its combinations may be missing
        if size != due and not gone_out:
            raise BadPosition(
                f"Seat {seat} must have {due} cards in this phase of round {state.round}, not {size}."
            )


def check_laid(state: KoenigsRomme) -> None:
    """K10 to K14: who can have laid what."""
    for seat in range(state.seats):
        left = card_names(hand_at(state.hands, seat))
        if seat == state.out_by and left:
            raise BadPosition(f"Seat {seat} has gone out, so its hand must be empty.")
        if state.laid[seat] and not state.has_laid(seat):
            raise BadPosition(f"Seat {seat} cannot have laid anything yet.")
        for combination in state.laid[seat]:
            if not is_combination(combination, state.wild()):
                shown = " ".join(card_name(card) for card in combination)
                raise BadPosition(f"'{shown}' is neither a set nor a run in round {state.round}.")


def is_combination(laid: list[int], wild: int) -> bool:
    """K11 to K13: whether these cards are one set or one run."""
    naturals = [card for card in laid if not is_wild(card, wild)]
    values = sorted(int(value_of(card)) for card in naturals)
    if len(laid) < SHORTEST:
        return False
    if len(set(values)) <= 1:
        return True
    one_suit = len({int(suit_of(card)) for card in naturals}) == 1
    distinct = len(set(values)) == len(values)
    room = values[-1] - values[0] < len(laid) <= len(VALUE_NAMES)
    return one_suit and distinct and room


# -- the solo variant -----------------------------------------------------------------------------


def solo_from_position(fields: PositionFields, dealer: Dealer) -> Solo:
    """K17 to K20: a solo game set up as given."""
    state = solo.blank()
    given = fields.items("hands", None)
    hands = [read_cards(hand, f"Hand {place + 1}") for place, hand in enumerate(given)]
    if [len(hand) for hand in hands] != list(range(LOWEST, LOWEST + HANDS)):
        raise BadPosition("In the solo variant 'hands' must be eleven hands of 3, 4, … 13 cards.")
    gone = read_cards(fields.take("gone", []), "'gone'")
    shown = fields.take("shown", None) if fields.has("shown") else ""
    state.shown = NO_CARD if shown in ("", None) else read_card(shown, "'shown'")
    placed = [*gone, *(card for hand in hands for card in hand)]
    if state.shown != NO_CARD:
        placed.append(int(state.shown))
    stock = read_stock(fields, placed, dealer)
    for place in range(HANDS):
        put_hand(state.hands, place, hand_of(hands[place]))
        state.finished |= can_be_laid(hand_of(hands[place]), place + LOWEST) << place
    flags: list[object] = [state.is_finished(place) for place in range(HANDS)]
    check_finished(state, fields.items("finished", flags, HANDS))
    ended = state.finished == ALL_FINISHED or (state.shown == NO_CARD and not stock)
    phase = fields.word("phase", "over" if ended else "place", list(solo.PHASES))
    fields.refuse_rest()
    if phase == "place" and shown == "" and stock:  # if it is missing, turn up the top card of the stock
        state.shown = stock.pop()
    if (phase == "over") != ended or (phase == "place") != (state.shown != NO_CARD):
        raise BadPosition("'shown' must be a card until all hands are finished or the stock is used up.")
    state.in_stock = fill_pile(state.stock, stock)
    state.in_gone = fill_pile(state.gone, gone)
    return state


def check_finished(state: Solo, given: list[object]) -> None:
    """K19a: a hand is finished if and only if all its cards can be laid."""
    for place, flag in enumerate(given):
        if not isinstance(flag, bool):
            raise BadPosition("'finished' must be true or false for each hand.")
        if flag != state.is_finished(place):
            can = "can" if not flag else "cannot"
            raise BadPosition(f"All cards of the hand with wild {VALUE_NAMES[place]} {can} be laid.")
