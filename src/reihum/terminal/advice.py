"""What the terminal says to somebody who asks: what can be typed here, and what would be sensible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reihum.core.spec import View
from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.match import Match
from reihum.terminal.draw import cards_text, joined, move_text
from reihum.typed.moves import shown
from reihum.typed.vocabulary import usual
from reihum.words import Count, Words

EXAMPLES: Final = 5
SHAPE: Final = re.compile(r"[0-9]+|[JQK](?=[shdcx])|[shdcx]$|(?<![a-z])[bry](?=[0-9])")
OUT: Final = "out "  # K10: how a move begins that goes out
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
    move = sensible(match, seat)
    told = [say("play.hint", move=move_text(slug, move, names, say, view).plain)]
    if slug == "koenigs-romme" and match.seats > 1:
        told.append(laydown(move, view, say))
    return told


def sensible(match: Match, seat: int) -> str:
    """The move of a sensible player, who is quick and may overlook a way to go out (K10)."""
    of = match.game.spec
    going_out = [move for move in match.moves(seat) if move.startswith(OUT)]
    move = of.text(int(of.policy().choose(match.state, seat)))
    return going_out[0] if going_out and not move.startswith(OUT) else move


def laydown(move: str, view: View, say: Words) -> str:
    """Königs-Rommé: what a discard lays down (K10, K14); otherwise what goes together already."""
    hand = list(view["hand"])
    lays = move.startswith(OUT) or (view["phase"] == "discard" and view["out_by"] is not None)
    if lays:
        hand.remove(move.removeprefix(OUT))
    best = best_laydown(hand, view["wild"])
    groups = [joined(cards_text("koenigs-romme", group)).plain for group in best.combinations]
    key = ("out" if move.startswith(OUT) else "last") if lays else "so_far"
    return say(
        f"laydown.{key}" if groups else f"laydown.{key}_nothing",
        combinations=" | ".join(groups),
        points=Count(best.points),
    )
