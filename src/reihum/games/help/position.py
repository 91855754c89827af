"""Writes and reads whole positions of HELP! as JSON."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY, OVER, State, bit, seat_or_none
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import BadPosition
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.types import Json
from reihum.games.help.cards import (
    ANY_KIND,
    COPIES,
    DECK_SIZE,
    HAND_SIZE,
    HIGHEST,
    JOKER,
    KINDS,
    LONGEST_ROW,
    NAMES,
    NO,
    PACKED_DECK,
    count_of,
    kind_bit,
    kinds_of,
    of_kind,
    pack_kinds,
    size_of,
)
from reihum.games.help.helping import try_switch
from reihum.games.help.legal import Legal
from reihum.games.help.row import ascends, card_at, with_card
from reihum.games.help.rules import Help, blank
from reihum.games.help.table import (
    BACK,
    CALL,
    DONE,
    FEWEST_SEATS,
    FREE,
    GIVE,
    GOAL,
    MOST_SEATS,
    PHASES,
    PLAY,
    RECEIVED,
    SKIPPED,
    Table,
)

MANY: Final = 10**6  # rounds have no limit, but a number in a position needs one


def position(state: State) -> Json:
    """The whole truth, as the rule page describes it."""
    assert isinstance(state, Table)
    return {
        "game": "help",
        "round": state.round,
        "direction": state.direction,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "callers": state.calling_seats(),
        "called": state.calls(),
        "hands": [card_names(kinds_of(hand)) for hand in state.hands],
        "row": row_names(state),
        "stock": pile_names(state.stock, state.in_stock),
        "discard": pile_names(state.discard, state.in_discard),
        "no": list(state.no),
        "turn": seat_or_none(state.current),
        "asker": seat_or_none(state.current if state.giver != NOBODY else NOBODY),
        "giver": seat_or_none(state.giver),
        "received": None if state.received == NO_CARD else NAMES[state.received],
    }


def card_names(kinds: list[int]) -> list[str]:
    """Cards as texts."""
    return [NAMES[k] for k in kinds]


def pile_names(pile: vec[i64], height: i64) -> list[str]:
    """A pile as texts, bottom first."""
    return card_names([int(k) for k in pile[:height]])


def row_names(table: Table) -> list[str]:
    """The row as texts."""
    return [NAMES[card_at(table.row, place)] for place in range(1, table.length + 1)]


def from_position(given: Json, dealer: Dealer) -> Help:
    """A game set up as given; an impossible position is refused with a sentence."""
    fields = PositionFields(given, "help")
    hands = [
        read_cards(hand, f"The hand of seat {seat}") for seat, hand in enumerate(fields.items("hands", None))
    ]
    if not FEWEST_SEATS <= len(hands) <= MOST_SEATS:
        raise BadPosition("HELP! is for 3 to 5 players; 'hands' must have one list per seat.")
    state = blank(len(hands))
    seats = state.seats
    row = read_cards(fields.take("row", []), "'row'")
    phase = fields.word("phase", likely_phase(fields, hands, row), list(PHASES))
    state.phase = PHASES.index(phase)
    state.direction = read_direction(fields)
    state.round = fields.number("round", 1 if state.direction == 1 else 2, 1, MANY)
    for seat, points in enumerate(fields.numbers("points", [0] * seats, 0, GOAL)):
        state.points[seat] = points
    for seat, no in enumerate(fields.numbers("no", [FREE] * seats, FREE, SKIPPED)):
        state.no[seat] = no
    usual: list[object] = list(range(seats)) if state.phase == CALL else []
    callers = [
        whole_number(seat, "'callers': a seat", 0, seats - 1) for seat in fields.items("callers", usual)
    ]
    called = [read_call(pair, seats) for pair in fields.items("called", [])]
    helping = GIVE <= state.phase <= RECEIVED
    asker = fields.seat("asker", given_seat(given, "turn", seats) if helping else None, seats)
    first = next((seat for seat in range(seats) if state.no[seat] == FREE), None)
    turn = fields.seat("turn", asker if helping else first if state.phase == PLAY else None, seats)
    lay_row(state, row)
    state.current = NOBODY if turn is None else turn
    before = state.helper(turn) if helping and turn is not None else NOBODY
    giver = fields.seat("giver", seat_or_none(before), seats)
    received = fields.take("received", None)
    state.received = NO_CARD if received is None else read_cards([received], "'received'")[0]
    discard = read_cards(fields.take("discard", []), "'discard'")
    stock = read_cards(fields.take("stock", None), "'stock'") if fields.has("stock") else None
    fields.refuse_rest()
    state.giver = NOBODY if giver is None else giver
    place_cards(state, hands, row, discard, stock, dealer)
    check_points(state)
    if state.phase == CALL:
        check_call(state, callers, called, dealer)
    elif callers or called:
        raise BadPosition("'callers' and 'called' are empty once the round has begun.")
    if not helping and (asker is not None or giver is not None or state.received != NO_CARD):
        raise BadPosition("Nobody is helped now, so 'asker', 'giver' and 'received' are null.")
    if state.phase == CALL and turn is not None:
        raise BadPosition("'turn' is null while numbers are called.")
    if state.phase not in (CALL, DONE):
        check_turn(state, asker, before)
    if state.phase == DONE and state.current != NOBODY:
        check_end(state)
    return state


def likely_phase(fields: PositionFields, hands: list[list[int]], row: list[int]) -> str:
    """The phase by the other fields, if it is missing; with nothing but hands, a new deal."""
    asker = fields.rest.get("asker")
    if fields.rest.get("received") is not None:
        seat = asker if asker is not None else fields.rest.get("turn")
        held = len(hands[seat]) if isinstance(seat, int) and 0 <= seat < len(hands) else HAND_SIZE
        return "back" if held == HAND_SIZE else "received"
    if asker is not None:
        return "give"
    return "play" if row or fields.rest.get("turn") is not None else "call"


def given_seat(given: Json, name: str, seats: int) -> int | None:
    """A seat from the position itself, to be read again later."""
    value = given.get(name)
    return None if value is None else whole_number(value, f"'{name}'", 0, seats - 1)


def read_direction(fields: PositionFields) -> int:
    """H4; by default, the direction of the round."""
    by_round = fields.rest.get("round", 1)
    value = fields.number("direction", -1 if isinstance(by_round, int) and by_round % 2 == 0 else 1, -1, 1)
    if value == 0:
        raise BadPosition("'direction' must be 1 or -1.")
    return value


def read_cards(value: object, name: str) -> list[int]:
    """A list of cards."""
    kinds: list[int] = []
    for card in inner_list(value, name):
        if not isinstance(card, str) or card not in NAMES[1:]:
            raise BadPosition(f"{name}: a card must be one of {', '.join(NAMES[1:])}.")
        kinds.append(NAMES.index(card))
    return kinds


def read_call(pair: object, seats: int) -> tuple[int, int]:
    """A call: seat and number."""
    both = inner_list(pair, "A call")
    if len(both) != 2:
        raise BadPosition("A call must be a list of a seat and a number.")
    return whole_number(both[0], "A call: the seat", 0, seats - 1), whole_number(
        both[1], "A call: the number", 1, HIGHEST
    )


def lay_row(state: Table, row: list[int]) -> None:
    """H8, H9, H12: the row has at most five cards, numbers and Jokers in ascending order."""
    if len(row) >= LONGEST_ROW:
        raise BadPosition(
            f"'row' must have fewer than {LONGEST_ROW} cards; a row of {LONGEST_ROW} is cleared at once."
        )
    if any(k > JOKER for k in row):
        raise BadPosition("'row' must consist of numbers and Jokers.")
    for k in row:
        state.set_row(with_card(state.row, state.length + 1, k), state.length + 1)
    if not ascends(state.values):
        raise BadPosition("'row' must ascend strictly, a Joker being one more than the card before it.")


def place_cards(
    state: Table,
    hands: list[list[int]],
    row: list[int],
    discard: list[int],
    stock: list[int] | None,
    dealer: Dealer,
) -> None:
    """Put every card in its place, none more often than it exists (H1); some may be missing."""
    laid = [NO for no in state.no if no != FREE]
    on_its_way = [] if state.received == NO_CARD else [int(state.received)]
    placed = [*row, *discard, *laid, *on_its_way, *(k for hand in hands for k in hand)]
    everywhere = [*placed, *(stock or [])]
    for k in range(1, KINDS + 1):
        if everywhere.count(k) > COPIES[k]:
            raise BadPosition(
                f"The {NAMES[k]} is there {everywhere.count(k)} times, but only {COPIES[k]} exist."
            )
    rest = kinds_of(PACKED_DECK - pack_kinds(placed)) if stock is None else stock
    if not rest and discard:
        raise BadPosition("'stock' must not be empty: the discard pile becomes the draw pile at once.")
    if not rest and state.phase == CALL:
        raise BadPosition("'stock' must not be empty before the round has begun.")
    state.lacks = len(placed) + len(rest) < DECK_SIZE
    for k in rest:
        state.stock[state.in_stock] = k
        state.in_stock += 1
    if stock is None:
        shuffle(state.stock, state.in_stock, dealer)
    for k in discard:
        state.discard[state.in_discard] = k
        state.in_discard += 1
    for seat, hand in enumerate(hands):
        state.hands[seat] = pack_kinds(hand)
        check_hand(state, seat, len(hand))
        state.knows.forget_hand(seat, len(hand))


def check_hand(state: Table, seat: int, held: int) -> None:
    """H10: four cards, or three while one is on its way; fewer if the set-up lacks cards."""
    giving = state.phase == BACK and seat == state.giver
    given_back = state.phase == RECEIVED and seat == state.current
    most = HAND_SIZE - (giving or given_back)
    if held != most and (held > most or not state.lacks):
        raise BadPosition(f"Seat {seat} must hold {most} cards in phase '{PHASES[state.phase]}'.")


def check_points(state: Table) -> None:
    """H21."""
    if (GOAL in state.points) != (state.phase == DONE):
        raise BadPosition(f"The phase must be 'over' if somebody has {GOAL} points, and only then.")


def check_call(state: Table, callers: list[int], called: list[tuple[int, int]], dealer: Dealer) -> None:
    """H5: in this round there were only calls, of lowest numbers, and somebody still owes one."""
    if state.length or state.in_discard or any(state.no):
        raise BadPosition("While numbers are called, the row, the discard pile and 'no' must be empty.")
    if len(set(callers)) != len(callers):
        raise BadPosition("'callers' must name each seat once.")
    for seat in callers:
        state.callers |= bit(seat)
    seats = [seat for seat, _ in called]
    for seat, n in called:
        if seats.count(seat) > 1 or not state.can_call(seat):
            raise BadPosition(f"Seat {seat} cannot have called: only callers with a number do, and once.")
        if n != min(kinds_of(state.hands[seat])):
            raise BadPosition(f"Seat {seat} must have called its lowest number.")
    rest = [seat for seat in range(state.seats) if seat not in seats]
    for i in range(len(rest) - 1, 0, -1):  # H5c
        j = dealer.below(i + 1)
        rest[i], rest[j] = rest[j], rest[i]
    for i, seat in enumerate([*seats, *rest]):
        state.order[i] = seat
    state.called = len(seats)
    if state.turn() == OVER:
        raise BadPosition("In phase 'call' there must be somebody with a number who has not called.")


def check_turn(state: Legal, asker: int | None, before: int) -> None:
    """H15 to H18: the seat in turn has no No! in front of it; an asker needs help and can be helped."""
    if state.current == NOBODY or state.no[state.current] != FREE:
        raise BadPosition("'turn' must be a seat without a No! in front of it.")
    if state.phase == PLAY:
        return
    if asker != state.current:
        raise BadPosition("'asker' must be the seat in 'turn'.")
    if before == NOBODY or state.giver != before:
        raise BadPosition("'giver' must be the nearest seat before the asker without a No! in front of it.")
    if (state.received != NO_CARD) != (state.phase != GIVE):
        raise BadPosition("'received' must be a card in phases 'back' and 'received', and null otherwise.")
    check_help(state)
    begin_help(state)


def check_help(state: Legal) -> None:
    """H16, H18: the asker could not play, and the giver could help."""
    befores = [state.hands[state.current]]  # what the asker's hand may have been before
    if state.phase == RECEIVED:
        befores = [befores[0] + of_kind(k, 1) for k in set(kinds_of(state.hands[state.giver]))]
    helpless = [hand for hand in befores if hand & state.playable(hand) == 0]
    if not helpless:
        raise BadPosition("The asker can or could play a card, and so may not ask for help.")
    if state.phase == BACK and helpless == [0]:
        raise BadPosition("The asker has no card to give back, and so cannot be helped.")
    if state.phase == GIVE:
        if not state.hands[state.giver] & state.helpful(helpless[0]):
            raise BadPosition("The giver has no card that helps, so the round would be over.")
    elif not any(count_of(state.helpful(hand), state.received) for hand in helpless):
        raise BadPosition("The card 'received' must be one that the asker can play.")


def begin_help(state: Table) -> None:
    """H18: note what the seats have seen so far; a position does not say which card was given back."""
    knows, asker, giver = state.knows, state.current, state.giver
    if state.phase == RECEIVED:
        knows.forget_hand(asker, size_of(state.hands[asker]) + 1)
    if state.phase == BACK:
        knows.forget_hand(giver, size_of(state.hands[giver]) + 1)
    knows.note_stuck(asker, state.top)
    if state.phase != RECEIVED:
        knows.note_able(giver, state.top)
        try_switch(state)
    knows.catch_up()
    if state.phase != GIVE:
        knows.show_loss(asker, giver, kind_bit(state.received))
    if state.phase == RECEIVED:
        knows.show_return(asker, asker, giver)
        knows.show_loss(giver, asker, ANY_KIND)


def check_end(state: Legal) -> None:
    """H19, H20: the last round ended because nobody could help the seat in turn."""
    asker = state.current
    giver = state.helper(asker)
    hand = state.hands[asker]
    if state.no[asker] != FREE or hand & state.playable(hand):
        raise BadPosition("At the end 'turn' must be the seat that could not play, or null.")
    state.knows.note_stuck(asker, state.top)
    if giver == NOBODY:
        return
    if state.hands[giver] & state.helpful(hand):
        raise BadPosition(f"Seat {giver} could have helped, so the round would not be over.")
    state.knows.note_unable(asker, giver, state.top)
