"""Views and events are what the games declare: every field, its kind, its type, who hears it."""

from __future__ import annotations

import types
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from reihum.core.contract import EVERYBODY, NOBODY, OVER, Event
from reihum.core.dealer import Seeded
from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEAT, SEATS, TO_ALL, TO_ONE, WORD
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.words import LANGUAGES
from reihum.words.drawing import fields_of, view_fields, view_text
from tests.games import ENDS, PACKAGES, SIZES, Walk
from tools.schema import WIRE, fill, tables, types_file, typescript, wire_types

ROOT = Path(__file__).parent.parent
# What hardly ever happens in walks: a set-up, and the move that makes it happen.
RARE: dict[str, list[tuple[Json, str]]] = {
    "help": [
        (  # H11: the last card of the draw pile is taken
            {
                "hands": [["1", "5", "6", "7"], ["2", "5", "6", "7"], ["3", "5", "6", "7"]],
                "row": ["4"],
                "stock": ["8"],
                "discard": ["9", "10"],
                "turn": 0,
            },
            "5",
        )
    ]
}
SHOWN = {SEAT, SEATS, CARD, CARDS, NUMBER, WORD, FLAG}


@cache
def hints_of(typed: Any) -> dict[str, Any]:
    """The fields of a TypedDict with their annotations, evaluated once."""
    return get_type_hints(typed, include_extras=True)


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of a declared type, at all levels."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fits(value, inner[0])
    if origin is Literal:
        return value in inner
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in inner)
    if origin is list:
        return isinstance(value, list) and all(fits(each, inner[0]) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(each, inner[1]) for each in value.values())
    if is_typeddict(hint):
        hints = hints_of(hint)
        return isinstance(value, dict) and matches(value, hints)
    return type(value) is hint


def matches(value: dict[str, object], hints: dict[str, Any]) -> bool:
    """Whether an object has exactly these fields, each of the right type."""
    return value.keys() == hints.keys() and all(fits(value[name], hint) for name, hint in hints.items())


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_views_have_exactly_the_declared_fields_and_types(slug: str, players: int) -> None:
    of = spec(slug)
    for seed in range(2):
        for state in Walk(of, players, seed).steps(150):
            for seat in [NOBODY, *range(players)]:
                view = dict(of.view(state, seat))
                assert view == {**of.public(state), **of.own(state, seat)}
                hints = next(
                    hints_of(typed) for typed in of.view_types if fields_of(typed).keys() == view.keys()
                )
                wrong = [name for name, hint in hints.items() if not fits(view[name], hint)]
                assert wrong == [], (wrong, view)
                for name, field in view_fields(of.view_types, view).items():
                    assert not field.by_seat or len(view[name]) == players, name


@pytest.mark.parametrize("slug", SLUGS)
def test_events_are_declared_and_every_declared_event_happens(slug: str) -> None:
    of = spec(slug)
    declared = {get_args(get_type_hints(typed)["kind"])[0]: typed for typed in of.event_types}
    happened: Counter[str] = Counter()
    for players in range(of.fewest, of.most + 1):
        for seed in range(9):
            walk = Walk(of, players, seed, wildness=(2, 4, 40)[seed % 3])
            walk.state.telling = True
            walk.state.tell_deal()
            for _ in range(1_200):
                happened.update(check_events(walk.state.events, declared))
                if walk.state.turn() == OVER:
                    break
                walk.step()
    for position, move in RARE.get(slug, []):
        state = of.from_position(position, Seeded(1))
        state.telling = True
        state.play(state.turn(), of.parse(move), Seeded(1))
        happened.update(check_events(state.events, declared))
    assert set(happened) == set(declared)
    assert of.revealing <= set(declared)


def check_events(events: list[Event], declared: dict[str, type]) -> list[str]:
    """Check that each event has its declared type and ears, and return their kinds."""
    for event in events:
        typed, told = declared[event.kind], {"kind": event.kind, **event.facts}
        assert matches(told, hints_of(typed)), told
        assert (event.ears != EVERYBODY) == (fields_of(typed)["kind"].kind == TO_ONE), told
    return [event.kind for event in events]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_field_says_what_it_is_and_what_is_shown_has_words_in_every_language(slug: str) -> None:
    of = spec(slug)
    assert of.view_types
    for typed in of.view_types:
        for name, field in fields_of(typed).items():
            assert field.kind in SHOWN | {PROGRAM}, name
            assert field.about
            if field.kind != PROGRAM:
                assert all(of.words(lang).get(f"field.{name}", "") for lang in LANGUAGES), name
            if field.kind == WORD:
                said = literals(get_type_hints(typed)[name])
                assert said, name
                for lang in LANGUAGES:
                    assert [word for word in said if not of.words(lang).get(f"word.{word}", "")] == []
    for typed in of.event_types:
        for name, field in fields_of(typed).items():
            assert field.about
            assert (field.kind in (TO_ALL, TO_ONE)) == (name == "kind")


def literals(hint: Any) -> list[str]:
    """All words that a type allows."""
    if get_origin(hint) is Literal:
        return [str(word) for word in get_args(hint)]
    return [word for inner in get_args(hint) for word in literals(inner)]


@pytest.mark.parametrize(("slug", "players"), SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_for_programs_is_drawn(slug: str, players: int, lang: str) -> None:
    of, say = spec(slug), spec(slug).words(lang)
    names = [f"N{seat}" for seat in range(players)]
    for state in Walk(of, players, 3).steps(120):
        view = of.view(state, 0)
        fields = view_fields(of.view_types, view)
        seen = view_text(of.view_types, view, names, say)
        assert all(fields[name].kind != PROGRAM for name, _, _ in seen.lines)
        labels = {say(f"field.{name}") for name, field in fields.items() if field.by_seat}
        assert {label for label, _ in seen.by_seat} <= labels
        assert all(len(texts) == players for _, texts in seen.by_seat)
        assert not any("None" in text for _, _, text in seen.lines)


def test_the_types_of_the_wire_are_current() -> None:
    assert (ROOT / WIRE).read_text("utf-8") == wire_types(), "run `make types`"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_types_of_the_browser_are_current(slug: str) -> None:
    assert (ROOT / types_file(slug)).read_text("utf-8") == typescript(slug), "run `make types`"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_tables_of_the_documentation_are_current(slug: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{PACKAGES[slug]}.md").read_text("utf-8")
    assert page == fill(page, tables(spec(slug))), "run `make types`"
