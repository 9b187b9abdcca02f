"""How fast the border is crossed: ratios within one run, the best of several.

    cargo xtask python benches/border.py -s
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy

from takeaway import Game, _core

#: How many outcomes are asked for; ``TAKEAWAY_OUTCOMES=1000000`` for the figure of the documentation.
COUNT = int(os.environ.get("TAKEAWAY_OUTCOMES", 50_000))


def best(work: Callable[[], object], times: int = 3) -> float:
    """The shortest of several times."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def test_many_outcomes_take_at_most_one_and_a_half_times_the_rust_library() -> None:
    positions = numpy.random.default_rng(15).integers(0, 2**40, size=(COUNT, 3))
    raleigh = Game("raleigh")
    answers = raleigh.outcomes(positions)
    seconds, lost = _core.time_of_a_loop("raleigh", positions)
    assert (numpy.asarray(answers.outcome) == "P").sum() == lost
    # Side by side, the best of up to eight: what the machine does meanwhile is not ours.
    ours = best(lambda: raleigh.outcomes(positions), 1)
    for _ in range(7):
        if ours <= 1.5 * seconds:
            break
        seconds = min(seconds, _core.time_of_a_loop("raleigh", positions)[0])
        ours = min(ours, best(lambda: raleigh.outcomes(positions), 1))
    print(f"{COUNT} outcomes: {ours:.3f} s, the loop in Rust {seconds:.3f} s, ratio {ours / seconds:.2f}")
    assert ours <= 1.5 * seconds


def test_integers_cross_the_border_in_time_linear_in_their_digits() -> None:
    def crossing(digits: int) -> float:
        # No decimal digit is made here either: a power of two times an odd number.
        numbers = [3 * 2 ** (digits * 3322 // 1000)]
        assert _core.crossed(numbers) == numbers
        return best(lambda: _core.crossed(numbers), 20)

    short, long = crossing(10**5), crossing(10**6)
    for _ in range(7):
        if long < 30 * short:
            break
        short, long = min(short, crossing(10**5)), min(long, crossing(10**6))
    print(f"10^5 digits: {short:.6f} s, 10^6 digits: {long:.6f} s, ratio {long / short:.1f}")
    # Ten times the digits: quadratic work would take a hundred times as long.
    assert long < 30 * short
    assert long < 0.1


INTERRUPT = """
import os, signal, threading, time, takeaway
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(1, send).start()
try:
    takeaway.Game("grundy").value(10**50)
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""


def test_ctrl_c_ends_long_work_within_100_ms() -> None:
    def ended() -> float:
        return float(subprocess.run([sys.executable, "-c", INTERRUPT], capture_output=True, check=True).stdout)

    assert min(ended() for _ in range(3)) < 0.1
