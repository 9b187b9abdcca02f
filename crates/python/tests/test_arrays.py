"""Arrays: solved boards and many outcomes at once."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy
import pytest

import takeaway
from takeaway import Game


def brute_force(most: int) -> list[tuple[int, int]]:
    """The P-positions of Wythoff's game, by their definition alone."""
    lost: list[tuple[int, int]] = []
    for x in range(most + 1):
        for y in range(most + 1):
            reaches = any(
                (a == x and b < y) or (b == y and a < x) or (a < x and x - a == y - b) for a, b in lost
            )
            if not reaches:
                lost.append((x, y))
    return lost


def test_a_board_is_what_brute_force_finds() -> None:
    assert Game("wythoff").solve(max=40).tolist() == brute_force(40)


def test_an_array_shows_its_first_rows() -> None:
    few = Game("wythoff").outcomes([(1, 2), (3, 4)]).outcome
    assert repr(few) == "Array(['P', 'N'], shape=(2,))"
    many = Game("nim", m=2).outcomes([(n, n) for n in range(20)]).outcome
    assert repr(many) == "Array([" + "'P', " * 8 + "…], shape=(20,))"


def test_numpy_reads_a_board_without_a_copy() -> None:
    board = Game("raleigh").solve(max=60)
    array = numpy.asarray(board)
    assert array.shape == board.shape == (len(board), 3)
    assert array.dtype == numpy.uint32
    assert array.__array_interface__["data"][0] == board.__array_interface__["data"][0]
    assert numpy.shares_memory(array, numpy.asarray(board))
    assert not array.flags.writeable and not array.flags.owndata
    rows = board.tolist()
    del board
    assert [tuple(row) for row in array.tolist()] == rows


def test_a_board_is_indexed_like_an_array() -> None:
    board = Game("wythoff").solve(max=30)
    assert board[0] == (0, 0) and board[-1] == board.tolist()[-1]
    assert board[:, 0].tolist() == [row[0] for row in board]
    assert board[2:4].tolist() == [list(row) for row in board.tolist()[2:4]]
    with pytest.raises(IndexError):
        board[len(board)]
    with pytest.raises(IndexError):
        board[-len(board) - 1]


def test_nim_values_of_a_board() -> None:
    board = Game("nim:m=2").solve(max=15, nim_values=True)
    assert board.values is not None
    positions, values = numpy.asarray(board), numpy.asarray(board.values)
    assert len(board) == 136 and (positions[:, 0] ^ positions[:, 1] == values).all()
    heaps = Game("subtraction", set={1, 3, 4}).solve(max=50, nim_values=True)
    assert heaps.period is not None and heaps.period.period == 7


def test_a_board_with_any_number_of_coins_is_no_array() -> None:
    board = Game("frankenstein").solve(max=6)
    assert all(isinstance(row, tuple) for row in board) and len({len(row) for row in board}) > 1
    with pytest.raises(TypeError):
        board.shape
    assert pickle.loads(pickle.dumps(board)) == board


def test_boards_and_outcomes_are_pickled() -> None:
    board = Game("nim:m=2").solve(max=9, nim_values=True)
    again = pickle.loads(pickle.dumps(board))
    assert again == board and (numpy.asarray(again) == numpy.asarray(board)).all()
    answers = Game("raleigh").outcomes([(1, 2, 3), (3, 6, 10)])
    assert pickle.loads(pickle.dumps(answers)) == answers


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "object"])
def test_many_outcomes_agree_with_one_at_a_time(kind: str) -> None:
    raleigh = Game("raleigh")
    chance = random.Random(15)
    rows = [[chance.randrange(60) for _ in range(3)] for _ in range(200)]
    answers = raleigh.outcomes(numpy.array(rows, dtype=kind))
    assert len(answers) == len(rows)
    for row, (outcome, move) in zip(rows, answers):
        one = raleigh.outcome(row)
        assert (outcome, move) == (one.outcome, one.move), row
    listed = raleigh.outcomes(rows)
    assert listed == answers


def test_arrays_that_lie_askew() -> None:
    wythoff = Game("wythoff")
    table = numpy.arange(40, dtype=numpy.int64).reshape(10, 4)
    for view in (table[:, ::2], table[::-1, :2], numpy.asfortranarray(table[:, :2])):
        expected = wythoff.outcomes([tuple(row) for row in view.tolist()])
        assert wythoff.outcomes(view) == expected


def test_one_pile_needs_no_columns() -> None:
    mark = Game("mark")
    answers = mark.outcomes(numpy.arange(50))
    assert list(answers.outcome) == [mark.outcome(n).outcome for n in range(50)]
    assert list(mark.outcomes(numpy.arange(50), misere=True).outcome) == [
        mark.outcome(n, misere=True).outcome for n in range(50)
    ]


def test_the_end_of_misere_play_is_won_without_a_move() -> None:
    answers = Game("mark").outcomes([0, 1], misere=True)
    assert answers[0] == ("N", None)


@pytest.mark.parametrize(
    ("positions", "error"),
    [
        (numpy.array([[1, -2, 3]]), takeaway.InputError),
        (numpy.array([[1, 2]]), takeaway.InputError),
        (numpy.array([[1.5, 2, 3]]), TypeError),
        ([(1, 2, 3), (1, 2)], takeaway.InputError),
        (7, TypeError),
    ],
)
def test_bad_arrays_are_refused(positions: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Game("raleigh").outcomes(positions)


def test_what_does_not_fit_into_an_array_is_reported() -> None:
    huge = 2**64
    answers = Game("nim").outcomes([(huge, huge, 0)])
    assert answers[0] == ("P", None)
    with pytest.raises(takeaway.LimitError, match="64 bits"):
        Game("nim").outcomes([(huge, huge, huge + 1)])


def test_no_positions() -> None:
    assert len(Game("raleigh").outcomes([])) == 0
    assert len(Game("raleigh").outcomes(numpy.zeros((0, 3), dtype=int))) == 0
