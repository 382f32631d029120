"""The registry of strategies: the decorator, the text form, and users' own files.

A strategy is one plain function ``choose(view) -> index of an option``. The decorator stands on
its definition; there is no second list to edit. Its text form, ``stop_at(350)``, is what the
command line takes, what tables show, and what charts put in their legends.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import cloudpickle

from simcore.errors import UsageError, unknown_name
from simcore.games import Game, game_names
from simcore.jit import (
    cache_folder,
    compile_strategy,
    is_interpreted,
    project_sources,
    source_key,
)
from simcore.match import Player
from simcore.protocol import MAX_PARAMS
from strategies.spec_text import number_text, read_values, split_spec

__all__ = ["Strategy", "find", "load_file", "player", "strategies_of", "strategy"]

Choose = Callable[[Any], int]
BuildTable = Callable[[Any, tuple[float, ...]], np.ndarray]


@dataclass(frozen=True)
class Strategy:
    """A registered strategy.

    Attributes
    ----------
    game, name : str
    tier : int
        0 random, 1 simple rule, 2 tuned heuristic, 3 search or exact optimum.
    params : dict
        Parameter names and defaults; `view.params[i]` in this order.
    choose : callable
        The function as written.
    build_table : callable, optional
        ``(rules, params) -> float64[n]``; the strategy reads it with `read_table(view, i)`.
    folder, file : Path and str
        Cache folder and path of the user's own file; None and empty for one of ours.
    """

    game: str
    name: str
    tier: int
    params: Mapping[str, float]
    choose: Choose
    build_table: BuildTable | None = None
    folder: Path | None = field(default=None, compare=False)
    file: str = ""

    @property
    def source(self) -> str:
        """Where the strategy is written: file and line."""
        return f"{inspect.getsourcefile(self.choose)}:{self.choose.__code__.co_firstlineno}"

    @property
    def summary(self) -> str:
        """First line of its docstring."""
        return (inspect.getdoc(self.choose) or "").partition("\n")[0]

    @property
    def signature(self) -> str:
        """Text form with the defaults, e.g. ``stop_at(points=300)``."""
        if not self.params:
            return self.name
        listed = ", ".join(f"{name}={number_text(value)}" for name, value in self.params.items())
        return f"{self.name}({listed})"


_REGISTRY: dict[tuple[str, str], Strategy] = {}
_loading: list[tuple[Path | None, str]] = [(None, "")]
"""Cache folder and path of the users' files being loaded, the innermost last."""


def strategy(
    *,
    game: str,
    name: str,
    tier: int,
    params: Mapping[str, float] | None = None,
    table: BuildTable | None = None,
) -> Callable[[Choose], Choose]:
    """Register a function ``choose(view)`` as a strategy of a game.

    Parameters
    ----------
    game, name : str
        The game's name in code, and the strategy's own, a Python identifier.
    tier : int
        0 random, 1 simple rule, 2 tuned heuristic, 3 search or exact optimum.
    params : dict, optional
        Names and defaults of at most 16 numbers, read as ``view.params[0]``, ...
    table : callable, optional
        ``(rules, params) -> float64 array`` made once per match, read by `read_table`.

    Raises
    ------
    UsageError
        An unknown game, a name already taken, a tier outside 0 to 3, too many parameters, or a
        function that does not take exactly one argument.
    """

    def register(choose: Choose) -> Choose:
        added = Strategy(game, name, tier, dict(params or {}), choose, table, *_loading[-1])
        _check(added)
        known = _REGISTRY.get((game, name))
        if known is not None and known.source != added.source:
            raise UsageError(f"strategy '{name}' of {game} is already defined in {known.source}")
        _REGISTRY[game, name] = added
        return choose

    return register


def _check(added: Strategy) -> None:
    where = f"strategy '{added.name}' ({added.source})"
    if added.game not in game_names():
        raise unknown_name("game", added.game, game_names(), f" (in {where})")
    if not added.name.isidentifier():
        raise UsageError(f"{where}: name = {added.name!r}; allowed: letters, digits and _")
    if added.tier not in (0, 1, 2, 3):
        raise UsageError(f"{where}: tier = {added.tier!r}; allowed: 0, 1, 2, 3")
    if len(added.params) > MAX_PARAMS:
        raise UsageError(f"{where}: {len(added.params)} params; allowed: at most {MAX_PARAMS}")
    for key, value in added.params.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(f"{where}: params: {key} = {value!r}; allowed: a number")
    if len(inspect.signature(added.choose).parameters) != 1:
        raise UsageError(f"{where}: takes other than one argument; allowed: choose(view)")


def strategies_of(game: str) -> list[Strategy]:
    """All strategies of a game, by tier and then by name."""
    importlib.import_module(f"strategies.{game}")
    found = [entry for (of_game, _), entry in _REGISTRY.items() if of_game == game]
    return sorted(found, key=lambda entry: (entry.tier, entry.name))


def find(game: str, name: str) -> Strategy:
    """The strategy called `name`; an unknown one raises UsageError with the nearest."""
    known = {entry.name: entry for entry in strategies_of(game)}
    if name not in known:
        hint = f" (try: fillsim list {game})"
        raise unknown_name(f"strategy of {game}", name, known, hint)
    return known[name]


def parse(game: str, text: str) -> tuple[Strategy, tuple[float, ...]]:
    """Strategy and parameters of a text such as ``stop_at(350)`` or ``cautious(points=300)``.

    Raises
    ------
    UsageError
        Names the text, the parameter, the value and what is allowed.
    """
    name, given = split_spec(text)
    entry = find(game, name)
    if len(given) > len(entry.params):
        raise UsageError(
            f"strategy '{text}' has {len(given)} parameters; allowed: {entry.signature}"
        )
    return entry, read_values(text, given, entry.params)


def player(game: Game, rules: Any, text: str) -> Player:
    """A strategy's text form, compiled and with its table built, ready for a `Match`."""
    entry, params = parse(game.name, text)
    arguments = ", ".join(number_text(value) for value in params)
    spec = f"{entry.name}({arguments})" if params else entry.name
    table = None
    if entry.build_table is not None:
        table = np.ascontiguousarray(entry.build_table(rules, params), np.float64)
    return Player(spec, entry.tier, compiled(game, entry), params, table, entry.file)


def compiled(game: Game, entry: Strategy) -> Choose:
    """The strategy compiled under its game's one signature; a failure names file and cause."""
    if is_interpreted():
        return entry.choose
    return _compiled(game.name, entry.choose, game.strategy_signature, entry.folder)


@cache
def _compiled(game: str, choose: Choose, signature: Any, folder: Path | None) -> Choose:
    try:
        function: Choose = compile_strategy(choose, signature, folder)
    except Exception as error:
        first = next((line for line in str(error).splitlines() if line.strip()), repr(error))
        details = [line for line in str(error).splitlines() if line.strip()]
        reason = next((line for line in details if "Error" in line or "Unknown" in line), first)
        raise UsageError(
            f"strategy '{choose.__name__}' of {game} cannot be compiled "
            f"({inspect.getsourcefile(choose)}:{choose.__code__.co_firstlineno}): {reason.strip()}"
        ) from None
    return function


def load_file(path: str | Path) -> list[Strategy]:
    """Load a user's strategy file and return what it registered.

    Compiled code is cached under the hash of the file, so that an edit is never missed.

    Raises
    ------
    UsageError
        The file is missing, has a syntax error or fails on import (with file and line), or
        registers no strategy.
    """
    file = Path(path).resolve()
    try:
        file.read_bytes()
    except OSError as error:
        raise UsageError(
            f"strategy file {path}: {error.strerror}; allowed: a Python file"
        ) from None
    key = source_key([*project_sources(), file])
    spec = importlib.util.spec_from_file_location(f"fillsim_user_{key}", file)
    if spec is None or spec.loader is None:
        raise UsageError(f"strategy file {path}: not a Python file (.py)")
    before = dict(_REGISTRY)
    for name in [name for name, entry in _REGISTRY.items() if entry.file == str(file)]:
        del _REGISTRY[name]  # A file that is loaded again replaces what it registered.
    kept = set(_REGISTRY)
    _loading.append((cache_folder(f"strategy-{key}"), str(file)))
    try:
        module = importlib.util.module_from_spec(spec)
        # The module must stay known, or numba's cache could not bring its functions back; and
        # worker processes, which cannot import it, get them by value.
        sys.modules[spec.name] = module
        cloudpickle.register_pickle_by_value(module)
        _execute(spec.loader, module, path, file)
        added = [entry for name, entry in _REGISTRY.items() if name not in kept]
        if not added:
            raise UsageError(f"strategy file {path}: registers none; decorate one by @strategy")
    except BaseException:
        _REGISTRY.clear()
        _REGISTRY.update(before)
        raise
    finally:
        _loading.pop()
    return added


def _execute(loader: Any, module: Any, path: str | Path, file: Path) -> None:
    """Run a user's file; what goes wrong becomes one line with the place."""
    try:
        loader.exec_module(module)
    except UsageError:
        raise
    except SyntaxError as error:
        raise UsageError(f"strategy file {path}, line {error.lineno}: {error.msg}") from None
    except Exception as error:
        line = _line_in(error, file)
        raise UsageError(f"strategy file {path}{line}: {type(error).__name__}: {error}") from None


def load_files(paths: Iterable[str | Path]) -> None:
    """Load several users' files."""
    for path in paths:
        load_file(path)


def _line_in(error: Exception, file: Path) -> str:
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f", line {lines[-1]}" if lines else ""
