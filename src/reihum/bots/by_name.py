"""Bots for programs that hold a match: `reihum.bot(name, game).choose(match)`."""

from __future__ import annotations

from reihum.bots import Entrant, Player, name_of, player, resolve
from reihum.core.errors import NotYourTurn, ReihumError
from reihum.match import Match, checked_seat, checked_seed, game


def bot(name: Entrant, slug: str, seed: int = 0, worlds: int | None = None) -> MatchBot:
    """A bot for matches of a game: one of the names, `module:Class`, a class, or a bot of your own.

    `worlds` bounds how much a bot that searches thinks, instead of the clock: the same seed then gives the
    same choice on every machine. Bots that do not search ignore it.
    """
    if worlds is not None and (not isinstance(worlds, int) or isinstance(worlds, bool) or worlds < 1):
        raise ReihumError(f"The number of worlds must be a whole number of at least 1, not {worlds!r}.")
    resolve(name)
    return MatchBot(name, game(slug).slug, checked_seed(seed), worlds)


class MatchBot:
    """A bot that can be asked at any point of any match of its game, for any seat."""

    def __init__(self, entrant: Entrant, slug: str, seed: int, worlds: int | None) -> None:
        self.name = name_of(entrant)
        self.game = slug
        self.seed = seed
        self.worlds = worlds
        self._entrant = entrant
        self._match: Match | None = None  # the match it was last asked about ...
        self._seated: dict[int, Player] = {}  # ... and its player at each seat there

    def __repr__(self) -> str:
        return f"<bot {self.name} for {self.game}>"

    def choose(self, match: Match, seat: int | None = None) -> str:
        """Its move for the seat whose turn it is, or for another one that has a decision to make."""
        spec = match.game.spec
        if spec.slug != self.game:
            raise ReihumError(f"This bot plays {self.game}, not {spec.slug}.")
        asked = match.turn if seat is None else checked_seat(seat, match.seats)
        if asked is None:
            raise NotYourTurn("The game is over.")
        if not match.state.owes(asked):
            raise NotYourTurn(f"Seat {asked} has no decision to make now.")
        seated = self._player(match, asked)
        seated.listen(match, asked)
        return spec.text(int(seated.policy.choose(match.state.side(asked))))

    def _player(self, match: Match, seat: int) -> Player:
        """The player at a seat; it begins again in another match, or if moves were taken back."""
        if match is not self._match:
            self._match, self._seated = match, {}
        found = self._seated.get(seat)
        if found is None or found.heard > len(match.history):
            found = self._seated[seat] = player(self._entrant, self.seed, self.worlds)
            found.begin(match.game.spec, match.seats, seat, match.options, self.seed)
        return found
