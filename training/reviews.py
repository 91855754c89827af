"""`python -m training.reviews parts|blunders`: whether reviews keep what they promise, on many games.

`parts`: in every kind of game the parts of each result add up to it, and luck is zero on average. `blunders`:
somewhere in a game of masters one of them plays the worst legal move, and the review should find that this
cost its seat most. Each game is one line of a file, and a second run goes on where the first one was ended.
The figures are in docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from reihum.analysis.appraisal import SURE, Appraiser
from reihum.analysis.review import GRADES, review
from reihum.bots.by_name import bot
from reihum.core.contract import legal
from reihum.games import SLUGS, spec
from reihum.match import Match, game

PLAYERS: Final = "casual"  # whose games are reviewed for their parts
MASTER_WORLDS: Final = 24
SEARCH_WORLDS: Final = 120  # in which a move bad enough to be planted is looked for
MOST_MOVES: Final = 16  # legal moves that are looked at
MOST_PLACES: Final = 12  # decisions of a game at which one is looked for
BLUNDER: Final = dict(GRADES)["blunder"]
FIRST_SEED: Final = 90_000

Row = dict[str, Any]


def sizes() -> list[tuple[str, int]]:
    """All games with all numbers of players."""
    return [(slug, n) for slug in SLUGS for n in range(spec(slug).fewest, spec(slug).most + 1)]


# -- the parts of results -------------------------------------------------------------------------


def reviewed_parts(slug: str, players: int, number: int, worlds: int) -> Row:
    """How far the parts of a game's results are off, and everybody's luck."""
    match = play_on(game(slug).new(players, seed=FIRST_SEED + number), PLAYERS, number)
    seats = review(match, worlds, seed=number).seats
    off = max(
        abs(each.start + each.luck + each.own + each.others + each.unknown - each.result) for each in seats
    )
    steps = len(match.history)
    return {"moves": steps, "off": off, "result": sum(each.result for each in seats)} | {
        "luck": [round(each.luck, 6) for each in seats]
    }


def play_on(match: Match, name: str, seed: int, worlds: int | None = None) -> Match:
    """The same match, played to its end by bots."""
    bots = [bot(name, match.game.slug, seed + seat, worlds) for seat in range(match.seats)]
    while match.turn is not None:
        match.play(bots[match.turn].choose(match))
    return match


def parts_summary(rows: list[Row]) -> str:
    """What all games of one kind showed."""
    off = max(row["off"] for row in rows)
    told = [f"{len(rows)} games, off by {off:.0e} at most, luck"]
    for seat in range(len(rows[0]["luck"])):
        luck = [row["luck"][seat] for row in rows]
        told.append(f"{fmean(luck):+.4f} ± {stdev(luck) / len(luck) ** 0.5:.4f}")
    return " ".join(told)


# -- planted blunders -----------------------------------------------------------------------------


def planted_blunder(slug: str, players: int, number: int, worlds: int) -> Row:
    """A game of masters in which one of them blundered once, and what its review says about that."""
    luck = random.Random(number)
    match = play_on(game(slug).new(players, seed=FIRST_SEED + number), "master", number, MASTER_WORLDS)
    places = [made.number for made in match.history]
    for place in luck.sample(places, min(MOST_PLACES, len(places))):
        before = match.at(place - 1)
        seat = match.history[place - 1].by
        worst = worst_move(before, seat, luck)
        if worst is not None:
            before.play(worst, seat)
            return found_blunder(
                play_on(before, "master", number, MASTER_WORLDS), place, seat, number, worlds
            )
    return {"planted": None}


def worst_move(before: Match, seat: int, luck: random.Random) -> str | None:
    """The worst legal move of a seat, if it is certainly a blunder: also when it is looked at once more."""
    moves = legal(before.state, seat)
    if len(moves) < 2:
        return None
    looked_at = luck.sample(moves, min(MOST_MOVES, len(moves)))
    appraiser = Appraiser(before.game.spec, before.seats)
    side = before.state.side(seat)

    def loss_of(move: int) -> float:
        """What a move costs, if that is certain."""
        found = appraiser.appraise(side, SEARCH_WORLDS, luck.randrange(2**30), move)
        loss, error = found.loss(found.moves.index(move), found.best)
        return loss if found.moves[found.best] != move and loss > SURE * error else 0.0

    worst = max(looked_at, key=loss_of)
    return before.game.spec.text(worst) if loss_of(worst) >= BLUNDER else None


def found_blunder(match: Match, place: int, seat: int, number: int, worlds: int) -> Row:
    """What the review says: what the planted move cost, and the most that another of its seat did."""
    steps = review(match, worlds, seed=number).steps
    own = {each.number: each.decision for each in steps if each.by == seat and each.decision is not None}
    planted = own.pop(place)
    others = max((each.loss for each in own.values()), default=0.0)
    return {
        "planted": place,
        "move": match.history[place - 1].text,
        "loss": round(planted.loss, 4),
        "grade": planted.grade,
        "others": round(others, 4),
        "largest": planted.loss > others,
    }


def blunders_summary(rows: list[Row]) -> str:
    """In how many games the planted move was the largest loss of its seat."""
    planted = [row for row in rows if row["planted"] is not None]
    if not planted:
        return "nothing could be planted"
    found = sum(row["largest"] for row in planted) / len(planted)
    graded = sum(bool(row["grade"]) for row in planted) / len(planted)
    return f"{len(planted)} planted, {found:.1%} the largest loss of their seat, {graded:.1%} graded"


# -- runs -----------------------------------------------------------------------------------------

KINDS: Final = {"parts": (reviewed_parts, parts_summary), "blunders": (planted_blunder, blunders_summary)}


def wanted_games(what: str, games: int) -> Iterator[tuple[str, int, int]]:
    """Which games: of every kind so many, or of each game so many with changing numbers of players."""
    for number in range(games):
        if what == "parts":
            yield from ((slug, players, number) for slug, players in sizes())
        else:
            for slug in SLUGS:
                players = [n for each, n in sizes() if each == slug]
                yield slug, players[number % len(players)], number


def main() -> None:
    """Review games, and sum up what that shows."""
    parser = argparse.ArgumentParser(prog="python -m training.reviews", description=__doc__)
    parser.add_argument("what", choices=KINDS)
    parser.add_argument("--games", type=int, default=200, help="of every kind; for blunders, of each game")
    parser.add_argument("--worlds", type=int, default=8)
    parser.add_argument("--only", help="one game")
    parser.add_argument("--players", type=int, help="one number of players")
    parser.add_argument("--out", type=Path, required=True, help="a file with a line for each game")
    told = parser.parse_args()
    examine, sum_up = KINDS[told.what]
    rows: list[Row] = []
    if told.out.exists():
        rows = [json.loads(line) for line in told.out.read_text("utf-8").splitlines()]
    done = {(row["game"], row["players"], row["number"]) for row in rows}
    for slug, players, number in wanted_games(told.what, told.games):
        if (slug, players, number) in done:
            continue
        if told.only not in (None, slug) or told.players not in (None, players):
            continue
        found = {"game": slug, "players": players, "number": number}
        found |= examine(slug, players, number, told.worlds)
        rows.append(found)
        with told.out.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(found) + "\n")
    for kind, some in groupby(sorted(rows, key=kind_of), key=kind_of):
        print(*kind, sum_up([*some]))


def kind_of(row: Row) -> tuple[str, int]:
    """The game and the number of players."""
    return row["game"], row["players"]


if __name__ == "__main__":
    main()
