// Papers: every claim with its verdict, worked out here and now.

import { begin } from "../api.js";
import { linkButton } from "../app.js";
import { fault, h, save, say } from "../dom.js";
import { once } from "../knowledge.js";

const WORDS = {
  proved: "proved for all numbers",
  "holds-up-to": "holds up to a bound",
  misprint: "misprint",
  refuted: "refuted",
  "scanning-accident": "scanning accident",
  "not-checkable": "not checkable",
  settled: "settled",
  attacked: "attacked up to a bound",
  "out-of-reach": "out of reach",
};

/** Reports that were worked out since the page was opened. */
const known = new Map();

export async function show(page) {
  const { state, main, tools } = page;
  let job = null;
  tools.replaceChildren(linkButton());
  main.className = "";
  const { papers } = await once("papers", { list: true });
  const { name, title, authors, published, claims } = papers.find((paper) => paper.name === state.extra.paper) ?? papers[0];
  const body = h("div");
  const select = h("select", { "aria-label": "Paper", onchange: () => page.go({ extra: { paper: select.value } }) }, papers.map((paper) => h("option", { value: paper.name, selected: paper.name === name }, paper.title)));
  const again = h("button", { type: "button", class: "main", onclick: () => work() }, "Reproduce");
  main.replaceChildren(h("section", { class: "card" }, h("h1", {}, title), h("p", { class: "soft lead" }, `${authors}, ${published}`),
    h("p", {}, "Every printed table entry and claim of the paper against the engines: proved for all numbers, true up to a stated bound, a misprint, or refuted by the smallest counterexample."),
    h("div", { class: "row" }, select, again), body));
  if (known.has(name)) report(known.get(name));
  else body.replaceChildren(h("p", { class: "soft" }, `Press Reproduce: all ${claims} claims are checked here and now, in some seconds.`));
  return () => job?.cancel();

  async function work() {
    job?.cancel();
    const bar = h("progress", { "aria-label": "Progress" });
    const step = h("span", {}, "beginning");
    const stop = h("button", { type: "button", onclick: () => job.cancel() }, "Stop");
    again.disabled = true;
    body.replaceChildren(h("div", { class: "box", role: "status" }, h("div", { class: "head" }, h("b", {}, "Checking"), step, stop), bar));
    job = begin("papers", { name }, (progress) => {
      step.textContent = `${progress.step}${progress.total ? `, ${progress.done} of ${progress.total}` : ""}`;
      if (progress.total) { bar.max = progress.total; bar.value = progress.done; } else bar.removeAttribute("value");
    });
    try {
      const answer = await job.answer;
      known.set(name, answer);
      report(answer);
      say(`${answer.claims.length} claims were checked.`);
    } catch (error) {
      body.replaceChildren(error.kind === "cancelled" ? h("p", { class: "soft" }, "Stopped.") : fault(error));
    } finally {
      again.disabled = false;
      again.textContent = "Reproduce again";
    }
  }

  function report(answer) {
    const counts = {};
    for (const claim of answer.claims) counts[claim.verdict] = (counts[claim.verdict] ?? 0) + 1;
    const only = state.extra.only ?? "";
    const list = h("div");
    const filter = h("select", { "aria-label": "Which claims", onchange: () => { page.keep({ only: filter.value || null }); draw(filter.value); } },
      h("option", { value: "" }, `all ${answer.claims.length}`), Object.keys(WORDS).filter((verdict) => counts[verdict]).map((verdict) => h("option", { value: verdict, selected: verdict === only }, `${counts[verdict]} ${WORDS[verdict]}`)));
    const draw = (verdict) => list.replaceChildren(...answer.claims.filter((claim) => !verdict || claim.verdict === verdict).map((claim) => item(claim, name)));
    body.replaceChildren(h("div", { class: "row" }, h("label", {}, "Show ", filter),
      h("button", { type: "button", class: "link", onclick: () => save(`${name}.json`, JSON.stringify(answer, null, 2), "application/json") }, "Save as JSON")), list);
    draw(only);
  }
}

function item(claim, paper) {
  const article = drawn(claim);
  const button = h("button", { type: "button", class: "link small", onclick: async () => {
    button.disabled = true;
    button.textContent = "Checking …";
    try {
      const { claims } = await begin("papers", { name: paper, claim: claim.claim }).answer;
      article.replaceWith(item(claims[0], paper));
      say(`${claim.claim}: ${WORDS[claims[0].verdict] ?? claims[0].verdict}`);
    } catch (error) {
      button.replaceWith(fault(error));
    }
  } }, "Reproduce this");
  article.append(button);
  return article;
}

function drawn(claim) {
  const wrong = claim.verdict === "misprint" || claim.verdict === "refuted" || claim.verdict === "scanning-accident";
  const line = (word, text) => (text ? h("p", {}, h("span", { class: "soft" }, `${word} `), text) : null);
  return h("article", { class: "claim" }, h("h3", {}, claim.claim),
    h("p", {}, h("span", { class: `verdict ${claim.verdict}` }, mark(claim.verdict), WORDS[claim.verdict] ?? claim.verdict), claim.bound ? ` (${claim.bound})` : "", claim.as_recorded ? "" : h("b", { class: "bad" }, " – not the verdict on record")),
    line(wrong ? "Printed:" : "", claim.printed), line("Correct:", claim.correct), line("Answer:", claim.answer), line("Counterexample:", claim.counterexample),
    claim.entries.map((entry) => h("p", {}, h("span", { class: "soft" }, `${entry.place}: printed `), entry.printed, h("span", { class: "soft" }, ", correct "), entry.correct)),
    line("How:", claim.how.join("; ")), line("Proof:", claim.proof), line("Note:", claim.note), claim.commands.map((one) => line("In a terminal:", h("code", {}, one.command))));
}

function mark(verdict) {
  return { proved: "✓ ", "holds-up-to": "✓ ", misprint: "✗ ", refuted: "✗ " }[verdict] ?? "";
}
