"""The options that all data commands share, declared once.

A command takes them as one argument, `common`; `takes_options` spells them out for typer.
"""

from __future__ import annotations

import functools
import inspect
import os
import secrets
import shlex
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from reports.console import say

__all__ = ["Common", "Format", "GameName", "StrategyNames", "count", "takes_options"]


GAMES = 100_000
"""Games where neither the user nor the command says how many."""


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

    def load_game(self, name: str) -> tuple[Any, Any]:
        """The game and its rules, with the users' strategies registered."""
        from simcore.games import load_game
        from strategies.registry import load_files

        game = load_game(name)
        rules = game.load_rules(self.rules, self.changes)
        load_files(self.strategy_files)
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


def _resolve(values: dict[str, Any], has_chance: bool) -> Common:
    common = Common(**values)
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
    names = [field.name for field in fields(Common)]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True)
        kept = [p for p in own.parameters.values() if p.name != "common"]

        @functools.wraps(command)
        def run(**values: Any) -> None:
            shared = {name: values.pop(name) for name in names}
            given = {k: v for k, v in shared.items() if v is not None}
            command(**values, common=_resolve(given, has_chance))

        by_name = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in kept]
        signature = own.replace(parameters=by_name + _parameters(defaults))
        vars(run)["__signature__"] = signature
        run.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
        return run

    return decorate


def _parameters(defaults: dict[str, Any]) -> list[inspect.Parameter]:
    """The fields of `Common` as parameters of a function, with these defaults."""
    hints = get_type_hints(Common, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_shown(defaults.get(field.name, field.default)),
            annotation=hints[field.name],
        )
        for field in fields(Common)
    ]


def _shown(default: Any) -> Any:
    """A default as typer shows it: nothing for -1 and 0, which stand for 'not given'."""
    if default == ():
        return []
    return None if isinstance(default, int) and default < 1 else default
