"""How the terminal shows a view, the moves, the score pad and the rules.

Each game declares which fields of its view are shown, and how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from reihum.core.errors import short_quote
from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEATS, WORD, Field
from reihum.core.types import Json, View
from reihum.games import spec
from reihum.games.spec import Results, Spec
from reihum.terminal.layout import (
    print_items,
    print_line,
    print_paragraph,
    print_table,
    styled_text,
    transpose,
    truncate,
)
from reihum.words import Words
from reihum.words.drawing import NOTHING, GameDrawing, is_empty, recent_cards, value_text, view_fields
from reihum.words.sheets import rule_number
from reihum.words.vocabulary import usual_word

SHOWN_APART: Final = ("player", "owes", "hand")  # an arrow at the name; the hand comes last
DOT: Final = " · "


# -- cards ----------------------------------------------------------------------------------------


def card_text(look: GameDrawing, card: object, bold: bool = False) -> Text:
    """A card in its colour."""
    text, style = look.card(str(card))
    return styled_text(text, f"bold {style}" if bold else style)


def card_texts(look: GameDrawing, value: object, bold: bool = False) -> list[Text]:
    """Cards one by one, or groups in one piece each; long piles are cut to the most recent cards."""
    if isinstance(value, Mapping):
        return [
            Text(f"{name} ").append_text(join_texts(card_texts(look, each))) for name, each in value.items()
        ]
    if not isinstance(value, list):
        return [card_text(look, value, bold)]
    if value and isinstance(value[0], list):
        groups = [join_texts(card_texts(look, group, bold)) for group in value]
        return [group + Text(" |") for group in groups[:-1]] + groups[-1:]
    more, last = recent_cards(value)
    return [Text(more)] * bool(more) + [card_text(look, card, bold) for card in last]


def join_texts(texts: Sequence[Text]) -> Text:
    """Texts separated by spaces."""
    return Text(" ").join(texts)


# -- a view ---------------------------------------------------------------------------------------


def draw_view(console: Console, say: Words, view: View, names: Sequence[str]) -> None:
    """Print everything a seat may know: what each player has, then the table, then the hand."""
    print_line(console, Text(""))
    of = spec(view["game"])
    look = of.drawing()
    if rows := look.table(view, say):
        for label, items, gap, hang in rows:
            print_items(console, styled_text(*label), [styled_text(*item) for item in items], gap, hang)
        return
    fields = view_fields(of.view_types, view)
    shown = {name: field for name, field in fields.items() if not is_hidden(look, name, field, view)}
    draw_seats(console, say, view, shown, names)
    middle = {name: field for name, field in shown.items() if not field.by_seat and name not in SHOWN_APART}
    facts = [fact_text(look, name, field, view[name], names, say) for name, field in middle.items()]
    print_items(console, Text(""), [each for each in facts if each], gap=DOT, hang=0)
    for name, field in shown.items():
        if field.kind != CARDS or name in SHOWN_APART:
            continue
        if not field.by_seat:
            cards = card_texts(look, view[name])
            if name in look.top_card_fields:
                cards[-1].stylize("bold")
            print_items(console, Text(f"{say(f'field.{name}')}: "), cards)
        elif held := cards_by_seat(look, view[name], names):
            print_items(console, Text(f"{say(f'field.{name}')}: "), held)
    if view.get("hand"):
        print_items(
            console, styled_text(f"{say('field.hand')}: ", "bold"), card_texts(look, view["hand"], bold=True)
        )


def is_hidden(look: GameDrawing, name: str, field: Field, view: View) -> bool:
    """Whether a field is not for people, is empty, or only repeats what another one shows."""
    if field.kind == PROGRAM or is_empty(view[name]):
        return True
    return (field.kind == NUMBER and view[name] == 0) or look.hides(name, view)


def fact_text(
    look: GameDrawing, name: str, field: Field, value: Any, names: Sequence[str], say: Words
) -> Text | None:
    """A fact that takes a word or two, such as 'Round: 1'; a flag that is set is only its label."""
    if field.kind == CARDS:
        return None
    if field.kind == FLAG:
        return Text(say(f"field.{name}"))
    text = Text(f"{say(f'field.{name}')}: ")
    if field.kind == CARD:
        return text.append_text(card_text(look, value, bold=True))
    return text.append(fact_value(name, field, value, names, say))


def fact_value(name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> str:
    """A value in words; lists of numbers are separated by spaces."""
    if isinstance(value, list) and value and not isinstance(value[0], str) and field.kind != SEATS:
        return " ".join(map(str, value))
    return value_text(name, field, value, names, say)


def cards_by_seat(look: GameDrawing, cards: Sequence[Any], names: Sequence[str]) -> list[Text]:
    """The cards of each player who has any: 'Ada 8♦ 9♦; Ben K♥'."""
    held = [
        styled_text(f"{name} ", "bold").append_text(join_texts(card_texts(look, theirs)))
        for name, theirs in zip(names, cards, strict=True)
        if not is_empty(theirs)
    ]
    return [each + Text(";") for each in held[:-1]] + held[-1:]


def draw_seats(
    console: Console, say: Words, view: View, shown: Mapping[str, Field], names: Sequence[str]
) -> None:
    """Print what each player has, the names above or to the left; an arrow marks whose turn it is."""
    heads = [
        styled_text(("→ " if view.get("player") == seat else "") + name, "bold")
        for seat, name in enumerate(names)
    ]
    rows = [[Text(""), *heads]]
    for name, field in shown.items():
        texts = seat_texts(name, field, view[name], names, say)
        if texts:
            rows.append([Text(say(f"field.{name}")), *map(Text, texts)])
    if print_table(console, rows) or print_table(console, transpose(rows)):
        return
    for column, head in enumerate(heads, start=1):
        facts = [Text(f"{row[0]} {row[column]}") for row in rows[1:] if str(row[column]) != NOTHING]
        print_items(console, head + Text(" "), facts, gap=DOT)


def seat_texts(name: str, field: Field, values: Any, names: Sequence[str], say: Words) -> list[str]:
    """A short text for each player; none if nobody has anything, or if the same word applies to all."""
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
    """Print the legal moves, numbered, with their price if they have one."""
    look = of.drawing()
    listed = [
        styled_text(f"#{number} ", "dim").append_text(move_text(of, move, names, say, view))
        for number, move in enumerate(moves, start=1)
        if not brief or not look.is_needless(move, moves)
    ]
    if len(listed) < len(moves):
        listed.append(styled_text(say("play.more", moves=usual_word("wish", "moves", say)), "dim"))
    print_items(console, Text(f"{say('play.moves')} "), listed, gap="   ")


# -- the score pad --------------------------------------------------------------------------------


def draw_scores(
    console: Console, say: Words, scored: Results, rounds: Sequence[Json], names: Sequence[str]
) -> None:
    """Print the score pad: a line for each round, with the total and, if it fits, the round's points."""
    if not rounds:
        print_paragraph(console, say(f"play.no_{scored.unit}_scored"))
        return
    titles = [
        styled_text(say("play.score_pad"), "bold"),
        *(Text(say(f"play.pad_{scored.unit}", round=event["round"])) for event in rounds),
    ]
    for gain in (scored.gain, None):
        cells = [[Text(cell) for cell in pad_cells(event, scored.total, gain)] for event in rounds]
        heads = [styled_text(name, "bold") for name in names]
        if print_table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
            return
    room = (console.width - max(title.cell_len for title in titles)) // len(names) - 2
    heads = [truncate(head, room) for head in heads]
    if not print_table(console, [[title, *row] for title, row in zip(titles, [heads, *cells], strict=True)]):
        for seat, name in enumerate(names):
            print_items(console, styled_text(f"{name}: ", "bold"), [row[seat] for row in cells])


def pad_cells(event: Json, total: str, gain: str | None) -> list[str]:
    """A round's line for each player: the score so far, and what the round brought."""
    if gain is None:
        return [str(score) for score in event[total]]
    return [f"{score} ({own:+d})" for score, own in zip(event[total], event[gain], strict=True)]


# -- the rules ------------------------------------------------------------------------------------


def draw_rules(console: Console, say: Words, of: Spec, number: str) -> None:
    """Print the rules after the aim of the game, or only the rule with this number."""
    page = of.sheet(say.lang)
    if number:
        if (found := rule_number(number)) in page.rules:
            draw_rule(console, found, page.rules[found])
        else:
            print_paragraph(console, say("play.no_rule", number=short_quote(number), game=of.title))
        return
    for text in (page.aim, page.example):
        if text:
            print_paragraph(console, text)
            print_line(console, Text(""))
    for section in page.sections:
        print_line(console, styled_text(section.heading, "bold"))
        for rule, text in section.rules.items():
            draw_rule(console, rule, text)


def draw_rule(console: Console, number: str, text: str) -> None:
    """Print one rule with its number."""
    print_paragraph(console, text, f"{number:>4}  ")
