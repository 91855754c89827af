"""What a seat of YoYo may know."""

from __future__ import annotations

from typing import Annotated, Literal

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.views import Common, common
from reihum.games.yoyo.cards import COLOURS, DECK, card_name, card_names
from reihum.games.yoyo.lots import ANYWHERE, DREW, HAND, IN_HANDS, LOT, TRAITS, Lots
from reihum.games.yoyo.position import DIRECTIONS, PHASES, Direction, Phase, hand_names
from reihum.games.yoyo.rules import YoYo


class View(Common):
    """All that a seat, or a spectator, may know of a match of YoYo."""

    game: Annotated[Literal["yoyo"], for_programs("always yoyo")]
    match_game: Annotated[int, number("which game of the match this is (Y26)")]
    points: Annotated[list[int], per_seat(number("points of all games so far (Y23 to Y25)"))]
    phase: Annotated[Phase, word("what is to be decided, or over")]
    hand: Annotated[list[str], cards("one's own cards: blue, red, yellow, each ascending")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    pile: Annotated[list[str], cards("what has been laid since the last shuffle, the top card last")]
    direction: Annotated[Direction | None, word("where it goes (Y6); null while the pile is empty")]
    in_stock: Annotated[int, number("how many cards the draw pile has")]
    emptied: Annotated[int, number("how often the draw pile was used up in this game (Y14)")]
    beginner: Annotated[int, seat("who began this game (Y4, Y26)")]
    top_by: Annotated[int | None, seat("who laid the top card (Y11)")]
    drawn: Annotated[str | None, card("the card one has just drawn and may lay (Y13)")]
    pending: Annotated[int, number("how many cards a Draw takes from each of two players (Y19, Y22)")]
    taking: Annotated[list[int], seats("from whom the first of them has been taken")]
    slid: Annotated[str | None, card("the card one has chosen for the left neighbour (Y20)")]
    known: Annotated[
        list[list[str]],
        per_seat(cards("cards that one gave away and that are certainly still in a hand (Y19, Y20)")),
    ]
    drawn_one_of: Annotated[
        list[list[list[str]]],
        for_programs("for each seat: of each card drawn and certainly still there, what it can be (Y13)"),
    ]
    one_of: Annotated[
        list[list[str]],
        for_programs("for each seat: the hand has one of these, if there are any (Y15)"),
    ]
    recycled: Annotated[list[str], for_programs("what was shuffled back into the draw pile (Y14)")]
    unmoved: Annotated[
        list[int], for_programs("for each seat: so many of its cards were certainly in hands at that moment")
    ]


def view(state: State, observer: int) -> View:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, YoYo)
    seats = range(state.seats)
    mine = observer != NOBODY
    knows = state.knows
    hands = knows.hands()
    return {
        "game": "yoyo",
        "match_game": state.match_game,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "hand": hand_names(state, observer) if mine else [],
        "held": list(state.held),
        "pile": [card_name(card) for card in state.pile[: state.laid]],
        "direction": DIRECTIONS[state.direction],
        "in_stock": state.left,
        "emptied": state.emptied,
        "beginner": state.beginner,
        "top_by": seat_or_none(state.top_by),
        "drawn": card_name(state.drawn) if state.drawn and observer == state.at else None,
        "pending": state.pending,
        "taking": [] if state.first == NOBODY else [state.first],
        "slid": card_name(state.slid[observer]) if mine and state.slid[observer] else None,
        "known": [known_names(hands, observer, other) if mine else [] for other in seats],
        "drawn_one_of": [drawn_kinds(hands, other) for other in seats],
        "one_of": [kind_names(hands.one_of, other * COLOURS) for other in seats],
        "recycled": card_names(knows.recycled[0], knows.recycled[1], knows.recycled[2]),
        "unmoved": [unmoved(hands, other) for other in seats],
        **common(state, observer),
    }


def known_names(hands: Lots, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    known, at = hands.known, hands.place(seat, other)
    return card_names(known[at], known[at + 1], known[at + 2])


def drawn_kinds(hands: Lots, seat: int) -> list[list[str]]:
    """What the cards can be that a seat drew and certainly still has."""
    lots = [seat * HAND + lot * LOT for lot in range(1, hands.lots_of(seat) + 1)]
    return [kind_names(hands.lots, at) for at in lots if hands.lots[at + TRAITS] & DREW]


def unmoved(hands: Lots, seat: int) -> int:
    """How many cards of a hand were certainly in hands at the reshuffle."""
    if not hands.knows_stock:
        return 0
    lots = [seat * HAND + lot * LOT for lot in range(1, hands.lots_of(seat) + 1)]
    apart = sum(hands.lots[at + TRAITS] & ANYWHERE == IN_HANDS for at in lots)
    return int(hands.unmoved[seat]) + apart


def kind_names(masks: vec[i64], at: int) -> list[str]:
    """The kinds that masks over the three colours admit."""
    kinds = [masks[at + colour] & DECK[colour] for colour in range(COLOURS)]
    return list(dict.fromkeys(card_names(kinds[0], kinds[1], kinds[2])))
