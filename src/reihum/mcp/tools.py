"""The tools of a language model at its seat, by the official SDK of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import mcp_types as mcp
import msgspec
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from reihum import __version__
from reihum.bots import NAMES, USUAL_LEVEL
from reihum.core.errors import ReihumError, short_quote
from reihum.core.types import Json
from reihum.games import SLUGS
from reihum.games.spec import Spec
from reihum.games.titles import find_slug
from reihum.match import game
from reihum.mcp.asked import Look, Move, NewGame, Nothing, Rules, SitDown
from reihum.mcp.here import GamePlan
from reihum.mcp.sight import YOUR_TURN, Sight, Story, Wrong
from reihum.mcp.table import SeatAtTable
from reihum.terminal.plain import rules_text
from reihum.words.typing import TypedStep, choose_move

NAME: Final = "reihum"
INSTRUCTIONS: Final = (
    "You sit at a card table, in a seat of your own, and see what a player in that seat may see. `look` "
    "shows the table, your hand and what has happened; `move` makes a move. A move that the rules forbid "
    "changes nothing: the answer says which rule forbids it, and `rules` shows that rule."
)
SIGNALLED: Final = 128  # and the signal's number: a shell's exit code
PATIENT: Final = 20.0  # seconds that others at a live table have before `move` answers without them


class Place(Protocol):
    """Where the model sits."""

    story: Story
    seat: int

    async def look(self, wait: float) -> Sight:
        """What the seat may know now, or as soon as it owes a decision, but not after so many seconds."""

    def moves(self) -> list[str]:
        """The legal moves of the seat."""

    async def play(self, move: str) -> Wrong | None:
        """Make a move, or say why not."""

    async def leave(self) -> None:
        """Nobody plays here any more."""


Begin = Callable[[], Awaitable[Place]]


def sits_here(begun: Place) -> Begin:
    """Sits in a game that has begun."""

    async def begin() -> Place:
        return begun

    return begin


def sits_at(link: str, name: str, lang: str) -> Begin:
    """Sits down at a live table."""

    async def begin() -> Place:
        return await SeatAtTable.sit(link, name, lang)

    return begin


@dataclass(frozen=True)
class Tool:
    """A tool, and what it does."""

    name: str
    about: str
    takes: type[msgspec.Struct]
    does: Callable[[Any], Awaitable[mcp.CallToolResult]]
    changes: bool = False  # whether anything is different afterwards
    reaches_out: bool = False  # whether it speaks to other machines

    def described(self) -> mcp.Tool:
        """The tool as the protocol describes it."""
        _, parts = msgspec.json.schema_components([self.takes])
        schema = {key: value for key, value in parts[self.takes.__name__].items() if key != "title"}
        hints = mcp.ToolAnnotations(
            read_only_hint=not self.changes, destructive_hint=False, open_world_hint=self.reaches_out
        )
        return mcp.Tool(name=self.name, description=self.about, input_schema=schema, annotations=hints)


# -- the tools ------------------------------------------------------------------------------------


class Desk:
    """All tools, and the seat that they belong to."""

    def __init__(self, begin: Begin | None, lang: str, with_moves: bool, name: str = "Model") -> None:
        self.lang, self.with_moves, self.name = lang, with_moves, name
        self._begin = begin  # where the model sits from the start; otherwise it says so itself
        self._place: Place | None = None
        self._one_at_a_time = asyncio.Lock()
        found = [
            Tool("look", LOOK, Look, self.look),
            Tool("move", MOVE, Move, self.move, changes=True),
            Tool("rules", RULES, Rules, self.rules),
        ]
        if with_moves:
            found.insert(1, Tool("legal_moves", LEGAL_MOVES, Nothing, self.legal_moves))
        if begin is None:
            found.append(Tool("new_game", NEW_GAME, NewGame, self.new_game, changes=True))
            found.append(Tool("sit_down", SIT_DOWN, SitDown, self.sit_down, changes=True, reaches_out=True))
        self.tools = {tool.name: tool for tool in found}

    async def start(self) -> None:
        """Take the seat, if it is known where."""
        if self._begin is not None:
            self._place = await self._begin()

    async def leave(self) -> None:
        """Give up the seat."""
        place, self._place = self._place, None
        if place is not None:
            await place.leave()

    async def call(self, name: str, arguments: Json) -> mcp.CallToolResult:
        """Use a tool; whatever is wrong with that is an answer, too."""
        tool = self.tools.get(name)
        if tool is None:
            return refusal(Wrong("tool", None, f"There is no tool {short_quote(name)}."))
        try:
            told = msgspec.convert(arguments, tool.takes)
        except (msgspec.ValidationError, RecursionError) as error:
            return refusal(
                Wrong("arguments", None, f"The arguments of {name} are not as described: {error}.")
            )
        async with self._one_at_a_time:
            try:
                return await tool.does(told)
            except ReihumError as error:
                return refusal(Wrong("failed", None, str(error)))

    async def new_game(self, told: NewGame) -> mcp.CallToolResult:
        """Only bots with a name: a model may not start programs. And no seed: it would know the cards."""
        slug, bots = find_slug(told.game) or told.game, told.bots or [USUAL_LEVEL]
        for bot in bots:
            if bot not in NAMES:
                raise ReihumError(f"There is no bot {short_quote(bot)}; there are {', '.join(NAMES)}.")
        plan = GamePlan(slug, told.players, bots, told.options or (), name=self.name)
        begun = plan.begin(self.lang)
        await self.leave()
        self._place = begun
        return await self._seen(0.0)

    async def sit_down(self, told: SitDown) -> mcp.CallToolResult:
        """At a live table."""
        seated = await SeatAtTable.sit(told.link, self.name, self.lang)
        await self.leave()
        self._place = seated
        return await self._seen(0.0)

    async def look(self, told: Look) -> mcp.CallToolResult:
        """The table."""
        return await self._seen(told.wait, told.since)

    async def legal_moves(self, _told: Nothing) -> mcp.CallToolResult:
        """The legal moves."""
        place = self._seated()
        sight = await place.look(0.0)
        moves = place.moves() if sight.status == YOUR_TURN else []
        text = "\n".join(moves) if moves else sight.standing()
        return answer(text, {"status": sight.status, "moves": moves})

    async def move(self, told: Move) -> mcp.CallToolResult:
        """Make a move, and let the others make theirs."""
        place = self._seated()
        sight = await place.look(0.0)
        wrong = await place.play(told.move)
        if wrong is not None and wrong.kind == "unknown":
            meant = meant_by(told.move, sight, place.moves())
            wrong = wrong if meant is None else await place.play(meant)
        if wrong is not None:
            return refusal(wrong, sight)
        return await self._seen(PATIENT)

    async def rules(self, told: Rules) -> mcp.CallToolResult:
        """The rules of a game, or one of them."""
        of = await self._meant_game(told.game)
        text = "\n".join(rules_text(of, self.lang, told.number.strip())).strip()
        if not text:
            raise ReihumError(f"{of.title} has no rule {short_quote(told.number)}.")
        notation = of.words(self.lang)("notation.all")
        if not told.number:
            text += f"\n\n{notation}"
        return answer(text, {"game": of.slug, "notation": notation, "rules": rules_json(of, self.lang, told)})

    # -- what they share --------------------------------------------------------------------------

    def _seated(self) -> Place:
        if self._place is None:
            raise ReihumError("You do not sit anywhere yet: use new_game or sit_down first.")
        return self._place

    async def _seen(self, wait: float, since: int | None = None) -> mcp.CallToolResult:
        place = self._seated()
        sight = await place.look(wait)
        news = place.story.news(since)
        return answer(sight.text(news), sight.json(news, self.with_moves))

    async def _meant_game(self, typed: str) -> Spec:
        if typed or self._place is None:
            if not typed:
                raise ReihumError(f"Name a game: {', '.join(SLUGS)}.")
            return game(find_slug(typed) or typed).spec
        return (await self._place.look(0.0)).of


LOOK: Final = "Show the table, your hand, whose turn it is, and what has happened since you last looked."
LEGAL_MOVES: Final = "List all your legal moves, as texts for `move`."
MOVE: Final = (
    "Make a move. If it is allowed, the others move too, and you see the table as it is then. If not, "
    "nothing changes, and the answer says why and by which rule."
)
RULES: Final = "Read the rules of a game and how moves are written, or one rule by its number."
NEW_GAME: Final = "Begin a game here, against bots."
SIT_DOWN: Final = "Sit down at a live table on a Reihum server, with people and bots."


def meant_by(typed: str, sight: Sight, legal: Sequence[str]) -> str | None:
    """The one move that is meant by a text in words, such as 'take Ben'; None if that is not clear."""
    say = sight.of.words(sight.lang)
    steps = sight.of.typing().steps(typed, legal, sight.names, say)
    if not isinstance(steps, list) or len(steps) != 1:
        return None
    step: TypedStep = steps[0]
    found = choose_move(step, legal)
    return found if isinstance(found, str) else None


def rules_json(of: Spec, lang: str, told: Rules) -> dict[str, str]:
    """The rules by number, or one of them."""
    every = of.sheet(lang).rules
    wanted = told.number.strip().casefold()
    return {number: text for number, text in every.items() if wanted in ("", number.casefold())}


def answer(text: str, told: Json) -> mcp.CallToolResult:
    """What a tool answers: to read, and for programs."""
    return mcp.CallToolResult(content=[mcp.TextContent(text=text)], structured_content=told)


def refusal(wrong: Wrong, sight: Sight | None = None) -> mcp.CallToolResult:
    """Why nothing was done; whoever writes moves in another way is told how."""
    text = wrong.text
    if wrong.kind == "unknown" and sight is not None:
        text += f" {sight.of.words(sight.lang)('notation.all')}"
    told = {"kind": wrong.kind, "rule": wrong.rule, "text": text}
    return mcp.CallToolResult(content=[mcp.TextContent(text=text)], structured_content=told, is_error=True)


# -- serving --------------------------------------------------------------------------------------


def server_of(desk: Desk) -> Server[Any]:
    """The protocol's server for these tools."""

    async def list_tools(
        _: ServerRequestContext[Any], __: mcp.PaginatedRequestParams | None
    ) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[tool.described() for tool in desk.tools.values()])

    async def call_tool(_: ServerRequestContext[Any], asked: mcp.CallToolRequestParams) -> mcp.CallToolResult:
        return await desk.call(asked.name, asked.arguments or {})

    return Server(
        NAME,
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(desk: Desk) -> None:
    """Answer on standard input and output until the other side closes them."""
    server = server_of(desk)
    await desk.start()
    ends_on_signals(desk)
    try:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await desk.leave()


def ends_on_signals(desk: Desk) -> None:
    """Let Ctrl-C and SIGTERM end this process, although one of its threads waits for standard input."""
    loop = asyncio.get_running_loop()
    ending: list[asyncio.Task[None]] = []

    async def end(number: int) -> None:
        await desk.leave()
        os._exit(SIGNALLED + number)  # a usual end would wait for that thread, and so for another line

    def begin_to_end(number: int) -> None:
        ending.append(loop.create_task(end(number)))

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, begin_to_end, number)
