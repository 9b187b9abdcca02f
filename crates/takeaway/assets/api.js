// The one way to the laboratory: POST /api/COMMAND, and jobs for what takes long.

/** An answer that is an error. */
export class Trouble extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.kind = error.kind;
    this.at = error.at;
  }
}

async function post(path, body, accept) {
  const headers = { "content-type": "application/json", accept };
  for (let tries = 0; ; tries += 1) {
    let response;
    try {
      response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    } catch {
      throw new Trouble(0, { kind: "internal", message: "The laboratory does not answer. Was it stopped? Start it again with `takeaway serve`, and reload this page: the address holds all that was on it." });
    }
    if (response.status === 429 && tries < 4) {
      await new Promise((done) => setTimeout(done, 300 * 2 ** tries));
      continue;
    }
    if (!response.ok) throw new Trouble(response.status, (await response.json()).error);
    return response;
  }
}

/** Asks a command. */
export async function ask(command, given) {
  const response = await post(`/api/${command}`, given, "application/json");
  return response.json();
}

/** The same as a text for a reader, in the format of the request. */
export async function askText(command, given) {
  const response = await post(`/api/${command}`, given, "text/plain");
  return response.text();
}

/** A picture, `image/svg+xml` or `image/png`, as bytes. */
export async function askPicture(given, type) {
  const response = await post("/api/plot", given, type);
  return response.blob();
}

/**
 * Begins long work. `cancel()` ends it; `answer` is a promise that then fails with kind `cancelled`. A job that is lost, since its
 * server was stopped or another one was asked, is begun again, twice.
 */
export function begin(command, given, onProgress = () => {}) {
  let source = null;
  let over = false;
  let name = null;
  let settle = null;
  const cancelled = () => new Trouble(0, { kind: "cancelled", message: "cancelled" });
  const end = (action, value) => {
    if (over) return;
    over = true;
    source?.close();
    action(value);
  };
  const start = async (tries) => {
    const response = await post("/api/jobs", { command, arguments: given }, "application/json");
    const job = await response.json();
    name = job.id;
    if (over) { forget(name); return; }
    source = new EventSource(job.events);
    source.addEventListener("progress", (event) => onProgress(JSON.parse(event.data)));
    source.addEventListener("cancelled", () => end(settle.reject, cancelled()));
    source.addEventListener("answer", (event) => {
      const { status, answer: found } = JSON.parse(event.data);
      if (status === 200) end(settle.resolve, found);
      else end(settle.reject, new Trouble(status, found.error));
    });
    source.onerror = () => {
      source.close();
      if (over) return;
      if (tries > 0) start(tries - 1).catch((error) => end(settle.reject, error));
      else end(settle.reject, new Trouble(0, { kind: "internal", message: "the job was lost: begin it again" }));
    };
  };
  const answer = new Promise((resolve, reject) => {
    settle = { resolve, reject };
    start(2).catch((error) => end(reject, error));
  });
  const cancel = () => {
    if (over) return;
    if (name) forget(name);
    end(settle.reject, cancelled());
  };
  return { answer, cancel };
}

function forget(name) {
  fetch(`/api/jobs/${name}`, { method: "DELETE" }).catch(() => {});
}

let catalogue = null;

/** The games of the catalogue, asked once. */
export function games() {
  catalogue ??= ask("games", {}).then((answer) => answer.games);
  return catalogue;
}
