"""What every game promises, checked on random states of each."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reihum.core.contract import NOBODY, OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.core.types import Json, View
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from tests.games import SIZES, Walk, cards_in, deck, thorough, walks


def seats_owing(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.owes(seat)]


def all_moves(of: Spec, players: int) -> list[int]:
    """All moves, legal or not."""
    return [move for move in range(of.actions(players)) if of.text(move)]


@thorough
@given(walks())
def test_a_state_is_over_or_somebody_owes_a_decision_and_has_a_legal_move(walk: Walk) -> None:
    state = walk.state
    owing = seats_owing(state)
    if state.turn() == OVER:
        assert owing == []
        assert state.winners() or state.seats == 1
        return
    assert state.turn() in owing
    assert state.winners() == []
    for seat in owing:
        moves = legal(state, seat)
        assert moves
        assert len(set(moves)) == len(moves)


@thorough
@given(walks())
def test_cards_are_conserved(walk: Walk) -> None:
    position = walk.spec.position(walk.state)
    found, whole = cards_in(position), deck(walk.spec.slug)
    if "left" in position.get("status", []):  # T13: the cards of a player who left are not in any list
        assert found <= whole
    else:
        assert found == whole


@thorough
@given(walks())
def test_moves_and_refusal_agree_on_every_move_there_is(walk: Walk) -> None:
    state = walk.state
    for seat in seats_owing(state):
        allowed = set(legal(state, seat))
        for move in all_moves(walk.spec, state.seats):
            refusal = state.refusal(seat, move)
            assert (refusal is None) == (move in allowed), (walk.spec.text(move), refusal)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_has_one_text_and_every_text_one_move(slug: str) -> None:
    of = spec(slug)
    for players in range(of.fewest, of.most + 1):
        moves = all_moves(of, players)
        texts = [of.text(move) for move in moves]
        assert len(set(texts)) == len(texts) > 10
        assert [of.parse(text) for text in texts] == moves


@thorough
@given(st.sampled_from(SLUGS), st.text(max_size=8) | st.from_regex(r"[a-zA-Z0-9@+*^ ]{1,8}", fullmatch=True))
def test_a_text_is_understood_only_if_it_is_the_text_of_its_move(slug: str, words: str) -> None:
    of = spec(slug)
    move = of.parse(words)
    assert move == -1 or of.text(move) == words


@thorough
@given(walks())
def test_legal_moves_have_texts(walk: Walk) -> None:
    for seat in seats_owing(walk.state):
        for move in legal(walk.state, seat):
            assert 0 <= move < walk.spec.actions(walk.state.seats)
            assert walk.spec.parse(walk.spec.text(move)) == move


@thorough
@given(walks())
def test_a_position_survives_json_and_plays_on_the_same(walk: Walk) -> None:
    position = walk.spec.position(walk.state)
    again = walk.spec.from_position(json.loads(json.dumps(position)), Seeded(1))
    assert walk.spec.position(again) == position
    for seat in range(walk.state.seats):
        assert again.owes(seat) == walk.state.owes(seat)
        assert legal(again, seat) == legal(walk.state, seat)


@thorough
@given(walks(), st.integers(0, 2**61))
def test_a_copy_plays_on_like_the_original_and_is_independent_of_it(walk: Walk, seed: int) -> None:
    state = walk.state
    before = everything(walk.spec, state)
    twin, witness = state.copy(), state.copy()
    assert everything(walk.spec, twin) == before
    for made in range(60):
        if state.turn() == OVER:
            break
        seat = int(state.turn())
        assert legal(twin, seat) == legal(state, seat)
        move = legal(state, seat)[(seed >> made % 40) % len(legal(state, seat))]
        state.play(seat, move, Seeded(seed + made))
        twin.play(seat, move, Seeded(seed + made))
        assert everything(walk.spec, twin) == everything(walk.spec, state)
    assert everything(walk.spec, witness) == before


def everything(of: Spec, state: State) -> list[View]:
    """The position and all views: everything that anybody can see of a game."""
    return [of.position(state), *(of.view(state, seat) for seat in [NOBODY, *range(state.seats)])]


@thorough
@given(walks(), st.integers(0, 2**61))
def test_a_dealt_world_looks_the_same_to_the_seat_and_is_a_position_that_can_be(
    walk: Walk, seed: int
) -> None:
    of, state = walk.spec, walk.state
    before = everything(of, state)
    for seat in [NOBODY, *range(state.seats)]:
        world = state.world(seat, Seeded(seed))
        assert of.view(world, seat) == of.view(state, seat)
        assert cards_in(of.position(world)) <= deck(of.slug)
        assert cards_in(of.position(world)).total() == cards_in(of.position(state)).total()
        of.from_position(of.position(world), Seeded(1))
        if seat != NOBODY:
            assert legal(world, seat) == legal(state, seat)
    assert everything(of, state) == before


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_hundreds_of_worlds_of_every_game_look_the_same_to_the_seat(slug: str, players: int) -> None:
    of = spec(slug)
    dealt = 0
    for seed in range(4):
        for number, state in enumerate(Walk(of, players, 1_000 + seed, wildness=3).steps(300)):
            seat = number % (players + 1) - 1
            world = state.world(seat, Seeded(number))
            assert of.view(world, seat) == of.view(state, seat), (seed, number, seat)
            dealt += 1
    assert dealt > 100


def test_worlds_differ_from_each_other_and_from_the_truth() -> None:
    for slug, players in SIZES:
        walk = Walk(spec(slug), players, 5).on(3)
        worlds = [walk.state.world(0, Seeded(seed)) for seed in range(8)]
        positions = {json.dumps(walk.spec.position(world)) for world in [walk.state, *worlds]}
        assert len(positions) >= 8, (slug, players)


@thorough
@given(walks(), st.integers(0, 2**61))
def test_the_policy_plays_legal_moves_and_sees_only_what_its_seat_may_know(walk: Walk, seed: int) -> None:
    state = walk.state
    for seat in seats_owing(state):
        choice = walk.policy.choose(state.side(seat))
        assert choice in legal(state, seat)
        assert walk.policy.choose(state.world(seat, Seeded(seed)).side(seat)) == choice


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_policies_always_come_to_an_end(slug: str, players: int) -> None:
    of = spec(slug)
    for seed in range(3 if slug == "koenigs-romme" else 20):
        dealer = Seeded(seed)
        state = of.start(players, dict(of.options), dealer)
        made = play_out(state, [of.policy() for _ in range(players)], dealer, of.decisions_cap)
        assert made < of.decisions_cap
        assert state.turn() == OVER


@pytest.mark.parametrize(("slug", "players"), [("23", 3), ("help", 4), ("yoyo", 4)])
def test_several_seats_owing_at_once_may_answer_in_any_order(slug: str, players: int) -> None:
    of = spec(slug)
    compared = 0
    for seed in range(100):
        for state in Walk(of, players, seed).steps(120):
            if len(seats_owing(state)) > 1 and not is_race(of.position(state)):
                forwards, backwards = seats_owing(state), seats_owing(state)[::-1]
                assert after_answers(of, state, forwards) == after_answers(of, state, backwards)
                compared += 1
                break
    assert compared >= 20


def after_answers(of: Spec, state: State, order: list[int]) -> Json:
    """The position after all seats have given their answers in this order."""
    state, dealer = state.copy(), Seeded(3)
    phase = of.position(state)["phase"]
    for seat in order:
        while state.owes(seat) and of.position(state)["phase"] == phase:
            state.play(seat, legal(state, seat)[0], dealer)
    return of.position(state)


def is_race(position: Json) -> bool:
    """H5: whether two callers hold the same lowest number, so that their order decides who begins."""
    if position["phase"] != "call":
        return False
    numbers = [
        min((int(c) for c in position["hands"][seat] if c.isdigit()), default=99)
        for seat in position["callers"]
    ]
    return numbers.count(min(numbers)) > 1


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_seat_hears_its_own_moves_and_nobody_hears_more_than_a_mask_or_the_move(
    slug: str, players: int
) -> None:
    walk = Walk(spec(slug), players, 11)
    kinds: Counter[str] = Counter()
    for _ in range(300):
        if walk.state.turn() == OVER:
            break
        seat = walk.seat()
        move = walk.move(seat)
        assert walk.state.heard(seat, seat, move) == move
        for listener in [NOBODY, *range(players)]:
            heard = walk.state.heard(listener, seat, move)
            kinds["move" if heard == move else "nothing" if heard < 0 else "mask"] += 1
            assert heard == move or heard < 0 or walk.spec.text(heard).endswith("?")
        walk.state.play(seat, move, walk.dealer)
    assert kinds["move"] > 0
