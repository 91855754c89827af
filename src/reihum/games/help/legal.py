"""What a seat of HELP! may do: whose decision it is, the legal moves, and why others are refused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, OVER, Refusal, buffer
from reihum.games.help.cards import (
    ALL,
    BACK_GROUP,
    CALL_GROUP,
    GIVE_GROUP,
    HELP,
    HIGHEST,
    JOKER,
    JOKERS,
    NAMES,
    NO,
    NOS,
    NUMBERS,
    SWITCHES,
    ZAP,
    ZAPS,
    above,
    call_move,
    count_of,
    group_of,
    kind_of,
    lowest_kind,
    move_in,
    of_kind,
    place_move,
    played_kind,
    size_of,
)
from reihum.games.help.notation import text
from reihum.games.help.row import card_at, joker_fits, switch_fits
from reihum.games.help.table import BACK, CALL, DONE, GIVE, PLAY, RECEIVED, Table


@mypyc_attr(acyclic=True)
class Legal(Table):
    """Whose decision it is, and what the legal moves are."""

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn, or the one asked for help; while numbers are called, the next one to be asked."""
        if self.phase == CALL:
            for i in range(self.called, self.seats):
                if self.can_call(self.order[i]):
                    return self.order[i]
            return OVER  # all have called; then the row is opened at once
        if self.phase == DONE:
            return OVER
        return self.giver if self.phase == GIVE else self.current

    def player(self) -> i64:
        """The seat in turn, even while another is asked for help; NOBODY while numbers are called."""
        return self.current

    def owes(self, seat: i64) -> bool:
        """H5: callers with a number who have not called yet; after that, only one seat."""
        if self.phase == CALL:
            return self.can_call(seat) and not self.has_called(seat)
        return self.phase != DONE and seat == (self.giver if self.phase == GIVE else self.current)

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """H5, H7 to H18."""
        hand = self.hands[seat]
        if self.phase == PLAY:
            count = self._plays(hand, hand, into)
            if count:
                return count
            into[0] = HELP  # H16
            return 1
        if self.phase == CALL:
            into[0] = call_move(lowest_kind(hand))
            return 1
        if self.phase == RECEIVED:
            return self._plays(of_kind(self.received, 1), hand, into)
        if self.phase == GIVE:
            return self._hand_overs(hand & self.helpful(self.hands[self.current]), GIVE_GROUP, into)
        return self._hand_overs(hand, BACK_GROUP, into)

    def _plays(self, cards: i64, hand: i64, into: vec[i64]) -> i64:
        """Every way to play one of `cards`; a Switch uses numbers from `hand`."""
        count: i64 = 0
        numbers = cards & above(self.top)  # H8
        while numbers:
            n = lowest_kind(numbers)
            into[count] = n
            count += 1
            numbers &= ~ALL[n]
        if cards & JOKERS:
            for place in range(1, self.length + 2):
                if joker_fits(self.values, place):
                    into[count] = place_move(JOKER, place)
                    count += 1
        if cards & SWITCHES:
            numbers = hand & NUMBERS
            while numbers:
                n = lowest_kind(numbers)
                for place in range(1, self.length + 1):
                    if switch_fits(self.row, self.values, place, n):
                        into[count] = place_move(n, place)
                        count += 1
                numbers &= ~ALL[n]
        if cards & ZAPS and self.length:  # H14
            into[count] = ZAP
            count += 1
        if cards & NOS:
            into[count] = NO
            count += 1
        return count

    def _hand_overs(self, cards: i64, group: i64, into: vec[i64]) -> i64:
        """Every way to hand over one of these cards."""
        count: i64 = 0
        while cards:
            k = lowest_kind(cards)
            into[count] = move_in(group, k)
            count += 1
            cards &= ~ALL[k]
        return count

    def playable(self, hand: i64) -> i64:
        """H7, H18a: a mask over all cards that the holder of `hand` could play, whether in it or not.

        A row of up to five cards always has a place for a Joker.
        """
        if self.length == 0:
            return NUMBERS | JOKERS | NOS
        if hand & NUMBERS:  # H13a
            return above(self.top) | JOKERS | SWITCHES | ZAPS | NOS
        return above(self.top) | JOKERS | ZAPS | NOS

    def helpful(self, hand: i64) -> i64:
        """H18a: a mask over all cards that help the holder of `hand`, who cannot play any of it.

        H18b, H18c: one card must be given back, and a Switch needs a number that stays.
        """
        if hand == 0:
            return 0
        if size_of(hand) == 1:
            return self.playable(0)
        return self.playable(hand)

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with facts that the seat itself can see."""
        group = group_of(move)
        if self.phase == CALL:
            return self._call_refusal(seat, move)
        if group == CALL_GROUP:
            return Refusal("H5", "not_now")
        if self.phase == GIVE:
            return self._give_refusal(seat, move)
        if self.phase == BACK:
            return self._back_refusal(seat, move)
        if group == GIVE_GROUP:
            return Refusal("H18", "not_asked")
        if group == BACK_GROUP:
            return Refusal("H18", "no_return")
        if self.phase == RECEIVED:
            if move == HELP or played_kind(move) != self.received:
                return Refusal("H18", "play_it", {"card": card_fact(self.received)})
            return self._play_refusal(seat, move)
        can_play = self.hands[seat] & self.playable(self.hands[seat]) != 0
        if move == HELP:
            return Refusal("H16", "can_play", {"move": self._move_texts(seat, 1)}) if can_play else None
        if not can_play:
            return Refusal("H16", "only_help")
        if count_of(self.hands[seat], played_kind(move)) == 0:
            return Refusal("H7", "not_held", {"card": card_fact(played_kind(move))})
        return self._play_refusal(seat, move)

    def _call_refusal(self, seat: i64, move: i64) -> Refusal | None:
        n = lowest_kind(self.hands[seat])
        if group_of(move) != CALL_GROUP:
            return Refusal("H5", "first", {"lowest": n})
        return Refusal("H5", "lowest", {"card": kind_of(move), "lowest": n}) if kind_of(move) != n else None

    def _give_refusal(self, seat: i64, move: i64) -> Refusal | None:
        k = kind_of(move)
        if group_of(move) != GIVE_GROUP:
            return Refusal("H18", "give_first", {"moves": self._move_texts(seat, 0)})
        if count_of(self.hands[seat], k) == 0:
            return Refusal("H18", "not_held", {"card": card_fact(k), "moves": self._move_texts(seat, 0)})
        if self.helpful(self.hands[self.current]) & ALL[k] == 0:
            return Refusal("H18", "no_help", {"card": card_fact(k), "moves": self._move_texts(seat, 0)})
        return None

    def _back_refusal(self, seat: i64, move: i64) -> Refusal | None:
        k = kind_of(move)
        if group_of(move) != BACK_GROUP:
            return Refusal("H18", "back_first", {"moves": self._move_texts(seat, 0)})
        if count_of(self.hands[seat], k) == 0:
            return Refusal("H18", "not_held", {"card": card_fact(k), "moves": self._move_texts(seat, 0)})
        return None

    def _move_texts(self, seat: i64, most: i64, k: i64 = NO_CARD) -> str:
        """The texts of the legal moves, or the first few; with a kind, of those that put it into the row."""
        into = buffer()
        found: list[str] = []
        for i in range(self.moves(seat, into)):
            if k == NO_CARD or (kind_of(into[i]) == k and 0 < group_of(into[i]) < GIVE_GROUP):
                found.append(text(into[i]))
        return ", ".join(found[:most] if most else found)

    def _play_refusal(self, seat: i64, move: i64) -> Refusal | None:
        """H8 to H15, for a card that the seat has to play."""
        k = kind_of(move)
        place = group_of(move)
        if k == JOKER:
            return self._joker_refusal(seat, place)
        if place:
            return self._switch_refusal(seat, k, place)
        if k == ZAP and self.length == 0:
            return Refusal("H14", "empty")
        if k <= HIGHEST and k <= self.top:
            return Refusal("H8", "not_higher", {"card": k, "top": self.top})
        return None

    def _joker_refusal(self, seat: i64, place: i64) -> Refusal | None:
        if place <= self.length + 1 and joker_fits(self.values, place):
            return None
        moves = self._move_texts(seat, 0, JOKER)
        if place > self.length + 1:
            return Refusal("H12", "no_place", {"place": place, "moves": moves})
        before = card_at(self.values, place - 1)
        behind = card_at(self.values, place)
        if behind == 0:
            return Refusal("H12", "after_highest", {"moves": moves})
        if place == 1:
            return Refusal("H12", "before_lowest", {"moves": moves})
        return Refusal("H12", "between", {"before": before, "behind": behind, "moves": moves})

    def _switch_refusal(self, seat: i64, n: i64, place: i64) -> Refusal | None:
        if self.length == 0:
            return Refusal("H13", "empty")
        if place > self.length:
            return Refusal("H13", "no_place", {"place": place, "last": self.length})
        if count_of(self.hands[seat], n) == 0:
            return Refusal("H13", "not_held", {"card": n})
        if not switch_fits(self.row, self.values, place, n):
            moves = self._move_texts(seat, 0, n)
            return Refusal("H13", "not_ascending", {"card": n, "place": place, "moves": moves})
        return None


def card_fact(k: i64) -> object:
    """A card in the facts of a refusal: a number as a number, a special card by its letter."""
    return int(k) if k <= HIGHEST else NAMES[k]
