// Explore: P-positions and nim-values as a map, their rows, the digits of numbers, arrays and the fractals of the shortcuts.

import { ask, askPicture, askText, begin } from "../api.js";
import { gameOf } from "../address.js";
import { chooser, linkButton } from "../app.js";
import { debounced, fault, h, save, shown, tabs } from "../dom.js";
import { once } from "../knowledge.js";
import { PositionMap } from "../map.js";
import { textOf } from "../tokens.js";
import { rowsTable } from "./beside.js";

export async function show(page, catalogue) {
  const view = new Explore(page, catalogue);
  await view.start();
  return () => view.leave();
}

class Explore {
  constructor(page, catalogue) {
    this.page = page;
    this.catalogue = catalogue;
    this.gone = false;
    this.job = null;
    this.linesSoon = debounced(140, (...at) => this.winning(...at));
  }

  get state() { return this.page.state; }
  get extra() { return this.state.extra; }
  get game() { return gameOf(this.state, this.state.parts[0].game); }

  leave() { this.gone = true; this.job?.cancel(); removeEventListener("resize", this.resize); removeEventListener("themechange", this.themed); }

  async start() {
    const { page, state } = this;
    page.main.className = "";
    page.tools.replaceChildren(chooser(this.catalogue, state.parts[0].game, state.text, (game) => page.go({ parts: [{ game, position: "" }], moves: [], at: null, extra: this.extra.tab ? { tab: this.extra.tab } : {} })), linkButton());
    this.described = await once("describe", { game: this.game });
    if (this.gone) return;
    this.resize = () => { if (this.map) { this.map.fit(); this.map.draw(); } };
    this.themed = () => { if (this.map) { this.map.image = null; this.map.draw(); } };
    addEventListener("resize", this.resize);
    addEventListener("themechange", this.themed);
    matchMedia("(prefers-color-scheme: dark)").onchange = this.themed;
    const panels = [["map", "Map", (panel) => this.atlas(panel)], ["rows", "Rows", (panel) => this.rows(panel)], ["numbers", "Digits", (panel) => this.numbers(panel)], ["array", "Arrays", (panel) => this.array(panel)], ["shortcuts", "Fractals", (panel) => this.shortcuts(panel)]];
    page.main.replaceChildren(h("section", { class: "card" }, h("h1", {}, this.described.title), h("p", { class: "soft lead" }, this.described.source ?? ""),
      tabs("Explore", panels, this.extra.tab ?? "map", (tab) => page.keep({ tab: tab === "map" ? null : tab }))));
  }

  // --- the map --------------------------------------------------------------------------------------------------------

  get piles() { return this.described.piles ?? []; }

  atlas(panel) {
    const { piles } = this;
    if (!this.described.piles) { this.coins(panel); return; }
    const valued = piles.length <= 3 && !this.described.blocking;
    const what = this.extra.what ?? (valued ? "values" : "positions");
    const standard = { 1: 60, 2: 60, 3: 20 }[piles.length] ?? 12;
    const max = Number(this.extra.max ?? standard);
    const slice = Number(this.extra.slice ?? 5);
    const status = h("p", { class: "soft small", role: "status" });
    const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": "Map of positions; arrows move the pointer, plus and minus zoom, shift and arrows pan", "aria-describedby": "under" });
    this.under = h("p", { class: "under", id: "under", "aria-live": "polite" }, h("span", { class: "soft" }, "Point at a square to see its position and its winning moves. Drag to move the map, wheel or + and − to zoom; arrow keys move the pointer."));
    const kind = h("select", { "aria-label": "What is shown", onchange: () => { this.page.keep({ what: kind.value }); this.atlas(panel); } },
      h("option", { value: "values", selected: what === "values", disabled: !valued }, "nim-values"), piles.length > 1 ? h("option", { value: "positions", selected: what === "positions" }, "P-positions") : null);
    const most = { 1: 2000, 2: 1000, 3: 400 }[piles.length] ?? 80;
    const number = h("input", { type: "number", min: 1, max: most, value: max, "aria-label": "The largest pile", onchange: () => { this.page.keep({ max: number.value }); this.atlas(panel); } });
    const range = h("input", { type: "range", min: 5, max: Math.min(most, 300), value: Math.min(max, 300), "aria-label": "The largest pile, as a slider", oninput: () => { number.value = range.value; }, onchange: () => { this.page.keep({ max: range.value }); this.atlas(panel); } });
    const cut = piles.length === 3 && h("label", {}, `${piles[2]} =`, h("input", { type: "range", min: 0, max: Math.min(max, 100), value: slice, "aria-label": `The size of pile ${piles[2]}`, onchange: (event) => { this.page.keep({ slice: event.target.value }); this.atlas(panel); } }), h("b", {}, slice));
    let aside;
    this.job?.cancel();
    const stop = h("button", { type: "button", hidden: true, onclick: () => this.job?.cancel() }, "Stop");
    panel.replaceChildren(h("div", { class: "row" }, kind, h("label", {}, "piles up to", number, range), cut || "", stop),
      h("div", { class: "atlas" }, h("div", { class: "map" }, canvas), aside = h("div", {}, this.under, status)));
    const given = { kind: what, game: this.game, max };
    if (piles.length === 3) given.slice = `${piles[2]}=${slice}`;
    this.load(canvas, given, what, status, stop).then((ok) => { if (ok && !this.gone && max <= (what === "positions" || piles.length === 1 ? 4000 : 400)) aside.append(this.pictureSavers(given)); });
  }

  async load(canvas, given, what, status, stop) {
    const one = this.piles.length === 1;
    // Pictures end at 400; a map has room for more.
    const wide = this.piles.length === 2 && what === "values" && given.max > 400;
    const command = one || wide ? "solve" : "plot";
    const asked = one || wide ? { game: given.game, max: given.max, "nim-values": true } : given;
    status.textContent = "One moment …";
    const showStop = setTimeout(() => { stop.hidden = false; }, 400);
    const job = begin(command, asked, (progress) => { status.textContent = `${progress.step}: ${progress.done}${progress.total ? ` of ${progress.total}` : ""}`; });
    this.job = job;
    try {
      const answer = await job.answer;
      if (this.gone || this.job !== job) return false;
      const [x, y] = this.piles;
      const drawn = one ? { values: answer.values, x, title: "nim-values" } : wide ? { rows: this.square(answer), x, y, title: "nim-values" } : answer;
      this.map = new PositionMap(canvas, drawn, (x, y, value) => this.pointed(x, y, value, what));
      this.map.draw();
      const period = answer.period ? ` Periodic: period ${answer.period.period} from ${answer.period.preperiod} on.` : "";
      const rays = (answer.rays ?? []).map((ray) => ray.name).join("; ");
      status.textContent = `${answer.note ? `${answer.note}. ` : ""}${rays ? `${rays}. ` : ""}How we know: ${answer.evidence}.${period}${what === "values" ? " Value 0, the P-positions, has a colour of its own." : ""}`;
      return true;
    } catch (error) {
      if (!this.gone && this.job === job) status.replaceChildren(error.kind === "cancelled" ? "Stopped." : fault(error));
      return false;
    } finally {
      clearTimeout(showStop);
      stop.hidden = true;
      if (this.job === job) this.job = null;
    }
  }

  /** The values of a board of two piles, row by row; sorted piles are the same in both orders. */
  square({ max, positions, values }) {
    const size = Number(max) + 1;
    const rows = Array.from({ length: size }, () => new Array(size).fill(null));
    positions.forEach(([x, y], index) => {
      rows[y][x] = values[index];
      if (this.described.sorted) rows[x][y] = values[index];
    });
    return rows;
  }

  /** The position under the pointer. */
  position(x, y) {
    if (this.piles.length === 1) return [x];
    if (this.piles.length === 2) return [x, y];
    if (this.piles.length === 3) return [x, y, Number(this.extra.slice ?? 5)];
    return null;
  }

  pointed(x, y, value, what) {
    const position = this.position(x, y);
    if (!position) { this.under.textContent = `${x}, ${y}`; return; }
    const words = value === undefined ? "" : value < 0 ? ", no position" : what === "values" || this.piles.length === 1 ? `: nim-value ${value}${value === 0 ? ", a P-position" : ""}` : value === 0 ? ": a P-position" : "";
    this.under.replaceChildren(h("b", { class: "mono" }, shown(position.map(String))), words, " ", h("button", { type: "button", class: "link", onclick: () => this.play(position) }, "Play from here"));
    this.linesSoon(x, y, position);
  }

  async winning(x, y, position) {
    try {
      const answer = await once("moves", { game: this.game, position: textOf(position), winning: true, limit: 24 });
      if (this.gone || this.map?.point?.[0] !== x || this.map?.point?.[1] !== y) return;
      const in_plane = answer.moves.map((move) => move.to.map(Number)).filter((to) => to.length < 3 || to[2] === position[2]);
      this.map.lines = in_plane.map((to) => (to.length === 1 ? [to[0], 0] : [to[0], to[1]]));
      this.map.draw();
      this.under.append(answer.moves.length ? ` Wins: to ${answer.moves.slice(0, 6).map((move) => shown(move.to)).join(", ")}${answer.moves.length > 6 || !answer.complete ? " …" : ""}.` : " No move wins from here.");
    } catch { /* nobody knows */ }
  }

  play(position) { return this.page.go({ view: "play", parts: [{ game: this.state.parts[0].game, position: textOf(position) }], moves: [], at: null, extra: {} }); }

  pictureSavers(given) {
    return h("p", { class: "small soft" }, "Save the picture: ", [["image/svg+xml", "svg", "SVG"], ["image/png", "png", "PNG"], ["text/plain", "tikz", "TikZ"]].map(([type, ending, name]) => [h("button", { type: "button", class: "link", onclick: async (event) => {
      const asked = ending === "tikz" ? { ...given, format: "tikz" } : given;
      try { save(`${given.kind}.${ending}`, await askPicture(asked, type), type); } catch (error) { event.target.after(fault(error)); }
    } }, name), " "]));
  }

  /** Coins on a strip and heaps that split have no plane: their P-positions are listed, of heaps the single ones. */
  async coins(panel) {
    panel.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    const max = Number(this.extra.max ?? 12);
    const number = h("input", { type: "number", min: 1, max: 40, value: max, "aria-label": "The last square", onchange: () => { this.page.keep({ max: number.value }); this.coins(panel); } });
    const job = begin("solve", { game: this.game, max });
    this.job = job;
    try {
      const answer = await job.answer;
      panel.replaceChildren(h("div", { class: "row" }, h("label", {}, this.described.splits ? "single heaps up to" : "coins up to square", number)), h("h2", {}, `${answer.positions.length} P-positions`), h("p", { class: "soft small" }, `How we know: ${answer.evidence}.`),
        h("div", { class: "moves" }, answer.positions.map((position) => h("button", { type: "button", class: "link mono", onclick: () => this.play(position) }, position.length ? shown(position) : "empty"))), this.tableSavers("solve", { game: this.game, max }, "positions"));
    } catch (error) { panel.replaceChildren(fault(error)); }
  }

  // --- rows -----------------------------------------------------------------------------------------------------------

  async rows(panel) {
    panel.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    const rows = Number(this.extra.rows ?? 40);
    try {
      const answer = await once("table", { game: this.game, rows });
      const number = h("input", { type: "number", min: 2, max: 2000, value: rows, "aria-label": "How many rows", onchange: () => { this.page.keep({ rows: number.value }); this.rows(panel); } });
      const differences = this.extra.diff === "1";
      const box = h("input", { type: "checkbox", checked: differences, onchange: () => { this.page.keep({ diff: box.checked ? "1" : null }); this.rows(panel); } });
      panel.replaceChildren(h("div", { class: "row" }, h("label", {}, "rows", number), h("label", { class: "check" }, box, "differences of consecutive rows")),
        h("div", { class: "scroll" }, rowsTable(differences ? consecutive(answer) : answer)), answer.notes.map((note) => h("p", { class: "small" }, note)),
        h("p", { class: "soft small" }, `How we know: ${answer.evidence}.`), this.tableSavers("table", { game: this.game, rows }, "table"));
    } catch (error) { panel.replaceChildren(fault(error)); }
  }

  tableSavers(command, given, name) {
    return h("p", { class: "small soft" }, "Save the table: ", [["csv", "csv"], ["latex", "tex"], ["markdown", "md"], ["json", "json"]].map(([format, ending]) => [h("button", { type: "button", class: "link", onclick: async (event) => {
      try { save(`${name}.${ending}`, await askText(command, { ...given, format })); } catch (error) { event.target.after(fault(error)); }
    } }, format), " "]));
  }

  // --- numbers --------------------------------------------------------------------------------------------------------

  numbers(panel) {
    const number = h("input", { value: this.extra.n ?? "41", "aria-label": "Number", spellcheck: "false" });
    const system = h("input", { value: this.extra.system ?? "zeckendorf", "aria-label": "Numeration system", list: "systems", spellcheck: "false" });
    const out = h("div", { "aria-live": "polite" });
    const work = debounced(120, async () => {
      this.page.keep({ n: number.value, system: system.value });
      try {
        const given = { n: number.value, system: system.value };
        const [plain, left] = await Promise.all([askText("represent", given), askText("represent", { ...given, shift: "left" }).catch(() => "")]);
        const shifted = left.split("\n").filter((line) => line.startsWith("shifted")).join("\n");
        out.replaceChildren(h("pre", { class: "said" }, plain, shifted ? `left ${shifted}` : ""));
      } catch (error) { out.replaceChildren(fault(error)); }
    });
    number.oninput = work;
    system.oninput = work;
    panel.replaceChildren(h("p", {}, "The digits of a number in a numeration system, and what they are worth when they are shifted."), h("div", { class: "row" }, h("label", {}, "number", number), h("label", {}, "system", system),
      h("datalist", { id: "systems" }, ["zeckendorf", "ternary-u", "base:2", "p:7/4", "q:7/4", "p:phi", "q:sqrt(2)", "recurrence:2,1"].map((one) => h("option", { value: one })))), out);
    work();
  }

  // --- arrays and fractals --------------------------------------------------------------------------------------------

  async array(panel) {
    const rows = h("input", { type: "number", min: 1, max: 200, value: this.extra.r ?? 12, "aria-label": "Rows" });
    const columns = h("input", { type: "number", min: 1, max: 40, value: this.extra.c ?? 8, "aria-label": "Columns" });
    const recurrence = h("input", { value: this.extra.u ?? "", placeholder: "3,-1", "aria-label": "Recurrence", size: 8 });
    const out = h("div");
    const work = async () => {
      this.page.keep({ r: rows.value, c: columns.value, u: recurrence.value || null });
      const given = { rows: rows.value, columns: columns.value };
      if (recurrence.value.trim()) given.recurrence = recurrence.value.trim();
      try {
        out.replaceChildren(h("pre", { class: "said scroll", tabindex: "0" }, await askText("array", given)), this.tableSavers("array", given, "array"));
      } catch (error) { out.replaceChildren(fault(error)); }
    };
    for (const input of [rows, columns, recurrence]) input.onchange = work;
    panel.replaceChildren(h("p", {}, "The array of the Frankenstein paper, in which every positive integer has one place, and its kin from other recurrences."), h("div", { class: "row" }, h("label", {}, "rows", rows), h("label", {}, "columns", columns), h("label", {}, "recurrence", recurrence)), out);
    await work();
  }

  async shortcuts(panel) {
    const d = Number(this.extra.d ?? 5);
    const order = this.extra.order === "first";
    const slider = h("input", { type: "range", min: 3, max: 9, value: d, "aria-label": "Number of piles", onchange: () => { this.page.keep({ d: slider.value }); this.shortcuts(panel); } });
    const box = h("input", { type: "checkbox", checked: order, onchange: () => { this.page.keep({ order: box.checked ? "first" : null }); this.shortcuts(panel); } });
    const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": "Differences of consecutive ternary codes" });
    const status = h("p", { class: "soft small", role: "status" }, "One moment …");
    const aside = h("div", {}, status);
    panel.replaceChildren(h("p", {}, "The differences of consecutive ternary codes of the shortcut matrix: the fractals of the paper on arbitrarily large rat games."),
      h("div", { class: "row" }, h("label", {}, "piles", slider, h("b", {}, d)), h("label", { class: "check" }, box, "rows ordered from the first column on")), h("div", { class: "atlas" }, h("div", { class: "map" }, canvas), aside));
    const given = { kind: "shortcuts", d, "from-first": order };
    try {
      const answer = await ask("plot", given);
      if (this.gone) return;
      this.map = new PositionMap(canvas, answer, (x, y) => { status.textContent = `row ${x}, difference ${y}`; });
      this.map.draw();
      status.textContent = `${answer.note}. How we know: ${answer.evidence}.`;
      aside.append(this.pictureSavers(given));
    } catch (error) { status.replaceChildren(fault(error)); }
  }
}

/** The differences of consecutive rows, column by column. */
function consecutive(answer) {
  const rows = answer.rows.slice(1).map((row, index) => row.map((cell, column) => {
    const before = answer.rows[index][column];
    const numbers = /^-?\d+$/.test(cell) && /^-?\d+$/.test(before);
    return column === 0 ? cell : numbers ? String(BigInt(cell) - BigInt(before)) : "";
  }));
  return { columns: answer.columns.map((column, index) => (index === 0 ? column : `Δ${column}`)), rows };
}
