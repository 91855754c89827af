"""Reviews: the parts add up, luck is chance alone, and what was worst is found."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean, stdev

import pytest

import reihum
from reihum.analysis.review import Decision, Review, review
from reihum.games import SLUGS, spec
from tests.games import SIZES

SMALL = 10  # worlds


def played(slug: str, players: int, seed: int, bot: str = "policy", most: int = 100_000) -> reihum.Match:
    """A game between bots, or its beginning."""
    match = reihum.game(slug).new(players, seed=seed)
    bots = [reihum.bot(bot, slug, seed=seat) for seat in range(players)]
    while match.turn is not None and len(match.history) < most:
        match.play(bots[match.turn].choose(match))
    return match


def check_sums(found: Review) -> None:
    """All parts of all results add up, and what one seat loses others get."""
    for seat in found.seats:
        parts = seat.start + seat.luck + seat.own + seat.others + seat.unknown
        assert parts == pytest.approx(seat.result, abs=1e-6)
    for step in found.steps:
        if found.match.seats > 1:  # alone, there may be no winner
            assert sum(step.win) == pytest.approx(sum(found.start), abs=1e-6)
            assert sum(step.luck) == pytest.approx(0, abs=1e-6)
            if step.decision is not None:
                assert sum(step.decision.shares) == pytest.approx(step.decision.loss, abs=1e-6)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_parts_add_up_to_the_result(slug: str) -> None:
    players = max(2, spec(slug).fewest)
    found = review(played(slug, players, 5, "random" if slug == "23" else "policy", 60), worlds=SMALL)
    check_sums(found)
    assert len(found.steps) == len(found.match.history) + 1


def test_they_add_up_alone_too() -> None:
    found = review(played("koenigs-romme", 1, 5), worlds=SMALL)
    check_sums(found)
    (seat,) = found.seats
    assert seat.others == 0
    assert seat.result in (0.0, 1.0)


def test_only_chance_is_luck() -> None:
    """In 23 chance comes with deals alone; all other steps have none, to the last digit."""
    match = played("23", 3, 7, "random", 400)
    found = review(match, worlds=SMALL)
    deals = {0} | {made.number for made in match.history if any(e.kind == "round" for e in made.events)}
    assert len(deals) >= 2
    for step in found.steps:
        if step.number not in deals:
            assert [*step.luck] == [0.0, 0.0, 0.0]
    assert any(any(found.steps[number].luck) for number in deals)


def test_the_last_step_is_the_result() -> None:
    match = played("help", 3, 2)
    found = review(match, worlds=SMALL)
    winners = match.winners()
    assert [*found.steps[-1].win] == [1 / len(winners) if seat in winners else 0.0 for seat in range(3)]


def test_luck_is_zero_on_average() -> None:
    lucks = [
        seat.luck
        for seed in range(40)
        for seat in review(played("help", 3, seed, most=12), worlds=SMALL).seats[:1]
    ]
    assert abs(fmean(lucks)) <= 4 * stdev(lucks) / len(lucks) ** 0.5


def test_a_planted_blunder_is_the_worst_of_its_seat() -> None:
    match = reihum.game("23").new(2, seed=11)
    bot = reihum.bot("policy", "23")
    planted = None
    while match.turn is not None:
        move = bot.choose(match)
        if planted is None and "leave" in match.moves() and match.turn == 0:
            move, planted = "leave", len(match.history) + 1
        match.play(move)
    found = review(match, worlds=100)
    own = {step.number: step.decision for step in found.steps if step.by == 0 and step.decision}
    assert planted is not None
    worst = max(own, key=lambda number: own[number].loss)
    assert worst == planted
    assert own[planted].grade == "blunder"
    assert own[planted].best != "leave"
    assert own[planted].why(match.game.spec)


def test_the_policy_plays_almost_faultlessly_by_its_own_lights() -> None:
    found = review(played("help", 3, 4), worlds=60)
    graded = [step for step in found.steps if step.decision is not None and step.decision.grade == "blunder"]
    assert len(graded) <= 1
    assert all(seat.accuracy > 0.8 for seat in found.seats)


def test_any_number_of_jobs_gives_the_same_review() -> None:
    match = played("yoyo", 2, 3, most=14)
    assert (
        review(match, worlds=SMALL).json() == review(match.record(secret=True), worlds=SMALL, jobs=2).json()
    )


def test_another_seed_gives_another_review() -> None:
    match = played("yoyo", 2, 3, most=8)
    assert review(match, worlds=SMALL, seed=1).json() != review(match, worlds=SMALL, seed=2).json()


def test_a_review_is_json_as_the_contract_says() -> None:
    match = played("23", 2, 6, "random", 30)
    match.names = ["Ada", "Ben"]
    found = review(match, worlds=SMALL)
    told = json.loads(json.dumps(found.json("nl")))
    assert list(told) == ["game", "players", "names", "worlds", "seats", "steps"]
    assert (told["game"], told["players"], told["names"], told["worlds"]) == ("23", 2, ["Ada", "Ben"], SMALL)
    assert [*told["seats"][0]] == [
        *("start", "luck", "own", "others", "unknown", "result"),
        *("decisions", "lost", "accuracy", "blunders", "mistakes", "inaccuracies"),
    ]
    assert told["steps"][0] | {"win": [], "luck": []} == {
        "v": 0,
        "by": None,
        "move": None,
        "win": [],
        "luck": [],
    }
    judged = [step for step in told["steps"] if "seen" in step]
    assert len(judged) == sum(seat["decisions"] for seat in told["seats"])
    judged_as = [*("v", "by", "move", "win", "luck"), *("seen", "best", "loss", "error", "grade", "why")]
    assert [*judged[0]][: len(judged_as)] == judged_as
    for seat in told["seats"]:
        assert seat["lost"] == pytest.approx(-seat["own"])
    mine = found.json("en", seat=1)["steps"]
    assert {step["by"] for step in mine if "seen" in step} == {1}


def test_what_is_not_over_is_reviewed_as_far_as_it_went() -> None:
    found = review(played("koenigs-romme", 2, 1, most=6), worlds=SMALL)
    assert len(found.steps) == 7
    assert [seat.result for seat in found.seats] == [*found.steps[-1].win]
    assert 0 < found.seats[0].result < 1


def test_what_was_set_up_had_no_deal() -> None:
    match = reihum.game("23").from_position({"hands": [[9], [4, 12]], "pile": [1, 7], "turn": 0}, seed=1)
    match.play("9")
    found = review(match, worlds=SMALL)
    assert [*found.start] == [*found.steps[0].win]
    assert [*found.steps[0].luck] == [0.0, 0.0]


def test_progress_goes_up_to_the_end() -> None:
    seen: list[float] = []
    review(played("help", 3, 2, most=9), worlds=SMALL, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_a_mistake_is_told_with_all_that_could_have_been_done_instead() -> None:
    found = review(played("23", 2, 6, "random", 30), worlds=40)
    told = [step for step in found.json("en")["steps"] if "seen" in step]
    assert any(step["grade"] for step in told)
    for step in told:
        assert ("options" in step) == (step["grade"] is not None)
        if step["grade"]:
            best, *others = step["options"]
            assert (best["move"], best["win"], best["equal"]) == (step["best"], step["seen"], True)
            (made,) = (each for each in others if each["move"] == step["move"])
            assert not made["equal"]
            assert made["win"] == pytest.approx(step["seen"] - step["loss"], abs=2e-4)
            assert [each["win"] for each in others] == sorted((each["win"] for each in others), reverse=True)
    assert all("options" not in step for step in found.json("en", 1)["steps"] if step["by"] != 1)


@pytest.mark.parametrize(("loss", "accuracy"), [(0.0, 1.0), (0.05, 0.798), (0.15, 0.505), (0.9, 0.0)])
def test_accuracy_falls_with_the_loss(loss: float, accuracy: float) -> None:
    assert Decision(0.5, "8", loss, 0.0).accuracy == pytest.approx(accuracy, abs=0.001)


@pytest.mark.parametrize(
    ("loss", "error", "grade"),
    [
        (0.049, 0.001, None),
        (0.05, 0.001, "inaccuracy"),
        (0.10, 0.04, "mistake"),
        (0.15, 0.01, "blunder"),
        (0.2, 0.11, None),
    ],
)
def test_only_what_is_certain_is_blamed(loss: float, error: float, grade: str | None) -> None:
    assert Decision(0.5, "8", loss, error).grade == grade


def test_what_is_no_game_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(reihum.ReihumError, match="A review is of a match"):
        review(tmp_path)  # type: ignore[arg-type]
    with pytest.raises(reihum.BadRecord):
        review("nonsense")


@pytest.mark.long
@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_table_can_be_reviewed(slug: str, players: int) -> None:
    check_sums(review(played(slug, players, 8, most=6), worlds=8))
