"""Claims, certificates, guesses, discoveries and automata."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from . import _html
from ._answers import Piles


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest position that shows a claim false."""

    #: What is wrong: ``move-inside``, ``no-move-into``, ``not-a-position``, ``same-value``, ``missing-value``, ``end-inside``,
    #: ``unclear`` or ``false``.
    fault: str
    #: Where the move begins, or the position.
    position: Piles | None
    #: Where the move ends.
    to: Piles | None
    #: The values of the variables of a sentence.
    values: dict[str, int]
    #: The same in words.
    text: str
    #: The kind of that move.
    kind: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a game, and what became of it."""

    #: The game with its parameters.
    game: str
    #: ``P-positions``, ``nim-values``, or the name of the theorem.
    name: str
    #: ``proved`` for all positions, ``refuted``, ``holds-up-to`` a bound, or ``stopped``.
    verdict: Literal["proved", "refuted", "holds-up-to", "stopped"]
    #: The smallest counterexample to a claim that is refuted.
    counterexample: Counterexample | None
    #: The size of the largest automaton on the way, in nodes.
    largest_automaton: int
    #: How long it took.
    seconds: float
    #: What it says, as in a ``.game`` file.
    statement: str | None = None
    #: The same in LaTeX.
    latex: str | None = None
    #: Up to which number it holds, if it was compared with brute force.
    bound: int | None = None
    #: Why it was not decided.
    why: str | None = None
    #: Is the arithmetic that the proof rests on ``proved`` too, or ``trusted``?
    arithmetic: str | None = None
    #: Is it true because it speaks of no position?
    empty: bool = False

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __repr__(self) -> str:
        because = self.counterexample.text if self.counterexample else self.why
        name = self.name if self.name == self.game else f"{self.name} of {self.game}"
        return f"<{name}: {self.verdict}{': ' + because if because else ''}>"

    def _repr_latex_(self) -> str | None:
        if self.latex is None:
            return None
        verdict = self.verdict.replace("-", " ") + ("" if self.bound is None else f" {self.bound}")
        return f"${self.latex}$ ({verdict})"


class Claims(list[Claim]):
    """The claims of a game, each with what became of it; also by their names."""

    @property
    def proved(self) -> bool:
        """Are all of them proved?"""
        return all(self)

    def __getitem__(self, key: Any) -> Any:
        """The claim of this number, or of this name."""
        if isinstance(key, str):
            found = [claim for claim in self if claim.name == key]
            if not found:
                raise KeyError(key)
            return found[0]
        return super().__getitem__(key)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(claim.name)}</td><td>{_formula(claim)}</td><td>{escape(claim.verdict)}</td>"
            f"<td>{escape(claim.counterexample.text if claim.counterexample else claim.why or '')}</td></tr>"
            for claim in self
        )
        heads = "".join(f"<th>{head}</th>" for head in ("claim", "formula", "verdict", ""))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _formula(claim: Claim) -> str:
    """The formula of a claim, as mathematics where it has some."""
    return f"${escape(claim.latex)}$" if claim.latex else ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Proofs that were written down, for a checker that shares nothing with the search for them."""

    #: The certificate, as `takeaway.check` reads it; None if nothing is proved.
    text: str | None
    #: The claims that it shows.
    certified: tuple[str, ...]
    #: The others, each with the reason.
    refused: dict[str, str]

    def __repr__(self) -> str:
        size = len(self.text) if self.text else 0
        return f"<certificate of {', '.join(self.certified) or 'nothing'}, {size} characters>"


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that brute force shows, without a proof."""

    #: ``slope``, ``formula``, ``system``, ``splitting``, ``recursion`` or ``period``.
    kind: str
    #: In words.
    text: str
    #: A line that can be written into a file, where there is one.
    line: str | None
    #: The largest pile that was looked at.
    bound: int


@dataclass(frozen=True, slots=True)
class GuessedSequence:
    """A column of the P-positions."""

    #: Its name.
    name: str
    #: Its first terms.
    terms: str
    #: The values of the heaps, for a game with one pile.
    values: str | None


@dataclass(frozen=True, slots=True)
class Guesses:
    """What brute force shows."""

    #: The game with its parameters.
    game: str
    #: The largest pile of the board.
    max: int
    #: The guesses.
    guesses: tuple[Guess, ...]
    #: The columns that they are about.
    sequences: tuple[GuessedSequence, ...]
    #: How far they were compared.
    evidence: str

    def __iter__(self) -> Iterator[Guess]:
        return iter(self.guesses)

    def __len__(self) -> int:
        return len(self.guesses)

    def _repr_html_(self) -> str:
        rows = [(one.kind, one.text, one.line or "") for one in self.guesses]
        return _html.table(["kind", "guess", "line"], rows, f"{self.game}: {self.evidence}")


@dataclass(frozen=True, slots=True)
class FoundAutomaton:
    """The size of an automaton that was found."""

    #: How many states it has.
    states: int


@dataclass(frozen=True, slots=True)
class BesideAHeap:
    """Nim-values as P-positions beside a Nim heap."""

    #: The name of the heap.
    heap: str
    #: The largest heap.
    most: int
    #: The rules with the heap.
    rules: str


@dataclass(frozen=True, slots=True)
class Tried:
    """Something that was tried on the way."""

    #: The numeration system of an automaton, or ``formula``.
    system: str
    #: ``proved``, ``refuted``, ``undecided``, or ``grows``: there was no automaton to be proved.
    verdict: str
    #: How many states the automaton has, or residuals there are.
    states: str | None
    #: The largest pile of the board.
    bound: int
    #: The claim that was put to the prover.
    claim: str | None
    #: Why it is refuted or undecided.
    why: str | None


@dataclass(frozen=True, slots=True)
class Discovery:
    """The P-positions of a game, found and proved from its rules alone: true in an ``if`` if they were."""

    #: The game with its parameters.
    game: str
    #: ``proved``, ``nothing-found`` or ``stopped``.
    verdict: Literal["proved", "nothing-found", "stopped"]
    #: The claim, as it can be appended to the rules.
    claim: str | None
    #: The numeration system of the automaton, if there is one.
    system: str | None
    #: The automaton.
    automaton: FoundAutomaton | None
    #: Nim-values beside a heap, if they were asked for.
    values: BesideAHeap | None
    #: What was tried.
    tried: tuple[Tried, ...]
    #: The rules with the claim, as a whole file.
    rules: str | None
    #: The certificate, as `takeaway.check` reads it.
    certificate: str | None
    #: Why there is no certificate.
    uncertified: str | None
    #: The files of automata that the rules name, with what they hold.
    automata: dict[str, str]
    #: What ended the work before its end.
    stopped: str | None
    #: How long it took.
    seconds: float

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __repr__(self) -> str:
        return f"<discovery of {self.game}: {self.verdict}{': ' + self.claim if self.claim else ''}>"

    def _repr_html_(self) -> str:
        text = f"<p><b>{escape(self.game)}: {escape(self.verdict)}</b></p>"
        if self.claim:
            text += _html.code(self.claim)
        rows = [(one.system, one.verdict, one.states or "", one.bound, one.why or "") for one in self.tried]
        return text + _html.table(["tried", "verdict", "states", "up to", "why"], rows)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules, and what becomes of the P-positions without it."""

    #: ``move``, ``end``, ``alternative``, ``case`` or ``condition``.
    part: str
    #: The move to which it belongs.
    rule: str | None
    #: As it is written.
    text: str
    #: ``proved`` if it can go, ``refuted`` if it is needed.
    verdict: str
    #: What shows that it is needed.
    counterexample: Counterexample | None
    #: Up to which number, if it was compared with brute force.
    bound: int | None = None
    #: Why it was not decided.
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Shorter:
    """Rules without what can go."""

    #: The whole file.
    text: str
    #: What is left out.
    without: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddableVectors:
    """The vectors that can be added as moves without a change of the P-positions."""

    #: The numeration system of their automaton.
    system: str
    #: How many states it has.
    states: int
    #: A formula for them, where one is known.
    formula: str | None
    #: The smallest.
    smallest: tuple[Piles, ...]
    #: The smallest that cannot be added.
    others: tuple[Piles, ...]
    #: Up to so many tokens together were looked at.
    tokens: int
    #: The smallest that the rules do not have.
    new: tuple[Piles, ...]
    #: Are these the smallest, or only examples?
    new_complete: bool
    #: Do the rules have every one of them?
    nothing_new: bool


@dataclass(frozen=True, slots=True)
class AddableMoves:
    """The moves that can be added without a change of the P-positions."""

    #: The numeration system of their automaton.
    system: str
    #: How many states it has.
    states: int


@dataclass(frozen=True, slots=True)
class Redundancy:
    """What rules can do without, and what could be added, with the same P-positions."""

    #: The game with its parameters.
    game: str
    #: The P-positions, as a line of a file.
    claim: str
    #: The parts, one left out at a time.
    dropped: tuple[Part, ...]
    #: The rules without all that can go at once.
    shorter: Shorter | None
    #: The vectors that can be added.
    vectors: AddableVectors | None
    #: The moves that can be added.
    moves: AddableMoves | None
    #: Why it is not known what can be added.
    why: str | None
    #: How we know.
    evidence: str

    @property
    def can_go(self) -> tuple[Part, ...]:
        """The parts that can go, one at a time."""
        return tuple(part for part in self.dropped if part.verdict == "proved")

    def _repr_html_(self) -> str:
        rows = [
            (part.rule or part.part, part.text, part.verdict, part.counterexample.text if part.counterexample else part.why or "")
            for part in self.dropped
        ]
        return _html.table(["part", "text", "can go?", "why"], rows, f"{self.game}: {self.claim}")


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of an automaton."""

    #: The digits that are read together, one for each number.
    letter: tuple[str, ...]
    #: The number of the state after it.
    to: int


@dataclass(frozen=True, slots=True)
class State:
    """A state of an automaton."""

    #: Its number.
    number: int
    #: Is what ends here accepted?
    accepting: bool
    #: Its edges.
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Automaton:
    """An automaton that reads the digits of numbers, side by side."""

    #: The game with its parameters.
    game: str
    #: What it accepts.
    of: str
    #: The numeration system.
    system: str
    #: The numbers that it reads.
    numbers: tuple[str, ...]
    #: How many places of each number a letter has.
    places: int
    #: Its states; the first is the initial one.
    states: tuple[State, ...]
    #: In the format of Walnut; ask for it with ``single_places=True``.
    walnut: str
    #: How we know.
    evidence: str
    #: For a reader.
    text: str
    #: For Graphviz.
    dot: str
    #: As a picture; None if it has too many states.
    svg: str | None

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<automaton of {self.of} of {self.game}: {len(self)} states in {self.system}>"

    def _repr_svg_(self) -> str | None:
        return self.svg
