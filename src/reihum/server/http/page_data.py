"""The data that the page reads: its words in each language, and the rules of each game with examples."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.match import game
from reihum.server.http.game_parts import game_folder
from reihum.table.lessons import courses, lesson_texts
from reihum.wire.encoding import encode
from reihum.words import LANGUAGES, dotted_keys, words

GAMES_FILE: Final = "games.json"  # which games there are; the shell of the page has it, too
EXAMPLE_SEED: Final = 0  # for what an example's position leaves open, so that it always reads the same


def page_files() -> dict[str, bytes]:
    """All files of data, by the names under which the page asks for them."""
    found = {GAMES_FILE: encode([about_game(of) for of in map(spec, SLUGS)])}
    found |= {f"words/{lang}.json": encode(page_words(lang)) for lang in LANGUAGES}
    for slug in SLUGS:
        found |= {f"rules/{slug}.{lang}.json": encode(rules_data(slug, lang)) for lang in LANGUAGES}
        for of in courses(slug):
            names = {lang: f"lessons/{slug}.{of.players}.{lang}.json" for lang in LANGUAGES}
            found |= {name: encode(lesson_texts(of, lang)) for lang, name in names.items()}
    return found


def about_game(of: Spec) -> Json:
    """What the page must know about a game before it is played: where its part is, and how it is scored."""
    scored = of.results
    return {
        "slug": of.slug,
        "title": of.title,
        "package": of.package,
        "players": [*range(of.fewest, of.most + 1)],
        "begins": of.begins,
        "results": {
            "kinds": list(scored.facts),
            "total": scored.total,
            "gain": scored.gain,
            "unit": scored.unit,
        },
        "services": list(of.services),
        "lessons": [course.players for course in courses(of.slug)],
    }


def page_words(lang: str) -> dict[str, str]:
    """The page's catalogue: its own words, the levels of bots, each game's under the name of its package."""
    found = dict(dotted_keys(toml_tables(files("reihum.words") / f"page.{lang}.toml"), ""))
    found |= {key: text for key, text in words(lang).sentences.items() if key.startswith("level.")}
    for slug in SLUGS:
        found |= dotted_keys(toml_tables(game_folder(slug) / f"page.{lang}.toml"), f"{spec(slug).package}.")
    return found


def rules_data(slug: str, lang: str) -> Json:
    """The rules of one game, with examples that the engine has judged."""
    paper = spec(slug).sheet(lang)
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
        "examples": [example_outcome(slug, lang, example) for example in game_examples(slug)],
    }


def game_examples(slug: str) -> list[Json]:
    """The examples of a game: the rule, a position, a seat and the move that it tries."""
    found = toml_tables(game_folder(slug) / "examples.toml")
    return list(found.get("example", []))


def example_outcome(slug: str, lang: str, example: Json) -> Json:
    """An example as its seat sees it, and the outcome of the move: a refusal, or what is told."""
    position, seat, move = example["position"], example["seat"], example["move"]
    setup = json.loads(position) if isinstance(position, str) else position
    match = game(slug).from_position(setup, EXAMPLE_SEED)
    view = match.view(seat)
    mistake = match.attempt(move, seat)
    if mistake is None:
        names = words(lang)("play.names").split()[: match.seats]
        teller = spec(slug).teller(lang, names, seat)
        text = " ".join(teller.sentences(match.since(seat)[-1]))
    else:
        text = mistake.text(lang)
    tried = {"rule": example["rule"], "view": view, "seat": seat, "move": move}
    return {**tried, "ok": mistake is None, "text": text}


def toml_tables(file: Traversable) -> dict[str, Any]:
    """The tables of a TOML file; none if there is no such file."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
