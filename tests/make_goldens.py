"""Rewrite the golden files, `python -m tests.make_goldens`: only when the rules have really changed."""

from __future__ import annotations

import json

from tests.goldens import FOLDER, PERFT, all_goldens, perft, set_up

DEPTH = 3


def main() -> None:
    """All records, the rare ones searched for again, and the counts of all fixed positions."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for golden in all_goldens():
        golden.path().write_text(golden.find(), encoding="utf-8")
    for path in sorted(PERFT.glob("*.json")):
        entries = json.loads(path.read_text(encoding="utf-8"))
        for entry in entries:
            state, of = set_up(entry["position"])
            entry["counts"] = [perft(of, state, depth) for depth in range(1, entry.get("depth", DEPTH) + 1)]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
