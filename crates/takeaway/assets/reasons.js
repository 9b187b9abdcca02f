// Why, for people who have not read the papers: the plain reason, then the case with its rows, the digits last.

import { h, short } from "./dom.js";

/** The parts of a reason as elements, the plain one first. */
export function reasonsOf({ reasons, evidence }) {
  if (!reasons) return [];
  const { plain, case: what, table, digits } = reasons;
  return [
    plain ? h("p", { class: "plain" }, sentence(plain)) : null,
    what ? h("p", { class: "small" }, sentence(what)) : null,
    table ? h("div", { class: "scroll" }, rows(table)) : null,
    digits ? h("p", { class: "small soft" }, sentence(digits)) : null,
    evidence ? h("p", { class: "small soft" }, `How we know: ${evidence}.`) : null,
  ].filter(Boolean);
}

/** The rows of which the case speaks, with their neighbours. */
function rows({ columns, rows: found }) {
  const body = [];
  let before = null;
  for (const { cells, named } of found) {
    const number = BigInt(cells[0]);
    if (before !== null && number !== before + 1n) body.push(h("tr", {}, h("td", {}, "…"), h("td", { colspan: columns.length - 1 })));
    body.push(h("tr", { class: named ? "named" : null }, cells.map((cell, index) => (index === 0 ? h("th", { scope: "row" }, short(cell)) : h("td", {}, short(cell))))));
    before = number;
  }
  return h("table", { class: "reasonRows" }, h("caption", { class: "small soft" }, "Rows of the table; each is a P-position."),
    h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))), h("tbody", {}, body));
}

/** With a full stop, and a capital unless it begins with the name of a pile. */
function sentence(text) {
  return `${/^[a-z]{2}/.test(text) ? text[0].toUpperCase() : text[0]}${text.slice(1)}.`;
}
