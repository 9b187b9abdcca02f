"""Invariant games: the dual game, and how many classes of positions rules distinguish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _html
from ._answers import Piles
from ._record import build


@dataclass(frozen=True, slots=True)
class StarStage:
    """One of the games G, G⋆, G⋆⋆ and so on."""

    #: ``G``, ``G⋆``, ``G⋆⋆``.
    name: str
    #: Its P-positions on the board, in lexicographic order.
    p_positions: tuple[Piles, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """Games each of which has the P-positions of the one before, except 0, as its moves."""

    #: The game with its parameters.
    game: str
    #: The largest pile of the board.
    max: int
    #: The game itself, and those that follow.
    games: tuple[StarStage, ...]
    #: The numbers of the first two games that have the same P-positions on the board.
    repeats: tuple[int, ...] | None
    #: How far they were computed.
    evidence: str

    def _repr_html_(self) -> str:
        rows = [(stage.name, len(stage.p_positions)) for stage in self.games]
        return _html.table(["game", "P-positions"], rows, self.evidence)


@dataclass(frozen=True, slots=True)
class VariantMove:
    """A vector that may be taken from one position and not from another, although both are large enough."""

    #: The vector.
    taken: Piles
    #: Where it may be taken.
    from_: Piles
    #: Where it may not.
    not_from: Piles


@dataclass(frozen=True, slots=True)
class InvarianceOfBoard:
    """The number of classes of a smaller board."""

    #: The largest pile.
    max: int
    #: The number of classes.
    number: int
    #: How many are known to be needed.
    at_least: int


@dataclass(frozen=True, slots=True)
class Invariance:
    """The k-invariance number of a game on a board, with classes that show it."""

    #: The game with its parameters.
    game: str
    #: The largest pile of the board.
    max: int
    #: What it means to take a vector, if the piles have no places.
    reading: str | None
    #: How many positions the board has.
    positions: int
    #: The number of classes; 1 for an invariant game.
    number: int
    #: How many are known to be needed: as many, unless the search was stopped.
    at_least: int
    #: The classes.
    classes: tuple[tuple[Piles, ...], ...]
    #: The same for each board that was asked for.
    growth: tuple[InvarianceOfBoard, ...]
    #: How far this is known.
    evidence: str
    #: Was the search finished?
    complete: bool
    #: Positions any two of which need different classes, if that is why fewer classes do not suffice.
    clique: tuple[Piles, ...] | None = None
    #: For some pairs of them, what may be taken from one and not from the other.
    variant_moves: tuple[VariantMove, ...] = ()
    #: Otherwise, positions that were divided into fewer classes in every way, in vain.
    exhausted: tuple[Piles, ...] | None = None
    #: How many steps that took.
    steps: int | None = None

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Invariance:
        for move in data.get("variant_moves", ()):
            move["from_"] = move.pop("from")
        return build(cls, data)

    def _repr_html_(self) -> str:
        rows = [(number, len(one), one[0]) for number, one in enumerate(self.classes, 1)]
        return _html.table(["class", "positions", "first"], rows, f"{self.game}: {self.evidence}")


@dataclass(frozen=True, slots=True)
class BlockedPosition:
    """Why a P-position cannot be reached by an invariant move."""

    #: The P-position.
    to: Piles
    #: A P-position from which the same vector…
    upper: Piles
    #: …leads to this one.
    lower: Piles


@dataclass(frozen=True, slots=True)
class GameInvariance:
    """The least number of classes of a game that has these P-positions: 1 if an invariant game has them, otherwise 2."""

    #: The game with its parameters.
    game: str
    #: 1 or 2, if it is known.
    game_invariance_number: int | None
    #: A position that shows that it is 2.
    position: Piles | None
    #: Why none of the P-positions below it can be reached.
    blocked: tuple[BlockedPosition, ...]
    #: The largest pile of the board that was looked at.
    max: int
    #: How the P-positions are known.
    p_positions: str
    #: How the number is known.
    evidence: str
    #: Was nothing stopped?
    complete: bool
