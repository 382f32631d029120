"""Names beside the points of a scatter chart, none over another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from reports.charts.theme import MUTED

__all__ = ["name_points"]

SIZE = 9.0
WIDTH, HEIGHT = 0.56 * SIZE, 1.3 * SIZE
"""Of a letter, in points of print."""
DOT = 5.0
"""Half the width of a marker."""
DISTANCES = (8.0, 20.0, 34.0, 50.0, 68.0, 88.0)
DIRECTIONS = 16


class Box(NamedTuple):
    """A rectangle in points of print."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, width) * max(0.0, height)


def name_points(ax: Axes, points: Sequence[tuple[float, float]], names: Mapping[str, int]) -> None:
    """Write names beside their points, where they cover least of other points and names.

    Parameters
    ----------
    ax : Axes
        With its final limits and scales.
    points : sequence of (float, float)
        All that are drawn.
    names : mapping of str to int
        Which of the points each name belongs to; the first choose first.
    """
    inches = ax.figure.get_figure(root=True).get_size_inches()
    size = [72.0 * 0.9 * inch for inch in inches]
    to_axes = ax.transScale + ax.transLimits
    places = [[f * s for f, s in zip(to_axes.transform(at), size, strict=True)] for at in points]
    taken = [Box(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in places]
    for name, i in names.items():
        x, y = places[i]
        best = min(_candidates(x, y, WIDTH * len(name)), key=lambda it: _cost(it, taken, size))
        taken.append(best[1])
        (dx, dy), box = best
        far = math.hypot(dx, dy) > DISTANCES[0]
        ax.annotate(
            name,
            points[i],
            xytext=(dx, dy),
            textcoords="offset points",
            ha="left" if box.left >= x else "right" if box.right <= x else "center",
            va="center",
            fontsize=SIZE,
            arrowprops={"arrowstyle": "-", "color": MUTED, "linewidth": 0.6, "shrinkB": 3}
            if far
            else None,
        )


Candidate = tuple[tuple[float, float], Box]


def _candidates(x: float, y: float, width: float) -> list[Candidate]:
    """Offsets around a point, the nearest first, with the boxes that a name would fill."""
    found = []
    for distance in DISTANCES:
        for k in range(DIRECTIONS):
            angle = 2 * math.pi * k / DIRECTIONS
            dx, dy = distance * math.cos(angle), distance * math.sin(angle)
            left = x + dx if dx > 1 else x + dx - width if dx < -1 else x - width / 2
            box = Box(left, y + dy - HEIGHT / 2, left + width, y + dy + HEIGHT / 2)
            found.append(((dx, dy), box))
    return found


def _cost(candidate: Candidate, taken: Sequence[Box], size: Sequence[float]) -> float:
    """Area that is covered or outside of the axes, and a little for the distance."""
    (dx, dy), box = candidate
    covered = sum(box.overlap(other) for other in taken)
    inside = box.overlap(Box(0.0, 0.0, size[0], size[1]))
    outside = (box.right - box.left) * (box.top - box.bottom) - inside
    return covered + 3.0 * outside + 0.5 * math.hypot(dx, dy)
