"""The levels where one plays alone: the policy of the solo variant, which makes mistakes or thinks ahead."""

from __future__ import annotations

import pytest

import reihum
from reihum.bots.alone import AloneOrNot, Unsteady
from reihum.bots.learned import Learned
from reihum.bots.levels import LEVELS, alone_levels_of, make_alone, make_level, thinks_ahead
from reihum.bots.search import Search
from reihum.core.contract import OVER, Policy, Side
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.games import SLUGS, spec
from reihum.games.koenigs_romme.cards import KINDS, LOWEST
from reihum.games.koenigs_romme.hand_book import HandBook
from reihum.games.koenigs_romme.moves import wild_of
from reihum.games.koenigs_romme.solo import SoloSide

ROMME = spec("koenigs-romme")
DEALS = 120


def test_all_levels_play_alone_and_only_the_best_thinks_ahead() -> None:
    told = alone_levels_of(ROMME.module)
    assert tuple(told) == LEVELS
    assert [level for level in LEVELS if told[level].thought] == ["master"]
    assert told["master"].thought is not None
    assert 0 < told["master"].thought.milliseconds <= 1000
    heats = [told[level].heat for level in LEVELS]
    assert heats[0] > heats[1] > heats[2] > heats[3] == heats[4] == 0


def test_who_thinks_ahead_is_known_by_name() -> None:
    assert [name for name in (*LEVELS, "policy", "random") if thinks_ahead(name, ROMME, 1)] == ["master"]
    assert [slug for slug in SLUGS if thinks_ahead("master", spec(slug), 3)] == ["yoyo"]
    assert [players for players in range(2, 7) if thinks_ahead("master", spec("yoyo"), players)] == [2, 3, 4]
    assert not any(thinks_ahead("strong", spec(slug), 2) for slug in SLUGS)


def test_with_others_a_level_is_advised_by_the_policy_and_does_not_think_ahead() -> None:
    best, level = make_level("master", ROMME, 1), make_level("strong", ROMME, 1)
    assert isinstance(best, AloneOrNot)
    assert isinstance(best.alone, Search)
    assert not isinstance(best.together, Search)
    assert isinstance(level, AloneOrNot)
    assert isinstance(level.together, Learned)
    assert type(level.together.otherwise) is type(ROMME.policy())


def test_worlds_take_the_place_of_the_clock() -> None:
    settings = alone_levels_of(ROMME.module)["master"]
    by_clock, by_worlds = make_alone(settings, ROMME, 3, None), make_alone(settings, ROMME, 3, 7)
    assert isinstance(by_clock, Search)
    assert isinstance(by_worlds, Search)
    thought = settings.thought
    assert thought is not None
    assert (by_clock.milliseconds, by_clock.worlds) == (thought.milliseconds, thought.worlds)
    assert (by_worlds.milliseconds, by_worlds.worlds) == (0, 7)
    assert by_clock.seed == by_worlds.seed == 3


def test_with_worlds_the_same_seed_makes_the_same_choice() -> None:
    match = reihum.game("koenigs-romme").new(1, seed=7)
    chosen = {reihum.bot("master", "koenigs-romme", seed=1, worlds=3).choose(match) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen <= set(match.moves())


def test_weak_levels_choose_by_their_seed_and_what_they_see() -> None:
    match = reihum.game("koenigs-romme").new(1, seed=7)
    by_seed = [reihum.bot("novice", "koenigs-romme", seed=seed).choose(match) for seed in (*range(12), 0)]
    assert by_seed[0] == by_seed[12]
    assert len(set(by_seed)) > 2
    other = reihum.game("koenigs-romme").new(1, seed=7)
    assert reihum.bot("novice", "koenigs-romme", seed=0).choose(other) == by_seed[0]


class Proposer(Policy):
    """Proposes all legal moves in their order."""

    def choose(self, side: Side) -> int:
        return side.legal()[0]


def test_an_unsteady_player_takes_better_moves_more_often() -> None:
    side = ROMME.start(1, {}, Seeded(4)).side(0)
    ranks = [side.legal().index(Unsteady(Proposer(), 1500, seed).choose(side)) for seed in range(300)]
    assert ranks.count(0) > ranks.count(1) > ranks.count(3) > 0
    assert max(ranks) < 12
    assert {int(Unsteady(Proposer(), 0, seed).choose(side)) for seed in range(20)} == {side.legal()[0]}


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_mistakes_are_natural_no_hand_gets_further_from_its_end(level: str) -> None:
    book, better = HandBook(), 0
    book.look_for((1 << KINDS) - 1)
    state, player = ROMME.start(1, {}, Seeded(6)), make_level(level, ROMME, 2)
    while state.turn() != OVER:
        side = state.side(0)
        assert isinstance(side, SoloSide)
        move = player.choose(side)
        wild = int(wild_of(move))
        before = book.swaps(side.hand(wild - LOWEST), wild)
        state.play(0, move, Seeded(0))
        after = book.swaps(side.hand(wild - LOWEST), wild)
        assert after <= before
        better += after < before
    assert better > 5


@pytest.mark.long
@pytest.mark.skipif(not reihum.COMPILED, reason="hundreds of deals take too long interpreted")
def test_each_level_wins_more_deals_than_the_one_below() -> None:
    won = {level: count_wins(level, DEALS) for level in LEVELS[:-1]}
    counts = [*won.values()]
    assert counts == sorted(counts)
    assert counts[0] > 0.04 * DEALS
    few = DEALS // 3  # the best one takes its time
    assert count_wins("master", few) >= max(count_wins("strong", few), 0.8 * few)


def count_wins(level: str, deals: int) -> int:
    """How many of the first deals a level wins."""
    won = 0
    for deal in range(deals):
        state = ROMME.start(1, {}, Seeded(50_000 + deal))
        play_out(state, [make_level(level, ROMME, deal, worlds=12)], Seeded(0))
        won += len(state.winners())
    return won
