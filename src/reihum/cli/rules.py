"""`reihum rules`: the rules with their numbers."""

from __future__ import annotations

import click

from reihum.cli.completion import complete_rule
from reihum.cli.options import catalogue, game_argument, game_named, language_option
from reihum.core.errors import ReihumError, short_quote
from reihum.terminal.plain import rules_text


@click.command()
@game_argument
@click.argument("number", default="", shell_complete=complete_rule)
@language_option
def command(slug: str, number: str, lang: str | None) -> None:
    """Show the rules of a GAME, or only the rule with a NUMBER such as T7."""
    chosen, say = game_named(slug), catalogue(lang)
    lines = list(rules_text(chosen.spec, say.lang, number.upper()))
    if not lines:
        raise ReihumError(say("play.no_rule", game=chosen.title, number=short_quote(number)))
    for line in lines:
        print(line.strip() if number else line)
