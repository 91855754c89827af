"""A typed line split into numbers, words and signs, as every game reads it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reihum.words import Words
from reihum.words.vocabulary import EMOJI, fold_text, meanings, only_letters

SEPARATORS: Final = re.compile(r"[\s,;!–-]+")
PIECE: Final = re.compile(r"[0-9]+|[^\W\d_]+|\S")  # a number, a word, or a sign
SHORT_NUMBER: Final = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True)
class Piece:
    """A number, a word or a sign, with case and accents folded, and its position."""

    text: str
    begin: int
    end: int
    apart: bool = False  # after a filler word, which is skipped


class Line:
    """A typed line split into numbers, words and signs, and how far it has been read."""

    def __init__(self, typed: str, names: Sequence[str], say: Words) -> None:
        self.typed = unicodedata.normalize("NFC", typed.replace(EMOJI, "")).strip(" .")
        self.names = names
        self.say = say
        spaced = SEPARATORS.sub(lambda found: " " * len(found[0]), self.typed)
        self.pieces: list[Piece] = []
        apart, little = False, meanings("little", say)
        for piece in PIECE.finditer(spaced):
            if (text := fold_text(piece[0])) not in little:
                self.pieces.append(Piece(text, piece.start(), piece.end(), apart))
            apart = text in little
        self.at = 0

    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.at == len(self.pieces)

    def peek(self, ahead: int = 0) -> str:
        """The next piece, or one further ahead, without reading it; "" past the end."""
        place = self.at + ahead
        return self.pieces[place].text if place < len(self.pieces) else ""

    def stand_together(self, length: int) -> bool:
        """Whether the next pieces stand together, with no filler word between them."""
        return not any(piece.apart for piece in self.pieces[self.at + 1 : self.at + length])

    def take(self) -> str:
        """Read the next piece."""
        self.at += 1
        return self.pieces[self.at - 1].text

    def typed_from(self, begun: int) -> str:
        """What was typed, from one piece up to the last one read."""
        return self.typed[self.pieces[begun].begin : self.pieces[self.at - 1].end]

    def rest(self) -> str:
        """What has not been read yet, as it was typed."""
        return "" if self.at_end() else self.typed[self.pieces[self.at].begin :]

    def number(self) -> str:
        """Read the next piece if it is a number; otherwise ""."""
        return self.take() if SHORT_NUMBER.fullmatch(self.peek()) else ""

    def meanings(self, table: str) -> tuple[str, ...]:
        """What the next piece can mean according to a table of words; it is not read."""
        return meanings(table, self.say).get(self.peek(), ())

    def players(self, by_seat: bool) -> tuple[str, ...]:
        """Read a player and return the possible seats: by name, the start of a name, or a seat number."""
        if by_seat and (self.peek() == "0" or SHORT_NUMBER.fullmatch(self.peek())):
            return (self.take(),)
        word, names = self.peek(), [only_letters(fold_text(name)) for name in self.names]
        seats = [seat for seat, name in enumerate(names) if name == word]
        seats = seats or [seat for seat, name in enumerate(names) if word and name.startswith(word)]
        if seats:
            self.take()
        return tuple(map(str, seats))
