// Numbers with their errors, and the tables behind them.

function spread(estimate) {
  if (estimate.value === null) return estimate.reason ?? "";
  const { interval } = estimate;
  const range = interval ? `${interval.level * 100} % ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}` : null;
  const error = estimate.se === null ? null : `± ${estimate.se.toFixed(2)} se`;
  const parts = [range ?? error, `n = ${count(estimate.n)}`];
  if (estimate.missing) parts.push(`${count(estimate.missing)} missing`);
  return parts.filter(Boolean).join(" · ");
}

const FEWEST_DRAWN = 3; // clusters; the interval of fewer is as wide as its axis

// What a whisker spans; null where there is no interval, or too few clusters to draw it.
function whisker({ interval, n, crossed }) {
  return interval && Math.min(n, crossed ?? n) >= FEWEST_DRAWN ? [interval.low, interval.high] : null;
}

// What the whiskers of a figure are, for its caption.
function whiskers(over) {
  return el("p", { class: "detail" }, `Whiskers are 95 % intervals; a mean over fewer than ${FEWEST_DRAWN} ${over} has none.`);
}

function card({ label, meaning, number }) {
  return el("div", { class: "card" },
    el("dt", {}, label),
    el("dd", {},
      el("span", { class: number.value === null ? "value none" : "value" }, fixed(number.value)),
      el("span", { class: "spread" }, spread(number)),
      el("span", { class: "meaning" }, meaning)));
}

function headlines(numbers) {
  return el("dl", { class: "cards" }, numbers.map(card));
}

function simulatedBanner(where = "") {
  return el("p", { class: "banner", role: "note" }, el("strong", {}, "simulated"),
    ` Scripted people took part${where}. Such numbers show that a design works; they are no result about any model.`);
}

function faultsTable(faults, messages) {
  const found = Object.entries(faults);
  const all = plural(messages, "newcomer message");
  if (!found.length) return el("p", {}, `No fault of form in ${all}.`);
  const rows = found.map(([fault, times]) => [spaced(fault), count(times), fixed(times / messages)]);
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
