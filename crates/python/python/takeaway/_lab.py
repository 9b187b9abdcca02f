"""Questions without a game, or about several."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, SupportsIndex, Unpack

from . import _core, _html
from ._answers import Value
from ._game import Game, Number, Position
from ._given import count, maybe_count
from ._limits import Limits, unpack
from ._plot import Plot
from ._proofs import Claim
from ._record import build


def value_of_sum(*components: tuple[Game, Position], **limits: Unpack[Limits]) -> Value:
    """The nim-value of a sum of games, each with its position, and the moves that win it.

    >>> from takeaway import Game, value_of_sum
    >>> answer = value_of_sum((Game("nim"), (1, 4, 5)), (Game("succinct-rat:d=3"), (1, 4, 5)))
    >>> int(answer), len(answer.components)
    (10, 2)
    """
    return build(Value, _core.value([(game._core, position) for game, position in components], unpack(limits)))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a game."""

    #: Its name.
    name: str
    #: Its value unless told otherwise.
    default: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A game of the catalogue."""

    #: Its name.
    name: str
    #: Its title.
    title: str
    #: Its parameters.
    parameters: tuple[Parameter, ...]
    #: Its piles.
    piles: str
    #: What is known of it.
    known: str
    #: How that is known.
    evidence: str | None
    #: Where its rules come from.
    source: str | None


class Catalogue(list[Summary]):
    """The games of the catalogue."""

    def _repr_html_(self) -> str:
        rows = [(one.name, one.title, one.piles, one.known) for one in self]
        return _html.table(["name", "title", "piles", "known"], rows)


def games(*names: str) -> Catalogue:
    """The catalogue, or some games of it.

    >>> import takeaway
    >>> [game.name for game in takeaway.games("rat", "wythoff")]
    ['rat', 'wythoff']
    """
    return Catalogue(build(Summary, game) for game in _core.games(list(names))["games"])


def prove(sentence: str, *, max: SupportsIndex | None = None, **limits: Unpack[Limits]) -> Claim:
    """A sentence of the language without a game: proved, or refuted by numbers.

    >>> import takeaway
    >>> takeaway.prove("forall n >= 1: floor(n*phi^2) = floor(n*phi) + n").verdict
    'proved'
    >>> takeaway.prove("forall n: 3*n >= n + 1").counterexample.values
    {'n': 0}
    """
    (claim,) = _core.prove(sentence, maybe_count(max, "max", below=2**32), unpack(limits))
    return build(Claim, claim)


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """The game of a certificate."""

    #: Its name.
    name: str
    #: Is it the catalogue's?
    catalogue: bool


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of a certificate."""

    #: Its name.
    name: str
    #: What it says.
    statement: str
    #: Does it speak of no position?
    empty: bool


@dataclass(frozen=True, slots=True)
class Check:
    """Is a certificate right? True in an ``if`` if it was accepted, and is about the game that it was compared with."""

    #: Was it accepted?
    accepted: bool
    #: The game that it is about.
    game: CheckedGame | None
    #: The claims that it shows.
    claims: tuple[CheckedClaim, ...]
    #: Is its game the ``same`` as the one it was compared with, or ``different``?
    against: Literal["same", "different"] | None
    #: Why it was refused.
    reason: str | None
    #: All that it states, in the notation that was checked.
    statement: str | None = None

    def __bool__(self) -> bool:
        return self.accepted and self.against != "different"


def check(
    certificate: str | os.PathLike[str],
    *,
    against: Game | None = None,
    statement: bool = False,
    **limits: Unpack[Limits],
) -> Check:
    """Re-checks a certificate, which is a text or the path of a file, with the independent checker.

    >>> import takeaway
    >>> wythoff = takeaway.Game("wythoff")
    >>> bool(takeaway.check(wythoff.certify("P-positions").text, against=wythoff))
    True
    """
    if isinstance(certificate, str) and "\n" in certificate:
        text = certificate
    else:
        with open(certificate, encoding="utf-8") as file:
            text = file.read()
    core = None if against is None else against._core
    return build(Check, _core.check(text, core, statement, unpack(limits)))


@dataclass(frozen=True, slots=True)
class Invented:
    """Rules that were found."""

    #: How they were found: ``differences``, ``short``, ``invariant`` or ``star``.
    method: str
    #: The whole file.
    rules: str
    #: ``proved`` for all positions, by a ``theorem``, or ``holds-up-to`` a bound.
    verdict: Literal["proved", "theorem", "holds-up-to"]
    #: How we know.
    evidence: str
    #: The files of automata that the rules name, with what they hold.
    automata: dict[str, str]
    #: The certificate, as `check` reads it.
    certificate: str | None
    #: Why there is no certificate.
    uncertified: str | None


@dataclass(frozen=True, slots=True)
class Without:
    """A way that led to no rules."""

    #: Which way.
    method: str
    #: Why.
    why: str


@dataclass(frozen=True, slots=True)
class Invention:
    """Rules for given P-positions."""

    #: The P-positions, as a line of a file.
    claim: str
    #: The rules that were found.
    rulesets: tuple[Invented, ...]
    #: The ways that led to none.
    without: tuple[Without, ...]
    #: Was every way tried?
    complete: bool
    #: How long it took.
    seconds: float

    def __iter__(self) -> Iterator[Invented]:
        return iter(self.rulesets)

    def _repr_html_(self) -> str:
        rows = [(one.method, one.verdict, one.rules) for one in self.rulesets]
        return _html.table(["method", "verdict", "rules"], rows, self.claim)


def invent(
    *,
    splitting: Sequence[str] | None = None,
    columns: str | None = None,
    game: Game | None = None,
    methods: Sequence[str] = (),
    **limits: Unpack[Limits],
) -> Invention:
    """Rules whose P-positions are given: by a splitting, by columns, or by the claim of a game.

    >>> import takeaway
    >>> found = takeaway.invent(columns="floor(n*phi), floor(n*phi^2)", methods=["short"])
    >>> found.rulesets[0].verdict
    'proved'
    """
    core = None if game is None else game._core
    given = None if splitting is None else list(splitting)
    return build(Invention, _core.invent(given, columns, core, list(methods), unpack(limits)))


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a printed table that is wrong."""

    #: Where it stands.
    place: str
    #: What is printed.
    printed: str
    #: What must stand there.
    correct: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A command that shows more."""

    #: The command.
    command: str
    #: What it shows.
    shows: str


@dataclass(frozen=True, slots=True)
class PaperClaim:
    """A claim or a question of a paper, with the verdict on it."""

    #: The paper.
    paper: str
    #: Its place in the paper, the section first.
    claim: str
    #: ``claim`` or ``question``.
    kind: str
    #: ``proved``, ``holds-up-to``, ``misprint``, ``refuted`` and so on.
    verdict: str
    #: Up to where it holds.
    bound: str | None
    #: What is printed.
    printed: str
    #: What must stand there.
    correct: str | None
    #: The answer to a question.
    answer: str | None
    #: Its proof.
    proof: str | None
    #: What refutes it.
    counterexample: str | None
    #: How it was checked.
    how: tuple[str, ...]
    #: A note.
    note: str | None
    #: The entries of a table that are wrong.
    entries: tuple[Entry, ...]
    #: Commands that show more.
    commands: tuple[Shown, ...]
    #: Is the verdict the one on record?
    as_recorded: bool


class PaperClaims(list[PaperClaim]):
    """Claims of papers with their verdicts."""

    #: Were all of them checked?
    complete: bool

    def _repr_html_(self) -> str:
        rows = [(one.paper, one.claim, one.verdict, one.printed) for one in self]
        return _html.table(["paper", "claim", "verdict", "printed"], rows)


def papers(name: str | None = None, claim: str | None = None, **limits: Unpack[Limits]) -> PaperClaims:
    """Every printed table entry, claim and question of the papers against the engines; of one paper, or one claim.

    >>> import takeaway
    >>> [claim.verdict for claim in takeaway.papers("rat", "Theorem 2")]
    ['proved']
    """
    data = _core.papers(name, claim, unpack(limits))
    claims = PaperClaims(build(PaperClaim, one) for one in data["claims"])
    claims.complete = data["complete"]
    return claims


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper."""

    #: The name by which it is asked for.
    name: str
    #: Its authors.
    authors: str
    #: Its title.
    title: str
    #: Where it was published.
    published: str
    #: How many of its claims are on record.
    claims: int


def paper_list() -> tuple[Paper, ...]:
    """The papers.

    >>> import takeaway
    >>> [paper.name for paper in takeaway.paper_list()]
    ['rat', 'raleigh', 'frankenstein', 'large-rats', 'beta']
    """
    return tuple(build(Paper, paper) for paper in _core.paper_list()["papers"])


def plot(
    what: Literal["shortcuts", "array", "cost"],
    *,
    d: Number | None = None,
    non_negative: bool = False,
    from_first: bool = False,
    rows: SupportsIndex = 11,
    columns: SupportsIndex = 7,
    **limits: Unpack[Limits],
) -> Plot:
    """A picture of something that is no game: the shortcut fractals (with `d`), the array, or what the strategies cost.

    >>> import takeaway
    >>> takeaway.plot("shortcuts", d=5)
    <plot: ...>
    """
    size = count(rows, "rows"), count(columns, "columns")
    return Plot._of(_core.plot(what, d, (non_negative, from_first), size, unpack(limits)))
