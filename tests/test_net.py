"""The network in whole numbers: the same as plain arithmetic says, and it refuses what it cannot read."""

from __future__ import annotations

import random
import struct
from importlib.resources import files
from typing import NamedTuple

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from reihum.bots.net import CUT, MAGIC, SCALE, Net, Weights
from reihum.core.errors import ReihumError
from reihum.core.observation import ROOM
from reihum.games import SLUGS, spec


class Layers(NamedTuple):
    """The weights of a network as plain lists."""

    inputs: int
    rows: list[tuple[int, ...]]
    base: tuple[int, ...]
    inner_rows: list[tuple[int, ...]]
    inner_base: tuple[int, ...]
    last: tuple[int, ...]
    last_base: tuple[int, ...]


def unpacked(data: bytes) -> Layers:
    """The same bytes, read another way."""
    inputs, first, second = struct.unpack_from("<HHH", data, 4)
    at = 10

    def take(count: int, kind: str) -> tuple[int, ...]:
        nonlocal at
        found = struct.unpack_from(f"<{count}{kind}", data, at)
        at += struct.calcsize(f"<{count}{kind}")
        return found

    rows = [take(first, "b") for _ in range(inputs)]
    base = take(first, "h")
    inner_rows = [take(second, "b") for _ in range(first)]
    found = Layers(inputs, rows, base, inner_rows, take(second, "i"), take(2 * second, "h"), take(2, "i"))
    assert at == len(data)
    return found


def outputs(net: Layers, ones: list[int]) -> tuple[int, int]:
    """Win and margin, one number at a time."""
    units = [b + sum(net.rows[i][u] for i in ones) for u, b in enumerate(net.base)]
    units = [max(0, min(CUT, unit >> 1)) for unit in units]
    inner = [
        b + sum(unit * net.inner_rows[u][v] for u, unit in enumerate(units))
        for v, b in enumerate(net.inner_base)
    ]
    inner = [max(0, min(CUT, unit >> 6)) for unit in inner]
    win, margin = (
        base + sum(unit * net.last[2 * v + which] for v, unit in enumerate(inner))
        for which, base in enumerate(net.last_base)
    )
    return win, margin


def random_weights(rng: random.Random, inputs: int, first: int, second: int, most: int) -> bytes:
    """A network of this shape with weights up to `most`."""

    def some(count: int, most: int, kind: str) -> bytes:
        return struct.pack(f"<{count}{kind}", *(rng.randint(-most, most) for _ in range(count)))

    return b"".join(
        (
            MAGIC + struct.pack("<HHH", inputs, first, second),
            some(inputs * first, most, "b"),
            some(first, 300, "h"),
            some(first * second, most, "b"),
            some(second, 5000, "i"),
            some(2 * second, 2000, "h"),
            some(2, 20000, "i"),
        )
    )


def weighed(net: Net, common: list[int], tried: list[int]) -> tuple[int, int]:
    """What a network says to ones that all moves share, and ones of one move."""
    net.look(vec[i64](common), len(common))
    net.weigh(vec[i64](tried), len(tried))
    return int(net.win), int(net.margin)


@pytest.mark.parametrize("most", [3, 20, 127])
def test_a_network_says_what_plain_arithmetic_says(most: int) -> None:
    rng = random.Random(most)
    data = random_weights(rng, 60, 16, 8, most)
    layers, net = unpacked(data), Net(Weights(data))
    different = set()
    for _ in range(60):
        ones = rng.sample(range(60), rng.randint(0, 60))
        cut = rng.randint(0, len(ones))
        assert weighed(net, ones[:cut], ones[cut:]) == outputs(layers, ones)
        different.add(net.win)
    assert len(different) > 5


def test_what_all_moves_share_is_taken_in_once() -> None:
    data = random_weights(random.Random(5), 40, 8, 4, 50)
    net, layers = Net(Weights(data)), unpacked(data)
    net.look(vec[i64]([1, 2, 3]), 3)
    for move in ([4], [5, 6], []):
        net.weigh(vec[i64](move), len(move))
        assert (net.win, net.margin) == outputs(layers, [1, 2, 3, *move])


def test_players_that_share_weights_do_not_disturb_each_other() -> None:
    weights = Weights(random_weights(random.Random(6), 40, 8, 4, 50))
    one, other = Net(weights), Net(weights)
    one.look(vec[i64]([1, 2]), 2)
    other.look(vec[i64]([30, 31]), 2)
    one.weigh(vec[i64]([3]), 1)
    assert (one.win, one.margin) == weighed(Net(weights), [1, 2], [3])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[:5],
        lambda data: b"RNN2" + data[4:],
        lambda data: data[:-1],
        lambda data: data + b"\0",
    ],
)
def test_bytes_that_are_no_network_are_refused(spoil: object) -> None:
    data = random_weights(random.Random(7), 10, 8, 4, 5)
    Weights(data)
    with pytest.raises(ReihumError, match=r"network"):
        Weights(spoil(data))  # type: ignore[operator]


LEARNED = [slug for slug in SLUGS if spec(slug).observer is not None]


@pytest.mark.parametrize("slug", LEARNED)
def test_no_sum_of_the_weights_that_come_along_leaves_its_lane(slug: str) -> None:
    layers = unpacked(files(spec(slug).module).joinpath("net.bin").read_bytes())
    for unit, base in enumerate(layers.base):
        column = [row[unit] for row in layers.rows]
        assert base + sum(weight for weight in column if weight > 0) < 2**15
        assert base + sum(weight for weight in column if weight < 0) >= -(2**15)
    for unit, base in enumerate(layers.inner_base):
        assert abs(base) + CUT * sum(abs(row[unit]) for row in layers.inner_rows) < 2**31


@pytest.mark.parametrize("slug", LEARNED)
def test_the_weights_that_come_along_fit_the_observer(slug: str) -> None:
    of = spec(slug)
    assert of.observer is not None
    observer = of.observer()
    layers = unpacked(files(of.module).joinpath("net.bin").read_bytes())
    assert layers.inputs == observer.size
    assert len(observer.into) == ROOM
    assert SCALE == 32 * 256


def test_all_weights_together_are_small() -> None:
    sizes = [len(files(spec(slug).module).joinpath("net.bin").read_bytes()) for slug in LEARNED]
    assert len(sizes) == 4
    assert sum(sizes) <= 1_500_000
