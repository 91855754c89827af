"""Players that have learned: a network says what each move is worth, and the best one is made."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.bots.net import Net
from reihum.core.contract import Policy, Side, buffer
from reihum.core.observation import Observer


@final
@mypyc_attr(acyclic=True)
class Learned(Policy):
    """Makes the move that its network thinks best."""

    def __init__(self, net: Net, observer: Observer, remembering: bool) -> None:
        self.net = net
        self.observer = observer
        self.remembering = remembering
        self.moves = buffer()

    def choose(self, side: Side) -> i64:
        """The best of the candidates, the first of equals."""
        observer = self.observer
        count = observer.candidates(side, self.moves)
        best = self.moves[0]
        if count == 1:
            return best
        net = self.net
        observer.observe(side, self.remembering)
        net.look(observer.into, observer.count)
        most: i64 = 0
        for i in range(count):
            observer.consider(side, self.moves[i])
            net.weigh(observer.into, observer.count)
            if i == 0 or net.win > most:
                most = net.win
                best = self.moves[i]
        return best
