"""The 116 cards of Königs-Rommé (K1), their names, and a hand packed into six numbers.

A card is a number, its kind: (value - 3) * 5 + suit, with the suits in the order s h d c x; the joker comes
last. So ascending kinds are in hand order: by value, then by suit, jokers at the end.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD

SUITS: Final = 5
LOWEST: Final = 3  # K12: nothing comes before the 3
KING: Final = 13  # K12: nothing comes after the King
VALUES: Final = 11
JOKER: Final = 55
NO_SUIT: Final = -1  # for a joker, and for a set
KINDS: Final = 56
DECKS: Final = 2  # K1
JOKERS: Final = 6  # K1
DECK_SIZE: Final = 116  # K1
JOKER_POINTS: Final = 50  # K15
WILD_POINTS: Final = 20  # K15

SUIT_LETTERS: Final = "shdcx"
VALUE_NAMES: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

# Five suits, each with two bits per value for how many of that card are held (there are two, K1), and the
# number of jokers. Compiled, such a tuple is a plain value that costs nothing to copy and is never shared.
Hand = tuple[i64, i64, i64, i64, i64, i64]
Combinations = list[list[int]]

# Tables instead of arithmetic: division is slow, and these are needed all the time. A joker has no suit.
SUIT_OF: Final = vec[i64]([card % SUITS for card in range(JOKER)] + [NO_SUIT])
VALUE_OF: Final = vec[i64]([card // SUITS + LOWEST for card in range(JOKER)] + [0])
SHIFT_OF: Final = vec[i64]([2 * (card // SUITS) for card in range(JOKER)] + [0])

# The 22 bits of a suit are looked up in two halves; the higher bit of a value counts double.
HALF_BITS: Final = 11
HALF: Final = (1 << HALF_BITS) - 1

# The lower of each value's two bits, eleven times 01: a third of eleven times 11.
EVERY_VALUE: Final = ((1 << 2 * VALUES) - 1) // 3


def bit_sums(weights: list[int]) -> list[int]:
    """For each pattern of bits, the sum of the weights of its bits."""
    sums = [0]
    for weight in weights:
        sums += [sum_so_far + weight for sum_so_far in sums]
    return sums


_SIZES: Final = [1, 2] * VALUES
_POINTS: Final = [times * value for value in range(LOWEST, KING + 1) for times in (1, 2)]
SIZES_LOW: Final = vec[i64](bit_sums(_SIZES[:HALF_BITS]))
SIZES_HIGH: Final = vec[i64](bit_sums(_SIZES[HALF_BITS:]))
POINTS_LOW: Final = vec[i64](bit_sums(_POINTS[:HALF_BITS]))
POINTS_HIGH: Final = vec[i64](bit_sums(_POINTS[HALF_BITS:]))


def card_with(value: i64, suit: i64) -> i64:
    """The card of that value and suit."""
    return (value - LOWEST) * SUITS + suit


def value_of(card: i64) -> i64:
    """3 to 13; a joker has no value: 0."""
    return VALUE_OF[card]


def suit_of(card: i64) -> i64:
    """0 to 4; a joker has NO_SUIT."""
    return SUIT_OF[card]


def is_wild(card: i64, wild: i64) -> bool:
    """Whether a card is wild in the round with this wild value (K13)."""
    return card == JOKER or VALUE_OF[card] == wild


def copies(card: i64) -> i64:
    """How many of a card there are in the deck (K1)."""
    return JOKERS if card == JOKER else DECKS


def card_name(card: int) -> str:
    """A card as a text: '8d', '10h', 'Qx', '*'."""
    if card == JOKER:
        return "*"
    return VALUE_NAMES[card // SUITS] + SUIT_LETTERS[card % SUITS]


CARD_BY_NAME: Final[dict[str, int]] = {card_name(_card): _card for _card in range(KINDS)}


def parse_card(text: str) -> int:
    """The card that a text names, or NO_CARD."""
    return CARD_BY_NAME.get(text, NO_CARD)


def deck() -> list[int]:
    """All 116 cards in canonical order."""
    return [card for card in range(KINDS) for _ in range(int(copies(card)))]


def suit_cards(hand: Hand, suit: i64) -> i64:
    """The cards of one suit, two bits per value."""
    if suit == 0:
        return hand[0]
    if suit == 1:
        return hand[1]
    if suit == 2:
        return hand[2]
    return hand[3] if suit == 3 else hand[4]


def count_of(hand: Hand, card: i64) -> i64:
    """How many of a card are held."""
    if card == JOKER:
        return hand[5]
    return suit_cards(hand, SUIT_OF[card]) >> SHIFT_OF[card] & 3


def _with_change(hand: Hand, card: i64, by: i64) -> Hand:
    spades, hearts, diamonds, clubs, stars, jokers = hand
    if card == JOKER:
        return spades, hearts, diamonds, clubs, stars, jokers + by
    suit = SUIT_OF[card]
    change = by << SHIFT_OF[card]
    if suit == 0:
        spades += change
    elif suit == 1:
        hearts += change
    elif suit == 2:
        diamonds += change
    elif suit == 3:
        clubs += change
    else:
        stars += change
    return spades, hearts, diamonds, clubs, stars, jokers


def with_card(hand: Hand, card: i64) -> Hand:
    """A hand with one more card."""
    return _with_change(hand, card, 1)


def without_card(hand: Hand, card: i64) -> Hand:
    """A hand without one of its cards."""
    return _with_change(hand, card, -1)


def next_held(hand: Hand, card: i64) -> i64:
    """The first card held from `card` upward, or KINDS if there is none."""
    anywhere = hand[0] | hand[1] | hand[2] | hand[3] | hand[4]
    while card < JOKER:
        if anywhere >> SHIFT_OF[card] & 3 == 0:
            card += SUITS - SUIT_OF[card]  # on to the next value
        elif count_of(hand, card):
            return card
        else:
            card += 1
    return JOKER if card == JOKER and hand[5] else KINDS


def last_held(hand: Hand, card: i64) -> i64:
    """The first card held from `card` downward, or NO_CARD if there is none."""
    if card == JOKER:
        if hand[5]:
            return JOKER
        card -= 1
    anywhere = hand[0] | hand[1] | hand[2] | hand[3] | hand[4]
    while card >= 0:
        if anywhere >> SHIFT_OF[card] & 3 == 0:
            card -= SUIT_OF[card] + 1  # on to the value below
        elif count_of(hand, card):
            return card
        else:
            card -= 1
    return NO_CARD


def hand_of(cards: list[int]) -> Hand:
    """A hand of these cards."""
    hand: Hand = (0, 0, 0, 0, 0, 0)
    for card in cards:
        hand = with_card(hand, card)
    return hand


def cards_of(hand: Hand) -> list[int]:
    """The cards held, in hand order."""
    return [card for card in range(KINDS) for _ in range(int(count_of(hand, card)))]


def size_of(hand: Hand) -> i64:
    """How many cards are held."""
    cards = hand[5]
    for suit in range(SUITS):
        cards += suit_size(suit_cards(hand, suit))
    return cards


def suit_size(held: i64) -> i64:
    """How many cards there are in a suit, packed with two bits per value."""
    return SIZES_LOW[held & HALF] + SIZES_HIGH[held >> HALF_BITS]


def card_points(card: i64, wild: i64) -> i64:
    """The points for a card left in hand (K15)."""
    if card == JOKER:
        return JOKER_POINTS
    value = VALUE_OF[card]
    if value == wild:
        return WILD_POINTS
    return value


def natural_cards(held: i64, wild: i64) -> i64:
    """The cards of one suit without the round's wilds."""
    three: i64 = 3
    return held & ~(three << 2 * (wild - LOWEST))


def hand_points(hand: Hand, wild: i64) -> i64:
    """The points for a whole hand (K15)."""
    total = hand[5] * JOKER_POINTS
    for suit in range(SUITS):
        held = suit_cards(hand, suit)
        naturals = natural_cards(held, wild)
        total += POINTS_LOW[naturals & HALF] + POINTS_HIGH[naturals >> HALF_BITS]
        if naturals != held:
            total += WILD_POINTS * (held >> 2 * (wild - LOWEST) & 3)
    return total


HAND_LENGTH: Final = 6  # numbers that a hand is packed into
DECK: Final = vec[i64](deck())
# Which of these numbers counts a card, and what one card adds to it.
INDEX_OF: Final = vec[i64]([card % SUITS for card in range(JOKER)] + [HAND_LENGTH - 1])
UNIT_OF: Final = vec[i64]([1 << 2 * (card // SUITS) for card in range(JOKER)] + [1])


def no_cards() -> Hand:
    """An empty hand."""
    return 0, 0, 0, 0, 0, 0


def hand_at(hands: vec[i64], seat: i64) -> Hand:
    """One of several packed hands."""
    at = HAND_LENGTH * seat
    return hands[at], hands[at + 1], hands[at + 2], hands[at + 3], hands[at + 4], hands[at + 5]


def put_hand(hands: vec[i64], seat: i64, hand: Hand) -> None:
    """Replace one of several hands."""
    at = HAND_LENGTH * seat
    hands[at] = hand[0]
    hands[at + 1] = hand[1]
    hands[at + 2] = hand[2]
    hands[at + 3] = hand[3]
    hands[at + 4] = hand[4]
    hands[at + 5] = hand[5]


def add_card(hands: vec[i64], seat: i64, card: i64) -> None:
    """Add a card to one of several hands."""
    hands[HAND_LENGTH * seat + INDEX_OF[card]] += UNIT_OF[card]


def drop_card(hands: vec[i64], seat: i64, card: i64) -> None:
    """Remove a card, which must be there, from one of several hands."""
    hands[HAND_LENGTH * seat + INDEX_OF[card]] -= UNIT_OF[card]


def card_names(hand: Hand) -> list[str]:
    """The names of the cards of a hand, in hand order."""
    return [card_name(card) for card in cards_of(hand)]


def combination_names(combinations: Combinations) -> list[list[str]]:
    """The names of the cards of combinations."""
    return [[card_name(card) for card in cards] for cards in combinations]
