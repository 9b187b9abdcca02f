// Write: rules on the left, answers on the right as one types.

import { ask, askPicture, begin, games } from "../api.js";
import { linkButton } from "../app.js";
import { debounced, fault, h, save, say, tabs } from "../dom.js";
import { textOf } from "../tokens.js";
import { rowsTable } from "./beside.js";
import { draw as drawMap } from "../map.js";

const EMPTY = `game near "Wythoff, nearly equal amounts"
piles x, y

move I "any positive number from one pile":
    exactly 1 of x, y changes

move II "from both, nearly the same":
    x' < x and y' < y
    |(x - x') - (y - y')| < 2

P = { (floor(n*sqrt(2)), floor(n*sqrt(2)) + 2*n) | n >= 0 } ∪ { (floor(n*sqrt(2)) + 2*n, floor(n*sqrt(2))) | n >= 0 }
`;

/** The largest pile that is tried by brute force while one types, by the number of piles. */
const SIZES = [0, 200, 40, 16, 8, 5, 4];

export async function show(page) {
  const view = new Write(page);
  await view.start();
  return () => view.leave();
}

class Write {
  constructor(page) {
    this.page = page;
    this.turn = 0;
    this.job = null;
    this.inspectSoon = debounced(70, () => this.inspect());
    this.answerSoon = debounced(250, () => this.tabs?.refresh());
  }

  get state() { return this.page.state; }
  get game() { return { text: this.area.value }; }

  leave() { this.gone = true; this.turn += 1; this.job?.cancel(); }

  async start() {
    const { page, state } = this;
    page.main.className = "half";
    const catalogue = await games();
    this.layer = h("pre", { "aria-hidden": "true" });
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    this.area = h("textarea", { "aria-label": "Rules", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-describedby": "faults", oninput: () => this.changed(), onkeydown: (event) => this.indent(event), value: state.text ?? EMPTY });
    this.faults = h("ul", { class: "faults", id: "faults", "aria-live": "polite" });
    this.right = h("section", { class: "card", "aria-label": "Answers" });
    const start = h("select", { "aria-label": "Examples to start from", onchange: () => this.example(start.value) }, h("option", { value: "" }, "Start from …"),
      h("option", { value: "~" }, "a small example"), catalogue.map((one) => h("option", { value: one.name }, one.title)));
    const file = h("input", { type: "file", accept: ".game,text/plain", class: "hidden", tabindex: "-1", "aria-label": "Open a rule file", onchange: async () => {
      if (file.files[0]) this.set(await file.files[0].text());
      file.value = "";
    } });
    page.tools.replaceChildren(start, file, h("button", { type: "button", onclick: () => file.click() }, "Open"),
      h("button", { type: "button", onclick: () => save(`${this.described?.game.replaceAll(/[^\w-]+/g, "-") || "my"}.game`, this.area.value) }, "Save"), linkButton(),
      this.playButton = h("button", { type: "button", class: "main", disabled: true, onclick: () => this.play() }, "Play it"));
    page.main.replaceChildren(h("section", { class: "card", "aria-label": "Rules" },
      h("h1", {}, "Write a game"), h("p", { class: "soft lead" }, "Change a rule, and look to the right. What may stand here is told by the errors, and in ", h("code", {}, "docs/rules-language.md"), "."),
      h("div", { class: "editor" }, this.numbers, h("div", { class: "sheet" }, this.layer, this.area)), this.faults), this.right);
    this.paint([], []);
    if (state.text === null) await page.go({ text: this.area.value, parts: [{ game: "~", position: "" }], moves: [], at: null }, { step: false, quietly: true });
    this.panels();
    await this.inspect();
  }

  panels() {
    const panels = [["positions", "Positions", (panel) => this.positions(panel)], ["values", "Values", (panel) => this.values(panel)], ["proof", "Proof", (panel) => this.proof(panel)], ["discover", "Discover", (panel) => this.discovery(panel)], ["rules", "Rules as text", (panel) => this.rules(panel)]];
    this.proofFor = null;
    this.discoveryFor = null;
    this.tabs = tabs("Answers", panels, this.state.extra.tab ?? "positions", (tab) => this.page.keep({ tab: tab === "positions" ? null : tab }));
    this.right.replaceChildren(this.tabs);
  }

  set(text) { this.area.value = text; this.changed(); this.area.focus(); }

  async example(name) {
    if (!name) return;
    if (name === "~") { this.set(EMPTY); return; }
    try {
      this.set((await ask("rules", { game: name, format: "game" })).rules);
    } catch (error) { this.faults.replaceChildren(h("li", {}, error.message)); }
  }

  indent(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    const before = this.area.value.slice(0, this.area.selectionStart);
    const line = before.split("\n").pop();
    const blanks = /^\s*/.exec(line)[0] + (line.trimEnd().endsWith(":") ? "    " : "");
    if (!blanks) return;
    event.preventDefault();
    this.area.setRangeText(`\n${blanks}`, this.area.selectionStart, this.area.selectionEnd, "end");
    this.changed();
  }

  changed() {
    this.job?.cancel();
    this.job = null;
    this.proofResult = null;
    this.discoveryFor = null;
    this.paint(null, []);
    this.inspectSoon();
  }

  async inspect() {
    const now = ++this.turn;
    const text = this.area.value;
    let answer;
    try {
      answer = await ask("inspect", { game: { text } });
    } catch (error) {
      if (now === this.turn) this.faults.replaceChildren(h("li", {}, error.message));
      return;
    }
    if (now !== this.turn) return;
    this.words = answer.words;
    this.described = answer.game;
    // What a panel said of the text before it was read is said anew.
    this.proofFor = null;
    this.paint(answer.words, [...answer.faults.map((one) => [one, "wrong"]), ...answer.warnings.map((one) => [one, "doubt"])]);
    this.list(answer);
    this.playButton.disabled = !answer.game;
    await this.page.go({ text, parts: [{ game: "~", position: "" }], moves: [], at: null }, { step: false, quietly: true });
    this.answerSoon();
  }

  /** The colours are those of the laboratory's own reader; until it has answered, the words stay plain. */
  paint(words, faults) {
    const text = this.area.value;
    const marks = faults.flatMap(([one, kind]) => one.places.slice(0, 1).map((place) => ({ start: place.start, end: Math.max(place.end, place.start + 1), kind })));
    const pieces = [];
    let at = 0;
    const push = (upTo, kind) => {
      if (upTo <= at) return;
      const mark = marks.find((one) => one.start < upTo && one.end > at);
      const cut = mark && mark.start > at ? mark.start : mark && mark.end < upTo ? mark.end : upTo;
      const classes = [kind && `is-${kind}`, mark && mark.start <= at ? mark.kind : null].filter(Boolean).join(" ");
      const piece = text.slice(at, cut);
      pieces.push(classes ? h("span", { class: classes }, piece) : piece);
      at = cut;
      push(upTo, kind);
    };
    for (const word of words ?? []) {
      push(word.start, null);
      push(word.end, word.kind);
    }
    push(text.length, null);
    this.layer.replaceChildren(...pieces, "\n ");
    const lines = text.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
  }

  list({ faults, warnings }) {
    const item = (one, kind) => {
      const place = one.places[0];
      return h("li", { class: kind }, place ? h("button", { type: "button", class: "link place", onclick: () => this.select(place) }, `${place.line}:${place.column}`) : null, " ", one.message, ". ",
        one.notes.map((note) => h("span", { class: "soft" }, `${note}. `)), one.helps.map((help) => h("span", {}, `${help[0].toUpperCase()}${help.slice(1)}. `)));
    };
    this.faults.replaceChildren(...faults.map((one) => item(one, "fault")), ...warnings.map((one) => item(one, "warning")));
  }

  select(place) {
    this.area.focus();
    this.area.setSelectionRange(place.start, place.end);
  }

  /** What a panel says while the text has faults. */
  waits(panel) {
    if (this.described) return false;
    this.proofFor = null;
    panel.replaceChildren(h("p", { class: "soft" }, "As soon as the text says a game, the answers are here."));
    return true;
  }

  get size() { return SIZES[Math.min(this.described.piles?.length ?? 2, SIZES.length - 1)]; }

  async positions(panel) {
    if (this.waits(panel)) return;
    const now = this.turn;
    try {
      const claims = this.described.claims.includes("P-positions") ? this.claimLine() : null;
      const solved = await ask("solve", { game: this.game, max: this.size });
      if (now !== this.turn) return;
      const rows = solved.positions.slice(0, 60);
      panel.replaceChildren(claims ?? "", h("h2", {}, `P-positions with piles up to ${this.size}, by brute force`), h("p", { class: "soft small" }, "Whoever has to move from one of these loses. ", solved.evidence, "."));
      if (this.described.piles?.length === 2) panel.append(await this.picture({ kind: "positions", game: this.game, max: this.size }, now));
      if (now !== this.turn) return;
      panel.append(h("div", { class: "scroll short" }, rowsTable({ columns: this.described.piles ?? ["n"], rows })), solved.positions.length > rows.length ? h("p", { class: "soft small" }, `and ${solved.positions.length - rows.length} more`) : "",
        this.savers("solve", { game: this.game, max: this.size }, "positions"));
    } catch (error) { if (now === this.turn) panel.replaceChildren(fault(error)); }
  }

  /** The first claim, decided while one reads; a proof that takes long is for its own panel. */
  claimLine() {
    const box = h("div", { class: "box", role: "status" }, "The rules claim their P-positions. Is that true? ", h("button", { type: "button", onclick: () => { this.page.keep({ tab: "proof" }); this.panels(); this.prove(); } }, "Prove it"));
    return box;
  }

  async values(panel) {
    if (this.waits(panel)) return;
    const now = this.turn;
    try {
      const dimension = this.described.piles?.length ?? 1;
      if (dimension === 2) {
        const answer = await ask("plot", { kind: "values", game: this.game, max: 24 });
        if (now !== this.turn) return;
        const canvas = h("canvas", { role: "img", "aria-label": answer.title, class: "still" });
        panel.replaceChildren(h("h2", {}, answer.title), h("p", { class: "soft small" }, answer.note, "."), h("div", { class: "map" }, canvas), this.pictureSavers({ kind: "values", game: this.game, max: 24 }, "values"));
        drawMap(canvas, answer);
        return;
      }
      const max = dimension === 1 ? 60 : this.size;
      const solved = await ask("solve", { game: this.game, max, "nim-values": true });
      if (now !== this.turn) return;
      const rows = solved.positions.slice(0, 200).map((position, index) => [...position, solved.values[index]]);
      panel.replaceChildren(h("h2", {}, `Nim-values with piles up to ${max}`), solved.period ? h("p", {}, `Periodic: period ${solved.period.period}, from ${solved.period.preperiod} on.`) : "",
        h("div", { class: "scroll short" }, rowsTable({ columns: [...(this.described.piles ?? ["n"]), "value"], rows })), this.savers("solve", { game: this.game, max, "nim-values": true }, "values"));
    } catch (error) { if (now === this.turn) panel.replaceChildren(fault(error)); }
  }

  async picture(given, now, name = "positions") {
    try {
      const answer = await ask("plot", given);
      if (now !== this.turn) return "";
      const canvas = h("canvas", { role: "img", "aria-label": answer.title, class: "still" });
      const holder = h("div", {}, h("div", { class: "map" }, canvas), h("p", { class: "soft small" }, (answer.rays?.length ? answer.rays : name === "vectors" ? answer.series : []).map((one) => one.name).join("; ")), this.pictureSavers(given, name));
      requestAnimationFrame(() => drawMap(canvas, answer));
      return holder;
    } catch { return ""; }
  }

  pictureSavers(given, name) {
    return h("p", { class: "small soft" }, "Save the picture: ", [["image/svg+xml", "svg"], ["image/png", "png"]].map(([type, ending]) => [h("button", { type: "button", class: "link", onclick: async () => save(`${name}.${ending}`, await askPicture(given, type), type) }, ending.toUpperCase()), " "]));
  }

  savers(command, given, name) {
    return h("p", { class: "small soft" }, "Save the table: ", [["csv", "csv"], ["latex", "tex"], ["markdown", "md"], ["json", "json"]].map(([format, ending]) => [h("button", { type: "button", class: "link", onclick: async () => {
      const { askText } = await import("../api.js");
      save(`${name}.${ending}`, await askText(command, { ...given, format }));
    } }, format), " "]));
  }

  async proof(panel) {
    this.proofPanel = panel;
    if (this.waits(panel)) return;
    // Nothing is put under somebody's finger anew.
    if (this.job || this.proofFor === this.area.value) return;
    this.proofFor = this.area.value;
    if (this.proofResult) { this.showProof(this.proofResult); return; }
    if (!this.described.claims.length) {
      panel.replaceChildren(h("p", {}, "These rules claim nothing. Write what you believe, and it is proved for all positions or refuted by the smallest counterexample:"),
        h("pre", { class: "said" }, "P when x = y\nnim-value = x xor y\ntheorem \"…\": forall n >= 1: floor(n*phi) >= n"));
      return;
    }
    panel.replaceChildren(h("p", {}, `The rules claim: ${this.described.claims.join("; ")}.`), h("button", { type: "button", class: "main", onclick: () => this.prove() }, "Prove for all positions"));
  }

  async prove() {
    if (!this.described || this.job) return;
    const result = await this.run(this.proofPanel, "Proving", "prove", { game: this.game, certificate: true });
    if (!result) return;
    this.proofResult = result;
    this.showProof(result);
  }

  /** A job, shown while it works: { answer } or { error }, or null if the text is another one by then. */
  async run(panel, title, command, given) {
    const step = h("span", { class: "soft" }, "beginning");
    const bar = h("progress", { "aria-label": "Progress" });
    const stop = h("button", { type: "button", onclick: () => this.job?.cancel() }, "Stop");
    panel.replaceChildren(h("div", { class: "box", role: "status" }, h("div", { class: "head" }, h("b", {}, title), stop), bar, h("p", { class: "small" }, step)));
    const started = performance.now();
    this.job = begin(command, given, (progress) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      step.textContent = `${progress.step}, ${progress.done.toLocaleString("en")}${progress.total ? ` of ${progress.total.toLocaleString("en")}` : ""}${progress.memory ? ` states, ${Math.ceil(progress.memory / 1e6)} MB` : ""}, ${seconds} s`;
      if (progress.total) { bar.max = progress.total; bar.value = progress.done; } else bar.removeAttribute("value");
    });
    const text = this.area.value;
    const { job } = this;
    const result = await job.answer.then((answer) => ({ answer }), (error) => ({ error }));
    if (this.job === job) this.job = null;
    return this.area.value !== text || this.gone ? null : result;
  }

  /** What brute force shows, as one types; and the P-positions, found and proved from the rules alone. */
  async discovery(panel) {
    if (this.waits(panel)) return;
    if (this.job || this.discoveryFor === this.area.value) return;
    this.discoveryFor = this.area.value;
    const now = this.turn;
    const found = h("div");
    const spare = h("div");
    const guesses = h("div", {}, h("p", { class: "soft" }, "One moment …"));
    panel.replaceChildren(h("p", {}, "The P-positions, found from the rules alone: what is guessed is proved for all positions, and what the rules claim is not looked at."),
      found, h("h2", {}, "Other rules with the same P-positions"), spare, h("h2", {}, "What brute force shows"), h("p", { class: "soft small" }, "Guesses: nothing is proved of them. Each line can be put into the rules."), guesses);
    this.offerDiscovery(found);
    this.offerSpare(spare);
    try {
      const answer = await ask("guess", { game: this.game, max: this.size * 3 });
      if (now !== this.turn) return;
      guesses.replaceChildren(...answer.guesses.map((guess) => h("div", { class: "box" }, h("p", {}, h("b", {}, guess.kind), ": ", guess.text, "."), guess.line ? this.pasted(guess.line) : null)),
        answer.guesses.length ? "" : h("p", {}, "Nothing fits."), h("p", { class: "soft small" }, answer.evidence, "."));
    } catch (error) { if (now === this.turn) guesses.replaceChildren(fault(error)); }
  }

  offerDiscovery(place, ...said) {
    place.replaceChildren(...said, h("button", { type: "button", class: "main", onclick: () => this.discover(place) }, "Discover the P-positions"));
  }

  async discover(place) {
    if (!this.described || this.job) return;
    const result = await this.run(place, "Discovering", "discover", { game: this.game });
    if (!result) return;
    const { answer, error } = result;
    if (error) { this.offerDiscovery(place, error.kind === "cancelled" ? h("p", { class: "soft" }, "Stopped. Nothing was found.") : fault(error)); return; }
    const words = {
      proved: answer.claim ? "Proved for all positions:" : `Proved for all positions: an automaton with ${answer.automaton?.states} states that reads the digits in ${answer.system} accepts the P-positions. The command line writes it down: takeaway discover FILE --out DIR.`,
      "nothing-found": "Nothing was found. This was tried:",
      stopped: "Stopped at a limit. This was tried:",
    }[answer.verdict];
    say(words);
    const tried = answer.verdict === "proved" ? null : h("ul", { class: "small" }, answer.tried.map((one) => h("li", {}, `${one.system ?? "a formula"}, up to ${one.bound}: ${one.verdict}`)));
    this.offerDiscovery(place, h("div", { class: "box", id: "discovered" }, h("p", {}, words), answer.claim ? this.pasted(answer.claim) : null, tried));
  }

  offerSpare(place, ...said) {
    place.replaceChildren(...said, h("button", { type: "button", onclick: () => this.spare(place) }, "What can go, and what can be added"));
  }

  /** The parts of the rules that can go, and the vectors that can be added, on a board where there are two piles. */
  async spare(place) {
    if (!this.described || this.job) return;
    const now = this.turn;
    const result = await this.run(place, "Looking at every part of the rules", "redundant", { game: this.game });
    if (!result) return;
    const { answer, error } = result;
    if (error) { this.offerSpare(place, error.kind === "cancelled" ? h("p", { class: "soft" }, "Stopped.") : fault(error)); return; }
    const listed = (parts) => h("ul", { class: "small" }, parts.map((part) => h("li", {}, part.rule && part.part !== "move" ? `${part.rule}: ` : "", h("code", {}, part.text), part.counterexample ? `: ${part.counterexample.text}` : "")));
    const free = answer.dropped.filter((part) => part.verdict === "proved");
    const needed = answer.dropped.filter((part) => part.verdict === "refuted");
    const words = free.length ? `${free.length} of ${answer.dropped.length} parts of the rules can go, one at a time; the P-positions stay the same.` : "No part of the rules can go.";
    say(words);
    const { vectors } = answer;
    const tuples = (list) => list.map((vector) => `(${vector.join(", ")})`).join(", ");
    const board = vectors && this.described.piles?.length === 2 ? await this.picture({ kind: "vectors", game: this.game, max: 30 }, now, "vectors") : "";
    if (now !== this.turn) return;
    this.offerSpare(place, h("div", { class: "box", id: "spare" }, h("p", {}, words), listed(free),
      answer.shorter ? h("details", {}, h("summary", {}, `The rules without ${answer.shorter.without.length} of them at once`), h("pre", { class: "said" }, answer.shorter.text),
        h("button", { type: "button", class: "link", onclick: () => this.set(answer.shorter.text) }, "Take these rules")) : null,
      needed.length ? h("details", {}, h("summary", {}, `Needed: ${needed.length}`), listed(needed)) : null,
      vectors ? h("p", {}, `A vector can be added as a move if no P-position minus it is a P-position. The smallest that cannot: ${tuples(vectors.others) || "none"}. `, vectors.nothing_new ? "The rules have all others." : vectors.new.length ? `New to the rules are ${tuples(vectors.new)}.` : "") : h("p", {}, answer.why ?? ""), board));
  }

  /** A line for the rules, and a button that puts it there. */
  pasted(line) {
    return h("div", {}, h("pre", { class: "said" }, line), h("button", { type: "button", class: "link", onclick: () => this.set(`${this.area.value.trimEnd()}\n\n${line}\n`) }, "Put it into the rules"));
  }

  showProof({ answer, error }) {
    const again = h("button", { type: "button", onclick: () => { this.proofResult = null; this.prove(); } }, "Prove again");
    if (error) {
      this.proofPanel.replaceChildren(error.kind === "cancelled" ? h("p", { class: "soft", id: "cancelled" }, "Stopped. Nothing was decided.") : fault(error), again);
      return;
    }
    say(answer.claims.map((claim) => `${claim.name} ${claim.verdict}`).join(", "));
    this.proofPanel.replaceChildren(...answer.claims.map((claim) => this.claim(claim)), h("p", { class: "row small" }, again,
      answer.certificate ? h("button", { type: "button", class: "link", onclick: () => save(`${this.described.game.replaceAll(/[^\w-]+/g, "-")}.certificate`, answer.certificate.text) }, "Save the certificate") : null,
      answer.certificate ? h("span", { class: "soft" }, "It is checked again, independently, by ", h("code", {}, "takeaway check"), ".") : null));
  }

  claim(claim) {
    const found = claim.counterexample;
    const text = typeof found === "string" ? found : found?.text;
    const board = found?.position && this.described.piles?.length === found.position.length
      ? h("button", { type: "button", class: "link", onclick: () => this.show(found) }, "Show on the board") : null;
    return h("div", { class: "box" }, h("div", { class: "head" }, h("span", { class: `verdict ${claim.verdict}` }, { proved: "✓ Proved", refuted: "✗ Refuted", stopped: "Not decided" }[claim.verdict] ?? claim.verdict), h("b", {}, claim.name), h("span", { class: "soft small" }, `${Number(claim.seconds).toFixed(3)} s, largest automaton ${claim.largest_automaton} nodes`)),
      text ? h("p", {}, `${text} `, board) : null, claim.reason ? h("p", { class: "small" }, claim.reason) : null);
  }

  /** The counterexample as a position, with its move if it is one. */
  show(found) {
    const moves = found.to ? [{ part: 0, to: textOf(found.to), forbidden: [] }] : [];
    return this.page.go({ view: "play", text: this.area.value, parts: [{ game: "~", position: textOf(found.position) }], moves, at: null, me: "both", extra: { note: typeof found === "string" ? found : found.text } });
  }

  async rules(panel) {
    if (this.waits(panel)) return;
    const now = this.turn;
    try {
      const answer = await ask("rules", { game: this.game, format: "text" });
      if (now !== this.turn) return;
      panel.replaceChildren(h("pre", { class: "said" }, answer.rules), h("p", { class: "small soft" }, "Save: ", ["latex", "html", "text"].map((format) => [h("button", { type: "button", class: "link", onclick: async () => save(`rules.${{ latex: "tex", html: "html", text: "txt" }[format]}`, (await ask("rules", { game: this.game, format })).rules) }, format), " "])));
    } catch (error) { if (now === this.turn) panel.replaceChildren(fault(error)); }
  }

  play() { return this.page.go({ view: "play", text: this.area.value, parts: [{ game: "~", position: "" }], moves: [], at: null, extra: {} }); }
}
