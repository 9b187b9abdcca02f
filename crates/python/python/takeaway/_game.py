"""A game, and the questions about it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, SupportsIndex, Unpack

from . import _core
from ._answers import Description, Legality, Moves, Outcome, Rules, Table, Value
from ._board import Board, Outcomes
from ._given import count, maybe_count
from ._invariance import GameInvariance, Invariance, Star
from ._limits import CoreState, Limits, unpack
from ._play import Playing
from ._plot import Plot
from ._proofs import Automaton, Certificate, Claim, Claims, Discovery, Guesses, Redundancy
from ._record import build

#: A position: a sequence or an array of integers, one integer for a game with one pile, or text as on the command line
#: (``"10^100+7, 3"``). Whatever has ``__index__`` is an integer, as those of numpy and Sage are. What has no order, such as a
#: set or a dict, is refused, and so is a table.
Position = Iterable[SupportsIndex] | SupportsIndex | str

#: A number of any size, or text as on the command line.
Number = SupportsIndex | str

#: A value of a parameter: a number, a set of numbers, or text as on the command line (``"2+sqrt(2)"``).
Parameter = SupportsIndex | Fraction | str | Iterable[SupportsIndex]


class Game:
    """A game that is ready to be asked: from the catalogue, from a ``.game`` file, or from a text.

    It is opened once, and keeps what was found out about it. It can be pickled: its rules travel along.

    >>> from takeaway import Game
    >>> raleigh = Game("raleigh")
    >>> answer = raleigh.outcome((14, 17, 20))
    >>> answer.outcome, answer.move
    ('N', (4, 5, 8))
    >>> Game("wythoff", d=2)
    Game('wythoff:d=2')
    >>> Game("subtraction", set={1, 3, 4})
    Game('subtraction:set={1,3,4}')
    >>> Game(text="game skip\\npiles n\\nmove take: n - n' in {1, 2}").outcome(9).outcome
    'P'
    """

    __slots__ = ("_core",)

    def __init__(
        self, name_or_path: str | os.PathLike[str] | None = None, *, text: str | None = None, **parameters: Parameter
    ) -> None:
        name = None if name_or_path is None else os.fspath(name_or_path)
        given = [(key, _parameter(key, value)) for key, value in parameters.items()]
        self._core = _core.Game.open(name, text, given)

    @property
    def name(self) -> str:
        """Its name with its parameters.

        >>> Game("succinct-rat:d=4").name
        'succinct-rat:d=4'
        """
        return self._core.name

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._core.state == other._core.state

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        return _reopen, (self._core.state,)

    def _repr_html_(self) -> str:
        return self.rules("html").rules

    def outcome(
        self,
        position: Position,
        *,
        strategy: str = "best",
        moves: bool = True,
        misere: bool = False,
        **limits: Unpack[Limits],
    ) -> Outcome:
        """Who wins, by which move, why, and how that is known.

        `strategy` is how to find the answer: ``"best"``, a theorem (``"recursive"``, ``"window"``, ``"array"``, ``"algebraic"``,
        ``"arithmetic"``, ``"automaton"``), ``"claim"``, or ``"search"`` from the rules alone. Without `moves` no winning move is
        looked for. With `misere`, whoever cannot move wins.

        >>> answer = Game("raleigh").outcome([0, 4, 9])
        >>> answer
        <raleigh (0, 4, 9): N, by a move to (0, 0, 0), kind I>
        >>> answer.outcome, answer.move, answer.kind
        ('N', (0, 0, 0), 'I')
        >>> answer.why
        'move to (0, 0, 0): no move is left there, ...; at most two piles are left: take everything'
        >>> Game("rat").outcome((10**100, 2 * 10**100, 4 * 10**100)).outcome
        'N'
        >>> Game("mark").outcome(2, misere=True).outcome
        'N'
        """
        return Outcome._of(self._core.outcome(position, strategy, moves, misere, unpack(limits)))

    def outcomes(
        self, positions: Any, *, moves: bool = True, misere: bool = False, **limits: Unpack[Limits]
    ) -> Outcomes:
        """Who wins each of many positions, in one call and on all processors.

        The positions are the rows of an array of integers, of whatever has ``__array__`` (a data frame of pandas, polars or
        pyarrow), or the items of a sequence; all have one length. Without `moves` no winning moves are looked for. The answers are
        arrays too, which numpy reads without a copy. A pile beyond 64 bits is reported, never cut. At a limit, the positions that
        were answered by then are there, and `Outcomes.answered` tells which they are.

        >>> answers = Game("wythoff").outcomes([(1, 2), (3, 4), (3, 5)])
        >>> list(answers.outcome)
        ['P', 'N', 'P']
        >>> answers[1]
        ('N', (1, 2))
        >>> Game("wythoff").outcomes([(3, 4)], moves=False)[0]
        ('N', None)
        """
        return Outcomes(*self._core.outcomes(positions, moves, misere, unpack(limits)))

    def legal(self, position: Position, to: Position, **limits: Unpack[Limits]) -> Legality:
        """Is a move legal? True or false in an ``if``, with every reason why not.

        >>> wythoff = Game("wythoff")
        >>> bool(wythoff.legal((3, 5), (2, 4)))
        True
        >>> answer = wythoff.legal((3, 5), (2, 3))
        >>> answer.legal, len(answer.reasons)
        (False, 2)
        """
        return build(Legality, self._core.legal(position, to, unpack(limits)))

    def moves(
        self,
        position: Position,
        *,
        winning: bool = False,
        limit: SupportsIndex | None = None,
        misere: bool = False,
        **limits: Unpack[Limits],
    ) -> Moves:
        """The moves, or only those that win; at most so many.

        >>> nim = Game("nim")
        >>> len(nim.moves((1, 2, 7)))
        10
        >>> nim.moves((1, 2, 7), winning=True)
        [Move(to=(1, 2, 3), kinds=('nim',))]
        """
        most = maybe_count(limit, "limit")
        return Moves._of(self._core.moves(position, winning, most, misere, unpack(limits)))

    def value(self, position: Position, **limits: Unpack[Limits]) -> Value:
        """The nim-value: ``int(game.value(position))``, with how it is known and the moves that win.

        >>> int(Game("nim").value((6, 3)))
        5
        >>> int(Game("succinct-rat:d=3").value((1, 4, 5)))
        10
        """
        return build(Value, _core.value([(self._core, position)], unpack(limits)))

    def solve(
        self, max: Number, *, nim_values: bool = False, misere: bool = False, **limits: Unpack[Limits]
    ) -> Board:
        """All P-positions with every pile at most `max`, by brute force from the rules alone; or all nim-values.

        The answer is an array of shape (count, piles), which numpy reads without a copy.

        >>> board = Game("wythoff").solve(max=5)
        >>> board.shape
        (5, 2)
        >>> list(board)
        [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)]
        >>> board.complete, board.evidence
        (True, 'exhaustive: every pile at most 5')
        """
        told, positions, values = self._core.solve(max, nim_values, misere, unpack(limits))
        return Board._of(told, positions, values)

    def prove(
        self, theorem: str | None = None, *, max: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> Claims:
        """What becomes of its claims: proved for all positions, or refuted with the smallest counterexample.

        With `max`, they are compared with brute force up to there instead, for what no theory decides.

        >>> claims = Game("wythoff").prove()
        >>> claims["P-positions"].verdict
        'proved'
        >>> wrong = "game skip\\npiles n\\nmove take: n - n' in {1, 2}\\nP = { 4*m | m >= 0 }"
        >>> (claim,) = Game(text=wrong).prove()
        >>> claim.verdict, claim.counterexample.position
        ('refuted', (3,))
        """
        bound = maybe_count(max, "max", below=2**32)
        return Claims(build(Claim, claim) for claim in self._core.prove(theorem, bound, unpack(limits)))

    def certify(self, theorem: str | None = None, **limits: Unpack[Limits]) -> Certificate:
        """The proofs of its claims, written down for the checker: see `takeaway.check`.

        >>> certificate = Game("wythoff").certify("P-positions")
        >>> certificate.certified
        ('P-positions',)
        """
        return build(Certificate, self._core.certify(theorem, unpack(limits)))

    def guess(self, *, max: Number | None = None, misere: bool = False, **limits: Unpack[Limits]) -> Guesses:
        """What brute force shows of the P-positions, without a proof.

        >>> guesses = Game("wythoff").guess(max=100)
        >>> {guess.kind for guess in guesses} >= {"slope"}
        True
        """
        return build(Guesses, self._core.guess(max, misere, unpack(limits)))

    def discover(
        self,
        *,
        max: Number | None = None,
        systems: Sequence[str] = (),
        misere: bool = False,
        nim_value: Number | None = None,
        **limits: Unpack[Limits],
    ) -> Discovery:
        """The P-positions, found and proved from the rules alone.

        >>> found = Game("subtraction", set={1, 2}).discover()
        >>> found.verdict, found.claim
        ('proved', 'P when n mod 3 = 0')
        """
        given = self._core.discover(max, list(systems), misere, nim_value, unpack(limits))
        return build(Discovery, given)

    def redundant(self, **limits: Unpack[Limits]) -> Redundancy:
        """What the rules can do without, and what could be added, with the same P-positions.

        >>> text = "game both\\npiles n\\nmove one: n - n' = 1\\nmove all: n - n' in {1, 2}\\nP = { 3*m | m >= 0 }"
        >>> [part.rule for part in Game(text=text).redundant().can_go][0]
        'one'
        """
        return build(Redundancy, self._core.redundant(unpack(limits)))

    def star(self, max: Number, *, times: SupportsIndex = 1, **limits: Unpack[Limits]) -> Star:
        """The game G⋆, whose moves are the non-zero P-positions of this one, and its P-positions; with ``times=2``, G⋆⋆ too.

        >>> star = Game("mouse").star(20, times=2)
        >>> [len(stage.p_positions) for stage in star.games], star.repeats
        ([15, 88, 15], (0, 2))
        """
        return build(Star, self._core.star(max, count(times, "times"), unpack(limits)))

    def invariance(
        self, max: Number, *, growth: bool = False, sorted: bool = False, **limits: Unpack[Limits]
    ) -> Invariance:
        """The least number of classes into which the positions of a board can be divided without variant moves.

        With `growth` it comes for every smaller board too. In a game with sorted piles a vector may be taken if what is left
        can be sorted, or, with `sorted`, only if it is sorted.

        >>> mark = Game("mark").invariance(20)
        >>> mark.number, mark.variant_moves[0]
        (9, VariantMove(taken=(2,), from_=(3,), not_from=(5,)))
        """
        return Invariance._of(self._core.invariance(max, growth, sorted, unpack(limits)))

    def game_invariance(self, *, max: Number | None = None, **limits: Unpack[Limits]) -> GameInvariance:
        """The least number of classes of any game with these P-positions, for all positions: 1 or 2.

        It is looked for on a board up to `max` first.

        >>> Game("wythoff").game_invariance().game_invariance_number
        1
        """
        return build(GameInvariance, self._core.game_invariance(max, unpack(limits)))

    def automaton(
        self,
        of: Literal["P-positions", "winning moves", "strategy", "addable vectors", "addable moves"] = "P-positions",
        *,
        set: str | None = None,
        single_places: bool = False,
        **limits: Unpack[Limits],
    ) -> Automaton:
        """The automaton of the P-positions, of all winning moves, of a set, or of what could be added to the rules.

        A "strategy" has one winning move for each N-position. With `single_places` it reads one digit at a time, as `Automaton.walnut` wants it.

        >>> automaton = Game("wythoff").automaton()
        >>> automaton.system, automaton.numbers
        ('zeckendorf', ('x', 'y'))
        """
        return build(Automaton, self._core.automaton(of, set, single_places, unpack(limits)))

    def table(
        self,
        rows: SupportsIndex = 20,
        *,
        columns: Sequence[str] = (),
        **limits: Unpack[Limits],
    ) -> Table:
        """The P-positions in order, as the paper prints them.

        >>> Game("raleigh").table(rows=3).rows
        ((0, 0, 0, 0), (1, 1, 2, 3), (2, 4, 5, 8))
        """
        return build(Table, self._core.table(count(rows, "rows"), list(columns), unpack(limits)))

    def value_table(
        self, rows: SupportsIndex = 10, columns: SupportsIndex | None = None, **limits: Unpack[Limits]
    ) -> Table:
        """A table of nim-values.

        >>> Game("nim:m=2").value_table(rows=3).rows
        ((0, 0, 1, 2), (1, 1, 0, 3), (2, 2, 3, 0))
        """
        size = count(rows, "rows"), maybe_count(columns, "columns")
        return build(Table, self._core.value_table(*size, unpack(limits)))

    def rules(self, format: Literal["text", "latex", "html", "game"] = "text") -> Rules:
        """The rules for a reader: as text, in LaTeX, in HTML, or as a ``.game`` file.

        >>> print(Game("nim:m=2").rules("game"))  # doctest: +ELLIPSIS
        game nim ...
        """
        return build(Rules, self._core.rules(format))

    def describe(self) -> Description:
        """Its piles, kinds of move, parameters and claims.

        >>> Game("wythoff").describe().piles
        ('x', 'y')
        """
        return build(Description, self._core.describe())

    def plot(
        self,
        what: Literal["positions", "values", "vectors"] = "positions",
        *,
        max: Number | None = None,
        slice: Mapping[str, Number | Sequence[Number]] | None = None,
        **limits: Unpack[Limits],
    ) -> Plot:
        """A picture of the P-positions, of the nim-values, or of the vectors that can be added to the rules.

        `slice` fixes a pile of a game with three: ``{"c": 20}``, or several sizes of it.

        >>> Game("wythoff").plot(max=30)
        <plot: ...>
        """
        usual = {"positions": 100, "values": 50, "vectors": 40}
        bound: Number = usual.get(what, 100) if max is None else max
        fixed: tuple[str, list[Number]] | None = None
        if slice is not None:
            ((pile, sizes),) = slice.items()
            several = isinstance(sizes, Sequence) and not isinstance(sizes, str)
            fixed = (pile, list(sizes) if several else [sizes])  # type: ignore[arg-type, list-item]
        return Plot._of(self._core.plot(what, bound, fixed, unpack(limits)))

    def strip(self, position: Position, **limits: Unpack[Limits]) -> Plot:
        """The picture of a position of a game on a strip of squares.

        >>> Game("frankenstein").strip((1, 3, 8))
        <plot: ...>
        """
        return Plot._of(self._core.strip(position, unpack(limits)))

    def play(self, position: Position) -> Playing:
        """A board in a notebook, to play on against the computer.

        It is plain HTML with every position that can be reached from this one: for small positions.

        >>> Game("wythoff").play((3, 5))
        <board: wythoff (3, 5), 24 positions>
        """
        return Playing._of(self, position)


def _reopen(state: CoreState) -> Game:
    """The game that was pickled."""
    game = Game.__new__(Game)
    game._core = _core.Game.reopen(state)
    return game


def _parameter(name: str, value: Parameter) -> str:
    """A parameter as it is typed.

    >>> _parameter("set", {1, 3}), _parameter("beta", Fraction(7, 4)), _parameter("m", 4)
    ('{1,3}', '7/4', '4')
    >>> _parameter("beta", 2.5)
    Traceback (most recent call last):
    TypeError: beta=2.5 is no exact number: write an integer, a Fraction, or a text such as beta="5/2"
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, SupportsIndex):
        return str(value.__index__())
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise TypeError(f'{name}={value!r} is no exact number: write an integer, a Fraction, or a text such as {name}="5/2"')
    return "{" + ",".join(str(item) for item in sorted(count(item, name) for item in value)) + "}"
