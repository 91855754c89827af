"""Compare the lay-down solver with brute force on many random and nasty hands.

python -m tests.koenigs_romme.soak_melds --hands 100000 --seed 1
"""

import argparse
import random
import sys
import time
from collections import Counter

from reihum.games.koenigs_romme import melds
from reihum.games.koenigs_romme.cards import card_name, deck, hand_of, is_wild, parse_card
from reihum.games.koenigs_romme.laydown import Combination, laydown
from tests.koenigs_romme import brute_force

DECK = [card_name(card) for card in deck()]
KINDS = sorted(set(DECK))
LARGEST = 14  # a hand of the last round and the card drawn


def random_hand(rng: random.Random, size: int) -> tuple[list[str], int]:
    """Random cards from the whole deck, and a wild value."""
    return rng.sample(DECK, size), rng.randint(3, 13)


def nasty_hand(rng: random.Random, largest: int = LARGEST) -> tuple[list[str], int]:
    """Cards that almost fit in many ways: few suits or few values, pairs, any number of wilds."""
    wild = rng.randint(3, 13)
    size = rng.randint(3, largest)
    suits = rng.sample(brute_force.SUITS, rng.choice((1, 1, 2, 3, 5)))
    values = range(3, 14)
    if rng.random() < 0.4:
        lowest = rng.randint(3, 10)
        values = range(lowest, lowest + rng.randint(3, 8))
    wilds = [card for card in DECK if brute_force.wild_here(card, wild)]
    naturals = [card for card in DECK if card not in wilds and card[-1] in suits]
    naturals = [card for card in naturals if brute_force.value(card) in values]
    if rng.random() < 0.3:
        few = sorted(set(naturals))
        naturals = 2 * rng.sample(few, min(len(few), 7))  # mostly pairs
    hand = rng.sample(wilds, min(size, rng.choice((0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 9, 14))))
    return hand + rng.sample(naturals, min(size - len(hand), len(naturals))), wild


def combination_faults(combination: Combination, wild: int) -> str:
    """What is wrong with a combination, if anything."""
    cards = [card_name(card) for card in combination.cards]
    if combination.is_run():
        valid = brute_force.is_laid_run(cards, combination.suit, combination.first, wild)
    else:
        wilds_last = sorted(cards, key=lambda card: brute_force.wild_here(card, wild)) == cards
        valid = brute_force.is_set(tuple(cards), wild) and wilds_last
        valid = valid and all(
            (combination.first, suit) in brute_force.readings(card, wild)
            for card in cards
            for suit in brute_force.SUITS
            if card[-1] in (suit, "*")
        )
    return "" if valid else f"{cards} is no combination"


def laydown_faults(cards: list[str], wild: int, fewest: int) -> list[str]:
    """What is wrong with a lay-down, if anything."""
    shown = laydown(hand_of([parse_card(card) for card in cards]), wild)
    faults = [fault for laid in shown.combinations if (fault := combination_faults(laid, wild))]
    everything = Counter(shown.left)
    for combination in shown.combinations:
        everything.update(combination.cards)
    if everything != Counter(parse_card(card) for card in cards):
        faults.append("the lay-down has other cards than the hand")
    stay = sum(brute_force.worth(card_name(card), wild) for card in shown.left)
    if not stay == shown.points == fewest:
        faults.append(f"the lay-down leaves {stay} and says {shown.points}; {fewest} is possible")
    return faults


def without(cards: list[str], discard: str) -> list[str]:
    rest = list(cards)
    rest.remove(discard)
    return rest


def card_set(cards: set[str]) -> int:
    return sum(1 << parse_card(card) for card in cards)


def faults(cards: list[str], wild: int) -> list[str]:
    """Where the solver and brute force disagree on best value, lay-down, distance and going out."""
    hand = hand_of([parse_card(card) for card in cards])
    fewest = brute_force.fewest_points(cards, wild)
    found = laydown_faults(cards, wild, fewest)
    if (solved := melds.leftover(hand, wild)) != fewest:
        found.append(f"leftover {solved}, not {fewest}")
    if (solved := melds.distance(hand, wild)) != (distance := brute_force.distance(cards, wild)):
        found.append(f"distance {solved}, not {distance}")
    if melds.can_be_laid(hand, wild) != (distance == 0):
        found.append("can_be_laid contradicts the distance")
    going_out = {card for card in cards if brute_force.can_be_laid(without(cards, card), wild)}
    if melds.finishing_discards(hand, wild) != card_set(going_out):
        found.append(f"going out must be possible with {sorted(going_out)}")
    return found


def look_ahead_faults(cards: list[str], wild: int) -> list[str]:
    """Where they disagree on the value of each discard and on the cards that finish the hand."""
    hand = hand_of([parse_card(card) for card in cards])
    left = {parse_card(card): brute_force.fewest_points(without(cards, card), wild) for card in cards}
    found: list[str] = []
    if melds.discards(hand, wild) != sorted(left.items()):
        found.append(f"discards must be {sorted(left.items())}")
    best = min(left.values())
    wanted = (max((not is_wild(card, wild), card) for card in left if left[card] == best)[1], best)
    if melds.best_discard(hand, wild) != wanted:
        found.append(f"the best discard must be {wanted}")
    outs = {
        drawn
        for drawn in KINDS
        if cards.count(drawn) < DECK.count(drawn)
        and any(brute_force.can_be_laid(without([*cards, drawn], card), wild) for card in {*cards, drawn})
    }
    if melds.finishing_draws(hand, wild) != card_set(outs):
        found.append(f"outs must be {sorted(outs)}")
    return found


def main() -> int:
    """Check hands until the end or the first fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    start = time.monotonic()
    looked_ahead = 0
    for number in range(arguments.hands):
        if number % 2:
            cards, wild = nasty_hand(rng)
        else:
            cards, wild = random_hand(rng, rng.randint(3, LARGEST))
        wrong = faults(cards, wild)
        if number % 50 < 2:
            wrong += look_ahead_faults(cards[:10], wild)
            looked_ahead += 1
        if wrong:
            print(f"seed {arguments.seed}, hand {number}: {' '.join(cards)}, wild {wild}")
            print("\n".join(wrong))
            return 1
    seconds = time.monotonic() - start
    print(f"{arguments.hands} hands, half of them nasty, up to {LARGEST} cards, in {seconds:.0f} s")
    print(f"solver: {melds.__file__}")
    print("best value, lay-down shown, distance and going out agree with brute force;")
    print(f"each discard's value and the cards that finish the hand on {looked_ahead} of them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
