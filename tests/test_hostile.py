"""The command line in hostile surroundings: signals, closed and full streams, encodings, endless files."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

import reihum
from reihum.cli.stdio import plain_text
from reihum.games import SLUGS, spec
from reihum.games.yoyo.telling import signed_text
from reihum.words import LANGUAGES
from tests.telling import told
from tests.test_cli import run
from tests.tools import sheet

COMMAND = [sys.executable, "-m", "reihum"]
# What the installed command does, and a sign of when it begins.
BEGINNING = [sys.executable, "-c", "from reihum.cli.start import main; print('begins', flush=True); main()"]
ENDLESS = ["simulate", "23", "--games", "9999999", "--json"]
GOLDENS = Path(__file__).parent / "data" / "goldens"
BUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"])
PR_SET_PDEATHSIG = 1  # of Linux's prctl
TIMEOUT = 60  # seconds for anything that should happen at once, on a busy machine


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line in the shell, where `reihum` is the command."""
    script = f'reihum() {{ "{sys.executable}" -m reihum "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", **environment},
        check=False,
        timeout=TIMEOUT,
    )


def one_sentence(done: subprocess.CompletedProcess[bytes], words: str, code: int = 2) -> None:
    """Check that the output is just one sentence with these words."""
    assert done.stderr.decode().startswith("reihum: ")
    assert words in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
    assert done.returncode == code


# -- signals --------------------------------------------------------------------------------------


@contextlib.contextmanager
def simulating(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A simulation with two workers, both at work; afterwards nothing is left of it."""
    running = subprocess.Popen(
        [*COMMAND, *ENDLESS, "--jobs", "2", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=end_with_the_tests,
    )
    try:
        wait_until(lambda: len(at_work(running.pid)) == 2)
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


def end_with_the_tests() -> None:
    """Keep an endless simulation from outliving tests that were killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < until, "this took too long"
        time.sleep(0.05)


def at_work(parent: int) -> list[int]:
    """The workers of a process, once they have played for a moment."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            worker = b"spawn_main" in (folder / "cmdline").read_bytes()
            if worker and int(fields[1]) == parent and int(fields[11]) > 1.0 * ticks:
                found.append(int(folder.name))
    return found


def alive(processes: list[int]) -> list[int]:
    """The processes among these that are still running."""
    return [process for process in processes if Path(f"/proc/{process}/cmdline").exists()]


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@linux
def test_sigterm_ends_a_simulation_and_all_its_workers(tmp_path: Path) -> None:
    records = tmp_path / "records.txt"
    with simulating("--records", str(records)) as running:
        workers = at_work(running.pid)
        running.terminate()
        stdout, stderr = running.communicate(timeout=TIMEOUT)
        assert (running.returncode, stdout, stderr) == (143, "", "")
        assert alive(workers) == []
        assert not records.exists()


@linux
def test_ctrl_c_gives_what_there_is_and_ends_all_workers() -> None:
    with simulating() as running:
        workers = at_work(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        stdout, stderr = running.communicate(timeout=TIMEOUT)
        assert (running.returncode, stderr) == (0, "")
        assert 0 < json.loads(stdout)["games"] < 9999999
        assert alive(workers) == []


@linux
def test_a_worker_that_is_killed_is_a_sentence() -> None:
    with simulating() as running:
        workers = at_work(running.pid)
        os.kill(workers[0], signal.SIGKILL)
        stdout, stderr = running.communicate(timeout=TIMEOUT)
        assert (running.returncode, stdout) == (1, "")
        assert stderr == (
            "reihum: A process that was playing was killed by signal 9; the run stops."
            " Perhaps try fewer --jobs.\n"
        )
        assert alive(workers) == []


@linux
def test_workers_end_when_their_parent_is_killed() -> None:
    with simulating() as running:
        workers = at_work(running.pid)
        os.kill(running.pid, signal.SIGKILL)
        wait_until(lambda: alive(workers) == [])


@linux
def test_a_worker_that_was_stopped_does_not_hold_up_the_end() -> None:
    with simulating() as running:
        workers = at_work(running.pid)
        os.kill(workers[0], signal.SIGSTOP)
        running.terminate()
        assert running.wait(timeout=TIMEOUT) == 143
        assert alive(workers) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("moment", [0.005, 0.05, 0.1, 0.2])
def test_a_signal_ends_it_without_a_traceback_at_any_moment(
    moment: float, number: signal.Signals, code: int
) -> None:
    """Most of these moments fall during the imports."""
    running = subprocess.Popen(
        [*BEGINNING, *ENDLESS, "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "begins\n"
        time.sleep(moment)
        running.send_signal(number)
        stdout, stderr = running.communicate(timeout=TIMEOUT)
    finally:
        running.kill()
    assert stderr.strip() == ""
    assert (running.returncode, stdout) == (code, "")


INTERRUPTING = """
import os, signal, sys

class Impatient:
    \"\"\"Presses Ctrl-C when a module is about to be imported.\"\"\"
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["MOMENT"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Impatient())
"""
IMPORTED = [
    "typing",
    "reihum.core.playout",
    "reihum.match",
    "reihum.__main__",
    "reihum.cli.main",
    "rich.console",
]


def interrupt_import(folder: Path, moment: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python and press Ctrl-C at the moment when it imports a module."""
    (folder / "sitecustomize.py").write_text(INTERRUPTING, encoding="utf-8")
    paths = [str(folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "MOMENT": moment},
        check=False,
        timeout=TIMEOUT,
    )


@pytest.mark.parametrize("moment", IMPORTED)
@pytest.mark.parametrize(
    "words", [["-m", "reihum", "games"], ["-mreihum", "games"], ["-X", "dev", "-m", "reihum"]]
)
def test_ctrl_c_among_the_imports_of_the_module_is_no_traceback(
    tmp_path: Path, moment: str, words: list[str]
) -> None:
    done = interrupt_import(tmp_path, moment, *words)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_program_that_imports_the_package_keeps_its_signals(tmp_path: Path) -> None:
    asks = "import signal, reihum; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert interrupt_import(tmp_path, "", "-c", asks).stdout == "True\n"
    (tmp_path / "mine.py").write_text(asks, encoding="utf-8")
    assert interrupt_import(tmp_path, "", "-m", "mine", "reihum").stdout == "True\n"
    package = tmp_path / "ours"
    package.mkdir()
    (package / "__init__.py").write_text(asks, encoding="utf-8")
    (package / "__main__.py").touch()
    assert interrupt_import(tmp_path, "", "-m", "ours", "reihum").stdout == "True\n"


# -- streams --------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8:strict"])
@pytest.mark.parametrize(
    "line",
    [
        "reihum games",
        "reihum rules koenigs-romme --lang de",
        "reihum simulate 23 --games 3",
        "reihum play --plain yoyo --players 2 --lang nl --seed 1 <<< $'#1\\n#1'",
        "reihum play --plain koenigs-romme --players 2 --seed 1 <<< $'\\xff\\n#1'",
        f"reihum replay {GOLDENS}/yoyo-2.txt --step",
    ],
)
def test_output_in_any_encoding(tmp_path: Path, line: str, encoding: str) -> None:
    done = shell(line, PYTHONIOENCODING=encoding, XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) > 100


def test_an_input_in_an_encoding_that_it_is_not_in_is_a_sentence(tmp_path: Path) -> None:
    line = f"reihum play --plain 23 --players 2 --record {tmp_path}/r.txt <<< '#1' 2>&1 >/dev/null"
    done = shell(line, PYTHONIOENCODING="utf-16")
    assert (done.returncode, done.stdout.decode("utf-16")) == (2, "reihum: The input is not text.\n")


def test_what_ascii_cannot_write_is_written_plainly() -> None:
    done = shell("reihum games", PYTHONIOENCODING="ascii")
    assert b"koenigs-romme  Koenigs-Romme  1-7" in done.stdout


def test_every_character_of_our_texts_can_be_written_plainly() -> None:
    texts = [signed_text(-5)]
    for lang in LANGUAGES:
        for slug in SLUGS:
            said = spec(slug).words(lang).sentences
            texts += [text for key, text in said.items() if not key.startswith("typed.")]
            texts += told(slug, lang).sentences.values()
            page = sheet(slug, lang)
            texts += [page.aim, page.example, *page.rules.values(), *page.refusals.values()]
    characters = set("".join(texts))
    assert len(characters) > 100
    assert [char for char in sorted(characters) if "\\" in plain_text(char)] == []
    assert plain_text("−") == "-"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_is_json_in_any_encoding(encoding: str) -> None:
    done = shell("reihum games --json", PYTHONIOENCODING=encoding)
    assert json.loads(done.stdout.decode(encoding))[3]["title"] == "Königs-Rommé"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8:strict", "ascii", "ascii:strict"])
def test_typed_bytes_that_are_no_text_are_not_understood(tmp_path: Path, encoding: str) -> None:
    typed = ("\\xff\\xfe", "\\xc3", "\\x00", "\\x1b[2J", "8\\xcc\\x81")
    lines = "\\n".join((*typed, "#1", "quit", ""))
    done = shell(
        f"printf '{lines}' | reihum play --plain 23 --players 2 --record {tmp_path}/record.txt",
        PYTHONIOENCODING=encoding,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"is not a move here") == len(typed)
    assert len(reihum.read_record((tmp_path / "record.txt").read_text("utf-8")).log(None)) == 1


@pytest.mark.parametrize(
    "words", ["play --plain 23 --players 2", "play --plain", "games", "--version", "--help", "simulate 23"]
)
def test_a_closed_output_is_a_sentence(tmp_path: Path, words: str) -> None:
    done = shell(f"reihum {words} >&-", XDG_DATA_HOME=str(tmp_path))
    one_sentence(done, "standard output is closed")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        "play --plain 23 --players 2",
        "games",
        "--version",
        "--help",
        "",
        "simulate 23",
    ],
)
@BUFFERED
def test_a_full_disk_is_a_sentence(tmp_path: Path, words: str, unbuffered: str) -> None:
    done = shell(f"reihum {words} > /dev/full", XDG_DATA_HOME=str(tmp_path), PYTHONUNBUFFERED=unbuffered)
    one_sentence(done, "Reading or writing failed: No space left on device.")


def test_a_closed_input_is_an_input_that_has_ended(tmp_path: Path) -> None:
    done = shell("reihum play --plain 23 --players 2 <&-", XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The game stops here. See you!" in done.stdout
    (record,) = (tmp_path / "reihum" / "records").iterdir()
    assert reihum.read_record(record.read_text("utf-8")).log(None) == []


def test_an_input_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    done = shell("reihum play --plain 23 --players 2 0> /dev/null", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(b"reihum: ")
    assert done.stderr.count(b"\n") == 1


def test_errors_that_nobody_wants_to_see_are_still_errors() -> None:
    for away in ("2>&-", "2> /dev/full"):
        done = shell(f"reihum bogus {away}")
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@pytest.mark.parametrize(
    "words", ["rules yoyo", "simulate 23 --games 2", "games", "--help", "", "play --plain 23 --players 2"]
)
@BUFFERED
def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path, words: str, unbuffered: str) -> None:
    line = f"{{ sleep 0.1; reihum {words}; echo $? >&2; }} | true"
    done = shell(line, XDG_DATA_HOME=str(tmp_path), PYTHONUNBUFFERED=unbuffered)
    assert done.stderr == b"0\n"


def test_all_streams_closed_and_workers_asked_for() -> None:
    assert shell("reihum simulate 23 --games 60 --jobs 2 <&- >&- 2>&-").returncode == 2
    done = shell("reihum simulate 23 --games 60 --jobs 2 --json <&- 2>&-")
    assert json.loads(done.stdout)["games"] == 60


# -- endless and broken files ---------------------------------------------------------------------

LITTLE = "ulimit -v 600000; "  # kilobytes: enough for Reihum, not for whatever has no end


def test_an_endless_file_is_too_long() -> None:
    one_sentence(shell(f"{LITTLE} reihum replay /dev/zero"), "Line 1: This is too long for a record.")
    one_sentence(shell(f"{LITTLE} reihum replay <(yes ''; :)"), "Line 1: This is too long for a record.")


def test_an_endless_line_is_not_typed_by_anybody(tmp_path: Path) -> None:
    for words in ("play --plain", "play --plain 23 --players 2"):
        done = shell(f"{LITTLE} reihum {words} < /dev/zero", XDG_DATA_HOME=str(tmp_path))
        one_sentence(done, "far too long")


def test_a_long_file_of_records_is_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    record = (GOLDENS / "23-2.txt").read_text("utf-8")
    path.write_text(record * 3 + record.replace("Game: 23", "Game: 24"), encoding="utf-8")
    done = run("replay", str(path))
    assert done.returncode == 2
    assert done.stdout.count("23, ") == 3
    line = 3 * record.count("\n") + record.split("\n").index("Game: 23") + 1
    assert done.stderr.startswith(f"reihum: Line {line}: There is no game '24'")


@pytest.mark.parametrize("value", ["[" * 200_000, "9" * 5_000, '{"hands": ' * 50_000])
@pytest.mark.parametrize("header", ["Position", "Names"])
def test_headers_that_nobody_can_read_are_a_sentence(tmp_path: Path, header: str, value: str) -> None:
    path = tmp_path / "broken.txt"
    head = "Reihum: 1\nGame: 23\nRules: 1\nPlayers: 2\nSeed: 1"
    path.write_text(f"{head}\n{header}: {value}\n\nUnfinished: 0 moves\n", encoding="utf-8")
    one_sentence(shell(f"reihum replay {path}"), "Line ")


def test_names_in_a_record_cannot_steer_the_terminal(tmp_path: Path) -> None:
    match = reihum.game("23").new(players=2, seed=1)
    match.names = ["[red]Ada", "Ben"]
    path = tmp_path / "named.txt"
    path.write_text(match.record(), encoding="utf-8")
    for words in ([], ["--step"]):
        done = run("replay", str(path), *words)
        assert done.returncode == 0
        assert "[red]Ada" in done.stdout  # it is no mark-up of ours
    path.write_text(match.record().replace("Ben", "\\u001b[2J"), encoding="utf-8")
    done = run("replay", str(path))
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "words", [["replay", "a\nb"], ["a\nb\x1b[2J"], ["rules", "23", "\x1b[2J\n"], ["play", "\n\n"]]
)
def test_the_sentence_is_one_line_whatever_was_typed(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr


def test_arguments_that_are_no_text_are_a_sentence() -> None:
    for words in (r"$'\xff'", r"play $'\xff'", r"replay $'/\xff'", r"melds $'\xff' --wild 7"):
        done = shell(f"reihum {words}")
        assert done.returncode == 2
        assert done.stderr.startswith(b"reihum: ")
        assert done.stderr.count(b"\n") == 1


# -- files ----------------------------------------------------------------------------------------


def test_records_that_cannot_be_written_are_known_before_the_first_game(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    one_sentence(shell(f"reihum simulate 23 --records {folder}/none/records.txt"), "There is no folder")
    one_sentence(shell(f"reihum simulate 23 --records {folder}"), "is not overwritten")
    one_sentence(shell(f"reihum simulate 23 --records {folder}/{'x' * 300}"), "File name too long")
    assert list(folder.iterdir()) == []


def test_records_for_which_there_is_no_room_are_a_sentence_and_leave_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.txt"
    line = f"trap '' XFSZ; ulimit -f 1; reihum simulate 23 --games 20 --records {path}"
    one_sentence(shell(line), "records.txt could not be written: File too large.")
    assert not path.exists()


@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_a_home_where_nothing_can_be_kept_is_a_sentence(home: str) -> None:
    one_sentence(shell("reihum play --plain 23 --players 2", XDG_DATA_HOME=home), home)


# -- the terminal ---------------------------------------------------------------------------------


def test_a_typed_byte_that_is_no_text_in_a_real_terminal(tmp_path: Path) -> None:
    words = [
        "-m",
        "reihum",
        "play",
        "--plain",
        "23",
        "--players",
        "2",
        "--lang",
        "en",
        "--record",
        str(tmp_path / "r.txt"),
    ]
    child = pexpect.spawn(sys.executable, words, timeout=TIMEOUT, dimensions=(30, 100))
    child.expect_exact("> ")
    child.sendline(b"\xff")
    child.expect_exact("is not a move here")
    child.sendintr()
    child.expect_exact("The game stops here. See you!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("columns", ["0", "1", "19"])
@pytest.mark.parametrize(
    "line",
    [
        "reihum play --plain {game} --seed 1 <<< $'?\\nrules\\nscores\\n#1'",
        "reihum simulate {game} --games 2",
    ],
)
@pytest.mark.parametrize("game", SLUGS)
def test_no_terminal_is_too_narrow(tmp_path: Path, columns: str, line: str, game: str) -> None:
    players = "--players 3 " if "play" in line else ""
    done = shell(f"{line} ".format(game=f"{game} {players}"), COLUMNS=columns, XDG_DATA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
