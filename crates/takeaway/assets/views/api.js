// The API: what the server's own description says of it, and a way to try each command.

import { h, fault } from "../dom.js";

export async function show(page) {
  const description = await (await fetch("/api/openapi.json")).json();
  page.main.className = "";
  const routes = Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([method]) => method !== "parameters").map(([method, operation]) => route(description, path, method, operation)));
  page.main.replaceChildren(h("section", { class: "card" }, h("h1", {}, "For programs"),
    h("p", {}, description.info.description), h("p", {}, "The description for machines, OpenAPI 3.1: ", h("a", { href: "/api/openapi.json" }, "/api/openapi.json"), "."),
    routes));
  return () => {};
}

function route(description, path, method, operation) {
  const schema = operation.requestBody?.content["application/json"].schema ?? {};
  const kinds = schema.oneOf ?? (schema.properties ? [schema] : []);
  const parts = [h("summary", {}, h("code", {}, `${method.toUpperCase()} ${path}`), ` ${operation.summary ?? ""}`), operation.description ? h("p", { class: "soft small" }, operation.description) : null,
    kinds.map((kind) => h("table", {}, h("tbody", {}, Object.entries(kind.properties ?? {}).map(([name, property]) => h("tr", {},
      h("td", { class: "text" }, h("code", {}, name), (kind.required ?? []).includes(name) ? " *" : ""), h("td", { class: "text small" }, kindOf(property)), h("td", { class: "text small" }, property.description ?? ""))))))];
  if (method === "post" && path !== "/api/jobs") parts.push(trial(path, operation.operationId));
  return h("details", { class: "route" }, parts);
}

function kindOf(property) {
  if (property.$ref) return property.$ref.split("/").pop();
  if (property.const) return JSON.stringify(property.const);
  if (property.enum) return property.enum.join(" | ");
  if (property.anyOf) return property.anyOf.map(kindOf).join(" or ");
  if (property.type === "array") return `list of ${kindOf(property.items ?? {})}`;
  return [property.type].flat().join(" or ");
}

const EXAMPLES = {
  outcome: { game: "raleigh", position: "14,17,20" }, legal: { game: "rat", from: "5,9,18", to: "3,6,11" }, moves: { game: "raleigh", position: "1,2,3" },
  value: { parts: [{ game: "nim", position: "1,4,5" }, { game: "mark", position: "12" }] }, table: { game: "raleigh", rows: 8 }, solve: { game: "rat", max: 30 },
  prove: { game: "mouse" }, plot: { kind: "positions", game: "wythoff", max: 20 }, play: { game: "nim", position: "1,2,4", lines: ["1,2,3"] }, batch: { game: "nim", command: "outcome", lines: ["1,2,3", "1,2,4"] },
  represent: { n: "41", system: "ternary-u" }, sequence: { expr: "floor(n*phi^2)", rows: 8 }, split: { sequences: ["phi", "phi^2"] }, array: { rows: 5 }, matrix: { matrix: "rat", d: 3 },
  rules: { game: "raleigh", format: "text" }, describe: { game: "raleigh" }, inspect: { game: { text: "game g \"G\"\npiles x\nmove I: x' < y" } }, papers: { name: "raleigh" },
  invariance: { game: "mouse", max: 8 }, star: { game: "mouse", max: 10 }, redundant: { game: "mouse" }, check: { certificate: { text: "" } }, games: {},
};

function trial(path, name) {
  const input = h("textarea", { "aria-label": `Arguments of ${name}`, spellcheck: "false", value: JSON.stringify(EXAMPLES[name] ?? {}, null, 2) });
  const out = h("div", { "aria-live": "polite" });
  const send = async () => {
    out.replaceChildren(h("p", { class: "soft" }, "One moment …"));
    try {
      const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: input.value });
      const text = await response.text();
      let pretty = text;
      try { pretty = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it is */ }
      out.replaceChildren(h("p", { class: response.ok ? "good" : "bad" }, String(response.status)), h("pre", { tabindex: "0" }, pretty.slice(0, 20_000)));
    } catch (error) { out.replaceChildren(fault(error)); }
  };
  return h("div", {}, input, h("div", { class: "row" }, h("button", { type: "button", onclick: send }, "Try it")), out);
}
