"""One call of a search: units are handed out, taken back, and handed out again where a worker was lost.

There is no scheduler here. An executor decides who works on what; the directory says what is done. Each worker writes its own units, so that whatever happens to
this process, to a worker or to a scheduler, what is written stays written, and nothing is written twice in different ways.
"""

from __future__ import annotations

import os
import pickle
import queue
import secrets
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Protocol

from . import _core
from ._errors import InputError, LimitError
from ._limits import CoreLimits
from ._processes import PATIENCE, Processes
from ._units import Done, Job, await_end, work_on

__all__ = ["Run"]

#: So many units are handed to an executor at a time: more than a cluster has processors, and few enough to be kept in mind.
ROOM = 2000

#: So often a unit is handed out before its fault is told.
ATTEMPTS = 4

#: Faults that another attempt does not mend.
LASTING = (InputError, LimitError, ImportError, pickle.PicklingError, AttributeError, TypeError)

#: After so many seconds without a word, results that are there are taken although the executor says nothing of them: Dask's forgets a
#: unit for good if its scheduler is lost in the moment in which the unit is told.
SILENCE = 5.0

#: How often it is told how far the work has got, in seconds, and in which words.
BETWEEN = 0.2
STEP = "units of the search"


class Workers(Protocol):
    """Whoever works on units."""

    room: int

    def submit(self, job: Job, number: int, attempt: int) -> Future[Done]:
        """Hands over a unit."""

    def check(self) -> None:
        """Is there a reason why nobody can work at all?"""

    def end(self) -> None:
        """No more is wanted."""


class Handed:
    """The executor of the caller, who ends it, too."""

    def __init__(self, executor: Executor) -> None:
        self.room = ROOM
        self._executor = executor

    def submit(self, job: Job, number: int, attempt: int) -> Future[Done]:
        return self._executor.submit(work_on, job, number, attempt)

    def check(self) -> None:
        raise RuntimeError(
            "the executor of the search is broken, since one of its processes was killed: call search again with a new one"
        )

    def end(self) -> None:
        pass


class Run:
    """The units of one call."""

    def __init__(
        self,
        search: _core.Search,
        out: str,
        workers: Executor | Processes,
        *,
        each: float | None,
        threads: int,
        limits: CoreLimits,
    ) -> None:
        time_limit, memory_limit, self._listener = limits
        self._search = search
        self._out = out
        self._workers: Workers = workers if isinstance(workers, Processes) else Handed(workers)
        self._begun = time.monotonic()
        self._told = 0.0
        self._end = None if time_limit is None else time.time() + time_limit
        self._job = Job(
            plan=search.text(),
            out=out,
            sign=f".search-{secrets.token_hex(8)}",
            each=each,
            end=self._end,
            memory=memory_limit,
            threads=threads,
        )
        self._again: deque[tuple[int, int]] = deque()
        self._flying: dict[Future[Done], tuple[int, int]] = {}
        self._landed: queue.SimpleQueue[Future[Done]] = queue.SimpleQueue()
        self._states: dict[int, str] = {}
        self._heard = self._begun
        self._total = 0

    def all(self, numbers: Sequence[int]) -> dict[int, str]:
        """Works on the units of these numbers; what became of each."""
        self._total = len(numbers)
        sign = os.path.join(self._out, self._job.sign)
        try:
            open(sign, "x").close()
        except OSError as error:
            raise InputError(f"nothing can be written into `{self._out}`: {error.strerror}") from None
        try:
            self._loop(iter(self._open(numbers)))
        except BaseException:
            self._job.stop.set()
            raise
        finally:
            self._abandon()
            self._workers.end()
            os.unlink(sign)
            if self._told and self._listener is not None:
                self._listener(None, 0, 0)
        return {number: self._states.get(number, "missing") for number in numbers}

    def _open(self, numbers: Sequence[int]) -> list[int]:
        """The units whose results are not there."""
        there = set(os.listdir(self._out))
        self._states = {number: "kept" for number in numbers if self._search.files(number)[0] in there}
        return [number for number in numbers if number not in self._states]

    def _loop(self, todo: Iterator[int]) -> None:
        while True:
            while len(self._flying) < self._workers.room and not self._is_late():
                if self._again:
                    self._hand_out(*self._again.popleft())
                elif (number := next(todo, None)) is not None:
                    self._hand_out(number, 1)
                else:
                    break
            self._report()
            if not self._flying:
                return
            try:
                future = self._landed.get(timeout=BETWEEN)
            except queue.Empty:
                if self._is_late(PATIENCE):
                    return
                self._look_around()
                continue
            self._heard = time.monotonic()
            if future in self._flying:
                self._take(future, *self._flying.pop(future))

    def _look_around(self) -> None:
        """Takes the results that are there and of which nobody has said anything for long."""
        if time.monotonic() - self._heard < SILENCE:
            return
        self._heard = time.monotonic()
        there = set(os.listdir(self._out))
        for future, (number, _) in list(self._flying.items()):
            if self._search.files(number)[0] in there:
                del self._flying[future]
                self._states[number] = "done"

    def _is_late(self, patience: float = 0.0) -> bool:
        return self._end is not None and time.time() > self._end + patience

    def _hand_out(self, number: int, attempt: int) -> None:
        try:
            future = self._workers.submit(self._job, number, attempt)
        except BrokenExecutor:
            self._workers.check()
            raise
        self._flying[future] = (number, attempt)
        future.add_done_callback(self._landed.put)

    def _take(self, future: Future[Done], number: int, attempt: int) -> None:
        try:
            done = future.result()
        except LASTING:
            raise
        except (Exception, CancelledError) as error:
            if isinstance(error, BrokenExecutor) and not self._is_proven():
                self._workers.check()
            if attempt >= ATTEMPTS:
                first, last = self._search.range(number)
                error.add_note(f"unit {number}, members {first} to {last}, was handed out {attempt} times")
                raise
            self._again.append((number, attempt + 1))
            return
        if done.text is not None:
            self._search.keep(done.text, self._out)
        self._states[number] = done.state

    def _is_proven(self) -> bool:
        """Has a worker done something?"""
        return any(state != "kept" for state in self._states.values())

    def _abandon(self) -> None:
        """What is not begun will not be; those in this process who are at work write down what they have found."""
        for future in self._flying:
            future.cancel()
        await_end(self._job.stop, PATIENCE)

    def _report(self) -> None:
        """Tells how far the work has got, not too often."""
        now = time.monotonic()
        if self._listener is not None and now - max(self._told, self._begun) >= BETWEEN:
            self._told = now
            self._listener(STEP, len(self._states), self._total)
