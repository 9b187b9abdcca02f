// Elements from data, and a voice for those who do not see the page.

/** An element with attributes, listeners (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  return fill(element, attributes, children);
}

/** The same in SVG. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return fill(element, attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Says something to a screen reader, without moving anybody's attention. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
}

/** Calls after things have been quiet for a while. */
export function debounced(delay, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), delay);
  };
}

/** Tabs: one panel is shown; arrow keys go from tab to tab. `panels` is a list of [key, title, fill(panel)]. */
export function tabs(label, panels, chosen, onChoose) {
  const buttons = panels.map(([key, title]) => h("button", {
    role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, type: "button", onclick: () => choose(key),
  }, title));
  const bodies = panels.map(([key]) => h("div", { role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: "0" }));
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = panels.findIndex(([key]) => key === root.chosen);
    const next = panels[(at + step + panels.length) % panels.length][0];
    choose(next);
    buttons[panels.findIndex(([key]) => key === next)].focus();
    event.preventDefault();
  } }, buttons);
  const root = h("div", {}, list, bodies);
  function choose(key, quietly = false) {
    root.chosen = panels.some(([one]) => one === key) ? key : panels[0][0];
    panels.forEach(([one, , fillPanel], index) => {
      const on = one === root.chosen;
      buttons[index].setAttribute("aria-selected", on);
      buttons[index].tabIndex = on ? 0 : -1;
      bodies[index].hidden = !on;
      if (on) fillPanel(bodies[index]);
    });
    if (!quietly) onChoose?.(root.chosen);
  }
  root.refresh = () => choose(root.chosen, true);
  choose(chosen, true);
  return root;
}

/** A position for a reader. */
export function shown(position) {
  const piles = Array.isArray(position) ? position : position === "" ? [] : position.split(",");
  return `(${piles.map((pile) => short(pile.trim())).join(", ")})`;
}

/** A long number with its middle left out. */
export function short(number) {
  return number.length <= 24 ? number : `${number.slice(0, 9)}…${number.slice(-9)} (${number.length} digits)`;
}

/** The error of an answer, in words. */
export function fault(error) {
  return h("div", { class: "why", role: "alert" }, h("pre", { class: "said" }, error.message ?? String(error)));
}

/** Lets somebody save a text or bytes as a file. */
export function save(name, contents, type = "text/plain") {
  const blob = contents instanceof Blob ? contents : new Blob([contents], { type });
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
