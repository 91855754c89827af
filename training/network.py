"""A small network in numpy: learning by Adam, and its weights in whole numbers as `reihum.bots.net` reads them."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CUT = np.float32(127 / 32)  # what a unit can say at most, see reihum.bots.net
FIRST_SCALE, SECOND_SCALE, LAST_SCALE, UNIT_SCALE = 64, 64, 256, 32
FIRST_MOST = np.float32(127 / FIRST_SCALE)
SECOND_MOST = np.float32(127 / SECOND_SCALE)


class Network:
    """Two hidden layers; outputs are a logit of winning and a margin."""

    def __init__(self, inputs: int, first: int = 128, second: int = 32, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.inputs, self.first, self.second = inputs, first, second
        self.w = {
            "w1": (rng.standard_normal((inputs, first)) * 0.08).astype(np.float32),
            "b1": np.full(first, 0.2, np.float32),
            "w2": (rng.standard_normal((first, second)) * (1.4 / first**0.5)).astype(np.float32),
            "b2": np.full(second, 0.1, np.float32),
            "w3": (rng.standard_normal((second, 2)) * (0.5 / second**0.5)).astype(np.float32),
            "b3": np.zeros(2, np.float32),
        }
        self.m = {name: np.zeros_like(value) for name, value in self.w.items()}
        self.v = {name: np.zeros_like(value) for name, value in self.w.items()}
        self.steps = 0

    def forward(self, x: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Sums and units of both layers, and the outputs."""
        w = self.w
        z1 = x @ w["w1"] + w["b1"]
        h1 = np.clip(z1, 0, CUT)
        z2 = h1 @ w["w2"] + w["b2"]
        h2 = np.clip(z2, 0, CUT)
        return z1, h1, z2, h2, h2 @ w["w3"] + w["b3"]

    def learn(
        self, x: Floats, win: Floats, margin: Floats, rate: float, margin_weight: float
    ) -> tuple[float, float]:
        """One step of Adam; the losses before it."""
        w = self.w
        z1, h1, z2, h2, out = self.forward(x)
        n = len(x)
        chance = 1 / (1 + np.exp(-out[:, 0]))
        clipped = np.clip(chance, 1e-6, 1 - 1e-6)
        loss = float(-np.mean(win * np.log(clipped) + (1 - win) * np.log(1 - clipped)))
        off = out[:, 1] - margin
        d_out = np.stack([chance - win, 2 * margin_weight * off], 1).astype(np.float32) / n
        g: dict[str, Any] = {"w3": h2.T @ d_out, "b3": d_out.sum(0)}
        d2 = (d_out @ w["w3"].T) * ((z2 > 0) & (z2 < CUT))
        g |= {"w2": h1.T @ d2, "b2": d2.sum(0)}
        d1 = (d2 @ w["w2"].T) * ((z1 > 0) & (z1 < CUT))
        g |= {"w1": x.T @ d1, "b1": d1.sum(0)}
        self.adam(g, rate)
        return loss, float(np.mean(off * off))

    def adam(self, gradients: dict[str, Any], rate: float) -> None:
        """Move the weights."""
        self.steps += 1
        fix = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for name, g in gradients.items():
            m, v = self.m[name], self.v[name]
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            self.w[name] -= np.float32(rate * fix) * m / (np.sqrt(v) + 1e-8)
        np.clip(self.w["w1"], -FIRST_MOST, FIRST_MOST, out=self.w["w1"])
        np.clip(self.w["w2"], -SECOND_MOST, SECOND_MOST, out=self.w["w2"])

    def quantised(self) -> bytes:
        """The weights as `reihum.bots.net.Net` reads them."""
        w = self.w

        def whole(name: str, scale: float, kind: str) -> bytes:
            limits = np.iinfo(kind)
            return np.clip(np.rint(w[name] * scale), limits.min, limits.max).astype(kind).tobytes()

        return b"".join(
            [
                b"RNN1" + struct.pack("<HHH", self.inputs, self.first, self.second),
                np.clip(np.rint(w["w1"] * FIRST_SCALE), -127, 127).astype("<i1").tobytes(),
                whole("b1", FIRST_SCALE, "<i2"),
                np.clip(np.rint(w["w2"] * SECOND_SCALE), -127, 127).astype("<i1").tobytes(),
                whole("b2", SECOND_SCALE * UNIT_SCALE, "<i4"),
                whole("w3", LAST_SCALE, "<i2"),
                whole("b3", LAST_SCALE * UNIT_SCALE, "<i4"),
            ]
        )

    def save(self, path: str, **more: Any) -> None:
        """All that is needed to go on."""
        kept = {f"w_{k}": v for k, v in self.w.items()}
        kept |= {f"m_{k}": v for k, v in self.m.items()} | {f"v_{k}": v for k, v in self.v.items()}
        with open(path + ".new", "wb") as file:
            np.savez(file, steps=self.steps, shape=[self.inputs, self.first, self.second], **kept, **more)
        import os

        os.replace(path + ".new", path)

    @classmethod
    def load(cls, path: str) -> Network:
        """What was saved."""
        data = np.load(path)
        found = cls(*(int(n) for n in data["shape"]))
        for name in found.w:
            found.w[name] = data[f"w_{name}"]
            found.m[name] = data[f"m_{name}"]
            found.v[name] = data[f"v_{name}"]
        found.steps = int(data["steps"])
        return found
