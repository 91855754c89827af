"""More words for the list of names (`server/names.txt`): `python -m tools.names WORD '*WORD*'`."""

from __future__ import annotations

import sys

from reihum.server.naming import BUILT_IN, entry_for


def main(words: list[str]) -> None:
    """Add the words to the list, which stays sorted, so that it does not show which belong together."""
    listed = set(BUILT_IN.read_text(encoding="ascii").split()) if BUILT_IN.exists() else set()
    listed |= {entry_for(word) for word in words}
    BUILT_IN.write_text("".join(f"{line}\n" for line in sorted(listed)), encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
