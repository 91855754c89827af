"""Laying out text in the width there is: lines that hang, tables that turn rather than be cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

Row = Sequence[Text]


def styled(text: str, style: str) -> Text:
    """A text in a style that does not spread to what is appended."""
    return Text.assemble((text, style.strip()))


def printed(console: Console, text: Text) -> None:
    """One line that fits already, or whatever cannot be made to fit."""
    console.print(text, soft_wrap=True)


def flow(console: Console, label: Text, items: Sequence[Text], gap: str = " ", hang: int = 2) -> None:
    """Items behind a label, as many to a line as there is room; only what is longer than a line is broken."""
    line, fresh = label.copy(), True
    for item in items:
        for part in parts(console, item, console.width - hang):
            space = "" if fresh else gap
            if line.cell_len + len(space) + part.cell_len > console.width and line.plain.strip():
                line.rstrip()
                printed(console, line)
                line, space = Text(" " * hang), ""
            line.append(space).append_text(part)
            fresh = False
    if items:
        printed(console, line)


def parts(console: Console, text: Text, width: int) -> Sequence[Text]:
    """A text in one piece if it fits, otherwise in lines."""
    return [text] if text.cell_len <= width else list(text.wrap(console, width))


def paragraph(console: Console, text: str, label: str = "") -> None:
    """Text in lines, behind a label and hanging from it."""
    hang = len(label)
    for number, line in enumerate(Text(text).wrap(console, max(20, console.width - hang))):
        line.rstrip()
        printed(console, Text(" " * hang if number else label).append_text(line))


def table(console: Console, rows: Sequence[Row], words: bool = True) -> bool:
    """Print rows in columns if they fit the width; whether they did. The first column holds words."""
    widths = [max(row[column].cell_len for row in rows) for column in range(len(rows[0]))]
    if sum(widths) + 2 * (len(widths) - 1) > console.width:
        return False
    for row in rows:
        printed(console, Text("  ").join(aligned(row, widths, words)))
    return True


def aligned(row: Row, widths: Sequence[int], words: bool) -> Iterator[Text]:
    """The cells of a row, numbers to the right."""
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        blank = Text(" " * (width - cell.cell_len))
        last = column == len(widths) - 1
        if words and column == 0:
            yield cell if last else cell + blank
        else:
            yield blank + cell


def turned(rows: Sequence[Row]) -> list[list[Text]]:
    """Columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def cut(text: Text, width: int) -> Text:
    """A text shortened to a width."""
    short = text.copy()
    short.truncate(max(1, width), overflow="ellipsis")
    return short
