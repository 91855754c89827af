"""What viewers are sent: the table, snaps and steps, each from their own seat."""

from __future__ import annotations

import json
from collections.abc import Collection

import msgspec

from reihum.core.types import Json
from reihum.server.http.page_data import page_words
from reihum.server.live import snapshots
from reihum.server.live.listing import listing_of, parse_listing
from reihum.server.live.snapshots import LONGEST_LOG, Presence
from reihum.table.live import LiveTable
from reihum.table.phrases import PHRASES
from reihum.words import LANGUAGES
from tests.table.tools import SECRET, Trial, plain


def table_shown(table: LiveTable, player: str, here: Collection[int]) -> Json:
    return plain(snapshots.table_shown(table, player, Presence(here)))


def snap(table: LiveTable, player: str, here: Collection[int], since: int = 0) -> Json:
    return plain(snapshots.snap(table, player, Presence(here), since))


def step(table: LiveTable, seat: int | None) -> Json:
    return plain(snapshots.step(table, seat))


def two() -> Trial:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.start()
    return trial


def test_the_table_as_everybody_may_know_it() -> None:
    trial = Trial("23", "me", "open", "bot:random", options={"learning": True})
    assert table_shown(trial.table, "ada", {0}) == {
        "table": "T",
        "game": "23",
        "players": 3,
        "options": {"learning": True, "by_five": False},
        "status": "waiting",
        "seats": [
            {"kind": "human", "name": "Ada", "bot": None, "here": True, "away": None},
            {"kind": "open", "name": None, "bot": None, "here": False, "away": None},
            {"kind": "bot", "name": "Ben", "bot": "random", "here": True, "away": None},
        ],
        "you": 0,
        "host": True,
        "public": False,
        "pace": "none",
        "commitment": trial.table.commitment,
        "rematch": None,
        "code": "K7QF2P",
        "begins": "soon",
        "seconds": 0,
        "hints": False,
        "arranged": 0,
        "ended": None,
        "clocks": [],
        "reserved": None,
        "pause": None,
        "lesson": None,
        "branch": None,
        "host_seat": 0,
        "mix": None,
        "removed": [],
        "barred": False,
    }
    spectator = table_shown(trial.table, "cy", set())
    assert (spectator["you"], spectator["host"]) == (None, False)
    assert spectator["seats"][0]["here"] is False


def test_a_listing_shows_what_the_table_would_and_to_whom_it_belongs() -> None:
    trial = Trial("23", "me", "open", "bot:policy")
    trial.sit("bo")
    listing = parse_listing(msgspec.json.encode(listing_of(trial.table)))
    for player in ("ada", "bo", "cy", ""):
        assert plain(listing.shown_to(player)) == table_shown(trial.table, player, ())
    trial.start()
    trial.leave("bo")
    left = listing_of(trial.table).shown_to("bo")
    assert (left.you, left.reserved) == (None, 1)
    assert table_shown(trial.table, "bo", ())["reserved"] == 1


def test_the_code_is_shown_only_while_a_seat_is_open() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    assert table_shown(trial.table, "ada", set())["code"] is None


def test_nobody_is_shown_a_secret_a_player_or_a_nonce() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("player-bo")
    trial.hello("player-bo", "nonce-of-bo")
    trial.start()
    for player in ("ada", "player-bo", "spectator"):
        text = json.dumps(snap(trial.table, player, {0, 1}))
        for secret in (SECRET.hex(), "player-bo", "nonce-of-bo", "ada"):
            assert secret not in text


def test_a_snap_before_the_deal_has_no_view_and_after_it_that_of_the_seat() -> None:
    trial = Trial("23", "me", "open")
    before = snap(trial.table, "ada", {0})
    assert [before[key] for key in ("v", "seat", "view", "moves", "ask")] == [0, 0, None, [], None]
    trial.start()
    after = snap(trial.table, "ada", {0})
    assert trial.table.match is not None
    assert after["view"] == trial.table.match.view(0)
    assert after["moves"] == trial.table.match.moves(0)
    assert after["ask"] == 0
    spectator = snap(trial.table, "cy", {0})
    assert (spectator["seat"], spectator["moves"], spectator["ask"]) == (None, [], None)
    assert spectator["view"] == trial.table.match.view(None)


def test_a_step_is_what_its_viewer_heard_and_may_know_now() -> None:
    trial = two()
    trial.move("ada", trial.moves(0)[0])
    assert trial.table.match is not None
    own, other = step(trial.table, 0), step(trial.table, 1)
    assert (own["t"], own["v"], own["by"], own["ask"]) == ("ev", 1, 0, 1)
    assert (other["by"], other["m"], other["events"], other["ask"]) == (None, None, [], 0)
    assert other["view"] == trial.table.match.view(1)
    assert list(own) == list(other)


def test_a_snap_tells_the_steps_since_the_viewer_looked_last() -> None:
    trial = two()
    for _ in range(5):
        trial.bot(trial.table.owing_seats()[0])
    assert [each["v"] for each in snap(trial.table, "ada", set(), 3)["log"]] == [4, 5]
    assert [each["v"] for each in snap(trial.table, "ada", set(), 0)["log"]] == [1, 2, 3, 4, 5]
    assert snap(trial.table, "ada", set(), 5)["log"] == []
    for nonsense in (-1, 6, 10**12):
        assert len(snap(trial.table, "ada", set(), nonsense)["log"]) == 5


def test_the_log_of_a_snap_is_bounded() -> None:
    trial = Trial("yoyo", *["bot:policy"] * 6)
    trial.deal()
    trial.play_out()
    assert trial.table.v > LONGEST_LOG
    log = snap(trial.table, "cy", set())["log"]
    assert len(log) == LONGEST_LOG
    assert log[-1]["v"] == trial.table.v


def test_everybody_reads_a_phrase_in_their_own_language() -> None:
    for lang in LANGUAGES:
        say = page_words(lang)
        assert len({say[f"phrase.{phrase}"] for phrase in PHRASES}) == len(PHRASES) == 12
