"""What a person typed, turned into moves as the games write them.

Understood are the games' own texts, the words of the player's language and of English, cards with signs or
in words, the names of players, and several cards in a line. Nothing is guessed: what could be two legal
moves is a question, and so is a card that is named by half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from reihum.games import SLUGS, spec
from reihum.games.koenigs_romme.cards import SUIT_LETTERS
from reihum.typed.cards import Line, Named, all_moves, card, player
from reihum.typed.vocabulary import folded, letters, meanings, plain, usual
from reihum.words import Words

TITLES: Final = {"koenigs-romme": ("Five Crowns",)}  # what else a game is called
DRAWS: Final = ("stock", "pile")  # K7
WHOLE: Final[dict[str, dict[str, tuple[str, ...]]]] = {  # verbs that are a move, and what they stand for
    "23": {"pass": ("pass",), "force": ("force",), "leave": ("leave",)},
    "help": {"help": ("help",)},
    "yoyo": {"stop": ("stop",), "draw": ("draw",), "keep": ("keep",)},
    "koenigs-romme": {"stock": ("stock",), "pile": ("pile",), **dict.fromkeys(("draw", "take"), DRAWS)},
}
BEGIN: Final[dict[str, tuple[str, ...]]] = {  # verbs that begin one
    "23": ("put",),
    "help": ("call", "give", "back"),
    "yoyo": ("slide", "take"),
    "koenigs-romme": ("out",),
}
LEFT_OUT: Final[dict[str, tuple[str, ...]]] = {  # those that may be left out where all moves begin alike
    **BEGIN,
    "yoyo": ("slide",),
    "koenigs-romme": (),
}
LAY: Final = "lay"  # before a card that is simply laid or thrown away
LONGEST_VERB: Final = 3  # words
LAID: Final = re.compile(r"([1-9][0-9]?)(?:x([0-9]+))?(?:\+([0-9]+))?", re.ASCII)
SUITED: Final = re.compile(rf"([0-9JQK]+)([{SUIT_LETTERS}])$", re.ASCII)
SIGNS: Final = dict(zip(SUIT_LETTERS, "♠♥♦♣★", strict=True))


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


# -- games, and other wishes ----------------------------------------------------------------------


def game_meant(typed: str) -> str | None:
    """The slug of a game by its slug, its title or another name, or by a beginning that only one has."""
    asked = letters(folded(typed))
    begun = [slug for slug in SLUGS if asked and any(name.startswith(asked) for name in names_of(slug))]
    exact = [slug for slug in begun if asked in names_of(slug)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def names_of(slug: str) -> set[str]:
    """All names of a game, folded."""
    names = (slug, spec(slug).title, *TITLES.get(slug, ()))
    return {letters(fold(name)) for name in names for fold in (folded, plain)}


def wish(typed: str, say: Words) -> tuple[str, str]:
    """What else than a move is asked for, such as `rules`, and of what; ("", "") if nothing is."""
    word, _, rest = typed.strip().partition(" ")
    if word.startswith("?"):
        return "help", ""
    found = meanings("wish", say.lang).get(folded(word).rstrip("!?."), ("",))[0]
    return (found, rest.strip()) if found == "rules" or not rest else ("", "")


# -- a line of moves ------------------------------------------------------------------------------


def steps(
    slug: str, typed: str, legal: Sequence[str], names: Sequence[str], say: Words
) -> list[Step] | Unclear:
    """The moves that a line names, one after the other."""
    line = Line(slug, typed, names, say.lang)
    found = read(line)
    if not found or not line.over():
        return Unclear(line.rest() or typed)
    if slug != "23":
        return found
    return sorted(found, key=put_order) if verbs_in(legal) == {"put"} else merged(found)


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


def read(line: Line) -> list[Step]:
    """The steps up to the end of the line, or to what is not understood."""
    found: list[Step] = []
    items: list[Item] = []  # cards that a verb behind them could be about
    word, since, carried = "", 0, False  # the verb that cards stand under, and where it was typed
    while not line.over():
        begun = line.at
        if said := verb(line):
            if said in BEGIN[line.slug] and line.over():
                return found + (under(items, said) if items else [any_of(line, said, begun)])
            found += [step_of(line.slug, item) for item in items]
            items, word, since, carried = [], said, begun, False
            if said in WHOLE[line.slug]:
                moves = WHOLE[line.slug][said]
                found = drawn(found, Step(line.typed_from(begun), moves, half=len(moves) > 1))
                word = ""
        elif named := object_of(line, word):
            typed = line.typed_from(since if word and not carried else begun)
            items.append(Item(typed, named, word, carried))
            carried = True
        else:
            line.at = begun
            return []
    return found + [step_of(line.slug, item) for item in items]


def drawn(found: list[Step], step: Step) -> list[Step]:
    """K7: to draw and from where are one move, in either order: 'zieh vom Stapel', 'Stapel ziehen'."""
    last = found[-1] if found else step
    if last.half == step.half or not {*last.moves, *step.moves} <= {*DRAWS}:
        return [*found, step]
    return [*found[:-1], Step(f"{last.typed} {step.typed}", step.moves if last.half else last.moves)]


def verb(line: Line) -> str:
    """The verb that comes next, read; "" if none does."""
    mine = {*WHOLE[line.slug], *BEGIN[line.slug], LAY}
    lengths = range(LONGEST_VERB, 0, -1)
    # 'draw pile' is one verb, 'draw from the pile' is two, and 'steige bitte aus' is one all the same.
    for length in sorted(lengths, key=lambda length: not line.together(length)):
        text = " ".join(line.peek(ahead) for ahead in range(length))
        for meaning in meanings("move", line.lang).get(text, ()):
            if meaning in mine:
                line.at += length
                return meaning
    return ""


def object_of(line: Line, word: str) -> Named | None:
    """The card or the player that comes next, read."""
    if word == "take":
        return player(line, by_seat=True)
    begun = line.at
    named = card(line)
    if named is None and line.slug == "yoyo" and not word:
        line.at = begun
        return player(line, by_seat=False)
    return named


def step_of(slug: str, item: Item) -> Step:
    """A card with its verb; without one it may be about any that can be left out."""
    texts = item.named.texts
    if item.verb == LAY or texts[0].startswith("take "):
        moves = texts
    elif not item.verb:
        moves = texts + tuple(f"{word} {text}" for word in LEFT_OUT[slug] for text in texts)
    else:
        moves = tuple(f"{item.verb} {text}" for text in texts) + (texts if item.carried else ())
    return Step(item.typed, moves, item.named.half)


def under(items: list[Item], word: str) -> list[Step]:
    """Cards with their verb behind them: '2 3 23 weglegen'."""
    together = [replace(item, verb=word, carried=False) for item in items]
    return [step_of("", item) for item in together]


def any_of(line: Line, word: str, begun: int) -> Step:
    """A verb alone: whatever it can begin."""
    every = tuple(move for move in all_moves(line.slug) if verb_of(move) == word)
    return Step(line.typed_from(begun), every)


def put_order(step: Step) -> int:
    """T4a: cards are put away in ascending order, in whatever order somebody names them."""
    found = re.search("[0-9]+", step.moves[0])
    return int(found[0]) if found else 0


def merged(found: list[Step]) -> list[Step]:
    """23: the same number several times is one lay of several cards."""
    joined: list[Step] = []
    for step in found:
        together = both(joined[-1], step) if joined else None
        if together:
            joined.pop()
        joined.append(together or step)
    return joined


def both(one: Step, other: Step) -> Step | None:
    """Two lays of the same number as one; bonus chips stand behind the last."""
    first, second = LAID.fullmatch(one.moves[0]), LAID.fullmatch(other.moves[0])
    if not first or not second or first[1] != second[1] or first[3]:
        return None
    count = int(first[2] or 1) + int(second[2] or 1)
    chips = f"+{second[3]}" if second[3] else ""
    return Step(f"{one.typed} {other.typed}", (f"{first[1]}x{count}{chips}",))


# -- showing --------------------------------------------------------------------------------------


def shown(slug: str, move: str, names: Sequence[str], say: Words) -> str:
    """A move as the player would type it: in words of the language, with signs and names."""
    if move in WHOLE[slug]:
        return usual("move", move, say)
    word, space, rest = move.rpartition(" ")
    if word == "take":
        return f"{usual('move', 'take', say)} {names[int(rest)]}"
    begin = usual("move", word, say) if word in BEGIN[slug] else word
    return f"{begin}{space}{card_shown(slug, rest)}"


def card_shown(slug: str, text: str) -> str:
    """A card as it is shown: suits as signs."""
    if slug == "koenigs-romme" and (found := SUITED.fullmatch(text)):
        return found[1] + SIGNS[found[2]]
    return text
