"""Moves at a live table: whose they are, what is wrong with them, played once, taken back, kept for ever."""

from __future__ import annotations

from typing import cast

import pytest

import reihum
from reihum.core.contract import State
from reihum.match import Game, Mistake, find_mistake
from reihum.table import live
from reihum.table.duties import duties
from reihum.table.judge import Nack
from reihum.table.live import BrokenLog, HeardStep, LiveTable, rebuild
from reihum.table.log import Left, Moved, Undone, decode_entry
from reihum.words import LANGUAGES
from tests.games import SIZES
from tests.table.tools import Trial, nack


def two() -> Trial:
    """A game of two people that has begun."""
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.start()
    return trial


def opened_23(trial: Trial) -> None:
    """Everybody puts away the first cards they can."""
    while trial.table.match is not None and trial.table.match.player is None:
        for seat, player in enumerate(("ada", "bo")):
            if moves := trial.moves(seat):
                trial.move(player, moves[0])


# -- what is wrong with a move, in order ----------------------------------------------------------


def test_a_move_is_written_down_and_acknowledged_with_its_number() -> None:
    trial = two()
    found = trial.move("bo", trial.moves(1)[0], cid="c1")
    assert isinstance(found, Moved)
    assert (found.seat, found.cid, found.by_bot) == (1, "c1", False)
    assert trial.table.v == 1
    assert trial.table.acks == {(1, "c1"): 1}


def test_a_move_is_judged_once_on_its_way_into_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[object] = []

    def counting(of: Game, state: State, by: int | None, move: int, typed: object) -> Mistake | None:
        judged.append(typed)
        return find_mistake(of, state, by, move, typed)

    trial = two()
    move = trial.moves(0)[0]
    monkeypatch.setattr(live, "find_mistake", counting)
    assert isinstance(trial.move("ada", move), Moved)
    assert judged == [move]
    trial.again()
    assert judged == [move, move]


def test_spectators_and_players_who_left_cannot_move_and_nobody_moves_for_others() -> None:
    trial = two()
    assert nack(trial.move("cy", "put 2", ask=0)) == "seat"
    trial.leave("bo")
    assert nack(trial.move("bo", "put 2", ask=0)) == "seat"
    assert trial.table.v == 0


def test_the_same_cid_of_the_same_seat_gets_the_same_answer_and_is_played_once() -> None:
    trial = two()
    first, second = trial.moves(0)[:2]
    trial.move("ada", first, ask=0, cid="c")
    assert trial.move("ada", first, ask=0, cid="c") == 1
    assert trial.move("ada", second, ask=1, cid="c") == 1  # another move under the same cid
    assert trial.move("ada", "nonsense", ask=99, cid="c") == 1
    assert isinstance(trial.move("bo", trial.moves(1)[0], cid="c"), Moved)  # another seat's cid
    assert trial.table.v == 2


def test_a_refused_cid_is_not_remembered() -> None:
    trial = two()
    assert nack(trial.move("ada", "put 1", cid="c")) == "refused"
    assert isinstance(trial.move("ada", trial.moves(0)[0], cid="c"), Moved)


def test_a_decision_that_was_answered_is_stale_and_one_to_come_is_not_your_turn() -> None:
    trial = two()
    move = trial.moves(0)[0]
    assert nack(trial.move("ada", move, ask=1)) == "turn"
    trial.move("ada", move, ask=0)
    assert nack(trial.move("ada", trial.moves(0)[0], ask=0)) == "stale"
    assert nack(trial.move("ada", "nonsense", ask=0)) == "stale"
    opened_23(trial)
    waiting = 1 - (trial.table.match.turn or 0)  # type: ignore[union-attr]
    assert nack(trial.move(("ada", "bo")[waiting], "pass")) == "turn"


def test_before_the_deal_there_is_no_decision_and_after_the_end_it_is_over() -> None:
    trial = Trial("23", "me", "open")
    assert nack(trial.move("ada", "put 2", ask=0)) == "turn"
    trial.start()
    trial.play_out()
    assert nack(trial.move("ada", "put 2", ask=0)) == "over"


def test_unknown_comes_before_refused_and_a_refusal_cites_its_rule() -> None:
    trial = two()
    unknown = trial.move("ada", "nonsense")
    assert nack(unknown) == "unknown"
    refused = trial.move("ada", "put 1")
    assert isinstance(refused, Nack)
    assert (refused.kind, refused.rule) == ("refused", "T4")
    assert refused.text("en") == "The 1 may not be put away (rule T4)."
    assert trial.table.v == 0


@pytest.mark.parametrize("kind", ["seat", "over", "stale", "turn", "busy"])
def test_every_nack_has_a_sentence_in_every_language(kind: str) -> None:
    assert len({Nack(kind).text(lang) for lang in LANGUAGES}) == len(LANGUAGES)  # type: ignore[arg-type]


# -- simultaneous answers -------------------------------------------------------------------------


def test_simultaneous_answers_are_sealed_until_complete() -> None:
    trial = two()
    trial.move("bo", trial.moves(1)[0])
    assert trial.table.heard_step(1, 0) == HeardStep(None, None, [])
    assert trial.table.heard_step(1, None) == HeardStep(None, None, [])
    own = trial.table.heard_step(1, 1)
    assert own.by == 1
    assert str(own.move).startswith("put ")
    assert trial.table.owing_seats() == [0, 1]


def test_calls_of_help_count_in_the_order_in_which_they_come() -> None:
    for order in ((0, 1, 2), (2, 1, 0)):
        trial = Trial("help", "me", "open", "open")
        trial.sit("bo")
        trial.sit("cy")
        trial.start()
        for seat in order:
            if trial.table.ask(seat) is not None:
                trial.move(("ada", "bo", "cy")[seat], trial.moves(seat)[0])
        last = trial.table.match.history[-1].events  # type: ignore[union-attr]
        calls = cast(list[list[int]], next(event.facts["calls"] for event in last if event.kind == "called"))
        assert [seat for seat, _number in calls] == list(order)


def test_decisions_are_counted_for_every_seat_by_itself() -> None:
    trial = two()
    trial.move("ada", trial.moves(0)[0])
    trial.bot(1)
    trial.move("ada", trial.moves(0)[0])
    assert [seat.answered for seat in trial.table.seats] == [2, 1]
    assert [trial.table.ask(seat) for seat in (0, 1, None)] == [2, 1, None]


# -- taking back ----------------------------------------------------------------------------------


def alone() -> Trial:
    trial = Trial("23", "me", "bot:policy")
    trial.hello("ada")
    trial.deal()
    return trial


def test_a_move_is_taken_back_where_all_others_are_bots() -> None:
    trial = alone()
    view = trial.table.match.view(0)  # type: ignore[union-attr]
    trial.move("ada", trial.moves(0)[0], cid="c1")
    assert isinstance(trial.undo("ada", "u1"), Undone)
    assert trial.table.match.view(0) == view  # type: ignore[union-attr]
    assert trial.table.v == 2
    assert trial.table.ask(0) == 1  # answered, taken back or not
    assert trial.table.heard_step(2, 0) == HeardStep(0, None, [], undone=True, gone=[1])
    unheard = HeardStep(None, None, [], undone=True, gone=[])  # as nobody else heard the move
    assert trial.table.heard_step(2, None) == unheard
    assert trial.undo("ada", "u1") == 2
    assert trial.move("ada", "put 9", cid="c1") == 1  # remembered, although taken back


def test_no_move_is_taken_back_from_people_or_past_what_was_revealed() -> None:
    trial = two()
    trial.move("ada", trial.moves(0)[0])
    refused = trial.undo("ada")
    assert isinstance(refused, Nack)
    assert (refused.kind, refused.reason) == ("refused", "undo_people")
    assert nack(trial.undo("cy")) == "seat"
    trial = alone()
    assert nack(trial.undo("ada")) == "refused"  # nothing to take back
    while trial.table.match is not None and trial.table.match.player is None:
        for seat in trial.table.owing_seats():
            trial.bot(seat)
    while trial.table.match is not None and trial.table.match.turn != 1:
        trial.bot(0)
    trial.bot(1)  # everybody sees what it plays
    late = trial.undo("ada")
    assert isinstance(late, Nack)
    assert (late.kind, late.reason) == ("refused", "undo_late")
    trial.play_out()
    assert nack(trial.undo("ada")) == "over"


def test_a_seat_that_its_player_left_counts_as_a_bot() -> None:
    trial = two()
    trial.move("ada", trial.moves(0)[0])
    trial.leave("bo")
    assert isinstance(trial.undo("ada"), Undone)


# -- the log is the truth -------------------------------------------------------------------------


def same(one: LiveTable, other: LiveTable) -> bool:
    """Whether two tables are the same to everybody who could look."""
    seats = [None, *range(one.players)]
    assert one.match is not None
    assert other.match is not None
    return (
        one.match == other.match
        and one.seats == other.seats
        and one.acks == other.acks
        and (one.status, one.v, one.length, one.rematch)
        == (other.status, other.v, other.length, other.rematch)
        and all(
            one.heard_step(v, seat) == other.heard_step(v, seat)
            for v in range(1, one.v + 1)
            for seat in seats
        )
    )


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_table_is_rebuilt_from_its_log_at_every_point(slug: str, players: int) -> None:
    trial = Trial(slug, "me", *(["open"] * (players - 1)))
    people = ["ada", *[f"p{n}" for n in range(1, players)]]
    for player in people[1:]:
        trial.sit(player, name=player)
    for player in people:
        trial.hello(player, f"{player}'s chance")
    trial.deal()
    policy = trial.table.game.spec.policy()
    while trial.table.match is not None and (seat := trial.table.match.turn) is not None:
        trial.now += 1.0
        move = trial.table.game.spec.text(policy.choose(trial.table.match.state.side(seat)))
        by = trial.table.v % 7
        assert isinstance(trial.bot(seat, move) if by == 3 else trial.move(people[seat], move), Moved)
        if by == 5 and trial.table.status == "playing":
            trial.leave(people[seat])
            trial.sit(people[seat])
        if trial.table.v in (1, 10, 40) or trial.table.status == "over":
            assert same(trial.table, trial.again())
            assert same(trial.table, trial.table.copy())
    assert trial.table.status == "over"
    record = trial.table.match.record()  # type: ignore[union-attr]
    assert reihum.read_record(record).record() == record
    assert record.count("\n") > 0
    assert len(reihum.read_record(record).history) == trial.table.v


def test_an_impossible_log_is_noticed() -> None:
    trial = two()
    entries = [*map(decode_entry, trial.log)]
    with pytest.raises(BrokenLog):
        rebuild("T", entries[1:])
    with pytest.raises(BrokenLog):
        rebuild("T", [])
    with pytest.raises(BrokenLog):
        rebuild("T", [*entries, entries[0]])
    with pytest.raises(BrokenLog):
        rebuild("T", [*entries, Moved(at=0, seat=0, move="pass", cid="c")])
    with pytest.raises(BrokenLog):
        rebuild("T", [*entries, Undone(at=0, seat=0, cid="c")])


def test_the_log_is_one_line_of_json_for_every_entry() -> None:
    trial = two()
    trial.move("ada", trial.moves(0)[0], cid="c1")
    assert trial.log[-1].startswith(b'{"e":"move","at":0.0,"seat":0,"move":"put ')
    assert b"\n" not in b"".join(trial.log)
    assert isinstance(decode_entry(b'{"e":"left","at":1,"seat":0}'), Left)


# -- what strangers and endless games could do ----------------------------------------------------


def test_the_cid_of_a_player_who_left_is_still_known() -> None:
    trial = two()
    trial.move("bo", trial.moves(1)[0], cid="c1")
    trial.leave("bo")
    assert trial.move("bo", "put 2", ask=0, cid="c1") == 1
    assert nack(trial.move("cy", "put 2", ask=0, cid="c1")) == "seat"


def test_without_a_token_nobody_owns_an_open_seat() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    assert trial.table.own_seat("") is None
    assert trial.table.seat_of("") is None


def test_no_game_goes_on_for_ever() -> None:
    trial = Trial("23", "me", "bot:policy")
    trial.start()
    trial.move("ada", trial.moves(0)[0])
    longest = 2 * trial.table.game.spec.decisions_cap
    trial.table.steps *= longest - 1
    assert nack(trial.move("ada", "nonsense")) == "unknown"
    assert duties(trial.table, {}, 0.0)
    trial.table.steps.append(trial.table.steps[0])
    refused = trial.move("ada", trial.moves(0)[0])
    assert isinstance(refused, Nack)
    assert (refused.kind, refused.reason) == ("refused", "too_long")
    assert [refused.text(lang)[-1] for lang in LANGUAGES] == ["."] * len(LANGUAGES)
    assert nack(trial.undo("ada")) == "refused"
    assert duties(trial.table, {}, 0.0) == []
