"""A process that works on units. It is told what to do by its standard input, and answers by its standard output."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import threading
from typing import Any, BinaryIO

from . import _units
from ._units import Done, Job, work_on

__all__ = ["PATIENCE", "main"]

#: How long the work in a process may take to notice that it is to end, in seconds.
PATIENCE = 5.0


def main() -> None:
    """Works on units until the standard input is closed: then nothing more is wanted, or whoever started this process is dead."""
    # Ctrl-C is the business of the one that started this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anybody else reads or prints does not disturb the questions and the answers.
    source, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_hear, args=(source, questions), daemon=True).start()
    try:
        _tell(answers, None)
        while (question := questions.get()) is not None:
            _tell(answers, _answer(*question))
    except BrokenPipeError:
        # Nobody wants to know; what was found is written down.
        os._exit(1)


def _hear(source: BinaryIO, questions: queue.SimpleQueue[Any]) -> None:
    """Passes on what is asked; at its end, all work ends."""
    try:
        while True:
            questions.put(pickle.load(source))
    except (EOFError, pickle.UnpicklingError):
        # Whoever is killed may have said half of something.
        pass
    finally:
        questions.put(None)
        if not _units.stop_all(PATIENCE):
            os._exit(1)


def _answer(job: Job, number: int, attempt: int) -> Done | Exception:
    try:
        return work_on(job, number, attempt)
    except Exception as error:
        return error


def _tell(answers: BinaryIO, answer: object) -> None:
    answers.write(pickle.dumps(answer))
    answers.flush()
