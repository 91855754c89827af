"""Reading cards as people type them, in the way of each game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from reihum.games import spec
from reihum.games.koenigs_romme.cards import SUIT_LETTERS, VALUE_NAMES
from reihum.typed.vocabulary import EMOJI, folded, letters, meanings

BETWEEN: Final = re.compile(r"[\s,;!–-]+")
PIECE: Final = re.compile(r"[0-9]+|[^\W\d_]+|\S")  # a number, a word, or a sign
NUMBER: Final = re.compile(r"[1-9][0-9]?")
TIMES: Final = ("x", "×", "*")
MOST_ALIKE: Final = 3  # T1
PLACES: Final = range(1, 7)  # H9: the row holds at most six cards
NUMBERS: Final = range(1, 12)  # H1
COLOURS: Final = "bry"
WAYS: Final = {"up": "^", "down": "v"}
AGREES: Final = {"b": "up", "r": "down"}  # Y6: the direction that a colour has anyway
SUIT_OF: Final = dict(zip("♠♥♦♣★♤♡♢♧☆", SUIT_LETTERS * 2, strict=True))
CARD: Final = re.compile(rf"(?:[3-9]|10|[JQK])[{SUIT_LETTERS}]")
JOKER: Final = "*"


@dataclass(frozen=True)
class Named:
    """What a card, or the rest of a move, could be; named by half, it must be asked about."""

    texts: tuple[str, ...]
    half: bool = False


@dataclass(frozen=True)
class Piece:
    """A number, a word or a sign, folded, and where it stands."""

    text: str
    begin: int
    end: int
    apart: bool = False  # behind a little word, which is not read


class Line:
    """A typed line, cut into numbers, words and signs, and how far it has been read."""

    def __init__(self, slug: str, typed: str, names: Sequence[str], lang: str) -> None:
        self.slug = slug
        self.typed = unicodedata.normalize("NFC", typed.replace(EMOJI, "")).strip(" .")
        self.names = names
        self.lang = lang
        spaced = BETWEEN.sub(lambda found: " " * len(found[0]), self.typed)
        self.pieces: list[Piece] = []
        apart, little = False, meanings("little", lang)
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
        return meanings(table, self.lang).get(self.peek(), ())


@cache
def all_moves(slug: str) -> tuple[str, ...]:
    """Every move that a game has a text for."""
    of = spec(slug)
    actions = max(of.actions(players) for players in range(of.fewest, of.most + 1))
    return tuple(text for text in map(of.text, range(actions)) if text)


def card(line: Line) -> Named | None:
    """The next card, read; None if there is none."""
    if line.slug == "23":
        return card_of_23(line)
    if line.slug == "help":
        return card_of_help(line)
    if line.slug == "yoyo":
        return card_of_yoyo(line)
    return place_of_solo(line) if len(line.names) == 1 else card_of_koenigs_romme(line)


# -- 23 -------------------------------------------------------------------------------------------


def card_of_23(line: Line) -> Named | None:
    """`8`, `8x2`, `8x2+1`; `2x8` as well, where it cannot be meant otherwise."""
    value, count, chips = line.number(), "1", "0"
    if value and line.peek() in TIMES:
        line.take()
        count = line.number()
        if count and int(count) > MOST_ALIKE >= int(value):
            value, count = count, value
    if value and line.peek() == "+":
        line.take()
        chips = line.number()
    return Named((value + times(count) + plus(chips),)) if value and count and chips else None


def times(count: str) -> str:
    """So many cards; one is not written."""
    return f"x{count}" if count != "1" else ""


def plus(chips: str) -> str:
    """So many bonus chips; none are not written."""
    return f"+{chips}" if chips != "0" else ""


# -- HELP! ----------------------------------------------------------------------------------------


def card_of_help(line: Line) -> Named | None:
    """`7`, `Z`, `N`, `J@2` or `joker 2`, `S7@3` or `switch 7 3`; without a place, all places."""
    if number := line.number():
        return Named((number,))
    if not (kinds := line.meant("special")):
        return None
    line.take()
    kind = kinds[0]
    if kind == "J":
        places = asked(line, PLACES)
        return Named(tuple(f"J@{place}" for place in places) + (("J",) if len(places) > 1 else ()))
    if kind == "S":
        numbers = asked(line, NUMBERS)
        places = asked(line, PLACES) if len(numbers) == 1 else list(PLACES)
        every = tuple(f"S{number}@{place}" for number in numbers for place in places)
        return Named(every + (("S",) if len(numbers) > 1 else ()))
    return Named((kind,))


def asked(line: Line, several: range) -> list[int]:
    """The number that follows, with or without an @; all of them if none does."""
    if line.peek() == "@" and NUMBER.fullmatch(line.peek(1)):
        line.take()
    number = line.number()
    return [int(number)] if number else list(several)


# -- YoYo -----------------------------------------------------------------------------------------


def card_of_yoyo(line: Line) -> Named | None:
    """`b13`, `blue 13`, `13 blue`, `y15^`, `y15 up`; a number alone is half a card."""
    colours = line.meant("colour")
    if colours:
        line.take()
    if not (number := line.number()):
        return None
    if not colours and (colours := line.meant("colour")):
        line.take()
    ways = line.meant("way")
    if ways:
        line.take()
    texts = [text for colour in colours or COLOURS for text in directed(colour, number, ways)]
    return Named(tuple(texts), half=not colours) if texts else None


def directed(colour: str, number: str, ways: tuple[str, ...]) -> list[str]:
    """A card with the direction that was named; a yellow one without may still need it."""
    if colour == "y":
        return [f"y{number}{WAYS[way]}" for way in ways] or [f"y{number}{end}" for end in ("", "^", "v")]
    return [] if ways and AGREES[colour] not in ways else [f"{colour}{number}"]


def player(line: Line, by_seat: bool) -> Named | None:
    """A player by name or by the beginning of it, or by the number of the seat, as moves are written."""
    if by_seat and (line.peek() == "0" or NUMBER.fullmatch(line.peek())):
        return Named((f"take {line.take()}",))
    word, names = line.peek(), [letters(folded(name)) for name in line.names]
    seats = [seat for seat, name in enumerate(names) if name == word]
    seats = seats or [seat for seat, name in enumerate(names) if word and name.startswith(word)]
    if not seats:
        return None
    line.take()
    return Named(tuple(f"take {seat}" for seat in seats))


# -- Königs-Rommé ---------------------------------------------------------------------------------


def card_of_koenigs_romme(line: Line) -> Named | None:
    """`8d`, `8♦`, `♦8`, `8 D`, `diamonds 8`, `Kd`, `*`; a value or a suit alone is half a card.

    So is what can be read in two ways: for a German `8k` is Karo or Kreuz. As the game writes it, a card is
    never anything else.
    """
    if line.peek() == JOKER or line.meant("joker"):
        line.take()
        return Named((JOKER,))
    begun = line.at
    one = line.take()
    written = line.typed_from(begun)
    if texts := (written,) if CARD.fullmatch(written) else in_one_word(one, line.lang):
        return Named(texts, half=len(texts) > 1)
    if not line.over() and (texts := cards_named(one, line.peek(), line.lang)):
        line.take()
        written = line.typed_from(begun)
        return Named((written,)) if CARD.fullmatch(written) else Named(texts, half=len(texts) > 1)
    half = [f"{value}{suit}" for value in values(one, line.lang) for suit in SUIT_LETTERS]
    half += [f"{value}{suit}" for suit in suits(one, line.lang) for value in VALUE_NAMES]
    return Named(tuple(dict.fromkeys(half)), half=True) if half else None


def in_one_word(word: str, lang: str) -> tuple[str, ...]:
    """A card of two letters, such as kd, or of two words without a space: all that it can be.

    A word with a letter is none: 'kings' are several, not the King of spades.
    """
    cuts = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    alike = [(one, other) for one, other in cuts if (len(one) == 1) == (len(other) == 1)]
    return tuple(dict.fromkeys(text for one, other in alike for text in cards_named(one, other, lang)))


def cards_named(one: str, other: str, lang: str) -> tuple[str, ...]:
    """The cards of a value and a suit, in either order."""
    found = [f"{value}{suit}" for value in values(one, lang) for suit in suits(other, lang)]
    found += [f"{value}{suit}" for value in values(other, lang) for suit in suits(one, lang)]
    return tuple(dict.fromkeys(found))


def values(text: str, lang: str) -> tuple[str, ...]:
    """The values that a text can name."""
    return (text,) if text in VALUE_NAMES else meanings("value", lang).get(text, ())


def suits(text: str, lang: str) -> tuple[str, ...]:
    """The suits that a text can name."""
    return (SUIT_OF[text],) if text in SUIT_OF else meanings("suit", lang).get(text, ())


def place_of_solo(line: Line) -> Named | None:
    """`7 8d`: the hand with the wild 7, and the card it throws away; either alone is half a move."""
    begun = line.at
    alone = card_of_koenigs_romme(line)
    if alone and not alone.half and line.over():
        return Named(tuple(f"{hand} {text}" for hand in VALUE_NAMES for text in alone.texts), half=True)
    line.at = begun
    hands = values(line.take(), line.lang)
    if line.over():
        every = tuple(move for move in all_moves(line.slug) if move.partition(" ")[0] in hands)
        return Named(every, half=True) if every else None
    thrown = card_of_koenigs_romme(line)
    if not hands or not thrown:
        return None
    return Named(tuple(f"{hand} {text}" for hand in hands for text in thrown.texts), thrown.half)
