"""A line of several moves, tried out before the first of them is made.

It is tried on a copy that will be dealt the same cards, so it must not be looked at any further once a move
has shown something new: what comes behind that is left for the person to decide again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reihum.core.errors import shortened
from reihum.match import Match
from reihum.words import Words
from reihum.words.typing import GameTyping, TypedStep, Unclear, choose_move

ENTRY: Final = re.compile(r"#([1-9][0-9]{0,3})", re.ASCII)
ASKED_AT_MOST: Final = 6  # moves that a question names


@dataclass(frozen=True)
class Plan:
    """The moves to make, or a sentence that says why none is made."""

    moves: list[str] = field(default_factory=list)
    problem: str = ""
    left: str = ""  # what was typed behind a move that shows something new


def planned(match: Match, seat: int, typed: str, names: Sequence[str], say: Words) -> Plan:
    """What a typed line would do; nothing is done yet."""
    legal = match.moves(seat)
    if typed.startswith("#"):
        found = ENTRY.fullmatch(typed)
        if found is None or int(found[1]) > len(legal):
            return Plan(problem=entries(len(legal), say))
        return Plan([legal[int(found[1]) - 1]])
    line = match.game.spec.typing().steps(typed, legal, names, say)
    if isinstance(line, Unclear):
        return Plan(problem=not_understood(line, len(legal), say))
    return tried(match, seat, line, names, say)


def tried(match: Match, seat: int, line: list[TypedStep], names: Sequence[str], say: Words) -> Plan:
    """The steps made on a copy, up to the first that shows something new or cannot be made."""
    typing, twin = match.game.spec.typing(), match.copy()
    moves: list[str] = []
    for place, step in enumerate(line):
        if not twin.state.owes(seat):
            if typing.automatic_moves.issuperset(step.moves):
                continue
            before = typing.spelling(moves[-1], names, say)
            return Plan(problem=say("typed.turn_over", before=before, typed=shortened(step.typed)))
        legal = twin.moves(seat)
        move = choose_move(step, legal)
        if isinstance(move, Unclear):
            question = (
                which(typing, move, names, say) if move.could_be else not_understood(move, len(legal), say)
            )
            return Plan(problem=question + nothing_done(moves, say))
        if mistake := twin.attempt(move, seat):
            if move in typing.automatic_moves and moves:
                continue
            if mistake.kind == "unknown":
                return Plan(
                    problem=say("typed.unknown", typed=shortened(step.typed)) + nothing_done(moves, say)
                )
            return Plan(problem=refused(mistake.text(say.lang), step, len(line) > 1, say))
        moves.append(move)
        if twin.history[-1].revealed:
            return Plan(moves, left=" ".join(later.typed for later in line[place + 1 :]))
    return Plan(moves)


# -- sentences ------------------------------------------------------------------------------------


def entries(count: int, say: Words) -> str:
    """Which entries the list of moves has."""
    return say("typed.entry") if count == 1 else say("typed.entries", count=count)


def not_understood(part: Unclear, count: int, say: Words) -> str:
    """That something is no move here, and what to type instead; a number may be meant for the list."""
    if ENTRY.fullmatch(f"#{part.typed}") and int(part.typed) <= count:
        return say("typed.number", typed=shortened(part.typed), number=part.typed)
    return say("typed.unknown", typed=shortened(part.typed))


def which(typing: GameTyping, part: Unclear, names: Sequence[str], say: Words) -> str:
    """A question about what could be meant."""
    texts = [typing.spelling(move, names, say) for move in part.could_be[:ASKED_AT_MOST]]
    if len(texts) == 1:
        return say("typed.only", typed=shortened(part.typed), move=texts[0])
    if len(part.could_be) > ASKED_AT_MOST:
        texts.append("…")
    return say("typed.which", typed=shortened(part.typed), moves=", ".join(texts))


def refused(why: str, step: TypedStep, of_several: bool, say: Words) -> str:
    """Why a move is refused; of several, which one."""
    return say("typed.refused", typed=shortened(step.typed), why=why) if of_several else why


def nothing_done(moves: list[str], say: Words) -> str:
    """Behind a sentence about a later move of a line: that the earlier ones were not made either."""
    return f" {say('typed.nothing_done')}" if moves else ""
