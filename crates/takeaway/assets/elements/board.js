// <take-board>: piles as tokens, or as a number and a bar where they are large. Whoever uses it says what is on the board
// (`show`) and hears what is chosen (`choose`) and that it should be played (`commit`).

import { h, short } from "../dom.js";

/** A pile with more tokens than this is a number and a bar. */
const MOST_TOKENS = 60n;

class Board extends HTMLElement {
  #names = [];
  #piles = [];
  #taken = [];
  #legal = () => null;
  #still = false;
  #label = "";

  /** Shows a position. `legal(taken)` says whether that may be taken, or null if that is not known at once. */
  show({ names, piles, taken, legal, still = false, label = "" }) {
    const focus = this.contains(document.activeElement) ? document.activeElement.dataset.pile : null;
    this.#names = names;
    this.#piles = piles;
    this.#taken = taken ?? piles.map(() => 0n);
    this.#legal = legal ?? (() => null);
    this.#still = still;
    this.#label = label;
    this.#draw();
    if (focus !== null) this.querySelector(`[data-pile="${focus}"]`)?.focus({ preventScroll: true });
  }

  #draw() {
    const largest = this.#piles.reduce((most, pile) => (pile > most ? pile : most), 1n);
    const columns = largest <= 9n ? 1 : largest <= 20n ? 2 : largest <= 36n ? 3 : 5;
    this.className = "board";
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.#label || "Piles");
    this.replaceChildren(...this.#piles.map((pile, index) => this.#pile(pile, index, largest, columns)));
  }

  #pile(pile, index, largest, columns) {
    const taken = this.#taken[index];
    const left = pile - taken;
    const name = this.#names[index];
    const large = largest > MOST_TOKENS;
    const slider = h("div", {
      class: `pile${taken > 0n ? " chosen" : ""}${large ? " large" : ""}`,
      role: "slider",
      tabindex: this.#still ? null : "0",
      "data-pile": index,
      "aria-label": `Pile ${name}`,
      "aria-orientation": "vertical",
      "aria-valuemin": "0",
      "aria-valuemax": short(String(pile)),
      "aria-valuenow": short(String(left)),
      "aria-valuetext": taken > 0n ? `${left} left, take ${taken} of ${pile}` : `${pile} ${pile === 1n ? "token" : "tokens"}`,
      "aria-disabled": this.#still ? "true" : null,
      onkeydown: (event) => this.#key(event, index),
    },
    large ? this.#bar(pile, left, largest, index) : this.#tokens(pile, left, columns, index),
    h("b", { class: "count" }, taken > 0n ? [h("s", {}, digits(pile)), " "] : null, digits(left)),
    h("span", { class: "name" }, name));
    return slider;
  }

  #tokens(pile, left, columns, index) {
    const tokens = h("div", { class: "tokens", "aria-hidden": "true" });
    tokens.style.setProperty("--columns", columns);
    for (let number = 1n; number <= pile; number += 1n) {
      const goes = number > left;
      const taken = pile - number + 1n;
      const may = this.#still ? null : this.#may(index, taken);
      const token = h("i", {
        class: `${goes ? "go" : ""}${may === true ? " may" : may === false ? " mayNot" : ""}`,
        onclick: this.#still ? null : () => this.#choose(index, this.#taken[index] === taken ? 0n : taken),
      });
      tokens.append(token);
    }
    if (pile === 0n) tokens.append(h("span", { class: "soft nothing" }, "none"));
    return tokens;
  }

  /** A bar as high as the pile in comparison; what is taken is hatched. */
  #bar(pile, left, largest, index) {
    const part = (number) => Number((number * 1000n) / largest) / 10;
    const bar = h("div", { class: "bar", "aria-hidden": "true", onclick: (event) => {
      if (this.#still || pile === 0n) return;
      const box = bar.getBoundingClientRect();
      const height = box.height * part(pile) / 100;
      const share = Math.min(1, Math.max(0, (box.bottom - event.clientY) / Math.max(1, height)));
      this.#choose(index, pile - (pile * BigInt(Math.round(share * 1000))) / 1000n);
    } }, h("i", { class: "stays" }), h("i", { class: "goes" }));
    bar.style.setProperty("--stays", `${part(left)}%`);
    bar.style.setProperty("--goes", `${part(pile - left)}%`);
    return bar;
  }

  #may(index, taken) {
    const all = [...this.#taken];
    all[index] = taken;
    return this.#legal(all);
  }

  #key(event, index) {
    if (this.#still) return;
    const pile = this.#piles[index];
    const step = { ArrowDown: 1n, ArrowRight: 0n, ArrowLeft: 0n, ArrowUp: -1n, PageDown: 10n, PageUp: -10n, Home: -pile, End: pile }[event.key];
    if (event.key === "Enter") {
      this.dispatchEvent(new CustomEvent("commit"));
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const next = index + (event.key === "ArrowRight" ? 1 : -1);
      this.querySelector(`[data-pile="${next}"]`)?.focus();
    } else if (step !== undefined) {
      const taken = this.#taken[index] + step;
      this.#choose(index, taken < 0n ? 0n : taken > pile ? pile : taken);
    } else if (/^\d$/.test(event.key)) {
      this.#choose(index, BigInt(event.key) > pile ? pile : BigInt(event.key));
    } else if (event.key === "Escape") {
      this.#choose(index, 0n);
    } else {
      return;
    }
    event.preventDefault();
  }

  #choose(index, taken) {
    const all = [...this.#taken];
    all[index] = taken;
    this.dispatchEvent(new CustomEvent("choose", { detail: all }));
  }
}

/** Long numbers break where the line ends. */
function digits(number) {
  const text = String(number);
  if (text.length <= 12) return text;
  return [...text].flatMap((digit, index) => ((text.length - index) % 3 === 0 && index > 0 ? [h("wbr"), digit] : [digit]));
}

customElements.define("take-board", Board);
