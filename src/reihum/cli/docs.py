"""`reihum docs`: the documentation that comes with the installation."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from reihum.cli.completion import completions
from reihum.cli.stdio import TextConsole
from reihum.core.errors import ReihumError, short_quote


def complete_page(_context: click.Context, _asked: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The pages."""
    return completions(incomplete, {name: title_of(page) for name, page in pages().items()})


@click.command()
@click.argument("page", default="", shell_complete=complete_page)
def command(page: str) -> None:
    """Show a PAGE of the documentation, such as bots or speed; without PAGE, list them all."""
    found = pages()
    if not page:
        width = max(map(len, found))
        for name, each in found.items():
            print(f"{name:<{width}}  {title_of(each)}")
        return
    if page not in found:
        raise ReihumError(f"There is no page {short_quote(page)}; there are {', '.join(found)}.")
    text, console = found[page].read_text("utf-8"), TextConsole()
    if console.is_terminal:
        from rich.markdown import Markdown  # takes a while to import, and only terminals need it

        console.print(Markdown(text))
    else:
        print(text, end="")


def pages() -> dict[str, Traversable]:
    """The pages by name, in alphabetical order."""
    folder = docs_folder()
    found = {page.name: page for page in folder.iterdir()}
    found |= {f"rules/{page.name}": page for page in (folder / "rules").iterdir()}
    return {name.removesuffix(".md"): found[name] for name in sorted(found) if name.endswith(".md")}


def docs_folder() -> Traversable:
    """Where the pages are: in the installed package, or next to the sources."""
    installed = files("reihum") / "docs"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "docs"


def title_of(page: Traversable) -> str:
    """What a page is about: its first heading."""
    return page.read_text("utf-8").partition("\n")[0].removeprefix("# ")
