"""How Königs-Rommé looks in text: suits as signs, combinations, and the solo table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from reihum.core.types import View
from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.games.koenigs_romme.cards import VALUE_NAMES
from reihum.games.koenigs_romme.solo import HANDS
from reihum.games.koenigs_romme.typing import card_with_sign
from reihum.words import Count, Words
from reihum.words.drawing import GameDrawing, Row, Styled, recent_cards

STYLES: Final = {"h": "red", "d": "red", "*": "magenta"}
OUT_PREFIX: Final = "out "  # K10: how a move that goes out begins
DOT: Final = " · "
NO_LABEL: Final = Styled("")


class Drawing(GameDrawing):
    """Shows suits as signs, red ones in red."""

    def card(self, card: str) -> Styled:
        """A card with the sign of its suit."""
        return Styled(card_with_sign(card), STYLES.get(card[-1], ""))

    def pile(self, cards: list[str]) -> list[Styled]:
        """A pile; if it is long, only its last cards."""
        more, last = recent_cards(cards)
        return [Styled(more)] * bool(more) + [self.card(card) for card in last]

    def card_taken(self, move: str, view: View) -> str | None:
        """K7: the top card of the pile."""
        return str(view["pile"][-1]) if move == "pile" else None

    # -- advice -----------------------------------------------------------------------------------

    def reason(self, move: str, view: View, say: Words) -> str:
        """The combinations that a discard lays (K10, K14), or else those in hand so far."""
        if view.get("solo"):
            return ""
        hand = list(view["hand"])
        lays = move.startswith(OUT_PREFIX) or (view["phase"] == "discard" and view["out_by"] is not None)
        if lays:
            hand.remove(move.removeprefix(OUT_PREFIX))
        best = best_laydown(hand, view["wild"])
        groups = [" ".join(card_with_sign(card) for card in group) for group in best.combinations]
        key = ("out" if move.startswith(OUT_PREFIX) else "last") if lays else "so_far"
        return say(
            f"laydown.{key}" if groups else f"laydown.{key}_nothing",
            combinations=" | ".join(groups),
            points=Count(best.points),
        )

    # -- solo -------------------------------------------------------------------------------------

    def standing(self, scores: Sequence[int], say: Words) -> str:
        """K20: in solo, how many hands are finished."""
        return say("solo.hands", count=scores[0], hands=HANDS) if len(scores) == 1 else ""

    def table(self, view: View, say: Words) -> list[Row]:
        """Solo: a line for each hand, named after its wild, with how many cards cannot be laid yet."""
        if not view.get("solo"):
            return []
        stock = f"{say('field.in_stock')}: {view['in_stock']}"
        facts = [Styled(self.standing([sum(view["finished"])], say), "bold"), Styled(stock, "bold")]
        heads = (say("solo.wild"), say("solo.left"))
        rows = [
            Row(NO_LABEL, facts, DOT, hang=0),
            Row(NO_LABEL, [Styled("  ".join([*heads, say("solo.cards")]), "dim")]),
        ]
        for wild, hand, done in zip(VALUE_NAMES, view["hands"], view["finished"], strict=True):
            left = Counter(best_laydown(hand, wild).left)
            count = "✓" if done else str(left.total())
            start = f"{wild:>{len(heads[0])}}  {count:>{len(heads[1])}}  "
            rows.append(Row(Styled(start, "dim" if done else ""), self.hand(hand, left), hang=len(start)))
        if view["gone"]:
            rows.append(Row(Styled(f"{say('field.gone')}: "), self.pile(view["gone"])))
        if view["shown"] is not None:
            text, style = self.card(view["shown"])
            label = Styled(f"{say('field.shown')}: ", "bold")
            rows.append(Row(label, [Styled(text, f"bold {style}")]))
        return rows

    def hand(self, hand: Sequence[str], left: Counter[str]) -> list[Styled]:
        """The cards of one hand; those that can be laid already are dim."""
        texts = []
        for card in hand:
            text, style = self.card(card)
            if left[card] > 0:
                left[card] -= 1
            else:
                style = f"{style} dim"
            texts.append(Styled(text, style))
        return texts
