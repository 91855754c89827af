"""A server that cheats with the cards once it has heard all nonces: whatever it chooses is found later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import reihum
from reihum.core.promises import Mix, Part, promise_of
from reihum.core.sealed import Sealed
from reihum.server.live.snapshots import promises_shown
from reihum.table.mixing import Mixing
from tests.table.tools import SECRET, Trial, plain
from tests.test_fair import run_verify

TRIES = 60  # a server has time for thousands
ADA, BO = "ada's own chance", "bo's own chance"


def hand(nonces: list[str], parts: list[Part]) -> int:
    """How good the first hand of seat 1 would be: a friend of the server's sits there."""
    match = reihum.game("23").start(3, dealer=Sealed(SECRET, nonces, Mix(1, parts, [])))
    return sum(map(int, match.position()["hands"][1]))


def best(deals: list[tuple[list[str], list[Part]]]) -> tuple[list[str], list[Part]]:
    """The deal with the best cards for the friend."""
    return max(deals, key=lambda deal: hand(*deal))


def grind_the_bot(mixing: Mixing) -> None:
    """The bot of seat 2 adds whatever brings the best cards."""
    deals = [([ADA, BO, f"try {number}"], mixing.parts) for number in range(TRIES)]
    mixing.nonces, _ = best(deals)


def grind_the_bot_and_the_list(mixing: Mixing) -> None:
    """The same, and the list says that the bot had promised just that."""
    tries = [f"try {number}" for number in range(TRIES)]
    deals = [([ADA, BO, nonce], [*mixing.parts[:2], Part(promise_of(nonce))]) for nonce in tries]
    mixing.nonces, mixing.parts = best(deals)


def drop_a_nonce(mixing: Mixing) -> None:
    """Ada is left out, if that brings better cards, and so is her promise."""
    mixing.nonces, mixing.parts = ["", BO, ""], [Part(), *mixing.parts[1:]]


def replace_a_nonce(mixing: Mixing) -> None:
    """Ada's nonce is another one now, and her promise fits it."""
    tries = [f"try {number}" for number in range(TRIES)]
    deals = [([nonce, BO, ""], [Part(promise_of(nonce)), *mixing.parts[1:]]) for nonce in tries]
    mixing.nonces, mixing.parts = best(deals)


CHEATS: list[tuple[Callable[[Mixing], None], tuple[str, ...], str]] = [
    (grind_the_bot, (), "Seat 2 is a bot's, and yet a nonce of it was mixed in."),
    (grind_the_bot_and_the_list, ("--promises",), "is not the one that you were shown."),
    (drop_a_nonce, ("--nonce",), "Your nonce was not mixed in"),
    (drop_a_nonce, ("--promises",), "is not the one that you were shown."),
    (replace_a_nonce, ("--nonce",), "Your nonce was not mixed in"),
    (replace_a_nonce, ("--promises",), "is not the one that you were shown."),
]


@pytest.mark.parametrize(
    ("cheat", "options", "words"), CHEATS, ids=[f"{cheat.__name__}{''.join(o)}" for cheat, o, _ in CHEATS]
)
def test_a_server_that_cheats_is_caught(
    tmp_path: Path, cheat: Callable[[Mixing], None], options: tuple[str, ...], words: str
) -> None:
    trial = Trial("23", "me", "open", "bot:novice")
    trial.sit("bo")
    trial.hello("ada", promise=promise_of(ADA))
    trial.hello("bo", promise=promise_of(BO))
    shown, mixing = promises_shown(trial.table), trial.table.mixing
    assert shown is not None
    assert mixing is not None
    trial.reveal("ada", ADA)
    mixing.note_nonce(1, BO)
    cheat(mixing)  # it has heard everything, and now it chooses
    mixing.revealed = {0, 1, 2}
    trial.deal()
    trial.end()
    assert trial.table.match is not None
    record, lists = tmp_path / "game.txt", tmp_path / "lists.json"
    record.write_text(trial.table.match.record(secret=True), "utf-8")
    lists.write_text(json.dumps(plain(shown)), "utf-8")
    values = {"--nonce": ADA, "--promises": str(lists)}
    done = run_verify(record, *(part for name in options for part in (name, values[name])))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("reihum: Not true: ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
