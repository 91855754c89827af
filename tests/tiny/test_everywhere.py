"""A game that is a folder and one line is played everywhere: by library, commands, terminal and server."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import reihum
from reihum.games import MODULES, register_all
from reihum.games.titles import find_slug
from reihum.narrator import narrator
from reihum.words import LANGUAGES
from tests.server.tools import Running, run

NAMED = "tiny=tests.tiny"
ROOT = Path(__file__).parent.parent.parent


def command(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `reihum` with Tiny named in the environment."""
    plain = {"LC_ALL": "C.UTF-8", "COLUMNS": "80", "REIHUM_GAMES": NAMED}
    return subprocess.run(
        [sys.executable, "-m", "reihum", *words],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, **plain, **environment},
        check=False,
        cwd=ROOT,
    )


def played(*words: str, typed: str = "") -> str:
    """What `reihum` says if all goes well."""
    done = command(*words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# -- the library ----------------------------------------------------------------------------------


def test_it_is_played_by_the_library() -> None:
    match = reihum.game("tiny").new(players=3, seed=7)
    while not match.over:
        twin = pickle.loads(pickle.dumps(copy.deepcopy(match)))
        assert twin == match
        match.play(match.moves()[-1])
    assert str(match).startswith("Tiny\n")
    assert reihum.read_record(match.record()) == match
    assert "; round: round 1 · scores [" in match.record()
    told = narrator("tiny", "de", ["Ada", "Ben", "Cleo"], None).sentences(match.since(None)[-1])
    assert any("Runde 3 ist vorbei." in sentence for sentence in told)


def test_a_move_can_be_taken_back_until_a_round_is_over() -> None:
    match = reihum.game("tiny").from_position({"hands": [[3, 9], [12]]}, seed=1)
    match.play("3")
    assert match.can_undo(0)
    match.undo(0)
    assert match.moves() == ["3", "9"]
    match.play("3")
    match.play("12")
    assert not match.can_undo(1)


# -- commands -------------------------------------------------------------------------------------


def test_the_commands_know_it(tmp_path: Path) -> None:
    assert "tiny           Tiny          2–3\n" in played("games")
    assert played("rules", "Tiny", "n2", "--lang", "en").startswith("N2  Lay a card that is higher")
    records = str(tmp_path / "records.txt")
    told = json.loads(
        played("simulate", "tiny", "--games", "6", "--jobs", "2", "--json", "--records", records)
    )
    assert (told["games"], told["capped"], told["rounds"]["mean"]) == (6, 0, 2)
    assert played("replay", records).count("Tiny, ") == 6
    stepped = played("replay", records, "--step", "--seat", "1", "--lang", "de")
    assert "Deine Hand: " in stepped
    completed = command(COMP_WORDS="reihum rules ti", COMP_CWORD="2", _REIHUM_COMPLETE="bash_complete")
    assert completed.stdout == "plain,tiny\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_played_in_the_terminal(tmp_path: Path, lang: str) -> None:
    record = tmp_path / "game.txt"
    lines = [
        "?",
        "hint",
        "undo",
        "rules",
        "table",
        "moves",
        "13",
        "pass",
        *["scores", "1 2", "#1", "#2"] * 40,
    ]
    words = ["--players", "3", "--seed", "5", "--lang", lang, "--record", str(record)]
    shown = played("play", "--plain", "tiny", *words, typed="\n".join(lines) + "\n")
    match = reihum.read_record(record.read_text("utf-8"))
    assert match.over
    for key in ("notation.all", "field.totals", "play.score_pad"):
        assert match.game.spec.words(lang)(key) in shown
    assert match.game.spec.sheet(lang).rules["N1"][:30] in shown


# -- the server -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that offers Tiny."""
    store = f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}"
    running = Running(store, "--bot-delay", "0", REIHUM_GAMES=NAMED)
    yield running
    assert running.stop() == 0
    assert b'"level": "error"' not in running.log, running.log.decode()


def test_it_is_played_over_the_wire(server: Running) -> None:
    offered = server.ask("GET", "/api/about")[1]["games"]
    assert {"slug": "tiny", "title": "Tiny", "players": [2, 3], "options": {}} in offered
    token = server.token()
    table = server.open(token, "tiny", players=3)

    async def to_the_end() -> None:
        async with server.seat(table, token, lang="nl", tell=True) as wire:
            nack = await wire.move("13")
            assert (nack["kind"], wire.now["view"]["game"]) == ("unknown", "tiny")
            while wire.now["view"]["owes"]:
                if wire.now["ask"] is None:
                    await wire.next()
                    continue
                made = await wire.move()
                while wire.now["v"] < made["v"]:
                    await wire.next()
            told = [sentence for message in wire.heard for sentence in message.get("told", [])]
            assert any(sentence.startswith("Ronde 3 is afgelopen.") for sentence in told)

    run(to_the_end)
    record = server.ask("GET", f"/api/tables/{table}/record")[1]
    assert reihum.read_record(record).game.slug == "tiny"
    status, replay = server.ask("GET", f"/api/tables/{table}/replay")
    assert (status, [event["kind"] for event in replay["rounds"]]) == (200, ["round"] * 3 + ["game"])


def test_bots_join_a_table_of_it(server: Running) -> None:
    told = json.loads(
        played("join", server.url, "--game", "tiny", "--players", "2", "--seats", "2", "--json")
    )
    assert [game["game"] for game in told["games"]] == ["tiny"]


def test_the_page_is_given_its_words_rules_and_results(server: Running) -> None:
    base = f"/w/{server.ask('GET', '/api/about')[1]['hash']}"
    assert server.ask("GET", f"{base}/words/nl.json")[1]["tiny.pitch"] == "Hoger, hoger, weg."
    rules = server.ask("GET", f"{base}/rules/tiny.en.json")[1]
    assert [example["ok"] for example in rules["examples"]] == [True, False]
    games = {each["slug"]: each for each in server.ask("GET", f"{base}/games.json")[1]}
    tiny, koenigs_romme = games["tiny"], games["koenigs-romme"]
    assert (tiny["title"], tiny["package"], tiny["services"]) == ("Tiny", "tiny", [])
    scored = {"kinds": ["round", "game"], "total": "totals", "gain": "scores", "unit": "round"}
    assert tiny["results"] == scored
    assert koenigs_romme["services"] == ["laydown"]


# -- naming it ------------------------------------------------------------------------------------


def test_without_its_line_it_is_not_there() -> None:
    done = command("rules", "tiny", REIHUM_GAMES="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("reihum: There is no game 'tiny'; there are ")


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("tiny", "REIHUM_GAMES has the entry 'tiny'; entries are written like tiny=tests.tiny."),
        ("Tiny=tests.tiny", "REIHUM_GAMES has the entry 'Tiny=tests.tiny'; entries are written like"),
        ("tiny=tests/tiny", "REIHUM_GAMES has the entry 'tiny=tests/tiny'; entries are written like"),
        ("a=b,=c", "REIHUM_GAMES has the entry '=c'; entries are written like tiny=tests.tiny."),
        ("yoyo=tests.tiny", "REIHUM_GAMES names a game 'yoyo', but that name is taken."),
        ("tiny=tests.nothing", "The module 'tests.nothing' of the game 'tiny' cannot be imported: No module"),
        ("tiny=tests.tools", "The module 'tests.tools' has no SPEC of a game 'tiny'."),
        ("small=tests.tiny", "The module 'tests.tiny' has no SPEC of a game 'small'."),
    ],
)
def test_a_line_that_cannot_be_is_one_sentence(named: str, sentence: str) -> None:
    done = command("games", REIHUM_GAMES=named)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"reihum: {sentence}")
    assert done.stderr.count("\n") == 1


def test_several_games_go_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(MODULES, "tiny")
    register_all(" tiny=tests.tiny , other=somewhere.else_ ")
    assert [MODULES.pop("other"), MODULES.pop("tiny")] == ["somewhere.else_", "tests.tiny"]
    assert find_slug("tiny") is None  # the games offered are fixed when Reihum is imported
