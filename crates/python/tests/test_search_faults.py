"""Searches under fire: processes killed with -9, Ctrl-C, full disks, two at a time; with the processes of one machine, and with a Dask scheduler and workers of its own.

Whatever happens, no unit is lost, none is counted twice, and in the end the bytes are those of a run that nobody disturbed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import takeaway
from distributed import Client
from patience import PATIENCE, wait_for
from searching import (
    OVER,
    SLOW,
    SLOW_COMMAND,
    UNITS,
    end_group,
    files,
    free_port,
    is_alive,
    members,
    running,
    script,
    takeaway_command,
    units_there,
    workers_of,
    write_family,
)

SEARCH = f'takeaway.search("three.game", {OVER!r}, out="out", solve=120, unit_size=2, processes=2)'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the command, in one process that nobody disturbs."""
    folder = tmp_path_factory.mktemp("whole")
    write_family(folder)
    done = takeaway_command("search", "three.game", *SLOW_COMMAND, "--out", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    found = files(folder / "out")
    assert len(found) == UNITS
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_family(tmp_path)
    return tmp_path


def check_part(out: Path, whole: dict[str, bytes]) -> None:
    """What is there of the whole is right; what was stopped is marked as such."""
    for name, content in files(out).items():
        assert name.endswith(".stopped.jsonl") or whole[name] == content, name


def check_end(folder: Path, whole: dict[str, bytes]) -> None:
    """Another call goes on, and all is as if nothing had happened."""
    check_part(folder / "out", whole)
    found = takeaway.search(folder / "three.game", OVER, out=folder / "out", processes=2, **SLOW)
    assert found.complete
    assert files(folder / "out") == whole
    assert members(folder / "out") == {"refused": 5, "solved": 15}


def test_killed_processes_cost_their_units_alone(folder: Path, whole: dict[str, bytes]) -> None:
    with running(script(folder, SEARCH), cwd=folder, log=folder / "log") as (caller,):
        for units in (1, 3, 5):
            wait_for(lambda: units_there(folder / "out") >= units)
            if victims := workers_of(caller.pid):
                os.kill(victims[0], signal.SIGKILL)
        assert caller.wait(timeout=PATIENCE) == 0, (folder / "log").read_text()
    assert files(folder / "out") == whole
    assert members(folder / "out") == {"refused": 5, "solved": 15}


def test_the_death_of_the_caller_ends_its_processes(folder: Path, whole: dict[str, bytes]) -> None:
    with running(script(folder, SEARCH), cwd=folder, log=folder / "log") as (caller,):
        wait_for(lambda: units_there(folder / "out") >= 2 and len(workers_of(caller.pid)) == 2)
        workers = workers_of(caller.pid)
        caller.kill()
        caller.wait()
        wait_for(lambda: not any(map(is_alive, workers)))
    assert units_there(folder / "out") < UNITS
    check_end(folder, whole)


def test_ctrl_c_stops_and_says_how_to_go_on(folder: Path, whole: dict[str, bytes]) -> None:
    with running(script(folder, SEARCH), cwd=folder, log=folder / "log") as (caller,):
        wait_for(lambda: units_there(folder / "out") >= 2 and len(workers_of(caller.pid)) == 2)
        workers = workers_of(caller.pid)
        # A terminal sends it to all of them.
        os.killpg(caller.pid, signal.SIGINT)
        assert caller.wait(timeout=PATIENCE) == -signal.SIGINT
        assert not any(map(is_alive, workers))
    told = (folder / "log").read_text()
    assert told.count("KeyboardInterrupt") == 1, told
    assert f"kept: the same search with out={str(folder / 'out')!r} goes on from there" in told
    assert not [path.name for path in (folder / "out").iterdir() if path.name.startswith(".")]
    check_end(folder, whole)


def test_ctrl_c_stops_threads(folder: Path, whole: dict[str, bytes]) -> None:
    body = "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as executor:\n    " + SEARCH.replace(
        "processes=2", "executor=executor"
    )
    with running(script(folder, body), cwd=folder, log=folder / "log") as (caller,):
        wait_for(lambda: units_there(folder / "out") >= 2)
        caller.send_signal(signal.SIGINT)
        assert caller.wait(timeout=PATIENCE) == -signal.SIGINT, (folder / "log").read_text()
    assert units_there(folder / "out") < UNITS
    check_end(folder, whole)


def test_processes_do_not_read_the_script_again(folder: Path, whole: dict[str, bytes]) -> None:
    """They would import what it imports, and call for a search in their turn."""
    body = f"print('read', flush=True)\n{SEARCH}"
    done = subprocess.run(script(folder, body), cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr
    assert files(folder / "out") == whole


def test_where_no_process_can_be_started_is_told(folder: Path) -> None:
    body = f"import multiprocessing\nmultiprocessing.set_executable('/bin/false')\n{SEARCH}"
    done = subprocess.run(script(folder, body), cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    told = "RuntimeError: no process could be started for the search: it ended with code 1"
    assert done.stderr.rstrip().endswith(told), done.stderr


def test_what_is_imported_in_a_process_is_what_the_caller_imports(folder: Path, whole: dict[str, bytes]) -> None:
    """Not what lies in the working directory by chance."""
    for name in ("signal", "takeaway", "queue"):
        (folder / f"{name}.py").write_text("raise SystemExit(7)")
    body = f"import sys\nsys.path.remove({str(folder)!r})\nimport takeaway\n{SEARCH}"
    (folder / "plain.py").write_text(body)
    done = subprocess.run([sys.executable, "plain.py"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert files(folder / "out") == whole


#: No file may become as large as a unit: the system says so as it does of a full disk.
FILE_LIMIT = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"


def test_a_disk_that_takes_no_more_is_told(folder: Path, whole: dict[str, bytes]) -> None:
    (folder / "out").mkdir()
    some = sorted(whole)[:4]
    for name in some:
        (folder / "out" / name).write_bytes(whole[name])
    command = script(folder, FILE_LIMIT + SEARCH)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "takeaway._errors.LimitError: the file " in done.stderr, done.stderr
    assert "4 units are kept: the same search" in done.stderr
    # Nothing is half written, not even in hiding.
    assert sorted(path.name for path in (folder / "out").iterdir()) == some
    check_end(folder, whole)


def test_a_full_disk(folder: Path, whole: dict[str, bytes]) -> None:
    """A disk of its own, in a room of its own, since an ordinary user may mount one only there."""
    space = 4096 * 4
    inside = (
        f"mount -t tmpfs -o size={space} none out && {{ {' '.join(script(folder, SEARCH))}; code=$?; "
        "cp out/*.jsonl kept; find out -name '.*.tmp' | wc -l > left; exit $code; }"
    )
    (folder / "out").mkdir()
    (folder / "kept").mkdir()
    room = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*room, "true"], capture_output=True).returncode:
        pytest.skip("this machine does not let a test mount a disk of its own; RLIMIT_FSIZE stands for it above")
    done = subprocess.run([*room, "sh", "-c", inside], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1, done.stderr
    assert "LimitError" in done.stderr and "No space left on device" in done.stderr, done.stderr
    kept = files(folder / "kept")
    assert 0 < len(kept) < UNITS
    assert all(whole[name] == content for name, content in kept.items())
    assert (folder / "left").read_text().strip() == "0"
    # There is room again.
    shutil.copytree(folder / "kept", folder / "out", dirs_exist_ok=True)
    check_end(folder, whole)


def test_two_calls_and_the_command_on_one_directory(folder: Path, whole: dict[str, bytes]) -> None:
    command = [sys.executable, "-m", "takeaway", "search", "three.game", *SLOW_COMMAND, "--out", "out"]
    with running(
        script(folder, SEARCH), script(folder, SEARCH), command, cwd=folder, log=folder / "log"
    ) as programs:
        for program in programs:
            assert program.wait(timeout=PATIENCE) == 0, (folder / "log").read_text()
    assert {path.name: path.read_bytes() for path in (folder / "out").iterdir()} == whole
    assert members(folder / "out") == {"refused": 5, "solved": 15}


class Cluster:
    """A Dask scheduler and three workers, as processes of their own, on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes]
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()
        self.start_workers()

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with open(self._folder / "dask.log", "ab") as log:
            command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            return subprocess.Popen(
                command, cwd=self._folder, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )

    def start_scheduler(self) -> None:
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-show"
        )

    def start_worker(self) -> None:
        place = ["--local-directory", str(self._folder / "dask")]
        self.workers.append(
            self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *place)
        )

    def start_workers(self) -> None:
        for _ in range(3):
            self.start_worker()

    def end(self) -> None:
        for program in [*self.workers, self.scheduler]:
            end_group(program)


@contextmanager
def cluster_in(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.end()


class Searching(threading.Thread):
    """A search by a cluster, in the background."""

    def __init__(self, cluster: Cluster, folder: Path) -> None:
        super().__init__()
        self._address, self._folder = cluster.address, folder
        self.found: takeaway.SearchResult | None = None
        self.start()

    def run(self) -> None:
        with Client(self._address, timeout=PATIENCE) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(3, timeout=PATIENCE)
            self.found = takeaway.search(
                self._folder / "three.game",
                OVER,
                executor=client.get_executor(),
                out=self._folder / "out",
                **SLOW,
            )

    def check(self, whole: dict[str, bytes]) -> None:
        self.join(timeout=PATIENCE)
        assert self.found is not None and self.found.complete
        assert files(self._folder / "out") == whole
        assert members(self._folder / "out") == {"refused": 5, "solved": 15}


def test_workers_of_a_cluster_are_killed(folder: Path, whole: dict[str, bytes]) -> None:
    with cluster_in(folder) as cluster:
        searching = Searching(cluster, folder)
        for units in (1, 4):
            wait_for(lambda: units_there(folder / "out") >= units)
            cluster.workers[units // 3].kill()
            cluster.start_worker()
        searching.check(whole)


def test_the_scheduler_is_killed_and_started_again(folder: Path, whole: dict[str, bytes]) -> None:
    with cluster_in(folder) as cluster:
        searching = Searching(cluster, folder)
        wait_for(lambda: units_there(folder / "out") >= 3)
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        assert units_there(folder / "out") < UNITS
        cluster.start_scheduler()
        # Workers end with their scheduler, after the unit that they work on.
        for worker in cluster.workers:
            worker.wait(timeout=PATIENCE)
        cluster.start_workers()
        searching.check(whole)


def test_two_schedulers_on_one_directory(folder: Path, whole: dict[str, bytes]) -> None:
    (folder / "other").mkdir()
    with cluster_in(folder) as one, cluster_in(folder / "other") as other:
        both = [Searching(one, folder), Searching(other, folder)]
        for searching in both:
            searching.check(whole)
    assert {path.name: path.read_bytes() for path in (folder / "out").iterdir()} == whole
