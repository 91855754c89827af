"""How the plain terminal game shows a view, the moves, the score pad and the rules.

What is shown of a view, and as what, is said where each game declares it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from reihum.core.errors import shortened
from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEATS, WORD, Field
from reihum.core.types import Json, View
from reihum.games import spec
from reihum.games.spec import Results, Spec
from reihum.terminal.layout import cut, flow, paragraph, printed, styled, table, turned
from reihum.words import Words
from reihum.words.drawing import NOTHING, GameDrawing, is_empty, recent_cards, value_text, view_fields
from reihum.words.sheets import rule_number
from reihum.words.vocabulary import usual_word

ELSEWHERE: Final = ("player", "owes", "hand")  # marked among the names; the hand comes last
DOT: Final = " · "


# -- cards ----------------------------------------------------------------------------------------


def card_text(look: GameDrawing, card: object, bold: bool = False) -> Text:
    """A card in its colour."""
    text, style = look.card(str(card))
    return styled(text, f"bold {style}" if bold else style)


def cards_text(look: GameDrawing, value: object, bold: bool = False) -> list[Text]:
    """Cards one by one; groups of them apart, each in one piece; long piles cut to what came lately."""
    if isinstance(value, Mapping):
        return [Text(f"{name} ").append_text(joined(cards_text(look, each))) for name, each in value.items()]
    if not isinstance(value, list):
        return [card_text(look, value, bold)]
    if value and isinstance(value[0], list):
        groups = [joined(cards_text(look, group, bold)) for group in value]
        return [group + Text(" |") for group in groups[:-1]] + groups[-1:]
    more, last = recent_cards(value)
    return [Text(more)] * bool(more) + [card_text(look, card, bold) for card in last]


def joined(texts: Sequence[Text]) -> Text:
    """Texts with spaces between them."""
    return Text(" ").join(texts)


# -- a view ---------------------------------------------------------------------------------------


def draw_view(console: Console, say: Words, view: View, names: Sequence[str]) -> None:
    """Everything a seat may know: what each player has, then the table, then the hand."""
    printed(console, Text(""))
    of = spec(view["game"])
    look = of.drawing()
    if rows := look.table(view, say):
        for label, items, gap, hang in rows:
            flow(console, styled(*label), [styled(*item) for item in items], gap, hang)
        return
    fields = view_fields(of.view_types, view)
    told = {name: field for name, field in fields.items() if not untold(look, name, field, view)}
    draw_seats(console, say, view, told, names)
    middle = {name: field for name, field in told.items() if not field.by_seat and name not in ELSEWHERE}
    facts = [fact(look, name, field, view[name], names, say) for name, field in middle.items()]
    flow(console, Text(""), [each for each in facts if each], gap=DOT, hang=0)
    for name, field in told.items():
        if field.kind != CARDS or name in ELSEWHERE:
            continue
        if not field.by_seat:
            cards = cards_text(look, view[name])
            if name in look.top_card_fields:
                cards[-1].stylize("bold")
            flow(console, Text(f"{say(f'field.{name}')}: "), cards)
        elif held := of_seats(look, view[name], names):
            flow(console, Text(f"{say(f'field.{name}')}: "), held)
    if view.get("hand"):
        flow(console, styled(f"{say('field.hand')}: ", "bold"), cards_text(look, view["hand"], bold=True))


def untold(look: GameDrawing, name: str, field: Field, view: View) -> bool:
    """What is not for people, none of something, and what another field shows anyway."""
    if field.kind == PROGRAM or is_empty(view[name]):
        return True
    return (field.kind == NUMBER and view[name] == 0) or look.hides(name, view)


def fact(
    look: GameDrawing, name: str, field: Field, value: Any, names: Sequence[str], say: Words
) -> Text | None:
    """Something about the table that fits a word or two: 'Round: 1'; of a yes only what it is about."""
    if field.kind == CARDS:
        return None
    if field.kind == FLAG:
        return Text(say(f"field.{name}"))
    text = Text(f"{say(f'field.{name}')}: ")
    if field.kind == CARD:
        return text.append_text(card_text(look, value, bold=True))
    return text.append(worded(name, field, value, names, say))


def worded(name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> str:
    """A value in words, lists of numbers spaced."""
    if isinstance(value, list) and value and not isinstance(value[0], str) and field.kind != SEATS:
        return " ".join(map(str, value))
    return value_text(name, field, value, names, say)


def of_seats(look: GameDrawing, cards: Sequence[Any], names: Sequence[str]) -> list[Text]:
    """The cards that belong to players: 'Ada 8♦ 9♦; Ben K♥'."""
    held = [
        styled(f"{name} ", "bold").append_text(joined(cards_text(look, theirs)))
        for name, theirs in zip(names, cards, strict=True)
        if not is_empty(theirs)
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
            rows.append([Text(say(f"field.{name}")), *map(Text, texts)])
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
    return [value_text(name, field, each, names, say) for each in values]


# -- moves ----------------------------------------------------------------------------------------


def move_text(of: Spec, move: str, names: Sequence[str], say: Words, view: View) -> Text:
    """A move as it can be typed, cards in their colours, with what it costs or takes."""
    look, typing = of.drawing(), of.typing()
    word, space, rest = typing.spelling(move, names, say).rpartition(" ")
    card = move.rpartition(" ")[2]
    plain = typing.card_spelling(card) != rest
    text = Text(word + space).append_text(Text(rest) if plain else card_text(look, card))
    if taken := look.card_taken(move, view):
        return text.append(" (").append_text(card_text(look, taken)).append(")")
    cost = look.price(move, view)
    return text.append(f" (+{cost})", "dim") if cost else text


def draw_moves(
    console: Console,
    say: Words,
    of: Spec,
    moves: Sequence[str],
    names: Sequence[str],
    view: View,
    brief: bool,
) -> None:
    """The legal moves with their numbers in the list, and their price where they have one."""
    look = of.drawing()
    listed = [
        styled(f"#{number} ", "dim").append_text(move_text(of, move, names, say, view))
        for number, move in enumerate(moves, start=1)
        if not brief or not look.is_needless(move, moves)
    ]
    if len(listed) < len(moves):
        listed.append(styled(say("play.more", moves=usual_word("wish", "moves", say)), "dim"))
    flow(console, Text(f"{say('play.moves')} "), listed, gap="   ")


# -- the score pad --------------------------------------------------------------------------------


def draw_scores(
    console: Console, say: Words, scored: Results, rounds: Sequence[Json], names: Sequence[str]
) -> None:
    """The score pad: a line for each round, with the total and, if there is room, the round's own points."""
    if not rounds:
        paragraph(console, say(f"play.no_{scored.unit}_scored"))
        return
    titles = [
        styled(say("play.score_pad"), "bold"),
        *(Text(say(f"play.pad_{scored.unit}", round=event["round"])) for event in rounds),
    ]
    for gain in (scored.gain, None):
        cells = [[Text(cell) for cell in pad_cells(event, scored.total, gain)] for event in rounds]
        heads = [styled(name, "bold") for name in names]
        if table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
            return
    room = (console.width - max(title.cell_len for title in titles)) // len(names) - 2
    heads = [cut(head, room) for head in heads]
    if not table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
        for seat, name in enumerate(names):
            flow(console, styled(f"{name}: ", "bold"), [row[seat] for row in cells])


def pad_cells(event: Json, total: str, gain: str | None) -> list[str]:
    """What a round's line says for each player: the score so far, and what the round has brought."""
    if gain is None:
        return [str(score) for score in event[total]]
    return [f"{score} ({own:+d})" for score, own in zip(event[total], event[gain], strict=True)]


# -- the rules ------------------------------------------------------------------------------------


def draw_rules(console: Console, say: Words, of: Spec, number: str) -> None:
    """The rules with what the game is about before them, or only the rule with this number."""
    page = of.sheet(say.lang)
    if number:
        if (found := rule_number(number)) in page.rules:
            draw_rule(console, found, page.rules[found])
        else:
            paragraph(console, say("play.no_rule", number=shortened(number), game=of.title))
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
