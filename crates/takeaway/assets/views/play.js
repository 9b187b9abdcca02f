// Play: the board, what is being tried, what the laboratory says to it, and the rules beside it.

import { gameOf, LEVELS } from "../address.js";
import { chooser, linkButton } from "../app.js";
import { debounced, fault, h, say, shown } from "../dom.js";
import { judge, once, whoWins } from "../knowledge.js";
import { Match, moverAt, positionsAt } from "../match.js";
import { inWords, keyOf, pilesOf, remaining, replacedHeap, textOf, understand } from "../tokens.js";
import { Beside } from "./beside.js";
import "../elements/board.js";
import "../elements/strip.js";

export async function show(page, catalogue) {
  const view = new Play(page, catalogue);
  await view.start();
  return () => view.leave();
}

class Play extends Match {
  constructor(page, catalogue) {
    super(page);
    this.catalogue = catalogue;
    this.gone = false;
    this.busy = false;
    this.message = null;
    this.boards = [];
    /** The options that a person has named so far to be forbidden. */
    this.naming = [];
    this.checkSoon = debounced(120, () => this.check());
  }

  /** Nothing is chosen on the board. */
  forget() {
    this.chosen = this.positions.map((position) => pilesOf(position).map(() => 0n));
    this.targets = this.positions.map(pilesOf);
    this.tryPart = 0;
    this.legality = null;
    this.naming = [];
  }

  /** Says what went wrong. */
  complain(error) {
    this.message = fault(error);
    this.drawVerdict();
  }

  leave() { this.gone = true; }

  async start() {
    this.frame();
    await this.describe();
    if (this.gone) return;
    if (this.state.parts.some((part) => part.position === "")) await this.deal();
    else await this.settle();
    if (this.gone) return;
    const wrong = await this.verify();
    if (this.gone) return;
    if (wrong >= 0) this.message = h("div", { class: "why" }, `Move ${wrong + 1} of this link is not legal: it was left out, with those behind it.`);
    this.draw();
    this.comment();
    if (this.computerMoves()) await this.reply();
  }

  /** Is it the computer's move, and nothing else to be said before it? */
  computerMoves() { return !this.over && this.toMove() === "computer" && !this.forbids; }

  // --- drawing --------------------------------------------------------------------------------------------------------

  frame() {
    const { page, state } = this;
    this.head = h("h1", {}, "One moment …");
    this.sub = h("p", { class: "soft lead" });
    this.table = h("div", { class: "sumBoards" });
    this.input = h("input", { id: "try", autocomplete: "off", spellcheck: "false", "aria-describedby": "tryHelp", oninput: () => this.typed(), onkeydown: (event) => { if (event.key === "Enter") this.play(); } });
    this.which = h("select", { "aria-label": "In which game", hidden: true, onchange: () => { this.tryPart = Number(this.which.value); this.typed(); } });
    this.moveButton = h("button", { class: "main", type: "button", onclick: () => this.play() }, "Move");
    this.doneButton = h("button", { type: "button", hidden: true, onclick: () => this.doneForbidding() });
    this.hintButton = h("button", { type: "button", onclick: () => this.hint() }, "Hint");
    this.verdict = h("div", { id: "verdict", "aria-live": "polite" });
    this.history = h("ol", { class: "history", "aria-label": "So far" });
    this.beside = new Beside(this);
    const board = h("section", { class: "card", "aria-label": "Board" }, this.head, this.sub, this.table,
      h("div", { class: "try" }, this.label = h("label", { for: "try" }, "Move"), this.which, this.input, this.moveButton, this.doneButton, this.hintButton),
      this.help = h("p", { class: "soft small", id: "tryHelp" }),
      this.verdict, h("h2", {}, "So far"), this.history);
    page.main.className = "two";
    page.main.replaceChildren(board, this.beside.element);
    this.undoButton = h("button", { type: "button", onclick: () => this.undo() }, "Undo");
    this.redoButton = h("button", { type: "button", onclick: () => this.redo() }, "Redo");
    const who = h("select", { "aria-label": "Who plays", onchange: () => this.swap(who.value) },
      [["first", "You begin"], ["second", "The computer begins"], ["both", "Two people"]].map(([value, title]) => h("option", { value, selected: value === state.me }, title)));
    const level = h("select", { "aria-label": "How well the computer plays", disabled: state.me === "both", onchange: () => this.weigh(level.value) },
      LEVELS.map((value) => h("option", { value, selected: value === state.level }, `level: ${value}`)));
    page.tools.replaceChildren(
      ...state.parts.map((part, index) => h("span", { class: "partTool" }, chooser(this.catalogue, part.game, state.text, (game) => this.choose(index, game)),
        this.sum ? h("button", { type: "button", class: "quiet", "aria-label": `Take game ${index + 1} out of the sum`, title: "Take it out of the sum", onclick: () => this.drop(index) }, "×") : null)),
      h("button", { type: "button", class: "quiet", title: "A sum of games: a move is made in one of them", "aria-label": "Add a game: a sum", onclick: () => this.add() }, "+"),
      who, level, this.undoButton, this.redoButton,
      h("button", { type: "button", onclick: () => this.restart() }, "Restart"),
      h("button", { type: "button", onclick: () => this.fresh() }, "New game"),
      linkButton(),
    );
  }

  draw() {
    const { state } = this;
    const mover = this.toMove();
    const still = this.over || this.computerMoves() || this.busy;
    this.label.textContent = this.moveButton.textContent = this.forbids ? "Forbid" : "Move";
    this.doneButton.hidden = !this.forbids;
    this.doneButton.disabled = still;
    this.doneButton.textContent = this.naming.length ? "That is all" : "Forbid nothing";
    this.undoButton.disabled = this.count === 0;
    this.redoButton.disabled = this.count >= state.moves.length;
    this.hintButton.disabled = still;
    this.moveButton.disabled = still;
    this.input.disabled = still;
    const [title, advice] = this.headline(mover);
    this.head.textContent = title;
    this.sub.textContent = advice;
    const last = this.namesAt(0)?.at(-1);
    this.help.textContent = this.parts[0].splits
      ? "Click tokens to take from a heap, or type what becomes of one, such as “7 -> 3,2”, or the position after your move. With the keyboard: arrows on a heap, Enter to move."
      : last
      ? `Click tokens, or type “3 from ${last}”, or the position after your move. With the keyboard: arrows on a pile, Enter to move.`
      : "Click a coin to pick it up and a free square to put one down, or type the squares after your move; 0 is the empty strip. With the keyboard: arrows and the space bar.";
    this.boards = state.parts.map((part, index) => this.board(index, still));
    this.table.replaceChildren(...this.boards.map((board, index) => (this.sum
      ? h("div", { class: "part" }, h("h2", {}, this.parts[index].title), board) : board)));
    this.which.hidden = !this.sum;
    this.which.replaceChildren(...state.parts.map((_, index) => h("option", { value: index, selected: index === this.tryPart }, `in ${this.parts[index].title}`)));
    this.drawVerdict();
    this.drawHistory();
    this.beside.draw();
  }

  headline(mover) {
    const loses = "Whoever cannot move loses.";
    if (this.over) {
      const last = moverAt(this.state, this.count + 1);
      if (this.count === 0) return ["Nothing to take", `No move is left from here. ${loses}`];
      if (this.state.me === "both") return [`The ${last} player wins`, "No move is left."];
      const left = this.forbidden?.length ? `All that was left is forbidden: ${this.listed(this.forbidden)}.` : "No move is left.";
      return last === "you" ? ["You win!", `${left} Review shows every move.`] : ["The computer wins", `${left} Review shows where the win was lost.`];
    }
    if (this.forbids) return this.forbidding(mover);
    if (mover === "computer") return ["The computer thinks …", loses];
    const blocking = this.parts.find((part) => part.blocking);
    if (blocking && this.sum) return ["Your move", `${blocking.title} is a blocking game, and in sums nothing is forbidden: play it by itself.`];
    const forbidden = !this.blocking ? "" : this.forbidden.length ? `Forbidden: ${this.listed(this.forbidden)}. ` : "Nothing is forbidden. ";
    const task = forbidden + (this.sum ? "A sum: move in one of the games." : this.parts[0].splits ? "Replace one heap as the rules allow, so that every answer can be answered." : this.parts[0].piles ? "Take tokens as the rules allow, so that every answer can be answered." : "Move coins as the rules allow, so that every answer can be answered.");
    if (this.state.me === "both") return [`The ${mover} player’s move`, `${task} ${loses}`];
    const honest = this.state.level === "perfect" ? "" : ` The computer plays at the level ${this.state.level}: it errs now and then.`;
    return ["Your move", `${task} ${loses}${honest}`];
  }

  /** Somebody is to forbid options of whoever moves. */
  forbidding(mover) {
    const most = this.blocking;
    const options = `${most === 1 ? "one option" : `up to ${most} options`}`;
    const so = this.naming.length ? ` So far: ${this.listed(this.naming)}.` : "";
    const whose = mover === "computer" ? "the computer may not move there" : `the ${mover} player may not move there`;
    const who = mover === "computer" ? "You forbid" : `The ${mover === "first" ? "second" : "first"} player forbids`;
    return [`${who} ${options}`, `Choose a move as if it were your own, and ${whose}. Forbid what would win.${so}`];
  }

  listed(options) { return options.map((option) => shown(option)).join(", "); }

  board(index, still) {
    const described = this.parts[index];
    const label = `${described.title}, ${shown(this.positions[index])}`;
    if (!this.namesAt(index)) {
      const strip = document.createElement("take-strip");
      strip.show({ coins: pilesOf(this.positions[index]), target: this.targets[index], still, label });
      strip.addEventListener("choose", (event) => this.chooseTarget(index, event.detail));
      return strip;
    }
    const board = document.createElement("take-board");
    this.showPiles(board, index, still, label);
    board.addEventListener("choose", (event) => this.chooseTaken(index, event.detail));
    board.addEventListener("commit", () => this.play());
    return board;
  }

  showPiles(board, index, still, label) {
    const piles = pilesOf(this.positions[index]);
    const found = this.options[index];
    const { sorted, placed = 0 } = this.parts[index];
    const free = found?.moves.filter((move) => !this.forbidden?.includes(textOf(move.to)));
    const keys = found?.complete ? new Set(free.map((move) => keyOf(move.to.map(BigInt), sorted, placed))) : null;
    const there = (left) => (this.parts[index].splits ? left.filter((heap) => heap > 0n) : left);
    board.show({
      names: this.namesAt(index), piles, taken: this.chosen[index], still, label,
      legal: (taken) => {
        if (!keys) return null;
        const left = remaining(piles, taken);
        return left !== null && keys.has(keyOf(there(left), sorted, placed));
      },
    });
  }

  /** Shows what is chosen without building everything anew. */
  redrawBoards() {
    this.boards.forEach((board, index) => {
      const label = `${this.parts[index].title}, ${shown(this.positions[index])}`;
      if (this.namesAt(index)) this.showPiles(board, index, false, label);
      else board.show({ coins: pilesOf(this.positions[index]), target: this.targets[index], still: false, label });
    });
  }

  drawVerdict() {
    const said = this.message ? [this.message] : [];
    if (this.state.extra.note) said.unshift(h("div", { class: "why", id: "note" }, h("b", {}, "Counterexample. "), this.state.extra.note, "."));
    const answer = this.legality;
    if (answer?.fault) said.push(h("div", { class: "why" }, answer.fault));
    else if (answer?.legal === false) {
      said.push(h("div", { class: "why", id: "illegal" }, h("b", {}, "Not a legal move."), h("ul", {}, answer.reasons.map(reason))));
    } else if (answer?.legal) {
      said.push(h("p", { class: "good small", id: "legal" }, `✓ Legal, by ${answer.kinds.map((kind) => `“${kind}”`).join(" and ")}.`));
    }
    this.verdict.replaceChildren(...said);
  }

  drawHistory() {
    const { state } = this;
    const chips = [];
    for (let count = 0; count <= state.moves.length; count += 1) {
      const positions = positionsAt(state, count);
      const by = count === 0 ? "start" : { you: "you", computer: "computer", first: "first", second: "second" }[moverAt(state, count - 1)];
      const chip = h("button", { type: "button", class: "chip", "aria-current": count === this.count ? "true" : null, onclick: () => this.jump(count) },
        h("span", {}, by), h("span", { class: "where" }, positions.map((position) => shown(position)).join(" + ")), h("em", {}));
      chips.push(h("li", {}, chip));
      this.chipWord(chip, count);
    }
    this.history.replaceChildren(...chips);
  }

  /** A word below each move of a person. */
  async chipWord(chip, count) {
    if (count === 0) return;
    const by = moverAt(this.state, count - 1);
    try {
      const [before, after] = await Promise.all([whoWins(this.state, positionsAt(this.state, count - 1)), whoWins(this.state, positionsAt(this.state, count))]);
      const word = { kept: "✓ wins", lost: "✗ win given away", none: "no win was there", unknown: "nobody knows", let: "✓ wins, not forbidden" }[judge(before, after)];
      chip.querySelector("em").textContent = word;
      chip.classList.toggle("slip", word.startsWith("✗") && by !== "computer");
      chip.classList.toggle("won", word.startsWith("✓"));
    } catch { /* the board says what is wrong */ }
  }

  // --- trying ---------------------------------------------------------------------------------------------------------

  chooseTaken(index, taken) {
    this.tryPart = index;
    this.chosen = this.positions.map((position, part) => (part === index ? taken : pilesOf(position).map(() => 0n)));
    this.input.value = inWords(this.namesAt(index), taken);
    this.which.value = index;
    this.message = null;
    this.redrawBoards();
    this.checkSoon();
  }

  chooseTarget(index, target) {
    this.tryPart = index;
    this.targets = this.positions.map((position, part) => (part === index ? target : pilesOf(position)));
    this.input.value = textOf(target);
    this.which.value = index;
    this.message = null;
    this.redrawBoards();
    this.checkSoon();
  }

  /** Shows a move on the board as if it had been chosen. */
  tryMove(part, to) {
    const piles = pilesOf(this.positions[part]);
    const target = pilesOf(to);
    if (!this.namesAt(part)) { this.chooseTarget(part, target); return; }
    const taken = target.length === piles.length ? piles.map((pile, index) => pile - target[index]) : null;
    if (taken?.every((count) => count >= 0n)) this.chooseTaken(part, taken);
    this.tryPart = part;
    this.input.value = to;
    this.input.focus({ preventScroll: true });
    this.checkSoon();
  }

  typed() {
    this.message = null;
    const target = this.target();
    const index = this.tryPart;
    const piles = pilesOf(this.positions[index]);
    if (target.to !== undefined && /^[\d,]*$/.test(target.to)) {
      const left = pilesOf(target.to);
      if (!this.namesAt(index)) this.targets[index] = left;
      else if (left.length === piles.length && left.every((pile, at) => pile <= piles[at])) this.chosen[index] = piles.map((pile, at) => pile - left[at]);
      else this.chosen[index] = piles.map(() => 0n);
    } else if (this.namesAt(index)) this.chosen[index] = piles.map(() => 0n);
    this.redrawBoards();
    this.checkSoon();
  }

  /** The position after the move that is in the input. */
  target() {
    const described = this.parts[this.tryPart];
    const names = this.namesAt(this.tryPart);
    const piles = pilesOf(this.positions[this.tryPart]);
    if (described.splits) {
      const replaced = replacedHeap(this.input.value, piles);
      if (replaced) return replaced;
    }
    if (!names) {
      const text = this.input.value.trim();
      return { to: text ? text.replaceAll(/[()\s]/g, "") || "0" : textOf(this.targets[this.tryPart]) };
    }
    return understand(this.input.value, names, piles);
  }

  /** Asks the rules about what is chosen. */
  async check() {
    if (this.gone || this.busy || this.over) return;
    const { to, fault: wrong } = this.target();
    const from = this.positions[this.tryPart];
    if (wrong || to === from || this.input.value.trim() === "") {
      this.legality = wrong && this.input.value.trim() ? { fault: wrong } : null;
      this.drawVerdict();
      return;
    }
    const asked = this.input.value;
    try {
      const game = gameOf(this.state, this.state.parts[this.tryPart].game);
      const answer = await once("legal", { game, from: from, to: to });
      if (this.gone || this.input.value !== asked) return;
      this.legality = answer.legal ? await this.unlessForbidden(answer, to) : answer;
    } catch (error) {
      if (this.gone || this.input.value !== asked) return;
      this.legality = { fault: error.message };
    }
    this.drawVerdict();
  }

  // --- moving ---------------------------------------------------------------------------------------------------------

  async play() {
    if (this.busy || this.over || this.computerMoves()) return;
    const { to, fault: wrong } = this.target();
    if (wrong) { this.refuse({ fault: wrong }); return; }
    const part = this.tryPart;
    const game = gameOf(this.state, this.state.parts[part].game);
    const from = this.positions[part];
    this.busy = true;
    try {
      const legal = await once("legal", { game, from: from, to: to });
      if (!legal.legal) { this.refuse(legal); return; }
      const free = await this.unlessForbidden(legal, to);
      if (!free.legal) { this.refuse(free); return; }
      const settled = await this.asWritten(part, to);
      if (this.forbids) { await this.name(settled); return; }
      await this.moved(part, settled);
    } catch (error) {
      this.refuse({ fault: error.message });
    } finally {
      this.busy = false;
    }
    if (this.gone) return;
    this.draw();
    this.comment();
    if (this.computerMoves()) await this.reply();
  }

  /** What the rules allow, unless it is forbidden. */
  async unlessForbidden(legal, to) {
    if (!this.forbidden?.length) return legal;
    const settled = await this.asWritten(this.tryPart, to);
    return this.forbidden.includes(settled) ? { legal: false, reasons: ["it is forbidden"] } : legal;
  }

  /** A person forbids an option. */
  async name(option) {
    const naming = this.naming.includes(option) ? this.naming : [...this.naming, option];
    if (naming.length >= this.blocking) { await this.forbid(naming); return; }
    this.forget();
    this.naming = naming;
    this.input.value = "";
    this.busy = false;
    this.draw();
  }

  async doneForbidding() {
    if (this.busy || !this.forbids) return;
    this.busy = true;
    try { await this.forbid(this.naming); } catch (error) { this.complain(error); } finally { this.busy = false; }
  }

  /** These options are forbidden: whoever is to move may move elsewhere. */
  async forbid(options) {
    await this.page.go({ forbidden: options, moves: this.state.moves.slice(0, this.count), at: null }, { quietly: true });
    this.input.value = "";
    this.message = null;
    await this.look();
    this.busy = false;
    if (this.gone) return;
    say(options.length ? `Forbidden: ${this.listed(options)}.` : "Nothing is forbidden.");
    this.draw();
    if (this.computerMoves()) await this.reply();
  }

  refuse(legality) {
    this.legality = legality;
    this.drawVerdict();
    say(legality.fault ?? `Not a legal move. ${legality.reasons.join(". ")}`);
  }

  async moved(part, to) {
    const moves = [...this.state.moves.slice(0, this.count), { part, to, forbidden: this.forbidden ?? [] }];
    await this.page.go({ moves, at: null }, { quietly: true });
    this.input.value = "";
    this.message = null;
    await this.look();
  }

  /** The computer's move. */
  async reply() {
    let failed = false;
    this.busy = true;
    this.draw();
    try {
      const [part, to, resists] = await this.answer();
      if (this.gone || part === null) return;
      const from = this.positions[part];
      const names = this.parts[part].piles;
      await this.moved(part, to);
      const taken = names && !this.parts[part].sorted ? inWords(names, pilesOf(from).map((pile, index) => pile - pilesOf(to)[index])) : "";
      say(`The computer moves ${this.sum ? `in ${this.parts[part].title} ` : ""}to ${shown(to)}${taken ? `: ${taken}` : ""}.${resists ? " It knows no winning move." : ""}${this.over ? " No move is left: the computer wins." : this.forbidden?.length ? ` It forbids ${this.listed(this.forbidden)}. Your move.` : " Your move."}`);
    } catch (error) {
      failed = true;
      this.message = fault(error);
    } finally {
      this.busy = false;
    }
    if (this.gone) return;
    this.draw();
    // No comment takes the place of what went wrong.
    if (!failed) this.comment();
    if (!this.input.disabled && document.activeElement === document.body) this.input.focus({ preventScroll: true });
  }

  /** A word about the last move of a person. */
  async comment() {
    const { state } = this;
    const now = this.count;
    // Behind the computer's answer the word is still about the move before it.
    const count = now > 0 && moverAt(state, now - 1) === "computer" ? now - 1 : now;
    if (count === 0) return;
    const before = positionsAt(state, count - 1);
    try {
      const [was, is] = await Promise.all([whoWins(state, before), whoWins(state, positionsAt(state, count))]);
      if (this.blocking && was.outcome === "N") was.move = await this.freeWin(before, state.moves[count - 1].forbidden);
      const better = was.move ? `${this.sum ? `in ${this.parts[was.move.part].title} ` : ""}to ${shown(was.move.to)}` : "";
      const words = {
        kept: ["good", "✓ That keeps the win."],
        lost: ["bad", `✗ That gave the win away. The move was ${better}: from there every move can be answered.`],
        none: ["soft", "There was no winning move: hope for a mistake."],
        unknown: ["soft", "Nobody here knows whether that was good."],
        let: ["good", "✓ That wins: it could have been forbidden."],
      }[judge(was, is)];
      if (this.gone || this.count !== now || this.input.value !== "") return;
      this.message = h("p", { class: `small ${words[0]}`, id: "comment" }, words[1]);
      this.drawVerdict();
      if (count === now) say(words[1]);
    } catch { /* said elsewhere */ }
  }

  async hint() {
    try {
      const known = await this.advice();
      if (known.move && this.forbids) {
        this.tryMove(0, known.move.to);
        this.message = h("p", { class: "small good", id: "hint" }, `Hint: forbid ${shown(known.move.to)}.`);
      } else if (this.forbids) {
        this.message = h("p", { class: "small soft", id: "hint" }, "No option wins: nothing needs to be forbidden.");
      } else if (known.move) {
        this.tryMove(known.move.part, known.move.to);
        this.message = h("p", { class: "small good", id: "hint" }, `Hint: ${this.sum ? `in ${this.parts[known.move.part].title}, ` : ""}move to ${shown(known.move.to)}.`);
      } else {
        this.message = h("p", { class: "small soft", id: "hint" }, known.outcome === "P" ? "No move wins from here: hope for a mistake." : "Nobody here knows.");
      }
      this.drawVerdict();
      say(this.message.textContent);
    } catch (error) { this.complain(error); }
  }

  /** Who wins from here, and by which move that is not forbidden, or that ought to be. */
  async advice() {
    const known = await whoWins(this.state, this.positions);
    if (!this.blocking) return known;
    return { ...known, move: await this.freeWin(this.positions, [...(this.forbidden ?? []), ...this.naming]) };
  }

  // --- going back and forth -------------------------------------------------------------------------------------------

  async jump(count) {
    if (this.busy) return;
    await this.page.go({ at: count < this.state.moves.length ? count : null }, { quietly: true });
    this.input.value = "";
    this.message = null;
    await this.look();
    if (this.gone) return;
    this.draw();
    if (this.computerMoves() && this.count === this.state.moves.length) await this.reply();
  }

  /** Back to the person's last decision. */
  undo() {
    let count = this.count - 1;
    while (count > 0 && moverAt(this.state, count) === "computer") count -= 1;
    if (count >= 0) { this.jump(count); say("Taken back."); }
  }

  redo() {
    let count = this.count + 1;
    while (count < this.state.moves.length && moverAt(this.state, count) === "computer") count += 1;
    if (count <= this.state.moves.length) this.jump(count);
  }

  restart() { return this.page.go({ moves: [], at: null }); }

  fresh() { return this.page.go({ parts: this.state.parts.map(({ game }) => ({ game, position: "" })), moves: [], at: null }); }

  /** From now on the computer plays at another level. */
  async weigh(level) {
    await this.page.go({ level }, { step: false, quietly: true });
    say(`The computer plays at the level ${level} from now on.`);
    this.draw();
  }

  swap(me) { return this.page.go({ me, moves: [], at: null }); }

  choose(index, game) {
    const parts = this.state.parts.map((part, at) => (at === index ? { game, position: "" } : part));
    return this.page.go({ parts, moves: [], at: null, extra: {} });
  }

  add() { return this.page.go({ parts: [...positionsAt(this.state, this.count).map((position, index) => ({ game: this.state.parts[index].game, position })), { game: "nim", position: "" }], moves: [], at: null, extra: {} }); }

  drop(index) { return this.page.go({ parts: this.state.parts.filter((_, at) => at !== index), moves: [], at: null, extra: {} }); }
}

/** A reason of the rules: the kind of move in front. */
function reason(text) {
  const match = /^"([^"]*)": ([\s\S]*)$/.exec(text);
  return match ? h("li", {}, h("b", {}, match[1]), `: ${match[2]}`) : h("li", {}, text);
}
