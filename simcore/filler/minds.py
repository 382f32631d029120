"""Who decides: the strategies of a match, or one policy for everybody in a search's rollouts."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload

__all__ = ["decide"]


def decide(minds: Any, entry: Any, view: Any) -> Any:
    """The index of the option chosen in a view.

    Parameters
    ----------
    minds : tuple
        The strategies by place in the line-up. Or an instance of a NamedTuple class that has a
        compiled function as its class attribute ``policy``: everybody plays by it. A type can
        name a function where numba's cache refuses a function as an argument.
    entry : int
        Place in the line-up.
    view : VIEW
    """
    policy = getattr(type(minds), "policy", None)
    return minds[entry](view) if policy is None else policy(view)


@overload(decide)
def _decide(minds: Any, entry: Any, view: Any) -> Any:
    if isinstance(minds, types.BaseNamedTuple):
        policy = minds.instance_class.policy

        def by_policy(minds: Any, entry: Any, view: Any) -> Any:
            return policy(view)

        return by_policy

    def by_strategy(minds: Any, entry: Any, view: Any) -> Any:
        return minds[entry](view)

    return by_strategy
