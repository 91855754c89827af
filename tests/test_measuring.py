"""Measuring: players that think ahead on top of networks, and the levels of those who play alone."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from reihum.bots.horizons import Outlook
from reihum.bots.search import Search
from reihum.core.contract import OVER
from reihum.core.dealer import Seeded
from reihum.games import spec
from training.alone import FIRST_DEAL, measure, write_settings
from training.beginners import Beginner
from training.compare import play_deal
from training.searches import Thoughtful, milliseconds, settings


@pytest.mark.parametrize("ahead", [0, 2])
def test_a_thoughtful_player_is_the_network_that_thinks_ahead(ahead: int) -> None:
    of = spec("23")
    player = Thoughtful(5, ahead, ("soft", "policy"), candidates=4, caution=2.0, stake=0.01)(of, 7)
    assert isinstance(player, Search)
    assert (player.worlds, player.most, player.caution, player.stake) == (5, 4, 2.0, 0.01)
    assert (player.seed, player.milliseconds, len(player.others)) == (7, 0, 2)
    assert isinstance(player.horizon, Outlook) == (ahead > 0)
    state = of.start(2, dict(of.options), Seeded(3))
    assert player.choose(state.side(state.turn())) in state.side(state.turn()).legal()


def test_all_combinations_are_measured() -> None:
    told = Namespace(worlds=[8, 32], ahead=[0, 1], models=["net", "soft+policy"])
    told.candidates, told.caution, told.stake, told.swing, told.own = 6, 1.0, 0.0, 20.0, "policy"
    found = [*settings(told)]
    assert len({*found}) == 8
    assert str(found[0]) == "8 worlds, 6 candidates, to the end of the round, itself policy, others net"
    assert str(found[-1]) == "32 worlds, 6 candidates, 1 ahead, itself policy, others soft and policy"


def test_a_beginner_plays_by_the_first_policy_and_is_at_a_loss_now_and_then() -> None:
    of, dealer = spec("23"), Seeded(8)
    state, first = of.start(2, dict(of.options), dealer), (of.first_policy or of.policy)()
    steady, lost = Beginner(of, 1, 0.0), Beginner(of, 1, 1.0)
    strayed = 0
    while (seat := state.turn()) != OVER:
        side = state.side(seat)
        chosen, wild = steady.choose(side), lost.choose(side)
        assert chosen == first.choose(side)
        assert wild in side.legal()
        strayed += wild != chosen
        state.play(seat, chosen, dealer)
    assert strayed > 5


def test_who_thinks_ahead_can_be_compared_and_timed() -> None:
    player = Thoughtful(2, 1, ("net",), candidates=2)
    share, _, capped = play_deal("help", 3, player, "policy", 5)
    assert 0 <= share <= 1
    assert capped == 0
    assert milliseconds(spec("help"), 3, player, decisions=4) > 0


def test_deals_of_those_who_play_alone_are_counted(tmp_path: Path) -> None:
    of, out = spec("koenigs-romme"), tmp_path / "deals.jsonl"
    found = measure(of, "policy", 2, out)
    deals = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [deal["deal"] for deal in deals] == [FIRST_DEAL, FIRST_DEAL + 1]
    assert found["won"] == 50 * sum(deal["won"] for deal in deals)
    state, policy = of.start(1, {}, Seeded(FIRST_DEAL)), of.policy()
    while state.turn() != OVER:
        state.play(0, policy.choose(state.side(0)), Seeded(0))
    assert state.scores() == [deals[0]["score"]]
    manifest = {"game": "koenigs-romme", "levels": {"novice": {"heat": 1.5}}, "strength": [found]}
    write_settings(tmp_path / "alone.json", manifest)
    assert json.loads((tmp_path / "alone.json").read_text("utf-8")) == manifest
