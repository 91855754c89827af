"""What the terminal says to somebody who asks: what can be typed here, and what would be sensible."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reihum.match import Match
from reihum.terminal.draw import move_text
from reihum.words import Words
from reihum.words.vocabulary import usual_word

EXAMPLES: Final = 5
WISHES: Final = ("moves", "table", "scores", "rules", "hint", "undo", "quit")


def explanation(match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
    """What can be typed: moves that are legal now, what their letters mean, and other wishes."""
    typing = match.game.spec.typing()
    examples = [typing.spelling(move, names, say) for move in varied(match.moves(seat), typing.varying_part)]
    wishes = {wish: usual_word("wish", wish, say) for wish in WISHES}
    alone = say.get("notation.alone", "") if match.seats == 1 else ""
    return [
        say("play.examples", moves=", ".join(examples)),
        alone or say("notation.all"),
        say("play.help", **wishes),
    ]


def varied(moves: Sequence[str], alike: re.Pattern[str]) -> list[str]:
    """A few moves, of as many shapes as there are; of one shape are those that differ only in such parts."""
    shapes: dict[str, str] = {}
    for move in moves:
        shapes.setdefault(alike.sub("1", move), move)
    others = [move for move in moves if move not in shapes.values()]
    few = [*shapes.values(), *others][:EXAMPLES]
    return [move for move in moves if move in few]


def advice(match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
    """What a sensible player would do, by what this seat may know, and why."""
    of, view = match.game.spec, match.view(seat)
    move = sensible(match, seat)
    reason = of.drawing().reason(move, view, say)
    hint = say("play.hint", move=move_text(of, move, names, say, view).plain)
    return [hint, reason] if reason else [hint]


def sensible(match: Match, seat: int) -> str:
    """The move to advise."""
    of = match.game.spec
    move = of.text(int(of.policy().choose(match.state.side(seat))))
    return of.drawing().advised_move(move, match.moves(seat))
