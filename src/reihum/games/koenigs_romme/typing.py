"""What people type in Königs-Rommé: cards, moves, and whole hands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.core.errors import ReihumError, shortened
from reihum.games.koenigs_romme.cards import SUIT_LETTERS, VALUE_NAMES
from reihum.words import Words, words
from reihum.words.lines import Line
from reihum.words.typing import Candidates, GameTyping, TypedStep
from reihum.words.vocabulary import meanings

DRAWS: Final = ("stock", "pile")  # K7
SIGNS: Final = dict(zip(SUIT_LETTERS, "♠♥♦♣★", strict=True))
SUIT_OF: Final = dict(zip("♠♥♦♣★♤♡♢♧☆", SUIT_LETTERS * 2, strict=True))
SUITED: Final = re.compile(rf"([0-9JQK]+)([{SUIT_LETTERS}])$", re.ASCII)
CARD: Final = re.compile(rf"(?:[3-9]|10|[JQK])[{SUIT_LETTERS}]")
WORD: Final = re.compile(r"[^\s,;]+")
JOKER: Final = "*"


class Typing(GameTyping):
    """Cards by value and suit, where to draw from, and alone a hand before the card."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"stock": ("stock",), "pile": ("pile",), "draw": DRAWS, "take": DRAWS}
    )
    leading_verbs: ClassVar = ("out",)
    varying_part: ClassVar = re.compile("[0-9]+|[JQK](?=[shdcx])|[shdcx]$")

    def card(self, line: Line) -> Candidates | None:
        """A card; alone, a hand and the card that it throws away."""
        return self.place_of_solo(line) if len(line.names) == 1 else card_in(line)

    def place_of_solo(self, line: Line) -> Candidates | None:
        """`7 8d`: the hand with the wild 7, and the card it throws away; either alone is half a move."""
        begun = line.at
        alone = card_in(line)
        if alone and not alone.incomplete and line.at_end():
            return Candidates(
                tuple(f"{hand} {text}" for hand in VALUE_NAMES for text in alone.texts), incomplete=True
            )
        line.at = begun
        hands = values(line.take(), line.say)
        if line.at_end():
            every = tuple(move for move in self.texts if move.partition(" ")[0] in hands)
            return Candidates(every, incomplete=True) if every else None
        thrown = card_in(line)
        if not hands or not thrown:
            return None
        return Candidates(
            tuple(f"{hand} {text}" for hand in hands for text in thrown.texts), thrown.incomplete
        )

    def merge_steps(self, found: list[TypedStep], legal: Sequence[str]) -> list[TypedStep]:
        """K7: to draw and from where are one move, in either order: 'zieh vom Stapel', 'Stapel ziehen'."""
        joined: list[TypedStep] = []
        for step in found:
            last = joined[-1] if joined else step
            if last.incomplete == step.incomplete or not {*last.moves, *step.moves} <= {*DRAWS}:
                joined.append(step)
            else:
                joined[-1] = TypedStep(
                    f"{last.typed} {step.typed}", step.moves if last.incomplete else last.moves
                )
        return joined

    def card_spelling(self, text: str) -> str:
        """A card with the sign of its suit."""
        return card_with_sign(text)


# -- cards ----------------------------------------------------------------------------------------


def card_with_sign(text: str) -> str:
    """A card with the sign of its suit; a joker, or what is no card, as it is."""
    found = SUITED.fullmatch(text)
    return found[1] + SIGNS[found[2]] if found else text


def card_in(line: Line) -> Candidates | None:
    """`8d`, `8♦`, `♦8`, `8 D`, `diamonds 8`, `Kd`, `*`; a value or a suit alone is half a card.

    So is what can be read in two ways: for a German `8k` is Karo or Kreuz. As the game writes it, a card is
    never anything else.
    """
    if line.peek() == JOKER or line.meanings("joker"):
        line.take()
        return Candidates((JOKER,))
    begun = line.at
    one = line.take()
    written = line.typed_from(begun)
    if texts := (written,) if CARD.fullmatch(written) else in_one_word(one, line.say):
        return Candidates(texts, incomplete=len(texts) > 1)
    if not line.at_end() and (texts := cards_named(one, line.peek(), line.say)):
        line.take()
        written = line.typed_from(begun)
        return (
            Candidates((written,))
            if CARD.fullmatch(written)
            else Candidates(texts, incomplete=len(texts) > 1)
        )
    half = [f"{value}{suit}" for value in values(one, line.say) for suit in SUIT_LETTERS]
    half += [f"{value}{suit}" for suit in suits(one, line.say) for value in VALUE_NAMES]
    return Candidates(tuple(dict.fromkeys(half)), incomplete=True) if half else None


def in_one_word(word: str, say: Words) -> tuple[str, ...]:
    """A card of two letters, such as kd, or of two words without a space: all that it can be.

    A word with a letter is none: 'kings' are several, not the King of spades.
    """
    cuts = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    alike = [(one, other) for one, other in cuts if (len(one) == 1) == (len(other) == 1)]
    return tuple(dict.fromkeys(text for one, other in alike for text in cards_named(one, other, say)))


def cards_named(one: str, other: str, say: Words) -> tuple[str, ...]:
    """The cards of a value and a suit, in either order."""
    found = [f"{value}{suit}" for value in values(one, say) for suit in suits(other, say)]
    found += [f"{value}{suit}" for value in values(other, say) for suit in suits(one, say)]
    return tuple(dict.fromkeys(found))


def values(text: str, say: Words) -> tuple[str, ...]:
    """The values that a text can name."""
    return (text,) if text in VALUE_NAMES else meanings("value", say).get(text, ())


def suits(text: str, say: Words) -> tuple[str, ...]:
    """The suits that a text can name."""
    return (SUIT_OF[text],) if text in SUIT_OF else meanings("suit", say).get(text, ())


# -- whole hands ----------------------------------------------------------------------------------


def typed_words() -> Words:
    """The same cards wherever a hand is typed: in German `kd` could be two."""
    return words("en", __package__)


def hand_typed(text: str) -> list[str]:
    """The cards of a hand: '8♦, king of clubs JOKER' is ['8d', 'Kc', '*']."""
    line = Line(text, (), typed_words())
    cards: list[str] = []
    while not line.at_end():
        rest = line.rest()
        named = card_in(line)
        if named is None or named.incomplete:
            word = WORD.match(rest)
            typed = shortened(word[0] if word else rest)
            raise ReihumError(f"{typed} is no card; cards are written like 8d, 10h, Qx, 8♦ or *.")
        cards += named.texts
    return cards


def wild_typed(text: str) -> str:
    """The round's wild value; what is none of them is left for others to refuse."""
    typed = text.strip()
    return next(iter(values(typed.casefold(), typed_words())), typed)
