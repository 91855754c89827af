"""What a seat of Königs-Rommé may know."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.contract import NO_CARD, NOBODY, State, seat_or_none
from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.views import Common, common
from reihum.games.koenigs_romme import solo
from reihum.games.koenigs_romme.cards import LOWEST, VALUE_NAMES, card_name, hand_at, named, names, size
from reihum.games.koenigs_romme.knowledge import composed, drew
from reihum.games.koenigs_romme.position import pile_names
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.solo import HANDS, Solo, SoloPhase
from reihum.games.koenigs_romme.table import DONE, PHASES, Phase


class View(Common):
    """All that a seat, or a spectator, may know of a game of Königs-Rommé for two or more."""

    game: Annotated[Literal["koenigs-romme"], for_programs("always koenigs-romme")]
    round: Annotated[int, number("1 to 11 (K3)")]
    wild: Annotated[str, card("the value that is wild in this round: 3 to 10, J, Q or K (K13)")]
    totals: Annotated[list[int], per_seat(number("points of the rounds scored so far (K15)"))]
    dealer: Annotated[int, seat("who deals this round (K4)")]
    phase: Annotated[Phase, word("drawing, discarding, or over")]
    hand: Annotated[list[str], cards("one's own cards, by value and suit, jokers last")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    taken: Annotated[
        list[list[str]],
        per_seat(cards("what everybody can prove of a hand: taken from the pile, not seen to go since (K7)")),
    ]
    in_stock: Annotated[int, number("cards in the stock")]
    pile: Annotated[list[str], cards("the discard pile, the top last")]
    turns: Annotated[int, for_programs("how many turns of this round are finished")]
    out_by: Annotated[int | None, seat("who has gone out in this round (K10)")]
    last_turns: Annotated[list[int], seats("who still has a last turn, in order of play (K14)")]
    laid: Annotated[list[list[list[str]]], per_seat(cards("combinations on the table (K10, K14)"))]
    composed: Annotated[
        list[str] | None,
        for_programs("the cards that the stock was made of, if it was made of the pile in this round (K8)"),
    ]
    drew: Annotated[list[str], for_programs("what one has drawn oneself from such a stock (K8)")]
    hands: Annotated[
        list[list[str]] | None, cards("for each seat, what was left in hand; null before the end (K15)")
    ]


class SoloView(Common):
    """All that the player, or a spectator, may know of the solo variant: everything but the stock's order."""

    game: Annotated[Literal["koenigs-romme"], for_programs("always koenigs-romme")]
    solo: Annotated[bool, for_programs("always true: this is the variant for one")]
    phase: Annotated[SoloPhase, word("placing the card shown, or over")]
    hands: Annotated[list[list[str]], cards("the eleven hands of 3 to 13 cards, finished ones, too (K17)")]
    finished: Annotated[list[bool], for_programs("for each hand, whether it is finished (K19)")]
    in_stock: Annotated[int, number("cards still to be turned up")]
    shown: Annotated[str | None, card("the card turned up, to be placed; null at the end (K18)")]
    gone: Annotated[list[str], cards("what was thrown away, in order (K18)")]


def view(state: State, observer: int) -> View | SoloView:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    if isinstance(state, Solo):
        return solo_view(state, observer)
    assert isinstance(state, KoenigsRomme)
    state = state.laid_out()
    seats = range(state.seats)
    mine = observer != NOBODY
    return {
        "game": "koenigs-romme",
        "round": state.round,
        "wild": VALUE_NAMES[state.wild() - LOWEST],
        "totals": state.scores(),
        "dealer": state.deals,
        "phase": PHASES[state.phase],
        "hand": names(hand_at(state.hands, observer)) if mine else [],
        "held": [size(hand_at(state.hands, seat)) for seat in seats],
        "taken": [names(hand_at(state.taken, seat)) for seat in seats],
        "in_stock": state.in_stock,
        "pile": pile_names(state.pile, state.in_pile),
        "turns": state.turns,
        "out_by": seat_or_none(state.out_by),
        "last_turns": state.last_turns(),
        "laid": [named(combinations) for combinations in state.laid],
        "composed": names(composed(state)) if state.made else None,
        "drew": names(drew(state, observer)) if mine else [],
        "hands": [names(hand_at(state.hands, seat)) for seat in seats] if state.phase == DONE else None,
        **common(state, observer),
    }


def solo_view(state: Solo, observer: int) -> SoloView:
    """K17: everything is open but the order of the stock."""
    over = state.shown == NO_CARD
    return {
        "game": "koenigs-romme",
        "solo": True,
        "phase": solo.PHASES[over],
        "hands": [names(hand_at(state.hands, place)) for place in range(HANDS)],
        "finished": [state.is_finished(place) for place in range(HANDS)],
        "in_stock": state.in_stock,
        "shown": None if over else card_name(state.shown),
        "gone": pile_names(state.gone, state.in_gone),
        **common(state, observer),
    }
