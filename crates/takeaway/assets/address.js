// All that the page shows is in its address: #VIEW?key=value&…, so that a link shows the same to somebody else.
//
// g=GAME and p=POSITION, once for each part of a sum; t=TEXT for a game that was written here, which is then the game `~`;
// m=MOVES, `;` between them, `PART:` before the position in a sum, and behind it `!OPTION` for each that was forbidden;
// f=OPTIONS, `;` between them, that are forbidden before the next move; at=NUMBER of moves shown; me=first|second|both;
// level=strong|casual|beginner and s=SEED, how the computer plays; and what a view keeps for itself.

const OWN = ["g", "p", "t", "m", "f", "at", "me", "level", "s"];

/** How well the computer can play, from the best to the weakest. */
export const LEVELS = ["perfect", "strong", "casual", "beginner"];

/** Reads an address. */
export async function read(hash) {
  const [view, query = ""] = hash.replace(/^#/, "").split("?");
  const given = new URLSearchParams(query);
  const positions = given.getAll("p");
  const parts = given.getAll("g").map((game, index) => ({ game, position: positions[index] ?? "" }));
  const moves = (given.get("m") ?? "").split(";").filter(Boolean).map((move) => {
    const [, part, played] = /^(?:(\d+):)?(.*)$/.exec(move);
    const [to, ...forbidden] = played.split("!");
    return { part: Number(part ?? 0), to, forbidden };
  });
  const extra = {};
  for (const [key, value] of given) if (!OWN.includes(key)) extra[key] = value;
  return {
    view: view || "play",
    parts,
    text: given.has("t") ? await unpack(given.get("t")) : null,
    moves: moves.filter((move) => move.part < Math.max(1, parts.length)),
    forbidden: given.has("f") ? given.get("f").split(";").filter(Boolean) : null,
    at: given.has("at") ? Math.min(Number(given.get("at")) || 0, moves.length) : null,
    me: ["second", "both"].includes(given.get("me")) ? given.get("me") : "first",
    level: LEVELS.includes(given.get("level")) ? given.get("level") : "perfect",
    seed: /^\d{1,15}$/.test(given.get("s") ?? "") ? Number(given.get("s")) : 0,
    extra,
  };
}

/** Writes an address. */
export async function write(state) {
  const query = new URLSearchParams();
  for (const { game, position } of state.parts) {
    query.append("g", game);
    query.append("p", position);
  }
  if (state.text !== null) query.set("t", await pack(state.text));
  const sum = state.parts.length > 1;
  if (state.moves.length) query.set("m", state.moves.map(({ part, to, forbidden = [] }) => [sum ? `${part}:${to}` : to, ...forbidden].join("!")).join(";"));
  if (state.forbidden) query.set("f", state.forbidden.join(";"));
  if (state.at !== null && state.at < state.moves.length) query.set("at", state.at);
  if (state.me !== "first") query.set("me", state.me);
  if (state.level !== "perfect") {
    query.set("level", state.level);
    if (state.seed) query.set("s", state.seed);
  }
  for (const [key, value] of Object.entries(state.extra)) if (value !== null && value !== "") query.set(key, value);
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%3B", ";").replaceAll("%3A", ":").replaceAll("%21", "!").replaceAll("%7E", "~");
  return `#${state.view}${text ? `?${text}` : ""}`;
}

/** A text as few letters of an address. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** And back; what is damaged is no text. */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    return null;
  }
}

/** A game of the state as the laboratory takes it: its name, or its text with the parameters behind the colon. */
export function gameOf(state, game) {
  if (!game.startsWith("~")) return game;
  const parameters = {};
  for (const pair of splitAtCommas(game.slice(2))) {
    const [name, ...value] = pair.split("=");
    if (name) parameters[name.trim()] = value.join("=").trim();
  }
  return { text: state.text ?? "", parameters };
}

/** The parts between the commas that stand in no bracket. */
export function splitAtCommas(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if ("({[".includes(letter)) depth += 1;
    if (")}]".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.filter(Boolean);
}
