"""The processes of a search on one machine, if the caller names no executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from typing import Any

from . import _units
from ._units import Done, Job

__all__ = ["Processes", "processors"]

#: How long the work in a process may take to notice that it is to end, in seconds.
PATIENCE = 5.0


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Processes:
    """A process for each processor, and a unit at a time for each of them. If one is killed, its unit alone is lost, and :meth:`submit` starts another.

    The processes are started afresh, not as copies of this one, whose threads they would lack.
    """

    def __init__(self, count: int) -> None:
        self.room = count
        """So many units are worked on at a time."""
        self._slots = [_Slot() for _ in range(count)]

    def submit(self, job: Job, number: int, attempt: int) -> Future[Done]:
        """Hands a unit to a process that has nothing to do."""
        slot = min(self._slots, key=lambda slot: slot.is_busy())
        return slot.submit(job, number, attempt)

    def check(self) -> None:
        """Can processes be started here at all?"""
        slot = _Slot()
        try:
            slot.start().submit(os.getpid).result()
        except BrokenProcessPool:
            raise RuntimeError(
                "no process could be started for the search: a script must call takeaway.search below "
                '`if __name__ == "__main__":`, since each process reads the script again'
            ) from None
        finally:
            slot.end(wait_for_it=True)

    def end(self) -> None:
        """Ends the processes as soon as they have written down what they have found."""
        for slot in self._slots:
            slot.end(wait_for_it=False)
        for slot in self._slots:
            slot.end(wait_for_it=True)


class _Slot:
    """One process, which holds the end of a pipe: when the other end is closed, by :meth:`end` or by the death of this process, it ends."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None
        self._last: Future[Done] | None = None

    def is_busy(self) -> bool:
        return self._last is not None and not self._last.done()

    def submit(self, job: Job, number: int, attempt: int) -> Future[Done]:
        try:
            pool = self._pool or self.start()
            self._last = pool.submit(_units.work_on, job, number, attempt)
        except BrokenProcessPool:
            self.end(wait_for_it=True)
            self._last = self.start().submit(_units.work_on, job, number, attempt)
        return self._last

    def start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=_begin, initargs=(theirs,)
        )
        return self._pool

    def end(self, *, wait_for_it: bool) -> None:
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None
        if self._pool is not None:
            self._pool.shutdown(wait=wait_for_it, cancel_futures=True)
            if wait_for_it:
                self._pool = None


def _begin(lifeline: Connection) -> None:
    """In a new process: Ctrl-C is the business of the one that started it, and so is its death."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    parent = multiprocessing.parent_process()
    ends: list[Any] = [lifeline]
    if parent is not None:
        ends.append(parent.sentinel)
    wait(ends)
    ended = _units.stop_all(PATIENCE)
    if ended and parent is not None and parent.is_alive():
        # The one that started this process takes what was found, and then ends it.
        time.sleep(PATIENCE)
    os._exit(1)
