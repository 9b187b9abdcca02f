"""The answers to questions about a game.

They are records: plain data with names, which can be compared, pickled and looked at. In a notebook they are shown as tables, formulas
and pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from . import _html
from ._record import build

#: The sizes of the piles, in the order in which the game shows them.
Piles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """A row of a table of P-positions."""

    #: Its number and its entries.
    cells: tuple[str, ...]
    #: Does the reason speak of it, or is it only a neighbour?
    named: bool


@dataclass(frozen=True, slots=True)
class ReasonTable:
    """Some rows of a table of P-positions."""

    #: The names of the columns: that of the row number first.
    columns: tuple[str, ...]
    #: The rows, in order; there may be rows between them that are not shown.
    rows: tuple[ReasonRow, ...]

    def _repr_html_(self) -> str:
        return _html.table(self.columns, [row.cells for row in self.rows])


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reason of an answer, the plain words first."""

    #: For somebody who knows the rules and nothing else.
    plain: str
    #: What the theorem, the claim or the search says of this position.
    case: str | None
    #: The rows of the table that the case speaks of.
    table: ReasonTable | None
    #: How the rows were found, where that is by the digits of numbers.
    digits: str | None

    def _repr_html_(self) -> str:
        parts = [_html.paragraph(text) for text in (self.plain, self.case) if text]
        if self.table is not None:
            parts.append(self.table._repr_html_())
        if self.digits:
            parts.append(_html.paragraph(self.digits))
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who wins from a position, by which move, why, and how that is known."""

    #: The game with its parameters.
    game: str
    #: The position; a sorted game has put it in order.
    position: Piles
    #: ``"P"`` if the previous player wins, ``"N"`` if the next one does: whoever moves now.
    outcome: Literal["P", "N"]
    #: The position after a winning move that the rules have accepted. None from a P-position, and at the end of misère play.
    move: Piles | None
    #: The kind of that move.
    kind: str | None
    #: The reason in words.
    why: str
    #: How we know: a theorem with its citation, a proof, a search up to a bound, or a conjecture.
    evidence: str
    #: How the answer was found.
    strategy: str
    #: The reason in parts.
    reasons: Reasons | None
    #: Claims of the game that were not used, because they are false.
    refuted_claims: tuple[str, ...]

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Outcome:
        move = data.pop("move")
        told = {"reasons": None, **data, "move": move and move["to"], "kind": move and move["kind"]}
        return build(cls, told)

    def _words(self) -> str:
        words = f"{self.game} {_html.cell(self.position)}: {self.outcome}"
        return words if self.move is None else f"{words}, by a move to {_html.cell(self.move)}, kind {self.kind}"

    def __repr__(self) -> str:
        return f"<{self._words()}>"

    def __str__(self) -> str:
        return f"{self._words()}\nwhy: {self.why}\nevidence: {self.evidence}"

    def _repr_html_(self) -> str:
        text = f"<p><b>{escape(self._words())}</b></p>"
        text += self.reasons._repr_html_() if self.reasons else _html.paragraph(self.why)
        return text + _html.paragraph(f"evidence: {self.evidence}")


@dataclass(frozen=True, slots=True)
class Legality:
    """Is a move legal? True or false in an ``if``, with the reasons why not."""

    #: Is it?
    legal: bool
    #: The kinds of move that allow it.
    kinds: tuple[str, ...] = ()
    #: Every reason why none does.
    reasons: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True, slots=True)
class Move:
    """A move."""

    #: The position after it.
    to: Piles
    #: The kinds that allow it.
    kinds: tuple[str, ...]


class Moves(list[Move]):
    """The moves from a position: a list that knows whether it is complete."""

    #: Are these all?
    complete: bool
    #: How we know which moves win, if that was asked.
    evidence: str | None
    #: Claims of the game that were not used, because they are false.
    refuted_claims: tuple[str, ...]

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Moves:
        moves = cls(build(Move, move) for move in data["moves"])
        moves.complete = data["complete"]
        moves.evidence = data["evidence"]
        moves.refuted_claims = tuple(data["refuted_claims"])
        return moves

    def _repr_html_(self) -> str:
        more = "" if self.complete else _html.paragraph("there may be more")
        return _html.table(["to", "kinds"], [(move.to, ", ".join(move.kinds)) for move in self]) + more


@dataclass(frozen=True, slots=True)
class Component:
    """One of the games of a sum, with its position."""

    #: The game with its parameters.
    game: str
    #: Its position.
    position: Piles
    #: Its nim-value.
    value: int
    #: How we know.
    evidence: str


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in one component of a sum."""

    #: The number of the component, from 0.
    component: int
    #: The position of this component after it.
    to: Piles
    #: The kinds that allow it.
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """The nim-value of a position, or of a sum of positions: ``int(value)``, with the moves that win."""

    #: The nim-value; 0 exactly for a P-position.
    value: int
    #: The components with their values.
    components: tuple[Component, ...]
    #: The winning moves.
    moves: tuple[SumMove, ...]
    #: Are these all?
    complete: bool
    #: How well the value is known: as well as that of the component that is known least.
    evidence: str | None
    #: Claims of the games that were not used, because they are false.
    refuted_claims: tuple[str, ...]

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def _repr_html_(self) -> str:
        rows = [(one.game, one.position, one.value) for one in self.components]
        moves = [(self.components[move.component].game, move.to, ", ".join(move.kinds)) for move in self.moves]
        text = f"<p><b>nim-value {escape(_html.cell(self.value))}</b></p>" + _html.table(["game", "position", "value"], rows)
        return text + _html.table(["in", "to", "kinds"], moves, "winning moves") if moves else text


@dataclass(frozen=True, slots=True)
class Period:
    """The period of nim-values: G(n + period) = G(n) + saltus for all n >= preperiod."""

    #: Its length.
    period: int
    #: From where on.
    preperiod: int
    #: By how much the values grow.
    saltus: int
    #: How we know.
    evidence: str


@dataclass(frozen=True, slots=True)
class DigitColumn:
    """A column of digits."""

    #: Its head.
    head: str
    #: Its entries, row by row.
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: P-positions in order with the paper's columns, or nim-values."""

    #: The game with its parameters.
    game: str
    #: The heads of the columns.
    columns: tuple[str, ...]
    #: The rows.
    rows: tuple[Piles, ...]
    #: Notes below the table.
    notes: tuple[str, ...]
    #: Are all rows there that were asked for?
    complete: bool
    #: How we know.
    evidence: str
    #: Columns of digits.
    digits: tuple[DigitColumn, ...] = ()

    def __iter__(self) -> Iterator[Piles]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, head: str) -> Piles:
        """The entries below a head.

        >>> import takeaway
        >>> takeaway.Game("wythoff").table(rows=5).column("B_n")
        (0, 2, 5, 7, 10)
        """
        place = self.columns.index(head)
        return tuple(row[place] for row in self.rows if place < len(row))

    def _repr_html_(self) -> str:
        heads = [*self.columns, *(column.head for column in self.digits)]
        rows = (
            (*row, *(column.entries[number] for column in self.digits)) for number, row in enumerate(self.rows)
        )
        return _html.table(heads, rows, f"{self.game}; {self.evidence}")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game for a reader."""

    #: The game with its parameters.
    game: str
    #: Its title.
    title: str
    #: Where they come from.
    source: str | None
    #: The rules, in the notation that was asked for.
    rules: str

    def __str__(self) -> str:
        return self.rules


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of move."""

    #: Its name.
    name: str
    #: What it says in words.
    caption: str | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter with its value."""

    #: Its name.
    name: str
    #: Its value, as it is typed.
    value: str


@dataclass(frozen=True, slots=True)
class Description:
    """The piles, kinds of move, parameters and claims of a game."""

    #: The game with its parameters.
    game: str
    #: Its title.
    title: str
    #: Where its rules come from.
    source: str | None
    #: The names of the piles; None if their number varies.
    piles: tuple[str, ...] | None
    #: Are they sorted?
    sorted: bool
    #: The kinds of move, in the order of the rules.
    kinds: tuple[Kind, ...]
    #: The parameters with their values.
    parameters: tuple[Setting, ...]
    #: The names of its claims.
    claims: tuple[str, ...]
    #: How many piles behind the sorted ones keep their place.
    placed: int = 0
    #: How many options may be forbidden before a move.
    blocking: int = 0
