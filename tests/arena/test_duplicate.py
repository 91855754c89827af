"""Duplicate deals: the same cards for everybody, whoever plays them and wherever."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import reihum
from reihum.arena.duplicate import DuplicatePlan, PlayedDeal, deal_line, read_deal
from reihum.arena.outcomes import lead, win_share
from reihum.arena.run import Workforce, plan_duplicate, run_arena
from reihum.arena.shares import bot_figures, cross_table, figure, shares_of
from reihum.games import SLUGS, spec


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_deal_is_played_in_all_rotations(players: int) -> None:
    plan = DuplicatePlan("yoyo", players, ("policy",) * players, 1, 1)
    assert len(plan.seatings) == players
    for seat in range(players):
        assert sorted(seating[seat] for seating in plan.seatings) == list(range(players))
    order = [*range(players)] * 2
    for seating in plan.seatings:  # the line-up goes round the table: everybody keeps their neighbours
        first = order.index(seating[0])
        assert list(seating) == order[first : first + players]


def test_with_more_names_than_seats_all_combinations_play() -> None:
    plan = plan_duplicate("23", ["policy", "random", "policy1", "novice"], players=2)
    met = Counter(frozenset(seating) for seating in plan.seatings)
    assert len(met) == 6
    assert set(met.values()) == {2}


def test_the_last_name_takes_the_seats_that_are_left() -> None:
    assert plan_duplicate("help", ["random", "policy"], players=4).names == ["random", *["policy"] * 3]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_deal_has_the_cards_that_its_seed_deals(slug: str) -> None:
    plan = plan_duplicate(slug, ["policy", "random"], deals=2, seed=9)
    run = run_arena(plan)
    for number, played in run.played.items():
        match = reihum.game(slug).new(plan.players, seed=plan.deal_seed(number))
        for game, seating in enumerate(played.seats):
            again = match.copy()
            names = [plan.names[entrant] for entrant in seating]
            if "random" not in names:
                bots = [reihum.bot(name, slug) for name in names]
                while again.turn is not None:
                    again.play(bots[again.turn].choose(again))
                assert tuple(again.scores()) == played.scores[game]
    assert len(run.played) == 2


def test_equal_bots_get_equal_shares_of_every_deal() -> None:
    plan = plan_duplicate("23", ["policy", "policy1"], deals=3, seed=4)
    twins = plan_duplicate("23", ["policy", "policy"], deals=3, seed=4)
    for played in run_arena(twins).played.values():
        assert played.scores[0] == played.scores[1]  # the same cards, and the same moves from each seat
        assert shares_of(twins, played).share == {"policy": 0.5}
    assert any(played.scores[0] != played.scores[1] for played in run_arena(plan).played.values())


@pytest.mark.parametrize("jobs", [2, 3])
def test_results_do_not_depend_on_how_many_processes_play(jobs: int) -> None:
    plan = plan_duplicate("help", ["novice", "policy", "random"], deals=12, seed=3)
    one, several = run_arena(plan), run_arena(plan, Workforce(jobs))
    assert one.deals() == several.deals()
    lines = [[json.dumps(deal_line(plan, played)) for played in run.deals()] for run in (one, several)]
    assert lines[0] == lines[1]
    told, other = one.told(), several.told()
    for report in (told, other):
        for row in report["bots"]:
            assert row.pop("seconds") > 0
    assert told == other


def test_a_worlds_budget_makes_thinking_repeatable() -> None:
    plan = plan_duplicate("koenigs-romme", ["master"], players=1, deals=1, seed=2, worlds=4)
    assert run_arena(plan).deals() == run_arena(plan).deals()


def test_a_deal_survives_its_line() -> None:
    plan = plan_duplicate("yoyo", ["policy", "random"], deals=1)
    played = run_arena(plan).played[0]
    assert read_deal(json.loads(json.dumps(deal_line(plan, played)))) == played


# -- figures --------------------------------------------------------------------------------------


def deal(number: int, scores: list[tuple[int, int]], lost: tuple[int, int] = (0, 0)) -> PlayedDeal:
    """A deal of 23 between two, with these scores of two games by seat; the fewest chips win."""
    winners = tuple(
        tuple(seat for seat in (0, 1) if each[seat] == min(each)) if sum(each) < 900 else ()
        for each in scores
    )
    return PlayedDeal(number, ((0, 1), (1, 0)), tuple(scores), winners, (10, 10), lost, ((7, 0.7), (7, 1.4)))


PAIR = DuplicatePlan("23", 2, ("policy", "random"), 3, 1)


def test_shares_and_margins_are_by_name_and_deal() -> None:
    found = shares_of(PAIR, deal(0, [(3, 10), (4, 4)]))
    assert found.share == {"policy": 0.75, "random": 0.25}
    assert found.margin == {"policy": 3.5, "random": -3.5}


def test_intervals_are_by_deal_and_not_by_game() -> None:
    deals = [deal(0, [(3, 10), (10, 3)]), deal(1, [(3, 10), (3, 10)]), deal(2, [(3, 10), (10, 3)])]
    rows = {row["bot"]: row for row in bot_figures(PAIR, deals)}
    assert rows["policy"]["share"] == pytest.approx(5 / 6, abs=1e-6)
    spread = ((1 / 6) ** 2 + (1 / 3) ** 2 + (1 / 6) ** 2) / 2
    assert rows["policy"]["low"] == pytest.approx(5 / 6 - 1.96 * (spread / 3) ** 0.5, abs=1e-5)
    assert rows["policy"]["high"] == 1.0
    assert rows["policy"]["seconds"] == pytest.approx(0.1)
    assert rows["random"]["seconds"] == pytest.approx(0.2)


def test_a_game_without_an_end_is_shared_and_said() -> None:
    broken = deal(0, [(3, 10), (900, 900)])
    assert shares_of(PAIR, broken).share == {"policy": 0.75, "random": 0.25}
    assert win_share(0, [], 4) == 0.25
    assert win_share(0, [], 1) == 0.0


def test_one_deal_has_no_interval() -> None:
    row = bot_figures(PAIR, [deal(0, [(3, 10), (10, 3)])])[0]
    assert (row["share"], row["low"], row["high"]) == (1.0, 0.0, 1.0)
    assert (row["margin_low"], row["margin_high"]) == (None, None)
    assert figure([0.5, 0.5]).low == 0.5


def test_the_cross_table_says_who_was_ahead_of_whom() -> None:
    deals = [deal(0, [(3, 10), (4, 4)]), deal(1, [(12, 10), (10, 3)])]
    assert cross_table(PAIR, deals) == {"policy": {"random": 0.625}, "random": {"policy": 0.375}}


def test_a_lead_counts_in_the_direction_of_the_game() -> None:
    assert spec("23").low_wins
    assert lead([3, 10, 7], 0, low_wins=True) == 5.5
    assert lead([3, 10, 7], 1, low_wins=False) == 5.0
    assert lead([8], 0, low_wins=False) == 8.0


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["policy"], {"deals": 0}, "The number of deals"),
        (["policy"], {"worlds": 0}, "The number of worlds"),
        (["policy"], {"players": 9}, "players"),
        (["genius"], {}, "There is no bot 'genius'"),
        (["cmd:"], {}, "A program is named"),
        (["cmd:'"], {}, "is not a command"),
        (["policy"], {"options": ["fast"]}, "fast"),
        (["policy"] * 200, {}, "too often"),
    ],
)
def test_nonsense_is_refused_before_anything_is_played(
    bots: list[str], more: dict[str, object], sentence: str
) -> None:
    with pytest.raises(reihum.ReihumError, match=sentence):
        plan_duplicate("23", bots, **more)  # type: ignore[arg-type]
