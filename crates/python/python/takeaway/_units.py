"""One unit of a search, in whatever process or thread works on it.

What is handed to an executor is :func:`work_on`: a plain function of plain data, so that any executor can carry it to another process or another machine.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from dataclasses import dataclass, field

from . import _core

__all__ = ["Done", "Job", "await_end", "stop_all", "work_on"]


@dataclass(frozen=True)
class Job:
    """All that the units of one call have in common."""

    plan: str
    """The search as data, with the texts of all games."""
    out: str
    """The directory of the results, as the caller names it."""
    sign: str
    """A file in that directory: whoever sees it shares the directory with the caller."""
    each: float | None
    """How many seconds a member may take."""
    end: float | None
    """When all the work is to end, as :func:`time.time` tells it."""
    memory: int | None
    """How many bytes the work on a unit may take."""
    threads: int
    """How many threads work on a unit."""
    stop: _core.Stop = field(default_factory=_core.Stop, compare=False)
    """Ends the work in this process; a copy in another process is another one."""


@dataclass(frozen=True)
class Done:
    """What became of a unit."""

    number: int
    """Its number."""
    state: str
    """``"kept"`` (its results were there), ``"done"``, ``"stopped"`` (some members were stopped), or ``"missing"`` (it was not begun)."""
    text: str | None
    """The results, if the worker does not share the directory with the caller."""


@functools.lru_cache(maxsize=8)
def _search(plan: str) -> _core.Search:
    """The search of a plan: what it finds out about its target is found out once in a process."""
    return _core.Search.read(plan)


def work_on(job: Job, number: int, attempt: int) -> Done:
    """Works on one unit and writes it, whole or not at all; what is there is left alone.

    The number of the attempt makes this call another one for executors that take equal calls for one.
    """
    del attempt
    search = _search(job.plan)
    shared = os.path.exists(os.path.join(job.out, job.sign))
    seconds = None if job.end is None else max(0.0, job.end - time.time())
    if seconds == 0.0 or job.stop.is_set() or _over.is_set():
        return Done(number, "missing", None)
    with _Working(job.stop):
        state, text = search.work(
            number,
            job.out if shared else None,
            each=job.each,
            seconds=seconds,
            threads=job.threads,
            stop=job.stop,
            limits=(None, job.memory, None),
        )
    return Done(number, state, None if shared else text)


_over = threading.Event()
_lock = threading.Lock()
_stops: list[_core.Stop] = []
_idle = threading.Condition(_lock)


class _Working:
    """A unit is worked on in this process."""

    def __init__(self, stop: _core.Stop) -> None:
        self._stop = stop

    def __enter__(self) -> None:
        with _lock:
            _stops.append(self._stop)
            if _over.is_set():
                self._stop.set()

    def __exit__(self, *_: object) -> None:
        with _lock:
            _stops.remove(self._stop)
            _idle.notify_all()


def stop_all(patience: float) -> bool:
    """Ends all work on units in this process, for good. Has it ended within so many seconds?"""
    _over.set()
    with _lock:
        for stop in _stops:
            stop.set()
        return _idle.wait_for(lambda: not _stops, timeout=patience)


def await_end(stop: _core.Stop, patience: float) -> None:
    """Waits until nobody in this process works under this stop any more, so many seconds at most."""
    with _lock:
        _idle.wait_for(lambda: not any(one is stop for one in _stops), timeout=patience)
