"""What the runs of one suit cost in wilds (K12, K13).

The question: if some cards of one suit are all to be laid in runs, how few wilds does that take? Go through
the values from 3 to King. Each value brings 0, 1 or 2 cards (there are two decks), so at most two runs need
to be open at the same time, and all that matters about an open run is its length: 1, 2, or at least 3. At
each value an open run goes on with a card, which is free, or with a wild, which costs one, or it ends, which
costs the wilds that it lacks to three. A card that does not continue a run opens one.

Many choices are open at once, so for every pair of open runs we keep the fewest wilds that lead there: a row
of ten costs. Relative to their smallest entry, only a few hundred such rows ever occur. They are numbered
here, once, and then a suit is scanned with one table look-up per value.

What is *not* put into runs is left for sets and kept as `Left`: two groups of eleven bits, where bit v - 3 of
the first group is the ones, and of the second group the twos, of the number of cards of value v.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import EVERY_VALUE, HALF, HALF_BITS, VALUES, bit_sums

SHORTEST: Final = 3  # K11, K12: a combination has at least three cards

# A scan, and at the end an option, is one number: Left in 22 bits, the wilds in 6, then a bit for each value
# that has cards in runs, then the number of the row of costs.
LEFT_MASK: Final = (1 << 22) - 1
WILDS_AT: Final = 22
WILDS_MASK: Final = 63
USED_AT: Final = 28
ROW_AT: Final = 39
BELOW_ROW: Final = (1 << ROW_AT) - 1

Open = tuple[int, int]  # the lengths of two open runs, the shorter first; 0 for none
Costs = tuple[tuple[Open, int], ...]

# This much worse than the best is hopeless: ending both open runs and opening two others costs no more.
HOPELESS: Final = 8


def _ending(length: int) -> int:
    """How many wilds it takes to end an open run."""
    return SHORTEST - length if length else 0


def _steps(runs: Open, cards: int) -> dict[Open, int]:
    """What two open runs can become at a value with `cards` cards for runs, and the wilds spent."""
    found: dict[Open, int] = {}
    longer = [min(length + 1, SHORTEST) if length else 1 for length in runs]
    # 0: the run ends (or there is none), 1: it goes on with a wild, 2: it goes on with a card, or a card
    # opens it, 3: it ends, and a card opens another
    for first in range(4):
        for second in range(4):
            ways = (first, second)
            if sum(way >= 2 for way in ways) != cards:
                continue
            if any(way in (1, 3) and not length for way, length in zip(ways, runs, strict=True)):
                continue
            after = [(0, longer[i], longer[i], 1)[way] for i, way in enumerate(ways)]
            spent = sum((_ending(runs[i]), 1, 0, _ending(runs[i]))[way] for i, way in enumerate(ways))
            key = (min(after), max(after))
            found[key] = min(spent, found.get(key, spent))
    return found


_STEPS_OF: Final = {
    ((shorter, longer), cards): _steps((shorter, longer), cards)
    for longer in range(SHORTEST + 1)
    for shorter in range(longer + 1)
    for cards in range(3)
}


def _next_costs(costs: Costs, cards: int) -> tuple[int, Costs]:
    """One value further: the wilds spent in any case, and the row of additional costs."""
    best: dict[Open, int] = {}
    for runs, before in costs:
        for after, spent in _STEPS_OF[runs, cards].items():
            best[after] = min(before + spent, best.get(after, before + spent))
    least = min(best.values())
    hopeful = [(runs, cost - least) for runs, cost in best.items() if cost - least < HOPELESS]
    return least, tuple(sorted(hopeful))


def _tables() -> tuple[list[int], list[int]]:
    """For each row and number of cards the packed step, and for each row the packed wilds to end its runs."""
    rows: list[Costs] = [(((0, 0), 0),)]
    number = {rows[0]: 0}
    steps: list[int] = []
    ends: list[int] = []
    for costs in rows:  # grows during the loop
        ends.append(min(cost + _ending(runs[0]) + _ending(runs[1]) for runs, cost in costs) << WILDS_AT)
        for cards in range(3):
            spent, after = _next_costs(costs, cards)
            if after not in number:
                number[after] = len(rows)
                rows.append(after)
            steps.append(number[after] << ROW_AT | spent << WILDS_AT)
    return steps, ends


_LEFT: Final = [1 << value + VALUES * twos for value in range(VALUES) for twos in (0, 1)]
LEFT_LOW: Final = vec[i64](bit_sums(_LEFT[:HALF_BITS]))
LEFT_HIGH: Final = vec[i64](bit_sums(_LEFT[HALF_BITS:]))

_STEPS, _ENDS = _tables()
STEP: Final = vec[i64](_STEPS)
END: Final = vec[i64](_ENDS)


def wilds_of(option: i64) -> i64:
    """How many wilds an option spends on its runs."""
    return option >> WILDS_AT & WILDS_MASK


def cards_left(held: i64) -> i64:
    """All cards of a suit, left for sets."""
    return LEFT_LOW[held & HALF] + LEFT_HIGH[held >> HALF_BITS]


def usable_values(held: i64, most: i64) -> i64:
    """The values of a suit that could go into a run with `most` wilds, as the lower of each value's two bits.

    These have another value close enough; without wilds, they are already in a run. A card that is further
    away from all others costs no more in a set.
    """
    some = (held | held >> 1) & EVERY_VALUE
    both = some & some >> 2
    if most == 0:
        run = both & some >> 4
        return run | run << 2 | run << 4
    found = both | both << 2
    reach: i64 = 4
    while most > 0 and reach <= 8:
        both = some & some >> reach
        found |= both | both << reach
        reach += 2
        most -= 1
    return found


def _is_lonely(used: i64) -> bool:
    """Whether a value in runs has no other value within four."""
    near = used << 1 | used << 2 | used << 3 | used << 4 | used >> 1 | used >> 2 | used >> 3 | used >> 4
    return used & ~near != 0


def _scan(found: vec[i64], held: i64, fit: i64, bit: i64, scan: i64, most: i64) -> vec[i64]:
    """Add the options that continue a scan; `held` and the usable values `fit` begin at `bit`."""
    while held > 0:
        if wilds_of(scan) > most:
            return found
        row = (scan >> ROW_AT) * 3
        left = scan & BELOW_ROW
        cards = held & 3
        held >>= 2
        if fit & 1:
            used = left + (bit << USED_AT)
            if cards == 2:
                found = _scan(found, held, fit >> 2, bit << 1, used + STEP[row + 2], most)
                used += bit
            found = _scan(found, held, fit >> 2, bit << 1, used + STEP[row + 1], most)
        left += (cards & 1) * bit + ((cards >> 1) * bit << VALUES)
        fit >>= 2
        scan = left + STEP[row]
        bit <<= 1
    scan = (scan & BELOW_ROW) + END[scan >> ROW_AT]
    # Far from all others, a card costs two wilds in a run, and never more in a set.
    if wilds_of(scan) <= most and not _is_lonely(scan >> USED_AT):
        found = append(found, scan)
    return found


def add_options(found: vec[i64], held: i64, most: i64) -> vec[i64]:
    """Add the options of a suit, their number first: which cards can go into runs with `most` wilds."""
    fit = usable_values(held, most)
    if fit == 0:
        return append(append(found, 1), cards_left(held))
    at = len(found)
    found = append(found, 0)
    found = _scan(found, held, fit, 1, 0, most)
    found[at] = len(found) - at - 1
    return found
