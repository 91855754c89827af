"""What a person typed, turned into moves as the games write them.

Understood are the games' own texts, the words of the player's language and of English, cards with signs or
in words, the names of players, and several cards in a line. Nothing is guessed: what could be two legal
moves is a question, and so is a card that is named by half.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.words import Words
from reihum.words.lines import Line
from reihum.words.vocabulary import folded, meanings, usual

LAY: Final = "lay"  # before a card that is simply laid or thrown away
LONGEST_VERB: Final = 3  # words


@dataclass(frozen=True)
class Named:
    """What a card, or the rest of a move, could be; named by half, it must be asked about."""

    texts: tuple[str, ...]
    half: bool = False
    whole: bool = False  # moves already, which no verb stands before


@dataclass(frozen=True)
class Step:
    """One move of a line: as it was typed, and all that it could mean."""

    typed: str
    moves: tuple[str, ...]
    half: bool = False  # names a card by half, and is asked about even if only one move fits


@dataclass(frozen=True)
class Unclear:
    """A part of a line that is no move, or could be several."""

    typed: str
    could_be: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A card of a line with the verb that it stands under."""

    typed: str
    named: Named
    verb: str
    carried: bool  # the verb stands before an earlier card


class GameTyping:
    """What people type in one game: its verbs and its cards. A game's `typing.py` says what is special in it.

    The spellings of verbs are in its catalogue, under `[typed.move]`.
    """

    whole: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})  # verbs that are moves, and which
    begin: ClassVar[tuple[str, ...]] = ()  # verbs that begin one
    left_out: ClassVar[tuple[str, ...]] = ()  # those that may be left out where all moves begin alike
    late: ClassVar[frozenset[str]] = frozenset()  # moves that the rules may have made before they are typed
    alike: ClassVar[re.Pattern[str]] = re.compile("[0-9]+")  # in what moves of the same shape differ

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.texts = texts  # every move that there is

    # -- what a game may read in its own way ------------------------------------------------------

    def card(self, line: Line) -> Named | None:
        """The next card, read; None if there is none. If a game says no more, it is one piece of a line."""
        cards = dict.fromkeys(text.rpartition(" ")[2] for text in self.texts)
        found = tuple(card for card in cards if not line.over() and folded(card) == line.peek())
        if found:
            line.take()
        return Named(found) if found else None

    def object_of(self, line: Line, verb: str) -> Named | None:
        """What comes next behind a verb (or "" for none), read: a card, in some games also a player."""
        return self.card(line)

    def together(self, found: list[Step], legal: Sequence[str]) -> list[Step]:
        """The steps of a line, where some of them are one move, or go in another order."""
        return found

    def card_shown(self, text: str) -> str:
        """A card as it is shown."""
        return text

    def shown(self, move: str, names: Sequence[str], say: Words) -> str:
        """A move as the player would type it: in words of the language, with signs and names."""
        if move in self.whole:
            return usual("move", move, say)
        word, space, rest = move.rpartition(" ")
        begin = usual("move", word, say) if word in self.begin else word
        return f"{begin}{space}{self.card_shown(rest)}"

    # -- a line of moves --------------------------------------------------------------------------

    def steps(
        self, typed: str, legal: Sequence[str], names: Sequence[str], say: Words
    ) -> list[Step] | Unclear:
        """The moves that a line names, one after the other."""
        line = Line(typed, names, say)
        found = self.read(line)
        if not found or not line.over():
            return Unclear(line.rest() or typed)
        return self.together(found, legal)

    def read(self, line: Line) -> list[Step]:
        """The steps up to the end of the line, or to what is not understood."""
        found: list[Step] = []
        items: list[Item] = []  # cards that a verb behind them could be about
        word, since, carried = "", 0, False  # the verb that cards stand under, and where it was typed
        while not line.over():
            begun = line.at
            if said := self.verb(line):
                if said in self.begin and line.over():
                    return found + (self.under(items, said) if items else [self.any_of(line, said, begun)])
                found += [self.step_of(item) for item in items]
                items, word, since, carried = [], said, begun, False
                if said in self.whole:
                    moves = self.whole[said]
                    found.append(Step(line.typed_from(begun), moves, half=len(moves) > 1))
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
        """The verb that comes next, read; "" if none does."""
        mine = {*self.whole, *self.begin, LAY}
        lengths = range(LONGEST_VERB, 0, -1)
        # 'draw pile' is one verb, 'draw from the pile' is two, and 'steige bitte aus' is one all the same.
        for length in sorted(lengths, key=lambda length: not line.together(length)):
            text = " ".join(line.peek(ahead) for ahead in range(length))
            for meaning in meanings("move", line.say).get(text, ()):
                if meaning in mine:
                    line.at += length
                    return meaning
        return ""

    def step_of(self, item: Item) -> Step:
        """A card with its verb; without one it may be about any that can be left out."""
        texts = item.named.texts
        if item.verb == LAY or item.named.whole:
            moves = texts
        elif not item.verb:
            moves = texts + tuple(f"{word} {text}" for word in self.left_out for text in texts)
        else:
            moves = tuple(f"{item.verb} {text}" for text in texts) + (texts if item.carried else ())
        return Step(item.typed, moves, item.named.half)

    def under(self, items: list[Item], word: str) -> list[Step]:
        """Cards with their verb behind them: '2 3 12 weglegen'."""
        return [self.step_of(replace(item, verb=word, carried=False)) for item in items]

    def any_of(self, line: Line, word: str, begun: int) -> Step:
        """A verb alone: whatever it can begin."""
        every = tuple(move for move in self.texts if verb_of(move) == word)
        return Step(line.typed_from(begun), every)


def chosen(step: Step, legal: Sequence[str]) -> str | Unclear:
    """The move that is meant where these are legal; where none fits, the one to be refused."""
    possible = tuple(move for move in step.moves if move in legal)
    if step.half or len(possible) > 1:
        return Unclear(step.typed, possible)
    if possible:
        return possible[0]
    alike = [move for move in step.moves if {verb_of(move)} == verbs_in(legal)]
    return (alike or step.moves)[0]


def verb_of(move: str) -> str:
    """The first of two words."""
    return move.partition(" ")[0] if " " in move else ""


def verbs_in(moves: Sequence[str]) -> set[str]:
    """How moves begin."""
    return {verb_of(move) for move in moves}
