"""Helping in HELP! (H18): how cards change hands, and what the others can know meanwhile."""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY
from reihum.games.help.cards import NAMES, NUMBERS, SWITCH, SWITCHES, kinds_in, of_kind, size_of
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.legal import Legal
from reihum.games.help.table import BACK, RECEIVED, Table


def try_switch(table: Table) -> None:
    """H18a: a giver who has a Switch sees whether the asker could use it."""
    hand = table.hands[table.current]
    has_one = table.hands[table.giver] & SWITCHES != 0 or table.received == SWITCH
    if table.length and has_one and size_of(hand) > 1:
        table.knows.note_trial(table.current, table.giver, hand & NUMBERS != 0)


def give(table: Table, k: i64) -> None:
    """The giver gives a card. The asker sees it; the others see it when it is played."""
    table.hands[table.giver] -= of_kind(k, 1)
    table.received = k
    table.phase = BACK
    table.knows.note_gift(table.current, table.giver, k)
    if table.telling:
        tell_handed(table, table.giver, table.current, k)


def give_back(table: Table, k: i64) -> None:
    """The asker gives a card back, face down; only these two know it."""
    table.hands[table.current] -= of_kind(k, 1)
    table.hands[table.giver] += of_kind(k, 1)
    table.phase = RECEIVED
    table.knows.note_return(table.current, table.giver, k)
    if table.telling:
        tell_handed(table, table.current, table.giver, k)


def tell_handed(table: Table, seat: i64, to: i64, k: i64) -> None:
    """Everybody sees that a card changes hands; only these two see which."""
    table.tell("handed", {"seat": seat, "to": to})
    table.tell("got", {"from": seat, "cards": [NAMES[k]]}, to)


def current_knowledge(table: Legal, observer: i64) -> Knowledge:
    """What an observer and everybody know by now, even during help, without seeing the cards."""
    knows = table.knows.proofs()
    if table.received != NO_CARD:
        imagine_help(table, knows, NOBODY)
        if table.misses_received(observer) and observer != NOBODY:
            imagine_help(table, knows, observer)
    return knows


def imagine_help(table: Legal, knows: Knowledge, observer: i64) -> None:
    """A card that helps was given, and by now perhaps another given back."""
    helpful = kinds_in(table.playable(NUMBERS))
    if table.phase == BACK:
        knows.show_loss(observer, table.giver, helpful)
    else:
        knows.show_exchange(observer, table.current, table.giver, helpful)
