"""Margins: how large a difference counts as none, as a share of the games."""

from __future__ import annotations

from simcore.errors import UsageError

__all__ = ["check_margin", "margin_text"]


def check_margin(margin: float, name: str = "margin") -> None:
    """Refuse a margin within which nothing, or everything, would lie, before a game is played.

    Parameters
    ----------
    margin : float
        A share: 0.01 is one percentage point, or one per cent of a value.
    name : str, default 'margin'
        What it is called.
    """
    if not 0.0 < margin < 1.0:
        allowed = "above 0 and below 1, where 0.01 is one point"
        raise UsageError(f"{name} = {margin:g}; allowed: {allowed}")


def margin_text(margin: float) -> str:
    """A margin in print: "1 point", "0.5 points"."""
    text = f"{100 * margin:.3g}"
    return f"{text} point" if text == "1" else f"{text} points"
