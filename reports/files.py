"""Files appear whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simcore.errors import UsageError

__all__ = ["check_new_folder", "check_writable", "new_folder", "write_whole"]


def check_writable(path: Path) -> None:
    """Refuse a file or folder that could not be put at `path`."""
    parent = path.absolute().parent
    if not parent.is_dir():
        raise UsageError(f"output {path}: folder {parent} does not exist; allowed: an existing one")
    if path.is_dir():
        raise UsageError(f"output {path} is a folder; allowed: a file name")
    _check_folder(path, parent)


def _check_folder(path: Path, folder: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(f"output {path}: {folder} cannot be written: {error.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it, so that no half of it is ever seen."""
    check_writable(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def check_new_folder(path: Path) -> None:
    """Refuse a place where `new_folder` could not put a folder; touches nothing of it."""
    if path.exists() and not path.is_dir():
        raise UsageError(f"output {path} is a file; allowed: a folder")
    parent = path.absolute().parent
    while not parent.exists():
        parent = parent.parent
    _check_folder(path, path if path.is_dir() else parent)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of `path` at the end, or vanishes on an error.

    Only files of the names that were written are replaced; others in `path` stay.
    """
    check_new_folder(path)
    parent = path.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=parent))
    try:
        yield temporary
        temporary.chmod(0o755)
        if path.exists():
            shutil.copytree(temporary, path, dirs_exist_ok=True)
        else:
            temporary.rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
