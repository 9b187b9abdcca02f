// Beside the board: the rules, who wins and why, the moves, and where one wants to be.

import { ask } from "../api.js";
import { gameOf } from "../address.js";
import { fault, h, save, shown, tabs } from "../dom.js";
import { once, partsOf, whoWins } from "../knowledge.js";
import { reasonsOf } from "../reasons.js";
import { textOf } from "../tokens.js";

export class Beside {
  constructor(play) {
    this.play = play;
    this.element = h("aside", { class: "card", "aria-label": "About this position" });
  }

  draw() {
    const kept = this.play.state.extra.side ?? "rules";
    const panels = [["rules", "Rules", (panel) => this.rules(panel)], ["why", "Why", (panel) => this.why(panel)], ["moves", "Moves", (panel) => this.moves(panel)]];
    if (!this.play.sum && this.play.parts[0].claims.includes("P-positions") || !this.play.sum && !this.play.parts[0].piles) panels.push(["table", "Table", (panel) => this.wanted(panel)]);
    this.element.replaceChildren(tabs("About this position", panels, kept, (side) => this.play.page.keep({ side: side === "rules" ? null : side })));
  }

  async rules(panel) {
    const pages = await Promise.all(this.play.state.parts.map(({ game }) => once("rules", { game: gameOf(this.play.state, game), format: "html" })));
    const hasTable = !this.play.sum && this.play.parts[0].claims.includes("P-positions");
    panel.replaceChildren(...pages.map((answer) => article(answer.rules)), hasTable ? await this.small() : "");
    panel.append(h("p", { class: "small soft" }, "Save: ", ["game", "latex", "html", "text"].map((format) => [h("button", { type: "button", class: "link", onclick: () => this.saveRules(format) }, format === "game" ? "rule file" : format), " "])));
  }

  async saveRules(format) {
    for (const [index, { game }] of this.play.state.parts.entries()) {
      try {
        const answer = await ask("rules", { game: gameOf(this.play.state, game), format });
        const name = answer.game.replaceAll(/[^\w.-]+/g, "-");
        save(`${name}.${{ game: "game", latex: "tex", html: "html", text: "txt" }[format]}`, format === "game" && game.startsWith("~") ? this.play.state.text : answer.rules);
      } catch (error) {
        this.play.complain(error);
      }
      if (index > 8) break;
    }
  }

  /** The first rows of where one wants to be. */
  async small() {
    try {
      const answer = await once("table", { game: gameOf(this.play.state, this.play.state.parts[0].game), rows: 6 });
      const fits = answer.rows.every((row) => row.join("").length < 60);
      if (!fits) return "";
      return h("section", {}, h("h2", {}, "Where one wants to be"), rowsTable(answer),
        h("p", { class: "soft small" }, "Leave one of these to your opponent and you win. How we know: ", answer.evidence, "."));
    } catch { return ""; }
  }

  async wanted(panel) {
    panel.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    try {
      const answer = await once("table", { game: gameOf(this.play.state, this.play.state.parts[0].game), rows: 24 });
      panel.replaceChildren(h("h2", {}, "P-positions"), h("p", { class: "soft small" }, "Whoever has to move from one of these loses against good play."), h("div", { class: "scroll" }, rowsTable(answer)),
        answer.notes.map((note) => h("p", { class: "small" }, note)), h("p", { class: "soft small" }, "How we know: ", answer.evidence, "."));
    } catch (error) { panel.replaceChildren(fault(error)); }
  }

  async why(panel) {
    panel.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    try {
      const known = await (this.play.forbids ? whoWins(this.play.state, this.play.positions) : this.play.advice());
      const who = this.play.state.me === "both" ? "Whoever is to move" : this.play.toMove() === "you" ? "You" : "The computer";
      const plain = this.play.over ? "No move is left: whoever is to move has lost."
        : known.outcome === "N" ? `${who} can win.`
          : known.outcome === "P" ? "Whoever moves from here loses against good play."
            : "Nobody here knows who wins from this position.";
      panel.replaceChildren(h("h2", {}, this.play.positions.map((position) => shown(position)).join(" + ")), h("p", {}, plain),
        known.move && !this.play.over ? h("p", {}, "A winning move: ", this.play.sum ? `in ${this.play.parts[known.move.part].title}, ` : "", h("button", { type: "button", class: "link", onclick: () => this.play.tryMove(known.move.part, known.move.to) }, `to ${shown(known.move.to)}`), `, by “${known.move.kind}”.`) : "",
        this.play.over ? "" : h("div", { class: "reasons" }, reasonsOf(known)),
        (known.refuted ?? []).map((claim) => h("p", { class: "bad small" }, `The rules claim ${claim}, and that is false: it was not used.`)));
    } catch (error) { panel.replaceChildren(fault(error)); }
  }

  async moves(panel) {
    panel.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    try {
      const winning = this.play.state.extra.winning === "1";
      const lists = await Promise.all(partsOf(this.play.state, this.play.positions).map((part) => once("moves", { game: part.game, position: part.position, limit: 400, winning: winning && !this.play.sum })));
      const box = this.play.sum ? null : h("label", { class: "check" }, h("input", { type: "checkbox", checked: winning, onchange: (event) => { this.play.page.keep({ winning: event.target.checked ? "1" : null }); this.moves(panel); } }), "only those that win");
      panel.replaceChildren(box ?? "", ...lists.map((list, index) => h("section", {}, this.play.sum ? h("h2", {}, this.play.parts[index].title) : "",
        h("p", { class: "soft small" }, count(list, winning && !this.play.sum)), this.byKind(list, index))));
    } catch (error) { panel.replaceChildren(fault(error)); }
  }

  byKind(list, part) {
    const still = this.play.computerMoves() || this.play.over;
    return this.play.parts[part].kinds.map((kind) => {
      const moves = list.moves.filter((move) => move.kinds[0] === kind.name);
      if (!moves.length) return "";
      return h("details", { open: moves.length <= 60 }, h("summary", {}, h("b", {}, kind.name), kind.caption ? `: ${kind.caption}` : "", h("span", { class: "soft" }, ` (${moves.length})`)),
        h("div", { class: "moves" }, moves.map((move) => h("button", { type: "button", class: "link mono", disabled: still, onclick: () => this.play.tryMove(part, textOf(move.to)) }, shown(move.to)))));
    });
  }
}

function count(list, winning) {
  const number = list.moves.length;
  const which = winning ? "winning move" : "move";
  return `${list.complete ? "" : "the first "}${number === 0 ? "no" : number} ${which}${number === 1 ? "" : "s"}`;
}

/** The rules as the printer of the laboratory wrote them; their headings are below that of the page. */
function article(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  for (const heading of parsed.querySelectorAll("h1, h2")) {
    const lower = document.createElement(heading.localName === "h1" ? "h2" : "h3");
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return h("div", { class: "rules" }, ...document.importNode(parsed, true).childNodes);
}

/** A table of the laboratory. */
export function rowsTable(answer) {
  return h("table", {}, h("thead", {}, h("tr", {}, answer.columns.map((column) => h("th", { scope: "col" }, column)))),
    h("tbody", {}, answer.rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))));
}
