"""What the page is given to read: its words in each language, and the rules of each game with examples."""

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
from reihum.server.http.game_parts import home
from reihum.wire.encoding import encode
from reihum.words import LANGUAGES, dotted_keys, words

GAMES: Final = "games.json"  # which there are; the shell of the page says it, too
SEED: Final = 0  # of what an example's position leaves open: the same example reads the same every time


def leaflets() -> dict[str, bytes]:
    """All of them, by the name under which the page asks for them."""
    found = {GAMES: encode([about_game(of) for of in map(spec, SLUGS)])}
    found |= {f"words/{lang}.json": encode(page_words(lang)) for lang in LANGUAGES}
    for slug in SLUGS:
        found |= {f"rules/{slug}.{lang}.json": encode(rules(slug, lang)) for lang in LANGUAGES}
    return found


def about_game(of: Spec) -> Json:
    """What the page has to know of a game before it is played: where its part is, and how it is scored."""
    scored = of.results
    return {
        "slug": of.slug,
        "title": of.title,
        "package": of.package,
        "players": [*range(of.fewest, of.most + 1)],
        "results": {
            "kinds": list(scored.facts),
            "total": scored.total,
            "gain": scored.gain,
            "unit": scored.unit,
        },
        "services": list(of.services),
    }


def page_words(lang: str) -> dict[str, str]:
    """The page's catalogue: what it says of every game, and under the name of its package of each."""
    found = dict(dotted_keys(tables(files("reihum.words") / f"page.{lang}.toml"), ""))
    for slug in SLUGS:
        found |= dotted_keys(tables(home(slug) / f"page.{lang}.toml"), f"{spec(slug).package}.")
    return found


def rules(slug: str, lang: str) -> Json:
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
        "examples": [judged(slug, lang, example) for example in examples(slug)],
    }


def examples(slug: str) -> list[Json]:
    """The examples of a game: which rule, a position, a seat and the move that it tries."""
    found = tables(home(slug) / "examples.toml")
    return list(found.get("example", []))


def judged(slug: str, lang: str, example: Json) -> Json:
    """An example as that seat sees it, and what comes of the move: a refusal, or what is told of it."""
    position, seat, move = example["position"], example["seat"], example["move"]
    match = game(slug).from_position(json.loads(position) if isinstance(position, str) else position, SEED)
    view = match.view(seat)
    mistake = match.attempt(move, seat)
    if mistake is None:
        names = words(lang)("play.names").split()[: match.seats]
        teller = spec(slug).teller(lang, names, seat)
        text = " ".join(teller.sentences(match.since(seat)[-1]))
    else:
        text = mistake.text(lang)
    told = {"rule": example["rule"], "view": view, "seat": seat, "move": move}
    return {**told, "ok": mistake is None, "text": text}


def tables(file: Traversable) -> dict[str, Any]:
    """What a TOML file says; nothing if it is not there."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
