"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from reihum.bots import NAMES
from reihum.games import SLUGS
from reihum.match import game, games
from reihum.words import LANGUAGES
from reihum.words.sheets import rule_number


def offered(incomplete: str, choices: dict[str, str]) -> list[CompletionItem]:
    """Those choices that go on from what is typed, each with its explanation."""
    return [CompletionItem(name, help=text) for name, text in choices.items() if name.startswith(incomplete)]


def complete_game(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games."""
    return offered(incomplete, {one.slug: one.title for one in games()})


def complete_language(
    _context: click.Context, _asked: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The languages."""
    return offered(incomplete, dict.fromkeys(LANGUAGES, ""))


def complete_bot(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots."""
    return offered(incomplete, dict.fromkeys(NAMES, ""))


def complete_bots(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots, also after a comma."""
    so_far, comma, _ = incomplete.rpartition(",")
    return offered(incomplete, dict.fromkeys((f"{so_far}{comma}{name}" for name in NAMES), ""))


def complete_option(context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The options of the game, or of all games as long as none is named."""
    named = [game(slug) for slug in (context.params.get("slug"), *context.args) if slug in SLUGS]
    return offered(incomplete, {name: one.title for one in named or games() for name in one.options})


def complete_rule(context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The numbers of the game's rules."""
    slug = context.params.get("slug")
    return offered(rule_number(incomplete), game(slug).spec.sheet("en").rules if slug in SLUGS else {})
