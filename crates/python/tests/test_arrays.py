"""Arrays: solved boards and many outcomes at once."""

from __future__ import annotations

import ctypes
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pandas  # type: ignore[import-untyped]
import polars
import pyarrow  # type: ignore[import-untyped]
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


@pytest.mark.parametrize("kind", [f"{order}{letter}{size}" for order in "<>" for letter in "iu" for size in (1, 2, 4, 8)])
def test_the_order_of_the_bytes_does_not_matter(kind: str) -> None:
    wythoff = Game("wythoff")
    rows = numpy.array([[1, 2], [3, 5], [100, 27]], dtype=kind)
    assert wythoff.outcomes(rows) == wythoff.outcomes(rows.tolist())
    assert list(wythoff.outcomes(rows).outcome) == ["P", "P", "N"]
    assert wythoff.outcome(rows[0]).outcome == "P"
    assert list(Game("mark").outcomes(rows[:, 0]).outcome) == [Game("mark").outcome(n).outcome for n in (1, 3, 100)]


@pytest.mark.parametrize("number", [ctypes.c_int32, ctypes.c_uint16, ctypes.c_int64])
def test_buffers_of_ctypes_are_read_by_their_format(number: Any) -> None:
    wythoff = Game("wythoff")
    for kind in (number, number.__ctype_be__, number.__ctype_le__):
        table = ((kind * 2) * 2)((1, 2), (3, 5))
        assert list(wythoff.outcomes(table).outcome) == ["P", "P"]
        assert wythoff.outcome((kind * 2)(3, 5)).outcome == "P"
    if number is not ctypes.c_uint16:
        with pytest.raises(takeaway.InputError, match="negative"):
            wythoff.outcomes(((number.__ctype_be__ * 2) * 1)((-1, 2)))


def test_truths_are_piles_of_0_and_1() -> None:
    wythoff = Game("wythoff")
    truths = numpy.array([[True, False], [True, True], [False, False]])
    expected = [wythoff.outcome(row).outcome for row in ((True, False), (True, True), (False, False))]
    assert list(wythoff.outcomes(truths).outcome) == expected == ["N", "N", "P"]
    assert wythoff.outcome(truths[0]).position == (1, 0)


def test_what_a_mask_hides_is_not_read() -> None:
    wythoff = Game("wythoff")
    hidden = numpy.ma.masked_array([[1, 2], [3, 5]], mask=[[False, False], [True, False]])
    for ask in (lambda: wythoff.outcomes(hidden), lambda: wythoff.outcome(hidden[1])):
        with pytest.raises(TypeError, match="masked array"):
            ask()
    assert list(wythoff.outcomes(numpy.ma.masked_array([[1, 2], [3, 5]])).outcome) == ["P", "P"]


def test_rows_without_columns_are_positions_without_piles() -> None:
    rows = numpy.zeros((3, 0), dtype=int)
    with pytest.raises(takeaway.InputError, match="piles"):
        Game("raleigh").outcomes(rows)
    answers = Game("frankenstein").outcomes(rows)
    assert list(answers.outcome) == ["P"] * 3 and numpy.asarray(answers.move).shape == (3, 0)
    assert pickle.loads(pickle.dumps(answers)) == answers


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
        (numpy.zeros((2, 2, 3), dtype=int), takeaway.InputError),
        (numpy.array([[1, 2, 3]], dtype="datetime64[s]"), TypeError),
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


class Frame:
    """A table as the libraries for data frames have them: it is iterated over by its columns."""

    def __init__(self, columns: dict[str, list[int]]) -> None:
        self.columns = columns

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self.columns.values())

    def __dataframe__(self) -> object:
        raise NotImplementedError

    def to_numpy(self) -> Any:
        return numpy.array(list(self.columns.values())).T


COLUMNS = {"a": [1, 4, 6], "b": [2, 5, 7], "c": [3, 8, 11]}


def test_the_rows_of_a_table_are_the_positions() -> None:
    raleigh = Game("raleigh")
    with pytest.raises(TypeError, match="to_numpy"):
        raleigh.outcomes(Frame(COLUMNS))
    for frame in (Frame(COLUMNS), pandas.DataFrame(COLUMNS), polars.DataFrame(COLUMNS), pyarrow.table(COLUMNS)):
        with pytest.raises(TypeError):
            raleigh.outcome(frame)  # type: ignore[arg-type]
    assert list(raleigh.outcomes(list(zip(*COLUMNS.values()))).outcome) == ["P", "P", "P"]


def test_a_board_finds_positions_however_they_are_given() -> None:
    board: Any = Game("wythoff").solve(max=30)
    given: list[Any] = [(1, 2), [1, 2], "1,2", numpy.array([1, 2]), pandas.Series([1, 2])]
    for position in given:
        assert position in board
        assert board[board.index(position)] == (1, 2)
    assert [1, 1] not in board
    with pytest.raises(ValueError, match="is no row"):
        board.index([1, 1])
    for nothing in ({1, 2}, {1: 2}, 1.5):
        with pytest.raises(TypeError):
            nothing in board


def test_data_frames_are_read_by_their_rows() -> None:
    for table in (pandas.DataFrame(COLUMNS), polars.DataFrame(COLUMNS), pyarrow.table(COLUMNS)):
        assert list(Game("raleigh").outcomes(table).outcome) == ["P", "P", "P"], type(table)
    assert Game("raleigh").outcome(pandas.Series([1, 2, 3])).outcome == "P"
    mark = Game("mark")
    for frame in (pandas.DataFrame({0: [5, 6, 7]}), pandas.Series([5, 6, 7], index=[3, 1, 2])):
        assert list(mark.outcomes(frame).outcome) == [mark.outcome(n).outcome for n in (5, 6, 7)]
    with pytest.raises(TypeError, match="integer"):
        mark.outcomes(pandas.DataFrame({"n": [5, None]}))


@pytest.mark.parametrize(
    "positions",
    [{(1, 2), (3, 5)}, {(1, 2): 0, (3, 5): 1}, {(1, 2): 0}.keys(), ((1, n) for n in range(3)), "1,2", {"x": (1, 2)}.values()],
)
def test_what_has_no_rows_is_refused(positions: Any) -> None:
    with pytest.raises(TypeError, match="is no sequence of positions: write"):
        Game("wythoff").outcomes(positions)


@pytest.mark.parametrize("position", [{1, 2}, {1: 2, 3: 5}, {1: 2, 3: 5}.keys(), numpy.array([[1, 2]]), 1.5, None])
def test_no_question_takes_what_is_no_position(position: Any) -> None:
    wythoff = Game("wythoff")
    questions: list[Callable[[], object]] = [
        lambda: wythoff.outcome(position),
        lambda: wythoff.value(position),
        lambda: wythoff.moves(position),
        lambda: wythoff.legal(position, (0, 0)),
        lambda: wythoff.legal((3, 5), position),
        lambda: wythoff.play(position),
        lambda: wythoff.outcomes([position]),
        lambda: takeaway.value_of_sum((wythoff, position)),
        lambda: Game("frankenstein").strip(position),
    ]
    for ask in questions:
        with pytest.raises(TypeError):
            ask()


def test_our_own_arrays_are_positions() -> None:
    wythoff = Game("wythoff")
    board = wythoff.solve(max=10)
    assert set(wythoff.outcomes(board).outcome) == {"P"}
    answers = wythoff.outcomes([(3, 4), (9, 9)])
    assert answers.move is not None and set(wythoff.outcomes(answers.move).outcome) == {"P"}
    assert board.index((1, 2)) == 1 and (2, 1) in board


def test_outcomes_without_moves() -> None:
    rows = [(a, b) for a in range(20) for b in range(20)]
    for name, misere in (("wythoff", False), ("wythoff", True), ("mark", False)):
        game = Game(name)
        asked = rows if name == "wythoff" else [a for a, _ in rows]
        alone, answers = game.outcomes(asked, moves=False, misere=misere), game.outcomes(asked, misere=misere)
        assert alone.outcome == answers.outcome and alone.complete
        assert alone.move is None and alone.has_move is None and alone[1] == (answers[1][0], None)
    one = Game("wythoff").outcome((3, 4), moves=False)
    assert (one.outcome, one.move, one.kind) == ("N", None, None)


def test_what_was_answered_before_a_limit_is_there() -> None:
    # Nobody answers the second question: too many positions can be reached, and no theorem knows them.
    text = "game odd\npiles x, y\nmove one: exactly 1 of x, y changes and ((x - x') + (y - y')) mod 2 = 1\n"
    odd = Game(text=text)
    first = odd.outcome((1, 2))
    answers = odd.outcomes([(1, 2), (10**15, 10**15 + 7), (2, 2)], memory_limit=3 * 10**7)
    assert list(answers.answered)[:2] == [True, False] and not answers.complete
    assert answers[0] == (first.outcome, first.move)
    assert answers[1] == (None, None) and answers.outcome[1] == "" and numpy.asarray(answers.outcome)[1] == ""
    assert numpy.asarray(answers.move).shape == (3, 2)
    assert "incomplete" in repr(answers) and answers.limit is not None and "too many positions" in answers.limit
    with pytest.raises(takeaway.LimitError):
        odd.outcomes([(10**15, 10**15 + 7)], memory_limit=10**6)


def test_a_move_that_does_not_fit_leaves_the_others() -> None:
    huge = 2**64
    answers = Game("nim").outcomes([(1, 2, 2), (huge, huge, huge + 1)])
    assert answers[0] == ("N", (0, 2, 2)) and list(answers.answered) == [True, False]
    assert Game("nim").outcomes([(huge, huge, huge + 1)], moves=False)[0] == ("N", None)


def test_no_positions() -> None:
    assert len(Game("raleigh").outcomes([])) == 0
    assert len(Game("raleigh").outcomes(numpy.zeros((0, 3), dtype=int))) == 0
