"""The command line inside the wheel, and its agreement with Python."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import takeaway
from patience import PATIENCE
from takeaway import Game

PROGRAM = [sys.executable, "-m", "takeaway"]


def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command."""
    return subprocess.run([*PROGRAM, *arguments], input=lines, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (("--version",), 0, "takeaway "),
        (("outcome", "raleigh", "3,6,10"), 0, "N"),
        (("legal", "wythoff", "3,5", "2,3"), 1, "not legal"),
        (("outcome", "releigh", "3,6,10"), 2, ""),
        (("outcome", "nim", "300000,400000,500000", "--strategy", "search", "--time-limit", "100ms"), 3, ""),
    ],
)
def test_exit_codes_are_those_of_the_command(arguments: tuple[str, ...], code: int, shown: str) -> None:
    done = run(*arguments)
    assert (done.returncode, shown in done.stdout) == (code, True), done


def test_the_script_is_there() -> None:
    script = shutil.which("takeaway", path=str(Path(sys.executable).parent))
    assert script is not None
    assert subprocess.run([script, "--version"], capture_output=True, check=True).stdout.startswith(b"takeaway")


GAMES = ["raleigh", "rat", "wythoff", "wythoff:d=3", "nim", "mark", "succinct-rat:d=3", "beta-wynim:beta=2+sqrt(2)"]


@pytest.mark.parametrize("name", GAMES)
def test_python_and_the_command_line_agree_on_random_questions(name: str) -> None:
    """Forty outcomes, moves and moves that may be legal for each game: the command line answers in one process each."""
    chance = random.Random(name)
    game = Game(name)
    piles = len(game.describe().piles or (0, 0, 0))
    sizes = [5, 30, 10**6, 10**30]
    rows = [tuple(chance.randrange(sizes[number % 4]) for _ in range(piles)) for number in range(40)]
    for row, told in zip(rows, batch(name, "outcome", [",".join(map(str, row)) for row in rows])):
        answer = game.outcome(row)
        assert [str(pile) for pile in answer.position] == told["position"]
        assert answer.outcome == told["outcome"]
        assert (answer.evidence, answer.strategy) == (told["evidence"], told["strategy"])
        move = told["move"]
        assert (answer.move and [str(pile) for pile in answer.move]) == (move and move["to"])
        assert answer.kind == (move and move["kind"])
    small = [row for row in rows if max(row) < 30]
    for row, told in zip(small, batch(name, "moves", [",".join(map(str, row)) for row in small])):
        moves = game.moves(row)
        assert [[str(pile) for pile in move.to] for move in moves] == [move["to"] for move in told["moves"]]
        assert [list(move.kinds) for move in moves] == [move["kinds"] for move in told["moves"]]
    pairs = [(row, tuple(chance.randrange(pile + 1) for pile in row)) for row in rows]
    lines = [f"{','.join(map(str, one))} {','.join(map(str, other))}" for one, other in pairs]
    for (one, other), told in zip(pairs, batch(name, "legal", lines)):
        legality = game.legal(one, other)
        assert legality.legal == told["legal"]
        assert list(legality.kinds) == told.get("kinds", [])
        assert list(legality.reasons) == told.get("reasons", [])


def batch(game: str, question: str, lines: list[str]) -> list[Any]:
    """Many questions to one process of the command line."""
    done = run("batch", game, question, lines="".join(line + "\n" for line in lines))
    assert done.returncode == 0, done
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    return answers


def test_nim_values_agree() -> None:
    chance = random.Random(3)
    rows = [(chance.randrange(20), chance.randrange(20)) for _ in range(40)]
    wythoff = Game("wythoff")
    for row, told in zip(rows, batch("wythoff", "value", [f"{x},{y}" for x, y in rows])):
        assert str(int(wythoff.value(row))) == told["value"]


def test_the_server_runs_from_python() -> None:
    server = subprocess.Popen([*PROGRAM, "serve", "--port", "0", "--no-open"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        question = urllib.request.Request(
            f"{address}/api/outcome",
            data=json.dumps({"game": "raleigh", "position": "14,17,20"}).encode(),
            headers={"Content-Type": "application/json", "Origin": address},
        )
        with urllib.request.urlopen(question, timeout=PATIENCE) as reply:
            answer = json.load(reply)
        assert answer["outcome"] == "N" and answer["move"]["to"] == ["4", "5", "8"]
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_the_licences_are_installed() -> None:
    from importlib.metadata import files, metadata

    told = metadata("takeaway-games")
    assert told["License-Expression"] == "(MIT OR Apache-2.0) AND LGPL-3.0-only"
    texts = {file.name: file.read_text() for file in files("takeaway-games") or () if "licenses" in file.parts}
    assert {name: text.split("\n", 1)[0].strip() for name, text in texts.items()} == {
        "LICENSE-MIT": "MIT License",
        "LICENSE-APACHE": "Apache License",
        "malachite-LGPL-3.0.txt": "GNU LESSER GENERAL PUBLIC LICENSE",
        "malachite-GPL-3.0.txt": "GNU GENERAL PUBLIC LICENSE",
    }
    assert set(told.get_all("License-File") or ()) == {f"licences/{name}" for name in texts}


def test_the_package_and_the_command_are_of_one_version() -> None:
    from importlib.metadata import version

    assert run("--version").stdout.split()[1] == takeaway.__version__ == version("takeaway-games")
