// <take-strip>: coins on the squares of a strip whose square 0 is a hole. A coin is picked up or put down square by square;
// whether that is a move is for the laboratory to say.

import { h } from "../dom.js";

/** A longer strip is a list of numbers. */
const LONGEST = 120n;

class Strip extends HTMLElement {
  #coins = [];
  #target = [];
  #still = false;
  #at = 1;

  /** Shows the coins; `target` are those after the move that is being tried. */
  show({ coins, target, still = false, label = "" }) {
    const focused = this.contains(document.activeElement);
    this.#coins = coins.filter((coin) => coin > 0n);
    this.#target = (target ?? coins).filter((coin) => coin > 0n);
    this.#still = still;
    this.className = "strip";
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label || "Coins on the strip");
    this.#draw();
    if (focused) this.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  #draw() {
    const largest = [...this.#coins, ...this.#target].reduce((most, coin) => (coin > most ? coin : most), 6n);
    if (largest > LONGEST) {
      const list = (coins) => (coins.length ? coins.join(", ") : "none");
      this.replaceChildren(h("p", { class: "coins" }, "Coins on squares ", h("b", {}, list(this.#coins))),
        h("p", { class: "soft" }, "The strip is too long to draw: type the squares after your move."));
      return;
    }
    const length = Number(largest) + 1;
    this.#at = Math.min(this.#at, length);
    const squares = [h("span", { class: "square hole", role: "img", "aria-label": "Square 0, the hole" }, h("small", {}, "0"))];
    for (let number = 1; number <= length; number += 1) squares.push(this.#square(number));
    this.replaceChildren(...squares);
  }

  #square(number) {
    const was = this.#coins.includes(BigInt(number));
    const is = this.#target.includes(BigInt(number));
    const state = was && is ? "coin" : was ? "coin leaves" : is ? "coin comes" : "";
    const words = was && is ? "a coin" : was ? "a coin that leaves" : is ? "a coin that comes" : "free";
    return h("button", {
      type: "button",
      class: `square ${state}`,
      tabindex: number === this.#at ? "0" : "-1",
      disabled: this.#still,
      "aria-label": `Square ${number}: ${words}`,
      "aria-pressed": String(is),
      "data-square": number,
      onclick: () => { this.#at = number; this.#toggle(BigInt(number)); },
      onkeydown: (event) => this.#key(event, number),
    }, h("i", { "aria-hidden": "true" }), h("small", { "aria-hidden": "true" }, number));
  }

  #key(event, number) {
    const to = { ArrowRight: number + 1, ArrowLeft: number - 1, Home: 1, End: this.querySelectorAll("button").length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const square = this.querySelector(`[data-square="${to}"]`);
    if (!square) return;
    this.querySelector('[tabindex="0"]').tabIndex = -1;
    this.#at = to;
    square.tabIndex = 0;
    square.focus();
  }

  #toggle(square) {
    const target = this.#target.includes(square) ? this.#target.filter((coin) => coin !== square) : [...this.#target, square];
    target.sort((left, right) => (left < right ? -1 : 1));
    this.dispatchEvent(new CustomEvent("choose", { detail: target }));
  }
}

customElements.define("take-strip", Strip);
