"""Long work: Ctrl-C, limits, progress, threads and processes."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
import takeaway
from patience import ENDLESS, PATIENCE, endless
from takeaway import Game


def interrupted(question: str) -> None:
    """A question that nothing else ends, in a process of its own, ends by Ctrl-C when it has been worked on for a while."""
    script = f"""
        import os, signal, sys, threading, time, takeaway
        def send(begun):
            while time.process_time() < begun + 0.2:
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)
        grundy = takeaway.Game("grundy")
        try:
            threading.Thread(target=send, args=[time.process_time()]).start()
            {question}
        except KeyboardInterrupt:
            pass
        else:
            sys.exit("it ended by itself")
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], timeout=PATIENCE, check=True)


@pytest.mark.parametrize(
    "question",
    [
        f"takeaway.Game('wythoff').solve(max={ENDLESS})",
        "grundy.solve(max=10**9, nim_values=True)",
        "grundy.value(10**50)",
        "grundy.outcomes([10**18] * 1000)",
        "takeaway.splittings(6, max_numerator=10**6)",
        "takeaway.Game('fat-rat:m=9').prove()",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
def test_ctrl_c_ends_long_work(question: str) -> None:
    interrupted(question)


def test_a_time_limit_is_kept() -> None:
    with pytest.raises(takeaway.LimitError, match="time limit"):
        Game("grundy").value(10**50, time_limit=0.2)


def test_what_was_reached_is_given() -> None:
    """On a slow machine a longer limit is needed before there is anything to show."""
    for power in range(20):
        try:
            board = endless(time_limit=0.3 * 2**power)
        except takeaway.LimitError:
            continue
        if len(board):
            break
    assert not board.complete


def test_a_memory_limit_is_kept() -> None:
    with pytest.raises(takeaway.LimitError, match="memory"):
        Game("nim").outcome((30000, 40000, 50000), strategy="search", memory_limit=10**6)


def test_a_board_with_nothing_to_show_is_a_limit() -> None:
    with pytest.raises(takeaway.LimitError, match="memory"):
        Game("rat").solve(3000, memory_limit=10**6)


def test_a_board_that_is_incomplete_says_so() -> None:
    whole = Game("nim:m=2").solve(max=3)
    board = dataclasses.replace(whole, complete=False)
    assert "incomplete" in repr(board) and "incomplete" in board._repr_html_()
    assert "incomplete" not in repr(whole)


@pytest.mark.parametrize("limit", [-1.0, float("nan"), float("inf"), 1e300])
def test_a_bad_time_limit_is_refused(limit: float) -> None:
    with pytest.raises(takeaway.InputError, match="seconds"):
        Game("nim").outcome((1, 2, 3), time_limit=limit)


def test_limits_of_a_wrong_kind_are_named() -> None:
    with pytest.raises(TypeError, match="time_limit is a number of seconds, not '1m'"):
        Game("nim").outcome((1, 2, 3), time_limit="1m")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="memory_limit: 'str' object cannot be"):
        Game("nim").outcome((1, 2, 3), memory_limit="1G")  # type: ignore[arg-type]
    with pytest.raises(takeaway.InputError, match="memory_limit cannot be -1"):
        Game("nim").outcome((1, 2, 3), memory_limit=-1)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Game("nim").moves((1, 2, 3), limit=-1), "limit cannot be -1"),
        (lambda: Game("wythoff").table(rows=-2), "rows cannot be -2"),
        (lambda: Game("wythoff").value_table(columns=-1), "columns cannot be -1"),
        (lambda: Game("wythoff").prove(max=2**32), "max cannot be 4294967296"),
        (lambda: takeaway.sequence("n", rows=2**80), f"rows cannot be {2**80}"),
        (lambda: takeaway.splittings(-1), "sequences cannot be -1"),
        (lambda: takeaway.array(columns=-1), "columns cannot be -1"),
        (lambda: takeaway.matrix("rat", 4, rows=-1), "rows cannot be -1"),
        (lambda: takeaway.fraction("phi", rows=-1), "rows cannot be -1"),
        (lambda: takeaway.plot("array", rows=-1), "rows cannot be -1"),
    ],
)
def test_numbers_that_cannot_be_are_said_in_a_sentence(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(takeaway.InputError) as fault:
        ask()
    assert str(fault.value) == message


def test_progress_is_told_and_ends() -> None:
    steps: list[tuple[str | None, int, int | None]] = []

    def listener(step: str | None, done: int, total: int | None) -> None:
        steps.append((step, done, total))
        if len(steps) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endless(progress=listener)
    assert all(isinstance(step, str) and done >= 0 for step, done, _ in steps[:2])
    assert steps[2:] == [(None, 0, 0)]


def test_a_listener_that_fails_ends_the_work() -> None:
    def listener(step: str | None, done: int, total: int | None) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        endless(progress=listener)


def test_the_lock_is_free_while_work_goes_on() -> None:
    begun, enough = threading.Event(), threading.Event()

    def listener(step: str | None, done: int, total: int | None) -> None:
        begun.set()
        if enough.is_set():
            raise ZeroDivisionError

    def work() -> None:
        with pytest.raises(ZeroDivisionError):
            endless(progress=listener)

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(PATIENCE)
    # This thread runs, although nothing ends the work before it says so.
    enough.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_many_threads_ask_one_game() -> None:
    raleigh = Game("raleigh")
    rows = [(a, a + 3, 2 * a + 1) for a in range(100)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(raleigh.outcome, rows))
    assert answers == [raleigh.outcome(row) for row in rows]


def solved(game: Game) -> int:
    """Work for another process, which uses all its threads."""
    return len(game.solve(max=60))


@pytest.mark.parametrize("method", [method for method in multiprocessing.get_all_start_methods() if method != "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_executors_of_processes_get_games_and_give_answers(method: str) -> None:
    game = Game("raleigh")
    # The threads of this process are at work before a child is forked off.
    expected = solved(game)
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(solved, [game] * 3, timeout=PATIENCE)) == [expected] * 3
        answer = pool.submit(game.outcome, (14, 17, 20)).result(PATIENCE)
    assert answer == game.outcome((14, 17, 20))


def test_signals_are_still_those_of_python() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(os.name != "posix", reason="a terminal as on Unix")
def test_a_terminal_shows_progress() -> None:
    import pty

    ours, theirs = pty.openpty()
    script = f"""
        from takeaway import Game
        try:
            Game("wythoff").solve(max={ENDLESS})
        except KeyboardInterrupt:
            pass
    """
    program = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stderr=theirs)
    os.close(theirs)
    said = b""
    while b"(Ctrl-C stops)" not in said:
        said += os.read(ours, 1 << 16)
    program.send_signal(signal.SIGINT)
    assert program.wait(PATIENCE) == 0
    while not said.endswith(b"\r\x1b[K"):
        said += os.read(ours, 1 << 16)
    os.close(ours)
