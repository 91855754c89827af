"""A live table in sentences: each step as its viewer heard it, the deal, and the results of all rounds."""

from __future__ import annotations

import pytest

from reihum.core.types import Json
from reihum.server.live.snapshots import Presence, snap, step
from reihum.words import LANGUAGES
from tests.games import SIZES
from tests.table.tools import Trial, plain, told_snap, told_step
from tests.telling import ODD

LINES = 400
TAKEN_BACK = {
    "de": ("Ada nimmt den letzten Zug zurück.", "Du nimmst deinen letzten Zug zurück."),
    "en": ("Ada takes back their last move.", "You take back your last move."),
    "nl": ("Ada neemt de laatste zet terug.", "Je neemt je laatste zet terug."),
}


def laying(name: str = "Ada") -> Trial:
    """A game of 23 in which it is Ada's turn to lay a card."""
    trial = Trial("23", "me", "bot:policy")
    trial.table.seats[0].name = name
    trial.deal()
    while trial.table.match is None or trial.table.match.view(0)["phase"] == "put":
        trial.bot(trial.table.owing_seats()[0])
    if trial.table.match.turn == 1:
        trial.bot(1, "pass")
    assert trial.table.match.turn == 0
    return trial


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_step_of_a_game_is_told_move_first_to_everybody_who_heard_it(slug: str, players: int) -> None:
    trial = Trial(slug, *["bot:policy"] * players)
    trial.deal()
    names = [seat.name for seat in trial.table.seats]
    told: dict[tuple[int | None, str], list[Json]] = {
        (seat, lang): [] for seat in (None, *range(players)) for lang in LANGUAGES
    }
    policy = trial.table.game.spec.policy()
    while trial.table.match is not None and not trial.table.match.over and trial.table.v < LINES:
        seat = trial.table.owing_seats()[-1]
        trial.bot(seat, trial.table.game.spec.text(policy.choose(trial.table.match.state.side(seat))))
        for (listener, lang), so_far in told.items():
            so_far.append(told_step(trial.table, listener, lang))
    for (listener, lang), so_far in told.items():
        you = {"de": ("Du ", "du ", "dich"), "en": ("You ", "you "), "nl": ("Je ", "je ", "jij")}[lang]
        for line in so_far:
            assert not any(ODD.search(sentence) for sentence in line["told"])
            assert bool(line["told"]) or (line["m"] is None and not line["told"])
            if line["m"] is not None:
                first = line["told"][0]
                assert first.startswith(names[line["by"]]) or (
                    line["by"] == listener and any(word in first for word in you)
                )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_snap_tells_every_step_as_it_was_told_when_it_happened(lang: str) -> None:
    trial = Trial("yoyo", "me", "bot:policy", "bot:policy")
    trial.deal()
    heard: dict[str, list[list[str]]] = {"ada": [], "cy": []}
    for _ in range(60):
        trial.bot(trial.table.owing_seats()[0])
        for player, seat in (("ada", 0), ("cy", None)):
            heard[player].append(told_step(trial.table, seat, lang)["told"])
    for player, sentences in heard.items():
        shown = told_snap(trial.table, player, set(), 0, lang)
        assert [line["told"] for line in shown["log"]] == sentences
        assert [line["v"] for line in told_snap(trial.table, player, set(), 58, lang)["log"]] == [59, 60]
    assert heard["ada"] != heard["cy"]  # you, and Ada


def test_apart_from_its_sentences_it_is_the_same_snap_and_the_same_step() -> None:
    trial = laying()
    for player in ("ada", "cy"):
        told = told_snap(trial.table, player, {0}, 2, "de")
        silent = plain(snap(trial.table, player, Presence({0}), 2))
        assert told.pop("told") != []
        assert told.pop("rounds") == []
        for line in told["log"]:
            del line["told"]
        assert told == silent
    spoken = told_step(trial.table, 0, "de")
    assert spoken.pop("told") != []
    assert spoken == plain(step(trial.table, 0))


def test_the_deal_is_told_to_each_seat_with_its_own_cards() -> None:
    trial = Trial("help", "me", "bot:policy", "bot:policy")
    assert told_snap(trial.table, "ada", set(), 0, "en")["told"] == []
    assert told_snap(trial.table, "ada", set(), 0, "en")["rounds"] == []
    trial.deal()
    own, others = (told_snap(trial.table, player, set(), 0, "en")["told"] for player in ("ada", "cy"))
    assert others == ["Round 1 begins and goes clockwise. Everybody calls the lowest number in their hand."]
    assert own[:1] == others
    assert len(own) == 2
    assert own[1].startswith("You are dealt ")


@pytest.mark.parametrize(("slug", "players"), [("help", 3), ("23", 3), ("yoyo", 2), ("koenigs-romme", 2)])
def test_a_snap_has_all_results_in_their_order_whatever_was_seen_before(slug: str, players: int) -> None:
    trial = Trial(slug, *["bot:policy"] * players)
    trial.deal()
    trial.play_out()
    assert trial.table.match is not None
    expected = [
        {"v": heard.number, **event}
        for heard in trial.table.match.since(None)
        for event in heard.events
        if event["kind"] in trial.table.game.spec.results.facts
    ]
    for since in (0, trial.table.v):
        assert told_snap(trial.table, "cy", set(), since, "nl")["rounds"] == expected
    kinds = [each["kind"] for each in expected]
    assert kinds[-1] == "game"
    assert kinds.count("round") > 1
    assert ("exchanged" in kinds) == (slug == "23")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_taken_back_is_told_in_a_sentence(lang: str) -> None:
    trial = laying()
    trial.move("ada", "pass")
    trial.undo("ada")
    others, own = TAKEN_BACK[lang]
    assert told_step(trial.table, None, lang)["told"] == [others]
    assert told_step(trial.table, 1, lang)["told"] == [others]
    assert told_step(trial.table, 0, lang)["told"] == [own]
    assert told_snap(trial.table, "cy", set(), 0, lang)["log"][-1]["told"] == [others]


def test_that_something_unheard_was_taken_back_is_not_told() -> None:
    trial = Trial("23", "me", "bot:policy")
    trial.deal()
    trial.move("ada", trial.moves(0)[0])
    trial.undo("ada")
    assert told_step(trial.table, 0, "en")["told"] == ["You take back your last move."]
    assert told_step(trial.table, 1, "en")["told"] == []
    assert told_step(trial.table, None, "en")["told"] == []


@pytest.mark.parametrize("name", ["{by}", "%s {0}", "<b>Bo</b>", "a|b", "Zoë O'Brien", "12:the"])
def test_whatever_somebody_is_called_is_told_as_it_is(name: str) -> None:
    trial = laying(name)
    trial.move("ada", "pass")
    for lang, verb in (("en", "passes"), ("de", "passt"), ("nl", "past")):
        (sentence,) = told_step(trial.table, None, lang)["told"]
        assert sentence.lower().startswith(f"{name} {verb}".lower())
