"""The recipes of docs/clusters.md, run as they stand there.

A comment before each block says what it is: `run` (run it, and look at its results), `serve` (keep it running from here to the end of its section) or `slurm` (a job script that a later block hands to
Slurm). `login1` is this machine, its port one that is free; `sbatch`, `scancel` and `hq` are small programs that run at once what they are told to queue.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from patience import PATIENCE
from searching import files, free_port, members, running, takeaway_command

DOCUMENT = Path(__file__).parents[3] / "docs" / "clusters.md"

#: Runs a job script here: once, or for each task of its array; without `--wait`, in the background.
SBATCH = """#!/bin/bash
wait=
[ "$1" = --wait ] && { wait=1; shift; }
export SLURM_CPUS_PER_TASK=1
run() {
    array=$(sed -n 's/^#SBATCH --array=\\([0-9]*\\)-\\([0-9]*\\)$/\\1 \\2/p' "$1")
    if [ -z "$array" ]; then exec bash "$1"; fi
    for SLURM_ARRAY_TASK_ID in $(seq $array); do
        export SLURM_ARRAY_TASK_ID
        bash "$1" || exit
    done
}
cp "$1" "$HERE/job.$$"
if [ -n "$wait" ]; then run "$HERE/job.$$" >&2 || exit; else run "$HERE/job.$$" >"$HERE/job.log" 2>&1 & fi
echo "Submitted batch job $$"
"""

#: Runs the tasks of an array one after the other.
HQ = """#!/bin/bash
[ "$1 $2 $3 $5 $6 $7" = "submit --wait --array --cpus 1 --" ] || { echo "not understood: $*" >&2; exit 1; }
range=$4
shift 7
for HQ_TASK_ID in $(seq ${range%-*} ${range#*-}); do
    export HQ_TASK_ID
    "$@" || exit
done
"""


@dataclass(frozen=True)
class Block:
    """A block of the document."""

    section: str
    kind: str
    name: str
    text: str


def blocks() -> Iterator[Block]:
    section, note = "", None
    lines = iter(DOCUMENT.read_text().splitlines())
    for line in lines:
        if line.startswith("## "):
            section = line[3:]
        elif found := re.fullmatch(r"<!-- (run|serve|slurm): (\S+) -->", line):
            note = found
        elif line.startswith("```"):
            assert note is not None, f"it is not said what is done with the block below {section}"
            text = "\n".join(iter(lines.__next__, "```")) + "\n"
            yield Block(section, note[1], note[2], text)
            note = None


BLOCKS = list(blocks())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("clusters")
    search = ["search", "subtraction", "--over", "set=subsets(1..4)", "--solve", "100", "--unit-size", "2", "--out", "found"]
    done = takeaway_command(*search, cwd=folder)
    assert done.returncode == 0, done.stderr
    return files(folder / "found")


@pytest.fixture
def path_with_queues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in {"sbatch": SBATCH, "hq": HQ, "scancel": "#!/bin/sh\n"}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    here = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{here}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HERE", str(tmp_path))
    # Workers that are started here end with their scheduler, or soon after.
    monkeypatch.setenv("DASK_DISTRIBUTED__WORKER__LIFETIME__DURATION", f"{PATIENCE}s")


def command(block: Block, file: Path) -> list[str]:
    return [sys.executable, str(file)] if block.name.endswith(".py") else ["bash", "-e", str(file)]


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.kind == "run"], ids=lambda block: block.name)
@pytest.mark.usefixtures("path_with_queues")
def test_a_recipe(block: Block, tmp_path: Path, whole: dict[str, bytes]) -> None:
    port = str(free_port())

    def written(one: Block) -> Path:
        file = tmp_path / one.name
        file.write_text(one.text.replace("login1", "127.0.0.1").replace("8786", port))
        return file

    with ExitStack() as stack:
        for other in BLOCKS:
            if other.section == block.section and other.kind != "run":
                file = written(other)
                if other.kind == "serve":
                    stack.enter_context(running(command(other, file), cwd=tmp_path, log=tmp_path / "log"))
        file = written(block)
        # A notebook is no script that another process could read again.
        line = [sys.executable, "-c", file.read_text()] if block.name == "notebook.py" else command(block, file)
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
    if block.name == "notebook.py":
        assert members(tmp_path / "found") == {"solved": 3}
    else:
        assert files(tmp_path / "found") == whole
        assert members(tmp_path / "found") == {"solved": 15}
    if "--report" in block.text:
        assert "15 members: 15 solved" in done.stdout


def test_what_is_not_tested_is_marked() -> None:
    text = DOCUMENT.read_text()
    for section in ("Slurm, by dask-jobqueue", "Slurm, by an array", "HyperQueue"):
        part = text.split(f"## {section}\n")[1].split("\n## ")[0]
        assert "was not tested**" in part, section
