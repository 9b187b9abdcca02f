"""The processes of a search on one machine, if the caller names no executor."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import spawn

from ._units import Done, Job
from ._worker import PATIENCE

__all__ = ["PATIENCE", "Processes", "processors"]


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Processes:
    """A process for each processor, and a unit at a time for each of them. If one is killed, its unit alone is lost, and another is started for the next one.

    The processes of :mod:`multiprocessing` would read the script of the caller again, with whatever it imports: that can take longer than a unit, and a
    script would have to be written for it. These read nothing but this package.
    """

    def __init__(self, count: int) -> None:
        self.room = count
        """So many units are worked on at a time."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="takeaway-search")
        self._lock = threading.Lock()
        self._all: list[_Process] = []
        self._idle: list[_Process] = []
        self._is_over = False

    def submit(self, job: Job, number: int, attempt: int) -> Future[Done]:
        """Hands a unit to a process that has nothing to do."""
        return self._threads.submit(self._work_on, job, number, attempt)

    def check(self) -> None:
        """Can processes be started here at all?"""
        process = _Process()
        try:
            process.hear()
        except BrokenExecutor as error:
            raise RuntimeError(f"no process could be started for the search: {error}") from None
        finally:
            process.end()

    def end(self) -> None:
        """Ends the processes as soon as they have written down what they have found."""
        with self._lock:
            self._is_over = True
            processes = list(self._all)
        for process in processes:
            process.hang_up()
        for process in processes:
            process.wait()
        self._threads.shutdown(cancel_futures=True)
        for process in processes:
            process.end()

    def _work_on(self, job: Job, number: int, attempt: int) -> Done:
        process = self._take()
        if process is None:
            return Done(number, "missing", None)
        try:
            answer = process.ask((job, number, attempt))
        except BaseException:
            with self._lock:
                self._all.remove(process)
            process.end()
            raise
        with self._lock:
            self._idle.append(process)
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, Done)
        return answer

    def _take(self) -> _Process | None:
        """One that has nothing to do, or a new one; none if no more is wanted."""
        with self._lock:
            if self._is_over:
                return None
            if self._idle:
                return self._idle.pop()
            process = _Process()
            self._all.append(process)
            return process


@contextmanager
def _held_back_interrupts() -> Iterator[None]:
    """A process that is started here hears nothing of Ctrl-C, which a terminal sends to it too, even before its first line."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Process:
    """One process. It hears by its standard input, and when that is closed, by :meth:`hang_up` or by the death of this process, it ends."""

    def __init__(self) -> None:
        # The path first: without it, what is imported next may be found in the working directory.
        path = [place for place in sys.path if isinstance(place, str)]
        program = f"import sys; sys.path[:] = {path!r}; from takeaway import _worker; _worker.main()"
        command = [os.fsdecode(spawn.get_executable()), "-c", program]
        with _held_back_interrupts():
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._is_ready = False

    def ask(self, question: object) -> object:
        """What it answers."""
        self.hear()
        assert self._process.stdin is not None
        try:
            pickle.dump(question, self._process.stdin)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._broken() from None
        return self._load()

    def hear(self) -> None:
        """Waits until it has said that it is there."""
        if not self._is_ready:
            self._load()
            self._is_ready = True

    def hang_up(self) -> None:
        """No more is wanted."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except OSError:
            # It is dead, and did not read what was said last.
            pass

    def wait(self) -> None:
        """Waits until it has ended; it has time to write down what it has found."""
        try:
            self._process.wait(timeout=2 * PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def end(self) -> None:
        """Ends it, and lets go of it: nobody reads its answers any more."""
        self.hang_up()
        self.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _load(self) -> object:
        assert self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._broken() from None

    def _broken(self) -> BrokenExecutor:
        try:
            code = self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return BrokenExecutor("it says nothing")
        return BrokenExecutor(f"it was killed by signal {-code}" if code < 0 else f"it ended with code {code}")
