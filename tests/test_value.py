"""States and dealers are equal, pickled and deep-copied by their fields."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reihum
from reihum.core import value
from reihum.core.contract import NOBODY, OVER, Event, Refusal, State, legal
from reihum.core.dealer import Dealer, Outside, Scripted, Seeded
from reihum.core.sealed import Sealed
from reihum.core.value import LAYOUT, Value, fields_of, restore
from reihum.games import spec
from reihum.games.spec import Spec
from reihum.games.twentythree.rules import TwentyThree
from tests.games import SIZES, Walk, thorough, walks


def through_a_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: list[Callable[[Any], Any]] = [through_a_pickle, copy.deepcopy]


def all_that_can_be_asked(of: Spec, state: State) -> list[Any]:
    """Everything that anyone could learn from a state, including worlds from a dealer of their own."""
    observers = [NOBODY, *range(state.seats)]
    return [
        of.position(state),
        state.turn(),
        state.player(),
        state.scores(),
        state.winners(),
        [of.view(state, seat) for seat in observers],
        [legal(state, seat) for seat in range(state.seats)],
        [of.position(state.world(seat, Seeded(5))) for seat in observers],
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_state_kept_anywhere_goes_on_exactly_as_the_original(
    slug: str, players: int, way: Callable[[Any], Any]
) -> None:
    of = spec(slug)
    walk = Walk(of, players, 70 + players, wildness=4)
    for step in range(240):
        if walk.state.turn() == OVER:
            break
        if step % 40 == 7:
            state, dealer = way((walk.state, walk.dealer))
            assert (state, dealer) == (walk.state, walk.dealer)
            assert state is not walk.state
            assert all_that_can_be_asked(of, state) == all_that_can_be_asked(of, walk.state)
            for _ in range(33):
                if walk.state.turn() == OVER:
                    break
                seat, move = walk.step()
                state.play(seat, move, dealer)
                assert state == walk.state
            assert all_that_can_be_asked(of, state) == all_that_can_be_asked(of, walk.state)
        elif walk.state.turn() != OVER:
            walk.step()


@thorough
@given(walks())
def test_a_state_is_equal_to_its_copies_until_one_of_them_goes_on(walk: Walk) -> None:
    twin = walk.state.copy()
    assert twin == walk.state == through_a_pickle(walk.state) == copy.deepcopy(walk.state)
    if walk.state.turn() != OVER:
        walk.step()
        assert twin != walk.state


def test_states_differ_by_game_players_options_and_cards() -> None:
    states = [spec(slug).start(n, dict(spec(slug).options), Seeded(3)) for slug, n in SIZES]
    game = reihum.game("23")
    states += [game.new(2, seed=3, learning=True).state, game.new(2, seed=4).state]
    for i, one in enumerate(states):
        assert [one == other for other in states] == [i == j for j in range(len(states))]
    assert states[0] != "a state"


def test_who_listens_does_not_count() -> None:
    match = reihum.game("23").new(2, seed=4)
    quiet = match.state.copy()
    assert (match.state.telling, quiet.telling) == (True, False)
    assert match.state == quiet
    kept = through_a_pickle(match.state)
    assert (kept.telling, kept.events) == (True, match.state.events)


def test_what_is_left_of_an_old_pile_does_not_count() -> None:
    state = reihum.game("23").new(2, seed=1).state
    twin = state.copy()
    assert isinstance(twin, TwentyThree)
    twin.pile[5] = 9
    assert twin == state
    twin.in_pile = 6
    assert twin != state


def test_a_state_can_change_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(spec("23").start(2, {"learning": False}, Seeded(1)))


# -- every field counts, and every field is kept --------------------------------------------------

TABLES = [(slug, players) for slug, players in SIZES if players in (1, 3)]  # every kind of table


def fresh_state(slug: str, players: int) -> State:
    """A state that shares nothing with any other."""
    state: State = through_a_pickle(spec(slug).start(players, dict(spec(slug).options), Seeded(1)))
    return state


def other_value(found: Any) -> Any:
    """Another value for a field of this kind."""
    if value.is_vec(found):
        return type(found)([*(int(number) + 1 for number in found), 1])
    if isinstance(found, bool):
        return not found
    if isinstance(found, int):
        return found + 1
    if isinstance(found, list):
        return [*found, [["Kc"]]]
    raise AssertionError(f"what is {found!r}?")


def field_paths(thing: Value) -> list[tuple[list[str], Any]]:
    """The path to every field, including nested ones, and its value."""
    found: list[tuple[list[str], Any]] = []
    for name, content in fields_of(thing).items():
        if isinstance(content, Value):
            found += [([name, *way], inner) for way, inner in field_paths(content)]
        else:
            found.append(([name], content))
    return found


def holder_of(thing: Any, way: list[str]) -> Any:
    """The object that has the last field of the path."""
    for name in way[:-1]:
        thing = getattr(thing, name)
    return thing


def fill_up(thing: Any, way: list[str], content: Any) -> None:
    """Set the count of a vec's items in use, if there is one, to more than there are."""
    holder, count = holder_of(thing, way), value.COUNTS.get(way[-1], f"in_{way[-1]}")
    if isinstance(getattr(holder, count, None), int):
        setattr(holder, count, len(content) + 1)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_every_field_is_kept_and_every_field_of_the_game_makes_a_difference(slug: str, players: int) -> None:
    ways = field_paths(fresh_state(slug, players))
    assert len(ways) > 10
    for way, content in ways:
        state, same = fresh_state(slug, players), fresh_state(slug, players)
        for each in (state, same):
            fill_up(each, way, content)
        assert state == same
        setattr(holder_of(state, way), way[-1], other_value(content))
        for kept in (through_a_pickle(state), copy.deepcopy(state)):
            assert value.picklable(getattr(holder_of(kept, way), way[-1])) == value.picklable(
                other_value(content)
            ), way
            assert kept == state, way
        assert (state != same) == (way[-1] not in ("telling", "events")), way


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_copy_has_every_field(slug: str, players: int) -> None:
    for way, content in field_paths(fresh_state(slug, players)):
        if way[-1] in ("telling", "events", "low_wins", "seats"):
            continue  # a copy collects no events; the others belong to the kind of table
        state = fresh_state(slug, players)
        fill_up(state, way, content)
        setattr(holder_of(state, way), way[-1], other_value(content))
        assert state.copy() == state, way


# -- pickles of others ----------------------------------------------------------------------------


def test_a_pickle_of_another_version_is_a_sentence() -> None:
    state = spec("23").start(2, {"learning": False}, Seeded(1))
    _, (kind, layout, arguments, kept) = state.__reduce__()
    assert (layout, restore(kind, layout, arguments, kept)) == (LAYOUT, state)
    fewer = {name: content for name, content in kept.items() if name != "fines"}
    for other in (
        (kind, LAYOUT + 1, arguments, kept),
        (kind, LAYOUT, (*arguments, 1, 2, 3), kept),
        (kind, LAYOUT, arguments, fewer),
        (kind, LAYOUT, arguments, kept | {"trumps": 3}),
    ):
        with pytest.raises(reihum.ReihumError) as caught:
            restore(*other)
        assert str(caught.value) == (
            "This pickle of a TwentyThree was made by another version of Reihum; "
            "to keep a game for other versions, use its record."
        )


def position_of(state: State) -> str:
    return repr(state)


def test_states_go_to_other_processes() -> None:
    states = [Walk(spec(slug), players, 9).on(30).state for slug, players in SIZES]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(position_of, states) == [repr(state) for state in states]


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_table_is_shown_with_its_kind_and_its_game(slug: str, players: int) -> None:
    state = fresh_state(slug, players)
    assert repr(state).startswith(f"{type(state).__name__}({{'game': {slug!r}, ")


def test_a_state_is_shown_as_its_position() -> None:
    position = {"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}
    match = reihum.game("23").from_position(position, seed=1)
    assert repr(match.state) == f"TwentyThree({match.position()!r})"
    assert "'hands': [[8, 20], [9]]" in repr(match.state)


# -- dealers, events, errors ----------------------------------------------------------------------


class Counting:
    """A custom source of chance that can be compared."""

    def __init__(self) -> None:
        self.at = 0

    def below(self, n: int) -> int:
        self.at += 1
        return self.at % n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counting) and self.at == other.at


DEALERS: list[Callable[[], Dealer]] = [
    lambda: Seeded(7),
    lambda: Scripted([*range(9), *range(9)]),
    lambda: Sealed(bytes(32), ["a", ""]),
    lambda: Outside(Counting()),
]


@pytest.mark.parametrize("way", [*WAYS, lambda dealer: dealer.copy()])
@pytest.mark.parametrize("made", DEALERS)
def test_a_dealer_kept_anywhere_deals_on_alike(made: Callable[[], Dealer], way: Callable[[Any], Any]) -> None:
    dealer = made()
    for _ in range(9):
        dealer.below(9)
    twin = way(dealer)
    assert twin == dealer
    assert twin.mark() == dealer.mark() != made().mark()
    assert dealer != made()
    assert [twin.below(9) for _ in range(9)] == [dealer.below(9) for _ in range(9)]


def test_dealers_differ_by_their_kind_and_their_chance() -> None:
    dealers = [make() for make in DEALERS] + [Seeded(8), Scripted([1]), Sealed(bytes(32), ["b", ""])]
    for i, one in enumerate(dealers):
        assert [one == other for other in dealers] == [i == j for j in range(len(dealers))]


@given(st.sampled_from(["dealt", "round"]), st.integers(-4, 5))
def test_events_and_refusals_are_kept(kind: str, ears: int) -> None:
    for thing in (Event(kind, {"cards": [3]}, ears), Refusal("T7", kind, {"card": 8})):
        for way in WAYS:
            assert way(thing) == thing
            assert way(thing) is not thing


def test_errors_come_home_from_other_processes() -> None:
    match = reihum.game("23").from_position(
        {"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}, seed=1
    )
    refused = match.refusal("8")
    assert refused is not None
    again = through_a_pickle(refused)
    assert (type(again), str(again), again.text("nl")) == (type(refused), str(refused), refused.text("nl"))
    assert (again.rule, again.reason, again.facts) == (refused.rule, refused.reason, refused.facts)
    broken = through_a_pickle(reihum.BadRecord(7, "No."))
    assert (type(broken), str(broken), broken.line) == (reihum.BadRecord, "Line 7: No.", 7)
    for error in (reihum.BadPosition("No."), reihum.NotUnderstood("No."), reihum.NotYourTurn("No.")):
        again = through_a_pickle(error)
        assert (type(again), str(again)) == (type(error), "No.")
    mistake = match.mistake("8")
    assert through_a_pickle(mistake) == mistake
