"""What the page is given to read: its words in each language, and the rules of each game with examples."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from reihum.core.spec import Json
from reihum.games import PACKAGES
from reihum.match import game
from reihum.narrator import narrator
from reihum.server.wire import encoded
from reihum.sheets import sheet
from reihum.words import LANGUAGES, flat, words

SEED: Final = 0  # of what an example's position leaves open: the same example reads the same every time


def leaflets() -> dict[str, bytes]:
    """All of them, by the name under which the page asks for them."""
    found = {f"words/{lang}.json": encoded(page_words(lang)) for lang in LANGUAGES}
    for slug in PACKAGES:
        found |= {f"rules/{slug}.{lang}.json": encoded(rules(slug, lang)) for lang in LANGUAGES}
    return found


def page_words(lang: str) -> dict[str, str]:
    """The page's catalogue: what it says of every game, and under the name of its package of each."""
    found = dict(flat(tables(files("reihum.words") / f"page.{lang}.toml"), ""))
    for package in PACKAGES.values():
        found |= flat(tables(files(f"reihum.games.{package}") / f"page.{lang}.toml"), f"{package}.")
    return found


def rules(slug: str, lang: str) -> Json:
    """The rules of one game, with examples that the engine has judged."""
    paper = sheet(slug, lang)
    return {
        "slug": slug,
        "title": game(slug).title,
        "aim": paper.aim,
        "example": paper.example,
        "sections": [
            {
                "heading": section.heading,
                "rules": [{"number": number, "text": text} for number, text in section.rules.items()],
            }
            for section in paper.sections
        ],
        "examples": [judged(slug, lang, example) for example in examples(slug)],
    }


def examples(slug: str) -> list[Json]:
    """The examples of a game: which rule, a position, a seat and the move that it tries."""
    found = tables(files(f"reihum.games.{PACKAGES[slug]}") / "examples.toml")
    return list(found.get("example", []))


def judged(slug: str, lang: str, example: Json) -> Json:
    """An example as that seat sees it, and what comes of the move: a refusal, or what is told of it."""
    position, seat, move = example["position"], example["seat"], example["move"]
    match = game(slug).from_position(json.loads(position) if isinstance(position, str) else position, SEED)
    view = match.view(seat)
    mistake = match.attempt(move, seat)
    if mistake is None:
        names = words(lang)("play.names").split()[: match.seats]
        teller = narrator(slug, lang, names, seat)
        text = " ".join(teller.sentences(match.since(seat)[-1]))
    else:
        text = mistake.text(lang)
    told = {"rule": example["rule"], "view": view, "seat": seat, "move": move}
    return {**told, "ok": mistake is None, "text": text}


def tables(file: Traversable) -> dict[str, Any]:
    """What a TOML file says; nothing if it is not there."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
