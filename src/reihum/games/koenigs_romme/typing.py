"""What people type in Königs-Rommé: cards, moves, and whole hands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.core.errors import ReihumError, short_quote
from reihum.games.koenigs_romme.cards import SUIT_LETTERS, VALUE_NAMES
from reihum.words import Words, words
from reihum.words.lines import Line
from reihum.words.typing import Candidates, GameTyping, TypedStep
from reihum.words.vocabulary import meanings

DRAWS: Final = ("stock", "pile")  # K7
SUIT_SIGNS: Final = dict(zip(SUIT_LETTERS, "♠♥♦♣★", strict=True))
SUIT_BY_SIGN: Final = dict(zip("♠♥♦♣★♤♡♢♧☆", SUIT_LETTERS * 2, strict=True))
SUITED_PATTERN: Final = re.compile(rf"([0-9JQK]+)([{SUIT_LETTERS}])$", re.ASCII)
CARD_PATTERN: Final = re.compile(rf"(?:[3-9]|10|[JQK])[{SUIT_LETTERS}]")
WORD_PATTERN: Final = re.compile(r"[^\s,;]+")
JOKER_NAME: Final = "*"


class Typing(GameTyping):
    """Reads cards by value and suit, where to draw from, and in solo a hand before the card."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"stock": ("stock",), "pile": ("pile",), "draw": DRAWS, "take": DRAWS}
    )
    leading_verbs: ClassVar = ("out",)
    varying_part: ClassVar = re.compile("[0-9]+|[JQK](?=[shdcx])|[shdcx]$")

    def card(self, line: Line) -> Candidates | None:
        """A card; in solo, a hand and the card to throw away."""
        return self.solo_move(line) if len(line.names) == 1 else read_card(line)

    def solo_move(self, line: Line) -> Candidates | None:
        """`7 8d`: the hand with wild 7, and the card to throw away; either on its own is half a move."""
        begun = line.at
        alone = read_card(line)
        if alone and not alone.incomplete and line.at_end():
            return Candidates(
                tuple(f"{hand} {text}" for hand in VALUE_NAMES for text in alone.texts), incomplete=True
            )
        line.at = begun
        hands = values(line.take(), line.say)
        if line.at_end():
            every = tuple(move for move in self.texts if move.partition(" ")[0] in hands)
            return Candidates(every, incomplete=True) if every else None
        thrown = read_card(line)
        if not hands or not thrown:
            return None
        return Candidates(
            tuple(f"{hand} {text}" for hand in hands for text in thrown.texts), thrown.incomplete
        )

    def merge_steps(self, found: list[TypedStep], legal: Sequence[str]) -> list[TypedStep]:
        """K7: 'draw' and where from make one move, in either order: 'zieh vom Stapel', 'Stapel ziehen'."""
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
    """A card with the sign of its suit; a joker, or anything else, unchanged."""
    found = SUITED_PATTERN.fullmatch(text)
    return found[1] + SUIT_SIGNS[found[2]] if found else text


def read_card(line: Line) -> Candidates | None:
    """`8d`, `8♦`, `♦8`, `8 D`, `diamonds 8`, `Kd`, `*`; a value or a suit on its own is half a card.

    So is an ambiguous text: in German, `8k` is Karo or Kreuz. A card as the game writes it is never
    ambiguous.
    """
    if line.peek() == JOKER_NAME or line.meanings("joker"):
        line.take()
        return Candidates((JOKER_NAME,))
    begun = line.at
    one = line.take()
    written = line.typed_from(begun)
    if texts := (written,) if CARD_PATTERN.fullmatch(written) else cards_in_one_word(one, line.say):
        return Candidates(texts, incomplete=len(texts) > 1)
    if not line.at_end() and (texts := cards_from(one, line.peek(), line.say)):
        line.take()
        written = line.typed_from(begun)
        return (
            Candidates((written,))
            if CARD_PATTERN.fullmatch(written)
            else Candidates(texts, incomplete=len(texts) > 1)
        )
    half = [f"{value}{suit}" for value in values(one, line.say) for suit in SUIT_LETTERS]
    half += [f"{value}{suit}" for suit in suits(one, line.say) for value in VALUE_NAMES]
    return Candidates(tuple(dict.fromkeys(half)), incomplete=True) if half else None


def cards_in_one_word(word: str, say: Words) -> tuple[str, ...]:
    """The cards that a word can mean: two letters, such as kd, or two words without a space.

    A word and a letter do not count: 'kings' is a plural, not the King of spades.
    """
    cuts = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    alike = [(one, other) for one, other in cuts if (len(one) == 1) == (len(other) == 1)]
    return tuple(dict.fromkeys(text for one, other in alike for text in cards_from(one, other, say)))


def cards_from(one: str, other: str, say: Words) -> tuple[str, ...]:
    """The cards that two texts can mean, a value and a suit in either order."""
    found = [f"{value}{suit}" for value in values(one, say) for suit in suits(other, say)]
    found += [f"{value}{suit}" for value in values(other, say) for suit in suits(one, say)]
    return tuple(dict.fromkeys(found))


def values(text: str, say: Words) -> tuple[str, ...]:
    """The values that a text can mean."""
    return (text,) if text in VALUE_NAMES else meanings("value", say).get(text, ())


def suits(text: str, say: Words) -> tuple[str, ...]:
    """The suits that a text can mean."""
    return (SUIT_BY_SIGN[text],) if text in SUIT_BY_SIGN else meanings("suit", say).get(text, ())


# -- whole hands ----------------------------------------------------------------------------------


def english_words() -> Words:
    """A typed hand is always read in English: in German `kd` could mean two cards."""
    return words("en", __package__)


def parse_hand(text: str) -> list[str]:
    """The cards of a hand: '8♦, king of clubs JOKER' is ['8d', 'Kc', '*']."""
    line = Line(text, (), english_words())
    cards: list[str] = []
    while not line.at_end():
        rest = line.rest()
        named = read_card(line)
        if named is None or named.incomplete:
            word = WORD_PATTERN.match(rest)
            typed = short_quote(word[0] if word else rest)
            raise ReihumError(f"{typed} is not a card; cards are written like 8d, 10h, Qx, 8♦ or *.")
        cards += named.texts
    return cards


def parse_wild(text: str) -> str:
    """The wild value of the round; anything else is returned unchanged, to be refused later."""
    typed = text.strip()
    return next(iter(values(typed.casefold(), english_words())), typed)
