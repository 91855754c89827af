"""Turning what a person typed into moves in the games' notation.

It understands the notation itself, words of the player's language and of English, cards with signs or in
words, players' names, and more than one card on a line. Nothing is guessed: if a text could mean two legal
moves, or names a card incompletely, the player is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.words import Words
from reihum.words.lines import Line
from reihum.words.vocabulary import fold_text, meanings, usual_word

LAY: Final = "lay"  # before a card that is simply laid or thrown away
LONGEST_VERB: Final = 3  # words


@dataclass(frozen=True)
class Candidates:
    """All that a card, or the rest of a move, could be; if it is named incompletely, the player is asked."""

    texts: tuple[str, ...]
    incomplete: bool = False
    are_moves: bool = False  # complete moves, which take no verb


@dataclass(frozen=True)
class TypedStep:
    """One move of a line: what was typed, and all that it could mean."""

    typed: str
    moves: tuple[str, ...]
    incomplete: bool = False  # names a card incompletely: the player is asked even if only one move fits


@dataclass(frozen=True)
class Unclear:
    """A part of a line that is not a move, or could be more than one."""

    typed: str
    could_be: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A card on a line, with the verb it belongs to."""

    typed: str
    named: Candidates
    verb: str
    carried: bool  # whether the verb came before an earlier card


class GameTyping:
    """What people type in one game: its verbs and its cards. Games override what is special in `typing.py`.

    The spellings of verbs are in the game's catalogue, under `[typed.move]`.
    """

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})  # verb -> moves it stands for
    leading_verbs: ClassVar[tuple[str, ...]] = ()  # verbs at the start of a move
    optional_verbs: ClassVar[tuple[str, ...]] = ()  # those that can be omitted where all moves start alike
    automatic_moves: ClassVar[frozenset[str]] = frozenset()  # the rules may already have made them
    varying_part: ClassVar[re.Pattern[str]] = re.compile("[0-9]+")  # how moves of the same shape differ

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts  # every move of the game

    # -- what a game may read or write in its own way ---------------------------------------------

    def card(self, line: Line) -> Candidates | None:
        """Read the next card, or return None; unless a game overrides this, a card is one piece of a line."""
        cards = dict.fromkeys(text.rpartition(" ")[2] for text in self.texts)
        found = tuple(card for card in cards if not line.at_end() and fold_text(card) == line.peek())
        if found:
            line.take()
        return Candidates(found) if found else None

    def object_of(self, line: Line, verb: str) -> Candidates | None:
        """Read what follows a verb ("" if there is none): a card, or in some games a player."""
        return self.card(line)

    def merge_steps(self, found: list[TypedStep], legal: Sequence[str]) -> list[TypedStep]:
        """The steps of a line after joining those that are one move, and reordering where needed."""
        return found

    def card_spelling(self, text: str) -> str:
        """A card as the player would type it."""
        return text

    def spelling(self, move: str, names: Sequence[str], say: Words) -> str:
        """A move as the player would type it: in their language, with signs and names."""
        if move in self.whole_verbs:
            return usual_word("move", move, say)
        word, space, rest = move.rpartition(" ")
        begin = usual_word("move", word, say) if word in self.leading_verbs else word
        return f"{begin}{space}{self.card_spelling(rest)}"

    # -- a line of moves --------------------------------------------------------------------------

    def steps(
        self, typed: str, legal: Sequence[str], names: Sequence[str], say: Words
    ) -> list[TypedStep] | Unclear:
        """The moves that a line names, one after the other."""
        line = Line(typed, names, say)
        found = self.read_steps(line)
        if not found or not line.at_end():
            return Unclear(line.rest() or typed)
        return self.merge_steps(found, legal)

    def read_steps(self, line: Line) -> list[TypedStep]:
        """Read steps up to the end of the line, or up to something that is not understood."""
        found: list[TypedStep] = []
        items: list[Item] = []  # cards that a later verb may still claim
        word, since, carried = "", 0, False  # the verb the cards belong to, and where it was typed
        while not line.at_end():
            begun = line.at
            if said := self.verb(line):
                if said in self.leading_verbs and line.at_end():
                    return found + (
                        self.steps_under(items, said) if items else [self.any_with(line, said, begun)]
                    )
                found += [self.step_of(item) for item in items]
                items, word, since, carried = [], said, begun, False
                if said in self.whole_verbs:
                    moves = self.whole_verbs[said]
                    found.append(TypedStep(line.typed_from(begun), moves, incomplete=len(moves) > 1))
                    word = ""
            elif named := self.object_of(line, word):
                typed = line.typed_from(since if word and not carried else begun)
                items.append(Item(typed, named, word, carried))
                carried = True
            else:
                line.at = begun
                return []
        return found + [self.step_of(item) for item in items]

    def verb(self, line: Line) -> str:
        """Read the next verb; "" if there is none."""
        mine = {*self.whole_verbs, *self.leading_verbs, LAY}
        lengths = range(LONGEST_VERB, 0, -1)
        # 'draw pile' is one verb, 'draw from the pile' is two, yet 'steige bitte aus' is still one.
        for length in sorted(lengths, key=lambda length: not line.stand_together(length)):
            text = " ".join(line.peek(ahead) for ahead in range(length))
            for meaning in meanings("move", line.say).get(text, ()):
                if meaning in mine:
                    line.at += length
                    return meaning
        return ""

    def step_of(self, item: Item) -> TypedStep:
        """A card with its verb; without one, it may go with any optional verb."""
        texts = item.named.texts
        if item.verb == LAY or item.named.are_moves:
            moves = texts
        elif not item.verb:
            moves = texts + tuple(f"{word} {text}" for word in self.optional_verbs for text in texts)
        else:
            moves = tuple(f"{item.verb} {text}" for text in texts) + (texts if item.carried else ())
        return TypedStep(item.typed, moves, item.named.incomplete)

    def steps_under(self, items: list[Item], word: str) -> list[TypedStep]:
        """Cards whose verb comes after them: '2 3 12 weglegen'."""
        return [self.step_of(replace(item, verb=word, carried=False)) for item in items]

    def any_with(self, line: Line, word: str, begun: int) -> TypedStep:
        """A verb on its own: every move that it can begin."""
        every = tuple(move for move in self.texts if verb_of(move) == word)
        return TypedStep(line.typed_from(begun), every)


def choose_move(step: TypedStep, legal: Sequence[str]) -> str | Unclear:
    """The move that is meant, given the legal moves; if none fits, the one that will be refused."""
    possible = tuple(move for move in step.moves if move in legal)
    if step.incomplete or len(possible) > 1:
        return Unclear(step.typed, possible)
    if possible:
        return possible[0]
    alike = [move for move in step.moves if {verb_of(move)} == verbs_in(legal)]
    return (alike or step.moves)[0]


def verb_of(move: str) -> str:
    """The first of a move's two words; "" if it has only one."""
    return move.partition(" ")[0] if " " in move else ""


def verbs_in(moves: Sequence[str]) -> set[str]:
    """The verbs of these moves."""
    return {verb_of(move) for move in moves}
