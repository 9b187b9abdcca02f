"""Searches from Python: the units, the names and the bytes of the command, by any executor."""

from __future__ import annotations

import dataclasses
import gc
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import takeaway
from searching import OVER, QUICK, QUICK_COMMAND, UNITS, files, members, takeaway_command, write_family


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the family, and the results of the command in `whole`."""
    folder = tmp_path_factory.mktemp("search")
    write_family(folder)
    done = takeaway_command("search", "three.game", *QUICK_COMMAND, "--out", "whole", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(files(folder / "whole")) == UNITS
    return folder


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "threads": lambda: ThreadPoolExecutor(2),
    "spawned": lambda: ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")),
    "forked": lambda: ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")),
}


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("name", EXECUTORS)
def test_any_executor_writes_what_the_command_writes(name: str, whole: Path, tmp_path: Path) -> None:
    with EXECUTORS[name]() as executor:
        found = takeaway.search(whole / "three.game", OVER, executor=executor, out=tmp_path, **QUICK)
    assert found.complete
    assert [unit.state for unit in found.units] == ["done"] * UNITS
    assert files(tmp_path) == files(whole / "whole")
    assert members(tmp_path) == members(whole / "whole")


class Forgetful(ThreadPoolExecutor):
    """Has the work done, and never says so."""

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        super().submit(*arguments, **named)
        return Future()


def test_results_that_nobody_tells_of_are_found(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("takeaway._run.SILENCE", 0.3)
    with Forgetful(2) as executor:
        found = takeaway.search(whole / "three.game", OVER, executor=executor, out=tmp_path, **QUICK)
    assert [unit.state for unit in found.units] == ["done"] * UNITS
    assert files(tmp_path) == files(whole / "whole")


def test_without_an_executor_processes_do(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However soon the work is done, its progress is told.
    monkeypatch.setattr("takeaway._run.BETWEEN", 0.001)
    told: list[tuple[str | None, int, int | None]] = []
    family = whole / "three.game"
    found = takeaway.search(
        family, OVER, out=tmp_path, processes=2, progress=lambda *step: told.append(step), **QUICK
    )
    assert told[-1] == (None, 0, 0)
    assert all(step == ("units of the search", step[1], UNITS) for step in told[:-1])
    # Nothing else is left, not even in hiding.
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files(whole / "whole")
    again = takeaway.search(family, OVER, out=tmp_path, **QUICK)
    assert [unit.state for unit in again.units] == ["kept"] * UNITS
    assert again.report == found.report


def test_either_continues_what_the_other_began(whole: Path, tmp_path: Path) -> None:
    family = str(whole / "three.game")
    with ThreadPoolExecutor(2) as executor:
        part = takeaway.search(family, OVER, executor=executor, out=tmp_path, units=range(1, UNITS, 2), **QUICK)
    assert [unit.number for unit in part.units] == list(range(1, UNITS, 2))
    assert len(files(tmp_path)) == UNITS // 2
    (summary,) = part.report.searches
    assert summary.missing == UNITS
    done = takeaway_command("search", family, *QUICK_COMMAND, "--out", str(tmp_path), cwd=whole)
    assert done.stdout.count(" (was there, as found by the run that wrote it)\n") == UNITS // 2
    assert files(tmp_path) == files(whole / "whole")
    for name in sorted(files(tmp_path))[::3]:
        (tmp_path / name).unlink()
    with ThreadPoolExecutor(2) as executor:
        rest = takeaway.search(family, OVER, executor=executor, out=tmp_path, **QUICK)
    assert Counter(unit.state for unit in rest.units) == {"kept": 6, "done": 4}
    assert files(tmp_path) == files(whole / "whole")


TASKS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "solve": ({"solve": 60, "unit_size": 7}, ["--solve", "60", "--unit-size", "7"]),
    "misere": ({"solve": 30, "misere": True}, ["--solve", "30", "--misere"]),
    "target": ({"target": "nim", "max": 12}, ["--target", "nim", "--max", "12"]),
    "discover": ({"max": 12, "units": range(1)}, ["--max", "12", "--units", "0"]),
    "systems": (
        {"max": 12, "systems": ["zeckendorf", "base:3"], "units": range(1)},
        ["--max", "12", "--systems", "zeckendorf", "base:3", "--units", "0"],
    ),
}


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_that_of_the_command(name: str, whole: Path, tmp_path: Path) -> None:
    options, arguments = TASKS[name]
    over = {"d": range(4), "k": [0, 1, 2]}
    done = takeaway_command(
        "search", "three.game", "--over", "d=0..3, k=0,1,2", *arguments, "--out", str(tmp_path / "command"), cwd=whole
    )
    assert done.returncode == 0, done.stderr
    with ThreadPoolExecutor(2) as executor:
        found = takeaway.search(whole / "three.game", over, executor=executor, out=tmp_path / "python", **options)
    assert files(tmp_path / "python") == files(tmp_path / "command")
    assert found.report == takeaway.search_report(tmp_path / "command")


def test_threads_do_not_change_a_byte(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        takeaway.search(whole / "three.game", OVER, executor=executor, out=tmp_path, threads=3, **QUICK)
    assert files(tmp_path) == files(whole / "whole")


def test_without_a_directory_the_results_last_as_long_as_the_object() -> None:
    with ThreadPoolExecutor(1) as executor:
        found = takeaway.search("subtraction", {"set": [{1, 2}, {1, 2, 5}, {1, 3}]}, executor=executor)
    out = found.out
    assert [record["game"] for record in found.records()] == [
        "subtraction:set={1,2}",
        "subtraction:set={1,2,5}",
        "subtraction:set={1,3}",
    ]
    first, second = found.classes
    assert first.claim == "P when n mod 3 = 0"
    assert [member.game for member in first.members] == ["subtraction:set={1,2}", "subtraction:set={1,2,5}"]
    assert second.number == 2
    assert found.verdicts == {"proved": 3}
    assert "1 done" in repr(found)
    assert "subtraction:set={1,3}" in str(found)
    table = found._repr_html_()
    assert table.count("<tr>") == 3
    assert "<td>P when n mod 3 = 0</td>" in table
    assert out.is_dir()
    del found
    gc.collect()
    assert not out.exists()


def test_clocks_mark_members_and_the_next_call_tries_them_again(whole: Path, tmp_path: Path) -> None:
    family = whole / "three.game"
    with ThreadPoolExecutor(2) as executor:
        stopped = takeaway.search(family, OVER, executor=executor, out=tmp_path, each=0.0, **QUICK)
        assert [unit.state for unit in stopped.units] == ["stopped"] * UNITS
        assert all(name.endswith(".stopped.jsonl") for name in files(tmp_path))
        assert stopped.verdicts == {"stopped": 20}
        takeaway.search(family, OVER, executor=executor, out=tmp_path, units=range(7, 9), **QUICK)
        late = takeaway.search(family, OVER, executor=executor, out=tmp_path, time_limit=0.0, **QUICK)
        assert [unit.state for unit in late.units] == ["missing"] * 7 + ["kept"] * 2 + ["missing"]
        assert not late.complete
        found = takeaway.search(family, OVER, executor=executor, out=tmp_path, **QUICK)
    assert found.complete
    assert files(tmp_path) == files(whole / "whole")


def test_units_beyond_the_end_are_left_out(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        with pytest.warns(UserWarning, match="no unit after 9 exists, and 11 was asked for"):
            part = takeaway.search(
                whole / "three.game", OVER, executor=executor, out=tmp_path, units=range(9, 12), **QUICK
            )
    assert [(unit.number, unit.state) for unit in part.units] == [(9, "done")]


@dataclasses.dataclass
class Through(Executor):
    """Works at once, in this thread, unless `before` has something against it."""

    before: Callable[[list[Any]], None]

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        arguments = list(args)
        try:
            self.before(arguments)
            future.set_result(fn(*arguments, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def test_a_worker_that_does_not_see_the_directory_sends_its_results(whole: Path, tmp_path: Path) -> None:
    def elsewhere(arguments: list[Any]) -> None:
        arguments[0] = dataclasses.replace(arguments[0], out=str(tmp_path / "nowhere"))

    out = tmp_path / "out"
    found = takeaway.search(whole / "three.game", OVER, executor=Through(elsewhere), out=out, **QUICK)
    assert found.complete
    assert files(out) == files(whole / "whole")
    assert not (tmp_path / "nowhere").exists()


def test_what_was_lost_is_handed_out_again(whole: Path, tmp_path: Path) -> None:
    lost = 0

    def fail_at_first(arguments: list[Any]) -> None:
        nonlocal lost
        _, number, attempt = arguments
        if attempt <= number % 4:
            lost += 1
            raise ConnectionError("the worker is gone")

    executor = Through(fail_at_first)
    takeaway.search(whole / "three.game", OVER, executor=executor, out=tmp_path, **QUICK)
    assert files(tmp_path) == files(whole / "whole")
    assert lost == sum(number % 4 for number in range(UNITS))


def test_what_is_always_lost_is_told(whole: Path, tmp_path: Path) -> None:
    def fail_at_7(arguments: list[Any]) -> None:
        if arguments[1] == 7:
            raise ConnectionError("the worker is gone")

    with pytest.raises(ConnectionError) as fault:
        takeaway.search(whole / "three.game", OVER, executor=Through(fail_at_7), out=tmp_path, **QUICK)
    assert fault.value.__notes__ == [
        "unit 7, members 14 to 15, was handed out 4 times",
        f"9 units are kept: the same search with out={str(tmp_path)!r} goes on from there",
    ]


def kill_once(path: str) -> None:
    """Kills the process that calls it, the first time."""
    try:
        open(path, "x").close()
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_pool_that_breaks_is_told_and_another_goes_on(whole: Path, tmp_path: Path) -> None:
    family, out = whole / "three.game", tmp_path / "out"
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        takeaway.search(family, OVER, executor=executor, out=out, units=range(3), **QUICK)
        executor.submit(kill_once, str(tmp_path / "killed")).exception()
        with pytest.raises(RuntimeError, match="call search again with a new one") as fault:
            takeaway.search(family, OVER, executor=executor, out=out, **QUICK)
    assert f"3 units are kept: the same search with out={str(out)!r} goes on from there" in fault.value.__notes__
    takeaway.search(family, OVER, out=out, processes=2, **QUICK)
    assert files(out) == files(whole / "whole")


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"over": "e=1..2"}, "three.game has no parameter `e`"),
    ({"over": ""}, "write a parameter and its values, such as d=1..50"),
    ({"over": {"d": range(3, 3)}}, "there is no value of d in range(3, 3)"),
    ({"over": {"d": []}}, "there is no value of d"),
    ({"over": {"d": [1.5]}}, "1.5 is no value of a parameter: give numbers, sets of numbers, or text"),
    ({"units": range(10, 12)}, "the units have the numbers 0..9"),
    ({"units": range(-1, 2)}, "there is no unit -1: they are counted from 0"),
    ({"unit_size": 0}, "unit_size cannot be 0"),
    ({"processes": 0}, "processes cannot be 0"),
    ({"threads": 0}, "threads cannot be 0"),
    ({"solve": -1}, "solve cannot be -1"),
    ({"solve": None, "target": "wythof"}, "there is no game `wythof`; did you mean `wythoff`?"),
    ({"solve": 5, "target": "wythoff", "max": None}, "either `solve` or `target`, not both"),
    ({"family": "no-such-file.game"}, "the file `no-such-file.game` cannot be read"),
]


@pytest.mark.parametrize(("options", "message"), FAULTS)
def test_what_is_at_fault_is_said_in_a_sentence(
    options: dict[str, Any], message: str, whole: Path, tmp_path: Path
) -> None:
    given = {"family": whole / "three.game", "over": OVER, "out": tmp_path / "out", **QUICK, **options}
    with pytest.raises(takeaway.InputError) as fault:
        takeaway.search(given.pop("family"), given.pop("over"), **given)
    assert message in str(fault.value)


def test_a_place_that_cannot_be_written_is_said_before_the_work(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(takeaway.InputError, match="cannot be made"):
        takeaway.search(whole / "three.game", OVER, out=tmp_path / "file", **QUICK)


def test_a_broken_file_is_named(whole: Path, tmp_path: Path) -> None:
    name = sorted(files(whole / "whole"))[0]
    (tmp_path / name).write_text('{"half":')
    with pytest.raises(takeaway.InputError, match=name):
        takeaway.search_report(tmp_path)


def test_another_version_refuses(whole: Path) -> None:
    from takeaway import _core

    search = _core.Search(str(whole / "three.game"), OVER, unit_size=2)
    text = search.text()
    again = _core.Search.read(text)
    assert [again.files(number) for number in range(UNITS)] == [search.files(number) for number in range(UNITS)]
    version = '"version":"'
    other = text.replace(version, version + "9.")
    with pytest.raises(takeaway.InputError, match="install the same build everywhere"):
        _core.Search.read(other)
