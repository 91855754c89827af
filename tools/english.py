"""Finds the worst of translated English: `python -m tools.english [FILE ...]`.

It reads the pages, the English catalogues, and the comments and texts in Python and JavaScript. Each pattern
comes with better words. A pattern belongs here only if it finds next to nothing that an English writer
would leave standing.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
PLACES: Final = (
    "*.md",
    "docs/**/*.md",
    ".github/**/*.md",
    "src/**/*.en.toml",
    "src/reihum/words/en.toml",
    "*.py",
    "src/**/*.py",
    "tests/**/*.py",
    "tools/**/*.py",
    "benchmarks/**/*.py",
    "src/**/*.js",
    "tests/**/*.js",
)
EXEMPT: Final = (
    "tools/english.py",
    "tests/test_english.py",
    "tests/test_wording.py",
)  # they quote what they look for

# A pattern, and what to write instead. A space in a pattern also stands for the end of a line.
PATTERNS: Final = {
    r"the own": "your own, its own, their own",
    r"who(ever)? likes": "if you like, anyone who wants to",
    r"(for|to|by|with|from) who": "for anyone who, to those who",
    r"(?-i:Who) (lays|plays|takes|loses|needs|wants|writes|says|changes|sends|has)"
    r"(?: (?!and|or)[^\s.?!,;:]+){1,6}? (gets|goes|takes|wins|begins|sets|runs|is)": "a player who",
    r"it always goes|whatever (goes|went)|(does not|doesn't) go(?=[:;.,!])": "is allowed, fits, is possible",
    r"so it looks": "preview, this is how it looks",
    r"that cannot be(?=[.,:;)]| raises)": "an impossible …",
    r"anew": "again, from scratch",
    r"by lot": "at random",
    r"in the (very )?moment (of|when|that|in which)|at the (very )?moment in which": "at the moment of, when",
    r"at the (first|second|third) time": "the first time",
    r"also (if|when)": "even if, even when",
    r"(?<!so\s)many an?": "many",
    r"lest": "so that … not",
    r"another \w+ than": "a different … from",
    r"(from|with) (\w+ )?seat's eyes": "from a seat's point of view",
    r"(knows?|happen(s|ed|ing)?|task|told|said) beside": "besides, apart from, next to",
    r"beside the moves?": "besides the move, apart from the move",
    r"(is|are|be) no part of": "is not part of",
    r"(?<!there\s)(is|are) no (moves?|choice|numbers?|players?)": "is not a move",
    r"(?<!there\s)(is|are) (?-i:none)(?=[.,;)])": "is not one",
    r"stands? in (the|a|its|no) (logs?|records?|lists?|files?|sheets?)|what stands (here|there)": "is in",
    r"(?<!cannot\s)tells? more(?=[.;])": "says more, has the details",
    r"all what": "all that, everything that",
    r"how (it|this|that|they) looks? like": "what it looks like",
    r"depends? from": "depends on",
    r"consists? out of": "consists of",
}
SPACE: Final = r"(?:[ \t]+|[ \t]*\n[ \t]*)"  # not an empty line: there a new paragraph begins
COMPILED: Final = {
    re.compile(rf"\b(?:{pattern.replace(' ', SPACE)})(?!\w)", re.IGNORECASE): better
    for pattern, better in PATTERNS.items()
}


class Hit(NamedTuple):
    """A phrase that should be written in another way."""

    line: int
    phrase: str
    better: str


def hits(text: str) -> list[Hit]:
    """All phrases of a text that should be written in another way, from its first line on."""
    found = [
        Hit(text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), better)
        for pattern, better in COMPILED.items()
        for match in pattern.finditer(text)
    ]
    return sorted(found)


# -- the English of a file, every line where it was -----------------------------------------------


def english(name: str, source: str) -> str:
    """What is written for people in a file of this name; code is left out."""
    if name.endswith(".py"):
        return from_python(source)
    return from_javascript(source) if name.endswith(".js") else source


def from_python(source: str) -> str:
    """Comments and strings."""
    lines = [""] * (source.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] in ("COMMENT", "STRING", "FSTRING_MIDDLE"):
            for number, part in enumerate(token.string.split("\n"), token.start[0] - 1):
                lines[number] += f"{part.lstrip('#')} "
    return "\n".join(lines)


def from_javascript(source: str) -> str:
    """Comments."""
    lines = [""] * (source.count("\n") + 1)
    for comment in re.finditer(r"/\*.*?\*/|//[^\n]*", source, re.DOTALL):
        first = source.count("\n", 0, comment.start())
        for number, part in enumerate(comment[0].split("\n"), first):
            lines[number] += f"{part.strip(' /*')} "
    return "\n".join(lines)


# -- the command ----------------------------------------------------------------------------------


def complaints(root: Path, names: list[str] | None = None) -> Iterator[str]:
    """A line for each hit in these files, or in all."""
    paths = sorted({path for place in PLACES for path in root.glob(place)})
    for name in names or [path.relative_to(root).as_posix() for path in paths]:
        if name not in EXEMPT:
            for hit in hits(english(name, (root / name).read_text("utf-8"))):
                yield f"{name}:{hit.line}: {hit.phrase!r}; better: {hit.better}"


def main() -> int:
    """Print what is found; 0 if that is nothing."""
    found = list(complaints(ROOT, sys.argv[1:] or None))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
