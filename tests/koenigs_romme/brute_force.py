"""Lay-downs by trying everything, straight from K11 to K13. Slow, and shares no code with the solver.

Cards are texts ('8d', '10h', '*'). There are two ways: by subsets of the hand, with every card as anything
that it may stand for (small hands only), and by putting the lowest natural card into every combination it can
be part of.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

FACES = {"J": 11, "Q": 12, "K": 13}
SUITS = "shdcx"
Natural = tuple[int, str]  # value and suit


@cache
def value(card: str) -> int:
    return FACES[card[:-1]] if card[:-1] in FACES else int(card[:-1])


@cache
def wild_here(card: str, wild: int) -> bool:
    return card == "*" or value(card) == wild


def worth(card: str, wild: int) -> int:
    if card == "*":
        return 50
    return 20 if value(card) == wild else value(card)


@cache
def readings(card: str, wild: int) -> frozenset[Natural]:
    """Everything that a card may stand for; a wild may also stand for itself (K13, K13a)."""
    if wild_here(card, wild):
        return frozenset((v, suit) for v in range(3, 14) for suit in SUITS)
    return frozenset([(value(card), card[-1])])


def is_set(cards: tuple[str, ...], wild: int) -> bool:
    """K11: whether cards are a set; suits do not matter."""
    values = [{v for v, _ in readings(card, wild)} for card in cards]
    return len(cards) >= 3 and bool(set.intersection(*values))


def is_run(cards: tuple[str, ...], wild: int) -> bool:
    """K12: whether cards are a run, in any order."""
    if len(cards) < 3:
        return False
    for suit in SUITS:
        for first in range(3, 13 - len(cards) + 2):
            places = [(v, suit) for v in range(first, first + len(cards))]
            if fill(cards, places, wild):
                return True
    return False


def fill(cards: tuple[str, ...], places: list[Natural], wild: int) -> bool:
    """Whether every card can have its own place."""
    if not cards:
        return True
    card, rest = cards[0], cards[1:]
    for i, place in enumerate(places):
        if place in readings(card, wild) and fill(rest, places[:i] + places[i + 1 :], wild):
            return True
    return False


def is_laid_run(cards: list[str], suit: int, first: int, wild: int) -> bool:
    """K12: whether cards are a run in this order, the first with this value."""
    places = [(v, SUITS[suit]) for v in range(first, first + len(cards))]
    fits = all(place in readings(card, wild) for card, place in zip(cards, places, strict=True))
    return len(cards) >= 3 and first >= 3 and first + len(cards) - 1 <= 13 and fits


def fewest_by_subsets(cards: tuple[str, ...], wild: int) -> int:
    """The fewest points that can be left: the first card stays, or is laid with any others."""
    if not cards:
        return 0
    card, rest = cards[0], cards[1:]
    best = worth(card, wild) + fewest_by_subsets(rest, wild)
    for number in range(2, len(cards)):
        for others in combinations(range(len(rest)), number):
            laid = (card, *(rest[i] for i in others))
            if is_set(laid, wild) or is_run(laid, wild):
                kept = tuple(c for i, c in enumerate(rest) if i not in others)
                best = min(best, fewest_by_subsets(kept, wild))
    return best


def split(cards: list[str], wild: int) -> tuple[tuple[Natural, ...], tuple[int, ...]]:
    """The natural cards in order, and the points of the wilds, cheapest first."""
    naturals = sorted((value(card), card[-1]) for card in cards if not wild_here(card, wild))
    return tuple(naturals), tuple(sorted(worth(card, wild) for card in cards if wild_here(card, wild)))


def without(cards: tuple[Natural, ...], *gone: Natural) -> tuple[Natural, ...]:
    kept = list(cards)
    for card in gone:
        kept.remove(card)
    return tuple(kept)


def sets_with_first(naturals: tuple[Natural, ...], wilds: int) -> Iterator[tuple[tuple[Natural, ...], int]]:
    """Every set that contains the first card: the cards then left, and the wilds then left."""
    rest = naturals[1:]
    alike = [card for card in rest if card[0] == naturals[0][0]]
    for number in range(len(alike) + 1):
        for others in set(combinations(alike, number)):
            for spent in range(max(0, 3 - 1 - number), wilds + 1):
                yield without(rest, *others), wilds - spent


def runs_with_first(naturals: tuple[Natural, ...], wilds: int) -> Iterator[tuple[tuple[Natural, ...], int]]:
    """Every run that contains the first card. It is the lowest, so only wilds can come before it."""
    first, suit = naturals[0]
    for before in range(min(wilds, first - 3) + 1):
        yield from longer_runs(naturals[1:], wilds - before, suit, first + 1, before + 1)


def longer_runs(
    rest: tuple[Natural, ...], wilds: int, suit: str, following: int, length: int
) -> Iterator[tuple[tuple[Natural, ...], int]]:
    """Every way to end or to go on with a run whose next card has the value `following`."""
    if length >= 3:
        yield rest, wilds
    if following > 13:
        return
    if (following, suit) in rest:
        yield from longer_runs(without(rest, (following, suit)), wilds, suit, following + 1, length + 1)
    if wilds:
        yield from longer_runs(rest, wilds - 1, suit, following + 1, length + 1)


@lru_cache(maxsize=100_000)
def laid_with_first(naturals: tuple[Natural, ...], wilds: int) -> frozenset[tuple[tuple[Natural, ...], int]]:
    """What may be left after the first card is laid in some combination."""
    return frozenset(sets_with_first(naturals, wilds)) | frozenset(runs_with_first(naturals, wilds))


@lru_cache(maxsize=100_000)
def fewest_left(naturals: tuple[Natural, ...], wilds: tuple[int, ...]) -> int:
    if not naturals:
        return 0 if len(wilds) >= 3 else sum(wilds)  # K13: a combination may be all wilds
    best = naturals[0][0] + fewest_left(naturals[1:], wilds)
    for kept, unspent in laid_with_first(naturals, len(wilds)):
        best = min(best, fewest_left(kept, wilds[:unspent]))  # the most expensive wilds are laid first
    return best


def fewest_points(cards: list[str], wild: int) -> int:
    """The fewest points that can be left in hand."""
    return fewest_left(*split(cards, wild))


@lru_cache(maxsize=100_000)
def all_laid(naturals: tuple[Natural, ...], wilds: int) -> bool:
    if not naturals:
        return wilds == 0 or wilds >= 3
    return any(all_laid(kept, unspent) for kept, unspent in laid_with_first(naturals, wilds))


@lru_cache(maxsize=100_000)
def all_in_runs(naturals: tuple[Natural, ...], wilds: int) -> bool:
    """Whether every card can be laid in runs, with at most this many wilds."""
    return not naturals or any(
        all_in_runs(kept, unspent) for kept, unspent in runs_with_first(naturals, wilds)
    )


def can_be_laid(cards: list[str], wild: int) -> bool:
    """Whether every card can be laid."""
    naturals, wilds = split(cards, wild)
    return all_laid(naturals, len(wilds))


def distance(cards: list[str], wild: int) -> int:
    """The fewest jokers that, added to the hand, let every card be laid."""
    extra = 0
    while not can_be_laid(cards + ["*"] * extra, wild):
        extra += 1
    return extra
