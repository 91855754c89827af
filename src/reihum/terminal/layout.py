"""Fitting text to the width of the terminal: hanging indents, and tables in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

Cells = Sequence[Text]


def styled_text(text: str, style: str) -> Text:
    """A text in a style that does not spread to what is appended."""
    return Text.assemble((text, style.strip()))


def print_line(console: Console, text: Text) -> None:
    """Print one line without wrapping it."""
    console.print(text, soft_wrap=True)


def print_items(console: Console, label: Text, items: Sequence[Text], gap: str = " ", hang: int = 2) -> None:
    """Print items after a label, as many to a line as fit; only items longer than a line are broken."""
    line, fresh = label.copy(), True
    for item in items:
        for part in wrap_text(console, item, console.width - hang):
            space = "" if fresh else gap
            if line.cell_len + len(space) + part.cell_len > console.width and line.plain.strip():
                line.rstrip()
                print_line(console, line)
                line, space = Text(" " * hang), ""
            line.append(space).append_text(part)
            fresh = False
    if items:
        print_line(console, line)


def wrap_text(console: Console, text: Text, width: int) -> Sequence[Text]:
    """The text in one piece if it fits, otherwise in lines."""
    return [text] if text.cell_len <= width else list(text.wrap(console, width))


def print_paragraph(console: Console, text: str, label: str = "") -> None:
    """Print wrapped text after a label, with further lines indented to match."""
    hang = len(label)
    for number, line in enumerate(Text(text).wrap(console, max(20, console.width - hang))):
        line.rstrip()
        print_line(console, Text(" " * hang if number else label).append_text(line))


def print_table(console: Console, rows: Sequence[Cells], words: bool = True) -> bool:
    """Print rows in columns if they fit, and return whether they did. The first column holds words."""
    widths = [max(row[column].cell_len for row in rows) for column in range(len(rows[0]))]
    if sum(widths) + 2 * (len(widths) - 1) > console.width:
        return False
    for row in rows:
        print_line(console, Text("  ").join(align_cells(row, widths, words)))
    return True


def align_cells(row: Cells, widths: Sequence[int], words: bool) -> Iterator[Text]:
    """The cells of a row, numbers aligned to the right."""
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        blank = Text(" " * (width - cell.cell_len))
        last = column == len(widths) - 1
        if words and column == 0:
            yield cell if last else cell + blank
        else:
            yield blank + cell


def transpose(rows: Sequence[Cells]) -> list[list[Text]]:
    """The columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def truncate(text: Text, width: int) -> Text:
    """A text shortened to a width."""
    short = text.copy()
    short.truncate(max(1, width), overflow="ellipsis")
    return short
