"""What `reihum.game` returns for each game. Made by `make types`; do not edit."""

from collections.abc import Mapping
from typing import Literal, overload

from reihum.core.dealer import Dealer, Source
from reihum.games.help import seen as help
from reihum.games.koenigs_romme import seen as koenigs_romme
from reihum.games.twentythree import seen as twentythree
from reihum.games.yoyo import seen as yoyo
from reihum.match import Game, Match

class HelpMatch(Match):
    def view(self, seat: int | None) -> help.View: ...

class HelpGame(Game):
    def new(  # type: ignore[override]
        self,
        players: int,
        seed: int | None = None,
    ) -> HelpMatch: ...
    def start(
        self,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> HelpMatch: ...
    def from_position(
        self, position: Mapping[str, object], seed: int | None = None, dealer: Dealer | Source | None = None
    ) -> HelpMatch: ...

class TwentythreeMatch(Match):
    def view(self, seat: int | None) -> twentythree.View: ...

class TwentythreeGame(Game):
    def new(  # type: ignore[override]
        self,
        players: int,
        seed: int | None = None,
        *,
        learning: bool = False,
        by_five: bool = False,
    ) -> TwentythreeMatch: ...
    def start(
        self,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> TwentythreeMatch: ...
    def from_position(
        self, position: Mapping[str, object], seed: int | None = None, dealer: Dealer | Source | None = None
    ) -> TwentythreeMatch: ...

class YoyoMatch(Match):
    def view(self, seat: int | None) -> yoyo.View: ...

class YoyoGame(Game):
    def new(  # type: ignore[override]
        self,
        players: int,
        seed: int | None = None,
        *,
        plain_draw: bool = False,
    ) -> YoyoMatch: ...
    def start(
        self,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> YoyoMatch: ...
    def from_position(
        self, position: Mapping[str, object], seed: int | None = None, dealer: Dealer | Source | None = None
    ) -> YoyoMatch: ...

class KoenigsRommeMatch(Match):
    def view(self, seat: int | None) -> koenigs_romme.View: ...

class KoenigsRommeSoloMatch(Match):
    def view(self, seat: int | None) -> koenigs_romme.SoloView: ...

class KoenigsRommeGame(Game):
    @overload  # type: ignore[override]
    def new(  # type: ignore[overload-overlap]
        self,
        players: Literal[1],
        seed: int | None = None,
    ) -> KoenigsRommeSoloMatch: ...
    @overload
    def new(
        self,
        players: int,
        seed: int | None = None,
    ) -> KoenigsRommeMatch: ...
    @overload
    def start(  # type: ignore[overload-overlap]
        self,
        players: Literal[1],
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> KoenigsRommeSoloMatch: ...
    @overload
    def start(
        self,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> KoenigsRommeMatch: ...
    def from_position(
        self, position: Mapping[str, object], seed: int | None = None, dealer: Dealer | Source | None = None
    ) -> Match: ...

@overload
def game(slug: Literal["help"]) -> HelpGame: ...
@overload
def game(slug: Literal["23"]) -> TwentythreeGame: ...
@overload
def game(slug: Literal["yoyo"]) -> YoyoGame: ...
@overload
def game(slug: Literal["koenigs-romme"]) -> KoenigsRommeGame: ...
@overload
def game(slug: str) -> Game: ...
