"""A typed line, cut into numbers, words and signs, as all games read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reihum.words import Words
from reihum.words.vocabulary import EMOJI, folded, letters, meanings

BETWEEN: Final = re.compile(r"[\s,;!–-]+")
PIECE: Final = re.compile(r"[0-9]+|[^\W\d_]+|\S")  # a number, a word, or a sign
NUMBER: Final = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True)
class Piece:
    """A number, a word or a sign, folded, and where it stands."""

    text: str
    begin: int
    end: int
    apart: bool = False  # behind a little word, which is not read


class Line:
    """A typed line, cut into numbers, words and signs, and how far it has been read."""

    def __init__(self, typed: str, names: Sequence[str], say: Words) -> None:
        self.typed = unicodedata.normalize("NFC", typed.replace(EMOJI, "")).strip(" .")
        self.names = names
        self.say = say
        spaced = BETWEEN.sub(lambda found: " " * len(found[0]), self.typed)
        self.pieces: list[Piece] = []
        apart, little = False, meanings("little", say)
        for piece in PIECE.finditer(spaced):
            if (text := folded(piece[0])) not in little:
                self.pieces.append(Piece(text, piece.start(), piece.end(), apart))
            apart = text in little
        self.at = 0

    def over(self) -> bool:
        """Whether everything has been read."""
        return self.at == len(self.pieces)

    def peek(self, ahead: int = 0) -> str:
        """A piece that has not been read yet; "" behind the end."""
        place = self.at + ahead
        return self.pieces[place].text if place < len(self.pieces) else ""

    def together(self, length: int) -> bool:
        """Whether the next pieces stand together, without a little word between them."""
        return not any(piece.apart for piece in self.pieces[self.at + 1 : self.at + length])

    def take(self) -> str:
        """The next piece, read."""
        self.at += 1
        return self.pieces[self.at - 1].text

    def typed_from(self, begun: int) -> str:
        """What was typed from one piece to the last one read."""
        return self.typed[self.pieces[begun].begin : self.pieces[self.at - 1].end]

    def rest(self) -> str:
        """What has not been read yet, as it was typed."""
        return "" if self.over() else self.typed[self.pieces[self.at].begin :]

    def number(self) -> str:
        """The next piece if it is a number, read."""
        return self.take() if NUMBER.fullmatch(self.peek()) else ""

    def meant(self, table: str) -> tuple[str, ...]:
        """What the next piece can mean by a table of words; it is not read."""
        return meanings(table, self.say).get(self.peek(), ())

    def players(self, by_seat: bool) -> tuple[str, ...]:
        """The seats of a player named next, read: by name or the beginning of it, or by the seat's number."""
        if by_seat and (self.peek() == "0" or NUMBER.fullmatch(self.peek())):
            return (self.take(),)
        word, names = self.peek(), [letters(folded(name)) for name in self.names]
        seats = [seat for seat, name in enumerate(names) if name == word]
        seats = seats or [seat for seat, name in enumerate(names) if word and name.startswith(word)]
        if seats:
            self.take()
        return tuple(map(str, seats))
