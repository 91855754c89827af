"""The figures of `docs/strength.md`, and the curves it shows: `make types` writes both from the manifests.

`python -m tools.strength` fills what stands between the marks of the page; a test checks that it is up to
date. What the manifests say was measured by `python -m training.strength`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from reihum.bots.levels import LEVELS
from reihum.games import SLUGS, spec
from tools import ladder, reliability
from tools.drawing import COLOURS, GREY, table_row, words

PAGE: Final = Path("docs/strength.md")
PICTURES: Final = Path("docs/pictures")
BEST: Final = LEVELS[-1]
CEILING: Final = "cheat"
MARKED: Final = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

# A curve is drawn in a frame of this size, with room for its numbers.
WIDTH: Final = 640
HEIGHT: Final = 240
LEFT: Final = 40
BOTTOM: Final = 28
RIGHT: Final = 92
TOP: Final = 12
LINE: Final = 13


def manifests() -> dict[str, dict[str, Any]]:
    """The manifests of all games, by slug."""
    folders = {slug: Path("src", *spec(slug).module.split(".")) for slug in SLUGS}
    return {slug: json.loads((folder / "net.json").read_text("utf-8")) for slug, folder in folders.items()}


# -- tables ---------------------------------------------------------------------------------------


def filled(text: str) -> str:
    """The page with what belongs between its marks."""
    told, counted = manifests(), reliability.counted()
    tables = {
        "policies": policies(told),
        "ceilings": ceilings(told),
        "levels": levels(told),
        "alone": alone(),
        "training": training(told),
        "curves": curves(told),
        "ladder": ladder.table(ladder.rows()),
        "chances": reliability.table(counted) + "\n" + reliability.pictures(counted),
    }
    return MARKED.sub(lambda mark: f"{mark[1]}{tables[mark[2]]}{mark[3]}", text)


def policies(told: dict[str, dict[str, Any]]) -> str:
    """The strongest level against others, by number of players."""
    lines = ["| game | players | against | won (95 %) | if all were equal | points ahead (95 %) | games |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for slug, manifest in told.items():
        for row in manifest.get("strength", []):
            if row["player"] == BEST and row["against"] not in LEVELS:
                cells = [spec(slug).title, str(row["players"]), f"`{row['against']}`"]
                cells += [f"{row['share']} ±{row['error']} %", f"{100 / row['players']:.0f} %"]
                cells += [f"{row['margin']:+} ±{row['margin_error']}", f"{row['games']:,}"]
                lines.append(table_row(cells))
    return "\n".join(lines) + "\n"


def ceilings(told: dict[str, dict[str, Any]]) -> str:
    """How much there is to win for somebody who sees all cards."""
    lines = ["| game | players | against | `cheat` won (95 %) | if all were equal | games |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for slug, manifest in told.items():
        for row in manifest.get("strength", []):
            if row["player"] == CEILING:
                cells = [spec(slug).title, str(row["players"]), f"`{row['against']}`"]
                cells += [f"{row['share']} ±{row['error']} %", f"{100 / row['players']:.0f} %"]
                lines.append(table_row([*cells, f"{row['games']:,}"]))
    return "\n".join(lines) + "\n"


def levels(told: dict[str, dict[str, Any]]) -> str:
    """Each level against the one below."""
    steps = LEVELS[1:]
    lines = ["| game, players | " + " | ".join(f"`{name}`" for name in steps) + " |"]
    lines.append("| --- |" + " --- |" * len(steps))
    for slug, manifest in told.items():
        rows = {row["player"]: row for row in manifest.get("strength", []) if row["against"] in LEVELS}
        if rows:
            first = f"{spec(slug).title}, {rows[BEST]['players']}"
            lines.append(table_row([first, *(f"{rows[name]['duel']} %" for name in steps)]))
    return "\n".join(lines) + "\n"


def alone() -> str:
    """How many deals each player wins where one plays alone."""
    lines = ["| game | player | deals won (95 %) | score | a move takes | deals |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for slug in SLUGS:
        path = Path("src", *spec(slug).module.split("."), "alone.json")
        rows = json.loads(path.read_text("utf-8"))["strength"] if path.exists() else []
        for row in rows:
            cells = [spec(slug).title, f"`{row['player']}`", f"{row['won']} ±{row['error']} %"]
            cells += [f"{row['score']}", f"{row['milliseconds']} ms"]
            lines.append(table_row([*cells, f"{row['deals']:,}"]))
    return "\n".join(lines) + "\n"


def training(told: dict[str, dict[str, Any]]) -> str:
    """How long each network was trained."""
    lines = ["| game | inputs and units | weights | trained for | games | decisions |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for slug, manifest in told.items():
        runs = manifest.get("trained", [])
        weights = Path("src", *spec(slug).module.split("."), "net.bin").stat().st_size
        shape = " · ".join(f"{size:,}" for size in manifest.get("shape", []))
        minutes, games, decisions = (
            sum(run[name] for run in runs) for name in ("minutes", "games", "decisions")
        )
        cells = [spec(slug).title, shape, f"{weights // 1000} kB", f"{minutes} minutes"]
        lines.append(table_row([*cells, f"{games:,}", f"{decisions:,}"]))
    return "\n".join(lines) + "\n"


# -- curves ---------------------------------------------------------------------------------------


def curves(told: dict[str, dict[str, Any]]) -> str:
    """The pictures of all curves."""
    lines = []
    for slug in told:
        title = spec(slug).title
        told_aloud = f"{title}: the share of wins against the first policy, while it learned"
        lines.append(f"![{told_aloud}](pictures/curve-{slug}.svg)")
    return "\n\n".join(lines) + "\n"


def drawing(title: str, curve: list[list[float]]) -> str:
    """A line for each number of players, over minutes; what equals would win is dotted."""
    longest = max((minutes for minutes, _, _ in curve), default=1.0)
    most = max((share for _, _, share in curve), default=1.0) + 5

    def x(minutes: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * minutes / longest, 1)

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / most), 1)

    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{title}</title>"]
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for share in range(0, int(most), 10):
        parts.append(f'<path d="M{LEFT} {y(share)}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(words(LEFT - 6, y(share) + 4, f"{share} %", GREY, "end"))
    parts.append(words(LEFT, HEIGHT - 8, title, GREY))
    parts.append(words(WIDTH - RIGHT, HEIGHT - 8, f"{longest:.0f} minutes", GREY, "end"))
    lowest = float(HEIGHT)  # the last words written at the right, from the bottom up
    for players in sorted({int(players) for _, players, _ in curve}, reverse=True):
        colour = COLOURS[(players - 2) % len(COLOURS)]
        points = [(x(minutes), y(share)) for minutes, of, share in curve if of == players]
        line = " ".join(f"{at},{up}" for at, up in points)
        par = y(100 / players)
        parts.append(f'<path d="M{LEFT} {par}H{WIDTH - RIGHT}" stroke="{colour}" stroke-dasharray="2 4"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lowest = min(points[-1][1] + 4, lowest - LINE)
        parts.append(words(WIDTH - RIGHT + 6, lowest, f"{players} players", colour))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Write everything."""
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
    for slug, manifest in manifests().items():
        path = PICTURES / f"curve-{slug}.svg"
        path.write_text(drawing(spec(slug).title, manifest.get("curve", [])), "utf-8")
    reliability.write_pictures()


if __name__ == "__main__":
    main()
