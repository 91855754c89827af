"""A world depends on nothing hidden: two truths that a seat cannot tell apart give it the same worlds.

From a state, another world is dealt as one seat sees it. To that seat both are the same game, so with the
same seed, the worlds dealt from either must be the same, and must continue the same. Both may also go on in
lockstep first, with moves that sound the same to the seat. The worlds are compared field by field, down to
what lies in the unused room behind a pile: a bot that is given a world can look everywhere in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from reihum.core.contract import NOBODY, OVER, State, legal
from reihum.core.dealer import Dealer, Seeded, shuffle
from reihum.core.types import View
from reihum.core.value import Value, fields_of, is_vec
from reihum.games import spec
from reihum.games.koenigs_romme.knowledge import card_in
from reihum.games.spec import Spec
from tests.games import SIZES, SOAK, Walk
from tests.lockstep import Look, lockstep
from tests.test_contract import everything

GAMES = 40 if SOAK else 3
STEPS = 400 if SOAK else 150
APART = 1 if SOAK else 5  # of so many states one is looked at
ONWARD = 12  # moves by which both worlds are followed
ALONGSIDE = 120 if SOAK else 25  # moves by which two truths are followed
PLANTED = 60
ALL_CHANCE, NO_CHANCE = 1, 1_000_000  # a walk in which every move is made at random, and one by policies

World = Callable[[State, int, Dealer], State]


def dealt_world(state: State, seat: int, dealer: Dealer) -> State:
    """A world as the game deals it."""
    return state.world(seat, dealer)


def contents(thing: Any) -> Any:
    """Everything that is in a state: each field, and of a pile also the room behind its cards."""
    if isinstance(thing, Value):
        found = fields_of(thing).items()
        return {name: contents(value) for name, value in found if name not in ("telling", "events")}
    if is_vec(thing) or isinstance(thing, list):
        return [contents(each) for each in thing]
    return thing


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_two_truths_that_a_seat_cannot_tell_apart_deal_it_the_same_world(slug: str, players: int) -> None:
    of = spec(slug)
    compared = 0
    for seed in range(GAMES):
        wildness = NO_CHANCE if seed == GAMES - 1 else 1 + seed
        walk = Walk(of, players, 7_000 + seed, wildness)
        for number, state in enumerate(walk.steps(STEPS)):
            if number % APART == 0:
                seat = (number // APART + seed) % (players + 1) - 1
                compare(of, state, seat, number)
                compared += 1
    assert compared > 10


def compare(of: Spec, truth: State, seat: int, number: int, world: World = dealt_world) -> None:
    """Check that a truth, and another one that looks the same to a seat, give it the same worlds."""
    other = truth.world(seat, Seeded(number))
    for seed in (number + 1, number + 2):
        one, two = world(truth, seat, Seeded(seed)), world(other, seat, Seeded(seed))
        assert of.position(one) == of.position(two), (of.slug, seat, number)
        assert contents(one) == contents(two), (of.slug, seat, number)
        assert follow(of, one, seed) == follow(of, two, seed), (of.slug, seat, number)


def follow(of: Spec, state: State, seed: int) -> list[Any]:
    """The positions during some random moves from here on; in the end everything there is to be seen."""
    chance, dealer = Seeded(seed), Seeded(seed + 1)
    seen: list[Any] = []
    for _ in range(ONWARD):
        if state.turn() == OVER:
            break
        moves = legal(state, state.turn())
        state.play(state.turn(), moves[chance.below(len(moves))], dealer)
        seen.append(of.position(state))
    return [*seen, contents(state), everything(of, state)]


# -- two truths that go on ------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_two_truths_that_go_on_sounding_the_same_deal_the_same_worlds(slug: str, players: int) -> None:
    of = spec(slug)
    compared = 0
    for seed, wildness in enumerate((ALL_CHANCE, 3, NO_CHANCE) * (10 if SOAK else 1)):
        for seat in [NOBODY, *range(players)]:
            walk = Walk(of, players, 8_000 + 64 * seed + seat, wildness).on(12 * seed)
            compared += lockstep(walk, seat, ALONGSIDE, with_world(of, dealt_world))
    assert compared > ALONGSIDE


def with_world(of: Spec, world: World) -> Look:
    """A view together with a world; which one is dealt depends on the view alone."""

    def look(state: State, seat: int) -> View:
        view = of.view(state, seat)
        dealt = world(state, seat, Seeded(crc32(repr(view).encode())))
        return {**view, "world": contents(dealt)}

    return look


# -- worlds that keep something hidden ------------------------------------------------------------


def kept_copy(state: Any, _: int, __: Dealer) -> State:
    """Nothing is dealt again."""
    copied: State = state.copy()
    return copied


def kept_order(state: Any, seat: int, dealer: Dealer) -> State:
    """The stock keeps its true order."""
    world: Any = state.world(seat, dealer)
    world.stock = state.stock[:]
    return world  # type: ignore[no-any-return]


def kept_shuffle(state: Any, seat: int, dealer: Dealer) -> State:
    """The stock is shuffled, but from its true order."""
    world: Any = state.world(seat, dealer)
    world.stock = state.stock[:]
    shuffle(world.stock, world.in_stock, dealer)
    return world  # type: ignore[no-any-return]


def kept_drawn(state: Any, seat: int, dealer: Dealer) -> State:
    """The cards that have been drawn are still behind those of the stock."""
    world: Any = state.world(seat, dealer)
    for place in range(int(world.in_stock), len(world.stock)):
        world.stock[place] = state.stock[place]
    return world  # type: ignore[no-any-return]


def kept_lot(state: Any, seat: int, dealer: Dealer) -> State:
    """HELP!: the seats will be asked to call in their true order (H5c)."""
    world: Any = state.world(seat, dealer)
    world.order = state.order[:]
    return world  # type: ignore[no-any-return]


def kept_trail(state: Any, seat: int, dealer: Dealer) -> State:
    """Königs-Rommé: of two equal cards it is still known which one somebody drew."""
    world: Any = state.world(seat, dealer)
    for step in range(int(world.steps)):
        world.trail[step] += card_in(state.trail[step]) - card_in(world.trail[step])
    return world  # type: ignore[no-any-return]


def kept_choice(state: Any, seat: int, dealer: Dealer) -> State:
    """YoYo: what others have chosen to pass on (Y20)."""
    world: Any = state.world(seat, dealer)
    world.slid = state.slid[:]
    return world  # type: ignore[no-any-return]


def kept_away(state: Any, seat: int, dealer: Dealer) -> State:
    """23: what others have put away (T4)."""
    world: Any = state.world(seat, dealer)
    world.away = state.away[:]
    return world  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("slug", "players", "planted"),
    [
        ("help", 3, kept_copy),
        ("help", 3, kept_order),
        ("help", 4, kept_drawn),
        ("help", 5, kept_lot),
        ("23", 2, kept_copy),
        ("23", 3, kept_away),
        ("yoyo", 2, kept_drawn),
        ("yoyo", 3, kept_order),
        ("yoyo", 4, kept_choice),
        ("koenigs-romme", 1, kept_order),
        ("koenigs-romme", 1, kept_shuffle),
        ("koenigs-romme", 2, kept_trail),
        ("koenigs-romme", 3, kept_drawn),
        ("koenigs-romme", 4, kept_order),
    ],
)
def test_a_world_that_keeps_something_hidden_is_noticed(slug: str, players: int, planted: World) -> None:
    with pytest.raises(AssertionError):
        look_everywhere(spec(slug), players, planted)


def look_everywhere(of: Spec, players: int, world: World) -> None:
    """Compare worlds in some games, at once and in lockstep."""
    for number in range(PLANTED):
        seat = number % players
        walk = Walk(of, players, 9_000 + number).on(number // players)
        compare(of, walk.state, seat, number, world)
        lockstep(walk, seat, 20, with_world(of, world))
