// What the laboratory knows of a position, for one game or for a sum. Nothing is decided here.

import { ask } from "./api.js";
import { gameOf } from "./address.js";
import { textOf } from "./tokens.js";

/** The parts with their games as the laboratory takes them. */
export function partsOf(state, positions) {
  return state.parts.map(({ game }, index) => ({ game: gameOf(state, game), position: positions[index] }));
}

/** The same question asked twice costs once. */
const remembered = new Map();

function once(command, given) {
  const key = JSON.stringify([command, given]);
  if (!remembered.has(key)) {
    if (remembered.size > 400) remembered.delete(remembered.keys().next().value);
    const answer = ask(command, given);
    answer.catch((error) => { if (error.status !== 422) remembered.delete(key); });
    remembered.set(key, answer);
  }
  return remembered.get(key);
}

export { once };

/**
 * Who wins from here: { outcome: "P" | "N" | null, move: null | { part, to, kind }, reasons, evidence, refuted, value }.
 * Where nobody knows, the outcome is null and the reasons say so.
 */
export async function whoWins(state, positions) {
  const parts = partsOf(state, positions);
  try {
    if (parts.length === 1) {
      const answer = await once("outcome", parts[0]);
      const move = answer.move && { part: 0, to: textOf(answer.move.to), kind: answer.move.kind };
      return { outcome: answer.outcome, move, reasons: answer.reasons, evidence: answer.evidence, refuted: answer.refuted_claims, value: null };
    }
    const answer = await once("value", { parts });
    const first = answer.moves[0];
    const values = answer.components.map((component) => component.value).join(" ⊕ ");
    return {
      outcome: answer.value === "0" ? "P" : "N",
      move: first ? { part: first.component, to: textOf(first.to), kind: first.kinds.join(", ") } : null,
      reasons: {
        plain: answer.value === "0" ? "whatever is played in one of the games, the other player can answer by a move into such a position again" : "there is a move after which every move can be answered by a move back into such a position, until none is left to answer",
        case: `the nim-values are ${values} = ${answer.value}; ${answer.value === "0" ? "every move makes the nim-sum different from 0, and it can be made 0 again" : "a move that makes the nim-sum 0 wins"}`,
      },
      evidence: answer.evidence,
      refuted: answer.refuted_claims,
      value: answer.value,
    };
  } catch (error) {
    if (error.status === 422) return { outcome: null, move: null, reasons: { plain: error.message }, evidence: null, refuted: [], value: null };
    throw error;
  }
}

/** In a blocking game, a winning move that is none of the forbidden options, as { part, to, kind }, or null. */
export async function freeWin(game, position, forbidden) {
  const found = await once("moves", { game, position, winning: true, limit: forbidden.length + 1 });
  const move = found.moves.find((option) => !forbidden.includes(textOf(option.to)));
  return move ? { part: 0, to: textOf(move.to), kind: move.kinds.join(", ") } : null;
}

/** What was played: was a win kept, or given away? Of the one who moved. In a blocking game a win may not have been forbidden. */
export function judge(before, after) {
  if (before.outcome === null || after.outcome === null) return "unknown";
  if (after.outcome === "P") return before.outcome === "N" ? "kept" : "let";
  return before.outcome === "N" ? "lost" : "none";
}
