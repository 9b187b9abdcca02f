"""No test passes or fails by a clock: what must stop is given what never ends, and what must be seen is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable

import takeaway
from takeaway import Game

#: In seconds. It ends what hangs, and decides nothing: hundreds of times what anything takes on a slow machine.
PATIENCE = 600

#: Brute force to here takes months, row by row, in little memory.
ENDLESS = 10**8


def endless(**limits: object) -> takeaway.Board:
    """A board that only a limit ends, with what was solved until then."""
    return Game("wythoff").solve(max=ENDLESS, **limits)  # type: ignore[arg-type]


def wait_for(what: Callable[[], object]) -> None:
    """Waits until it is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it hangs"
        time.sleep(0.02)
