"""Moves of HELP! as texts: `call 2`, `7`, `J@2`, `S7@2`, `Z`, `N`, `help`, `give 9`, `back 3`."""

from __future__ import annotations

import re
from typing import Final

from reihum.games.help.cards import (
    ACTIONS,
    BACK_GROUP,
    BACK_UNSEEN,
    CALL_GROUP,
    GIVE_GROUP,
    GIVE_UNSEEN,
    HELP,
    HIGHEST,
    JOKER,
    LONGEST_ROW,
    NAMES,
    NO,
    SWITCH,
    ZAP,
    group_of,
    kind_of,
    move_in,
    place_move,
)

GROUP_BY_WORD: Final = {"call": CALL_GROUP, "give": GIVE_GROUP, "back": BACK_GROUP}
WORD_OF_GROUP: Final = {group: word for word, group in GROUP_BY_WORD.items()}
PLACE_PATTERN: Final = re.compile(r"(?:J|S([1-9][0-9]?))@([1-6])", re.ASCII)


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    if move in (GIVE_UNSEEN, BACK_UNSEEN):
        return "give ?" if move == GIVE_UNSEEN else "back ?"
    if not 0 <= move < ACTIONS:
        return ""
    group, k = group_of(move), kind_of(move)
    if move == HELP:
        return "help"
    if k == 0 or (group == CALL_GROUP and k > HIGHEST):
        return ""
    if group in WORD_OF_GROUP:
        return f"{WORD_OF_GROUP[group]} {NAMES[k]}"
    if 1 <= group <= LONGEST_ROW:
        return f"S{k}@{group}" if k <= HIGHEST else f"J@{group}" if k == JOKER else ""
    return "" if k in (JOKER, SWITCH) else NAMES[k]


def parse(words: str) -> int:
    """The move of a text, or -1 if there is none."""
    if words == "help":
        return HELP
    if found := PLACE_PATTERN.fullmatch(words):
        k = int(found[1] or JOKER)
        return place_move(k, int(found[2])) if k <= HIGHEST or not found[1] else -1
    word, space, name = words.rpartition(" ")
    if name not in NAMES[1:]:
        return -1
    k = NAMES.index(name)
    if not space:
        return k if k <= HIGHEST or k in (ZAP, NO) else -1
    if word not in GROUP_BY_WORD or (word == "call" and k > HIGHEST):
        return -1
    return move_in(GROUP_BY_WORD[word], k)
