"""How long and how large a question may get, and who is told how far it has got."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypedDict

from ._given import maybe_count

#: Told how far long work has got: what is being done, how much of it is done, and how much there is, where that is known.
#: At the end it is called once more, with ``None`` for the step.
Listener = Callable[[str | None, int, int | None], None]


class Limits(TypedDict, total=False):
    """What every question understands.

    A question that reaches a limit before there is anything to show raises `LimitError`; otherwise the answer says that it is
    not complete. Ctrl-C always stops it.
    """

    #: The most seconds that it may take.
    time_limit: float | None
    #: The most bytes that it may take; 2 GiB unless told otherwise.
    memory_limit: int | None
    #: Who is told of the progress; ``False`` for nobody. By default a line in the notebook or at the terminal.
    progress: Listener | bool | None


#: As `takeaway._core` takes them.
CoreLimits = tuple[float | None, int | None, Listener | None]

#: Where the rules of a game come from: its name or path, is it a file, its text, its parameters, the files beside it.
CoreState = tuple[str, bool, str | None, list[tuple[str, str]], list[tuple[str, str]]]


def unpack(limits: Limits) -> CoreLimits:
    """The limits as the core takes them."""
    unknown = set(limits) - {"time_limit", "memory_limit", "progress"}
    if unknown:
        raise TypeError(f"unknown keyword argument: {', '.join(sorted(unknown))}")
    progress = limits.get("progress")
    listener: Listener | None
    if progress is None or progress is True:
        listener = default_listener()
    elif progress is False:
        listener = None
    else:
        listener = progress
    seconds = limits.get("time_limit")
    if isinstance(seconds, str):
        raise TypeError(f"time_limit is a number of seconds, not {seconds!r}")
    return seconds, maybe_count(limits.get("memory_limit"), "memory_limit"), listener


def default_listener() -> Listener | None:
    """A line in the notebook, or at the terminal; nobody elsewhere."""
    if in_notebook():
        return NotebookLine()
    if sys.stderr is not None and sys.stderr.isatty():
        return TerminalLine()
    return None


def in_notebook() -> bool:
    """Does a kernel of Jupyter run this?"""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


def words(step: str, done: int, total: int | None) -> str:
    """Progress for a reader.

    >>> words("solving", 1200000, None)
    'solving: 1,200,000 (Ctrl-C stops)'
    >>> words("solving", 50, 200)
    'solving: 50 of 200, 25 % (Ctrl-C stops)'
    """
    if total:
        return f"{step}: {done:,} of {total:,}, {100 * done // total} % (Ctrl-C stops)"
    return f"{step}: {done:,} (Ctrl-C stops)"


class TerminalLine:
    """Progress in the last line of a terminal."""

    def __call__(self, step: str | None, done: int, total: int | None) -> None:
        text = "" if step is None else words(step, done, total)
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


class NotebookLine:
    """Progress in the output of a cell, which it leaves when the work is done."""

    def __init__(self) -> None:
        self._shown: object = None

    def __call__(self, step: str | None, done: int, total: int | None) -> None:
        from IPython.display import display

        text = "" if step is None else words(step, done, total)
        content = {"text/plain": text}
        if self._shown is None:
            self._shown = display(content, raw=True, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._shown.update(content, raw=True)  # type: ignore[attr-defined]
