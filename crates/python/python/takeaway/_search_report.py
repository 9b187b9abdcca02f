"""What a search has found: classes of members with the same P-positions, and those of which nothing was proved."""

from __future__ import annotations

import functools
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from . import _core, _html
from ._limits import unpack
from ._record import build

__all__ = [
    "SearchAlike",
    "SearchClass",
    "SearchCompared",
    "SearchKinship",
    "SearchMember",
    "SearchReport",
    "SearchResult",
    "SearchSummary",
    "SearchUnit",
    "SearchUnknown",
]


@dataclass(frozen=True)
class SearchMember:
    """A member of a family."""

    game: str
    """It as it is typed, such as ``wythoff:d=2``."""
    command: str
    """The command that finds the same again."""


@dataclass(frozen=True)
class SearchClass:
    """Members with the same P-positions."""

    number: int
    """Its number, from 1, the most interesting first."""
    kind: str
    """What kind of set the P-positions are: ``automaton``, ``irrational``, ``digits``, ``periodic``, ``solved`` and so on."""
    claim: str | None
    """A claim that is proved of one of them; none if they were solved up to a bound only."""
    system: str | None
    """The system in which the automaton of the P-positions reads."""
    states: int | None
    """How many states the automaton has."""
    evidence: str
    """How it is known that the P-positions are the same."""
    members: tuple[SearchMember, ...]
    """The members."""


@dataclass(frozen=True)
class SearchUnknown:
    """A member of which nothing was proved."""

    game: str
    command: str
    why: str
    """What was tried."""
    agrees_with: int | None
    """The class with which it agrees as far as brute force was asked."""
    agrees_up_to: int | None
    """So far brute force was asked."""


@dataclass(frozen=True)
class SearchCompared:
    """A member that was compared with a target."""

    game: str
    command: str
    target: str
    verdict: str
    """``same``, ``agrees`` or ``different``."""
    evidence: str
    """How that is known."""
    difference: tuple[int, ...] | None
    """The smallest position that is a P-position of one of the two alone."""
    why: str | None
    """What else there is to say."""


@dataclass(frozen=True)
class SearchAlike:
    """Classes whose automata are equal and read in different systems."""

    states: int | None
    classes: tuple[int, ...]
    systems: tuple[str, ...]


@dataclass(frozen=True)
class SearchKinship:
    """Two classes that agree as far as brute force was asked, and are not known to be one."""

    one: str
    other: str
    differ: bool
    """Are they known to differ?"""
    why: str
    """A position that shows it, or why it is open."""


@dataclass(frozen=True)
class SearchSummary:
    """One search in a report."""

    family: str
    over: str
    command: str
    members: int
    """How many members it has."""
    missing: int
    """Of how many no unit speaks."""
    verdicts: dict[str, int]
    """How many members have which verdict."""
    refused: tuple[str, ...]
    """Why members were refused, each reason once."""


@dataclass(frozen=True)
class SearchReport:
    """What is known of all members of one or several searches."""

    searches: tuple[SearchSummary, ...]
    classes: tuple[SearchClass, ...]
    """Members with the same P-positions, the most interesting first."""
    alike: tuple[SearchAlike, ...]
    kin: tuple[SearchKinship, ...]
    compared: tuple[SearchCompared, ...]
    """Members that were compared with a target: those with the same P-positions first."""
    unknown: tuple[SearchUnknown, ...]
    """Members of which nothing was proved."""
    other_versions: int
    """So many units are of another version of the program, and were left out."""

    @property
    def proved(self) -> int:
        """How many members have proved P-positions."""
        return sum(len(one.members) for one in self.classes if one.claim is not None)

    def __str__(self) -> str:
        lines = [f"{one.command}\n  {one.members} members: {_counts(one)}" for one in self.searches]
        lines += [f"{one.number}. {_told(one)}\n   {_games(one)}" for one in self.classes]
        lines += [f"{one.game}: {_verdict(one)}" for one in self.compared]
        lines += [f"unknown: {one.game}: {one.why}" for one in self.unknown]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [_html.paragraph(f"{one.command}: {one.members} members: {_counts(one)}") for one in self.searches]
        if self.classes:
            rows = [(one.number, _told(one), _games(one), one.evidence) for one in self.classes]
            parts.append(_html.table(["", "P-positions", "members", "how that is known"], rows))
        if self.compared:
            compared = [(one.game, _verdict(one), one.evidence, one.why) for one in self.compared]
            parts.append(_html.table(["member", "compared with the target", "how that is known", ""], compared))
        if self.unknown:
            unknown = [(one.game, one.why) for one in self.unknown]
            parts.append(_html.table(["unknown", "what was tried"], unknown))
        return "".join(parts)


@dataclass(frozen=True)
class SearchUnit:
    """A unit of a search."""

    number: int
    first: int
    """Its first member."""
    last: int
    """Its last member."""
    state: str
    """``"kept"`` (its results were there), ``"done"``, ``"stopped"`` (some members were stopped) or ``"missing"`` (it was not worked on)."""


class Directory(Protocol):
    """A directory of results."""

    name: str


class SearchResult:
    """What a search has found. Its :attr:`report` is put together when it is asked for, which may take the prover some time."""

    def __init__(self, planned: _core.Search, directory: Directory, units: list[SearchUnit]) -> None:
        self._planned = planned
        self._directory = directory
        self.units = units
        """What became of each unit that was wanted."""

    @property
    def out(self) -> Path:
        """The directory of the results; if nobody has named it, it is there as long as this object is."""
        return Path(self._directory.name)

    @property
    def complete(self) -> bool:
        """Is nothing missing, and was nothing stopped, of the units that were wanted?"""
        return all(unit.state in ("kept", "done") for unit in self.units)

    @functools.cached_property
    def report(self) -> SearchReport:
        """The results of this search put together: all there are in the directory, whoever has written them."""
        return build(SearchReport, self._planned.report(self._directory.name, unpack({})))

    @property
    def classes(self) -> tuple[SearchClass, ...]:
        """Members with the same P-positions, the most interesting first."""
        return self.report.classes

    @property
    def compared(self) -> tuple[SearchCompared, ...]:
        """Members that were compared with a target."""
        return self.report.compared

    @property
    def unknown(self) -> tuple[SearchUnknown, ...]:
        """Members of which nothing was proved."""
        return self.report.unknown

    @property
    def verdicts(self) -> Mapping[str, int]:
        """How many members have which verdict."""
        return Counter({word: count for one in self.report.searches for word, count in one.verdicts.items()})

    def records(self) -> Iterator[dict[str, Any]]:
        """What came of each member, in their order, as it stands in the files; its numbers are texts."""
        for unit in self.units:
            for name in self._planned.files(unit.number):
                path = os.path.join(self._directory.name, name)
                if os.path.exists(path):
                    with open(path, encoding="utf-8") as lines:
                        next(lines)
                        yield from map(json.loads, lines)
                    break

    def __repr__(self) -> str:
        states = Counter(unit.state for unit in self.units)
        told = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
        return f"<SearchResult of {self._planned.members} members; units: {told}>"

    def __str__(self) -> str:
        return str(self.report)

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def _counts(one: SearchSummary) -> str:
    told = [f"{count} {words}" for words, count in one.verdicts.items()]
    return ", ".join(told + ([f"{one.missing} missing"] if one.missing else []))


def _told(one: SearchClass) -> str:
    if one.claim is None:
        return "known up to a bound"
    if '= automaton "' in one.claim and one.states is not None:
        return f"an automaton with {one.states} states in {one.system}"
    return one.claim.replace("\n", "; ")


def _games(one: SearchClass) -> str:
    return "  ".join(member.game for member in one.members)


def _verdict(one: SearchCompared) -> str:
    at = "" if one.difference is None else f" at {one.difference}"
    return one.verdict + at
