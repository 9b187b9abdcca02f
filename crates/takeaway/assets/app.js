// The frame of the page: which view, which game, and the address that says so.

import { read, write } from "./address.js";
import { games } from "./api.js";
import { h, say, fault } from "./dom.js";
import { splitAtCommas } from "./address.js";

const VIEWS = [
  ["play", "Play", () => import("./views/play.js")],
  ["review", "Review", () => import("./views/review.js")],
  ["explore", "Explore", () => import("./views/explore.js")],
  ["write", "Write", () => import("./views/write.js")],
  ["papers", "Papers", () => import("./views/papers.js")],
  ["api", "API", () => import("./views/api.js")],
];

/** The game of a first visit. */
const FIRST = { game: "raleigh", position: "6,11,16" };

/** What every view is handed: the state, and how to change it. */
const page = {
  state: null,
  main: document.getElementById("main"),
  tools: document.getElementById("tools"),
  /** Changes the state. A step in the history is something that Back takes back. */
  async go(change, { step = true, quietly = false } = {}) {
    // What is forbidden is forbidden before one move only.
    const fresh = "moves" in change || "at" in change ? { forbidden: null } : {};
    Object.assign(page.state, fresh, change);
    const address = await write(page.state);
    if (step) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    if (!quietly) await show();
    else nav();
  },
  /** Keeps something of a view in the address without drawing anew. */
  keep(extra) {
    Object.assign(page.state.extra, extra);
    return page.go({}, { step: false, quietly: true });
  },
};

let turn = 0;
let leave = null;

async function show() {
  const now = ++turn;
  leave?.();
  leave = null;
  const [, title, load] = VIEWS.find(([name]) => name === page.state.view) ?? VIEWS[0];
  document.title = `${title} – takeaway`;
  nav();
  try {
    const view = await load();
    const catalogue = await games();
    if (now !== turn) return;
    page.tools.replaceChildren();
    leave = await view.show(page, catalogue);
  } catch (error) {
    if (now === turn) page.main.replaceChildren(h("section", { class: "card wide" }, h("h1", {}, "Something is missing"), fault(error)));
  }
}

function nav() {
  const links = VIEWS.map(([name, title]) => {
    const link = h("a", { href: `#${name}`, "aria-current": name === page.state.view ? "page" : null }, title);
    write({ ...page.state, view: name, extra: {} }).then((address) => { link.href = address; });
    return link;
  });
  document.getElementById("nav").replaceChildren(...links);
}

/** The choice of a game and of its parameters, for views that speak of one. */
export function chooser(catalogue, game, text, onChoose) {
  const [name, ...rest] = game.split(":");
  const given = Object.fromEntries(splitAtCommas(rest.join(":")).map((pair) => [pair.split("=")[0], pair.split("=").slice(1).join("=")]));
  const listed = catalogue.find((one) => one.name === name);
  const option = (value, title) => h("option", { value, selected: value === name }, title);
  const select = h("select", { "aria-label": "Game", onchange: () => onChoose(select.value) },
    name === "~" || text !== null ? option("~", `my game: ${titleOf(text)}`) : null,
    catalogue.map((one) => option(one.name, one.title)));
  const inputs = (listed?.parameters ?? []).map((parameter) => h("label", { class: "parameter" }, `${parameter.name} =`, h("input", {
    value: given[parameter.name] ?? parameter.default,
    size: Math.max(2, (given[parameter.name] ?? parameter.default).length),
    "aria-label": `Parameter ${parameter.name}`,
    spellcheck: "false",
    onchange: (event) => {
      const values = { ...given, [parameter.name]: event.target.value.trim() };
      const pairs = Object.entries(values).filter(([key, value]) => value && value !== listed.parameters.find((one) => one.name === key)?.default);
      onChoose(name + (pairs.length ? `:${pairs.map((pair) => pair.join("=")).join(",")}` : ""));
    },
  })));
  return h("span", { class: "chooser" }, select, inputs);
}

function titleOf(text) {
  return /^\s*game\s+\S+\s+"([^"]*)"/m.exec(text ?? "")?.[1] ?? "as written";
}

/** A button that copies the address. */
export function linkButton() {
  const button = h("button", { type: "button", title: "Copy a link that shows the same to somebody else", onclick: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address";
    }
    say("The address of this page shows the same to somebody else.");
    setTimeout(() => { button.textContent = "Link"; }, 1500);
  } }, "Link");
  return button;
}

async function enter() {
  const state = await read(location.hash);
  if (state.parts.length === 0) {
    const text = state.text ?? page.state?.text ?? null;
    state.parts = [state.text !== null ? { game: "~", position: "" } : { ...FIRST }];
    state.text = text;
  }
  if (state.parts.some(({ game }) => game.startsWith("~")) && state.text === null) {
    state.parts = [{ ...FIRST }];
    state.moves = [];
  }
  page.state = state;
  await show();
}

const theme = h("button", { type: "button", class: "quiet", "aria-label": "Dark or light", title: "Dark or light", onclick: () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", document.documentElement.dataset.theme); } catch { /* not kept then */ }
  dispatchEvent(new Event("themechange"));
} }, "◐");
try {
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
} catch { /* the system's theme then */ }
document.getElementById("tools").before(theme);
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); page.main.focus(); });
addEventListener("popstate", enter);
addEventListener("hashchange", () => {});
enter();
