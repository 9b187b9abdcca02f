"""What the tests of searches share: a family whose members take some time, the files of a run that nobody disturbed, and processes that are ended whatever happens."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import takeaway
from patience import PATIENCE

#: Five members are refused; the others can be solved in moments or, on a larger board, in seconds.
FAMILY = """\
game three (d = 1, k = 0)
require d >= 1 "d is at least 1"
piles x <= y <= z
move one: exactly 1 of x, y, z changes
move two: exactly 2 of x, y, z change
    |(x - x') - (y - y')| < d
ends when x + y + z <= k
"""

OVER = "d=0..3, k=0..4"
#: Ten units with two members each.
UNITS = 10

#: Units of moments.
QUICK: dict[str, Any] = {"solve": 40, "unit_size": 2}
QUICK_COMMAND = ["--over", OVER, "--solve", "40", "--unit-size", "2"]

#: Units of some tenths of a second, of which many are in the middle when something happens.
SLOW: dict[str, Any] = {"solve": 120, "unit_size": 2}
SLOW_COMMAND = ["--over", OVER, "--solve", "120", "--unit-size", "2"]


def takeaway_command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command line, as the wheel carries it."""
    command = [sys.executable, "-m", "takeaway", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE)


def write_family(folder: Path) -> Path:
    family = folder / "three.game"
    family.write_text(FAMILY)
    return family


def files(directory: Path) -> dict[str, bytes]:
    """The files of results by their names; those that are still written have a dot in front, and may vanish."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if not path.name.startswith(".")}


def members(directory: Path) -> dict[str, int]:
    """How many members have which verdict, by the report: none is missing, and none is counted twice."""
    (summary,) = takeaway.search_report(directory).searches
    assert summary.missing == 0
    assert sum(summary.verdicts.values()) == summary.members
    return dict(summary.verdicts)


def units_there(directory: Path) -> int:
    return len(files(directory)) if directory.exists() else 0


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def workers_of(process: int) -> list[int]:
    """Those of its children that work on units."""
    return [child for child in children(process) if b"_worker.main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def running(*commands: list[str], cwd: Path, log: Path | None = None) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Programs that are ended with all that they have started."""
    output = open(log, "ab") if log else subprocess.DEVNULL
    programs: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            programs.append(
                subprocess.Popen(command, cwd=cwd, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            )
        yield programs
    finally:
        for program in programs:
            end_group(program)
        if log:
            output.close()  # type: ignore[union-attr]


def end_group(program: subprocess.Popen[bytes]) -> None:
    """Ends a program with all that it has started, at once."""
    try:
        os.killpg(program.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    program.wait()


def script(folder: Path, body: str) -> list[str]:
    """A script that calls for a search; its directory is that of the family."""
    path = folder / f"script{len(list(folder.glob('script*.py')))}.py"
    path.write_text(f"import takeaway\n{body}\n")
    return [sys.executable, str(path)]
