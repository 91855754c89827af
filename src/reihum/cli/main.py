"""Where every command begins and ends: signals, exit codes, and one sentence for every error."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType
from typing import Any, Final, NoReturn

import click

from reihum.cli import stdio
from reihum.cli.stdio import ReaderGone
from reihum.core.errors import ReihumError

FAILED: Final = 1  # not the input's fault, or something is not true
BAD_INPUT: Final = 2  # or the output cannot be written
INTERRUPTED: Final = 130

COMMANDS: Final = {  # what `reihum --help` says; the file of a command is imported only to run it
    "admin": "Look after a server, on its machine: tables, players, figures.",
    "arena": "Compare bots on the same deals, with ratings and intervals.",
    "backup": "Write everything that a server keeps to one file.",
    "docs": "Show the documentation.",
    "games": "List the games, how many can play them, and their options.",
    "hint": "Say what the sensible moves of a decision are worth, and why.",
    "join": "Let bots play at a server's table, or open tables there.",
    "mcp": "Give a language model a seat, over the Model Context Protocol.",
    "melds": "Show the best lay-down of a Königs-Rommé hand.",
    "play": "Play in the browser or in this terminal, against bots or with friends.",
    "puzzles": "Find puzzles in games between bots: one move is clearly best.",
    "replay": "Replay records, check them, and walk through them move by move.",
    "restore": "Fill an empty store from a backup.",
    "review": "Review a game: what each decision cost, and what the cards brought.",
    "rules": "Show the rules of a game, or one of them.",
    "serve": "Open tables for people and programs on the network.",
    "simulate": "Let bots play many games and report the results.",
    "speak": "Let a bot answer lines of JSON, for arenas and servers of others.",
    "verify": "Check that a finished game was dealt as promised.",
}


class NotTrue(Exception):
    """A record is not what it says."""


class CommandFailed(Exception):
    """A command failed through no fault of its input."""


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Keep a broken pipe from click, which would make it an error."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


class Commands(click.Group):
    """All commands; unlike in click, a reader who leaves early is not an error."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, from the file with this name."""
        if cmd_name not in COMMANDS:
            return None
        found: object = import_module(f"reihum.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        handle_signals()  # from now on there may be something to tidy up
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Parse the command line; this may already show help."""
        with reader_may_leave():
            return super().make_context(*args, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without a command, `play` is meant."""
        own = {name for option in self.get_params(ctx) for name in option.opts}
        no_command = not args or (args[0].startswith("-") and args[0] not in own)
        if no_command and not ctx.resilient_parsing:  # completion in the shell wants all commands
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with reader_may_leave():
            return super().invoke(ctx)


def show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version, and whether the core is compiled."""
    if wanted:
        import reihum

        slower = "interpreted: slower, because no C compiler was found during installation"
        how = "compiled" if reihum.COMPILED else slower
        print(f"reihum {reihum.__version__} ({how})")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    callback=show_version,
    expose_value=False,
    is_eager=True,
    help="Show the version.",
)
def commands() -> None:
    """Four card games, exactly by their rules."""


def main() -> NoReturn:
    """Run the command line; bad input gets one sentence and exit code 2."""
    code = run()
    try:
        sys.stdout.flush()
    except OSError:
        stdio.discard_output()
    sys.exit(code)


def run() -> int:
    """Run the command and return its exit code."""
    try:
        stdio.prepare_streams()
        code = commands.main(prog_name="reihum", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return complain(error.format_message())
    except ReihumError as error:
        return complain(str(error))
    except NotTrue as found:
        return complain(f"Not true: {found}", FAILED)
    except CommandFailed as error:
        return complain(str(error), FAILED)
    except (ReaderGone, BrokenPipeError):
        stdio.discard_output()
        return 0
    except OSError as error:
        what = "Reading or writing failed" if error.filename is None else error.filename
        return complain(f"{what}: {error.strerror}.")
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def complain(sentence: str, code: int = BAD_INPUT) -> int:
    """Print one sentence to standard error, and return the exit code."""
    with suppress(OSError):
        print(f"reihum: {stdio.printable(sentence)}", file=sys.stderr)
    return code


def handle_signals() -> None:
    """Turn Ctrl-C and SIGTERM into exceptions, so that everything is tidied up, unless they are ignored."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, terminate)


def terminate(number: int, _frame: FrameType | None) -> NoReturn:
    """Exit with the code that a shell gives for the signal."""
    sys.exit(128 + number)
