"""Games, positions and answers."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy
import pytest

import takeaway
from takeaway import Game

SKIP = "game skip\npiles n\nmove take: n - n' in {1, 2}\n"


class Sage:
    """An integer as Sage has them: no int, but with ``__index__``."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    "position",
    [
        (3, 6, 10),
        [3, 6, 10],
        numpy.array([3, 6, 10]),
        numpy.array([3, 6, 10], dtype=numpy.uint8),
        [numpy.int64(3), numpy.uint16(6), 10],
        [Sage(3), Sage(6), Sage(10)],
        "3,6,10",
        "(3, 2*3, 10^1)",
        (piles for piles in (10, 3, 6)),
    ],
)
def test_positions_are_given_in_many_ways(position: takeaway.Position) -> None:
    answer = Game("raleigh").outcome(position)
    assert answer.position == (3, 6, 10)
    assert all(type(pile) is int for pile in answer.position)
    assert answer == Game("raleigh").outcome((3, 6, 10))


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ((1, 2), takeaway.InputError),
        ((1, 2, -3), takeaway.InputError),
        ((1, 2, -(10**30)), takeaway.InputError),
        ("1,2,x", takeaway.InputError),
        ({1, 2, 3}, TypeError),
        (frozenset((1, 2, 3)), TypeError),
        ((1, 2, 3.0), TypeError),
        (("1", "2", "3"), TypeError),
        (None, TypeError),
    ],
)
def test_what_is_no_position_is_refused(position: takeaway.Position, error: type[Exception]) -> None:
    with pytest.raises(error):
        Game("raleigh").outcome(position)


def test_a_parameter_is_exact() -> None:
    with pytest.raises(TypeError, match='m=2.5 is no exact number: write an integer, a Fraction, or a text such as m="5/2"'):
        Game("nim", m=2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="set"):
        Game("subtraction", set={1.5})  # type: ignore[arg-type]


def test_an_outcome_has_what_the_contract_names() -> None:
    answer = Game("raleigh").outcome((14, 17, 20))
    assert (answer.outcome, answer.move, answer.kind) == ("N", (4, 5, 8), answer.kind)
    assert answer.kind in {kind.name for kind in Game("raleigh").describe().kinds}
    assert answer.why and "Fraenkel" in answer.evidence
    lost = Game("raleigh").outcome((4, 5, 8))
    assert (lost.outcome, lost.move, lost.kind) == ("P", None, None)
    assert Game("raleigh").legal((14, 17, 20), answer.move or ())


def test_legality_is_true_or_false_and_says_why() -> None:
    wythoff = Game("wythoff")
    assert wythoff.legal((3, 5), (3, 4)) and wythoff.legal((3, 5), (3, 4)).kinds
    refused = wythoff.legal((3, 5), (2, 3))
    assert not refused and refused.reasons and not refused.kinds


def test_any_number_of_piles() -> None:
    nim = Game("nim")
    assert [nim.outcome(piles).outcome for piles in [(1, 1), (1, 2, 3), (1, 2, 4, 7)]] == ["P", "P", "P"]
    assert int(nim.value((1, 2, 4, 8, 16))) == 31


def test_errors_say_where_and_what() -> None:
    with pytest.raises(takeaway.InputError, match="raleigh") as unknown:
        Game("releigh")
    assert unknown.value.line is None
    with pytest.raises(takeaway.InputError) as fault:
        Game(text="game g\npiles n\nmove take: n - n' in {1, 2\n")
    assert fault.value.line in (3, 4) and fault.value.column
    again = pickle.loads(pickle.dumps(fault.value))
    assert (str(again), again.line, again.column) == (str(fault.value), fault.value.line, fault.value.column)
    with pytest.raises(takeaway.InputError):
        Game()
    with pytest.raises(takeaway.InputError):
        Game("nim", text=SKIP)
    with pytest.raises(takeaway.InputError, match="twice"):
        Game("wythoff:d=2", d=3)
    with pytest.raises(TypeError):
        Game("nim").outcome((1, 2, 3), time_limits=3)  # type: ignore[call-arg]


def test_games_are_pickled_with_their_rules(tmp_path: Path) -> None:
    file = tmp_path / "skip.game"
    file.write_text(SKIP + 'set W = automaton "w.aut" in base(2)\nP when n in W\n')
    (tmp_path / "w.aut").write_text("msd_2\n0 1\n0 -> 0\n1 -> 1\n1 0\n0 -> 2\n1 -> 0\n2 0\n0 -> 1\n1 -> 2\n")
    game = Game(file)
    assert game.prove()["P-positions"].verdict == "proved"
    pickled = pickle.dumps(game)
    file.unlink()
    (tmp_path / "w.aut").unlink()
    again = pickle.loads(pickled)
    assert again == game and again.name == "skip"
    assert again.prove()["P-positions"].verdict == "proved"
    assert pickle.loads(pickle.dumps(Game("wythoff", d=3))).name == "wythoff:d=3"


def test_parameters() -> None:
    assert Game("beta-wynim", beta="2+sqrt(2)").name == Game("beta-wynim:beta=2+sqrt(2)").name
    assert Game("subtraction", set=[3, 1, 4]) == Game("subtraction", set={1, 3, 4})
    assert Game("wythoff", d=numpy.int64(2)).name == "wythoff:d=2"
    assert hash(Game("nim")) == hash(Game("nim"))


def test_numbers_beyond_a_word() -> None:
    rat = Game("rat")
    huge = 10**5000 + 1
    answer = rat.outcome((huge, 2 * huge, 4 * huge))
    assert answer.position == (huge, 2 * huge, 4 * huge)
    assert answer.outcome == "N" and answer.move is not None
    assert rat.legal(answer.position, answer.move)
    assert int(Game("nim").value((huge, 0, 0))) == huge


def test_a_question_with_a_million_digits() -> None:
    number = 3 * 2**3_322_000
    nim = Game("nim")
    answer = nim.outcome((number, 5, number))
    assert answer.outcome == "N" and answer.move is not None
    assert nim.legal(answer.position, answer.move)
