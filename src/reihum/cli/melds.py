"""`reihum melds`: the best lay-down of a hand."""

from __future__ import annotations

import click

from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.games.koenigs_romme.typing import parse_hand, parse_wild


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--wild", required=True, help="The round's wild value: 3 to 10, J, Q or K.")
def command(cards: tuple[str, ...], wild: str) -> None:
    """Show the best lay-down of a Königs-Rommé hand, such as "8d 8h * 5s 6s 7s Kc"."""
    best = best_laydown(parse_hand(" ".join(cards)), parse_wild(wild))
    for combination, meanings in zip(best.combinations, best.stands_for, strict=True):
        print(" ".join(card_text(card, meaning) for card, meaning in zip(combination, meanings, strict=True)))
    print(f"left: {' '.join(best.left) or 'nothing'} ({best.points} points)")
    if best.best_discard is not None:
        left = best.discards[best.best_discard]
        after = "and everything else can be laid" if left == 0 else f"which leaves {left} points"
        print(f"best discard: {best.best_discard}, {after}")


def card_text(card: str, meaning: str) -> str:
    """A card, and what it stands for if it is wild."""
    return card if card == meaning else f"{card}={meaning}"
