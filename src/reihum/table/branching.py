"""Playing a finished game on from one of its moves: what if? The cards are those of that game."""

from __future__ import annotations

from dataclasses import dataclass

from reihum.bots import NAMES, USUAL_LEVEL
from reihum.core.contract import OVER
from reihum.core.promises import mix_json
from reihum.table.judge import Problem, chairs_for, clean_or_default_name
from reihum.table.live import LiveTable
from reihum.table.log import Branch, TableOpened


@dataclass(frozen=True)
class BranchRequest:
    """From which move on, at which seat, against which bots."""

    v: int
    seat: int | None = None
    bot: str = USUAL_LEVEL
    name: str | None = None


def judge_branch(
    table: LiveTable, wanted: BranchRequest, player: str, at: float, code: str
) -> TableOpened | Problem:
    """Open a table at which a finished game goes on: with the same hands, and the same cards to come.

    Whoever plays on could have looked at these, and so at all that the others hold: it is a game to learn
    from, and counts for nobody. The bots see no more than ever.
    """
    if table.is_lesson:
        return Problem("lesson")
    if table.match is None or table.status != "over":
        return Problem("not_over")
    last = len(table.match.history)
    if not 0 <= wanted.v <= last:
        return Problem("no_step", {"last": last})
    if table.match.at(wanted.v).state.turn() == OVER:
        return Problem("over")
    own = table.own_seat(player)
    seat = (own if own is not None else 0) if wanted.seat is None else wanted.seat
    if not 0 <= seat < table.players:
        return Problem("no_seat", {"last": table.players - 1})
    if wanted.bot not in NAMES:
        return Problem("seat_kind", {"kinds": ", ".join(f"bot:{name}" for name in NAMES)})
    name = clean_or_default_name(wanted.name or table.seats[seat].name or None, seat)
    if name is None:
        return Problem("name")
    kinds = ["me" if number == seat else f"bot:{wanted.bot}" for number in range(table.players)]
    known = wanted.v if table.branch is None else min(wanted.v, table.branch.continued)
    made = table.match.history[: wanted.v]
    mix = None if table.mix is None else mix_json(table.mix)
    moves = [(each.by, each.text) for each in made]
    return TableOpened(
        at=at,
        game=table.game.slug,
        players=table.players,
        options=table.options,
        chairs=chairs_for(kinds, player, name),
        host=player,
        secret=table.secret.hex(),
        code=code,
        branch=Branch(table.id, table.nonces, moves, known, mix),
    )
