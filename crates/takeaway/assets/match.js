// A match: where it began, what was played, and who is to move. The laboratory deals, judges and answers; nothing is decided here.

import { ask } from "./api.js";
import { gameOf } from "./address.js";
import { freeWin, once, partsOf, whoWins } from "./knowledge.js";
import { keyOf, pilesOf, textOf } from "./tokens.js";

/** So many moves are asked for, to show the legal ones on the board. */
const LISTED = 3000;

/** The positions of the parts after so many moves. */
export function positionsAt(state, count) {
  const positions = state.parts.map((part) => part.position);
  for (const move of state.moves.slice(0, count)) positions[move.part] = move.to;
  return positions;
}

/** Who moves after so many moves: "you", "computer", or in a game of two people "first" or "second". */
export function moverAt(state, count) {
  if (state.me === "both") return count % 2 === 0 ? "first" : "second";
  return (count % 2 === 0) === (state.me === "first") ? "you" : "computer";
}

/** The match that is in the address. */
export class Match {
  constructor(page) {
    this.page = page;
    this.over = false;
    this.parts = [];
    this.options = [];
    /** The options that are forbidden before the next move; null while a person has yet to say. */
    this.forbidden = [];
  }

  get state() { return this.page.state; }
  get count() { return this.state.at ?? this.state.moves.length; }
  get positions() { return positionsAt(this.state, this.count); }
  get sum() { return this.state.parts.length > 1; }
  /** So many options may be forbidden before each move. */
  get blocking() { return this.sum ? 0 : this.parts[0]?.blocking ?? 0; }
  /** Is a person to forbid options before the next move? */
  get forbids() { return this.forbidden === null && !this.over; }

  /** What was chosen on the board before is no longer meant. */
  forget() {}

  /** The games, described for a board. */
  async describe() {
    this.parts = await Promise.all(this.state.parts.map(({ game }) => once("describe", { game: gameOf(this.state, game) })));
  }

  /** Deals a position to every part that has none; a sum is dealt again while the person could not win it. */
  async deal() {
    const empty = this.state.parts.filter((part) => part.position === "");
    let seed = 0;
    for (let tries = 0; tries < 5; tries += 1) {
      seed = Math.floor(Math.random() * 1e9);
      await this.dealTo(empty, seed);
      if (!this.sum || await this.isFair()) break;
    }
    await this.page.go({ moves: [], at: null, seed }, { step: false, quietly: true });
    await this.settle();
  }

  /** Can the person win from the start, as far as anybody knows? */
  async isFair() {
    const { outcome } = await whoWins(this.state, this.state.parts.map((part) => part.position));
    return outcome === null || (outcome === "N") === (this.state.me !== "second");
  }

  async dealTo(parts, seed) {
    for (const [index, part] of parts.entries()) {
      const said = await ask("play", { game: gameOf(this.state, part.game), seed: seed + index, second: this.state.me === "second" && !this.sum, lines: [] });
      const first = said.find((saying) => saying.say === "moved")?.from ?? said.find((saying) => saying.position)?.position ?? [];
      part.position = textOf(first);
    }
  }

  /** Writes the first positions as the rules write them: sorted, and worked out. */
  async settle() {
    let changed = false;
    for (const part of this.state.parts) {
      if (part.position === "") continue;
      const game = gameOf(this.state, part.game);
      const said = await once("play", { game, position: part.position, lines: [] });
      const turn = said.find((saying) => saying.say === "your-turn")?.position;
      const found = turn && textOf(turn);
      if (found !== undefined && found !== part.position) { part.position = found; changed = true; }
      else if (found === undefined && !/^[\d,]*$/.test(part.position)) {
        part.position = textOf((await once("outcome", { game, position: part.position })).position);
        changed = true;
      }
    }
    if (changed || location.hash === "") await this.page.go({}, { step: false, quietly: true });
    // The number of piles may come from the position: ask again with it.
    this.parts = await Promise.all(this.state.parts.map(async ({ game, position }) => {
      const described = await once("describe", { game: gameOf(this.state, game) });
      const { length } = pilesOf(position);
      if (!described.piles || described.piles.length === length) return described;
      return { ...described, piles: Array.from({ length }, (_, index) => `${described.piles[0]?.replace(/\[?\d+\]?$/, "") ?? "x"}[${index + 1}]`) };
    }));
  }

  /** A link may hold moves that nobody may make: they are left out. The first of them, or -1. */
  async verify() {
    const { state } = this;
    const legal = await Promise.all(state.moves.map((move, index) => {
      const from = positionsAt(state, index)[move.part];
      const game = gameOf(state, state.parts[move.part].game);
      const named = this.blocking ? move.forbidden : [];
      if (named.includes(move.to)) return false;
      const allowed = named.length ? once("forbid", { game, position: from, named }) : null;
      return Promise.all([once("legal", { game, from, to: move.to }), allowed]).then(([answer]) => answer.legal, () => false);
    }));
    const wrong = legal.indexOf(false);
    if (wrong >= 0) {
      await this.page.go({ moves: state.moves.slice(0, wrong), at: null }, { step: false, quietly: true });
    }
    await this.look();
    return wrong;
  }

  toMove() { return moverAt(this.state, this.count); }

  /** The moves from here, part by part, for the board and to see whether the game is over. */
  async look() {
    const parts = partsOf(this.state, this.positions);
    this.options = await Promise.all(parts.map((part) => once("moves", { game: part.game, position: part.position, limit: LISTED }).catch(() => null)));
    this.over = this.options.every((found) => found !== null && found.complete && found.moves.length === 0);
    await this.block();
    this.forget();
  }

  /** What is forbidden before the next move: to a person by the computer, otherwise by a person. */
  async block() {
    this.forbidden = [];
    if (!this.blocking || this.over) return;
    const { state } = this;
    const [{ game, position }] = partsOf(state, this.positions);
    const byComputer = this.toMove() === "you";
    const named = this.count === state.moves.length ? state.forbidden : null;
    if (byComputer || named?.length) {
      const choice = byComputer ? { level: state.level, seed: state.seed } : { named };
      const answer = await once("forbid", { game, position, ...choice }).catch((error) => { if (byComputer) throw error; return null; });
      this.forbidden = answer && answer.forbidden.map(textOf);
      this.over = answer?.over ?? false;
    } else this.forbidden = named;
  }

  /** A winning move that is none of the forbidden options, in the one game there is. */
  async freeWin(positions, forbidden) {
    const [{ game, position }] = partsOf(this.state, positions);
    return freeWin(game, position, forbidden);
  }

  /** The names of the piles, or the numbers of heaps that split; none on a strip. */
  namesAt(part) {
    return this.parts[part].splits ? pilesOf(this.positions[part]).map((_, heap) => String(heap + 1)) : this.parts[part].piles;
  }

  /** A position as the rules write it. */
  async asWritten(part, to) {
    if (/^[\d,]*$/.test(to) && !this.parts[part].sorted) return to;
    if (/^\d[\d,]*$/.test(to) && this.parts[part].splits) return keyOf(pilesOf(to).filter((heap) => heap > 0n), true) || "0";
    if (/^\d[\d,]*$/.test(to) && this.parts[part].piles) return keyOf(pilesOf(to), true, this.parts[part].placed);
    const said = await once("play", { game: gameOf(this.state, this.state.parts[part].game), position: to, lines: [] });
    const turn = said.find((saying) => saying.say === "your-turn")?.position;
    return turn ? textOf(turn) : this.parts[part].piles ? to : "0";
  }

  /** What the laboratory plays, in one of the games. */
  async answer() {
    const parts = partsOf(this.state, this.positions);
    const blocked = this.blocking ? { forbidden: this.forbidden } : {};
    const { move, resists } = await ask("reply", { parts, level: this.state.level, seed: this.state.seed, ...blocked });
    return move ? [move.component, textOf(move.to), resists] : [null, null, false];
  }
}
