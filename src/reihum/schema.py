"""What views and events look like, for others: types for the browser, tables for the documentation.

`python -m reihum.schema` (or `make types`) writes both anew from the TypedDicts of the games; a test holds
them current.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from reihum.core.spec import Spec
from reihum.drawing import fields_of
from reihum.games import PACKAGES, SLUGS, spec

TYPES: Final = Path("src/reihum/web/views.d.ts")
PAGES: Final = Path("docs/rules")
PLAIN: Final = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
JSON: Final = {int: "number", str: "text", bool: "true or false", type(None): "null"}


# -- TypeScript -----------------------------------------------------------------------------------


def typescript() -> str:
    """The types of all views and events."""
    parts = ["// Made by `make types` from the views and events that the games declare; do not edit.\n"]
    for slug in SLUGS:
        parts += interfaces(spec(slug))
    views = " | ".join(view_name(spec(slug), typed) for slug in SLUGS for typed in spec(slug).view_types)
    return "\n".join([*parts, f"export type View = {views};\n"])


def interfaces(of: Spec) -> Iterator[str]:
    """One interface for each view and event of a game."""
    for typed in of.view_types:
        yield interface(view_name(of, typed), typed)
    names = [f"{prefix(of)}{typed.__name__}" for typed in of.event_types]
    for name, typed in zip(names, of.event_types, strict=True):
        yield interface(name, typed)
    yield f"export type {prefix(of)}Event = {' | '.join(names)};\n"


def prefix(of: Spec) -> str:
    """A game's name as types begin with it."""
    return "".join(part.capitalize() for part in of.package.split("_"))


def view_name(of: Spec, typed: type) -> str:
    """The name of a view's interface."""
    return f"{prefix(of)}{typed.__name__}"


def interface(name: str, typed: type) -> str:
    """A TypedDict as an interface, with what each field says."""
    lines = [f"export interface {name} {{"]
    for field, hint in get_type_hints(typed, include_extras=True).items():
        lines += [f"  /** {fields_of(typed)[field].about} */", f"  {field}: {in_typescript(hint)};"]
    return "\n".join([*lines, "}\n"])


def in_typescript(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return in_typescript(inner[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(in_typescript(each) for each in inner)
    if origin is list:
        of = in_typescript(inner[0])
        return f"({of})[]" if "|" in of else f"{of}[]"
    if origin is dict:
        return f"Record<string, {in_typescript(inner[1])}>"
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True).items()
        return "{ " + "; ".join(f"{field}: {in_typescript(each)}" for field, each in fields) + " }"
    return PLAIN[hint]


# -- documentation --------------------------------------------------------------------------------


def tables(of: Spec) -> dict[str, list[str]]:
    """The lines that a game's page has between its marks."""
    views = [line for typed in of.view_types for line in view_table(typed)]
    return {"view": views, "events": event_table(of)}


def view_table(typed: type) -> list[str]:
    """Every field of a view: its name, its form, its kind, and what it says."""
    lines = [
        "",
        str(typed.__doc__),
        "",
        "| field | form | kind | what it says |",
        "| --- | --- | --- | --- |",
    ]
    hints = get_type_hints(typed, include_extras=True)
    for name, field in fields_of(typed).items():
        kind = f"{field.kind}, for each seat" if field.by_seat else field.kind
        lines.append(f"| `{name}` | {in_words(hints[name])} | {kind} | {field.about} |")
    return [*lines, ""]


def event_table(of: Spec) -> list[str]:
    """Every event: its kind, who hears it, its facts."""
    lines = ["", "| event | who hears it | when | facts |", "| --- | --- | --- | --- |"]
    for typed in of.event_types:
        fields = dict(fields_of(typed))
        kind = fields.pop("kind")
        name = get_args(get_type_hints(typed)["kind"])[0]
        facts = "; ".join(f"`{each}`: {field.about}" for each, field in fields.items()) or "–"
        lines.append(f"| `{name}` | {kind.kind.removesuffix(' hears it')} | {kind.about} | {facts} |")
    return [*lines, ""]


def in_words(hint: Any) -> str:
    """A Python type as the documentation writes it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return in_words(inner[0])
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(in_words(each) for each in inner)
    if origin is list:
        return f"list of {in_words(inner[0])}"
    if origin is dict or is_typeddict(hint):
        return "object"
    return JSON[hint]


def filled(page: str, lines: dict[str, list[str]]) -> str:
    """A page with the tables between its marks."""
    for mark, content in lines.items():
        start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
        before, found, rest = page.partition(start)
        if not found:
            raise ValueError(f"the page has no mark {start}")
        after = rest.partition(end)[2] if end in rest else rest
        page = before + "\n".join([start, *content, end]) + after
    return page


def main() -> None:
    """Write the types and fill the pages."""
    TYPES.parent.mkdir(exist_ok=True)
    TYPES.write_text(typescript(), encoding="utf-8")
    for slug in SLUGS:
        page = PAGES / f"{PACKAGES[slug]}.md"
        page.write_text(filled(page.read_text(encoding="utf-8"), tables(spec(slug))), encoding="utf-8")


if __name__ == "__main__":
    main()
