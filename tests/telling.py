"""What the tests of the narrator share: whole games told, and what no sentence may contain."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from string import Formatter

from reihum import Match
from reihum.games import spec
from reihum.narrator import narrator
from reihum.words import LANGUAGES, Words, narration
from reihum.words.teller import Teller

NAMES = ["Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus"]
ODD = re.compile(r"[{}|]|None|  |\s[.,:;]|\(\)|\[|\.\.$")  # leftovers of templates


def tale(match: Match, lang: str = "en", listener: int | None = 0, spoken: bool = False) -> list[str]:
    """All that a listener is told of a match, the first deal left out."""
    tell = narrator(match.game.slug, lang, NAMES[: match.seats], listener, spoken)
    return [sentence for heard in match.since(listener) for sentence in tell.sentences(heard)]


def last(match: Match, lang: str = "en", listener: int | None = 0, spoken: bool = False) -> str:
    """What a listener is told of the last move."""
    tell = narrator(match.game.slug, lang, NAMES[: match.seats], listener, spoken)
    return " ".join(tell.sentences(match.since(listener, len(match.history) - 1)[0]))


def told(slug: str, lang: str) -> Words:
    """What the narrator of a game says in a language."""
    return narration(spec(slug).module, lang)


class Overheard(Words):
    """A catalogue that notices which of its sentences are used."""

    def __init__(self, slug: str, lang: str) -> None:
        super().__init__(lang, dict(told(slug, lang).sentences))
        self.used: set[str] = set()

    def __call__(self, key: str, /, **facts: object) -> str:
        self.used.add(key)
        return super().__call__(key, **facts)


def walked(match: Match, moves: int, seed: int) -> Match:
    """A game played on partly at random, partly sensibly."""
    chance, policy = random.Random(seed), match.game.spec.policy()
    while not match.over and len(match.history) < moves:
        seat = chance.choice(match.owes())
        sensible = match.game.spec.text(int(policy.choose(match.state.side(seat))))
        match.play(sensible if chance.random() < 0.8 else chance.choice(match.moves(seat)), seat)
    return match


def told_to_all(match: Match, teller: type[Teller], words: Overheard) -> Iterator[str]:
    """Everything that everybody is told of a game."""
    for listener in [None, *range(match.seats)]:
        for spoken in (False, True):
            tell = teller(words, NAMES[: match.seats], listener, spoken)
            yield from tell.event_sentences(match.dealt(listener))
            yield tell.undo_sentence(0)
            yield tell.say("stood_in")
            seats = range(match.seats)
            yield from map(tell.mixed_again_sentence, ([0], [match.seats - 1], seats))
            for heard in match.since(listener):
                yield from tell.sentences(heard)


def places(sentence: str) -> set[str]:
    """The facts that a sentence names."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def catalogues_agree(slug: str) -> None:
    """The three languages say the same things with the same facts, each to others and to oneself."""
    english = told(slug, "en").sentences
    for lang in LANGUAGES:
        other = told(slug, lang).sentences
        assert {key: places(text) for key, text in other.items()} == {
            key: places(text) - ({"by"} if key.endswith("_you") else set()) for key, text in english.items()
        }
    for key in english:
        if "by" in places(english[key]):
            assert f"{key}_you" in english, key
