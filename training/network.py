"""A small network that learns: in floats here, and in whole numbers as `reihum.bots.net` reads it."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reihum.bots.net import CUT as NET_CUT
from reihum.bots.net import HEADER, MAGIC

Floats = NDArray[np.float32]

# The scales of whole numbers; see the table in reihum.bots.net.
WEIGHT_SCALE: Final = 64
UNIT_SCALE: Final = 32
LAST_SCALE: Final = 256
CUT: Final = np.float32(NET_CUT / UNIT_SCALE)  # a unit says no more than this ...
MOST: Final = np.float32(127 / WEIGHT_SCALE)  # ... and a weight of the first two layers is no larger
FADE: Final = 0.9  # of Adam's mean gradients ...
FADE_SQUARES: Final = 0.999  # ... and of their squares
FADE_WEIGHTS: Final = 0.9995  # of the mean of the latest weights
NAMES: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


class Network:
    """Two hidden layers; the outputs are a logit of winning and a margin."""

    def __init__(self, inputs: int, first: int, second: int, seed: int) -> None:
        self.shape = (inputs, first, second)
        rng = np.random.default_rng(seed)

        def random(rows: int, columns: int, spread: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * spread).astype(np.float32)

        self.weights: dict[str, Floats] = {
            "w1": random(inputs, first, 0.08),
            "b1": np.full(first, 0.2, np.float32),
            "w2": random(first, second, 1.4 / first**0.5),
            "b2": np.full(second, 0.1, np.float32),
            "w3": random(second, 2, 0.5 / second**0.5),
            "b3": np.zeros(2, np.float32),
        }
        self.means = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.squares = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.settled = {name: value.copy() for name, value in self.weights.items()}  # the mean of the latest
        self.steps = 0

    def outputs(self, x: Floats) -> Floats:
        """The outputs for rows of inputs, by settled weights: single steps are noise."""
        w = self.settled
        first = np.clip(x @ w["w1"] + w["b1"], 0, CUT)
        second = np.clip(first @ w["w2"] + w["b2"], 0, CUT)
        found: Floats = second @ w["w3"] + w["b3"]
        return found

    def chances(self, x: Floats) -> Floats:
        """The chances of winning for rows of inputs."""
        return (1 / (1 + np.exp(-self.outputs(x)[:, 0]))).astype(np.float32)

    def learn(self, x: Floats, win: Floats, margin: Floats, rate: float, margin_weight: float) -> float:
        """One step towards these chances and margins; the cross-entropy before it."""
        said: list[Floats] = []

        def down(out: Floats) -> Floats:
            said.append(np.clip(1 / (1 + np.exp(-out[:, 0])), 1e-6, 1 - 1e-6).astype(np.float32))
            wrong = np.stack([said[0] - win, 2 * margin_weight * (out[:, 1] - margin)], 1)
            return (wrong / len(x)).astype(np.float32)

        self.step(x, down, rate)
        chance = said[0]
        return float(-np.mean(win * np.log(chance) + (1 - win) * np.log(1 - chance)))

    def step(self, x: Floats, down_from: Callable[[Floats], Floats], rate: float) -> None:
        """One step for rows of inputs, downhill from the outputs by the slopes that are found there."""
        w = self.weights
        sums1 = x @ w["w1"] + w["b1"]
        units1 = np.clip(sums1, 0, CUT)
        sums2 = units1 @ w["w2"] + w["b2"]
        units2 = np.clip(sums2, 0, CUT)
        out = units2 @ w["w3"] + w["b3"]
        down = down_from(out)
        down2 = (down @ w["w3"].T) * ((sums2 > 0) & (sums2 < CUT))
        down1 = (down2 @ w["w2"].T) * ((sums1 > 0) & (sums1 < CUT))
        self._step(
            {
                "w1": x.T @ down1,
                "b1": down1.sum(0),
                "w2": units1.T @ down2,
                "b2": down2.sum(0),
                "w3": units2.T @ down,
                "b3": down.sum(0),
            },
            rate,
        )

    def _step(self, gradients: Mapping[str, Floats], rate: float) -> None:
        """Adam; weights stay so small that they can become whole numbers of 8 bits."""
        self.steps += 1
        unbiased = (1 - FADE_SQUARES**self.steps) ** 0.5 / (1 - FADE**self.steps)
        for name, gradient in gradients.items():
            mean, square = self.means[name], self.squares[name]
            mean += (1 - FADE) * (gradient - mean)
            square += (1 - FADE_SQUARES) * (gradient * gradient - square)
            self.weights[name] -= np.float32(rate * unbiased) * mean / (np.sqrt(square) + 1e-8)
        for name in ("w1", "w2"):
            np.clip(self.weights[name], -MOST, MOST, out=self.weights[name])
        fade = min(FADE_WEIGHTS, self.steps / (self.steps + 10))
        for name, value in self.weights.items():
            self.settled[name] += np.float32(1 - fade) * (value - self.settled[name])

    # -- as bytes ---------------------------------------------------------------------------------

    def quantised(self) -> bytes:
        """The settled weights in whole numbers, as `reihum.bots.net.Weights` reads them."""

        def whole(name: str, scale: int, kind: str) -> bytes:
            most = 127 if kind == "<i1" else np.iinfo(kind).max
            return np.clip(np.rint(self.settled[name] * scale), -most, most).astype(kind).tobytes()

        return b"".join(
            (
                MAGIC + struct.pack("<HHH", *self.shape),
                whole("w1", WEIGHT_SCALE, "<i1"),
                whole("b1", WEIGHT_SCALE, "<i2"),
                whole("w2", WEIGHT_SCALE, "<i1"),
                whole("b2", WEIGHT_SCALE * UNIT_SCALE, "<i4"),
                whole("w3", LAST_SCALE, "<i2"),
                whole("b3", LAST_SCALE * UNIT_SCALE, "<i4"),
            )
        )

    @classmethod
    def read(cls, data: bytes, first: int, second: int, seed: int) -> Network:
        """A network from such bytes; new units, where there are to be more, have no say yet."""
        inputs, had, had_second = struct.unpack_from("<HHH", data, len(MAGIC))
        found = cls(inputs, max(first, had), max(second, had_second), seed)
        at = HEADER

        def take(name: str, rows: int, columns: int, kind: str, scale: int) -> None:
            nonlocal at
            told = np.frombuffer(data, kind, rows * columns, at).reshape(rows, columns)
            at += told.nbytes
            into = found.weights[name].reshape(-1, found.weights[name].shape[-1])
            into[rows:] = 0 if name != "w1" else into[rows:]
            into[:rows, :columns] = told / np.float32(scale)

        take("w1", inputs, had, "<i1", WEIGHT_SCALE)
        take("b1", 1, had, "<i2", WEIGHT_SCALE)
        take("w2", had, had_second, "<i1", WEIGHT_SCALE)
        take("b2", 1, had_second, "<i4", WEIGHT_SCALE * UNIT_SCALE)
        take("w3", had_second, 2, "<i2", LAST_SCALE)
        take("b3", 1, 2, "<i4", LAST_SCALE * UNIT_SCALE)
        found.settled = {name: value.copy() for name, value in found.weights.items()}
        return found

    def kept(self, prefix: str) -> dict[str, Any]:
        """All that is needed to go on learning, by name."""
        found: dict[str, Any] = {f"{prefix}_shape": self.shape, f"{prefix}_steps": self.steps}
        for kind, arrays in self._arrays():
            found |= {f"{prefix}_{kind}_{name}": value for name, value in arrays.items()}
        return found

    @classmethod
    def restored(cls, kept: Mapping[str, Any], prefix: str) -> Network:
        """A network as it was kept."""
        inputs, first, second = (int(size) for size in kept[f"{prefix}_shape"])
        found = cls(inputs, first, second, 0)
        found.steps = int(kept[f"{prefix}_steps"])
        for kind, arrays in found._arrays():
            for name in NAMES:
                arrays[name] = kept[f"{prefix}_{kind}_{name}"]
        return found

    def _arrays(self) -> tuple[tuple[str, dict[str, Floats]], ...]:
        """All arrays, and what each kind of them is called."""
        return ("w", self.weights), ("a", self.settled), ("m", self.means), ("s", self.squares)
