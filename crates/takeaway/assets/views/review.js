// Review: every move with who was winning before and after it, and what was better.

import { linkButton } from "../app.js";
import { fault, h, s, shown } from "../dom.js";
import { gameOf } from "../address.js";
import { freeWin, judge, once, whoWins } from "../knowledge.js";
import { moverAt, positionsAt } from "../match.js";
import { reasonsOf } from "../reasons.js";

export async function show(page) {
  const { state, main, tools } = page;
  let gone = false;
  main.className = "";
  tools.replaceChildren(linkButton());
  const titles = await Promise.all(state.parts.map(async ({ game }) => (await once("describe", { game: gameOf(state, game) })).title));
  const head = h("h1", {}, `Review: ${titles.join(" + ")}`);
  if (state.moves.length === 0) {
    main.replaceChildren(h("section", { class: "card" }, head, h("p", {}, "Nothing was played yet. Play a game, and come back: every move is shown with who was winning, and where the win was given away."),
      h("button", { class: "main", type: "button", onclick: () => page.go({ view: "play", extra: {} }) }, "Play")));
    return () => {};
  }
  const list = h("ol", { class: "plies" });
  const summary = h("p", { class: "lead" }, "One moment …");
  const strip = h("div");
  main.replaceChildren(h("section", { class: "card" }, head, summary, strip, list));
  fill();
  return () => { gone = true; };

  async function fill() {
    try {
      const counts = Array.from({ length: state.moves.length + 1 }, (_, count) => count);
      const known = await Promise.all(counts.map((count) => whoWins(state, positionsAt(state, count))));
      const blocking = state.parts.length === 1 && (await once("describe", { game: gameOf(state, state.parts[0].game) })).blocking;
      if (blocking) await Promise.all(state.moves.map((move, index) => notForbidden(known, index, move)));
      if (gone) return;
      const plies = state.moves.map((move, index) => ({
        move, index, by: moverAt(state, index), before: known[index], after: known[index + 1], verdict: judge(known[index], known[index + 1]),
      }));
      const slips = plies.filter((ply) => ply.verdict === "lost" && ply.by !== "computer");
      summary.textContent = sentence(plies, slips);
      strip.replaceChildren(timeline(plies, known));
      list.replaceChildren(...plies.map(item));
    } catch (error) {
      if (!gone) summary.replaceWith(fault(error));
    }
  }

  /** What would have won, of the moves that were not forbidden. */
  async function notForbidden(known, index, { forbidden }) {
    if (known[index].outcome !== "N") return;
    known[index] = { ...known[index], move: await freeWin(gameOf(state, state.parts[0].game), positionsAt(state, index)[0], forbidden) };
  }

  function item({ move, index, by, before, after, verdict }) {
    const from = positionsAt(state, index)[move.part];
    const who = { you: "You", computer: "The computer", first: "The first player", second: "The second player" }[by];
    const where = titles.length > 1 ? `in ${titles[move.part]} ` : "";
    const better = before.move && `${titles.length > 1 ? `in ${titles[before.move.part]}, ` : ""}${shown(before.move.to)}`;
    const words = {
      kept: "This keeps the win: from there every move can be answered.",
      lost: `This gave the win away: ${better} was the move.`,
      none: "Whatever was played here, the other side could win.",
      unknown: "Nobody here knows whether that was good.",
      let: "This wins, and it could have been forbidden.",
    }[verdict];
    const slip = verdict === "lost" && by !== "computer";
    return h("li", { class: slip ? "lost" : verdict === "kept" ? "kept" : "" },
      h("b", {}, `${index + 1}. ${who} ${who === "You" ? "move" : "moves"} ${where}`), h("span", { class: "mono" }, `${shown(from)} → ${shown(move.to)}`),
      move.forbidden.length ? h("span", { class: "soft small" }, ` forbidden: ${move.forbidden.map(shown).join(", ")}`) : null,
      h("p", { class: verdict === "lost" ? "bad" : verdict === "kept" ? "good" : "soft" }, { kept: "✓ ", lost: "✗ " }[verdict] ?? "", words),
      verdict === "lost" && by === "computer" && state.level !== "perfect" ? h("p", { class: "small soft" }, `A slip of its level, ${state.level}.`) : null,
      slip ? h("div", { class: "reasons" }, h("b", { class: "small" }, `Why ${better}`), reasonsOf(before)) : null,
      h("div", { class: "row small" },
        h("button", { type: "button", class: "link", onclick: () => page.go({ view: "play", at: index, extra: {} }) }, slip ? "Try again from here" : "Show on the board"),
        !slip ? h("details", {}, h("summary", {}, "Why"), reasonsOf(after)) : null));
  }

  /** Who was winning, move by move: above the line the one who began, below the other. */
  function timeline(plies, known) {
    const step = Math.max(26, Math.min(70, 900 / known.length));
    const width = step * known.length + 40;
    const y = (count) => {
      const { outcome } = known[count];
      if (outcome === null) return 50;
      const first = (count % 2 === 0) === (outcome === "N");
      return first ? 20 : 80;
    };
    const [up, down] = state.me === "both" ? ["first wins", "second wins"] : state.me === "first" ? ["you win", "it wins"] : ["it wins", "you win"];
    const points = known.map((_, count) => [60 + count * step, y(count)]);
    return s("svg", { class: "timeline", viewBox: `0 0 ${width + 40} 100`, role: "group", preserveAspectRatio: "xMinYMid meet", "aria-label": "Who was winning after each move" },
      s("line", { class: "axis", x1: 55, x2: width + 30, y1: 50, y2: 50 }), s("text", { x: 2, y: 24 }, up), s("text", { x: 2, y: 84 }, down),
      s("polyline", { class: "line", points: points.map((point) => point.join(",")).join(" ") }),
      points.map(([x, top], count) => {
        const slip = count > 0 && plies[count - 1].verdict === "lost" && plies[count - 1].by !== "computer";
        const label = count === 0 ? "Start" : `After move ${count}${slip ? ", which gave the win away" : ""}`;
        const dot = s("a", { href: "#", "aria-label": label }, s("circle", { class: slip ? "slip" : "dot", cx: x, cy: top, r: slip ? 7 : 5 }), s("title", {}, label));
        dot.addEventListener("click", (event) => { event.preventDefault(); page.go({ view: "play", at: count, extra: {} }); });
        return dot;
      }));
  }
}

function sentence(plies, slips) {
  const unknown = plies.filter((ply) => ply.verdict === "unknown").length;
  if (slips.length) return `The win was given away ${slips.length === 1 ? "once" : slips.length === 2 ? "twice" : `${slips.length} times`}: at move ${slips.map((ply) => ply.index + 1).join(", ")}.`;
  if (unknown === plies.length) return "Nobody here knows who was winning.";
  return "No win was given away by a person.";
}
