"""Every question once, and the answers as the command line gives them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import takeaway
from patience import PATIENCE
from takeaway import Game

SKIP = "game skip\npiles n\nmove take: n - n' in {1, 2}\n"


def command(*arguments: str) -> Any:
    """What the command line answers as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "takeaway", *arguments, "--json"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


ANSWERS: dict[str, Callable[[], Any]] = {
    "outcome": lambda: Game("raleigh").outcome((3, 6, 10)),
    "legal": lambda: Game("wythoff").legal((3, 5), (2, 3)),
    "moves": lambda: Game("wythoff").moves((3, 5)),
    "value": lambda: Game("nim").value((1, 2, 4)),
    "sum": lambda: takeaway.value_of_sum((Game("nim"), (1, 2, 4)), (Game("wythoff"), (3, 4))),
    "solve": lambda: Game("wythoff").solve(max=20),
    "prove": lambda: Game("wythoff").prove(),
    "certify": lambda: Game("wythoff").certify("P-positions"),
    "sentence": lambda: takeaway.prove("forall n: n + 1 > n"),
    "guess": lambda: Game("wythoff").guess(max=60),
    "discover": lambda: Game("subtraction", set={1, 2}).discover(),
    "redundant": lambda: Game("wythoff").redundant(),
    "star": lambda: Game("mouse").star(20, times=2),
    "invariance": lambda: Game("mark").invariance(20, growth=True),
    "sorted": lambda: Game("rat").invariance(5, sorted=True),
    "game invariance": lambda: Game("mark").game_invariance(),
    "automaton": lambda: Game("wythoff").automaton(),
    "winning moves": lambda: Game("wythoff").automaton("winning moves"),
    "addable vectors": lambda: Game("wythoff").automaton("addable vectors"),
    "table": lambda: Game("rat").table(rows=5, columns=["p:7/4"]),
    "value table": lambda: Game("wythoff").value_table(rows=4),
    "rules": lambda: Game("raleigh").rules(),
    "describe": lambda: Game("raleigh").describe(),
    "plot": lambda: Game("wythoff").plot(max=20),
    "values": lambda: Game("nim:m=2").plot("values", max=10),
    "vectors": lambda: Game("wythoff").plot("vectors", max=10),
    "slice": lambda: Game("raleigh").plot("values", max=8, slice={"c": 5}),
    "strip": lambda: Game("frankenstein").strip((1, 3, 8)),
    "play": lambda: Game("wythoff").play((3, 5)),
    "games": lambda: takeaway.games(),
    "invent": lambda: takeaway.invent(columns="floor(3*n/2), 3*n - 1", methods=["short"]),
    "represent": lambda: takeaway.represent(10**40, system="zeckendorf", shift="left"),
    "digits": lambda: takeaway.represent(digits="1211", system="zeckendorf"),
    "split": lambda: takeaway.split("2", "3"),
    "splittings": lambda: takeaway.splittings(3, max_numerator=15),
    "array": lambda: takeaway.array(rows=4, columns=5),
    "locate": lambda: takeaway.array(locate=10**30),
    "recurrence": lambda: takeaway.array(recurrence=[6, -1], rows=3),
    "matrix": lambda: takeaway.matrix("rat", 3),
    "codes": lambda: takeaway.matrix("shortcut", 3, codes=True),
    "differences": lambda: takeaway.matrix("shortcut", 4, show="differences"),
    "tree": lambda: takeaway.matrix("shortcut", 4, tree=1),
    "place": lambda: takeaway.matrix("rat", 4, locate=(11, 21, 42, 83)),
    "sequence": lambda: takeaway.sequence("floor(n*pi)", start=10**30, rows=3),
    "fraction": lambda: takeaway.fraction("sqrt(7)", rows=9),
    "papers": lambda: takeaway.papers("raleigh", "Theorem 1"),
    "paper list": takeaway.paper_list,
    "shortcuts": lambda: takeaway.plot("shortcuts", d=4),
    "array plot": lambda: takeaway.plot("array", rows=4, columns=4),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_pickled_compared_and_shown(name: str) -> None:
    answer = ANSWERS[name]()
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer
    assert type(again) is type(answer)
    assert repr(answer) and len(repr(answer)) < 20_000
    for form in ("_repr_html_", "_repr_svg_", "_repr_latex_"):
        shown = getattr(answer, form, lambda: None)()
        assert shown is None or (isinstance(shown, str) and shown)


def test_lists_keep_what_they_know_when_they_are_pickled() -> None:
    moves = Game("wythoff").moves((3, 4), winning=True)
    again = pickle.loads(pickle.dumps(moves))
    assert (again.complete, again.evidence) == (moves.complete, moves.evidence)
    terms = takeaway.sequence("2*n", start=5, rows=3)
    again = pickle.loads(pickle.dumps(terms))
    assert (again, again.term, again.start, again.complete) == ((10, 12, 14), "2*n", 5, True)


def test_claims_and_counterexamples() -> None:
    (claim,) = Game(text=SKIP + "P = { 4*m | m >= 0 }").prove()
    assert claim.verdict == "refuted" and not claim
    assert claim.counterexample is not None
    assert (claim.counterexample.fault, claim.counterexample.position) == ("no-move-into", (3,))
    assert claim.statement == "P = { 4*m | m >= 0 }"
    assert claim.latex is not None and claim.latex.startswith("P = ")
    told = command("prove", "raleigh", "--no-cache")["claims"]
    claims = Game("raleigh").prove()
    assert [(one.name, one.verdict) for one in claims] == [(one["name"], one["verdict"]) for one in told]
    assert claims.proved and claims["P-positions"].latex
    with pytest.raises(KeyError):
        claims["nobody claims this"]
    up_to = Game("beta-nim", beta="pi").prove(max=40)
    assert {(one.verdict, one.bound) for one in up_to} == {("holds-up-to", 40)}


def test_certificates_are_checked(tmp_path: Path) -> None:
    wythoff = Game("wythoff")
    certificate = wythoff.certify("P-positions")
    assert certificate.text is not None and not certificate.refused
    file = tmp_path / "wythoff.proof"
    file.write_text(certificate.text)
    checked = takeaway.check(file, against=wythoff, statement=True)
    assert checked and checked.against == "same" and checked.statement
    assert takeaway.check(certificate.text, against=Game("wythoff", d=2)).against == "different"
    assert not takeaway.check(certificate.text, against=Game("wythoff", d=2))
    spoiled = takeaway.check(certificate.text.replace("wythoff", "wythof", 1)[: len(certificate.text) // 2])
    assert not spoiled and spoiled.reason
    assert subprocess.run([sys.executable, "-m", "takeaway", "check", str(file)], capture_output=True, check=False).returncode == 0


def test_discoveries_bring_their_files() -> None:
    found = Game(text=SKIP).discover()
    assert found and found.rules and found.certificate
    assert Game(text=found.rules).prove()["P-positions"].verdict == "proved"
    assert takeaway.check(found.certificate, against=Game(text=found.rules))
    told = command("discover", "subtraction:set={1,2}")
    again = Game("subtraction", set={1, 2}).discover()
    assert (again.verdict, again.claim) == (told["verdict"], told["claim"])


def test_inventions_have_the_wanted_positions() -> None:
    found = takeaway.invent(columns="floor(n*phi), floor(n*phi^2)", methods=["short"])
    assert found.rulesets and found.rulesets[0].verdict == "proved"
    board = Game(text=found.rulesets[0].rules).solve(max=30)
    assert {tuple(sorted(row)) for row in board} == {tuple(sorted(row)) for row in Game("wythoff").solve(max=30)}
    with pytest.raises(takeaway.InputError):
        takeaway.invent()
    with pytest.raises(takeaway.InputError):
        takeaway.invent(columns="n", methods=["no such way"])


@pytest.mark.parametrize(
    ("ours", "arguments"),
    [
        (lambda: takeaway.represent(10**60, system="p:7/4").digits, ("represent", "10^60", "--system", "p:7/4")),
        (lambda: takeaway.represent(5, system="ternary-u").digits, ("represent", "5", "--system", "ternary-u")),
    ],
)
def test_digits_are_those_of_the_command_line(ours: Callable[[], Any], arguments: tuple[str, ...]) -> None:
    assert ours() == command(*arguments)["digits"]


def test_numbers_are_integers_and_the_same_as_on_the_command_line() -> None:
    def texts(rows: Any) -> list[list[str]]:
        return [[str(cell) for cell in row] for row in rows]

    assert texts(takeaway.array("stolarsky", rows=4).rows) == command("array", "stolarsky", "--rows", "4")["rows"]
    assert texts(takeaway.matrix("rat", 4).rows) == command("matrix", "rat", "--d", "4")["rows"]
    assert texts(Game("raleigh").table(rows=9).rows) == command("table", "raleigh", "--rows", "9")["rows"]
    values = command("sequence", "floor(n*sqrt(2))", "--from", "10^40")["values"]
    assert [str(value) for value in takeaway.sequence("floor(n*sqrt(2))", start="10^40")] == values
    told = command("sequence", "pi", "--fraction", "simple", "--rows", "6")
    assert [str(one) for one in takeaway.fraction("pi", rows=6).quotients] == told["quotients"]
    told = command("split", "7/4,0", "7/2,-1", "7,-2")
    ours = takeaway.split("7/4,0", "7/2,-1", "7,-2")
    assert (ours.splits, ours.why) == (told["splits"], told["why"])
    assert [game.name for game in takeaway.games()] == [game["name"] for game in command("games")["games"]]
    assert len(Game("wythoff").automaton()) == len(command("automaton", "wythoff")["states"])
    told = command("guess", "wythoff", "--max", "100")["guesses"]
    assert [(one.kind, one.text) for one in Game("wythoff").guess(max=100)] == [(one["kind"], one["text"]) for one in told]
    told = command("redundant", "wythoff")["dropped"]
    assert [(one.text, one.verdict) for one in Game("wythoff").redundant().dropped] == [
        (one["text"], one["verdict"]) for one in told
    ]
    (claim,) = takeaway.papers("rat", "Theorem 2")
    assert claim.verdict == command("papers", "rat", "Theorem 2")["claims"][0]["verdict"]


def test_pictures_are_saved(tmp_path: Path) -> None:
    plot = Game("wythoff").plot(max=20)
    for ending, begin in [("svg", b"<svg"), ("png", b"\x89PNG"), ("tikz", b"")]:
        file = tmp_path / f"wythoff.{ending}"
        plot.save(file)
        assert file.read_bytes().startswith(begin)
    with pytest.raises(ValueError, match="ends in none"):
        plot.save(tmp_path / "wythoff.gif")
    done = subprocess.run(
        [sys.executable, "-m", "takeaway", "plot", "positions", "wythoff", "--max", "20"], capture_output=True, check=True
    )
    assert done.stdout == plot.svg.encode()


def test_all_strategies_agree() -> None:
    wythoff = Game("wythoff")
    for position in [(12, 20), (12, 21), (100, 161)]:
        answers = {wythoff.outcome(position, strategy=name).outcome for name in ("best", "algebraic", "claim", "search")}
        assert len(answers) == 1
    with pytest.raises(takeaway.InputError, match="strategy"):
        wythoff.outcome((1, 2), strategy="luck")
