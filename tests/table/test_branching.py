"""Finished games played on from one of their moves: the same cards, and a record that says so."""

from __future__ import annotations

import pytest

import reihum
from reihum.cli.verify import verdict
from reihum.core.record import digest_of
from reihum.games import SLUGS, spec
from reihum.server.live.results import results_of
from reihum.server.live.snapshots import Presence, table_shown
from reihum.table.branching import BranchRequest, judge_branch
from reihum.table.judge import TableRequest, judge_rematch
from reihum.table.live import LiveTable
from reihum.table.log import TableOpened, encode_entry
from tests.table.tools import SECRET, Trial, plain, problem, told_snap

POLICY = "bot:policy"


def finished(slug: str = "23", players: int = 2) -> Trial:
    """A table at which a game is over."""
    trial = Trial(slug, "me", *[POLICY] * (players - 1))
    trial.hello("ada", "adas nonce")
    trial.deal()
    trial.play_out()
    assert trial.table.status == "over"
    return trial


def branched(source: Trial, v: int, player: str = "ada", **more: object) -> Trial:
    """A table at which it is played on; nothing is dealt yet."""
    opened = judge_branch(source.table, BranchRequest(v, **more), player, 5.0, "CODE22")  # type: ignore[arg-type]
    assert isinstance(opened, TableOpened), opened
    trial = Trial(source.table.game.slug, *["bot:policy"] * source.table.players)
    trial.log, trial.table = [encode_entry(opened)], LiveTable("B", opened)
    return trial


@pytest.mark.parametrize("slug", SLUGS)
def test_it_goes_on_with_the_same_cards_also_those_to_come(slug: str) -> None:
    source = finished(slug, max(2, spec(slug).fewest))
    game = source.table.match
    assert game is not None
    v = len(game.history) // 2
    trial = branched(source, v)
    assert trial.table.match is None
    trial.hello("ada", "another nonce")
    trial.deal()
    match = trial.table.match
    assert match is not None
    before = game.at(v)
    assert match.position() == before.position()
    assert match.history == before.history
    assert trial.table.v == v
    assert [seat.answered for seat in trial.table.seats] == [
        sum(made.by == seat for made in before.history) for seat in range(match.seats)
    ]
    for made in game.history[v:]:  # as long as the moves agree, so do the cards
        trial.bot(made.by, made.text)
    assert match.scores() == game.scores()
    again = trial.again()
    assert again.match == match
    assert again.steps == trial.table.steps


def test_the_record_says_that_it_was_played_on_and_verifying_what_that_leaves_open() -> None:
    source = finished()
    first, source_match = branched(source, 7), source.table.match
    assert source_match is not None
    first.deal()
    first.play_out()
    assert first.table.match is not None
    record = first.table.match.record()
    assert "\nContinued: 7\n" in record
    assert "Continued" not in source_match.record()
    match = reihum.read_record(record)
    assert (match.continued, match.record()) == (7, record)
    found = verdict(record.encode())
    assert found.true
    assert "played on after 7 moves, when the secret was known" in found.sentence
    assert "played on" not in verdict(source_match.record().encode()).sentence
    for number in ("x", "-1", "99999"):
        body = record.replace("Continued: 7", f"Continued: {number}").rpartition("Digest: ")[0]
        with pytest.raises(reihum.BadRecord):
            reihum.read_record(f"{body}Digest: {digest_of(body.encode())}\n")
    # Of a game that was played on twice, what came after the first time was no secret either.
    for v, known in ((3, 3), (9, 7)):
        second = branched(first, v)
        second.deal()
        assert second.table.match is not None
        assert second.table.match.continued == known


def test_nothing_was_promised_and_nothing_counts() -> None:
    source = finished()
    trial = branched(source, 5)
    trial.deal()
    trial.play_out()
    assert source.table.commitment
    assert trial.table.commitment == ""
    (result,) = results_of(trial.table, ["ada"])
    assert (result.counted, result.won, result.score) == (False, False, None)
    assert results_of(source.table, ["ada"])[0].counted
    assert plain(table_shown(trial.table, "ada", Presence()))["branch"] == {"v": 5, "table": "T"}
    assert plain(table_shown(trial.table, "bo", Presence()))["branch"] == {"v": 5, "table": None}
    assert table_shown(source.table, "ada", Presence()).branch is None


def test_only_moves_of_this_table_can_be_taken_back() -> None:
    source = finished()
    assert source.table.match is not None
    v = next(made.number for made in source.table.match.history if made.by == 0)
    trial = branched(source, v)
    trial.deal()
    assert not trial.table.can_undo(0)
    assert not trial.table.has_moved(0)
    told = told_snap(trial.table, "ada", (), 0, "en")
    assert told["back"] == "nothing"
    assert [line["v"] for line in told["log"]] == [*range(1, v + 1)]
    while trial.table.match is not None and trial.table.match.turn != 0:
        trial.bot(trial.table.match.turn or 1)
    trial.move("ada", trial.moves(0)[0])
    assert trial.table.has_moved(0)


def test_again_means_again_from_the_same_place() -> None:
    trial = branched(finished(), 6)
    trial.deal()
    trial.play_out()
    found = judge_rematch(trial.table, "ada", 9.0, "R", bytes(32), "CODE33")
    assert isinstance(found, tuple)
    again = LiveTable("R", found[1])
    assert (again.branch, again.secret) == (trial.table.branch, SECRET)


def test_one_plays_on_at_the_own_seat_or_at_any_other_against_bots_of_one_level() -> None:
    source = finished("help", 3)
    trial = branched(source, 4, bot="master")
    assert [seat.bot for seat in trial.table.seats] == ["", "master", "master"]
    assert trial.table.seats[0].name == "Ada"
    trial = branched(source, 4, "stranger", seat=2, name="Zoe")
    assert [seat.player for seat in trial.table.seats] == ["", "", "stranger"]
    assert trial.table.seats[2].name == "Zoe"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (BranchRequest(-1), (400, "no_step")),
        (BranchRequest(99_999), (400, "no_step")),
        (BranchRequest(3, seat=2), (400, "no_seat")),
        (BranchRequest(3, bot="cheat"), (400, "seat_kind")),
        (BranchRequest(3, name="\u202e"), (400, "name")),
    ],
)
def test_what_cannot_be_played_on_is_a_sentence(wanted: BranchRequest, expected: tuple[int, str]) -> None:
    assert problem(judge_branch(finished().table, wanted, "ada", 0.0, "C")) == expected


def test_only_games_that_are_over_are_played_on_and_not_from_their_end() -> None:
    source = finished()
    assert source.table.match is not None
    last = len(source.table.match.history)
    assert problem(judge_branch(source.table, BranchRequest(last), "ada", 0.0, "C")) == (409, "over")
    trial = Trial("23", "me", POLICY)
    assert problem(judge_branch(trial.table, BranchRequest(0), "ada", 0.0, "C")) == (409, "not_over")
    trial.deal()
    assert problem(judge_branch(trial.table, BranchRequest(0), "ada", 0.0, "C")) == (409, "not_over")
    trial.end()
    assert isinstance(judge_branch(trial.table, BranchRequest(0), "ada", 0.0, "C"), TableOpened)


def test_a_lesson_is_not_played_on() -> None:
    from reihum.table.coaching import judge_table

    opened = judge_table(TableRequest("23", name="Ada", lesson=True), "ada", 0.0, SECRET, "C")
    assert isinstance(opened, TableOpened)
    table = LiveTable("L", opened)
    assert problem(judge_branch(table, BranchRequest(0), "ada", 0.0, "C")) == (409, "lesson")
