"""What the shell offers when you press Tab."""

from __future__ import annotations

from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from reihum.arena.entrants import ARENA_NAMES
from reihum.bots import LEVELS, NAMES
from reihum.games import SLUGS
from reihum.match import game, games
from reihum.words import LANGUAGES
from reihum.words.sheets import rule_number


def completions(incomplete: str, choices: dict[str, str]) -> list[CompletionItem]:
    """The choices that begin with what has been typed, each with its explanation."""
    return [CompletionItem(name, help=text) for name, text in choices.items() if name.startswith(incomplete)]


def complete_game(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games."""
    return completions(incomplete, {one.slug: one.title for one in games()})


def complete_language(
    _context: click.Context, _asked: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The languages."""
    return completions(incomplete, dict.fromkeys(LANGUAGES, ""))


def complete_bot(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots, with their levels."""
    return completions(incomplete, {name: level_of(name) for name in NAMES})


def complete_bots(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots, after a comma too."""
    return several(incomplete, NAMES)


def complete_entrants(
    _context: click.Context, _asked: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The bots of the arena, after a comma too."""
    return several(incomplete, ARENA_NAMES)


def several(incomplete: str, names: Sequence[str]) -> list[CompletionItem]:
    """One more of these names, at the start or after a comma."""
    so_far, comma, _ = incomplete.rpartition(",")
    return completions(incomplete, {f"{so_far}{comma}{name}": level_of(name) for name in names})


def level_of(bot: str) -> str:
    """The level of a bot, if it has one."""
    return f"level {LEVELS.index(bot) + 1}" if bot in LEVELS else ""


def complete_option(context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The options of the game, or of all games if none has been named yet."""
    named = [game(slug) for slug in (context.params.get("slug"), *context.args) if slug in SLUGS]
    return completions(incomplete, {name: one.title for one in named or games() for name in one.options})


def complete_rule(context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The game's rule numbers."""
    slug = context.params.get("slug")
    return completions(rule_number(incomplete), game(slug).spec.sheet("en").rules if slug in SLUGS else {})
