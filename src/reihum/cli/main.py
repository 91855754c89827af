"""Where every command begins and ends: signals, exit codes, one sentence for whatever is wrong."""

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

FAILED: Final = 1  # through no fault of the input, or something is not true
BAD_INPUT: Final = 2  # or output that cannot be written
INTERRUPTED: Final = 130

COMMANDS: Final = {  # what `reihum --help` says of each; the file of a command is imported when it is run
    "docs": "Show the documentation.",
    "games": "List the games, with how many can play them and their options.",
    "join": "Let bots play at a table of a server, or open tables there.",
    "melds": "Show the best lay-down of a Königs-Rommé hand.",
    "play": "Play in the browser or in this terminal, against bots or with friends.",
    "replay": "Replay records, check them, and walk through them move by move.",
    "rules": "Show the rules of a game, or one of them.",
    "serve": "Open tables for people and programs in the network.",
    "simulate": "Let bots play many games and report the results.",
    "verify": "Check that a finished game was dealt as promised.",
}


class NotTrue(Exception):
    """A record is not what it says."""


class Failed(Exception):
    """Something ended through no fault of the input."""


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Tell click nothing of a reader who has left."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


class Commands(click.Group):
    """All commands; a reader who left early is no error, which click would make of it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, from the file with this name."""
        if cmd_name not in COMMANDS:
            return None
        found: object = import_module(f"reihum.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        take_signals()  # from here on there may be something to tidy up
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line, which may show help already."""
        with reader_may_leave():
            return super().make_context(*args, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; without a command, to play is what is meant."""
        own = {name for option in self.get_params(ctx) for name in option.opts}
        meant = not args or (args[0].startswith("-") and args[0] not in own)
        if meant and not ctx.resilient_parsing:  # the shell that completes words wants all commands
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command asked for."""
        with reader_may_leave():
            return super().invoke(ctx)


def show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Name the version, and whether the core is compiled."""
    if wanted:
        import reihum

        how = (
            "compiled"
            if reihum.COMPILED
            else "interpreted: slower, as no C compiler was found at installation"
        )
        print(f"reihum {reihum.__version__} ({how})")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=show_version, expose_value=False, is_eager=True, help="Which version."
)
def commands() -> None:
    """Four card games, exactly by their rules."""


def main() -> NoReturn:
    """Run the command line; whatever is wrong with the input is one sentence and exit code 2."""
    code = run()
    try:
        sys.stdout.flush()
    except OSError:
        stdio.give_up_output()
    sys.exit(code)


def run() -> int:
    """Run the command asked for and give its exit code."""
    try:
        stdio.prepare()
        code = commands.main(prog_name="reihum", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return complain(error.format_message())
    except ReihumError as error:
        return complain(str(error))
    except NotTrue as found:
        return complain(f"Not true: {found}", FAILED)
    except Failed as error:
        return complain(str(error), FAILED)
    except (ReaderGone, BrokenPipeError):
        stdio.give_up_output()
        return 0
    except OSError as error:
        what = "Reading or writing failed" if error.filename is None else error.filename
        return complain(f"{what}: {error.strerror}.")
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def complain(sentence: str, code: int = BAD_INPUT) -> int:
    """One sentence to standard error, and the exit code to go with it."""
    with suppress(OSError):
        print(f"reihum: {stdio.printable(sentence)}", file=sys.stderr)
    return code


def take_signals() -> None:
    """Ctrl-C is an exception, and so is SIGTERM, so that everybody can tidy up; what is ignored stays so."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, terminate)


def terminate(number: int, _frame: FrameType | None) -> NoReturn:
    """End with the exit code that a shell gives for the signal."""
    sys.exit(128 + number)
