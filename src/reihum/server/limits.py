"""Keeping floods out: buckets that refill over time, for as many askers as fit in memory."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from reihum.server.settings import Rate

HOUSEHOLD_BITS: Final = 64  # bits of an IPv6 address that its user did not choose
LONGEST_HOST: Final = 64  # characters
EMPTY: Final = 1.0  # how much there is to be again before a debt is over
MOST_ASKERS: Final = 20_000  # if there are more, those that have been silent longest are forgotten


class Bucket:
    """How much one asker may still do."""

    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at

    def take(self, rate: Rate, now: float) -> float:
        """Take one: 0, or in how many seconds there will be one to take."""
        self._refill(rate, now)
        if self.left >= 1.0:
            self.left -= 1.0
            return 0.0
        return (1.0 - self.left) / rate.per_second

    def charge(self, rate: Rate, now: float, amount: float) -> None:
        """Take what something has cost; that may be more than there is."""
        self._refill(rate, now)
        self.left -= amount

    def debt(self, rate: Rate, now: float) -> float:
        """0 if there is anything left, or in how many seconds there will be."""
        self._refill(rate, now)
        return 0.0 if self.left > 0.0 else (EMPTY - self.left) / rate.per_second

    def _refill(self, rate: Rate, now: float) -> None:
        self.left = min(float(rate.burst), self.left + (now - self.at) * rate.per_second)
        self.at = now


class Limiter:
    """One rate for many askers."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def give_back(self, asker: str) -> None:
        """Undo the counting of one request."""
        if (bucket := self.buckets.get(asker)) is not None:
            bucket.left = min(float(self.rate.burst), bucket.left + 1.0)

    def wait(self, asker: str, now: float) -> float:
        """Count one request: 0 if it is allowed, or in how many seconds to try again."""
        return self._bucket(asker, now).take(self.rate, now)

    def charge(self, asker: str, amount: float, now: float) -> None:
        """Count what something has cost."""
        self._bucket(asker, now).charge(self.rate, now, amount)

    def debt(self, asker: str, now: float) -> float:
        """0 if an asker may do something that costs, or in how many seconds."""
        return self._bucket(asker, now).debt(self.rate, now)

    def _bucket(self, asker: str, now: float) -> Bucket:
        bucket = self.buckets.get(asker)
        if bucket is None:
            bucket = self.buckets[asker] = Bucket(float(self.rate.burst), now)
            if len(self.buckets) > MOST_ASKERS:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(asker)
        return bucket


@lru_cache(4096)
def asker_at(host: str) -> str:
    """Who counts as one asker: an address, or with IPv6 the network of one household."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST_HOST]
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, HOUSEHOLD_BITS), strict=False))
