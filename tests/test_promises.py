"""Promised nonces in records: what `reihum verify` says of servers that choose cards, and of honest ones."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import reihum
from reihum.cli.replay import command as replay
from reihum.cli.verify import Verdict, verdict
from reihum.client import Guest
from reihum.client.seat import News
from reihum.core.promises import EarlierDeal, Mix, Part, mixed_message, part_from, promise_of
from reihum.core.record import game_digest, with_digest
from reihum.core.sealed import Sealed, commitment_to
from reihum.machine import Dealer
from reihum.mcp.table import SeatAtTable
from reihum.noted import Noted, read_promises
from tests.test_fair import run_verify

SECRET = bytes(range(100, 132))
FIRST = bytes(range(32))
ADA, BO = "ada's own chance", "bo's own chance"


def played(dealer: Dealer, players: int = 3) -> str:
    """The record of a game of 23 that policies play to its end."""
    match = reihum.game("23").start(players, dealer=dealer)
    policy = match.game.spec.policy()
    while match.turn is not None:
        match.play(match.game.spec.text(policy.choose(match.state.side(match.turn))))
    match.names = ["Ada", "Öz", "Ben"][:players]
    return match.record()


PARTS = [Part(promise_of(ADA)), Part(promise_of(BO)), Part(bot=True)]
HONEST = played(Sealed(SECRET, [ADA, BO, ""], Mix(1, PARTS, [])))
GIVEN_UP = EarlierDeal(FIRST, PARTS, [ADA, "", ""], [1])
AGAIN = "ada's second chance"
PARTS_AGAIN = [Part(promise_of(AGAIN)), Part(), Part(bot=True)]
SECOND = played(Sealed(SECRET, [AGAIN, "", ""], Mix(2, PARTS_AGAIN, [GIVEN_UP])))


def judge(record: str, **noted: Any) -> Verdict:
    return verdict(record.encode("utf-8"), noted=Noted(**noted))


def message(deal: int, secret: bytes, parts: list[Part]) -> dict[str, Any]:
    """A list as the server sends it."""
    seats = [{k: v for k, v in part._asdict().items() if v} for part in parts]
    return {"t": "promises", "deal": deal, "commitment": commitment_to(secret), "seats": seats}


SHOWN = message(1, SECRET, PARTS)


def test_a_game_with_promises_is_recorded_replayed_and_verified() -> None:
    assert reihum.read_record(HONEST).record() == HONEST
    found = judge(HONEST, nonce=ADA, promises=[SHOWN], commitment=commitment_to(SECRET))
    assert found.true
    assert found.sentence.endswith("by the secret that was committed to and the nonces that were promised.")
    assert "No bot added anything" in found.more[0]


def test_the_record_says_how_often_the_cards_were_mixed_and_lists_every_deal() -> None:
    assert "Deal: 2\n" in SECOND
    head = dict(line.split(": ", 1) for line in SECOND.split("\n\n")[0].splitlines())
    assert json.loads(head["Promises"]) == [{"promise": promise_of(AGAIN)}, {}, {"bot": True}]
    [earlier] = json.loads(head["Earlier"])
    assert earlier["secret"] == FIRST.hex()
    assert earlier["seats"] == SHOWN["seats"]
    assert (earlier["nonces"], earlier["missing"]) == ([ADA, "", ""], [1])
    again = reihum.read_record(SECOND)
    assert (again.record(), again.given_up) == (SECOND, [[1]])
    found = judge(SECOND)
    assert found.true
    assert found.more[0] == "Deal 1 was given up because Öz did not answer; the cards were mixed again."


# -- a server that cheats --------------------------------------------------------------------------


def first_hand(dealer: Dealer) -> int:
    """What the cards of the server's friend, seat 0, are worth."""
    return sum(map(int, reihum.game("23").start(3, dealer=dealer).position()["hands"][0]))


def grind(make: Callable[[str], Sealed]) -> str:
    """The nonce, among many, with which the server's friend gets the best cards."""
    return max((f"try {number}" for number in range(40)), key=lambda nonce: first_hand(make(nonce)))


def test_a_server_that_chooses_the_nonce_of_a_bot_is_caught() -> None:
    chosen = grind(lambda nonce: Sealed(SECRET, [ADA, BO, nonce], Mix(1, PARTS, [])))
    found = judge(played(Sealed(SECRET, [ADA, BO, chosen], Mix(1, PARTS, []))))
    assert not found.true
    assert found.sentence.endswith("Seat 2 is a bot's, and yet a nonce of it was mixed in.")


def test_a_server_that_makes_the_bot_promise_is_caught_by_whoever_saw_the_list() -> None:
    chosen = grind(
        lambda nonce: Sealed(SECRET, [ADA, BO, nonce], Mix(1, [*PARTS[:2], Part(promise_of(nonce))], []))
    )
    record = played(Sealed(SECRET, [ADA, BO, chosen], Mix(1, [*PARTS[:2], Part(promise_of(chosen))], [])))
    assert judge(record).true
    found = judge(record, promises=[SHOWN])
    assert found.sentence == "The list of deal 1 in the record is not the one that you were shown."


def test_a_server_that_leaves_a_nonce_out_is_caught() -> None:
    found = judge(played(Sealed(SECRET, ["", BO, ""], Mix(1, PARTS, []))))
    assert found.sentence.endswith("The nonce of seat 0 is not the one that was promised.")
    without = [Part(), *PARTS[1:]]
    record = played(Sealed(SECRET, ["", BO, ""], Mix(1, without, [])))
    assert judge(record).true  # the record alone fits together ...
    assert "left it out" in judge(record, nonce=ADA).sentence  # ... but not for whoever was left out
    assert "not the one that you were shown" in judge(record, promises=[SHOWN]).sentence


def test_a_server_that_replaces_a_nonce_is_caught() -> None:
    chosen = grind(lambda nonce: Sealed(SECRET, [nonce, BO, ""], Mix(1, PARTS, [])))
    assert not judge(played(Sealed(SECRET, [chosen, BO, ""], Mix(1, PARTS, [])))).true
    replaced = [Part(promise_of(chosen)), *PARTS[1:]]
    record = played(Sealed(SECRET, [chosen, BO, ""], Mix(1, replaced, [])))
    assert not judge(record, nonce=ADA).true
    assert not judge(record, promises=[SHOWN]).true
    opened = played(Sealed(SECRET, [chosen, BO, ""], Mix(1, [Part("", chosen), *PARTS[1:]], [])))
    assert not judge(opened, nonce=ADA).true
    assert not judge(opened, promises=[SHOWN]).true


def test_a_server_that_falls_back_to_nonces_that_were_said_openly_is_caught() -> None:
    record = played(Sealed(SECRET, [ADA, BO, "ground"]))
    found = judge(record, nonce=ADA)
    assert found.true  # as ever; but it says what that is worth
    assert "could still choose those of bots" in found.more[0]
    assert (
        judge(record, promises=[SHOWN]).sentence
        == "You were shown a list of promises, and the record has none."
    )


def test_a_server_that_changes_its_secret_is_caught() -> None:
    other = played(Sealed(FIRST, [ADA, BO, ""], Mix(1, PARTS, [])))
    assert not judge(other, promises=[SHOWN]).true
    assert not judge(other, commitment=commitment_to(SECRET)).true


def test_a_server_that_mixes_again_in_secret_is_caught() -> None:
    assert judge(SECOND, nonce=AGAIN).true
    found = judge(SECOND, promises=[message(1, FIRST, PARTS)])
    assert found.sentence == "The cards are from deal 2, whose list you were not shown."
    gone = judge(SECOND, nonce=ADA)
    assert gone.sentence == "Your nonce was not mixed in: it belongs to deal 1, which was given up."
    shown = message(2, SECRET, PARTS_AGAIN)
    assert judge(SECOND, promises=[message(1, FIRST, PARTS), shown]).true
    ahead = judge(HONEST, promises=[SHOWN, {**shown, "deal": 2}])
    assert ahead.sentence == "You were shown the list of deal 2, and the record ends with deal 1."


def test_a_server_that_hides_how_often_it_mixed_is_caught() -> None:
    hidden = re.sub(r"\nEarlier: [^\n]*", "", SECOND).replace("Deal: 2", "Deal: 1")
    found = judge(with_digest(hidden[: hidden.index("Digest: ")]))
    assert not found.true
    assert "is not possible" in found.sentence  # the number of the deal is mixed in, so the cards are others


OTHERWISE = "A part in a deal is written otherwise"
LAST_TWO = '{}, {"bot": true}]\nEarlier'
WRONG: list[tuple[str, str, str]] = [
    ('"missing": [1]', '"missing": []', "nobody was missing in it"),
    ('"missing": [1]', '"missing": [2]', "seat 2, which had promised nothing"),
    ('"missing": [1]', '"missing": [7]', "nobody was missing in it"),
    (FIRST.hex(), SECRET.hex(), "its secret is not the one that was committed to"),
    ("Deal: 2", "Deal: 3", "1 earlier deals, and yet the cards are from deal 3"),
    ("Deal: 2", "Deal: two", "'Deal' must be a whole number"),
    (
        '{}, {"bot": true}]\nEarlier',
        '{"nonce": "x"}, {"bot": true}]\nEarlier',
        "did not answer before deal 2",
    ),
    (LAST_TWO, "{}]\nEarlier", "has not as many seats"),
    (LAST_TWO, '{}, {"bot": 1}]\nEarlier', OTHERWISE),
    (
        '{}, {"bot": true}]\nEarlier',
        '{}, {"bot": true, "x": 1}]\nEarlier',
        "A part in a deal is written otherwise",
    ),
    (LAST_TWO, '[], {"bot": true}]\nEarlier', OTHERWISE),
    ("\nPromises: [", "\nPromises: {}[", "is not JSON that can be read"),
    ("\nEarlier: [", "\nEarlier: 5\n; [", "must be a JSON list"),
    ('"nonces": ["ada', '"nonces": ["oda', "The nonce of seat 0 is not the one that was promised"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG)
def test_a_forged_list_is_found_and_the_first_wrong_thing_named(old: str, new: str, words: str) -> None:
    body = SECOND[: SECOND.index("Digest: ")]
    assert old in body
    found = judge(with_digest(body.replace(old, new, 1)))
    assert not found.true
    assert words in found.sentence


def test_a_promise_that_is_missing_is_true_only_in_the_last_deal_and_said_so() -> None:
    parts = [Part(promise_of(str(seat))) for seat in range(3)]
    # There are never so many at a table of 23, but the rule is the same for all games.
    silent = [EarlierDeal(bytes([deal] * 32), parts, ["0", "1", ""], [2]) for deal in range(1)]
    assert not judge(played(Sealed(SECRET, ["0", "", ""], Mix(2, [*parts[:2], Part()], silent)))).true


# -- the method ------------------------------------------------------------------------------------


def test_everything_in_the_list_changes_the_cards() -> None:
    parts = [Part(promise_of("a")), Part("", "b"), Part(), Part(bot=True)]
    nonces = ["a", "b", "", ""]
    whole = mixed_message(nonces, Mix(1, parts, []))
    others = [
        mixed_message(nonces, Mix(2, parts, [])),
        mixed_message(["a", "", "b", ""], Mix(1, [parts[0], Part(), parts[1], parts[3]], [])),
        mixed_message(nonces, Mix(1, [Part(promise_of("b")), *parts[1:]], [])),
        mixed_message(nonces, Mix(1, [*parts[:2], parts[3], parts[2]], [])),
        mixed_message(["a", "c", "", ""], Mix(1, parts, [])),
        mixed_message(["a", "", "", ""], Mix(1, parts, [])),
        mixed_message(nonces[:3], Mix(1, parts[:3], [])),
    ]
    assert len({whole, *others}) == len(others) + 1
    assert not whole.startswith(b"reihum deal 1")


@pytest.mark.parametrize(
    "value", [None, [], "x", {"promise": "0"}, {"promise": "G" * 64}, {"nonce": 5}, {"bot": False}]
)
def test_what_is_no_part_of_a_deal(value: object) -> None:
    with pytest.raises(reihum.ReihumError, match="written otherwise"):
        part_from(value)


# -- the command -----------------------------------------------------------------------------------


def test_lists_are_read_from_one_message_several_or_one_in_each_line() -> None:
    two = message(2, SECRET, PARTS)
    assert read_promises(json.dumps(SHOWN)) == [SHOWN]
    assert read_promises(json.dumps([SHOWN, two])) == [SHOWN, two]
    assert read_promises(f"{json.dumps(SHOWN)}\n{json.dumps(two)}\n") == [SHOWN, two]


@pytest.mark.parametrize(
    "text", ["", "[]", "no", "5", '[{"deal":"1"}]', '{"deal":1}', '{"deal":0}', "[" * 9999]
)
def test_what_is_no_list_of_promises(text: str) -> None:
    with pytest.raises(reihum.ReihumError, match=r"list of promises|parts in a deal"):
        read_promises(text)


def test_the_command_says_what_it_has_checked_and_what_not(tmp_path: Path) -> None:
    record, lists = tmp_path / "game.txt", tmp_path / "lists.json"
    record.write_text(HONEST, "utf-8")
    lists.write_text(json.dumps(SHOWN), "utf-8")
    digest = HONEST.splitlines()[-1].removeprefix("Digest: ")
    bare = run_verify(record)
    assert bare.returncode == 0
    assert bare.stdout.count("was not checked") == 3
    whole = run_verify(record, "--nonce", ADA, "--promises", str(lists), "--digest", digest)
    assert whole.returncode == 0
    assert "was not checked" not in whole.stdout
    assert "No record can show that nobody looked at the cards." in whole.stdout
    other = with_digest(HONEST[: HONEST.index("Digest: ")].replace("Ada", "Player 1"))  # who was forgotten
    assert game_digest(other) == game_digest(HONEST) != digest
    assert judge(other, digest=game_digest(HONEST)).true
    assert not judge(other, digest=digest).true
    for wrong in (("--nonce", "x"), ("--digest", "00"), ("--commitment", "00")):
        said = run_verify(record, *wrong)
        assert (said.returncode, said.stdout, said.stderr.count("\n")) == (1, "", 1)
    lists.write_text("nothing", "utf-8")
    assert run_verify(record, "--promises", str(lists)).returncode == 2


def test_the_terminal_says_why_the_cards_were_mixed_again(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(SECOND, "utf-8")
    for lang, sentence in {
        "en": "The cards were mixed again because Öz did not answer.",
        "de": "Die Karten wurden noch einmal gemischt, weil Öz nicht geantwortet hat.",
        "nl": "De kaarten zijn opnieuw geschud omdat Öz niet antwoordde.",
    }.items():
        for more in ([], ["--step"]):
            done = CliRunner().invoke(replay, [str(record), "--lang", lang, *more])
            assert done.exit_code == 0
            assert done.output.count(sentence) == 1
    done = CliRunner().invoke(replay, [str(record), "--lang", "en", "--step", "--seat", "1"])
    assert "because you did not answer" in done.output


def test_a_language_model_is_told_as_well() -> None:
    table = {"game": "23", "seats": [{"name": "Ada"}, {"name": "Öz"}], "mix": {"deal": 2, "silent": [[1]]}}
    view = reihum.game("23").new(players=2, seed=1).view(0)
    news = News("snap", 0, 0, dict(view), [], None, table, {"log": []})

    class Looking:
        """A seat whose table has just been dealt."""

        now = news

        async def __aiter__(self) -> AsyncIterator[News]:
            yield news

    async def story() -> list[str]:
        looking: Any = Looking()
        seat = SeatAtTable(Guest("http://127.0.0.1:1"), "T", 0, looking, "en")
        await seat._listening
        return seat.story.news(None)

    assert asyncio.run(story()) == ["The cards were mixed again because Öz did not answer."]
