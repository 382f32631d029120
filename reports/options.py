"""The options that all data commands share, declared once.

A command takes them as one argument, `common`; `takes_options` spells them out for typer.
"""

from __future__ import annotations

import copy
import functools
import inspect
import math
import os
import secrets
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from reports.console import say

__all__ = [
    "Common",
    "Draws",
    "Format",
    "GameName",
    "Precision",
    "StrategyNames",
    "count",
    "margin_option",
    "share",
    "takes_options",
]


GAMES = 100_000
"""Games where neither the user nor the command says how many."""

MOST_GAMES = 100_000_000
"""The same where a precision decides when it is enough."""


class Format(StrEnum):
    """How data is written."""

    table = "table"
    csv = "csv"
    json = "json"


def _whole(given: str | int, least: int) -> int:
    """The number in a text, or in a default, which typer parses as well."""
    digits = str(given).replace("_", "").replace(",", "")
    try:
        value = int(digits) if digits.isdigit() else float(digits)
        is_whole = value == int(value) and value >= least
    except (ValueError, OverflowError):
        is_whole = False
    if not is_whole:
        raise typer.BadParameter(f"{given}; allowed: a whole number, {least} or more")
    return int(value)


def count(text: str) -> int:
    """A number of things, 1 or more, as people write it: 1000000, 1_000_000 or 1e6."""
    return _whole(text, 1)


def index(text: str) -> int:
    """A place in a list or a seed, 0 or more."""
    return _whole(text, 0)


def seed_number(text: str) -> int:
    """A seed: a whole number of 64 bits."""
    seed = index(text)
    if seed >= 2**64:
        raise typer.BadParameter(f"{text}; allowed: 0 to 2^64 - 1")
    return seed


def share(text: str | float) -> float:
    """A share of games in percentage points, as people write it: 0.2pp.

    Without the unit it is refused: 0.2 could as well be a share, a hundred times as much.
    """
    number, unit, rest = str(text).strip().partition("pp")
    try:
        points = float(number) if unit and not rest else math.nan
    except ValueError:
        points = math.nan
    if not 0.0 < points < 100.0:
        raise typer.BadParameter(f"{text}; allowed: percentage points above 0, e.g. 0.2pp")
    return points / 100.0


def difference(text: str | float) -> float:
    """A difference of shares, in percentage points or as a share: 1pp is 0.01."""
    number = str(text).strip().removesuffix("pp").strip()
    try:
        return float(number) / (100.0 if "pp" in str(text) else 1.0)
    except ValueError:
        allowed = "percentage points, e.g. 1pp, or a share, e.g. 0.01"
        raise typer.BadParameter(f"{text}; allowed: {allowed}") from None


def margin_option(meaning: str, shown: str) -> Any:
    """The option ``--margin`` of a command: what it means there, and its default in print."""
    told = f"{meaning}  [default: {shown}]"
    return typer.Option(
        "--margin", parser=difference, metavar="POINTS", help=told, show_default=False
    )


Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        parser=share,
        metavar="POINTS",
        help="Play until sure: to this half-width of the interval, e.g. 0.2pp. '--games' is then "
        "the most to play; none given: 1e8.",
    ),
]
"""For commands whose analysis takes ``precision``; with `Common.until`."""

Draws = Annotated[
    int | None,
    typer.Option(
        "--ensemble",
        parser=index,
        metavar="N",
        help="Also ask under N generated decks or layouts, each with as many games; none given: 5 "
        "that share them, where those of the rules are a reconstruction. 0: do not ask.",
    ),
]
"""For commands whose verdicts are asked under generated components too: `many_rules.drawn`."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; see 'fillsim list'.")]
StrategyNames = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY...",
        help="Strategies as text, e.g. 'stop_at(350)'; the first takes seat 0 in rotation 0.",
    ),
]


@dataclass(frozen=True)
class Common:
    """What every data command accepts; resolved, so that a seed is always there."""

    output_format: Annotated[Format, typer.Option("--format", help="How the data is written.")] = (
        Format.table
    )
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write there instead of standard output.")
    ] = None
    seed: Annotated[
        int,
        typer.Option(
            parser=seed_number,
            metavar="N",
            help="Seed of all chance; none given: a fresh one, which is printed.",
        ),
    ] = -1
    games: Annotated[
        int,
        typer.Option(parser=count, metavar="N", help="Games to play, e.g. 1e6."),
    ] = 0
    workers: Annotated[
        int,
        typer.Option(
            parser=count, metavar="N", help="Threads; none given: one per core. Never changes data."
        ),
    ] = 0
    rules: Annotated[str, typer.Option(metavar="PRESET_OR_FILE", help="Rules to play by.")] = (
        "rulebook"
    )
    changes: Annotated[
        list[str],
        typer.Option("--set", metavar="FIELD=VALUE", help="Change one rule; repeatable."),
    ] = ()  # type: ignore[assignment]
    strategy_files: Annotated[
        list[Path],
        typer.Option("--strategies", metavar="FILE", help="Your own strategies; repeatable."),
    ] = ()  # type: ignore[assignment]
    is_games_given: bool = field(default=False, metadata={"is_option": False})
    is_seed_given: bool = field(default=False, metadata={"is_option": False})

    def until(self, precision: float | None) -> Common:
        """The same; a precision without '--games' may take very many."""
        if precision is None or self.is_games_given:
            return self
        return replace(self, games=MOST_GAMES)

    def load_game(self, name: str) -> tuple[Any, Any]:
        """The game and its rules, with the users' strategies registered."""
        from simcore.games import load_game
        from strategies.registry import load_files

        game = load_game(name)
        rules = game.load_rules(self.rules, self.changes)
        load_files(self.strategy_files)
        for warning in getattr(rules, "warnings", ()):
            say(f"warning: {warning}")
        return game, rules

    def rules_arguments(self) -> str:
        """The options about rules and strategies as typed."""
        parts = [f"--rules {shlex.quote(self.rules)}"] if self.rules != "rulebook" else []
        parts += [f"--set {shlex.quote(change)}" for change in self.changes]
        parts += [f"--strategies {shlex.quote(str(path))}" for path in self.strategy_files]
        return " ".join(parts)

    def arguments(self) -> str:
        """The options as typed, for the line that reproduces a result."""
        return f"--seed {self.seed} --games {self.games} {self.rules_arguments()}".strip()


def _resolve(values: dict[str, Any], has_chance: bool, games: int) -> Common:
    given: Any = {f"is_{name}_given": name in values for name in ("games", "seed")}
    common = Common(**{"games": games} | values | given)
    if common.seed < 0:
        common = replace(common, seed=secrets.randbits(32))
    if "seed" not in values and has_chance:
        say(f"seed {common.seed} (none was given)")
    if common.workers < 1:
        common = replace(common, workers=os.cpu_count() or 1)
    return common


def takes_options(
    *, has_chance: bool = True, **defaults: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Spell out the fields of `common` as options of a command.

    Parameters
    ----------
    has_chance : bool, default True
        Whether the seed matters, so that a fresh one is announced.
    **defaults
        Defaults that differ for this command, e.g. ``games=1_000_000``.
    """
    defaults.setdefault("games", GAMES)
    names = [option.name for option in _options()]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True)
        kept = [p for p in own.parameters.values() if p.name != "common"]

        @functools.wraps(command)
        def run(**values: Any) -> None:
            shared = {name: values.pop(name) for name in names}
            given = {k: v for k, v in shared.items() if v is not None}
            command(**values, common=_resolve(given, has_chance, defaults["games"]))

        by_name = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in kept]
        signature = own.replace(parameters=by_name + _parameters(defaults))
        vars(run)["__signature__"] = signature
        run.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
        return run

    return decorate


def _options() -> list[Any]:
    """The fields of `Common` that are options."""
    return [found for found in fields(Common) if found.metadata.get("is_option", True)]


def _parameters(defaults: dict[str, Any]) -> list[inspect.Parameter]:
    """The options of `Common` as parameters of a function, with these defaults."""
    hints = get_type_hints(Common, include_extras=True)
    hints["games"] = _told(hints["games"], defaults["games"])
    return [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if option.name == "games" else _shown(option, defaults),
            annotation=hints[option.name],
        )
        for option in _options()
    ]


def _told(annotation: Any, default: int) -> Any:
    """An option whose default is only told, so that a command knows whether it was given."""
    kind, option = annotation.__origin__, copy.copy(annotation.__metadata__[0])
    option.show_default = False
    option.help += f"  [default: {default:,}]" if default else ""
    return Annotated[kind, option]


def _shown(option: Any, defaults: dict[str, Any]) -> Any:
    """A default as typer shows it: nothing for -1 and 0, which stand for 'not given'."""
    default = defaults.get(option.name, option.default)
    if default == ():
        return []
    return None if isinstance(default, int) and default < 1 else default
