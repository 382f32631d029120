"""Components by the text that names them, so that a result can be had again from its rules."""

from __future__ import annotations

import re
from pathlib import Path

from simcore.errors import UsageError
from simcore.filler.assumptions import Assumptions, varied
from simcore.filler.component_files import FILES, SHIPPED, load_components
from simcore.filler.components import Components
from simcore.filler.generator import reconstruct

__all__ = ["find_components", "is_reconstruction"]

GENERATORS = {"generated": lambda _: Assumptions(), "varied": varied}
"""Kinds of generated components, by the assumptions that a seed gives."""

_GENERATED = re.compile(rf"({'|'.join(GENERATORS)})-(\d+)")


def find_components(source: str) -> Components:
    """The components that a text names; `Components.name` is such a text.

    Parameters
    ----------
    source : str
        ``shipped``; ``generated-7``, from seed 7 with the usual assumptions; ``varied-7``, with
        assumptions that are drawn as well; or the path of a folder.

    Raises
    ------
    UsageError
        For a folder that is missing, or a file in it that cannot be accepted.
    """
    if source == SHIPPED:
        return load_components()
    found = _GENERATED.fullmatch(source)
    if found:
        seed = int(found[2])
        return reconstruct(seed, GENERATORS[found[1]](seed))
    if not Path(source).exists():
        kinds = ", ".join(f"{kind}-SEED" for kind in GENERATORS)
        raise UsageError(
            f"components {source} do not exist; allowed: {SHIPPED}, {kinds}, or a folder with "
            f"{', '.join(FILES)}"
        )
    return load_components(Path(source))


def is_reconstruction(source: str) -> bool:
    """Whether a text names cards that this program made up, rather than a user's folder."""
    return source == SHIPPED or _GENERATED.fullmatch(source) is not None
