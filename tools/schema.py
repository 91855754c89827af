"""Descriptions of views and events: types for the browser, tables for the documentation.

`python -m tools.schema` (or `make types`) writes both from the TypedDicts of the games; a test checks that
they are up to date.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.wire.exercises import (
    ExerciseListed,
    Exercises,
    ExerciseShown,
    Judged,
    PuzzleShelf,
    PuzzlesShown,
)
from reihum.wire.from_server import (
    BranchShown,
    Clock,
    FromServer,
    GuestShown,
    HintOption,
    LessonShown,
    LogLine,
    MixShown,
    PartShown,
    PauseShown,
    SeatShown,
    TableShown,
)
from reihum.wire.requests import (
    About,
    CallsShown,
    CallsTried,
    FinishedGame,
    FinishedGames,
    GameShown,
    GameStatistics,
    OwnTable,
    Replayed,
    ReplayedStep,
    Statistics,
    Tally,
    TallyByCompany,
    TallyBySize,
    UnfinishedGame,
    UnfinishedGames,
    WebhookShown,
)
from reihum.wire.reviews import Reviewed, ReviewedOption, ReviewedSeat, ReviewedStep, ReviewMaking
from reihum.words.drawing import fields_of

TYPES: Final = "src/reihum/games/{package}/web/views.d.ts"
PAGES: Final = Path("docs/rules")
WIRE: Final = Path("src/reihum/web/base/wire.d.ts")


# -- TypeScript -----------------------------------------------------------------------------------


def typescript(slug: str) -> str:
    """The types of the views and events of a game."""
    head = "// Made by `make types` from the views and events that the game declares; do not edit.\n"
    return "\n".join([head, *interfaces(spec(slug))])


def types_file(slug: str) -> Path:
    """The file with the types of a game, for the page."""
    return Path(TYPES.format(package=spec(slug).package))


def interfaces(of: Spec) -> Iterator[str]:
    """One interface for each view and event of a game."""
    for typed in of.view_types:
        yield interface(view_name(of, typed), typed)
    names = [f"{prefix(of)}{typed.__name__}" for typed in of.event_types]
    for name, typed in zip(names, of.event_types, strict=True):
        yield interface(name, typed)
    yield f"export type {prefix(of)}Event = {' | '.join(names)};\n"


def prefix(of: Spec) -> str:
    """A game's name, with which the names of its types begin."""
    return "".join(part.capitalize() for part in of.package.split("_"))


def view_name(of: Spec, typed: type) -> str:
    """The name of a view's interface."""
    return f"{prefix(of)}{typed.__name__}"


def interface(name: str, typed: type) -> str:
    """A TypedDict as an interface, with a comment for each field."""
    lines = [f"export interface {name} {{"]
    for field, hint in get_type_hints(typed, include_extras=True).items():
        lines += [f"  /** {fields_of(typed)[field].about} */", f"  {field}: {type_text(hint, TYPESCRIPT)};"]
    return "\n".join([*lines, "}\n"])


def struct_interface(typed: type[msgspec.Struct]) -> str:
    """A message as an interface; fields that may be left out are optional."""
    tag = typed.__struct_config__.tag
    about = str(typed.__doc__).splitlines()[0]
    lines = [f"/** {about} */", f"export interface {typed.__name__} {{", *([f'  t: "{tag}";'] if tag else [])]
    for field, hint in get_type_hints(typed, include_extras=True).items():
        optional = "?" if msgspec.UnsetType in get_args(hint) else ""
        lines.append(f"  {field}{optional}: {type_text(hint, TYPESCRIPT)};")
    return "\n".join([*lines, "}\n"])


def wire_types() -> str:
    """The types of the server's messages and answers that the page reads."""
    head = "// Made by `make types` from the descriptions of the wire; do not edit.\n"
    messages = get_args(FromServer)
    tables = (
        SeatShown,
        Clock,
        PauseShown,
        LessonShown,
        GuestShown,
        BranchShown,
        MixShown,
        PartShown,
        TableShown,
        LogLine,
        HintOption,
        OwnTable,
    )
    own = (UnfinishedGame, UnfinishedGames, FinishedGame, FinishedGames)
    figures = (Tally, TallyBySize, TallyByCompany, GameStatistics, Statistics)
    parts = (
        *tables,
        *own,
        *figures,
        GameShown,
        About,
        ReplayedStep,
        Replayed,
        ReviewedSeat,
        ReviewedOption,
        ReviewedStep,
        Reviewed,
        ReviewMaking,
        ExerciseShown,
        Judged,
        PuzzleShelf,
        PuzzlesShown,
        ExerciseListed,
        Exercises,
        WebhookShown,
        CallsShown,
        CallsTried,
    )
    union = " | ".join(each.__name__ for each in messages)
    interfaces = [struct_interface(each) for each in (*parts, *messages)]
    return "\n".join([head, *interfaces, f"export type FromServer = {union};\n"])


# -- Python types as text -------------------------------------------------------------------------


class TypeStyle(NamedTuple):
    """A way of writing types."""

    plain: dict[object, str]
    quote: str
    union: str  # between the members of a union
    values: str  # between the values of a literal
    list_of: Callable[[str], str]
    dict_of: Callable[[str], str]
    object_of: Callable[[dict[str, str]], str]


TYPESCRIPT: Final = TypeStyle(
    plain={int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any"},
    quote='"',
    union=" | ",
    values=" | ",
    list_of=lambda of: f"({of})[]" if "|" in of else f"{of}[]",
    dict_of=lambda of: f"Record<string, {of}>",
    object_of=lambda fields: "{ " + "; ".join(f"{name}: {of}" for name, of in fields.items()) + " }",
)
PROSE: Final = TypeStyle(
    plain={int: "number", str: "text", bool: "true or false", type(None): "null"},
    quote="`",
    union=" or ",
    values=", ",
    list_of=lambda of: f"list of {of}",
    dict_of=lambda of: "object",
    object_of=lambda fields: "object",
)


def type_text(hint: Any, style: TypeStyle) -> str:
    """A Python type, written in one of these styles."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type_text(inner[0], style)
    if origin is Literal:
        mark = style.quote
        values = [f"{mark}{each}{mark}" if isinstance(each, str) else str(each) for each in inner]
        return style.values.join(values)
    if origin in (Union, types.UnionType):
        return style.union.join(type_text(each, style) for each in inner if each is not msgspec.UnsetType)
    if origin is list:
        return style.list_of(type_text(inner[0], style))
    if origin is dict:
        return style.dict_of(type_text(inner[1], style))
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True).items()
        return style.object_of({name: type_text(each, style) for name, each in fields})
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    return style.plain[hint]


# -- documentation --------------------------------------------------------------------------------


def tables(of: Spec) -> dict[str, list[str]]:
    """The lines between the marks of a game's page."""
    views = [line for typed in of.view_types for line in view_table(typed)]
    return {"view": views, "events": event_table(of)}


def view_table(typed: type) -> list[str]:
    """Every field of a view: its name, its form, its kind, and its meaning."""
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
        lines.append(f"| `{name}` | {type_text(hints[name], PROSE)} | {kind} | {field.about} |")
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


def fill(page: str, lines: dict[str, list[str]]) -> str:
    """The page with the tables between its marks."""
    for mark, content in lines.items():
        start, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
        before, found, rest = page.partition(start)
        if not found:
            raise ValueError(f"the page has no mark {start}")
        after = rest.partition(end)[2] if end in rest else rest
        page = before + "\n".join([start, *content, end]) + after
    return page


def main() -> None:
    """Write the types, and fill in the pages."""
    WIRE.write_text(wire_types(), encoding="utf-8")
    for slug in SLUGS:
        types_file(slug).write_text(typescript(slug), encoding="utf-8")
        page = PAGES / f"{spec(slug).package}.md"
        page.write_text(fill(page.read_text(encoding="utf-8"), tables(spec(slug))), encoding="utf-8")


if __name__ == "__main__":
    main()
