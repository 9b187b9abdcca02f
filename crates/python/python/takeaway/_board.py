"""Boards that were solved, and many answers at once: arrays that numpy reads without a copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from . import _core, _html
from ._answers import Period, Piles
from ._record import build

#: So many rows of a board are shown in a notebook.
_SHOWN = 20


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board(Sequence[Piles]):
    """All P-positions up to a bound, or all positions with their nim-values: an array of shape (count, piles).

    ``numpy.asarray(board)`` reads it without a copy. Without numpy it is a sequence of tuples.

    >>> import takeaway
    >>> board = takeaway.Game("wythoff").solve(max=100)
    >>> len(board), board[5]
    (77, (5, 3))
    >>> import numpy
    >>> numpy.asarray(board).sum(axis=0).tolist()
    [3101, 3101]
    >>> board[:, 0].max()
    np.uint32(99)
    """

    #: The game with its parameters.
    game: str
    #: The names of the piles; None if their number varies.
    piles: tuple[str, ...] | None
    #: The largest pile that was asked for.
    max: int
    #: Was the whole board looked at?
    complete: bool
    #: The region that was looked at.
    evidence: str
    #: The period of the nim-values of a game with one pile, if one is seen.
    period: Period | None
    #: The nim-values of the positions, if they were asked for.
    values: _core.Array | None
    _positions: _core.Array | tuple[Piles, ...]

    @classmethod
    def _of(cls, told: dict[str, Any], positions: _core.Array | None, values: _core.Array | None) -> Board:
        ragged = told.pop("ragged")
        piles, period = told["piles"], told["period"]
        rest = {
            "piles": None if piles is None else tuple(piles),
            "period": None if period is None else build(Period, period),
            "values": values,
            "_positions": tuple(tuple(row) for row in ragged) if positions is None else positions,
        }
        return cls(**{**told, **rest})

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self._array().__array_interface__

    def _array(self) -> _core.Array:
        if isinstance(self._positions, tuple):
            raise TypeError(f"positions of {self.game} have different numbers of piles, so that they are no array")
        return self._positions

    @property
    def shape(self) -> tuple[int, int]:
        """How many positions there are, and how many piles they have."""
        return cast("tuple[int, int]", self._array().shape)

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[Piles]:
        return (self._positions[place] for place in range(len(self)))

    def __contains__(self, position: object) -> bool:
        """Whether a position, given in any way that `Game.outcome` takes, is a row."""
        wanted = tuple(_core.piles(position))
        return any(row == wanted for row in self)

    def index(self, position: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of the row that is this position; `ValueError` if there is none."""
        wanted = tuple(_core.piles(position))
        for place in range(*slice(start, stop).indices(len(self))):
            if self._positions[place] == wanted:
                return place
        raise ValueError(f"{wanted} is no row of {self!r}")

    def __getitem__(self, key: Any) -> Any:
        """A position, or whatever numpy makes of the key."""
        if isinstance(key, int) or isinstance(self._positions, tuple):
            return self._positions[key]
        import numpy

        return numpy.asarray(self)[key]

    def tolist(self) -> list[Piles]:
        """All positions, as tuples."""
        return list(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        mine, theirs = (
            (board.game, board.max, board.complete, board._positions, board.values) for board in (self, other)
        )
        return mine == theirs

    def __repr__(self) -> str:
        what = "P-positions" if self.values is None else "nim-values"
        return f"<{len(self)} {what} of {self.game}, {self._known()}>"

    def _known(self) -> str:
        return self.evidence if self.complete else f"{self.evidence}; incomplete"

    def _repr_html_(self) -> str:
        heads = list(self.piles or ["position"])
        rows: list[tuple[object, ...]] = []
        for place in range(min(_SHOWN, len(self))):
            row = self._positions[place]
            shown: tuple[object, ...] = row if self.piles else (row,)
            rows.append(shown if self.values is None else (*shown, self.values[place]))
        if self.values is not None:
            heads.append("value")
        more = len(self) - len(rows)
        below = _html.paragraph(f"… and {more} more") if more > 0 else ""
        return _html.table(heads, rows, f"{self.game}; {self._known()}") + below


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Who wins each of many positions: arrays that numpy reads without a copy, and a sequence of pairs.

    >>> import numpy, takeaway
    >>> answers = takeaway.Game("raleigh").outcomes(numpy.array([[1, 2, 3], [3, 6, 10]]))
    >>> numpy.asarray(answers.outcome) == "P"
    array([ True, False])
    >>> numpy.asarray(answers.move)
    array([[0, 0, 0],
           [...]], dtype=uint64)
    """

    #: ``"P"`` or ``"N"`` for each; ``""`` where there is no answer.
    outcome: _core.Array
    #: Is there a winning move? Not from a P-position, and not at the end of misère play. None if no moves were asked for.
    has_move: _core.Array | None
    #: The positions after winning moves, of shape (count, piles); zeros where there is none. None if no moves were asked for.
    move: _core.Array | None
    #: Which positions are answered: all of them, unless there was a limit.
    answered: _core.Array
    #: The limit that was reached, if there was one.
    limit: str | None

    @property
    def complete(self) -> bool:
        """Are all positions answered?"""
        return self.limit is None

    def __len__(self) -> int:
        return len(self.outcome)

    def __getitem__(self, place: int) -> tuple[Literal["P", "N"] | None, Piles | None]:
        """Who wins and by which move; ``(None, None)`` where there is no answer."""
        outcome = self.outcome[place] or None
        if self.move is None or self.has_move is None or not self.has_move[place]:
            return outcome, None
        return outcome, self.move[place]

    def __iter__(self) -> Iterator[tuple[Literal["P", "N"] | None, Piles | None]]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        if self.complete:
            return f"<{len(self)} outcomes>"
        return f"<{len(self)} outcomes, incomplete: {sum(self.answered)} answered; {self.limit}>"
