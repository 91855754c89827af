"""Everything that a view of HELP! says about hidden cards is true, in every game and every set-up."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reihum.core.contract import NO_CARD, NOBODY, OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.help import SPEC
from reihum.games.help.cards import kind_bit, kinds_of
from reihum.games.help.patterns import NEVER, NUMBER_HELD, kinds_at, pattern_length
from reihum.games.help.rules import Help
from tests.games import Walk, cards_in, deck, thorough

pytestmark = pytest.mark.long  # thousands of deals


def a_set_up(chance: random.Random) -> Json:
    """Any table in the middle of a round; often many cards are missing and hands are small."""
    seats = chance.randint(3, 5)
    cards = [str(card) for card in deck("help").elements()]
    chance.shuffle(cards)
    if chance.random() < 0.3:  # somebody may have four Switches
        cards.sort(key=lambda card: card == "S")
    lacks = chance.random() < 0.7
    numbers = sorted(chance.sample(range(1, 12), chance.randint(0, 5)))
    row = [str(n) for n in numbers]
    for card in row:
        cards.remove(card)
    no = [chance.choice([0, 0, 0, 1, 2]) for _ in range(seats)]
    no[0] = 0
    for _ in filter(None, no):
        cards.remove("N")
    hands = [[cards.pop() for _ in range(chance.randint(1, 4) if lacks else 4)] for _ in range(seats)]
    discard = [cards.pop() for _ in range(chance.randint(0, 20))]
    stock = cards[: chance.randint(1, 6)] if lacks else cards
    return {
        "hands": hands,
        "row": row,
        "no": no,
        "discard": discard,
        "stock": stock,
        "turn": 0,
        "direction": chance.choice([1, -1]),
        "phase": "play",
    }


def check_everybody(state: State) -> None:
    """Every card known is there, and every bound is true, for all observers."""
    position = SPEC.position(state)
    for observer in [NOBODY, *range(state.seats)]:
        view = SPEC.view(state, observer)
        for seat, hand in enumerate(position["hands"]):
            told = (view["known"][seat], view["holds"][seat])
            assert Counter(view["known"][seat]) <= Counter(hand), (position, observer, seat, told)
            for bound in view["holds"][seat]:
                enough = sum(card in bound["of"] for card in hand) >= bound["least"]
                other = bool(bound["or"]) and Counter(bound["or"]) <= Counter(hand)
                assert enough or other, (position, observer, seat, told)


def check_places(state: State) -> None:
    """The true hands are among those that can be dealt, for all observers; H11: old cards are at old places.

    While a card is on its way, for those who do not see it this is the moment before.
    """
    assert isinstance(state, Help)
    if state.received != NO_CARD:
        return
    knows = state.knows.proofs()
    for observer in [NOBODY, *range(state.seats)]:
        for seat in range(state.seats):
            i = knows.index_of(seat, observer)
            hand = kinds_of(state.hands[seat])
            called = int(knows.called[seat])
            old = hand if knows.in_hands == 0 else kinds_of(knows.in_hands)
            places = len(hand) - int(knows.fresh[seat])  # for old cards
            assert seat == observer or any(
                pattern_length(pattern) == len(hand)
                and (not pattern & NUMBER_HELD or called in hand)
                and any(
                    all(kinds_at(pattern, place) & kind_bit(k) for place, k in enumerate(order))
                    and all(k in old for k in order[: max(0, places)])
                    for order in permutations(hand)
                )
                for pattern in (int(knows.pattern[i]), int(knows.instead[i]))
                if pattern != NEVER
            ), (SPEC.position(state), observer, seat)


def check_world(state: State, observer: int, seed: int) -> None:
    """A world looks the same and is possible, and its position can be set up again."""
    position = SPEC.position(state)
    assert SPEC.position(SPEC.from_position(position, Seeded(1))) == position
    world = state.world(observer, Seeded(seed))
    assert SPEC.view(world, observer) == SPEC.view(state, observer)
    check_everybody(world)
    dealt = SPEC.position(world)
    assert cards_in(dealt) <= deck("help")
    SPEC.from_position(dealt, Seeded(1))


@thorough
@given(st.integers(3, 5), st.integers(0, 2**61), st.integers(1, 4))
def test_what_views_tell_of_hidden_cards_is_true_throughout_a_game(
    players: int, seed: int, wildness: int
) -> None:
    for state in Walk(SPEC, players, seed, wildness).steps(50):
        check_everybody(state)
        check_places(state)


@thorough
@given(st.integers(0, 2**61))
def test_what_views_tell_is_true_in_set_ups_and_worlds_can_be_dealt(seed: int) -> None:
    chance = random.Random(seed)
    state: State = SPEC.from_position(a_set_up(chance), Seeded(seed))
    dealer = Seeded(seed)
    for step in range(24):
        check_everybody(state)
        check_places(state)
        if step % 4 == 0 or SPEC.position(state)["phase"] in ("give", "back", "received"):
            check_world(state, chance.randrange(-1, state.seats), seed)
            if chance.random() < 0.2:  # set up in the middle of help, less is known
                state = SPEC.from_position(SPEC.position(state), dealer)
        if state.turn() == OVER:
            return
        seat = int(state.turn())
        state.play(seat, chance.choice(legal(state, seat)), dealer)
