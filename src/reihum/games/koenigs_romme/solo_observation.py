"""What the player of the solo variant sees, as facts at places: see core.observation."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, Side, buffer
from reihum.core.observation import Layout, Observer
from reihum.games.koenigs_romme.cards import (
    DECK_SIZE,
    DECKS,
    KINDS,
    VALUE_NAMES,
    Hand,
    count_of,
    next_held,
    no_cards,
    with_card,
)
from reihum.games.koenigs_romme.solo import HANDS, TO_PLACE, SoloSide


@final
@mypyc_attr(acyclic=True)
class SoloObserver(Observer):
    """Observes the solo variant; nobody has learned it, so it does not consider moves."""

    def __init__(self) -> None:
        super().__init__()
        own = Layout()
        self.hands: i64 = 0
        how = "by value and suit (3s 3h 3d 3c 3x 4s …), of each card a thermometer, jokers last"
        for name in VALUE_NAMES:
            own.add(f"hand_{name}", DECK_SIZE, f"the hand with wild {name}: {how}")
            how = "likewise"
        self.finished = own.add("finished", HANDS, "which hands are finished, wild 3 first (K19)")
        self.shown = own.add("shown", KINDS, "the card to be placed (K18)")
        self.to_come = own.add("to_come", DECK_SIZE, "the cards of the stock: of each a thermometer")
        self.stock = own.add("stock", TO_PLACE, "how many these are")
        self.own_fields = own.fields
        self.common = own.end
        self.size = own.end
        self.moves = buffer()

    def reads(self, side: Side) -> bool:
        """Never: nobody has learned it."""
        return False

    def observe(self, side: Side, remembering: bool) -> None:
        """Everything but the order of the stock (K17)."""
        assert isinstance(side, SoloSide)
        self.count = 0
        for place in range(HANDS):
            self._write_cards(self.hands + place * DECK_SIZE, side.hand(place))
            self.flag(self.finished + place, side.is_finished(place))
        if side.shown() != NO_CARD:
            self.one(self.shown + side.shown())
        stock = no_cards()
        for i in range(side.to_come(self.moves)):
            stock = with_card(stock, self.moves[i])
        self._write_cards(self.to_come, stock)
        self.thermometer(self.stock, side.in_stock(), TO_PLACE)

    def _write_cards(self, first: i64, hand: Hand) -> None:
        """Of each card a thermometer of its copies."""
        card = next_held(hand, 0)
        while card < KINDS:
            self.thermometer(first + DECKS * card, count_of(hand, card), DECK_SIZE)
            card = next_held(hand, card + 1)
