"""Opening a table, sitting down, saying hello, beginning, getting up, and coming back."""

from __future__ import annotations

import pytest

from reihum.games import SLUGS
from reihum.table.duties import DealDue, duties
from reihum.table.judge import Problem, TableRequest, judge_opening, judge_rematch
from reihum.table.live import LiveTable
from reihum.table.log import Greeted, Left, Rematched, Sat, TableOpened, decode_entry
from reihum.table.seats import bot_names
from reihum.words import LANGUAGES
from tests.table.tools import SECRET, Trial, problem


def opened(**wish: object) -> TableOpened | Problem:
    return judge_opening(TableRequest(**{"game": "23", **wish}), "ada", 5.0, SECRET, "K7QF2P")  # type: ignore[arg-type]


# -- opening --------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_without_seats_it_is_you_and_bots(slug: str) -> None:
    found = opened(game=slug, players=3, name="Ada")
    assert isinstance(found, TableOpened)
    assert [chair.kind for chair in found.chairs] == ["human", "bot", "bot"]
    assert [chair.bot for chair in found.chairs] == ["", "regular", "regular"]
    assert found.chairs[0].name == "Ada"
    assert len({chair.name for chair in found.chairs}) == 3
    assert found.host == "ada"


def test_without_players_the_seats_or_the_usual_number_decide() -> None:
    for wish, players in (
        ({"seats": ["me", "open", "open", "bot:random"]}, 4),
        ({}, 2),
        ({"game": "help"}, 3),
    ):
        found = opened(**wish)
        assert isinstance(found, TableOpened)
        assert found.players == len(found.chairs) == players


def test_no_seat_need_be_ones_own() -> None:
    found = opened(players=2, seats=["bot:policy", "open"])
    assert isinstance(found, TableOpened)
    table = LiveTable("T", found)
    assert table.seat_of("ada") is None
    assert table.host == "ada"


def test_options_left_out_are_as_usual() -> None:
    found = opened(options={"learning": True})
    assert isinstance(found, TableOpened)
    assert found.options == {"learning": True, "by_five": False}
    usual = opened()
    assert isinstance(usual, TableOpened)
    assert usual.options == {"learning": False, "by_five": False}


WRONG = [
    ({"game": "24"}, "game"),
    ({"players": 9}, "players"),
    ({"players": 1}, "players"),
    ({"players": True}, "players"),
    ({"options": {"quick": True}}, "options"),
    ({"options": {"learning": 1}}, "options"),
    ({"pace": "fast"}, "pace"),
    ({"players": 2, "seats": ["me"]}, "seat_count"),
    ({"players": 2, "seats": ["me", "me"]}, "two_seats"),
    ({"players": 2, "seats": ["me", "bot:os:system"]}, "seat_kind"),
    ({"players": 2, "seats": ["me", "bot:"]}, "seat_kind"),
    ({"players": 2, "seats": ["me", ""]}, "seat_kind"),
    ({"name": ""}, "name"),
    ({"name": "x" * 25}, "name"),
    ({"name": "a\u202eb"}, "name"),
    ({"name": "a\u200bb"}, "name"),
    ({"name": "\x1b[2J"}, "name"),
]


@pytest.mark.parametrize(("wish", "error"), WRONG)
def test_an_impossible_table_is_a_sentence_in_every_language(wish: dict[str, object], error: str) -> None:
    found = opened(**wish)
    assert isinstance(found, Problem)
    assert problem(found) == (400, error)
    assert len({found.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_bots_take_names_that_nobody_has() -> None:
    assert bot_names(["Ben", "Ada"], 2) == ["Cleo", "Dov"]
    assert len(set(bot_names(["Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus"], 6))) == 6


# -- sitting down ---------------------------------------------------------------------------------


def test_a_player_gets_the_seat_asked_for_or_the_first_open_one() -> None:
    trial = Trial("23", "open", "me", "open", "open")
    assert isinstance(trial.sit("bo", 3), Sat)
    assert isinstance(trial.sit("cy"), Sat)
    assert [trial.table.seat_of(player) for player in ("ada", "bo", "cy", "dora")] == [1, 3, 0, None]
    assert trial.table.open_seats() == [2]


def test_sitting_down_twice_changes_nothing() -> None:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo", 1)
    before = len(trial.log)
    assert trial.sit("bo") == 1
    assert trial.sit("bo", 1) == 1
    assert problem(trial.sit("bo", 2)) == (409, "sits_already")
    assert len(trial.log) == before


def test_a_player_who_waits_may_change_their_name() -> None:
    trial = Trial("23", "me", "open")
    trial.now = 50.0
    trial.sit("bo", 1, name="Bo")
    trial.now = 60.0
    assert isinstance(trial.sit("bo", name="Bobby"), Sat)
    assert isinstance(trial.sit("ada", 0, name="  Ada L. "), Sat)
    assert [seat.name for seat in trial.table.seats] == ["Ada L.", "Bobby"]
    assert problem(trial.sit("bo", name="a\nb")) == (400, "name")
    assert trial.sit("bo", name="Bobby") == 1
    assert duties(trial.table, {}, 1.0) == [DealDue(55.0)]  # nobody has sat down since


def test_names_stay_as_they_are_from_the_deal_on() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo", 1, name="Bo")
    trial.start("ada")
    before = len(trial.log)
    assert trial.sit("bo", name="Bobby") == 1
    assert len(trial.log) == before
    trial.leave("bo")
    trial.sit("bo", name="Bobby")
    assert trial.table.seats[1].name == "Bo"


def test_what_cannot_be_sat_on() -> None:
    trial = Trial("23", "me", "bot:policy", "open")
    assert problem(trial.sit("bo", 0)) == (409, "seat_taken")
    assert problem(trial.sit("bo", 1)) == (409, "seat_taken")
    assert problem(trial.sit("bo", 3)) == (400, "no_seat")
    assert problem(trial.sit("bo", -1)) == (400, "no_seat")
    assert problem(trial.sit("bo", 2, name="a\nb")) == (400, "name")
    trial.sit("bo", 2)
    assert problem(trial.sit("cy")) == (409, "no_open_seat")


def test_nobody_sits_down_after_the_deal_but_those_who_come_back() -> None:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo", 1)
    trial.start()
    assert problem(trial.sit("cy")) == (409, "no_open_seat")
    trial.leave("bo")
    assert problem(trial.sit("cy", 1)) == (409, "no_open_seat")
    assert isinstance(trial.sit("bo", name="Other"), Sat)
    assert trial.table.seats[1].name == "Bo"  # the name is in the record


def test_a_program_is_shown_as_a_bot_and_plays_for_itself() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("p", program="Eager 2")
    seat = trial.table.seats[1]
    assert (seat.kind, seat.bot_shown, seat.by_bot) == ("bot", "Eager 2", False)
    assert trial.table.seat_of("p") == 1


# -- beginning ------------------------------------------------------------------------------------


def test_the_game_begins_when_all_people_have_said_hello() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    assert duties(trial.table, {}, 1.0) == []
    trial.now = 10.0
    trial.sit("bo")
    assert duties(trial.table, {}, 1.0) == [DealDue(15.0)]
    trial.hello("ada", "x")
    assert duties(trial.table, {}, 1.0) == [DealDue(15.0)]
    trial.hello("bo")
    assert duties(trial.table, {}, 1.0) == [DealDue(0.0)]
    assert trial.table.match is None
    trial.deal()
    assert trial.table.status == "playing"


def test_a_table_of_bots_begins_at_once() -> None:
    trial = Trial("23", "bot:policy", "bot:random")
    assert duties(trial.table, {}, 1.0) == [DealDue(0.0)]


def test_a_player_who_sits_down_and_leaves_again_delays_the_deal() -> None:
    trial = Trial("23", "me", "open")
    trial.hello("ada")
    trial.sit("bo")
    trial.leave("bo")
    assert trial.table.open_seats() == [1]
    assert duties(trial.table, {}, 1.0) == []
    trial.now = 100.0
    trial.sit("cy")
    assert duties(trial.table, {}, 1.0) == [DealDue(105.0)]


def test_only_the_host_starts_and_bots_take_the_open_seats() -> None:
    trial = Trial("23", "me", "open", "open")
    trial.sit("bo", 2)
    assert problem(trial.start("bo")) == (403, "host_only")
    trial.start("ada")
    assert [seat.kind for seat in trial.table.seats] == ["human", "bot", "human"]
    assert trial.table.seats[1].name not in ("", "Ada", "Bo")
    assert trial.table.seats[1].bot_shown == "regular"
    assert trial.again().seats[1].bot_shown == "regular"
    assert problem(trial.start("ada")) == (409, "begun")


def test_a_log_from_before_there_were_levels_keeps_its_bots() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    trial.keep(decode_entry(b'{"e":"begun","at":0.0,"bots":{"1":"Ben"}}'))
    assert [seat.bot_shown for seat in trial.table.seats] == [None, "policy", "policy"]
    assert trial.again().seats == trial.table.seats
    trial.play_out()
    found = again(trial, "ada")
    assert isinstance(found, tuple)
    assert [chair.bot for chair in found[1].chairs] == ["", "policy", "policy"]


def test_the_nonces_of_those_who_said_hello_are_in_the_deal() -> None:
    hands = []
    for nonce in ("one", "two", ""):
        trial = Trial("23", "me", "bot:policy")
        trial.hello("ada", nonce)
        trial.deal()
        assert trial.table.match is not None
        hands.append(trial.table.match.position()["hands"])
    assert hands[0] != hands[1] != hands[2]


def test_a_hello_counts_once_and_only_of_players_before_the_deal() -> None:
    trial = Trial("23", "me", "open")
    assert isinstance(trial.hello("ada"), Greeted)
    assert trial.hello("ada") is None
    assert isinstance(trial.hello("ada", "late nonce"), Greeted)
    assert trial.hello("ada", "another") is None
    assert trial.hello("nobody", "x") is None
    trial.start()
    assert trial.hello("ada", "after the deal") is None
    assert trial.table.seats[0].nonce == "late nonce"


def test_the_next_player_on_a_seat_does_not_inherit_the_nonce_of_the_last() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.hello("bo", "bo's own")
    trial.leave("bo")
    trial.sit("cy")
    assert (trial.table.seats[1].nonce, trial.table.seats[1].greeted) == ("", False)


# -- getting up and coming back -------------------------------------------------------------------


def test_anyone_who_leaves_before_the_deal_even_the_host_leaves_an_open_seat() -> None:
    trial = Trial("23", "me", "open")
    assert isinstance(trial.leave("ada"), Left)
    assert trial.table.open_seats() == [0, 1]
    trial.sit("bo", 0)
    assert problem(trial.start("bo")) == (403, "host_only")
    trial.start("ada")
    assert trial.table.status == "playing"


def test_a_bot_plays_on_for_a_player_who_left_and_hands_back_on_return() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.start()
    trial.leave("bo")
    seat = trial.table.seats[1]
    assert (seat.kind, seat.bot_shown, seat.by_bot) == ("bot", "regular", True)
    assert trial.table.seat_of("bo") is None
    assert trial.table.own_seat("bo") == 1
    trial.bot(1)
    assert isinstance(trial.sit("bo"), Sat)
    assert (seat.kind, seat.bot_shown, seat.by_bot) == ("human", None, False)
    assert trial.table.seat_of("bo") == 1


def test_spectators_and_players_who_left_cannot_leave() -> None:
    trial = Trial("23", "me", "open")
    assert problem(trial.leave("cy")) == (403, "not_seated")
    trial.start()
    trial.leave("ada")
    assert problem(trial.leave("ada")) == (403, "not_seated")


def test_after_the_end_everybody_stays() -> None:
    trial = Trial("23", "me", "bot:policy")
    trial.start()
    trial.play_out()
    assert problem(trial.leave("ada")) == (409, "over")


# -- again ----------------------------------------------------------------------------------------


def again(trial: Trial, player: str) -> object:
    return judge_rematch(trial.table, player, trial.now, "T2", bytes(32), "ZZZZZZ")


def test_a_rematch_has_the_same_people_and_bots() -> None:
    trial = Trial("23", "me", "open", "bot:random", "open", pace="live", public=True)
    trial.sit("bo", 1)
    trial.sit("cy", 3)
    trial.start()
    assert problem(again(trial, "ada")) == (409, "not_over")
    trial.leave("cy")
    trial.play_out()
    assert problem(again(trial, "stranger")) == (403, "not_seated")
    found = again(trial, "bo")
    assert isinstance(found, tuple)
    entry, opened_again = found
    assert entry == Rematched(at=0.0, table="T2")
    trial.keep(entry)
    assert trial.table.rematch == "T2"
    new = LiveTable("T2", opened_again)
    assert [seat.kind for seat in new.seats] == ["human", "human", "bot", "bot"]
    assert [seat.player for seat in new.seats] == ["ada", "bo", "", "cy"]  # whose seat stays reserved
    assert [seat.bot_shown for seat in new.seats] == [None, None, "random", "regular"]
    own = again(trial, "cy")
    assert isinstance(own, tuple)
    assert [seat.kind for seat in LiveTable("T2", own[1]).seats] == ["human", "human", "bot", "human"]
    assert (new.host, new.pace, new.public, new.game.slug) == ("ada", "live", True, "23")
    assert new.commitment != trial.table.commitment


def test_a_rematch_that_somebody_asks_for_who_had_left_waits_for_the_other() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    trial.sit("bo", 1)
    trial.start()
    trial.leave("bo")
    trial.play_out()
    beginnings = []
    for player in ("bo", "ada"):
        found = again(trial, player)
        assert isinstance(found, tuple)
        beginnings.append(LiveTable("T2", found[1]).begins)
    assert beginnings == ["all", "soon"]  # in the second one, a bot plays for Bo


def test_a_rematch_keeps_the_levels_of_the_bots() -> None:
    trial = Trial("23", "me", "bot:novice", "bot:master", "open")
    trial.start()
    trial.play_out()
    found = again(trial, "ada")
    assert isinstance(found, tuple)
    shown = [seat.bot_shown for seat in LiveTable("T2", found[1]).seats]
    assert shown == [None, "novice", "master", "regular"]


def test_a_program_over_the_wire_is_still_shown_as_one_in_a_rematch() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo", 1, program="mine")
    trial.start()
    trial.play_out()
    found = again(trial, "ada")
    assert isinstance(found, tuple)
    seat = LiveTable("T2", found[1]).seats[1]
    assert (seat.kind, seat.bot_shown, seat.player, seat.by_bot) == ("bot", "mine", "bo", False)
