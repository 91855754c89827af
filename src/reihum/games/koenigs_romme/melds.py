"""The exact lay-down solver of Königs-Rommé: which cards can be laid, and what is left in hand (K10 to K15).

The problem is smaller than it looks:

- Once anything is laid, every other wild can be laid with it. So the wilds are a budget: lay as many points
  of natural cards as it allows. Wilds stay in hand only if nothing at all can be laid.
- One set per value is enough. With one natural card it costs two wilds, with two it costs one, with three
  none.
- A run has only one suit. `runs.py` lists for each suit which cards can go into runs, and at what price.

So the search chooses one option for each suit in turn, and adds up the cards that the runs leave (`Left`:
counts that stop at three, because more than three are no better). At the end sets are made of these: values
with three cards are free, then the budget goes to the most expensive pairs and single cards. The number of
leaves of the search is bounded by the options of a single hand, and the wilds held cut off most of them.

A wild may be used as the card that it shows (K13a): then it stands for itself, as any wild could.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD
from reihum.games.koenigs_romme.cards import (
    JOKER,
    JOKER_POINTS,
    KINDS,
    LOWEST,
    SUITS,
    VALUES,
    WILD_POINTS,
    Hand,
    card_points,
    copies,
    count_of,
    hand_points,
    is_wild,
    last_held,
    natural_cards,
    next_held,
    size_of,
    suit_cards,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.runs import (
    LEFT_MASK,
    SHORTEST,
    add_options,
    cards_left,
    usable_values,
    wilds_of,
)

VALUE_MASK: Final = (1 << VALUES) - 1
MASKS: Final = 1 << VALUES
MORE_THAN_ANY: Final = 9999


def _value_counts() -> list[int]:
    return [mask.bit_count() for mask in range(MASKS)]


def _points_but_dearest() -> list[int]:
    """For each set of values, a row of 12: the sum of its values without the highest 0, 1, … 11 of them."""
    rows: list[int] = [0] * (VALUES + 1)
    for mask in range(1, MASKS):
        highest = mask.bit_length() - 1
        rest = (mask - (1 << highest)) * (VALUES + 1)
        rows.append(rows[rest] + highest + LOWEST)
        rows += rows[rest : rest + VALUES]
    return rows


VALUE_COUNT: Final = vec[i64](_value_counts())
POINTS_BUT_DEAREST: Final = vec[i64](_points_but_dearest())


def add_counts(left: i64, more: i64) -> i64:
    """Add up two counts of cards left, value by value; three stands for three or more."""
    ones, twos = left & VALUE_MASK, left >> VALUES
    more_ones, more_twos = more & VALUE_MASK, more >> VALUES
    carry = ones & more_ones
    over = twos & more_twos | (twos | more_twos) & carry
    return (twos | more_twos | carry) << VALUES | (ones ^ more_ones) | over


def _wilds_for_sets(left: i64) -> i64:
    """How many wilds it takes to lay all cards left in sets: two for a single card, one for a pair (K11)."""
    ones, twos = left & VALUE_MASK, left >> VALUES
    return 2 * VALUE_COUNT[ones & ~twos] + VALUE_COUNT[twos & ~ones]


def _at_most_all(values: i64) -> i64:
    """At most the number of values there are."""
    if values > VALUES:
        return VALUES
    return values


def _points_left(left: i64, wilds: i64) -> i64:
    """The fewest points left when `wilds` wilds help to make sets of the cards left."""
    ones, twos = left & VALUE_MASK, left >> VALUES
    singles = (ones & ~twos) * (VALUES + 1)
    pairs = (twos & ~ones) * (VALUES + 1)
    best: i64 = MORE_THAN_ANY
    for_pairs = wilds
    while for_pairs >= 0:
        stay = 2 * POINTS_BUT_DEAREST[pairs + _at_most_all(for_pairs)]
        stay += POINTS_BUT_DEAREST[singles + _at_most_all((wilds - for_pairs) >> 1)]
        if stay < best:
            best = stay
        for_pairs -= 2
    return best


def _fewest_points(found: vec[i64], at: i64, left: i64, wilds: i64, best: i64) -> i64:
    """The smaller of `best` and the fewest points that the options of the suits from `at` on can leave."""
    while at < len(found) and found[at] == 1:
        left = add_counts(left, found[at + 1] & LEFT_MASK)
        at += 2
    if at == len(found):
        stay = _points_left(left, wilds)
        return stay if stay < best else best
    after = at + found[at] + 1
    at += 1
    while at < after and best > 0:
        option = found[at]
        unspent = wilds - wilds_of(option)
        if unspent >= 0:
            best = _fewest_points(found, after, add_counts(left, option & LEFT_MASK), unspent, best)
        at += 1
    return best


def wild_count(hand: Hand, wild: i64) -> i64:
    """How many wilds are held (K13)."""
    wilds = hand[5]
    for suit in range(SUITS):
        wilds += suit_cards(hand, suit) >> 2 * (wild - LOWEST) & 3
    return wilds


def _options(hand: Hand, wild: i64, most: i64) -> vec[i64]:
    """What can go into runs, suit by suit, for at most `most` wilds each."""
    found = vec[i64](capacity=64)
    for suit in range(SUITS):
        found = add_options(found, natural_cards(suit_cards(hand, suit), wild), most)
    return found


def _dense_options(hand: Hand, wild: i64, most: i64) -> vec[i64]:
    """The same, but only for suits with cards close enough for runs; usually there are few."""
    found = vec[i64]()
    for suit in range(SUITS):
        held = natural_cards(suit_cards(hand, suit), wild)
        if usable_values(held, most):
            if len(found) == 0:
                found = vec[i64](capacity=64)
            found = add_options(found, held, most)
    return found


def _sparse_left(hand: Hand, wild: i64, most: i64) -> i64:
    """The cards of all other suits, left for sets."""
    left: i64 = 0
    for suit in range(SUITS):
        held = natural_cards(suit_cards(hand, suit), wild)
        if usable_values(held, most) == 0:
            left = add_counts(left, cards_left(held))
    return left


def _wild_points(hand: Hand, wild: i64) -> i64:
    return hand[5] * JOKER_POINTS + (wild_count(hand, wild) - hand[5]) * WILD_POINTS


def leftover(hand: Hand, wild: i64) -> i64:
    """The fewest points that can be left in hand (K14a); `wild` is the wild value of the round, 3 to 13."""
    wilds = wild_count(hand, wild)
    sparse = _sparse_left(hand, wild, wilds)
    stay = _fewest_points(_dense_options(hand, wild, wilds), 0, sparse, wilds, MORE_THAN_ANY)
    if wilds < SHORTEST:
        wild_points = _wild_points(hand, wild)
        if stay + wild_points == hand_points(hand, wild):
            return stay + wild_points  # nothing can be laid, so the wilds stay, too
    return stay


def prospects(hand: Hand, wild: i64, press: i64 = 1, hope: i64 = 1) -> i64:
    """The fewest points of natural cards that can be left, and that could be with one more wild, added up.

    The first count `press` times, the others `hope` times.
    """
    wilds = wild_count(hand, wild)
    sparse = _sparse_left(hand, wild, wilds + 1)
    dense = _dense_options(hand, wild, wilds + 1)
    now = _fewest_points(dense, 0, sparse, wilds, MORE_THAN_ANY)
    if now == 0:
        return now
    return press * now + hope * _fewest_points(dense, 0, sparse, wilds + 1, now)


def best_options(hand: Hand, wild: i64) -> list[int]:
    """For each suit, the option of `runs.py` that the best lay-down uses."""
    wilds = wild_count(hand, wild)
    found = _options(hand, wild, wilds)
    fewest = _fewest_points(found, 0, 0, wilds, MORE_THAN_ANY)
    chosen: list[int] = []
    at: i64 = 0
    left: i64 = 0
    for _ in range(SUITS):
        after = at + found[at] + 1
        at += 1
        while True:
            option = found[at]
            unspent = wilds - wilds_of(option)
            left_so_far = add_counts(left, option & LEFT_MASK)
            if unspent >= 0 and _fewest_points(found, after, left_so_far, unspent, MORE_THAN_ANY) == fewest:
                break
            at += 1
        chosen.append(int(option))
        at, left, wilds = after, left_so_far, unspent
    return chosen


def _fewest_wilds(found: vec[i64], at: i64, left: i64, wilds: i64, best: i64) -> i64:
    """The smaller of `best` and the fewest wilds that lay all cards, with the suits from `at` on."""
    if at == len(found):
        wilds += _wilds_for_sets(left)
        return wilds if wilds < best else best
    after = at + found[at] + 1
    at += 1
    while at < after:
        option = found[at]
        spent = wilds + wilds_of(option)
        if spent < best:
            best = _fewest_wilds(found, after, add_counts(left, option & LEFT_MASK), spent, best)
        at += 1
    return best


def wilds_to_lay_all(hand: Hand, wild: i64, most: i64) -> i64:
    """The fewest wilds with which all natural cards can be laid; `most` + 1 if `most` are not enough."""
    return _fewest_wilds(_dense_options(hand, wild, most), 0, _sparse_left(hand, wild, most), 0, most + 1)


def _wilds_without_runs(hand: Hand, wild: i64) -> i64:
    """How many wilds it takes to lay all natural cards in sets."""
    left: i64 = 0
    for suit in range(SUITS):
        left = add_counts(left, cards_left(natural_cards(suit_cards(hand, suit), wild)))
    return _wilds_for_sets(left)


def distance(hand: Hand, wild: i64) -> i64:
    """How many more wilds it takes to lay the whole hand; 0 if it can be laid as it is."""
    wilds = wild_count(hand, wild)
    if size_of(hand) == wilds:
        return SHORTEST - wilds if 0 < wilds < SHORTEST else 0
    needed = wilds_to_lay_all(hand, wild, _wilds_without_runs(hand, wild) - 1)  # or only sets
    return needed - wilds if needed > wilds else 0


def can_be_laid(hand: Hand, wild: i64) -> bool:
    """Whether the whole hand can be laid."""
    wilds = wild_count(hand, wild)
    if size_of(hand) == wilds:
        return wilds == 0 or wilds >= SHORTEST  # K13: a combination may be all wilds
    return _wilds_without_runs(hand, wild) <= wilds or wilds_to_lay_all(hand, wild, wilds) <= wilds


def card_bit(card: i64, one: i64 = 1) -> i64:
    """The bit of a card in a set of cards."""
    # Kinds go up to 55, and compiled code would shift a literal 1 as a C int.
    return one << card


def finishing_discards(hand: Hand, wild: i64) -> i64:
    """The discards after which the rest can all be laid (K10), as a set of cards: bit k for kind k."""
    found: i64 = 0
    wilds = wild_count(hand, wild)
    # With two more wilds the discard could be laid, too, in a set.
    if wilds_to_lay_all(hand, wild, wilds + 2) > wilds + 2:
        return found
    card = next_held(hand, 0)
    while card < KINDS:
        if can_be_laid(without_card(hand, card), wild):
            found |= card_bit(card)
        card = next_held(hand, card + 1)
    return found


def discards(hand: Hand, wild: i64) -> list[tuple[int, int]]:
    """Each different discard, in hand order, with the fewest points that the rest can leave."""
    found: list[tuple[int, int]] = []
    card = next_held(hand, 0)
    while card < KINDS:
        found.append((int(card), int(leftover(without_card(hand, card), wild))))
        card = next_held(hand, card + 1)
    return found


def best_discard(hand: Hand, wild: i64) -> tuple[i64, i64]:
    """The discard that leaves the fewest points, and those points.

    If discards tie, it is a natural card rather than a wild, and the last one in hand order.
    """
    card, left = _best_of(hand, wild, False, MORE_THAN_ANY)
    if card != NO_CARD and left < hand_points(without_card(hand, card), wild):
        return card, left  # something can be laid, and a wild could join it
    wild_card, less = _best_of(hand, wild, True, left)
    return (wild_card, less) if wild_card != NO_CARD else (card, left)


def _best_of(hand: Hand, wild: i64, wilds: bool, best: i64) -> tuple[i64, i64]:
    """The best discard among the wilds or the natural cards; NO_CARD if none leaves less than `best`."""
    whole = leftover(hand, wild)
    best_card: i64 = NO_CARD
    card = last_held(hand, JOKER)
    while card != NO_CARD:
        # A card costs no more than its points, so throwing it away saves no more than that.
        if is_wild(card, wild) == wilds and whole - card_points(card, wild) < best:
            rest = leftover(without_card(hand, card), wild)
            if rest < best:
                best, best_card = rest, card
        card = last_held(hand, card - 1)
    return best_card, best


def _drawable_cards(hand: Hand) -> i64:
    """The cards of which there are more than the hand holds (K1), as a set of cards."""
    found: i64 = 0
    card: i64 = 0
    while card < KINDS:
        if count_of(hand, card) < copies(card):
            found |= card_bit(card)
        card += 1
    return found


def _completing_cards(rest: Hand, wild: i64, candidates: i64) -> i64:
    """The candidates that make it possible to lay `rest`, which is one wild short."""
    found: i64 = 0
    card: i64 = 0
    while candidates > 0:
        if candidates & 1 != 0 and (is_wild(card, wild) or can_be_laid(with_card(rest, card), wild)):
            found |= card_bit(card)
        candidates >>= 1
        card += 1
    return found


def finishing_draws(hand: Hand, wild: i64) -> i64:
    """The cards that finish the hand if they are drawn, with the right discard, as a set of cards."""
    found: i64 = 0
    wilds = wild_count(hand, wild)
    # A card drawn helps no more than one wild, and a discard no more than two (see finishing_discards).
    if wilds_to_lay_all(hand, wild, wilds + 3) > wilds + 3:
        return found
    drawable = _drawable_cards(hand)
    if can_be_laid(hand, wild):
        return drawable  # any card drawn can be thrown away again (K9a)
    discard = next_held(hand, 0)
    while discard < KINDS:
        rest = without_card(hand, discard)
        if can_be_laid(with_card(rest, JOKER), wild):
            found |= _completing_cards(rest, wild, drawable & ~found)
        discard = next_held(hand, discard + 1)
    return found


def leftover_many(hands: list[Hand], wild: i64) -> i64:
    """The sum of what many hands leave; for benchmarks."""
    total: i64 = 0
    for hand in hands:
        total += leftover(hand, wild)
    return total
