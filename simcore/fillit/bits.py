"""Bit operations on 64-bit masks of cells."""

from __future__ import annotations

from simcore.bits import first_bit as first_cell
from simcore.bits import last_bit as last_cell
from simcore.bits import popcount

__all__ = ["first_cell", "last_cell", "popcount"]
