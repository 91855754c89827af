"""Fair deals: the sealed dealer, records that can be verified, and every way to cheat with one."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import reihum
from reihum.cli.verify import Verdict, verdict
from reihum.core.record import with_digest
from reihum.core.sealed import NONCE_LIMIT, Sealed, commitment_to, is_good_nonce, key_of
from tests.games import SIZES

SECRET = bytes(range(100, 132))
NONCES = ["Ada's chance", "", "würfel 🎲", "x" * NONCE_LIMIT, "\n\0", "5", "6"]


def play_sealed(slug: str, players: int, nonces: list[str] | None = None) -> reihum.Match:
    """A whole game, dealt by a sealed dealer and played by the policy."""
    match = reihum.game(slug).start(players, dealer=Sealed(SECRET, nonces or NONCES[:players]))
    policy = match.game.spec.policy()
    while match.turn is not None:
        match.play(match.game.spec.text(policy.choose(match.state.side(match.turn))))
    return match


SHORT = play_sealed("23", 2).record()


def judge(text: str) -> Verdict:
    return verdict(text.encode("utf-8"))


# -- the dealer -----------------------------------------------------------------------------------


def test_the_same_secret_and_nonces_deal_the_same_and_any_change_another_game() -> None:
    dealt = {
        json.dumps(reihum.game("yoyo").start(2, dealer=Sealed(secret, nonces)).position())
        for secret in (SECRET, SECRET[::-1])
        for nonces in (["a", "b"], ["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"], ["", ""])
    }
    assert len(dealt) == 2 * 5


def test_the_lengths_keep_the_nonces_of_neighbours_apart() -> None:
    assert key_of(SECRET, ["a", "bc"]) != key_of(SECRET, ["ab", "c"])
    assert key_of(SECRET, ["a"]) != key_of(SECRET, ["a", ""])


def test_the_numbers_are_the_words_of_all_blocks_one_after_the_other() -> None:
    key = key_of(SECRET, ["a", "b"])
    blocks = [hmac.digest(key, number.to_bytes(8, "big"), "sha256") for number in range(3)]
    words = [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]
    dealer = Sealed(SECRET, ["a", "b"])
    assert [dealer.below(2**32) for _ in words] == words


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 116])
def test_every_number_is_as_likely_as_the_others(n: int) -> None:
    dealer = Sealed(SECRET, [])
    tries = 400 * n
    found = Counter(dealer.below(n) for _ in range(tries))
    assert set(found) == set(range(n))
    spread = sum((count - 400) ** 2 / 400 for count in found.values())  # chi-squared with n - 1
    assert spread < n + 5 * (2 * n) ** 0.5


def test_words_that_would_favour_low_numbers_are_left_out() -> None:
    limit = 3_000_000_000  # 2**32 is not even twice that: without care the low ones came twice as often
    dealer = Sealed(SECRET, [])
    numbers = [dealer.below(limit) for _ in range(4_000)]
    assert abs(sum(number < limit // 2 for number in numbers) - 2_000) < 200


def test_a_copy_deals_the_same_from_here_on_and_leaves_the_original_alone() -> None:
    dealer = Sealed(SECRET, ["a"])
    for _ in range(11):
        dealer.below(5)
    twin = dealer.copy()
    assert twin.mark() == dealer.mark() == 11
    assert [twin.below(99) for _ in range(30)] == [dealer.below(99) for _ in range(30)]


@pytest.mark.parametrize("nonce", [None, 7, b"bytes", "x" * (NONCE_LIMIT + 1), "\ud800", "half \udfff"])
def test_what_cannot_be_a_nonce(nonce: object) -> None:
    assert not is_good_nonce(nonce)


@pytest.mark.parametrize("nonce", [*NONCES, "\ud7ff\ue000"])  # next to the surrogates
def test_what_can_be_a_nonce(nonce: str) -> None:
    assert is_good_nonce(nonce)


# -- records --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_sealed_game_is_recorded_replayed_and_verified(slug: str, players: int) -> None:
    match = play_sealed(slug, players)
    record = match.record()
    again = reihum.read_record(record)
    assert again.record() == record
    assert again.position() == match.position()
    found = judge(record)
    assert found.true
    assert found.match == match


def test_a_record_of_an_unfinished_game_shows_the_commitment_and_nothing_else() -> None:
    match = reihum.game("23").start(2, dealer=Sealed(SECRET, ["chance", ""]))
    record = match.record()
    assert f"Commitment: {commitment_to(SECRET)}\n" in record
    assert SECRET.hex() not in record
    assert "chance" not in record
    assert "Digest" not in record
    with pytest.raises(reihum.BadRecord, match="'Secret' is missing"):
        reihum.read_record(record)
    with pytest.raises(reihum.ReihumError, match="not over"):
        judge(record)
    owners = match.record(secret=True)
    assert reihum.read_record(owners).position() == match.position()


def test_pickled_and_copied_sealed_games_are_dealt_the_same_cards() -> None:
    match = reihum.game("koenigs-romme").start(3, dealer=Sealed(SECRET, NONCES[:3]))
    for _ in range(20):
        match.play(match.moves()[0])
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin == match
        assert twin.commitment == commitment_to(SECRET)
        while not twin.over and len(twin.history) < 60:
            twin.play(twin.moves()[-1])
        assert len(match.history) == 20


def test_a_game_dealt_by_a_seed_has_no_commitment_and_nothing_to_verify() -> None:
    match = reihum.game("23").new(players=2, seed=1)
    assert match.commitment is None
    with pytest.raises(reihum.ReihumError, match="nothing to verify"):
        judge(match.record())


# -- cheating -------------------------------------------------------------------------------------


def holds(text: bytes) -> bool:
    """Whether a record is true; an unreadable one is not."""
    try:
        return verdict(text).true
    except reihum.ReihumError:
        return False


def test_every_changed_byte_is_found() -> None:
    text = SHORT.encode("utf-8")
    for place in range(len(text)):
        for flip in (1, 128):
            changed = text[:place] + bytes([text[place] ^ flip]) + text[place + 1 :]
            assert not holds(changed), place


def test_every_cut_and_every_addition_is_found() -> None:
    text = SHORT.encode("utf-8")
    for changed in (text[:-1], text + b"\n", text + b" ", text[:-66], text.replace(b"\n", b"\r\n")):
        assert not holds(changed)


def test_a_record_is_not_read_if_its_digest_is_wrong_even_where_every_move_is_right() -> None:
    changed = re.sub(r"(fines \[\d+, \d+)", r"\g<1>0", SHORT, count=1)
    assert changed != SHORT
    with pytest.raises(reihum.BadRecord, match="The digest does not match") as refused:
        reihum.read_record(changed)
    assert refused.value.line == len(SHORT.splitlines())


def forge(old: str, new: str) -> str:
    """The record with something changed, and a matching digest."""
    body = SHORT[: SHORT.index("Digest: ")]
    assert old in body
    return with_digest(body.replace(old, new, 1))


OTHER = bytes(32)
FORGED = [
    (forge(f"Secret: {SECRET.hex()}", f"Secret: {OTHER.hex()}"), "not the secret that was committed to"),
    (
        forge(SECRET.hex(), OTHER.hex()).replace(commitment_to(SECRET), commitment_to(OTHER)),
        "The digest is not that of the record",
    ),
    (forge("Ada's chance", "Ada's choice"), "is not possible"),
    (forge('["Ada', '["Bo", "Ada'), "one text per seat"),
    (forge('"Ada\'s chance"', "5"), "one text per seat"),
    (forge("Secret: ", "Secret: 0"), "64 hexadecimal digits"),
    (forge("\n0: put", "\n1: put"), "is not possible"),
    (forge("\nScores: ", "\nScores: 1"), "The replay ends with"),
    (forge("\nWinners: ", "\nWinners: 0 1"), "The replay ends with"),
    (forge("Players: 2", "Players: 3"), "one text per seat"),
]
UNREADABLE = [
    (forge("Rules: 1", "Rules: 2"), "rules 1 of 23"),
    (forge("Reihum: 1", "Reihum: 2"), "A record begins with 'Reihum: 1'"),
    (forge("Players: 2", "Weather: fine\nPlayers: 2"), "This is not a header of a record"),
    (forge("Game: 23", "Game: 24"), "There is no game '24'"),
]


@pytest.mark.parametrize(("text", "words"), UNREADABLE)
def test_a_record_of_another_reihum_is_not_judged(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(reihum.ReihumError, match=re.escape(words)):
        judge(text)
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    done = run_verify(file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_of_a_game_that_was_set_up_the_first_cards_were_not_dealt_by_the_secret() -> None:
    position = {"hands": [[8], [9]], "pile": [1], "turn": 0, "round": 2}
    match = reihum.game("23").from_position(position, dealer=Sealed(SECRET, NONCES[:2]))
    while not match.over:
        match.play("leave")
    found = judge(match.record())
    assert not found.true
    assert "set up from a position" in found.sentence


@pytest.mark.parametrize(("text", "words"), FORGED)
def test_a_forged_record_is_found_and_the_first_wrong_thing_named(text: str, words: str) -> None:
    found = judge(text)
    assert not found.true
    assert words in found.sentence


def test_another_secret_with_its_own_commitment_is_found_by_the_noted_commitment() -> None:
    other = reihum.game("23").start(2, dealer=Sealed(OTHER, NONCES[:2]))
    policy = other.game.spec.policy()
    while other.turn is not None:
        other.play(other.game.spec.text(policy.choose(other.state.side(other.turn))))
    text = other.record().encode("utf-8")
    assert verdict(text).true
    assert verdict(text, f" {commitment_to(OTHER).upper()}\n").true
    assert "not the commitment given" in verdict(text, commitment_to(SECRET)).sentence


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"hello\n", b"\n" * 100, b"[" * 10_000])
def test_what_is_no_record_is_an_error(text: bytes) -> None:
    with pytest.raises(reihum.ReihumError):
        verdict(text)


# -- the command ----------------------------------------------------------------------------------


def run_verify(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reihum", "verify", str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_says_yes_with_0_no_with_1_and_not_readable_with_2(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(SHORT, "utf-8")
    true = run_verify(file, "--commitment", hashlib.sha256(SECRET).hexdigest())
    assert (true.returncode, true.stdout.splitlines()[0][:6]) == (0, "True: ")
    wrong = run_verify(file, "--commitment", "00")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("reihum: Not true: The record commits to")
    file.write_text(SHORT.replace("\nScores: ", "\nScores: 1"), "utf-8")
    assert run_verify(file).returncode == 1
    file.write_text("nothing", "utf-8")
    broken = run_verify(file)
    assert (broken.returncode, broken.stderr) == (2, "reihum: This is not a record.\n")
    assert run_verify(tmp_path / "nowhere").returncode == 2
