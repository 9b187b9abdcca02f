// What is taken from which pile, in words and in numbers. No rule of any game is known here.

/** The piles that remain when so many are taken; none if that cannot be. */
export function remaining(piles, taken) {
  const left = piles.map((pile, index) => pile - (taken[index] ?? 0n));
  return left.every((pile) => pile >= 0n) ? left : null;
}

/** "2 from a, 3 from b": what is taken, for a reader. */
export function inWords(names, taken) {
  const words = taken.map((count, index) => (count > 0n ? `${count} from ${names[index]}` : null)).filter(Boolean);
  return words.join(", ");
}

/**
 * Reads what was typed: "3 from c", "2 from a and 3 from b", "all from b", "c 3", or the position after the move, "4,5,8".
 * The answer is { to: "4,5,8" } or { fault: "…" }.
 */
export function understand(typed, names, piles) {
  const text = typed.trim().toLowerCase();
  if (!text) return { fault: "Choose what to take: click tokens, or type 3 from c, or the position after your move." };
  if (!/[a-z]/.test(text.replaceAll("^", ""))) return { to: typed.trim().replaceAll(/[()\s]/g, "") };
  const taken = piles.map(() => 0n);
  const lower = names.map((name) => name.toLowerCase());
  for (const piece of text.split(/\s*(?:,|;|\band\b|\+)\s*/).filter(Boolean)) {
    const match = /^(?:take\s+)?(\d+|all|everything)\s*(?:tokens?\s*)?(?:from\s+)?(?:pile\s+)?(.+)$/.exec(piece)
      ?? /^(?:take\s+)?(.+?)\s*[-:]?\s+(\d+|all)$/.exec(piece)?.map((part, index, all) => all[[0, 2, 1][index]]);
    const at = match ? lower.indexOf(match[2].trim()) : -1;
    if (at < 0) return { fault: `“${piece}” is not understood. Write how many from which pile, such as ${example(names)}, or the position after your move.` };
    taken[at] += /^\d+$/.test(match[1]) ? BigInt(match[1]) : piles[at] - taken[at];
    if (taken[at] > piles[at]) return { fault: `There are only ${piles[at]} in ${names[at]}.` };
  }
  return { to: remaining(piles, taken).join(",") };
}

/**
 * Reads "7 -> 3,2": one heap of 7 becomes these; nothing behind the arrow takes it whole. Null if there is no arrow.
 */
export function replacedHeap(typed, heaps) {
  const match = /^\(?\s*(\d+)\s*\)?\s*(?:->|→)\s*\(?([\d,\s]*)\)?$/.exec(typed.trim());
  if (!match) return /->|→/.test(typed) ? { fault: "Write a heap and what becomes of it, such as 7 -> 3,2." } : null;
  const at = heaps.indexOf(BigInt(match[1]));
  if (at < 0) return { fault: `There is no heap of ${match[1]}.` };
  const parts = match[2].split(",").map((part) => part.trim()).filter(Boolean).map(BigInt);
  const left = [...heaps.slice(0, at), ...heaps.slice(at + 1), ...parts].filter((heap) => heap > 0n);
  return { to: keyOf(left, true) || "0" };
}

function example(names) {
  return `2 from ${names[names.length - 1]}`;
}

/** The piles of a position. */
export function pilesOf(position) {
  return /^\d+(,\d+)*$/.test(position) ? position.split(",").map(BigInt) : [];
}

/** A position as text; no coins at all are the square 0 alone. */
export function textOf(piles) {
  return piles.join(",") || "0";
}

/** Positions of sorted piles are the same in any order; so many of the last piles have a place of their own. */
export function keyOf(piles, sorted, placed = 0) {
  if (!sorted) return piles.join(",");
  const first = piles.slice(0, piles.length - placed);
  first.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return [...first, ...piles.slice(first.length)].join(",");
}
