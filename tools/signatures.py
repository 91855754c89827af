"""What `reihum.game` returns for each game, for type checkers: options by name, and views with their fields.

`python -m tools.signatures` (or `make types`) writes it from what the games declare; a test checks that it is
up to date. The program itself does not name any game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from reihum.games import MODULES, SLUGS, spec
from reihum.games.spec import Spec
from tools.schema import prefix

STUB: Final = Path("src/reihum/signatures.pyi")
HEAD: Final = '''"""What `reihum.game` returns for each game. Made by `make types`; do not edit."""

from collections.abc import Mapping
from typing import Literal, overload

from reihum.core.dealer import Dealer, Source
{imports}
from reihum.match import Game, Match
'''
MATCH: Final = """
class {name}(Match):
    def view(self, seat: int | None) -> {view}: ...
"""
GAME: Final = """
class {name}(Game):
{methods}
    def from_position(
        self, position: Mapping[str, object], seed: int | None = None, dealer: Dealer | Source | None = None
    ) -> {position}: ...
"""
NEW: Final = """\
    def new({note}
        self,
        players: {players},
        seed: int | None = None,{options}
    ) -> {match}: ..."""
START: Final = """\
    def start({note}
        self,
        players: {players},
        seed: int | None = None,
        options: Mapping[str, object] = ...,
        dealer: Dealer | Source | None = None,
    ) -> {match}: ..."""
OVERLOAD: Final = """
@overload
def game(slug: {slug}) -> {game}: ..."""
OTHER: Final = "  # type: ignore[override]"  # `new` lists its options, and takes no others
NARROW: Final = "  # type: ignore[overload-overlap]"  # Literal[1] is an int too


def signatures() -> str:
    """The whole stub."""
    games = [spec(slug) for slug in SLUGS if MODULES[slug].startswith("reihum.games.")]
    packages = sorted(of.package for of in games)
    imports = "\n".join(f"from reihum.games.{package} import seen as {package}" for package in packages)
    parts = [HEAD.format(imports=imports)]
    for of in games:
        matches = [(match_name(of, view), f"{of.package}.{view.__name__}") for view in of.view_types]
        parts += [MATCH.format(name=name, view=view) for name, view in matches]
        parts.append(game_class(of))
    parts += [OVERLOAD.format(slug=f'Literal["{of.slug}"]', game=f"{prefix(of)}Game") for of in games]
    return "".join([*parts, OVERLOAD.format(slug="str", game="Game"), "\n"])


def match_name(of: Spec, view: type) -> str:
    """The name of a match with this view."""
    return f"{prefix(of)}{view.__name__.removesuffix('View')}Match"


def game_class(of: Spec) -> str:
    """A game with its options, and with overloads if a single player has a view of their own."""
    many, *alone = [match_name(of, view) for view in of.view_types]
    named = "".join(f"\n        {name}: bool = {default}," for name, default in of.options.items())
    options = f"\n        *,{named}" if named else ""
    methods = []
    for method, note in ((NEW, OTHER), (START, "")):
        if alone:
            one = method.format(players="Literal[1]", match=alone[0], options=options, note=NARROW)
            methods.append(f"    @overload{note}\n{one}\n    @overload")
        mark = "" if alone else note
        methods.append(method.format(players="int", match=many, options=options, note=mark))
    return GAME.format(
        name=f"{prefix(of)}Game", methods="\n".join(methods), position="Match" if alone else many
    )


def main() -> None:
    """Write the stub."""
    STUB.write_text(signatures(), encoding="utf-8")


if __name__ == "__main__":
    main()
