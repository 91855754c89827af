"""How the plain terminal game shows a view, the moves, what happened, and the score pad."""

from __future__ import annotations

from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from reihum.core.spec import Json
from reihum.words import Words

YOU: Final = 0  # the seat at the keyboard
LATELY: Final = 12  # of a long pile only so many cards are shown
# Said elsewhere, or of use to programs only.
HIDDEN: Final = {
    *("game", "seat", "solo", "options", "owes", "idle", "turns"),
    *("one_of", "recycled", "unmoved", "holds", "reshuffled", "in_hands", "fresh", "had", "drew", "composed"),
}
SEATS: Final = {"one", "top_by", "beginner", "dealer", "out_by", "asker", "giver"}  # fields that name a seat
LISTS: Final = {"callers", "last_turns", "taking"}  # fields that name several


def draw_view(console: Console, words: Words, view: Json, names: list[str]) -> None:
    """Everything the seat may know: first what belongs to each seat, then the table, then the hand."""
    console.print()
    if view.get("solo"):
        draw_solo(console, words, view)
        return
    seats = len(names)
    per_seat = {name: value for name, value in view.items() if belongs_to_seats(name, value, seats)}
    if seats > 1:
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("")
        for seat, name in enumerate(names):
            table.add_column(("→ " if view.get("turn") == seat else "") + escape(name), justify="right")
        for name, values in per_seat.items():
            if any(value not in (None, [], 0, "", False) for value in values):
                table.add_row(label(words, name), *(escape(shown(words, value)) for value in values))
        console.print(table)
    for name, value in view.items():
        if name in HIDDEN or name == "hand" or (seats > 1 and name in per_seat) or name == "turn":
            continue
        if value not in (None, [], False) or (value == 0 and name in SEATS and value is not False):
            console.print(f"{label(words, name)}: {escape(named(words, name, value, names))}")
    if view.get("hand"):
        console.print(f"[bold]{label(words, 'hand')}: {escape(shown(words, view['hand']))}[/bold]")


def draw_solo(console: Console, words: Words, view: Json) -> None:
    """Königs-Rommé alone: a line for each hand, named by its wild."""
    wilds = [*(str(v) for v in range(3, 11)), "J", "Q", "K"]
    for wild, hand, finished in zip(wilds, view["hands"], view["finished"], strict=True):
        line = f"{wild:>2}  {escape(' '.join(hand))}"
        console.print(f"[dim]{line}  ✓[/dim]" if finished else line)
    console.print(f"{label(words, 'in_stock')}: {view['in_stock']}")
    if view["shown"] is not None:
        console.print(f"[bold]{label(words, 'shown')}: {escape(view['shown'])}[/bold]")


def belongs_to_seats(name: str, value: object, seats: int) -> bool:
    """Whether a field has one entry per seat."""
    on_the_table = {"hand", "pile", "row", "values", "away", "called", "discard", "stock"} | LISTS
    return name not in HIDDEN | on_the_table and isinstance(value, list) and len(value) == seats


def label(words: Words, name: str) -> str:
    """The word for a field."""
    return escape(words.get(f"field.{name}", name))


def named(words: Words, name: str, value: object, names: list[str]) -> str:
    """A field's value in words; seats by the players' names."""
    if name in SEATS and isinstance(value, int):
        return names[value]
    if name == "direction" and isinstance(value, int):
        return words("play.clockwise") if value == 1 else words("play.anticlockwise")
    if name in LISTS and isinstance(value, list):
        return ", ".join(names[seat] for seat in value)
    return shown(words, value)


def shown(words: Words, value: object) -> str:
    """A value in words: lists spaced, nothing as a dash, long piles cut."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return words("play.yes") if value else "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(words, inner)}" for key, inner in value.items()) or "–"
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return " | ".join(shown(words, inner) for inner in value)
        cut = "… " if len(value) > 2 * LATELY else ""
        return cut + " ".join(shown(words, inner) for inner in (value[-LATELY:] if cut else value)) or "–"
    return words.get(f"word.{value}", str(value)) if isinstance(value, str) else str(value)


def draw_moves(console: Console, words: Words, moves: list[str]) -> None:
    """The legal moves with their numbers."""
    console.print(escape(words("play.moves")))
    listed = [f"[dim]#{number}[/dim] {escape(move)}" for number, move in enumerate(moves, start=1)]
    console.print(Columns(listed, padding=(0, 3)))


def draw_event(console: Console, words: Words, event: Json, names: list[str]) -> None:
    """What everybody saw, if the catalogue has a sentence for it."""
    kind = f"event.{event['kind']}"
    if event.get("seat") == YOU and words.get(f"{kind}_you", ""):
        kind = f"{kind}_you"
    if template := words.get(kind, ""):
        facts = {name: fact(words, name, value, names) for name, value in event.items() if name != "kind"}
        console.print(f"  · {escape(template.format_map(facts))}")


def fact(words: Words, name: str, value: object, names: list[str]) -> str:
    """A fact of an event in words; seats by the players' names."""
    if name in ("from", "giver") and value == YOU:
        return words("play.you_object")
    if name in ("seat", "from", "giver") and isinstance(value, int):
        return names[value]
    if name == "calls" and isinstance(value, list):
        return ", ".join(f"{names[seat]} {number}" for seat, number in value)
    return shown(words, value) if value != [] else "–"


def draw_scores(console: Console, words: Words, rounds: list[dict[str, object]], names: list[str]) -> None:
    """The score pad: a line or two for each round so far."""
    table = Table(title=words("play.score_pad"), title_justify="left", box=None, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(escape(name), justify="right")
    for event in rounds:
        for name in ("scores", "fines", "points", "totals"):
            values = event.get(name)
            if isinstance(values, list):
                title = f"{words('play.round', round=event['round'])} · {words.get(f'field.{name}', name)}"
                table.add_row(escape(title), *(str(value) for value in values))
    console.print(table)
