"""The kernel compiled, interpreted and bounds-checked gives the same games; no stale cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import hashlib, sys
from simcore import engine
from tests.engine.lineups import line_up
digest = hashlib.sha256()
for preset in ("rulebook", "bowman1999"):
    for specs in (("random", "stop_at(300)"), ("never_stop", "random", "stop_at(450)")):
        for rotation in ("strategies", "luck"):
            changes = ["goal=1500", "end=show_down"]
            match = line_up(*specs, rules=preset, changes=changes, seed=77, rotation=rotation)
            digest.update(engine.play_outcomes(match, 2, 4).tobytes())
            summary = engine.run(match, 4).summary
            digest.update(repr(summary.cross.tolist()).encode())
            digest.update(repr(engine.replay(match, 3, 1)["log"]).encode())
print(digest.hexdigest())
"""


# In plain numpy the generator's arithmetic modulo 2**64 warns.
IGNORE = (
    "import warnings\n"
    "warnings.filterwarnings('ignore', 'overflow encountered in scalar', RuntimeWarning)"
)


def python(code: str, folder: Path = ROOT, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_compiled_and_interpreted_agree() -> None:
    compiled = python(PLAY)
    assert python(IGNORE + PLAY, NUMBA_DISABLE_JIT="1") == compiled
    assert python(PLAY.replace("seed=77", "seed=78")) != compiled, "the digest must notice"


def test_no_index_is_out_of_bounds(tmp_path: Path) -> None:
    checked = python(PLAY, NUMBA_BOUNDSCHECK="1", FILLSIM_CACHE_DIR=str(tmp_path))
    assert checked == python(PLAY)


CACHE = """
import numpy as np
from simcore.probe import twice
print(twice(np.int64(4)))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages in a folder of their own, with a kernel whose callee is in another module."""
    shutil.copytree(
        ROOT / "simcore", tmp_path / "simcore", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "strategies").mkdir()
    head = "from simcore.jit import kernel\n"
    (tmp_path / "simcore/callee.py").write_text(
        f"{head}@kernel\ndef factor(x):\n    return 2 * x\n", "utf-8"
    )
    (tmp_path / "simcore/probe.py").write_text(
        f"{head}from simcore.callee import factor\n@kernel\ndef twice(x):\n    return factor(x)\n",
        "utf-8",
    )
    return tmp_path


def test_an_edited_callee_is_never_stale(copy: Path) -> None:
    """numba looks at the caller's file only: without the key by all sources, 8 would come back."""
    settings = {"FILLSIM_CACHE_DIR": str(copy / "cache"), "PYTHONPATH": str(copy)}
    assert python(CACHE, copy, **settings) == "8"
    assert len(list((copy / "cache").iterdir())) == 1
    callee = copy / "simcore/callee.py"
    callee.write_text(callee.read_text("utf-8").replace("2 * x", "3 * x"), "utf-8")
    assert python(CACHE, copy, **settings) == "12"
    assert len(list((copy / "cache").iterdir())) == 2
    assert python(CACHE, copy, **settings) == "12"


def test_the_danger_is_real(copy: Path) -> None:
    """With one folder for all sources, the stale kernel does come back."""
    settings = {"NUMBA_CACHE_DIR": str(copy / "cache"), "PYTHONPATH": str(copy)}
    jit = copy / "simcore/jit.py"
    text = jit.read_text("utf-8")
    line = "numba.config.CACHE_DIR = str(cache_folder(source_key()))"
    assert line in text
    jit.write_text(text.replace(line, ""), "utf-8")
    assert python(CACHE, copy, **settings) == "8"
    callee = copy / "simcore/callee.py"
    callee.write_text(callee.read_text("utf-8").replace("2 * x", "3 * x"), "utf-8")
    assert python(CACHE, copy, **settings) == "8"


def test_an_unwritable_cache_folder_is_no_hindrance(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", "utf-8")
    code = "import simcore.jit, numba; print(numba.config.CACHE_DIR)"
    folder = python(code, FILLSIM_CACHE_DIR=str(file / "below"))
    assert Path(folder).is_dir()
    shutil.rmtree(folder)
