"""A line of one or more moves, tried out before the first of them is made.

It is tried on a copy that will be dealt the same cards, so the trial stops once a move has revealed something
new: the player then decides again about the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reihum.core.errors import short_quote
from reihum.match import Match
from reihum.words import Words
from reihum.words.typing import GameTyping, TypedStep, Unclear, choose_move

LIST_NUMBER: Final = re.compile(r"#([1-9][0-9]{0,3})", re.ASCII)
MOST_OFFERED: Final = 6  # moves named in a question


@dataclass(frozen=True)
class LinePlan:
    """The moves to make, or a sentence that says why none is made."""

    moves: list[str] = field(default_factory=list)
    problem: str = ""
    left: str = ""  # what was typed after a move that reveals something new


def plan_line(match: Match, seat: int, typed: str, names: Sequence[str], say: Words) -> LinePlan:
    """What a typed line would do; nothing has been done yet."""
    legal = match.moves(seat)
    if typed.startswith("#"):
        found = LIST_NUMBER.fullmatch(typed)
        if found is None or int(found[1]) > len(legal):
            return LinePlan(problem=list_sentence(len(legal), say))
        return LinePlan([legal[int(found[1]) - 1]])
    line = match.game.spec.typing().steps(typed, legal, names, say)
    if isinstance(line, Unclear):
        return LinePlan(problem=not_understood(line, len(legal), say))
    return try_steps(match, seat, line, names, say)


def try_steps(match: Match, seat: int, line: list[TypedStep], names: Sequence[str], say: Words) -> LinePlan:
    """Try the steps on a copy, up to the first one that reveals something new or cannot be made."""
    typing, twin = match.game.spec.typing(), match.copy()
    moves: list[str] = []
    for place, step in enumerate(line):
        if not twin.state.owes(seat):
            if typing.automatic_moves.issuperset(step.moves):
                continue
            before = typing.spelling(moves[-1], names, say)
            return LinePlan(problem=say("typed.turn_over", before=before, typed=short_quote(step.typed)))
        legal = twin.moves(seat)
        move = choose_move(step, legal)
        if isinstance(move, Unclear):
            question = (
                which_question(typing, move, names, say)
                if move.could_be
                else not_understood(move, len(legal), say)
            )
            return LinePlan(problem=question + nothing_done(moves, say))
        if mistake := twin.attempt(move, seat):
            if move in typing.automatic_moves and moves:
                continue
            if mistake.kind == "unknown":
                return LinePlan(
                    problem=say("typed.unknown", typed=short_quote(step.typed)) + nothing_done(moves, say)
                )
            return LinePlan(problem=refusal_sentence(mistake.text(say.lang), step, len(line) > 1, say))
        moves.append(move)
        if twin.history[-1].revealed:
            return LinePlan(moves, left=" ".join(later.typed for later in line[place + 1 :]))
    return LinePlan(moves)


# -- sentences ------------------------------------------------------------------------------------


def list_sentence(count: int, say: Words) -> str:
    """Which numbers the list of moves has."""
    return say("typed.entry") if count == 1 else say("typed.entries", count=count)


def not_understood(part: Unclear, count: int, say: Words) -> str:
    """Says that something is not a move here, and what to type instead; a number may be one of the list."""
    if LIST_NUMBER.fullmatch(f"#{part.typed}") and int(part.typed) <= count:
        return say("typed.number", typed=short_quote(part.typed), number=part.typed)
    return say("typed.unknown", typed=short_quote(part.typed))


def which_question(typing: GameTyping, part: Unclear, names: Sequence[str], say: Words) -> str:
    """A question about what could be meant."""
    texts = [typing.spelling(move, names, say) for move in part.could_be[:MOST_OFFERED]]
    if len(texts) == 1:
        return say("typed.only", typed=short_quote(part.typed), move=texts[0])
    if len(part.could_be) > MOST_OFFERED:
        texts.append("…")
    return say("typed.which", typed=short_quote(part.typed), moves=", ".join(texts))


def refusal_sentence(why: str, step: TypedStep, of_several: bool, say: Words) -> str:
    """Why a move is refused; if there were more than one, also which."""
    return say("typed.refused", typed=short_quote(step.typed), why=why) if of_several else why


def nothing_done(moves: list[str], say: Words) -> str:
    """To follow a sentence about a later move of a line: the earlier ones were not made either."""
    return f" {say('typed.nothing_done')}" if moves else ""
