"""How much faster a search is with two processes than with one, and with Dask on loopback than with plain processes.

    python benches/search.py [SECONDS] [ROUNDS]

A unit is worth about so many seconds (10) of one processor. Runs take turns, and the best of each kind counts (3 rounds). It is asserted that two processes do at least 1.8
times as much as one, and that Dask with two workers takes at most 15 % longer than two processes; that all of them write the same bytes, too.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import takeaway
from distributed import Client, LocalCluster

RULES = """\
game three (k = 0)
piles x <= y <= z
move one: exactly 1 of x, y, z changes
move two: exactly 2 of x, y, z change
    |(x - x') - (y - y')| < 2
ends when x + y + z <= k
"""

#: So many units, of one member each.
UNITS = 6


def main(seconds: float, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "three.game").write_text(RULES)
        bound, unit = calibrated(folder, seconds)
        print(f"a unit: piles up to {bound}, {unit:.1f} s")
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                executor = client.get_executor()
                kinds: dict[str, dict[str, Any]] = {
                    "one process": {"processes": 1},
                    "two processes": {"processes": 2},
                    "Dask, two workers": {"executor": executor},
                }
                best = measured(folder, bound, kinds, rounds)
    gain = best["one process"] / best["two processes"]
    cost = best["Dask, two workers"] / best["two processes"]
    for kind, time_taken in best.items():
        print(f"{kind}: {time_taken:.1f} s for {UNITS} units")
    print(f"two processes do {gain:.2f} times as much as one; Dask takes {cost:.2f} times as long as two processes")
    assert gain >= 1.8, gain
    assert cost <= 1.15, cost


def measured(folder: Path, bound: int, kinds: dict[str, dict[str, Any]], rounds: int) -> dict[str, float]:
    """The best time of each kind; all of them have found the same."""
    best: dict[str, float] = {}
    files: set[tuple[tuple[str, bytes], ...]] = set()
    for round_ in range(rounds):
        for kind, options in kinds.items():
            out = folder / f"{kind} {round_}"
            taken = timed(lambda: search(folder, bound, out=out, **options))
            best[kind] = min(taken, best.get(kind, taken))
            files.add(tuple(sorted((path.name, path.read_bytes()) for path in out.iterdir())))
    assert len(files) == 1
    return best


def search(folder: Path, bound: int, **options: Any) -> None:
    found = takeaway.search(
        folder / "three.game", f"k=0..{UNITS - 1}", solve=bound, unit_size=1, progress=False, **options
    )
    assert found.complete


def timed(work: Callable[[], None]) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


def calibrated(folder: Path, seconds: float) -> tuple[int, float]:
    """The bound at which a unit takes so long. What is asked for grows with its fourth power."""
    bound = 80
    while True:
        taken = timed(lambda: search(folder, bound, processes=1, units=range(1), out=folder / f"unit {bound}"))
        if taken >= 0.8 * seconds:
            return bound, taken
        bound = int(bound * min(2.0, max(1.1, (seconds / taken) ** 0.25)))


if __name__ == "__main__":
    numbers = [float(text) for text in sys.argv[1:]]
    main(numbers[0] if numbers else 10.0, int(numbers[1]) if len(numbers) > 1 else 3)
