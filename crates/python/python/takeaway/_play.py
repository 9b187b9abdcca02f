"""A small board to play on, in plain HTML: no build step, no server, no kernel while it is played."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ._errors import LimitError

if TYPE_CHECKING:
    from ._game import Game, Position

#: So many positions fit on a page.
_MOST = 2000

_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Playing:
    """A board to play on: all positions that can be reached, with their moves and who wins."""

    #: The game with its parameters.
    game: str
    #: The position at the beginning.
    start: tuple[int, ...]
    #: So many piles, the first ones, are sorted by the game.
    sorted: int
    #: The moves from each position, the winning ones first, and how many of these there are.
    positions: dict[tuple[int, ...], tuple[list[tuple[int, ...]], int]]

    @classmethod
    def _of(cls, game: Game, position: Position) -> Playing:
        start = game.outcome(position).position
        found: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here in found:
                continue
            if len(found) == _MOST:
                raise LimitError(f"more than {_MOST} positions can be reached from {start}: play from a smaller one")
            found[here] = [move.to for move in game.moves(here)]
            waiting.extend(found[here])
        outcomes = game.outcomes(list(found), moves=False)
        lost = {here for here, answer in zip(found, outcomes) if answer[0] == "P"}
        positions = {}
        for here, moves in found.items():
            winning = [to for to in moves if to in lost]
            positions[here] = (winning + [to for to in moves if to not in lost], len(winning))
        told = game.describe()
        in_order = len(start) - told.placed if told.sorted else 0
        return cls(game.name, start, in_order, positions)

    def __repr__(self) -> str:
        return f"<board: {self.game} {self.start}, {len(self.positions)} positions>"

    def _repr_html_(self) -> str:
        def name(position: tuple[int, ...]) -> str:
            return ",".join(map(str, position))

        data: dict[str, Any] = {
            name(here): [[name(to) for to in moves], winning] for here, (moves, winning) in self.positions.items()
        }
        number = next(_numbers)
        page = _PAGE.replace("@ID@", f"takeaway-board-{number}").replace("@TITLE@", escape(self.game))
        page = page.replace("@SORTED@", str(self.sorted))
        return page.replace("@START@", json.dumps(name(self.start))).replace("@DATA@", json.dumps(data))


#: Click on a token to take it and those to its right; then say Move. The computer answers with a winning move, if there is one.
_PAGE = """
<div id="@ID@" style="font-family: sans-serif; max-width: 40em">
<style>
#@ID@ .pile { margin: 0.3em 0; min-height: 1.6em }
#@ID@ .token { display: inline-block; width: 1.1em; height: 1.1em; border-radius: 50%; border: 1px solid #345; background: #69b;
  margin-right: 0.2em; padding: 0; cursor: pointer }
#@ID@ .taken { background: none; border-style: dashed }
#@ID@ .words { min-height: 3em }
</style>
<b>@TITLE@</b> <span class="place"></span>
<div class="piles"></div>
<div class="words" role="status" aria-live="polite"></div>
<button class="move">Move</button> <button class="reply">You begin</button> <button class="again">Again</button>
<script>
(() => {
  const box = document.getElementById("@ID@"), start = @START@, data = @DATA@;
  const find = (name) => box.querySelector("." + name);
  let here, wanted, over;
  const sizes = (text) => text === "" ? [] : text.split(",").map(Number);
  const say = (text) => { find("words").textContent = text; };
  // The game sorts the first piles by itself.
  const ordered = (piles) => [...piles.slice(0, @SORTED@).sort((x, y) => x - y), ...piles.slice(@SORTED@)].join();
  const same = (a, b) => ordered(a) === ordered(b);
  function draw() {
    find("place").textContent = "(" + here.split(",").join(", ") + ")";
    const piles = find("piles");
    piles.replaceChildren();
    sizes(here).forEach((size, pile) => {
      const row = document.createElement("div");
      row.className = "pile";
      for (let token = 0; token < size; token++) {
        const dot = document.createElement("button");
        dot.className = "token" + (token >= wanted[pile] ? " taken" : "");
        dot.title = "pile " + (pile + 1) + ": leave " + token;
        dot.onclick = () => { wanted[pile] = wanted[pile] === token ? size : token; draw(); };
        row.append(dot);
      }
      piles.append(row);
    });
    find("move").disabled = find("reply").disabled = over;
  }
  function go(to, who) {
    here = to;
    wanted = sizes(here);
    over = data[here][0].length === 0;
    if (over) say(who + " made the last move and won.");
    draw();
    return !over;
  }
  function reply(before) {
    const [moves, winning] = data[here];
    const to = moves[winning > 0 ? 0 : moves.length - 1];
    const words = before + "The computer moves to (" + to.split(",").join(", ") + ").";
    say(words);
    go(to, words + " The computer");
  }
  find("move").onclick = () => {
    const to = data[here][0].find((move) => same(sizes(move), wanted));
    if (sizes(here).join() === wanted.join()) {
      say("Take something first.");
      return;
    }
    if (to === undefined) {
      say("Not legal: (" + here + ") to (" + wanted + "). There are " + data[here][0].length + " legal moves.");
      return;
    }
    const good = data[here][0].indexOf(to) < data[here][1];
    if (go(to, "You")) reply(good ? "" : "That lets the computer win. ");
  };
  find("reply").onclick = () => reply("");
  find("again").onclick = () => { say("Click on tokens to take them, then say Move. Whoever moves last wins."); go(start, "Nobody"); };
  find("reply").textContent = "Let the computer begin";
  find("again").onclick();
})();
</script>
</div>
"""
