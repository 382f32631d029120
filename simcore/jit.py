"""The numba settings of the whole project, in one place.

numba's disk cache notices a change of the file that holds a function, not of the functions it
calls. The cache folder is therefore keyed by every source file of `simcore` and `strategies`
and by the versions of numba and Python: any edit starts a fresh folder, and a stale kernel
cannot come back.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

__all__ = [
    "CACHE_ENVIRONMENT",
    "allocate",
    "cache_folder",
    "compile_strategy",
    "inlined",
    "is_interpreted",
    "kernel",
    "project_sources",
    "source_key",
]

CACHE_ENVIRONMENT = "FILLSIM_CACHE_DIR"
"""Environment variable that moves the compilation cache to another folder."""

Function = TypeVar("Function", bound=Callable[..., Any])

# First-class functions (strategies passed as arguments) are flagged experimental by numba.
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)


def project_sources() -> list[Path]:
    """Every module of `simcore` and `strategies`."""
    root = Path(__file__).resolve().parent.parent
    return [path for name in ("simcore", "strategies") for path in (root / name).rglob("*.py")]


def source_key(files: Iterable[Path] | None = None) -> str:
    """Key of the cache folder: a hash of the sources and of the compiler's version.

    Parameters
    ----------
    files : iterable of Path, optional
        The sources to hash; by default every module of `simcore` and `strategies`.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    if files is None:
        files = project_sources()
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    for path in sorted(files):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(key: str) -> Path:
    """Folder for compiled code under `key`, created; a temporary one where none can be written."""
    root = os.environ.get(CACHE_ENVIRONMENT)
    base = Path(root) if root else Path.home() / ".cache" / "fillsim"
    folder = base / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="fillsim-"))


def is_interpreted() -> bool:
    """Whether NUMBA_DISABLE_JIT=1 runs every kernel as plain Python."""
    return bool(numba.config.DISABLE_JIT)


numba.config.CACHE_DIR = str(cache_folder(source_key()))


def kernel(function: Function) -> Function:
    """Compile a rules or engine function: cached on disk, free of the GIL, no fast maths."""
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def inlined(function: Function) -> Function:
    """Compile a small helper that is pasted into its callers, so that their loops vectorise."""
    compiled: Function = numba.njit(inline="always", error_model="numpy")(function)
    return compiled


def compile_strategy(function: Callable[..., Any], signature: Any, folder: Path | None) -> Any:
    """Compile `choose(view)` under the one explicit signature of its game.

    Bounds are checked and division by zero raises, so that a faulty strategy stops the run
    instead of corrupting it. `numba.cfunc` would swallow the exception and return 0.

    Parameters
    ----------
    function : callable
        The strategy as written.
    signature : numba signature
        `int64(Record)` of the game's view.
    folder : Path, optional
        Cache folder of a user's own file; by default the project's.
    """
    before = numba.config.CACHE_DIR
    try:
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)
        return numba.njit(
            signature, cache=True, nogil=True, boundscheck=True, error_model="python"
        )(function)
    finally:
        numba.config.CACHE_DIR = before


if is_interpreted():

    def allocate(n: Any, dtype: Any) -> Any:
        """Records for a search, filled with anything; keep the array while they are in use."""
        return np.empty(n, dtype).view(np.recarray)

else:

    @inlined
    def allocate(n, dtype):
        """Records for a search, filled with anything; keep the array while they are in use."""
        return np.empty(n, dtype)
