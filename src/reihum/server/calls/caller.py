"""Calls on their way: a bounded queue, a few workers, limits, and an end to addresses that do not answer."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from reihum.server.calls.addresses import Forbidden, Network, Target, target_at
from reihum.server.calls.outgoing import Unreached, post
from reihum.server.calls.push import authorization, encrypt, new_key, private_key, stored_keys
from reihum.server.calls.webhooks import webhook_request
from reihum.server.limits import Limiter
from reihum.server.logs import log_event, log_failure
from reihum.server.metrics import Metrics
from reihum.server.settings import Settings
from reihum.server.store import Store, Unavailable
from reihum.server.store.contacts import Contact
from reihum.wire.encoding import encode

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

MOST_WAITING: Final = 1_000  # calls that wait to be sent, or to be tried again; further ones are dropped
WORKERS: Final = 4  # calls that are on their way at the same time
MOST_FAILURES: Final = 5  # calls in a row that did not get through before an address is given up
PUSH_LIFE: Final = 24 * 3600  # seconds for which a push service keeps a message for a browser that is off
GONE: Final = (404, 410)  # what a push service says of a browser that does not want to be called any more
TRY_AGAIN: Final = (408, 425, 429)  # besides everything from 500 up

Outcome = Literal["reached", "failed", "gone", "later", "limited"]


class Call(msgspec.Struct, frozen=True):
    """One message to one player."""

    title: str
    text: str
    path: str  # of the table, below the origin of the player's page


class Job(msgspec.Struct, frozen=True):
    """A call on its way to one address."""

    contact: Contact
    call: Call
    tried: int = 0


class Caller:
    """Sends calls, off the path of everything else."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, network: Network) -> None:
        self.store = store
        self.metrics = metrics
        self.network = network
        self.times = settings.call_times
        limits = settings.limits
        self._limiters = (
            Limiter(limits.calls),
            Limiter(limits.called_addresses),
            Limiter(limits.called_servers),
            Limiter(limits.all_calls),
        )
        self._queue: asyncio.Queue[Job] = asyncio.Queue()
        self._later = 0  # calls that wait to be tried again
        self._workers: list[asyncio.Task[None]] = []
        self._key: EllipticCurvePrivateKey | None = None

    def start(self) -> None:
        """Start sending."""
        self._workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]

    def stop(self) -> None:
        """Stop sending; what has not been sent is not sent any more."""
        for worker in self._workers:
            worker.cancel()
        self.network.close()

    # -- the queue --------------------------------------------------------------------------------

    def enqueue(self, contact: Contact, call: Call) -> None:
        """Have a call sent soon, unless there are too many or the address was given up."""
        if contact.failures >= MOST_FAILURES:
            return
        if self._queue.qsize() + self._later >= MOST_WAITING:
            self.metrics.calls["dropped"] += 1
            return
        self._queue.put_nowait(Job(contact, call))

    async def _work(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                await self._do(job)
            except Unavailable:
                self.metrics.failures += 1
            except Exception:
                log_failure("call failed")

    async def _do(self, job: Job) -> None:
        """Send a call; if it does not get through, once more a little later, or never again."""
        outcome = await self.send(job.contact, job.call, job.tried)
        if outcome == "later" and job.tried < len(self.times.again):
            self._later += 1
            wait = self.times.again[job.tried]
            asyncio.get_running_loop().call_later(
                wait, self._put_again, Job(job.contact, job.call, job.tried + 1)
            )
        else:
            await self.note(job.contact, outcome)

    def _put_again(self, job: Job) -> None:
        self._later -= 1
        self._queue.put_nowait(job)

    async def note(self, contact: Contact, outcome: Outcome) -> None:
        """Note what became of a call: an address that never answers is given up, a browser is forgotten."""
        if outcome == "gone" and contact.kind == "push":
            await self.store.drop_contact(contact.id)
        elif outcome == "reached" and contact.failures:
            await self.store.count_failures(contact.id, 0)
        elif outcome in ("failed", "gone", "later"):
            failures = contact.failures + 1
            if failures >= MOST_FAILURES:
                log_event("address given up", kind=contact.kind)
            if failures >= MOST_FAILURES and contact.kind == "push":
                await self.store.drop_contact(contact.id)
            else:
                await self.store.count_failures(contact.id, failures)

    # -- sending ----------------------------------------------------------------------------------

    async def send(self, contact: Contact, call: Call, tried: int = 0) -> Outcome:
        """Send a call now; what came of it."""
        outcome = await self._attempt(contact, call, tried)
        self.metrics.calls[outcome] += 1
        return outcome

    async def _attempt(self, contact: Contact, call: Call, tried: int) -> Outcome:
        try:
            target = target_at(contact.address)
            if not tried and self._is_too_much(contact, target):
                return "limited"
            headers, body = await self._request(contact, call, target)
            status = await post(self.network, target, headers, body)
        except Forbidden:
            return "failed"
        except Unreached:
            return "later"
        return outcome_of(status)

    def _is_too_much(self, contact: Contact, target: Target) -> bool:
        """Count a call, to this player, address and server, and to all."""
        now = time.monotonic()
        askers = (contact.player, contact.id, target.host, "")
        return any(limiter.wait(who, now) for limiter, who in zip(self._limiters, askers, strict=True))

    async def _request(self, contact: Contact, call: Call, target: Target) -> tuple[dict[str, str], bytes]:
        """The headers and the body of the request for a call."""
        if contact.kind != "push":
            return webhook_request(contact.kind, call.title, call.text, contact.origin + call.path)
        message = encode({"title": call.title, "body": call.text, "path": call.path})
        sender = contact.origin if contact.origin.startswith("https://") else ""
        headers = {
            "authorization": authorization(await self.key(), target, sender, time.time()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(PUSH_LIFE),
            "urgency": "high",
            # Of two messages about a table that wait for a browser, the later one counts.
            "topic": hashlib.sha256(call.path.encode()).hexdigest()[:32],
        }
        return headers, encrypt(message, stored_keys(contact.keys))

    async def key(self) -> EllipticCurvePrivateKey:
        """The key by which push services know the servers on this store; made when it is first needed."""
        if self._key is None:
            self._key = private_key(await self.store.keep_secret("push", new_key()))
        return self._key


def outcome_of(status: int) -> Outcome:
    """What the status of an answer means; a redirect is not followed, so nobody was reached."""
    if 200 <= status < 300:
        return "reached"
    if status in GONE:
        return "gone"
    return "later" if status in TRY_AGAIN or status >= 500 else "failed"
