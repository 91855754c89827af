"""A finished game looked at again: every step as it was heard and seen then, and everybody's cards."""

from __future__ import annotations

import pytest

from reihum.core.types import Json
from reihum.match import Match
from reihum.table.replay import STRETCH, Replay
from tests.games import ENDS
from tests.table.tools import Trial, told_step


def stretch(match: Match, seat: int | None, first: int = 0, lang: str = "en") -> list[Json]:
    """The steps that are shown from a number on."""
    return [step for step in Replay(match, seat, lang).steps(first) if step is not None]


def whole(match: Match, seat: int | None, lang: str = "en") -> list[Json]:
    """All steps, stretch after stretch."""
    found: list[Json] = []
    while more := stretch(match, seat, len(found), lang):
        found += more
    return found


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_a_replay_shows_what_was_seen_heard_and_held_when_it_happened(slug: str, players: int) -> None:
    trial = Trial(slug, *["bot:policy"] * players)
    trial.deal()
    match = trial.table.match
    assert match is not None
    policy = trial.table.game.spec.policy()
    then: dict[int | None, list[Json]] = {0: [], None: []}
    hands: list[list[object]] = []

    def look() -> None:
        hands.append([match.view(each).get("hand", []) for each in range(players)])
        for seat, steps in then.items():
            heard: Json = {"by": None, "m": None, "events": match.dealt(seat)}
            told = Replay(match, seat, "nl").overview()["told"]
            if trial.table.v:
                shown = told_step(trial.table, seat, "nl")
                told = shown["told"]
                heard = {key: shown[key] for key in ("by", "m", "events")}
            steps.append({"v": trial.table.v, **heard, "told": told, "view": match.view(seat)})

    look()
    while (seat := match.turn) is not None:
        trial.bot(seat, trial.table.game.spec.text(policy.choose(match.state.side(seat))))
        look()
    for observer, steps in then.items():
        replayed = whole(match, observer, "nl")
        assert [step.pop("hands") for step in replayed] == hands
        assert replayed == steps


def test_a_replay_says_which_moves_a_bot_made_for_somebody() -> None:
    match = finished()
    match.history[1] = match.history[1]._replace(stand_in=True)
    steps = stretch(match, None)
    assert [step["v"] for step in steps if "stand_in" in step] == [2]
    assert steps[2]["stand_in"] == 1
    assert steps[2]["told"][-1] == "A bot stood in."


def finished() -> Match:
    """A long game that is over."""
    trial = Trial("yoyo", *["bot:policy"] * 4)
    trial.deal()
    trial.play_out()
    assert trial.table.match is not None
    assert len(trial.table.match.history) > 2 * STRETCH
    return trial.table.match


def test_a_stretch_has_a_hundred_steps_from_wherever_one_likes() -> None:
    match = finished()
    last = len(match.history)
    for first in (0, 1, 99, 150, last - 99):
        assert [step["v"] for step in stretch(match, 1, first)] == list(range(first, first + STRETCH))
    assert [step["v"] for step in stretch(match, 1, last)] == [last]
    assert stretch(match, 1, last + 1) == stretch(match, 1, 10**8) == []
    assert stretch(match, 1, 150) == whole(match, 1)[150:250]


def test_the_overview_has_the_deal_and_all_results() -> None:
    match = finished()
    frame = Replay(match, 2, "de").overview()
    assert (frame["v"], frame["seat"]) == (len(match.history), 2)
    assert frame["told"] == whole(match, 2, "de")[0]["told"]
    assert frame["told"][0].startswith("Spiel 1 von 8: ")
    results = [event["kind"] for event in frame["rounds"]]
    assert results == ["round"] * 8 + ["game"]
    shown = [{"v": step["v"], **event} for step in whole(match, 2) for event in step["events"]]
    assert frame["rounds"] == [event for event in shown if event["kind"] in match.game.spec.results.facts]


def test_looking_again_changes_nothing() -> None:
    match = finished()
    before = (match.record(), match.position(), match.copy())
    whole(match, None)
    assert (match.record(), match.position(), match) == before


def test_a_move_taken_back_is_no_step_of_a_replay() -> None:
    trial = Trial("23", "me", "bot:policy", options={"learning": True})
    trial.deal()
    trial.move("ada", trial.moves(0)[0])
    trial.undo("ada")
    trial.play_out()
    match = trial.table.match
    assert match is not None
    assert trial.table.v == len(match.history) + 2
    steps = whole(match, 0)
    assert steps[-1]["v"] == len(match.history)
    assert [step["m"] for step in steps[1:]] == [heard.move for heard in match.since(0)]


def test_a_game_is_shown_at_its_first_deal_and_stays_as_it_is() -> None:
    match = finished()
    first = match.at(0)
    assert first.history == []
    assert first.dealt(0) == match.dealt(0)
    assert match.over
    for made in match.history:
        first.make(made.by, made.move)
    assert first == match
