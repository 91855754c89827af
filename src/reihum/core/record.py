"""Records: games written down as text, for people to read and for programs to replay.

Headers (`Name: value`) come first, then an empty line, then one move per line (`seat: text`), and at the end
either `Scores:` and `Winners:` or, for an unfinished game, `Unfinished:` with the number of moves.
Lines that begin with `;` are comments; one of them says that a bot stood in for the next move. A game
with a sealed deal that is over, or was ended early, has a last line `Digest:` with the SHA-256 of everything
before it.
"""

from __future__ import annotations

import hashlib
from typing import Final

from reihum.core.errors import BadRecord

FORMAT: Final = "1"
HEADERS: Final = (
    "Reihum",
    "Game",
    "Rules",
    "Players",
    "Date",
    "Options",
    "Names",
    "Seed",
    "Commitment",
    "Secret",
    "Nonces",
    "Deal",
    "Promises",
    "Earlier",
    "Position",
    "Continued",
)
ENDS: Final = ("Scores", "Winners", "Unfinished", "Digest")
STANDS_IN: Final = "; a bot stands in"  # the line before a move that a bot made for somebody
LONGEST_RECORD: Final = 4_000_000  # characters; far more than any game needs


class RecordedMove:
    """One line of a record: who played what."""

    def __init__(self, line: int, seat: int, text: str, stand_in: bool) -> None:
        self.line = line
        self.seat = seat
        self.text = text
        self.stand_in = stand_in


class Record:
    """A parsed record; nothing in it has been replayed yet."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.moves: list[RecordedMove] = []
        self.ends: dict[str, str] = {}
        self.lines: dict[str, int] = {}  # the line of each header and end

    def header(self, name: str) -> str:
        """A header, which must be there."""
        if name not in self.headers:
            raise BadRecord(1, f"The header '{name}' is missing.")
        return self.headers[name]

    def number(self, name: str, default: int | None = None) -> int:
        """A header that must be a whole number."""
        if default is not None and name not in self.headers:
            return default
        value = self.header(name)
        if not is_plain_number(value):
            raise BadRecord(self.lines[name], f"'{name}' must be a whole number.")
        return int(value)


def is_plain_number(text: str) -> bool:
    """Whether a text is a whole number of reasonable length, without sign or spaces."""
    return text.isascii() and text.isdigit() and len(text) <= 19


def parse_record(text: str) -> Record:
    """The headers, moves and end of a record, each checked for its form."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(1, "This is too long for a record.")
    lines = text.split("\n")
    record = Record()
    stand_in = False
    for number in range(parse_head(record, lines), len(lines)):
        line = lines[number].rstrip()
        if not line or line.startswith(";"):
            stand_in = stand_in or line == STANDS_IN
            continue
        if record.ends and not can_follow_end(record, line):
            raise BadRecord(number + 1, "Nothing may follow the end of the record.")
        parse_line(record, number + 1, line, stand_in)
        stand_in = False
    check_end(record, len(lines))
    return record


def parse_head(record: Record, lines: list[str]) -> int:
    """Read the headers, up to the first empty line; how many lines there are."""
    if lines[0].strip() != f"Reihum: {FORMAT}":
        raise BadRecord(1, f"A record begins with 'Reihum: {FORMAT}'.")
    for number, raw in enumerate(lines):
        line = raw.rstrip()
        if not line:
            return number
        if not line.startswith(";"):
            parse_header(record, number + 1, line)
    return len(lines)


def split_records(text: str) -> list[tuple[int, str]]:
    """The records in a file, each with the number of lines before it."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if number == 0 or line.startswith("Reihum:")]
    ends = [*starts[1:], len(lines)]
    return [(start, "\n".join(lines[start:end])) for start, end in zip(starts, ends, strict=True)]


def can_follow_end(record: Record, line: str) -> bool:
    """Whether a line may follow the first line of the end."""
    if "Digest" in record.ends:
        return False
    return line.startswith("Digest:") or (line.startswith("Winners:") and "Unfinished" not in record.ends)


def parse_header(record: Record, number: int, line: str) -> None:
    """Read one line of the head."""
    name, colon, value = line.partition(": ")
    if not colon or name not in HEADERS:
        raise BadRecord(number, "This is not a header of a record.")
    if name in record.headers:
        raise BadRecord(number, f"The header '{name}' is there twice.")
    record.headers[name] = value.strip()
    record.lines[name] = number


def parse_line(record: Record, number: int, line: str, stand_in: bool) -> None:
    """Read one line of the body: a move, or part of the end."""
    name, colon, value = line.partition(":")
    if colon and name in ENDS:
        if name in record.ends:
            raise BadRecord(number, f"'{name}' is there twice.")
        record.ends[name] = value.strip()
        record.lines[name] = number
        return
    if not colon or not is_plain_number(name) or not value.startswith(" ") or not value.strip():
        raise BadRecord(number, "A move is written as 'seat: move'.")
    record.moves.append(RecordedMove(number, int(name), value[1:], stand_in))


def check_end(record: Record, last: int) -> None:
    """Refuse a record that was cut off: its end is missing, or it says that there are more moves."""
    if "Unfinished" in record.ends:
        count = f"{len(record.moves)} moves"
        if record.ends["Unfinished"] != count:
            raise BadRecord(record.lines["Unfinished"], f"The record has {count}, which is not what it says.")
    elif "Scores" not in record.ends or "Winners" not in record.ends:
        raise BadRecord(last, "The record breaks off before its end.")


def record_text(headers: dict[str, str], body: list[str], ends: dict[str, str]) -> str:
    """The text of a record."""
    head = [f"{name}: {headers[name]}" for name in HEADERS if name in headers]
    foot = [f"{name}: {ends[name]}".rstrip() for name in ENDS if name in ends]
    return "\n".join([*head, "", *body, *foot, ""])


def with_digest(text: str) -> str:
    """The text of a record with its digest as the last line."""
    return f"{text}Digest: {digest_of(text.encode('utf-8'))}\n"


def digest_of(before: bytes) -> str:
    """The digest of everything before it."""
    return hashlib.sha256(before).hexdigest()


def game_digest(text: str) -> str:
    """The digest of everything but names and remarks, which may change when a player is forgotten."""
    kept = [f"{line}\n" for line in text.split("\n")[:-1] if is_of_the_game(line)]
    return digest_of("".join(kept).encode("utf-8"))


def is_of_the_game(line: str) -> bool:
    """Whether a line of a record says something about the game itself."""
    return line.rstrip() == STANDS_IN or not line.startswith((";", "Names: ", "Digest: "))
