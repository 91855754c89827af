"""The best lay-down over HTTP: what the library says, for a whole hand and without each of its cards."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter

import pytest

from reihum import best_laydown
from reihum.core.types import Json
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.cards import VALUE_NAMES
from reihum.games.koenigs_romme.services import SERVICES, LaydownAnswer, LaydownBody
from reihum.server.http.services import work_out
from reihum.server.metrics import Metrics
from reihum.server.settings import Limits
from reihum.server.work import WorkQueue
from reihum.table.judge import Problem
from tests.games import deck
from tests.server.tools import Running, described, ticking

PATH = "/api/laydown"


async def best_laid(cards: list[str], wild: str, each: bool) -> Json | Problem:
    """What the server answers."""
    queue = WorkQueue(Limits(), Metrics(), ticking())
    return await work_out(queue, "ada", SPEC, SERVICES["laydown"], LaydownBody(cards, wild, each))


def of_library(cards: list[str], wild: str) -> Json:
    """What the library says about a hand, as on the wire."""
    found = best_laydown(cards, wild)
    return {
        "points": found.points,
        "left": found.left,
        "laid": found.combinations,
        "stands_for": found.stands_for,
    }


def test_the_best_laydown_of_a_hand_and_without_each_card(server: Running) -> None:
    hand = ["8d", "8h", "*", "Kc"]
    whole = {"points": 13, "left": ["Kc"], "laid": [["8h", "8d", "*"]], "stands_for": [["8h", "8d", "8"]]}
    assert server.ask("POST", PATH, {"cards": hand, "wild": "7"}) == (200, whole)
    status, answer = server.ask("POST", PATH, {"cards": hand, "wild": "7", "each": True})
    without = answer.pop("without")
    assert (status, answer) == (200, whole)
    assert {card: each["points"] for card, each in without.items()} == {"8d": 71, "8h": 71, "*": 29, "Kc": 0}
    assert without["Kc"] == {**whole, "points": 0, "left": []}


def test_nobody_need_be_somebody_for_it_and_nobody_becomes_so(server: Running) -> None:
    body = json.dumps({"cards": ["8d"], "wild": "7"}).encode()
    status, headers, _ = server.raw("POST", PATH, body, {"Content-Type": "application/json"})
    assert status == 200
    assert "set-cookie" not in headers


def test_it_is_what_the_library_says_of_any_hand() -> None:
    lot = random.Random(8)
    cards = sorted(str(card) for card in deck("koenigs-romme").elements())
    for size in range(15):
        hand, wild = lot.sample(cards, size), lot.choice(VALUE_NAMES)
        found = asyncio.run(best_laid(hand, wild, True))
        assert not isinstance(found, Problem)
        described(found, LaydownAnswer)
        without = found["without"]
        assert {key: value for key, value in found.items() if key != "without"} == of_library(hand, wild)
        assert set(without) == set(hand)
        for card, each in without.items():
            assert each == of_library(list((Counter(hand) - Counter([card])).elements()), wild)


def test_an_empty_hand_lays_nothing(server: Running) -> None:
    nothing = {"points": 0, "left": [], "laid": [], "stands_for": []}
    assert server.ask("POST", PATH, {"cards": [], "wild": "K"}) == (200, nothing)
    assert server.ask("POST", PATH, {"cards": [], "wild": "K", "each": True})[1] == {**nothing, "without": {}}


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"cards": ["8d"] * 3, "wild": "7"}, "cards"),
        ({"cards": ["*"] * 7, "wild": "7"}, "cards"),
        ({"cards": ["2d"], "wild": "7"}, "cards"),
        ({"cards": ["8d 8h"], "wild": "7"}, "cards"),
        ({"cards": [f"{v}{s}" for v in range(3, 6) for s in "shdcx"], "wild": "7"}, "cards"),
        ({"cards": ["8d"], "wild": "2"}, "wild"),
        ({"cards": ["8d"], "wild": ""}, "wild"),
        ({"cards": ["8d"], "wild": 7}, "malformed"),
        ({"cards": "8d 8h", "wild": "7"}, "malformed"),
        ({"cards": [8], "wild": "7"}, "malformed"),
        ({"cards": ["8d"]}, "malformed"),
        ({"cards": ["8d"], "wild": "7", "each": "yes"}, "malformed"),
        ({"cards": ["8d"] * 2_000, "wild": "7"}, "too_large"),
        ([], "malformed"),
    ],
)
def test_what_cannot_be_a_hand_gets_a_code_and_a_sentence(server: Running, body: object, error: str) -> None:
    texts = set()
    for lang in ("de", "en", "nl"):
        status, answer = server.ask("POST", PATH, body, lang=lang)
        assert (status, answer["error"]) == (413 if error == "too_large" else 400, error)
        texts.add(answer["text"])
    assert len(texts) == 3


def test_it_is_asked_for_by_post(server: Running) -> None:
    assert server.ask("GET", PATH)[0] == 405
    assert server.raw("POST", PATH, b'{"cards":[],"wild":"7"}')[0] == 415
    assert server.ask("POST", PATH)[0] == 400


def test_others_have_their_turn_while_many_hands_are_weighed() -> None:
    cards = sorted(str(card) for card in deck("koenigs-romme").elements())
    hand = random.Random(3).sample(cards, 14)

    async def turns() -> int:
        asked = asyncio.create_task(best_laid(hand, "5", True))
        count = 0
        while not asked.done():
            await asyncio.sleep(0)
            count += 1
        return count

    assert asyncio.run(turns()) >= len(set(hand))
