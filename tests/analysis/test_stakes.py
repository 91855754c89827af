"""What is counted while rounds are played out is what the rules tell of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from reihum.analysis.appraisal import Appraiser
from reihum.analysis.trials import WIN, note_shares
from reihum.arena.outcomes import win_share
from reihum.core.contract import OVER, Event, State
from reihum.core.dealer import Seeded
from reihum.core.stakes import Stakes
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.words import LANGUAGES
from tests.games import SIZES, Walk

Round = tuple[dict[str, int], list[tuple[int, int]], list[Event], int]  # counts, moves, events, seat


def stakes_of(of: Spec, players: int) -> Stakes:
    """What counts the stakes at a table of this size."""
    make = of.stakes_alone if players == 1 and of.stakes_alone else of.stakes
    assert make is not None
    return make()


def rounds(slug: str, players: int, games: int) -> Iterator[Round]:
    """Rounds from somewhere in the middle, with what was counted for one seat and what was told."""
    of = spec(slug)
    for seed in range(games):
        walk = Walk(of, players, seed).on(seed * 7 % 60)
        if walk.state.turn() == OVER:
            continue
        stakes, seat = stakes_of(of, players), walk.seat()
        walk.state.telling = True
        side, moves, events = walk.state.side(seat), [], []
        stakes.begin(side)
        current = stakes.round(side)
        by, move = seat, walk.move(seat)
        while True:
            stakes.see(side, by, move)
            walk.state.events = []
            walk.state.play(by, move, walk.dealer)
            moves.append((by, move))
            events += walk.state.events
            if walk.state.turn() == OVER or stakes.round(side) != current or len(moves) > of.decisions_cap:
                break
            by = walk.seat()
            move = walk.move(by)
        stakes.end(side)
        counts = {stake.name: int(stakes.counts[i]) for i, stake in enumerate(stakes.stakes)}
        yield counts, moves, events, seat


def told(events: list[Event], kind: str) -> list[dict[str, object]]:
    """The facts of all events of a kind."""
    return [event.facts for event in events if event.kind == kind]


@pytest.mark.parametrize("players", [2, 4])
def test_chips_of_23(players: int) -> None:
    tried = 0
    for counts, moves, events, seat in rounds("23", players, 60):
        fined = sum(int(str(fact["count"])) for fact in told(events, "fined") if fact["seat"] == seat)
        outs = [int(str(fact["returned"])) for fact in told(events, "out") if fact["seat"] == seat]
        assert counts["paid"] == fined - sum(outs)
        assert counts["out"] == len(outs)
        of = spec("23")
        lays = [of.text(move) for by, move in moves if by == seat]
        assert counts["spent"] == sum(int(text.partition("+")[2] or 0) for text in lays if "put" not in text)
        assert (counts["left"] > 0) == ("leave" in lays)
        assert counts["now"] <= max(0, fined)
        tried += bool(outs) + ("leave" in lays)
    assert tried > 10


@pytest.mark.parametrize("players", [3, 5])
def test_losers_of_help(players: int) -> None:
    lost = stuck = 0
    for counts, moves, events, seat in rounds("help", players, 60):
        (ended,) = told(events, "round")
        scored = ended["scored"]
        assert isinstance(scored, list)
        assert counts["loses"] == (seat not in scored)
        assert 0 <= counts["specials"] <= 4
        assert counts["stuck"] <= sum(by == seat and spec("help").text(move) == "help" for by, move in moves)
        lost += counts["loses"]
        stuck += counts["stuck"]
    assert lost > 2
    assert stuck > 2


@pytest.mark.parametrize("players", [2, 6])
def test_cards_of_yoyo(players: int) -> None:
    won = stuck = 0
    for counts, _, events, seat in rounds("yoyo", players, 60):
        (ended,) = told(events, "round")
        scores = ended["scores"]
        assert isinstance(scores, list)
        assert counts["out"] == (scores[seat] > 0)
        assert counts["left"] == max(0, -scores[seat])
        won += counts["out"]
        stuck += counts["stuck"]
    assert won > 4
    assert stuck > 4


@pytest.mark.parametrize("players", [2, 5])
def test_points_of_koenigs_romme(players: int) -> None:
    seen = [0, 0, 0]
    for counts, moves, events, seat in rounds("koenigs-romme", players, 40):
        (ended,) = told(events, "round")
        scores = ended["scores"]
        assert isinstance(scores, list)
        assert counts["points"] == scores[seat]
        outs = [out["seat"] for out in told(events, "out")]  # none if somebody had gone out before
        assert counts["out"] == (outs == [seat])
        assert counts["caught"] == (outs not in ([], [seat]))
        first, *others = [(by, spec("koenigs-romme").text(move)) for by, move in moves]
        threw = first[1] not in ("stock", "pile")
        assert counts["gift"] == (threw and others[:1] == [((seat + 1) % players, "pile")])
        seen = [number + counts[name] for number, name in zip(seen, ("out", "caught", "gift"), strict=True)]
    assert all(seen)


def test_hands_alone() -> None:
    for counts, moves, events, _ in rounds("koenigs-romme", 1, 20):
        finished = told(events, "finished")
        assert counts["soon"] <= len(finished)
        assert counts["open"] + len(finished) <= 11
        if len(moves) <= 6:
            assert counts["soon"] == len(finished)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_stake_has_a_sentence(slug: str, lang: str) -> None:
    of = spec(slug)
    say = of.words(lang)
    for players in {of.fewest, of.most}:
        for stake in stakes_of(of, players).stakes:
            if stake.part_of:
                for when in ("later", "sooner"):
                    told = say(f"why.{stake.part_of}_{when}", now="1.5", later="2.5")
                    assert "1.5" in told
                    assert "2.5" in told
            elif (more := f"why.{stake.name}_more") in say.sentences:
                both = [say(key, apart="1.5") for key in (more, f"why.{stake.name}_less")]
                assert all("1.5" in sentence for sentence in both)
                assert both[0] != both[1]
            else:
                told = say(f"why.{stake.name}", mine="41 %", other="28 %")
                assert told.index("41 %") < told.index("28 %")


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_shares_of_the_win_are_those_of_the_arena(slug: str, players: int) -> None:
    of, shares = spec(slug), vec[i64]([i64(0)] * players)
    for seed in range(3):
        for moves in (10, of.decisions_cap):  # broken off, and over
            state = Walk(of, players, seed).on(moves).state
            note_shares(state, shares, 0)
            told = [win_share(seat, state.winners(), players) for seat in range(players)]
            assert [int(shares[seat]) / WIN for seat in range(players)] == pytest.approx(told, abs=1e-6)


def test_alone_a_game_that_cannot_be_won_any_more_is_not_won() -> None:
    walk = Walk(spec("koenigs-romme"), 1, 4, wildness=1).on(27)  # moves at random, and one card is left
    assert walk.state.turn() == 0
    found = Appraiser(spec("koenigs-romme"), 1).appraise(walk.state.side(0), 8, 1)
    assert [found.win(place)[0] for place in found.alive] == [0.0] * len(found.alive)


# -- the order of the stock -----------------------------------------------------------------------


def stock_of(state: State) -> list[int]:
    """The cards to be drawn, the last of them next."""
    stock = getattr(state, "stock", [])
    return [int(stock[i]) for i in range(int(getattr(state, "in_stock", 0)))]


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_shuffling_changes_the_order_of_the_stock_and_nothing_else(slug: str, players: int) -> None:
    of = spec(slug)
    for seed in range(6):
        walk = Walk(of, players, seed).on(9 * seed)
        before = of.position(walk.state)
        orders = set()
        for luck in range(8):
            twin = walk.state.shuffled(Seeded(luck))
            after = of.position(twin)
            assert sorted(stock_of(twin)) == sorted(stock_of(walk.state))
            assert {key: value for key, value in after.items() if key != "stock"} == {
                key: value for key, value in before.items() if key != "stock"
            }
            assert [of.view(twin, seat) for seat in range(players)] == [
                of.view(walk.state, seat) for seat in range(players)
            ]
            orders.add(tuple(stock_of(twin)))
        assert of.position(walk.state) == before
        assert len(orders) > 4 or len({*stock_of(walk.state)}) < 4


def test_shuffling_depends_on_the_cards_of_the_stock_and_not_on_their_order() -> None:
    state = Walk(spec("yoyo"), 3, 5).on(20).state
    again = state.shuffled(Seeded(3))
    assert stock_of(again) != stock_of(state)
    assert stock_of(again.shuffled(Seeded(4))) == stock_of(state.shuffled(Seeded(4)))


def test_what_chaos_put_under_the_stock_stays_there() -> None:
    found = 0
    for seed in range(120):
        state = Walk(spec("yoyo"), 5, seed).on(60).state
        under = int(getattr(state, "knows").under)  # noqa: B009
        if 1 < under < len(stock_of(state)):
            found += 1
            twin = state.shuffled(Seeded(seed))
            assert sorted(stock_of(twin)[:under]) == sorted(stock_of(state)[:under])
            assert sorted(stock_of(twin)[under:]) == sorted(stock_of(state)[under:])
    assert found >= 3
