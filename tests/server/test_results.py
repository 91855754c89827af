"""How a game ended for each player, and where an unfinished one stands."""

from __future__ import annotations

import pytest

from reihum.games import SLUGS, spec
from reihum.server.live.results import company_of, last_totals, place_of, results_of, standing_of
from tests.table.tools import Trial


@pytest.mark.parametrize(
    ("scores", "low", "places"),
    [
        ([3, 1, 2], True, [3, 1, 2]),
        ([3, 1, 2], False, [1, 3, 2]),
        ([5, 5, 1, 5], False, [1, 1, 4, 1]),
        ([5, 5, 1, 5], True, [2, 2, 1, 2]),
        ([0], False, [1]),
    ],
)
def test_equal_scores_share_their_place(scores: list[int], low: bool, places: list[int]) -> None:
    assert [place_of(seat, scores, low) for seat in range(len(scores))] == places


@pytest.mark.parametrize(
    ("seats", "company"),
    [
        (("me", "bot:master", "bot:master"), "master"),
        (("me", "bot:master", "bot:novice"), "mixed"),
        (("me", "bot:master", "open"), "people"),
    ],
)
def test_company_is_one_bot_different_bots_or_people(seats: tuple[str, ...], company: str) -> None:
    trial = Trial("23", *seats)
    trial.sit("bo")
    assert company_of(trial.table, "ada") == company


def test_a_program_is_not_a_person_and_nobody_is_company_to_oneself() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo", program="Deep Chip")
    assert (company_of(trial.table, "ada"), company_of(trial.table, "bo")) == ("mixed", "people")
    assert company_of(Trial("koenigs-romme", "me").table, "ada") == "alone"


@pytest.mark.parametrize("slug", SLUGS)
def test_results_are_those_of_the_game_for_everybody_who_stayed(slug: str) -> None:
    trial = Trial(slug, "me", "open", "open")
    trial.sit("bo")
    trial.sit("cem")
    trial.deal()
    assert results_of(trial.table, ["ada"]) == ()
    trial.leave("cem")
    trial.now = 60.0
    trial.play_out()
    match = trial.table.match
    assert match is not None
    ada, bo, cem, zoe = results_of(trial.again(), ["ada", "bo", "cem", "zoe"])
    assert [ada.score, bo.score] == match.scores()[:2]
    assert [ada.won, bo.won] == [seat in match.winners() for seat in (0, 1)]
    assert [each.place == 1 for each in (ada, bo)] == [ada.won, bo.won]
    for given_up in (cem, zoe):
        assert (given_up.counted, given_up.won, given_up.place, given_up.score) == (False, False, None, None)
    assert (trial.again().began_at, trial.again().changed_at) == (0.0, 60.0)


@pytest.mark.parametrize("slug", SLUGS)
def test_where_a_game_stands_follows_from_the_rounds_that_are_over(slug: str) -> None:
    trial = Trial(slug, "me", "bot:policy", "bot:policy")
    assert standing_of(trial.table, "ada") == (None, None, None)
    trial.deal()
    match, scored = trial.table.match, spec(slug).results
    assert match is not None
    rounds = None if scored.rounds is None else scored.rounds(3)
    assert standing_of(trial.table, "ada") == (1, rounds, None)
    policy = spec(slug).policy()
    while last_totals(match, scored.total) is None:
        seat = match.turn
        assert seat is not None
        trial.bot(seat, match.game.spec.text(policy.choose(match.state.side(seat))))
    totals = last_totals(match, scored.total)
    assert totals is not None
    number, of, place = standing_of(trial.table, "ada")
    assert (number, of) == (2, rounds)
    assert place == place_of(0, totals, match.state.low_wins)
    assert standing_of(trial.table, "nobody").place is None
