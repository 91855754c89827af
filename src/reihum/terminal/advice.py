"""What the terminal answers to `?`: what can be typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reihum.match import Match
from reihum.words import Words
from reihum.words.vocabulary import usual_word

MOST_EXAMPLES: Final = 5
WISHES: Final = ("moves", "table", "scores", "rules", "hint", "undo", "quit")


def explanation(match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
    """What can be typed now: legal moves, what their letters mean, and everything besides moves."""
    typing = match.game.spec.typing()
    moves = varied_examples(match.moves(seat), typing.varying_part)
    examples = [typing.spelling(move, names, say) for move in moves]
    wishes = {wish: usual_word("wish", wish, say) for wish in WISHES}
    alone = say.get("notation.alone", "") if match.seats == 1 else ""
    return [
        say("play.examples", moves=", ".join(examples)),
        alone or say("notation.all"),
        say("play.help", **wishes),
    ]


def varied_examples(moves: Sequence[str], varying: re.Pattern[str]) -> list[str]:
    """A few moves of as many shapes as possible; moves that differ only in varying parts have one shape."""
    shapes: dict[str, str] = {}
    for move in moves:
        shapes.setdefault(varying.sub("1", move), move)
    others = [move for move in moves if move not in shapes.values()]
    few = [*shapes.values(), *others][:MOST_EXAMPLES]
    return [move for move in moves if move in few]
