"""What a notebook shows, and the tutorial in docs/."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from patience import ENDLESS, PATIENCE

import takeaway
from takeaway import Game

TUTORIAL = Path(__file__).resolve().parents[3] / "docs" / "tutorial.ipynb"


def test_the_tutorial_runs_and_shows_what_it_says(tmp_path: Path) -> None:
    notebook = nbformat.read(TUTORIAL, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the tutorial is kept without its outputs"
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown: dict[str, list[str]] = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            for kind, content in output.get("data", {}).items():
                shown.setdefault(kind, []).append(content)
    pictures = shown["image/svg+xml"]
    assert len(pictures) >= 4
    for picture in pictures:
        assert xml.etree.ElementTree.fromstring(picture).tag.endswith("svg")
    assert any("takeaway-board-" in page for page in shown["text/html"])
    assert any(page.startswith("<table>") for page in shown["text/html"])
    assert any(formula.startswith("$P = ") for formula in shown["text/latex"])
    assert sum(len(content) for contents in shown.values() for content in contents) < 2_000_000


def test_claims_are_formulas() -> None:
    claims = Game("raleigh").prove()
    for claim in claims:
        latex = claim._repr_latex_()
        assert latex is not None and latex.startswith("$") and claim.verdict in latex
    assert claims._repr_html_().count("<tr>") == len(claims) + 1


def test_tables_escape_what_a_game_says() -> None:
    game = Game(text='game odd "<script>"\npiles n\nmove take "<b>": n - n\' in {1, 2}\nP = { 3*m | m >= 0 }')
    for shown in (game, game.outcome(4), game.prove(), game.moves(4), game.table(rows=3)):
        page = shown._repr_html_()
        assert "<script>" not in page and "<b><b>" not in page


def test_long_numbers_are_cut_in_tables_and_not_in_answers() -> None:
    answer = Game("nim").outcome((10**5000, 1, 1))
    assert len(answer._repr_html_()) < 5000
    assert answer.position[-1] == 10**5000 or answer.position[0] == 10**5000


def test_the_board_knows_every_position() -> None:
    board = Game("wythoff").play((3, 5))
    assert len(board.positions) == 24
    for position, (moves, winning) in board.positions.items():
        assert [move.to for move in Game("wythoff").moves(position)] == sorted(moves)
        assert (winning == 0) == (Game("wythoff").outcome(position).outcome == "P")
    with pytest.raises(takeaway.LimitError):
        Game("nim").play((100, 100, 100))


BROWSER = os.environ.get("TAKEAWAY_BROWSER") or shutil.which("chromium")

#: Clicks on the board, and writes down what it says.
CLICKS = """
<script>
const find = (name) => document.querySelector("[id^=takeaway-board] ." + name), said = [];
const token = (pile, number) => find("piles").children[pile].children[number].click();
const note = () => said.push(find("place").textContent + " " + find("words").textContent);
note(); find("move").click(); note();
token(0, 2); token(1, 3); find("move").click(); note();
token(1, 4); find("move").click(); note();
find("again").click(); find("reply").click(); note();
find("again").click(); token(0, 0); find("move").click(); note();
said.push(String(find("move").disabled));
find("again").click();
for (let k = 0; k < 9 && !find("move").disabled; k++) find("reply").click();
note();
document.body.textContent = JSON.stringify(said);
</script>
"""


@pytest.mark.skipif(BROWSER is None, reason="a browser plays on the board: name one by TAKEAWAY_BROWSER")
def test_the_board_can_be_played_on(tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><body>{Game('wythoff').play((3, 5))._repr_html_()}{CLICKS}</body>")
    assert BROWSER is not None
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run([BROWSER, *options, page.as_uri()], capture_output=True, text=True, timeout=PATIENCE, check=True)
    body = re.search(r"<body>(.*)</body>", done.stdout, re.DOTALL)
    assert body is not None
    said: list[str] = json.loads(html.unescape(body.group(1)))
    assert said[0].startswith("(3, 5) Click on tokens")
    assert said[1] == "(3, 5) Take something first."
    assert said[2] == "(3, 5) Not legal: (3,5) to (2,3). There are 11 legal moves."
    # From (2, 4) the computer wins by (2, 1), which is the only P-position in reach.
    assert said[3] == "(2, 1) That lets the computer win. The computer moves to (2, 1)."
    assert "The computer moves to" in said[4] and not said[4].startswith("(3, 5)")
    assert said[5].startswith("(0, 0)") and "The computer made the last move and won." in said[5]
    assert said[6] == "true"
    assert said[7].startswith("(0, 0)") and "won" in said[7]


#: Nothing ends this question but an interrupt, when its line has been seen twice.
PROGRESS = f"""
from IPython.display import DisplayHandle
from takeaway import Game
lines, update = [], DisplayHandle.update
def noted(handle, content, **options):
    lines.append(content["text/plain"])
    update(handle, content, **options)
    if len(lines) == 2:
        raise KeyboardInterrupt
DisplayHandle.update = noted
try:
    Game("wythoff").solve(max={ENDLESS})
except KeyboardInterrupt:
    pass
assert all("Ctrl-C stops" in line for line in lines[:2]) and lines[2:] == [""], lines
"""

#: A signal comes when the question has been worked on for a while.
INTERRUPT = f"""
import os, signal, threading, time
def send(begun):
    while time.process_time() < begun + 0.2:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send, args=[time.process_time()]).start()
try:
    Game("wythoff").solve(max={ENDLESS})
except KeyboardInterrupt:
    pass
else:
    raise AssertionError("it was not stopped")
"""


def test_a_notebook_shows_progress_and_is_interrupted(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell(text) for text in (PROGRESS, INTERRUPT)]  # type: ignore[no-untyped-call]
    notebook = nbformat.v4.new_notebook(cells=cells)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
