"""The best lay-down, card by card (K11 to K14).

The solver says which cards go into runs and how many wilds that takes. Here the runs are laid out, sets are
made of the other cards, and the wilds find their places: none stays in hand once anything is laid.
"""

from typing import Final

from reihum.games.koenigs_romme.cards import (
    JOKER,
    KING,
    LOWEST,
    NO_SUIT,
    VALUE_NAMES,
    VALUES,
    Hand,
    card_name,
    card_points,
    card_with,
    cards_of,
    is_wild,
    natural_cards,
    suit_cards,
    suit_of,
    value_of,
)
from reihum.games.koenigs_romme.melds import best_options
from reihum.games.koenigs_romme.runs import LEFT_MASK, SHORTEST, wilds_of

# What an open run does at the next value:
ENDS: Final = 0
GOES_ON_WITH_WILD: Final = 1
GOES_ON: Final = 2


class Combination:
    """A set or a run in the order it is laid: a run ascends, and in a set the wilds come last."""

    def __init__(self, cards: list[int], suit: int, first: int) -> None:
        self.cards = cards
        self.suit = suit  # NO_SUIT for a set
        self.first = first  # the value of a run's first card, or of all cards of a set

    def is_run(self) -> bool:
        """Whether this is a run (K12) and not a set (K11)."""
        return self.suit != NO_SUIT

    def value_at(self, place: int) -> int:
        """The value of the card in a place, or if it is wild, the value that it stands for."""
        return self.first + place if self.is_run() else self.first


def stands_for(laid: list[int], wild: int) -> list[str]:
    """What each card of a combination stands for (K13): itself, or what it replaces in a run or set.

    The cards in the order they are laid show it: two different natural values make it a run, one makes it a
    set.
    """
    naturals = [(place, card) for place, card in enumerate(laid) if not is_wild(card, wild)]
    values = [int(value_of(card)) for _, card in naturals]
    if len(set(values)) <= 1:
        value = VALUE_NAMES[values[0] - LOWEST if values else wild - LOWEST]
        return [value if is_wild(card, wild) else card_name(card) for card in laid]
    place, card = naturals[0]
    first = values[0] - place
    return [card_name(int(card_with(first + at, suit_of(card)))) for at in range(len(laid))]


class Laydown:
    """What is laid, and the cards and points left in hand."""

    def __init__(self, combinations: list[Combination], left: list[int], stay: int) -> None:
        self.combinations = combinations
        self.left = left
        self.points = stay


class _Run:
    """A run being built: its first value, and for each place whether a wild takes it."""

    def __init__(self, first: int, wild_at: list[bool]) -> None:
        self.first = first
        self.wild_at = wild_at

    def longer(self, wild: bool) -> "_Run":
        return _Run(self.first, [*self.wild_at, wild])

    def missing(self) -> int:
        return max(0, SHORTEST - len(self.wild_at))

    def add_wilds(self, wilds: int) -> None:
        """Lengthen the run, upward while there is room (K12)."""
        for _ in range(wilds):
            if self.first + len(self.wild_at) <= KING:
                self.wild_at.append(True)
            else:
                self.wild_at.insert(0, True)
                self.first -= 1


def _advance_runs(going: list[_Run], ways: int, cards: int) -> tuple[list[_Run], list[_Run], int, int]:
    """The result if the runs go these ways (base 3): runs ended, runs going on, wilds spent, cards left."""
    ended: list[_Run] = []
    on: list[_Run] = []
    spent = 0
    for run in going:
        way = ways % 3
        ways //= 3
        if way == ENDS:
            ended.append(run)
            spent += run.missing()
        else:
            on.append(run.longer(way == GOES_ON_WITH_WILD))
            spent += way == GOES_ON_WITH_WILD
            cards -= way == GOES_ON
    return ended, on, spent, cards


def _find_runs(
    counts: list[int], going: list[_Run], wilds: int, dead: set[tuple[int, ...]]
) -> list[_Run] | None:
    """Runs of all cards, counted from low to Kings, with at most `wilds` wilds; None if impossible."""
    if not counts:
        return going if sum(run.missing() for run in going) <= wilds else None
    value = KING + 1 - len(counts)
    key = (value, wilds, *sorted(min(len(run.wild_at), SHORTEST) for run in going))
    if key in dead:
        return None
    for ways in reversed(range(3 ** len(going))):  # long runs first: they look nicer than two short ones
        ended, on, spent, over = _advance_runs(going, ways, counts[0])
        if over < 0 or spent > wilds or len(on) + over > 2:
            continue
        on += [_Run(value, [False]) for _ in range(over)]
        later = _find_runs(counts[1:], on, wilds - spent, dead)
        if later is not None:
            return ended + later
    dead.add(key)
    return None


def _used_counts(held: int, option: int) -> list[int]:
    """How many cards of each value an option puts into runs."""
    left = option & LEFT_MASK
    return [(held >> 2 * v & 3) - (left >> v & 1) - 2 * (left >> VALUES + v & 1) for v in range(VALUES)]


def _choose_sets(left: list[list[int]], wilds: int) -> list[bool]:
    """Which values of the cards left become sets, so that the fewest points are left."""
    pairs = [v for v in reversed(range(VALUES)) if len(left[v]) == 2]
    singles = [v for v in reversed(range(VALUES)) if len(left[v]) == 1]
    best: list[int] = []
    most = -1
    for for_pairs in range(wilds + 1):
        laid = pairs[:for_pairs] + singles[: (wilds - for_pairs) // 2]
        worth = sum((v + LOWEST) * len(left[v]) for v in laid)
        if worth > most:
            best, most = laid, worth
    return [len(left[v]) >= SHORTEST or v in best for v in range(VALUES)]


class _Layout:
    """Combinations being laid out, and the wilds that still need a place."""

    def __init__(self, wilds: list[int]) -> None:
        self.wilds = wilds
        self.runs: list[tuple[int, _Run]] = []  # with their suits
        self.sets: list[tuple[int, list[int], int]] = []  # value, natural cards, number of wilds
        self.unplaced = len(wilds)

    def add_run(self, suit: int, run: _Run) -> None:
        run.add_wilds(run.missing())
        self.unplaced -= sum(run.wild_at)
        self.runs.append((suit, run))

    def add_set(self, value: int, cards: list[int]) -> None:
        wilds = max(0, SHORTEST - len(cards))
        self.unplaced -= wilds
        self.sets.append((value, cards, wilds))

    def place_all_wilds(self, wild: int) -> None:
        """Lay the spare wilds, if there is a combination to join or to make (K13)."""
        if self.unplaced == 0:
            return
        if self.sets:
            value, cards, wilds = self.sets[0]
            self.sets[0] = (value, cards, wilds + self.unplaced)
        elif self.unplaced >= SHORTEST:
            self.sets.append((wild, [], self.unplaced))
        elif self.runs:
            suit, run = self.runs[0]
            if len(run.wild_at) + self.unplaced > VALUES:
                # There is no more room from 3 to King, so its first three cards become a separate run.
                self.runs.append((suit, _Run(run.first + SHORTEST, run.wild_at[SHORTEST:])))
                run.wild_at = run.wild_at[:SHORTEST]
            run.add_wilds(self.unplaced)
        else:
            return
        self.unplaced = 0

    def wild_for(self, card: int) -> int:
        """A wild to stand for a card: that card itself if it is there (K13a), or else jokers first."""
        self.wilds.remove(taken := card if card in self.wilds else self.wilds[-1])
        return taken

    def combinations(self) -> list[Combination]:
        found: list[Combination] = []
        for suit, run in self.runs:
            shown = [int(card_with(run.first + place, suit)) for place in range(len(run.wild_at))]
            cards = [
                self.wild_for(card) if taken else card for card, taken in zip(shown, run.wild_at, strict=True)
            ]
            found.append(Combination(cards, suit, run.first))
        for value, cards, wilds in self.sets:
            found.append(Combination(cards + [self.wild_for(JOKER) for _ in range(wilds)], NO_SUIT, value))
        return found


def laydown(hand: Hand, wild: int) -> Laydown:
    """A lay-down that leaves the fewest points (K14a)."""
    cards = cards_of(hand)
    table = _Layout([card for card in cards if is_wild(card, wild)])
    left: list[list[int]] = [[] for _ in range(VALUES)]
    for suit, option in enumerate(best_options(hand, wild)):
        held = int(natural_cards(suit_cards(hand, suit), wild))
        used = _used_counts(held, option)
        for run in _find_runs(used, [], int(wilds_of(option)), set()) or []:
            table.add_run(suit, run)
        for v in range(VALUES):
            left[v] += [int(card_with(v + LOWEST, suit))] * ((held >> 2 * v & 3) - used[v])
    for v, is_set in enumerate(_choose_sets(left, table.unplaced)):
        if is_set and left[v]:
            table.add_set(v + LOWEST, left[v])
            left[v] = []
    table.place_all_wilds(wild)
    combinations = table.combinations()
    stay = [card for row in left for card in row] + table.wilds
    stay.sort()
    return Laydown(combinations, stay, sum(int(card_points(card, wild)) for card in stay))
