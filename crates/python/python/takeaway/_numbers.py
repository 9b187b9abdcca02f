"""Numbers: digits, splittings, arrays, matrices, sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, SupportsIndex, Unpack

from . import _core, _html
from ._answers import Piles
from ._game import Number, Position
from ._given import count, maybe_count
from ._limits import Limits, unpack
from ._record import build


@dataclass(frozen=True, slots=True)
class Shifted:
    """Digits that were shifted by one place."""

    #: The shifted digits.
    digits: str
    #: What they add up to.
    number: int
    #: Are these the digits of that number?
    admissible: bool
    #: The digit that was dropped.
    dropped: str | None = None


@dataclass(frozen=True, slots=True)
class Representation:
    """A number with its digits in a numeration system."""

    #: The name of the system.
    system: str
    #: Are the digits that were given those of a number?
    admissible: bool
    #: The number.
    number: int | None = None
    #: Its digits.
    digits: str | None = None
    #: Why no number has the digits that were given.
    reason: str | None = None
    #: The shifted digits.
    shift: Shifted | None = None
    #: Why they cannot be shifted.
    unshifted: str | None = None

    def __str__(self) -> str:
        return self.digits or ""


def represent(
    number: Number | None = None,
    *,
    system: str,
    digits: str | None = None,
    shift: Literal["left", "right"] | None = None,
    **limits: Unpack[Limits],
) -> Representation:
    """The digits of a number, or the number of digits.

    >>> import takeaway
    >>> takeaway.represent(41, system="ternary-u").digits
    '1211'
    >>> takeaway.represent(digits="1211", system="ternary-u").number
    41
    >>> takeaway.represent(100, system="zeckendorf", shift="left").shift.number
    162
    """
    data = _core.represent(system, number, digits, shift, unpack(limits))
    if data.get("shift") and "reason" in data["shift"]:
        data["unshifted"] = data.pop("shift")["reason"]
    return build(Representation, data)


@dataclass(frozen=True, slots=True)
class Splitting:
    """Do sequences split the positive integers? True in an ``if`` if they do."""

    #: True, false, or None if that is not known.
    splits: bool | None
    #: The sequences.
    sequences: tuple[str, ...]
    #: Why, or why not.
    why: str
    #: The first number that is missed.
    missed: int | None = None
    #: The first number that is hit twice.
    hit_twice: int | None = None

    def __bool__(self) -> bool:
        return self.splits is True


def split(*sequences: str | tuple[str | int | Fraction, str | int | Fraction], **limits: Unpack[Limits]) -> Splitting:
    """Do the sequences floor(n*A + G) split the positive integers? Exactly, with the first number missed or hit twice.

    Each sequence is ``(A, G)``, or text as on the command line.

    >>> import takeaway
    >>> from fractions import Fraction
    >>> bool(takeaway.split((Fraction(7, 4), 0), (Fraction(7, 2), -1), (7, -3)))
    True
    >>> takeaway.split("phi", "phi^2").splits
    True
    >>> takeaway.split("2", "3").missed
    1
    """
    texts = [one if isinstance(one, str) else f"{one[0]},{one[1]}" for one in sequences]
    return build(Splitting, _core.split(texts, unpack(limits)))


@dataclass(frozen=True, slots=True)
class FoundSplitting:
    """A splitting that was found."""

    #: Its sequences.
    sequences: tuple[str, ...]
    #: Their common numerator.
    numerator: int
    #: Is it Fraenkel's?
    fraenkel: bool


@dataclass(frozen=True, slots=True)
class Splittings:
    """All splittings into so many rational sequences, up to a common numerator."""

    #: The splittings.
    splittings: tuple[FoundSplitting, ...]
    #: How many placements were tried.
    examined: int
    #: Every common numerator up to this one was searched.
    complete_up_to: int
    #: Is that as far as was asked?
    complete: bool
    #: Is there one that Fraenkel's conjecture does not allow?
    refutes_conjecture: bool

    def __iter__(self) -> Iterator[FoundSplitting]:
        return iter(self.splittings)

    def __len__(self) -> int:
        return len(self.splittings)


def splittings(sequences: SupportsIndex, *, max_numerator: SupportsIndex = 31, **limits: Unpack[Limits]) -> Splittings:
    """All splittings into so many rational sequences, up to a common numerator.

    >>> import takeaway
    >>> [found.fraenkel for found in takeaway.splittings(4)]
    [True]
    """
    size = count(sequences, "sequences"), count(max_numerator, "max_numerator")
    return build(Splittings, _core.splittings(*size, unpack(limits)))


@dataclass(frozen=True, slots=True)
class Property:
    """A statement about an array or a matrix."""

    #: In words.
    statement: str
    #: How we know.
    evidence: str
    #: Does it hold in what is shown?
    holds_here: bool | None


@dataclass(frozen=True, slots=True)
class Located:
    """The place of a number in an array."""

    #: The number.
    number: int
    #: Its row.
    row: int
    #: Its column.
    column: int
    #: The digits that tell.
    digits: str | None = None


@dataclass(frozen=True, slots=True)
class NumberArray:
    """An array of numbers."""

    #: Its title.
    array: str
    #: The numeration system that tells where a number stands.
    system: str
    #: The number of the first row.
    start: int
    #: The rows.
    rows: tuple[Piles, ...]
    #: What is known of it.
    properties: tuple[Property, ...]
    #: Are all rows there that were asked for?
    complete: bool
    #: Where the number stands that was asked for.
    located: Located | None = None

    def __iter__(self) -> Iterator[Piles]:
        return iter(self.rows)

    def _repr_html_(self) -> str:
        columns = [str(column) for column in range(max(map(len, self.rows), default=0))]
        rows = ((self.start + place, *row) for place, row in enumerate(self.rows))
        return _html.table(["", *columns], rows, self.array)


def array(
    name: str | None = None,
    *,
    rows: SupportsIndex = 10,
    columns: SupportsIndex = 6,
    start: Number = 0,
    recurrence: Sequence[int] | str = "3,-1",
    initial: Sequence[int] | str | None = None,
    locate: Number | None = None,
    **limits: Unpack[Limits],
) -> NumberArray:
    """The array of the Frankenstein paper and its kin: ``frankenstein``, ``wythoff``, ``stolarsky``, or from a recurrence.

    >>> import takeaway
    >>> takeaway.array(rows=2, columns=4).rows
    ((0, 0, 0, 0), (1, 3, 8, 21))
    >>> takeaway.array(locate=10**50).located.number == 10**50
    True
    """
    text = name if name is not None else _listed(recurrence)
    first = None if initial is None else _listed(initial)
    size = count(rows, "rows"), count(columns, "columns")
    data = _core.array(text, first, start, size, locate, unpack(limits))
    data["start"] = data.pop("from")
    return build(NumberArray, data)


def _listed(numbers: Sequence[int] | str) -> str:
    return numbers if isinstance(numbers, str) else ",".join(map(str, numbers))


@dataclass(frozen=True, slots=True)
class MatrixPlace:
    """The place of a vector in a matrix."""

    #: The row.
    row: int
    #: The copy of the matrix.
    copy: int
    #: The code of the row.
    code: str
    #: The vector.
    vector: Piles


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree of rows."""

    #: Its number.
    number: int
    #: Its column.
    column: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """The rat-matrix or the shortcut matrix, or something that is told of it."""

    #: Which one, and what of it.
    matrix: str
    #: The number of piles.
    d: int
    #: The heads of the columns.
    heads: tuple[str, ...]
    #: The rows; numbers where they are numbers.
    rows: tuple[tuple[int | str, ...], ...]
    #: What is known of it.
    properties: tuple[Property, ...]
    #: Are all rows there that were asked for?
    complete: bool
    #: Where the vector stands that was asked for.
    place: MatrixPlace | None = None
    #: Why it stands nowhere.
    reason: str | None = None
    #: The tree that was asked for.
    tree: tuple[Node, ...] = ()

    def __iter__(self) -> Iterator[tuple[int | str, ...]]:
        return iter(self.rows)

    def _repr_html_(self) -> str:
        return _html.table(self.heads, self.rows, f"{self.matrix}, d = {self.d}")


def matrix(
    name: Literal["rat", "shortcut"],
    d: Number,
    *,
    rows: SupportsIndex | None = None,
    start: Number = 0,
    copy: Number = 0,
    codes: bool = False,
    locate: Position | None = None,
    tree: Number | None = None,
    show: Literal["rows", "differences", "differences from first", "baseline", "sigma"] = "rows",
    **limits: Unpack[Limits],
) -> Matrix:
    """The matrices of the arbitrarily large rat games.

    >>> import takeaway
    >>> takeaway.matrix("rat", 3).rows
    ((0, 1, 2, 4), (1, 3, 6, 11), (2, 5, 9, 18), (3, 7, 13, 25))
    >>> takeaway.matrix("rat", 4, locate=(11, 21, 42, 83)).place is not None
    True
    """
    view: tuple[str, Position | None] = (show, None)
    if locate is not None:
        view = ("locate", locate)
    elif tree is not None:
        view = ("tree", tree)
    data = _core.matrix(name, d, view, (start, maybe_count(rows, "rows"), copy, codes), unpack(limits))
    if data.get("place") and "reason" in data["place"]:
        data["reason"] = data.pop("place")["reason"]
    rows_of_text = data.pop("rows")
    heads = data["heads"]
    cells = tuple(tuple(_cell(head, text) for head, text in zip(heads, row, strict=True)) for row in rows_of_text)
    return replace(build(Matrix, {**data, "rows": []}), rows=cells)


def _cell(head: str, text: str) -> int | str:
    """A cell of a matrix: a number, unless it is a code, whose zeros count.

    >>> _cell("x_1", "-12"), _cell("code", "012"), _cell("x_1", "7n+1")
    (-12, '012', '7n+1')
    """
    digits = text.removeprefix("-")
    return _core.integer(text) if head != "code" and digits.isascii() and digits.isdigit() else text


class Terms(tuple[int, ...]):
    """The values of a term: a tuple that knows its term."""

    #: The term.
    term: str
    #: The first n.
    start: int
    #: Are all values there that were asked for?
    complete: bool

    def __repr__(self) -> str:
        return f"{super().__repr__()}"

    def __reduce__(self) -> tuple[object, ...]:
        return _sequence, (self.term, self.start, self.complete, tuple(self))

    def _repr_html_(self) -> str:
        return _html.table(["n", self.term], ((self.start + place, value) for place, value in enumerate(self)))


def _sequence(term: str, start: int, complete: bool, values: tuple[int, ...]) -> Terms:
    made = Terms(values)
    made.term, made.start, made.complete = term, start, complete
    return made


def sequence(term: str, *, rows: SupportsIndex = 20, start: Number = 0, **limits: Unpack[Limits]) -> Terms:
    """The values of a term in n, exactly.

    >>> import takeaway
    >>> takeaway.sequence("floor(n*phi)", rows=8)
    (0, 1, 3, 4, 6, 8, 9, 11)
    >>> takeaway.sequence("floor(n*pi)", start=10**50, rows=1)[0] // 10**49
    31
    """
    data = _core.sequence(term, count(rows, "rows"), start, unpack(limits))
    values = tuple(_core.integer(value) for value in data["values"])
    return _sequence(data["sequence"], _core.integer(data["from"]), data["complete"], values)


@dataclass(frozen=True, slots=True)
class ContinuedFraction:
    """The quotients of a continued fraction, with its convergents."""

    #: The constant.
    constant: str
    #: The fraction, as it is written.
    fraction: str
    #: ``simple`` or ``quasi-regular``.
    kind: str
    #: The quotients.
    quotients: Piles
    #: The convergents, as numerators and denominators.
    convergents: tuple[Piles, ...]
    #: Is that the whole fraction?
    ends: bool
    #: Are all quotients there that were asked for?
    complete: bool


def fraction(
    constant: str, *, kind: Literal["simple", "quasi-regular"] = "simple", rows: SupportsIndex = 20, **limits: Unpack[Limits]
) -> ContinuedFraction:
    """The continued fraction of a constant.

    >>> import takeaway
    >>> takeaway.fraction("phi^2", kind="quasi-regular", rows=5).quotients
    (3, 3, 3, 3, 3)
    """
    return build(ContinuedFraction, _core.fraction(constant, kind, count(rows, "rows"), unpack(limits)))
