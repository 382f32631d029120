"""The console command ``fillsim``: one module of `reports.commands` per command.

Exit codes: 0 fine; 1 a check or a strategy failed; 2 wrong use; 130 interrupted by Ctrl-C (what
was finished is still shown). Data goes to standard output, everything else to standard error.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any

import typer

from reports import commands
from reports.console import say, write
from simcore.errors import FillsimError, StrategyFailure

__all__ = ["EXIT_CODES", "app", "main", "run"]

EXIT_CODES = {"fine": 0, "failed": 1, "wrong use": 2, "interrupted": 130}

# Typer carries its own copy of click; this is its error for everything typed wrongly.
CLICK_ERROR: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="fillsim",
    help="Strategy analysis for tabletop games: exact odds, millions of games, honest error bars.",
    epilog="Begin with: fillsim list, then e.g. fillsim play fill_or_bust 'stop_at(300)' random",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _fillsim(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        from importlib.metadata import version as installed

        write(f"fillsim {installed('fillsim')}")
        raise typer.Exit


def _add_commands() -> None:
    for module in pkgutil.iter_modules(commands.__path__):
        command: Any = importlib.import_module(f"reports.commands.{module.name}").command
        help_text, _, example = (command.__doc__ or "").partition("Example:")
        app.command(
            module.name.removesuffix("_").replace("_", "-"),
            help=" ".join(help_text.split()),
            epilog=f"Example: {' '.join(example.split())}",
        )(command)


_add_commands()


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; errors a person can mend take one line."""
    try:
        code = app(list(arguments), standalone_mode=False)
        sys.stdout.flush()
    except CLICK_ERROR as error:
        return _refuse(error)
    except StrategyFailure as error:
        say(f"error: {error}")
        return EXIT_CODES["failed"]
    except FillsimError as error:
        say(f"error: {error}")
        return EXIT_CODES["wrong use"]
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return EXIT_CODES["interrupted"]
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_CODES["fine"]
    return code if isinstance(code, int) else EXIT_CODES["fine"]


def _refuse(error: Any) -> int:
    """Say in one line what was typed wrongly, and where help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "fillsim"
    text = " ".join(str(error.format_message()).split())
    if type(error).__name__ == "NoArgsIsHelpError":
        say(str(error.format_message()))
    else:
        say(f"error: {text} (see '{path} --help')")
    return EXIT_CODES["wrong use"]


def main() -> None:
    """Entry point of the console command."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
