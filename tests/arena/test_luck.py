"""Luck taken out of results: the same luck that a review tells, and never the only figure."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean, stdev

import pytest

import reihum
from reihum.analysis.luck import LuckMeter
from reihum.arena.duplicate import DuplicatePlan
from reihum.arena.report import headings, notes, report_page, row_texts
from reihum.arena.run import Workforce, plan_duplicate, run_arena
from reihum.arena.shares import without_luck
from reihum.core.errors import ReihumError
from reihum.games import SLUGS
from tests.analysis.test_review import played as played_game

METER = LuckMeter(8)


def plan_of(slug: str = "yoyo", deals: int = 2, meter: LuckMeter | None = METER) -> DuplicatePlan:
    return plan_duplicate(slug, ["policy", "random"], 2 if slug != "help" else 3, deals, 5, meter=meter)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_luck_of_a_game_is_that_of_its_review(slug: str) -> None:
    match = played_game(slug, 3, 5, "random", 60)
    review = reihum.review(match, worlds=8, seed=3)
    assert LuckMeter(8, 3).luck(match) == pytest.approx([seat.luck for seat in review.seats])


def test_what_one_seat_has_in_luck_others_have_not() -> None:
    for played in run_arena(plan_of("help")).deals():
        assert len(played.luck) == len(played.seats)
        for luck in played.luck:
            assert sum(luck) == pytest.approx(0, abs=1e-9)
            assert any(luck)


@pytest.mark.long
def test_luck_is_zero_on_average_whoever_plays() -> None:
    deals = run_arena(plan_of("23", 40, LuckMeter(4))).deals()
    for entrant in range(2):
        lucks = [
            fmean(luck[seats.index(entrant)] for seats, luck in zip(played.seats, played.luck, strict=True))
            for played in deals
        ]
        assert abs(fmean(lucks)) <= 4 * stdev(lucks) / len(lucks) ** 0.5


def test_measuring_luck_changes_no_game() -> None:
    plain, measured = run_arena(plan_of(meter=None)).told(), run_arena(plan_of()).told()
    assert [row.pop("adjusted") for row in measured["bots"]]
    for told in (plain, measured):
        for row in told["bots"]:
            assert row.pop("seconds") > 0
    assert plain.pop("luck") is None
    assert measured.pop("luck") == 8
    assert plain == measured


def test_luck_does_not_depend_on_how_many_processes_play() -> None:
    assert run_arena(plan_of(deals=4)).deals() == run_arena(plan_of(deals=4), Workforce(2)).deals()


def test_a_file_keeps_the_luck_of_its_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    run_arena(plan_of(deals=1), out=path)
    gone_on = run_arena(plan_of(deals=2), out=path, resume=True)
    assert gone_on.deals() == run_arena(plan_of(deals=2)).deals()
    assert [len(json.loads(line)["chance"]) for line in path.read_text().splitlines()] == [2, 2]


def test_a_file_without_luck_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    run_arena(plan_of(deals=1, meter=None), out=path)
    with pytest.raises(ReihumError, match="is of another run: line 1 has luck"):
        run_arena(plan_of(), out=path, resume=True)
    told = json.loads(path.read_text())
    path.write_text(json.dumps({name: value for name, value in told.items() if name != "luck"}) + "\n")
    assert len(run_arena(plan_of(meter=None), out=path, resume=True).deals()) == 2  # older files do not say


def test_a_report_has_shares_with_and_without_luck() -> None:
    told = run_arena(plan_of(deals=3)).told()
    assert headings(told)[1:3] == ["share (95 %)", "without luck (95 %)"]
    for row in told["bots"]:
        adjusted = row["adjusted"]
        assert adjusted["low"] <= adjusted["share"] <= adjusted["high"]
        assert row_texts(told, row)[2].startswith(f"{100 * adjusted['share']:.1f} % (")
    assert "was measured by 8 worlds" in notes(told)[1]
    assert "without luck" in report_page(told)
    assert "without luck" not in headings(run_arena(plan_of(deals=1, meter=None)).told())


def test_luck_counts_as_far_as_it_has_proved_to_count_in_other_deals() -> None:
    chance = [(-1) ** (i // 2) * 0.2 for i in range(80)]
    useful = without_luck([0.5 + each / 2 for each in chance], chance)
    assert useful == pytest.approx([0.5] * 80)
    useless = [0.5 + (i // 4 % 2) * 0.1 for i in range(80)]
    assert without_luck(useless, chance) == pytest.approx(useless)
    assert without_luck([0.5, 0.7], [0.1, 0.2]) == pytest.approx([0.4, 0.5])  # too few to tell
    assert without_luck([0.5] * 80, [0.0] * 80) == [0.5] * 80


def test_no_deal_has_a_say_in_how_much_of_its_own_luck_counts() -> None:
    shares, chance = [float(i % 3 == 0) for i in range(60)], [(i % 5) / 10 for i in range(60)]
    before = without_luck(shares, chance)
    shares[0] += 5
    after = without_luck(shares, chance)
    assert [after[i] for i in range(2, 60, 2)] == [before[i] for i in range(2, 60, 2)]
    assert after[1] != before[1]
