"""How the plain terminal game shows a view, the moves, the score pad and the rules.

What is shown of a view, and as what, is said where each game declares it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEATS, WORD, Field
from reihum.core.spec import Json, View
from reihum.drawing import LATELY, NOTHING, fields_in, in_words, label, nothing
from reihum.games import spec
from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.games.koenigs_romme.cards import VALUE_NAMES
from reihum.match import shortened
from reihum.sheets import sheet
from reihum.terminal.layout import cut, flow, paragraph, printed, styled, table, turned
from reihum.typed.moves import card_shown, shown
from reihum.typed.vocabulary import usual
from reihum.words import Words

ELSEWHERE: Final = ("player", "owes", "hand")  # marked among the names; the hand comes last
TOPPED: Final = ("pile", "row")  # of which the last card matters most
JOKER: Final = "J"  # of HELP!
DOT: Final = " · "
YOYO_STYLES: Final = {"b": "bright_blue", "r": "red", "y": "yellow"}
SUIT_STYLES: Final = {"h": "red", "d": "red", "*": "magenta"}
HANDS: Final = len(VALUE_NAMES)  # K17


# -- cards ----------------------------------------------------------------------------------------


def card_text(slug: str, card: object, bold: bool = False) -> Text:
    """A card in its colour."""
    text = str(card)
    style = YOYO_STYLES.get(text[0], "") if slug == "yoyo" else ""
    if slug == "koenigs-romme":
        style = SUIT_STYLES.get(text[-1], "")
    return styled(card_shown(slug, text), f"bold {style}" if bold else style)


def cards_text(slug: str, value: object, bold: bool = False) -> list[Text]:
    """Cards one by one; groups of them apart, each in one piece; long piles cut to what came lately."""
    if isinstance(value, Mapping):
        return [Text(f"{name} ").append_text(joined(cards_text(slug, each))) for name, each in value.items()]
    if not isinstance(value, list):
        return [card_text(slug, value, bold)]
    if value and isinstance(value[0], list):
        groups = [joined(cards_text(slug, group, bold)) for group in value]
        return [group + Text(" |") for group in groups[:-1]] + groups[-1:]
    long = len(value) > 2 * LATELY
    found = [card_text(slug, card, bold) for card in (value[-LATELY:] if long else value)]
    return ([Text("…")] if long else []) + found


def joined(texts: Sequence[Text]) -> Text:
    """Texts with spaces between them."""
    return Text(" ").join(texts)


# -- a view ---------------------------------------------------------------------------------------


def draw_view(console: Console, say: Words, view: View, names: Sequence[str]) -> None:
    """Everything a seat may know: what each player has, then the table, then the hand."""
    printed(console, Text(""))
    if view.get("solo"):
        draw_solo(console, say, view)
        return
    slug: str = view["game"]
    fields = fields_in(spec(slug), view)
    told = {name: field for name, field in fields.items() if not untold(name, field, view)}
    draw_seats(console, say, view, told, names)
    middle = {name: field for name, field in told.items() if not field.by_seat and name not in ELSEWHERE}
    facts = [fact(slug, name, field, view[name], names, say) for name, field in middle.items()]
    flow(console, Text(""), [each for each in facts if each], gap=DOT, hang=0)
    for name, field in told.items():
        if field.kind != CARDS or name in ELSEWHERE:
            continue
        if not field.by_seat:
            cards = cards_text(slug, view[name])
            if name in TOPPED:
                cards[-1].stylize("bold")
            flow(console, Text(f"{label(say, slug, name)}: "), cards)
        elif held := of_seats(slug, view[name], names):
            flow(console, Text(f"{label(say, slug, name)}: "), held)
    if view.get("hand"):
        flow(
            console,
            styled(f"{label(say, slug, 'hand')}: ", "bold"),
            cards_text(slug, view["hand"], bold=True),
        )


def untold(name: str, field: Field, view: View) -> bool:
    """What is not for people, none of something, and values of a row that shows them anyway (H12)."""
    if field.kind == PROGRAM or nothing(view[name]):
        return True
    return (field.kind == NUMBER and view[name] == 0) or (name == "values" and JOKER not in view["row"])


def fact(slug: str, name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> Text | None:
    """Something about the table that fits a word or two: 'Round: 1'; of a yes only what it is about."""
    if field.kind == CARDS:
        return None
    if field.kind == FLAG:
        return Text(label(say, slug, name))
    text = Text(f"{label(say, slug, name)}: ")
    if field.kind == CARD:
        return text.append_text(card_text(slug, value, bold=True))
    return text.append(worded(name, field, value, names, say))


def worded(name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> str:
    """A value in words, lists of numbers spaced."""
    if isinstance(value, list) and value and not isinstance(value[0], str) and field.kind != SEATS:
        return " ".join(map(str, value))
    return in_words(name, field, value, names, say)


def of_seats(slug: str, cards: Sequence[Any], names: Sequence[str]) -> list[Text]:
    """The cards that belong to players: 'Ada 8♦ 9♦; Ben K♥'."""
    held = [
        styled(f"{name} ", "bold").append_text(joined(cards_text(slug, theirs)))
        for name, theirs in zip(names, cards, strict=True)
        if not nothing(theirs)
    ]
    return [each + Text(";") for each in held[:-1]] + held[-1:]


def draw_seats(
    console: Console, say: Words, view: View, told: Mapping[str, Field], names: Sequence[str]
) -> None:
    """What each player has, with the names above or beside it; whose turn it is has an arrow."""
    heads = [
        styled(("→ " if view.get("player") == seat else "") + name, "bold") for seat, name in enumerate(names)
    ]
    rows = [[Text(""), *heads]]
    for name, field in told.items():
        texts = seat_texts(name, field, view[name], names, say)
        if texts:
            rows.append([Text(label(say, view["game"], name)), *map(Text, texts)])
    if table(console, rows) or table(console, turned(rows)):
        return
    for column, head in enumerate(heads, start=1):
        facts = [Text(f"{row[0]} {row[column]}") for row in rows[1:] if str(row[column]) != NOTHING]
        flow(console, head + Text(" "), facts, gap=DOT)


def seat_texts(name: str, field: Field, values: Any, names: Sequence[str], say: Words) -> list[str]:
    """A short text for each player; nothing if nobody has it, or a word is the same for all."""
    if not field.by_seat or field.kind in (CARD, CARDS) or not any(values):
        return []
    if field.kind == WORD and len(values) > 1 and len(set(values)) == 1:
        return []
    return [in_words(name, field, each, names, say) for each in values]


def draw_solo(console: Console, say: Words, view: View) -> None:
    """Königs-Rommé alone: a line for each hand, named by its wild, with how many cards cannot be laid yet."""
    slug, finished = view["game"], sum(view["finished"])
    facts = [
        say("play.solo_hands", count=finished, hands=HANDS),
        f"{label(say, slug, 'in_stock')}: {view['in_stock']}",
    ]
    flow(console, Text(""), [styled(each, "bold") for each in facts], gap=DOT, hang=0)
    heads = (say("play.solo_wild"), say("play.solo_left"))
    printed(console, styled("  ".join([*heads, say("play.solo_cards")]), "dim"))
    for wild, hand, done in zip(VALUE_NAMES, view["hands"], view["finished"], strict=True):
        left = Counter(best_laydown(hand, wild).left)
        count = "✓" if done else str(left.total())
        start = styled(f"{wild:>{len(heads[0])}}  {count:>{len(heads[1])}}  ", "dim" if done else "")
        flow(console, start, solo_cards(hand, left), hang=start.cell_len)
    if view["gone"]:
        flow(console, Text(f"{label(say, slug, 'gone')}: "), cards_text(slug, view["gone"]))
    if view["shown"] is not None:
        shown_card = card_text(slug, view["shown"], bold=True)
        flow(console, styled(f"{label(say, slug, 'shown')}: ", "bold"), [shown_card])


def solo_cards(hand: Sequence[str], left: Counter[str]) -> list[Text]:
    """The cards of one hand; those that can be laid already are dim."""
    texts = []
    for card in hand:
        text = card_text("koenigs-romme", card)
        if left[card] > 0:
            left[card] -= 1
        else:
            text.stylize("dim")
        texts.append(text)
    return texts


# -- moves ----------------------------------------------------------------------------------------


def move_text(slug: str, move: str, names: Sequence[str], say: Words, view: View) -> Text:
    """A move as it can be typed, cards in their colours, with what it costs or takes."""
    costs = view.get("costs", {})
    word, space, rest = shown(slug, move, names, say).rpartition(" ")
    card = move.rpartition(" ")[2]
    plain = move in costs or card_shown(slug, card) != rest
    text = Text(word + space).append_text(Text(rest) if plain else card_text(slug, card))
    if move == "pile":  # K7
        return text.append(" (").append_text(card_text(slug, view["pile"][-1])).append(")")
    cost = costs.get(move, 0)
    return text.append(f" (+{cost})", "dim") if cost else text


def draw_moves(
    console: Console,
    say: Words,
    slug: str,
    moves: Sequence[str],
    names: Sequence[str],
    view: View,
    brief: bool,
) -> None:
    """The legal moves with their numbers in the list, and their price where they have one."""
    listed = [
        styled(f"#{number} ", "dim").append_text(move_text(slug, move, names, say, view))
        for number, move in enumerate(moves, start=1)
        if not brief or not needless(move, moves)
    ]
    if len(listed) < len(moves):
        listed.append(styled(say("play.more", moves=usual("wish", "moves", say)), "dim"))
    flow(console, Text(f"{say('play.moves')} "), listed, gap="   ")


def needless(move: str, moves: Sequence[str]) -> bool:
    """23: whether a lay is possible with fewer bonus chips; a short list does without it."""
    lay, plus, chips = move.rpartition("+")
    return bool(plus) and (lay in moves or f"{lay}+{int(chips) - 1}" in moves)


# -- the score pad --------------------------------------------------------------------------------


def draw_scores(
    console: Console, say: Words, slug: str, rounds: Sequence[Json], names: Sequence[str]
) -> None:
    """The score pad: a line for each round, with the total and, if there is room, the round's own points."""
    unit, none = ("pad_game", "no_scored_games") if slug == "yoyo" else ("pad_round", "no_scores")
    if not rounds:
        paragraph(console, say(f"play.{none}"))
        return
    titles = [
        styled(say("play.score_pad"), "bold"),
        *(Text(say(f"play.{unit}", round=event["round"])) for event in rounds),
    ]
    for with_own in (True, False):
        cells = [[Text(cell) for cell in pad_cells(event, with_own)] for event in rounds]
        heads = [styled(name, "bold") for name in names]
        if table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
            return
    room = (console.width - max(title.cell_len for title in titles)) // len(names) - 2
    heads = [cut(head, room) for head in heads]
    if not table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
        for seat, name in enumerate(names):
            flow(console, styled(f"{name}: ", "bold"), [row[seat] for row in cells])


def pad_cells(event: Json, with_own: bool) -> list[str]:
    """What a round's line says for each player."""
    totals = next(event[name] for name in ("totals", "points", "fines") if name in event)
    if with_own and "scores" in event:
        return [f"{total} ({own:+d})" for total, own in zip(totals, event["scores"], strict=True)]
    return [str(total) for total in totals]


# -- the rules ------------------------------------------------------------------------------------


def draw_rules(console: Console, say: Words, slug: str, number: str) -> None:
    """The rules with what the game is about before them, or only the rule with this number."""
    page = sheet(slug, say.lang)
    if number:
        if number in page.rules:
            draw_rule(console, number, page.rules[number])
        else:
            paragraph(console, say("play.no_rule", number=shortened(number), game=spec(slug).title))
        return
    for text in (page.aim, page.example):
        if text:
            paragraph(console, text)
            printed(console, Text(""))
    for section in page.sections:
        printed(console, styled(section.heading, "bold"))
        for rule, text in section.rules.items():
            draw_rule(console, rule, text)


def draw_rule(console: Console, number: str, text: str) -> None:
    """One rule under its number."""
    paragraph(console, text, f"{number:>4}  ")
