"""The hand that a seat imagines for a player who can only ask for help."""

from __future__ import annotations

import pytest

from reihum.core.unseen import Unseen
from reihum.games.help.imagined import stuck_hand


def asking(row: list[str], known: list[str], held: int = 2) -> dict[str, object]:
    """The part of a view that is about the asker."""
    return {"asker": 0, "known": [known], "held": [held], "row": row, "values": [int(card) for card in row]}


@pytest.mark.parametrize(
    ("unseen", "row", "known", "hand"),
    [
        (["4", "5", "6", "S", "S"], ["5"], [], ["4", "5"]),  # H9: a card that is not higher does not help
        (["5", "5", "6", "S", "S"], ["5"], [], ["5", "5"]),
        (["5", "6", "S", "S"], ["5"], [], ["S", "S"]),  # there are too few of them, so it has only Switches
        (["4", "5", "S", "S"], ["5"], ["S"], ["S", "S"]),
        (["4", "5", "S", "Z"], [], [], ["S", "Z"]),  # an empty row: any number would do
    ],
)
def test_H16_who_asks_has_nothing_to_play(
    unseen: list[str], row: list[str], known: list[str], hand: list[str]
) -> None:
    assert stuck_hand(asking(row, known), Unseen(unseen, [])) == hand
