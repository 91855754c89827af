"""Programs in any language as bots, `cmd:PROGRAM ARGS`: they read and write lines of JSON.

    > {"t":"game","game":"…","players":2,"options":{…},"seat":0,"name":"…","seed":17}
    > {"t":"choose","ask":0,"view":{…},"moves":["8","pass"],"heard":[{"by":1,"move":"pass","events":[…]},…]}
    < {"m":"8"}
    > {"t":"over","scores":[12,20],"winners":[0]}

A program may do whatever it likes: it cannot hang, flood or crash whoever asks it. A decision that it does
not make in time or by the rules is made by the game's policy; after three in a row the program is given up.
"""

from __future__ import annotations

import atexit
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from reihum.bots.imagining import imagined_side, spec_of_view
from reihum.bots.signals import holding_back_signals
from reihum.core.errors import ReihumError, short_quote
from reihum.core.types import Json
from reihum.match import Heard

PREFIX: Final = "cmd:"
PATIENCE: Final = 10.0  # seconds for an answer
GLANCE: Final = 0.25  # seconds after which it is noticed that another thread has ended a program
FAREWELL: Final = 1.0  # seconds that a program has to leave when there is nothing more to come
MOST_FAILURES: Final = 3  # in a row
LONGEST_ANSWER: Final = 100_000  # bytes
CHUNK: Final = 65_536
COMPACT: Final = (",", ":")  # so that programs without a JSON parser can look for pieces of text
LAST_WORDS: Final = 300  # of what a program says on its standard error


class ProgramFailed(ReihumError):
    """A program has lost too many decisions in a row; the text is one sentence."""


class NoAnswer(Exception):
    """A decision is lost; the text says how."""


class ProgramBot:
    """A program that plays: one process for all games of a run, started again if it was ended."""

    def __init__(self, entrant: str, seed: int = 0) -> None:
        self.entrant = entrant
        self.seed = seed
        self.patience = PATIENCE
        self.lost = 0  # decisions that the policy made for it
        self._failures = 0  # in a row
        self._asked = 0  # decisions in this game
        self._game: Json = {}  # how it began
        self._heard: list[Json] = []  # all of this game ...
        self._told = 0  # ... and how many of these the program knows
        self._line: Line | None = None
        command_of(entrant)

    def begin(self, game: str, players: int, seat: int, options: Mapping[str, bool], seed: int) -> None:
        """A game begins."""
        facts = {"game": game, "players": players, "options": dict(options), "seat": seat}
        self._game = {"t": "game"} | facts | {"name": self.entrant, "seed": seed}
        self._heard, self._told, self._asked = [], 0, 0
        self._say(self._game)

    def hear(self, heard: Heard) -> None:
        """A move; it is passed on with the next decision."""
        self._heard.append({"by": heard.by, "move": heard.move, "events": heard.events})

    def choose(self, view: Json, moves: list[str]) -> str:
        """The program's answer, or the policy's if there is none."""
        line = {"t": "choose", "ask": self._asked, "view": view, "moves": moves}
        self._asked += 1
        try:
            answer = self._ask(line, moves)
        except NoAnswer as error:
            self.lost += 1
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                self.close()
                times = f"{MOST_FAILURES} times in a row"
                name = short_quote(program_name(self.entrant))
                raise ProgramFailed(f"The program {name} failed {times}: it {error}.") from None
            of = spec_of_view(view)
            return of.text(int(of.policy().choose(imagined_side(of, view))))
        self._failures = 0
        return answer

    def end(self, scores: list[int], winners: list[int]) -> None:
        """The game is over."""
        self._say({"t": "over", "scores": scores, "winners": winners})

    def close(self) -> None:
        """Say that there is nothing more to come, and end the process if it does not end by itself."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ask(self, line: Json, moves: list[str]) -> str:
        """One of these moves, by the program's own choice."""
        running = self._running()
        said = running.ask(line | {"heard": self._heard[self._told :]}, self.patience)
        self._told = len(self._heard)
        try:
            answer: Any = json.loads(said)
            chosen = answer["m"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise NoAnswer(f"answered {short_quote(said.decode('utf-8', 'replace'))}") from None
        if not isinstance(chosen, str):
            raise NoAnswer(f"answered {short_quote(said.decode('utf-8', 'replace'))}")
        if chosen not in moves:
            raise NoAnswer(f"answered {short_quote(chosen)}, which is not one of its moves")
        return chosen

    def _running(self) -> Line:
        """The process; a new one hears how the game began."""
        if self._line is None or not self._line.is_open:
            try:
                self._line = Line(self.entrant)
            except ReihumError:
                if self._line is None:  # it never could be started, so it is bad input
                    raise
                raise NoAnswer("cannot be started again") from None
            self._told = 0
            self._line.say(self._game, self.patience)
        return self._line

    def _say(self, line: Json) -> None:
        """Tell something that needs no answer; a program that does not listen is noticed when it is asked."""
        if self._line is not None and self._line.is_open:
            with suppress(NoAnswer):
                self._line.say(line, self.patience)


def command_of(entrant: str) -> list[str]:
    """The program and its arguments."""
    try:
        found = shlex.split(entrant.removeprefix(PREFIX))
    except ValueError as error:
        raise ReihumError(f"{short_quote(entrant)} is not a command: {error}.") from None
    if not found:
        raise ReihumError("A program is named as cmd:PROGRAM ARGS.")
    return found


def program_name(entrant: str) -> str:
    """What to call a program among others: `cmd:python3 ~/bots/mine.py -v` is `mine.py`."""
    words = [word for word in command_of(entrant) if not word.startswith("-")]
    return os.path.basename((words or command_of(entrant))[-1]) or entrant


def end_programs() -> None:
    """End all programs that this process has started, at once."""
    for line in [*_running]:
        line.kill()


def start_process(entrant: str) -> subprocess.Popen[bytes]:
    """A new process of a program."""
    try:
        return subprocess.Popen(
            command_of(entrant),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is not for the program, and all its children end with it
        )
    except (OSError, ValueError) as error:  # a ValueError for characters that no command can have
        why = getattr(error, "strerror", None) or error
        raise ReihumError(f"{short_quote(entrant)} cannot be started: {why}.") from None


class Line:
    """A process, and lines to and from it; nothing here waits longer than it was told to."""

    def __init__(self, entrant: str) -> None:
        with holding_back_signals():  # or one could be started that nobody ends
            self.process = start_process(entrant)
            _running.add(self)
        self.is_open = True
        self._in, self._out, self._errors = (
            pipe.fileno() for pipe in (self.process.stdin, self.process.stdout, self.process.stderr) if pipe
        )
        for number in (self._in, self._out, self._errors):
            os.set_blocking(number, False)
        self._said = b""  # what was read and not used
        self._last_words = b""

    def say(self, line: Json, patience: float) -> None:
        """Send a line; NoAnswer if it cannot be sent in that time."""
        self._exchange(line, patience, wants_answer=False)

    def ask(self, line: Json, patience: float) -> bytes:
        """Send a line and wait for one; what was said before nobody asked does not count."""
        self._said = b""
        with suppress(BlockingIOError):  # nothing more was said
            while read := os.read(self._out, CHUNK):
                self._said += read
                if len(self._said) > LONGEST_ANSWER:
                    raise self._failure("answered without end")
        self._said = b""
        return self._exchange(line, patience, wants_answer=True)

    def _exchange(self, line: Json, patience: float, wants_answer: bool) -> bytes:
        to_send = json.dumps(line, separators=COMPACT).encode() + b"\n"
        deadline = time.monotonic() + patience
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._in, selectors.EVENT_WRITE)
            pipes.register(self._out, selectors.EVENT_READ)
            pipes.register(self._errors, selectors.EVENT_READ)
            while True:
                left = deadline - time.monotonic()
                ready = {key.fd for key, _ in pipes.select(max(0.0, min(left, GLANCE)))}
                if not self.is_open:
                    raise NoAnswer("was ended")
                if self._errors in ready and not self._hear_errors():
                    pipes.unregister(self._errors)
                if self._in in ready:
                    to_send = self._send(to_send)
                    if not to_send:
                        if not wants_answer:
                            return b""
                        pipes.unregister(self._in)
                if self._out in ready:
                    self._read()
                if not to_send and b"\n" in self._said:
                    answer, _, self._said = self._said.partition(b"\n")
                    return answer
                if left <= 0:
                    raise self._failure(f"did not answer within {patience:g} s")

    def _send(self, data: bytes) -> bytes:
        """Send what the pipe takes; what is left."""
        try:
            return data[os.write(self._in, data[:CHUNK]) :]
        except BlockingIOError:
            return data
        except OSError:
            raise self._failure(self._how_it_ended("input")) from None

    def _read(self) -> None:
        try:
            read = os.read(self._out, CHUNK)
        except BlockingIOError:
            return
        if not read:
            raise self._failure(self._how_it_ended())
        self._said += read
        if len(self._said) > LONGEST_ANSWER:
            raise self._failure("answered without end")

    def _hear_errors(self) -> bool:
        """Keep the last words of its standard error; whether there may be more."""
        try:
            read = os.read(self._errors, CHUNK)
        except BlockingIOError:
            return True
        self._last_words = (self._last_words + read)[-LAST_WORDS:]
        return bool(read)

    def _how_it_ended(self, closed: str = "output") -> str:
        """How the process ended, as its exit code and its last words tell; or what it has closed."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        with suppress(OSError):
            self._hear_errors()
        code = self.process.poll()
        how = f"closed its {closed}" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was ended by signal {-code}"
        words = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return f"{how}, saying {short_quote(words[-1])}" if words else how

    def _failure(self, how: str) -> NoAnswer:
        """Whatever it would say now would be too late, so the process is ended."""
        self.kill()
        return NoAnswer(how)

    def close(self) -> None:
        """Let the process read to the end and leave; end it if it stays."""
        if self.process.stdin is not None and self.is_open:
            with suppress(OSError):
                self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End the process and all that it has started."""
        self.is_open = False
        _running.discard(self)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()


_running: Final[set[Line]] = set()
atexit.register(
    end_programs
)  # however a command ends, unless it is killed: then programs read an end of input
