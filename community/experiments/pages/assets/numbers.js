// Numbers with their errors, and the tables behind them.

const HEADLINES = {
  follow_rate: ["norm following", "share of rounds after the initial answer whose newcomer message follows the norm"],
  accuracy: ["accuracy", "share of debates whose last newcomer message has the right letter"],
  admission_rate: ["admission", "share of exchanges, in rounds the newcomer took part in, that were not refused"],
  over_imitation: ["over-imitation", "share of rounds whose newcomer message shows a habit that nobody enforces"],
  belief_agreement: ["belief agreement", "share of sample texts on which the stated belief decides like the norm"],
  initial_follow_rate: ["initial following", "the norm in initial answers: chance, or memory"],
  initial_accuracy: ["initial accuracy", "what the newcomer can do alone"],
  community_accuracy: ["community accuracy", "right last messages of the background agents: what there is to gain"],
};

function spread(estimate) {
  if (estimate.value === null) return estimate.reason ?? "";
  const parts = [estimate.se === null ? null : `± ${estimate.se.toFixed(2)} se`, `n = ${count(estimate.n)}`];
  if (estimate.missing) parts.push(`${count(estimate.missing)} missing`);
  return parts.filter(Boolean).join(" · ");
}

function card(name, estimate) {
  const [label, meaning] = HEADLINES[name];
  return el("div", { class: "card" },
    el("dt", {}, label),
    el("dd", {},
      el("span", { class: estimate.value === null ? "value none" : "value" }, fixed(estimate.value)),
      el("span", { class: "spread" }, spread(estimate)),
      el("span", { class: "meaning" }, meaning)));
}

function headlines(metrics) {
  return el("dl", { class: "cards" }, Object.keys(HEADLINES).map((name) => card(name, metrics[name])));
}

function simulatedBanner(where = "") {
  return el("p", { class: "banner", role: "note" }, el("strong", {}, "simulated"),
    ` Scripted people took part${where}. Such numbers show that a design works; they are no result about any model.`);
}

function integrityTable(integrity) {
  const shares = [
    ["insiders' messages that follow the norm", integrity.insider_compliance],
    ["at once, before any re-ask or repair", integrity.unaided_compliance],
    ["violations that were refused", integrity.violations_refused],
    ["norm-following messages that were refused", integrity.false_refusals],
  ];
  const agents = integrity.agents.map((agent) => [
    agent.agent,
    count(agent.messages),
    count(agent.complied),
    Object.entries(agent.how).map(([how, times]) => `${how} ${times}`).join(", "),
    `${agent.violations_refused} of ${agent.violations}`,
    `${agent.followed_refused} of ${agent.followed}`,
  ]);
  return [
    table(["was the treatment what it should be?", "share"], shares.map(([label, value]) => [label, fixed(value)])),
    agents.length
      ? table(["agent", "messages", "complied", "how", "violations refused", "followed, yet refused"], agents)
      : null,
  ];
}

function faultsTable(metrics) {
  const found = Object.entries(metrics.faults);
  const all = plural(metrics.messages, "newcomer message");
  if (!found.length) return el("p", {}, `No fault of form in ${all}.`);
  const rows = found.map(([fault, times]) => [fault.replaceAll("_", " "), count(times), fixed(times / metrics.messages)]);
  return table([`fault of form, in ${all}`, "messages", "share"], rows);
}

function usageTable(usage) {
  if (!usage) return el("p", {}, "Counted when the run is over.");
  const row = (name, sums) => [
    name,
    ...[sums.calls, sums.cached, sums.retries, sums.prompt_tokens, sums.completion_tokens].map(count),
    sums.estimated ? `${count(sums.estimated)} calls` : "",
    count(sums.truncated),
    `${count(Math.round(sums.seconds))} s`,
  ];
  const headings = ["", "calls", "cached", "retries", "tokens in", "tokens out", "estimated", "truncated", "waited"];
  const groups = [["model", usage.by_model], ["who", usage.by_who], ["purpose", usage.by_purpose]];
  return [
    table(headings, [row("all", usage.total)]),
    groups.map(([name, sums]) => el("details", {}, el("summary", {}, `by ${name}`),
      table([name, ...headings.slice(1)], Object.entries(sums).map(([key, value]) => row(key, value))))),
  ];
}
