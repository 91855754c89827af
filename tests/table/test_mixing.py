"""Deals for which nonces are promised: the list, who answers and who does not, and everybody in between."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from reihum.core.promises import MOST_DEALS, promise_of
from reihum.core.sealed import commitment_to
from reihum.server.live.log_writer import summary_of
from reihum.server.live.snapshots import mix_shown, promises_shown
from reihum.table.branching import BranchRequest, judge_branch
from reihum.table.dealing import REVEAL_TIMEOUT, dealing_time
from reihum.table.judge import judge_rematch
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Greeted, Listed, Promised, Remixed, Revealed, TableOpened
from tests.table.tools import SECRET, Trial, nack, plain, problem, told_snap

ADA, BO, CLEO = "ada's chance", "bo's chance", "cleo's chance"


def seated(*more: str) -> Trial:
    """A table of people who sit there, the first of whom is Ada; all others have yet to say hello."""
    trial = Trial("yoyo", "me", *["open"] * len(more))
    for player in more:
        trial.sit(player, name=player.title())
    return trial


def listed(*nonces: str) -> Trial:
    """A table of people who have all promised a nonce."""
    players = ["ada", "bo", "cleo", "dov", "eva", "finn"][: len(nonces)]
    trial = seated(*players[1:])
    for player, nonce in zip(players, nonces, strict=True):
        trial.hello(player, promise=promise_of(nonce))
    return trial


def shown_list(table: LiveTable) -> dict[str, Any]:
    """The list as everybody is sent it."""
    found = promises_shown(table)
    assert found is not None
    return plain(found)


def shown_mix(table: LiveTable) -> tuple[int, str, list[list[int]]]:
    """How the table says that its cards are mixed."""
    found = mix_shown(table)
    assert found is not None
    return found.deal, found.stage, found.silent


def test_a_person_against_bots_waits_for_nothing_but_the_answer() -> None:
    trial = Trial("23", "me", "bot:novice", "bot:novice")
    assert isinstance(trial.hello("ada", promise=promise_of(ADA)), Listed)
    assert shown_list(trial.table) == {
        "t": "promises",
        "deal": 1,
        "commitment": commitment_to(SECRET),
        "seats": [{"promise": promise_of(ADA)}, {"bot": True}, {"bot": True}],
    }
    assert trial.table.status == "waiting"
    found = trial.reveal("ada", ADA)
    assert isinstance(found, Begun)
    assert (trial.table.status, trial.table.nonces) == ("playing", [ADA, "", ""])
    assert promises_shown(trial.table) is None


def test_the_list_has_what_was_promised_said_openly_a_bots_seat_and_nothing() -> None:
    trial = Trial("yoyo", "me", "open", "open", "bot:novice")
    trial.sit("bo")
    trial.sit("cleo")
    trial.hello("ada", promise=promise_of(ADA))
    trial.hello("bo", "openly said")
    assert dealing_time(trial.table) == 5.0
    trial.deal()  # Cleo never says hello
    seats = [{"promise": promise_of(ADA)}, {"nonce": "openly said"}, {}, {"bot": True}]
    assert shown_list(trial.table)["seats"] == seats
    trial.reveal("ada", ADA)
    assert trial.table.nonces == [ADA, "openly said", "", ""]


def test_without_a_promise_the_game_begins_as_ever() -> None:
    trial = seated("bo")
    trial.hello("ada", "openly")
    trial.hello("bo")
    trial.deal()
    assert trial.table.mixing is None
    record = finished(trial)
    assert 'Nonces: ["openly", ""]\n' in record
    assert "Promises: " not in record


def finished(trial: Trial) -> str:
    """The record of a table, played to its end."""
    trial.play_out()
    assert trial.table.match is not None
    return trial.table.match.record()


def test_a_wrong_nonce_is_refused_and_the_right_one_still_counts() -> None:
    trial = listed(ADA, BO)
    assert nack(trial.reveal("ada", "another")) == "refused"
    assert nack(trial.reveal("ada", BO)) == "refused"
    assert isinstance(trial.reveal("ada", ADA), Revealed)
    assert trial.reveal("ada", ADA) is None  # said again, after a reconnect
    assert nack(trial.reveal("ada", "another")) == "refused"
    assert isinstance(trial.reveal("bo", BO), Begun)
    assert trial.reveal("bo", BO) is None
    assert trial.table.nonces == [ADA, BO]


@pytest.mark.parametrize(("deal", "kind"), [(0, "stale"), (2, "turn"), (-1, "stale")])
def test_a_nonce_for_another_deal_is_refused(deal: int, kind: str) -> None:
    trial = listed(ADA, BO)
    assert nack(trial.reveal("ada", ADA, deal)) == kind


def test_nobody_says_a_nonce_before_the_list_or_without_a_seat() -> None:
    trial = seated("bo")
    trial.hello("ada", promise=promise_of(ADA))
    assert nack(trial.reveal("ada", ADA)) == "turn"
    trial.hello("bo", promise=promise_of(BO))
    assert nack(trial.reveal("passer-by", ADA)) == "seat"
    assert nack(trial.reveal("", ADA)) == "seat"


def test_once_fixed_nothing_in_the_list_changes() -> None:
    trial = listed(ADA, BO)
    before = shown_list(trial.table)
    assert trial.hello("ada", "another", promise_of("another")) is None
    assert problem(trial.sit("dov")) == (409, "no_open_seat")
    assert problem(trial.arrange(1, 0)) == (409, "begun")
    assert problem(trial.start()) == (409, "begun")
    assert nack(trial.promise("ada", promise_of("another"), 1)) == "stale"
    assert nack(trial.promise("ada", promise_of("another"), 2)) == "turn"
    trial.leave("bo")
    assert shown_list(trial.table) == before
    assert problem(trial.sit("dov")) == (409, "no_open_seat")
    trial.sit("bo")
    assert shown_list(trial.table) == before == shown_list(trial.again())


def test_of_two_connections_of_one_player_the_first_promise_counts() -> None:
    trial = seated("bo")
    assert isinstance(trial.hello("ada", promise=promise_of(ADA)), Greeted)
    assert trial.hello("ada", promise=promise_of("from another tab")) is None
    assert trial.hello("ada", "openly after all") is None
    trial.hello("bo")
    trial.deal()
    assert shown_list(trial.table)["seats"] == [{"promise": promise_of(ADA)}, {}]


def test_a_nonce_that_comes_with_its_promise_stays_secret() -> None:
    trial = seated("bo")
    trial.hello("ada", "said too early", promise_of(ADA))
    assert trial.table.seats[0].nonce == ""
    assert b"said too early" not in b"".join(trial.log)


def test_whoever_leaves_before_the_list_takes_the_promise_along() -> None:
    trial = seated("bo")
    trial.hello("bo", promise=promise_of(BO))
    trial.leave("bo")
    trial.sit("cleo")
    trial.hello("ada", promise=promise_of(ADA))
    trial.hello("cleo", promise=promise_of(CLEO))
    assert shown_list(trial.table)["seats"] == [{"promise": promise_of(ADA)}, {"promise": promise_of(CLEO)}]


def test_whoever_leaves_after_the_list_can_still_say_the_nonce_and_a_bot_plays_on() -> None:
    trial = listed(ADA, BO)
    trial.leave("bo")
    trial.reveal("ada", ADA)
    assert isinstance(trial.reveal("bo", BO), Begun)
    assert trial.table.nonces == [ADA, BO]
    assert trial.table.seats[1].by_bot


def test_the_host_begins_with_a_list_as_well_and_bots_take_the_open_seats() -> None:
    trial = Trial("yoyo", "me", "open", "open", begins="host")
    trial.sit("bo")
    trial.hello("ada", promise=promise_of(ADA))
    trial.hello("bo", promise=promise_of(BO))
    assert trial.table.mixing is None
    assert isinstance(trial.start(), Listed)
    seats = [{"promise": promise_of(ADA)}, {"promise": promise_of(BO)}, {"bot": True}]
    assert shown_list(trial.table)["seats"] == seats
    assert summary_of(trial.table).code is None
    trial.reveal("bo", BO)
    trial.reveal("ada", ADA)
    assert trial.table.status == "playing"
    assert [seat.kind for seat in trial.table.seats] == ["human", "human", "bot"]


# -- somebody does not answer ----------------------------------------------------------------------


def test_if_one_does_not_answer_there_is_another_deal_without_that_seat() -> None:
    trial = listed(ADA, BO, CLEO)
    trial.reveal("ada", ADA)
    trial.reveal("cleo", CLEO)
    assert dealing_time(trial.table, 100.0) == 100.0 + REVEAL_TIMEOUT
    trial.deal()
    assert shown_mix(trial.table) == (2, "promising", [[1]])
    assert trial.table.commitment != commitment_to(SECRET)
    assert promises_shown(trial.table) is None
    assert nack(trial.reveal("bo", BO)) == "stale"
    assert nack(trial.promise("bo", promise_of("again"))) == "refused"
    assert isinstance(trial.promise("ada", promise_of("ada again")), Promised)
    assert trial.promise("ada", promise_of("ada again")) is None
    assert nack(trial.promise("ada", promise_of("ada once more"))) == "stale"
    assert isinstance(trial.promise("cleo", promise_of("cleo again")), Listed)
    seats = [{"promise": promise_of("ada again")}, {}, {"promise": promise_of("cleo again")}]
    assert shown_list(trial.table)["seats"] == seats
    assert shown_list(trial.table)["commitment"] == trial.table.commitment
    trial.reveal("cleo", "cleo again", 2)
    assert isinstance(trial.reveal("ada", "ada again", 2), Begun)
    assert shown_mix(trial.table) == (2, "dealt", [[1]])
    assert trial.table.nonces == ["ada again", "", "cleo again"]
    assert shown_mix(trial.again()) == (2, "dealt", [[1]])
    match = trial.table.match
    assert match is not None
    assert trial.again().match == match
    assert reihum.read_record(finished(trial)) == match


def test_whoever_does_not_promise_again_adds_nothing_and_may_still_play() -> None:
    trial = listed(ADA, BO, CLEO)
    for player, nonce in (("ada", ADA), ("cleo", CLEO)):
        trial.reveal(player, nonce)
    trial.deal()
    trial.promise("cleo", promise_of("cleo again"))
    assert dealing_time(trial.table, 10.0) == 10.0 + REVEAL_TIMEOUT
    trial.deal()
    assert shown_list(trial.table)["seats"] == [{}, {}, {"promise": promise_of("cleo again")}]
    trial.reveal("cleo", "cleo again", 2)
    assert trial.table.status == "playing"
    assert trial.table.seat_of("bo") == 1


def test_a_person_against_bots_who_does_not_answer_plays_with_the_servers_chance_alone() -> None:
    trial = Trial("23", "me", "bot:novice")
    trial.hello("ada", promise=promise_of(ADA))
    trial.deal()
    assert dealing_time(trial.table, 10.0) == 0.0  # there is nobody to wait for
    trial.deal()
    assert shown_list(trial.table)["seats"] == [{}, {"bot": True}]
    trial.deal()
    assert shown_mix(trial.table) == (2, "dealt", [[0]])
    record = finished(trial)
    assert "Deal: 2\n" in record
    assert reihum.read_record(record).given_up == [[0]]


def test_what_was_said_openly_counts_in_every_deal() -> None:
    trial = seated("bo")
    trial.hello("ada", "openly")
    trial.hello("bo", promise=promise_of(BO))
    trial.deal()
    trial.deal()
    trial.deal()
    assert trial.table.status == "playing"
    assert trial.table.nonces == ["openly", ""]


def test_after_the_fifth_list_the_cards_are_dealt_without_those_who_are_missing() -> None:
    players = ["ada", "bo", "cleo", "dov", "eva", "finn"]
    trial = listed(*players)
    for deal in range(1, MOST_DEALS + 1):
        if deal > 1:
            for player in players[deal - 1 :]:
                trial.promise(player, promise_of(f"{player} {deal}"), deal)
        for player in players[deal:]:
            trial.reveal(player, player if deal == 1 else f"{player} {deal}", deal)
        trial.deal()  # the first of them has not answered
    assert trial.table.status == "playing"
    assert shown_mix(trial.table) == (5, "dealt", [[0], [1], [2], [3]])
    assert trial.table.nonces == ["", "", "", "", "", "finn 5"]
    assert nack(trial.reveal("eva", "eva 5", 5)) == "stale"
    match = trial.table.match
    assert match is not None
    assert reihum.read_record(finished(trial)) == match


def test_a_deal_that_was_given_up_had_other_cards() -> None:
    trial = listed(ADA, BO)
    other = listed(ADA, BO)
    trial.reveal("ada", ADA)
    trial.deal()
    trial.promise("ada", promise_of(ADA))
    trial.reveal("ada", ADA, 2)
    other.reveal("ada", ADA)
    other.reveal("bo", BO)
    assert trial.table.view(0) != other.table.view(0)


def test_everybody_is_told_why_the_cards_were_mixed_again() -> None:
    trial = listed(ADA, BO, CLEO)
    trial.reveal("ada", ADA)
    trial.deal()
    trial.promise("ada", promise_of(ADA))
    trial.reveal("ada", ADA, 2)
    match = trial.table.match
    assert match is not None

    def told(listener: int | None, lang: str) -> str:
        teller = match.game.spec.teller(lang, ["Ada", "Öz", "Cleo"], listener, False)
        return teller.mixed_again_sentence(match.given_up[0])

    assert told(None, "en") == "The cards were mixed again because Öz and Cleo did not answer."
    assert told(1, "en") == "The cards were mixed again because Cleo and you did not answer."
    assert (
        told(0, "de") == "Die Karten wurden noch einmal gemischt, weil Öz und Cleo nicht geantwortet haben."
    )
    assert told(2, "de") == "Die Karten wurden noch einmal gemischt, weil Öz und du nicht geantwortet habt."
    assert told(1, "nl") == "De kaarten zijn opnieuw geschud omdat Cleo en jij niet antwoordden."


# -- what comes before and after -------------------------------------------------------------------


def test_the_list_is_in_the_log_and_goes_on_after_a_crash() -> None:
    trial = listed(ADA, BO)
    trial.reveal("ada", ADA)
    again = trial.again()
    assert shown_list(again) == shown_list(trial.table)
    trial.table = again
    assert isinstance(trial.reveal("bo", BO), Begun)


def test_a_nonce_that_was_said_is_shown_to_nobody_before_the_end() -> None:
    trial = listed(ADA, BO)
    trial.reveal("ada", ADA)
    assert ADA not in str(shown_list(trial.table))
    trial.reveal("bo", BO)
    for player in ("ada", "bo", ""):
        assert ADA not in str(told_snap(trial.table, player, (), 0, "en"))


def test_where_the_cards_are_known_nothing_is_promised() -> None:
    trial = listed(ADA, BO)
    trial.reveal("ada", ADA)
    trial.reveal("bo", BO)
    match = trial.table.match
    assert match is not None
    trial.play_out()
    opened = judge_branch(trial.table, BranchRequest(3), "ada", 9.0, "CODE23")
    assert isinstance(opened, TableOpened)
    branch = Trial("yoyo", "me", "bot:novice")
    branch.table, branch.log = LiveTable("B", opened), []
    assert isinstance(branch.hello("ada", promise=promise_of("late")), Greeted)
    branch.deal()
    assert branch.table.mixing is None
    assert branch.table.match is not None
    assert branch.table.match.dealt(None) == match.dealt(None)
    assert branch.table.view(0) == {**match.at(3).view(0)}
    assert reihum.read_record(finished(branch)).continued == 3


def test_a_rematch_has_a_secret_and_promises_of_its_own() -> None:
    trial = listed(ADA, BO)
    trial.reveal("ada", ADA)
    trial.reveal("bo", BO)
    trial.play_out()
    found = judge_rematch(trial.table, "ada", 9.0, "T2", bytes(32), "CODE23")
    assert isinstance(found, tuple)
    again = LiveTable("T2", found[1])
    assert again.mixing is None
    assert [seat.promise for seat in again.seats] == ["", ""]
    assert again.commitment == commitment_to(bytes(32))


def test_a_copy_is_mixed_on_its_own() -> None:
    trial = listed(ADA, BO)
    trial.reveal("ada", ADA)
    twin = trial.table.copy()
    twin.apply(Remixed(at=1.0, deal=2, secret="00" * 32, missing=[1]))
    assert shown_mix(trial.table) == (1, "revealing", [])
    assert shown_mix(twin) == (2, "promising", [[1]])
    assert trial.table.commitment == commitment_to(SECRET)
    assert isinstance(trial.reveal("bo", BO), Begun)


def test_the_host_can_end_a_game_that_is_being_mixed() -> None:
    trial = listed(ADA, BO)
    trial.end()
    assert trial.table.status == "over"
    assert nack(trial.reveal("ada", ADA)) == "over"
    assert dealing_time(trial.table) is None
