"""Searches: each member of a family of rules, shared among processes and machines.

The units, the names of their files and every byte in them are those of the command ``takeaway search``; either can continue what the other began.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
import weakref
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import SupportsIndex, Unpack

from . import _core
from ._errors import InputError
from ._game import Game
from ._given import count, maybe_count
from ._limits import Limits, unpack
from ._over import Over, over_text
from ._processes import Processes, processors
from ._record import build
from ._run import Run
from ._search_report import SearchReport, SearchResult, SearchUnit

__all__ = ["search", "search_report"]


def search(
    family: str | os.PathLike[str] | Game,
    over: Over,
    *,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    solve: SupportsIndex | None = None,
    target: str | os.PathLike[str] | Game | None = None,
    misere: bool = False,
    max: SupportsIndex | None = None,
    systems: Iterable[str] = (),
    unit_size: SupportsIndex | None = None,
    units: range | None = None,
    each: float | None = None,
    processes: SupportsIndex | None = None,
    threads: SupportsIndex = 1,
    **limits: Unpack[Limits],
) -> SearchResult:
    """Works on each member of a family of rules with parameters, and says which have the same P-positions.

    >>> import takeaway
    >>> found = takeaway.search("subtraction", over={"set": [{1, 2}, {1, 3}, {1, 2, 5}]})
    >>> for one in found.classes:
    ...     print(one.claim, [member.game for member in one.members])
    P when n mod 3 = 0 ['subtraction:set={1,2}', 'subtraction:set={1,2,5}']
    P when n mod 2 = 0 ['subtraction:set={1,3}']

    Args:
        family: a game with parameters: its name in the catalogue, its file, or a `Game`.
        over: the parameters with their values, as text (``"a=1..3, S={1,2},{1,3}"``) or as a dictionary (``{"a": range(1, 4)}``).
        executor: whoever works on units: any :class:`concurrent.futures.Executor`, such as the ``client.get_executor()`` of a Dask cluster.
            If there is none, processes of this machine do.
        out: the directory of the results, a file for each unit. What is there is left out, so that a search that was interrupted goes on where it was. If there is
            none, the results are kept as long as the returned object is.
        solve: solve each member by brute force up to this pile, in place of a discovery.
        target: compare each member with the P-positions of this game, in place of a discovery.
        misere: whoever cannot move wins.
        max: the largest pile of a board.
        systems: look for automata in these numeration systems only.
        unit_size: so many members are a unit (50). A unit should be worth 10 to 600 seconds of one processor.
        units: only the units of these numbers, from 0; a warning says if there are fewer.
        each: stop each member after so many seconds. It is marked, and the next call tries it again.
        processes: how many processes, if there is no executor; if nothing is said, one for each processor.
        threads: how many threads work on a unit.
        limits: ``time_limit`` ends all the work, and what was found until then is the answer; ``memory_limit`` is for each unit; ``progress`` is told of units.

    A unit whose worker was killed is handed out again. Ctrl-C stops the work; what was found until then is kept in ``out``.

    Raises:
        InputError: if the family or the values are at fault.
        LimitError: if nothing can be written any more. What was written stays, and the same call goes on from there.
    """
    planned = _core.Search(
        _named(family),
        over_text(over),
        solve=_text(solve, "solve"),
        target=None if target is None else _named(target),
        misere=misere,
        max=_text(max, "max"),
        systems=list(systems),
        unit_size=maybe_count(unit_size, "unit_size", least=1),
    )
    numbers = _numbers(planned, units)
    if executor is None:
        many = maybe_count(processes, "processes", least=1)
        workers: Executor | Processes = Processes(processors() if many is None else many)
    elif hasattr(executor, "submit"):
        workers = executor
    else:
        raise TypeError(f"executor is a concurrent.futures.Executor, not {executor!r}")
    directory = _Directory(out)
    with directory.named_if_the_work_ends():
        run = Run(
            planned,
            directory.name,
            workers,
            each=each,
            threads=count(threads, "threads", least=1),
            limits=unpack(limits),
        )
        states = run.all(numbers)
    made = [SearchUnit(number, *planned.range(number), states[number]) for number in numbers]
    return SearchResult(planned, directory, made)


def search_report(directory: str | os.PathLike[str], **limits: Unpack[Limits]) -> SearchReport:
    """Puts the results in a directory together: those of all searches there are, whoever has written them."""
    return build(SearchReport, _core.search_report(os.fspath(directory), unpack(limits)))


def _named(game: str | os.PathLike[str] | Game) -> str | _core.Game:
    return game._core if isinstance(game, Game) else os.fspath(game)


def _text(value: SupportsIndex | None, name: str) -> str | None:
    number = maybe_count(value, name)
    return None if number is None else str(number)


def _numbers(planned: _core.Search, units: range | None) -> Sequence[int]:
    if units is None:
        return range(planned.units)
    if not units:
        return units
    upward = units if units.step > 0 else units[::-1]
    if upward[0] < 0:
        raise InputError(f"there is no unit {upward[0]}: they are counted from 0")
    # Whoever knows the units says what is wrong with a number.
    planned.range(upward[0])
    there = range(upward.start, min(upward.stop, planned.units), upward.step)
    if len(there) < len(units):
        last = planned.units - 1
        warnings.warn(f"no unit after {last} exists, and {upward[-1]} was asked for", stacklevel=3)
    return there if units.step > 0 else there[::-1]


class _Directory:
    """The directory of the results; one that nobody named is taken away with this object."""

    def __init__(self, out: str | os.PathLike[str] | None) -> None:
        self._end: weakref.finalize[..., _Directory] | None = None
        if out is None:
            self.name = tempfile.mkdtemp(prefix="takeaway-search-")
            self._end = weakref.finalize(self, shutil.rmtree, self.name, ignore_errors=True)
        else:
            # Workers on this machine may have another working directory.
            self.name = str(Path(out).absolute())
            _core.make_directory(self.name)

    @contextmanager
    def named_if_the_work_ends(self) -> Iterator[None]:
        """Whoever ends the work early, or finds it at an end, is told where the results are."""
        try:
            yield
        except BaseException as error:
            there = sum(name.endswith(".jsonl") for name in os.listdir(self.name))
            if there:
                if self._end is not None:
                    self._end.detach()
                units = "1 unit is" if there == 1 else f"{there} units are"
                error.add_note(f"{units} kept: the same search with out={self.name!r} goes on from there")
            raise
