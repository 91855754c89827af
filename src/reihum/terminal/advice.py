"""What the terminal says to somebody who asks: what can be typed here, and what would be sensible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.match import Match
from reihum.terminal.draw import cards_text, joined, move_text
from reihum.typed.moves import shown
from reihum.typed.vocabulary import usual
from reihum.words import Count, Words

EXAMPLES: Final = 5
SHAPE: Final = re.compile(r"[0-9]+|[JQK](?=[shdcx])|[shdcx]$|(?<![a-z])[bry](?=[0-9])")
WISHES: Final = ("moves", "table", "scores", "rules", "hint", "undo", "quit")


def explanation(match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
    """What can be typed: moves that are legal now, what their letters mean, and other wishes."""
    slug = match.game.slug
    key = "koenigs-romme-solo" if match.seats == 1 else slug
    examples = [shown(slug, move, names, say) for move in varied(match.moves(seat))]
    wishes = {wish: usual("wish", wish, say) for wish in WISHES}
    return [
        say("play.examples", moves=", ".join(examples)),
        say(f"notation.{key}"),
        say("play.help", **wishes),
    ]


def varied(moves: Sequence[str]) -> list[str]:
    """A few moves, of as many shapes as there are."""
    shapes: dict[str, str] = {}
    for move in moves:
        shapes.setdefault(SHAPE.sub("1", move), move)
    others = [move for move in moves if move not in shapes.values()]
    few = [*shapes.values(), *others][:EXAMPLES]
    return [move for move in moves if move in few]


def advice(match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
    """What a sensible player would do, by what this seat may know."""
    slug, view = match.game.slug, match.view(seat)
    move = match.game.spec.text(int(match.game.spec.policy().choose(match.state, seat)))
    text = move_text(slug, move, names, say, view)
    told = [say("play.hint", move=text.plain)]
    if slug == "koenigs-romme" and match.seats > 1:
        told.append(laydown(view["hand"], view["wild"], say))
    return told


def laydown(hand: list[str], wild: str, say: Words) -> str:
    """The best lay-down of a Königs-Rommé hand as it is, and what it leaves."""
    best = best_laydown(hand, wild)
    points = Count(best.points)
    if not best.combinations:
        return say("play.laydown_nothing", points=points)
    groups = [joined(cards_text("koenigs-romme", group)).plain for group in best.combinations]
    return say("play.laydown", combinations=" | ".join(groups), points=points)
