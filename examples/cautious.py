"""A strategy of your own; play it with ``--strategies examples/cautious.py``."""

from strategies.registry import strategy


@strategy(game="fill_or_bust", name="cautious", tier=1, params={"points": 350, "few": 2})
def cautious(view):
    """Like stop_at, but with few dice left stop at half the points."""
    last = view.n_options - 1
    option = view.options[last]
    wanted = view.params[0]
    if option.dice_left <= view.params[1]:
        wanted = wanted / 2
    if option.is_stop and option.dice_left > 0 and option.turn_points < wanted:
        return last - 1
    return last
