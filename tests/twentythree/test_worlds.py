"""Worlds of 23: what a seat cannot know is dealt again; cards are everywhere as often as in real deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pytest

from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.errors import NoWorld
from reihum.core.types import Json
from reihum.games.twentythree import SPEC
from reihum.games.twentythree.knowledge import recall_course
from reihum.games.twentythree.rules import TwentyThree
from tests.games import cards_in, deck
from tests.worlds import Feature, Script, Shuffled, compare, dealt

pytestmark = pytest.mark.long  # thousands of deals

TRIES: Final = 3_000
HAND: Final = 15  # T2
AWAY: Final = 3  # T4
DECK: Final = [1, 2, 2] + [v for v in range(3, 24) for _ in range(3)]
EVERYBODY: Final = [0, 1, 2, NOBODY]


def table(top: int, hands: list[list[int]], away: list[list[int]], unused: list[int], **more: object) -> Json:
    """Seat 0 in turn; all cards that are not named here are in the pile, with `top` on top."""
    rest = list(DECK)
    for cards in [[1, top], unused, *hands, *away]:
        for v in cards:
            rest.remove(v)
    pile = [1, *rest, top]
    return {"hands": hands, "away": away, "unused": unused, "pile": pile, "turn": 0, **more}


def set_up(position: Json) -> TwentyThree:
    """The state of a position."""
    state = SPEC.from_position(position, Seeded(1))
    assert isinstance(state, TwentyThree)
    return state


def hidden_from(observer: int) -> Shuffled:
    """Deal hands, cards put away and unused cards again; those of the observer stay."""

    def anew(start: Json, chance: random.Random) -> Json:
        kept = [seat == observer for seat in range(len(start["hands"]))]
        places = [*zip(start["hands"], kept, strict=True), *zip(start["away"], kept, strict=True)]
        places.append((start["unused"], False))
        cards = [v for place, seen in places if not seen for v in place]
        chance.shuffle(cards)
        fresh = [place if seen else dealt(cards, len(place)) for place, seen in places]
        return {**start, "hands": fresh[: len(kept)], "away": fresh[len(kept) : -1], "unused": fresh[-1]}

    return anew


def lying(chosen: Callable[[int], bool]) -> Feature:
    """How many of some cards are in each hand, put away by each seat, and unused."""

    def feature(position: Json) -> tuple[int, ...]:
        places = [*position["hands"], *position["away"], position["unused"]]
        return tuple(sum(chosen(v) for v in place) for place in places)

    return feature


def check(start: Json, script: Script, observer: int, feature: Feature, tries: int = TRIES) -> int:
    """Compare the worlds at the end of a script with real deals; how many of these there were."""
    return compare(SPEC, set_up(start), script, observer, hidden_from(observer), feature, tries)


# -- cards put away -------------------------------------------------------------------------------


@pytest.mark.parametrize("observer", EVERYBODY)
def test_T4_a_seat_knows_its_own_three_cards_and_nothing_of_the_others(observer: int) -> None:
    start = table(15, [[6, 16], [4, 9], [4, 19]], [[3, 6, 20], [4, 5, 9], [5, 9, 19]], [5, 19])
    real = check(start, [(0, "pass")], observer, lying(lambda v: v in (4, 6)))
    assert real == TRIES  # passing shows nothing


def put_phase(held: list[list[int]], named: list[int]) -> Json:
    """These hands were dealt, and each seat has put some of its lowest cards away."""
    unused = list(DECK)
    for v in (v for hand in held for v in hand):
        unused.remove(v)
    pairs = list(zip(held, named, strict=True))
    return {
        "hands": [[v for v in hand if v == 1 or v not in away_of(hand, count)] for hand, count in pairs],
        "away": [away_of(hand, count) for hand, count in pairs],
        "unused": unused,
        "phase": "put",
    }


def away_of(hand: list[int], count: int) -> list[int]:
    """The lowest cards of a hand without equal ones; the 1 stays."""
    return sorted(v for v in hand if v != 1)[:count]


def put_at_random(observer: int) -> Shuffled:
    """Deal all but the observer's cards again; a random three of each hand are put away, the lowest first.

    If not all of them have been put away, it is random how many have.
    """

    def anew(start: Json, chance: random.Random) -> Json:
        seats = range(len(start["hands"]))
        fresh = {**start, "hands": list(start["hands"]), "away": list(start["away"])}
        mine = [] if observer == NOBODY else [*start["hands"][observer], *start["away"][observer]]
        cards = [v for v in DECK if v != 1]
        for v in mine:
            if v != 1:
                cards.remove(v)
        chance.shuffle(cards)
        holder = observer if 1 in mine else chance.choice([seat for seat in seats if seat != observer])
        for seat in seats:
            if seat == observer:
                continue
            hand = [cards.pop() for _ in range(HAND - (seat == holder))]  # shuffled, so the first three ...
            put = AWAY if len(start["away"][seat]) == AWAY else chance.randrange(AWAY)
            named = sorted(hand[:AWAY])[:put]  # ... are any three
            for v in named:
                hand.remove(v)
            fresh["away"][seat] = named
            fresh["hands"][seat] = hand + [1] * (seat == holder)
        fresh["unused"] = cards
        return fresh

    return anew


DEALT: Final = [
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
]


@pytest.mark.parametrize(
    ("observer", "named"), [(0, [1, 2, 3]), (1, [2, 0, 1]), (2, [0, 1, 2]), (NOBODY, [1, 2, 0])]
)
def test_T4a_what_was_named_so_far_are_the_lowest_of_three_chosen_by_lot(
    observer: int, named: list[int]
) -> None:
    def lowest_and_highest_named(position: Json) -> tuple[int, ...]:
        return tuple(v // 8 for away in position["away"] if away for v in (away[0], away[-1]))

    state = set_up(put_phase(DEALT, named))
    compare(SPEC, state, [], observer, put_at_random(observer), lowest_and_highest_named, TRIES)


def test_T4a_how_far_the_others_have_got_changes_no_world_of_a_seat() -> None:
    one, two = (set_up(put_phase(DEALT, named)) for named in ([1, 0, 0], [1, 1, 2]))
    assert SPEC.view(one, 0) == SPEC.view(two, 0)
    for seed in range(20):
        worlds = [SPEC.position(state.world(0, Seeded(seed))) for state in (one, two)]
        assert worlds[0] == worlds[1]
    put = {len(SPEC.position(one.world(0, Seeded(seed)))["away"][2]) for seed in range(40)}
    assert put == {0, 1, 2}


@pytest.mark.parametrize("observer", EVERYBODY)
def test_T2_everybody_sees_who_holds_the_1_and_that_is_one_card_less_to_guess(observer: int) -> None:
    state = set_up(put_phase(DEALT, [0, 0, 0]))
    compare(SPEC, state, [], observer, put_at_random(observer), lying(lambda v: v <= 2), TRIES)


# -- forced and could not -------------------------------------------------------------------------


@pytest.mark.parametrize("observer", [0, NOBODY])
@pytest.mark.parametrize("chips", [[3, 1, 2], [3, 2, 1]])
def test_T12b_two_seats_that_could_not_play_have_shown_two_different_bounds(
    observer: int, chips: list[int]
) -> None:
    """On a 20, one bonus chip reaches down to 15 and two reach down to 10."""
    start = table(20, [[6, 10], [3, 4], [5, 6]], [[], [10, 11, 12], []], [2, 13, 14, 21], chips=chips)
    script: Script = [(0, "force"), (1, "force"), (2, "pass")]
    check(start, script, observer, lying(lambda v: v <= 9), 2 * TRIES)


@pytest.mark.parametrize(
    ("tops", "bound"),
    [
        ([20, 12], 6),  # 15 is in reach of the 20, 7 in reach of the 12
        ([12, 20], 6),  # the lower bound was shown first and still holds
    ],
)
def test_T12b_of_two_bounds_that_one_seat_has_shown_the_lower_one_holds(tops: list[int], bound: int) -> None:
    first, second = tops
    lay = f"{second}+2" if second < first else f"{second}"
    start = table(first, [[second, 22], [2, 4, 5]], [[], []], [2, 3, 6, 7, 9, 15], chips=[2, 1])
    script: Script = [(0, "force"), (1, "pass"), (0, lay), (1, "pass"), (0, "force"), (1, "pass")]
    check(start, script, 0, lying(lambda v: v == 6))
    state = set_up(start)
    for seat, text in script:
        assert text is not None
        state.play(seat, SPEC.parse(text), Seeded(1))
    highest = {max(SPEC.position(state.world(0, Seeded(seed)))["hands"][1]) for seed in range(100)}
    assert max(highest) == bound


# -- left the round -------------------------------------------------------------------------------


@pytest.mark.parametrize("observer", EVERYBODY)
def test_T13_only_the_seat_that_left_knows_what_it_put_away(observer: int) -> None:
    start = table(20, [[5, 5, 21], [5, 12], [9, 21]], [[], [], []], [9, 12, 21])
    check(start, [(0, "leave"), (1, "pass")], observer, lying(lambda v: v == 5))


@pytest.mark.parametrize("observer", EVERYBODY)
def test_T13_who_could_not_play_and_left_put_no_high_cards_away(observer: int) -> None:
    start = table(20, [[2, 6], [3, 4, 7], [5, 21]], [[], [], []], [8, 9, 21, 23], chips=[3, 2, 3])
    check(start, [(0, "force"), (1, "leave")], observer, lying(lambda v: v <= 9))


def test_T15_what_was_put_away_on_leaving_comes_back_with_the_next_round() -> None:
    state = set_up(table(20, [[5, 5], [12]], [[], []], [9, 12, 21]))
    for seat in (0, 1):
        state.play(seat, SPEC.parse("leave"), Seeded(seat))
    assert state.round == 2
    for observer in (0, 1, NOBODY):
        world = SPEC.position(state.world(observer, Seeded(3)))
        assert cards_in(world) == deck("23")


# -- the learning game, and no way out ------------------------------------------------------------


@pytest.mark.parametrize("observer", EVERYBODY)
def test_T5_in_the_learning_game_there_are_only_hands_and_unused_cards(observer: int) -> None:
    start = table(
        20,
        [[16, 22], [3, 4], [5, 21]],
        [[], [], []],
        [6, 7, 13, 17, 21],
        chips=[3, 1, 0],
        options={"learning": True},
    )
    check(start, [(0, "force"), (1, "pass")], observer, lying(lambda v: v <= 14))


def test_T12b_if_no_deal_fits_what_was_shown_no_world_is_dealt() -> None:
    state = set_up(table(20, [[16, 22], [3, 4]], [[], []], [6, 7]))
    recall_course(state, 1, 3, 0, 0, 0)
    with pytest.raises(NoWorld, match="2 cards up to 3 are needed, but only 1 are unseen"):
        state.world(0, Seeded(1))
