// What replies came to under each condition, beside what is missing.

function withInterval(share, signed = false) {
  if (share.value === null) return el("span", { class: "dim", title: share.reason }, "n/a");
  const sign = (value) => `${signed && value > 0 ? "+" : ""}${value.toFixed(2)}`;
  const { interval } = share;
  return [el("b", {}, sign(share.value)), interval ? el("span", { class: "dim" }, ` ${sign(interval.low)} to ${sign(interval.high)}`) : null];
}

function conditionsTable({ conditions, trials }) {
  const rows = conditions.map((score) => [
    spaced(score.condition), withInterval(score.accuracy), withInterval(score.compliance), withInterval(score.consistency),
    count(score.replies), count(score.failed), count(score.no_verdict), count(score.accuracy.missing + score.accuracy.failed),
  ]);
  return table(["condition", `acc@${trials}`, "compliance", "consistency", "replies", "failed", "no verdict", "scenarios unsettled"], rows);
}

function changesTable(comparisons) {
  if (!comparisons.length) return null;
  const rows = comparisons.map((each) => [
    spaced(each.condition), withInterval(each.delta, true), `${each.recovered} of ${each.failures}`, `${each.regressed} of ${each.successes}`, count(each.delta.n),
  ]);
  return table([`against ${spaced(comparisons[0].baseline)}`, "change in accuracy", "recovered", "regressed", "scenarios"], rows);
}

function conditionBars({ conditions, trials }) {
  const measures = [["accuracy", `acc@${trials}`], ["compliance", "compliance"], ["consistency", "consistency"]];
  const rows = conditions.map((score) => ({
    name: spaced(score.condition),
    bars: measures.map(([name, label], tone) => {
      const { value } = score[name];
      const title = `${spaced(score.condition)}, ${label}: ${fixed(value)}, ${spread(score[name])}`;
      return { value, range: whisker(score[name]), tone, title };
    }),
  }));
  return [
    el("p", { class: "legend" }, measures.map(([, label], tone) => el("span", {}, el("i", { class: `swatch bar tone${tone}`, "aria-hidden": "true" }), label))),
    barChart("Accuracy, compliance and consistency under each condition; the table below has the values.", rows),
    whiskers("scenarios"),
  ];
}

// Compliance of the scenarios of each norm, or occasion, under each condition.
function groupsHeat(label, diagnostics, conditions) {
  const groups = [...new Set(diagnostics.map((each) => each.group))];
  return heat(label, conditions.map(spaced), groups.map((group) => [spaced(group), conditions.map((condition) => {
    const found = diagnostics.find((each) => each.group === group && each.condition === condition);
    if (!found) return null;
    const missing = found.missing ? `, ${found.missing} without a verdict` : "";
    return [found.compliance, `${spaced(group)}, ${spaced(condition)}: ${fixed(found.compliance)} of replies comply; ${plural(found.scenarios, "scenario")}${missing}`];
  })]));
}

function agreementTable(found) {
  if (found.accuracy === null) return el("p", {}, "The norms that were played have no rule to compare the judge with.");
  const labels = Object.keys(found.confusion);
  return [
    el("p", {}, `Judge and rules agree on ${fixed(found.accuracy)} of ${count(found.n)} replies that both have decided`,
      found.kappa === null ? "." : `; Cohen's kappa ${fixed(found.kappa)}.`,
      ` ${count(found.missing_first + found.missing_both)} have no verdict of the judge.`),
    table(["the judge says", ...labels.map((label) => `rule: ${label}`)],
      labels.map((label) => [label, ...labels.map((other) => count(found.confusion[label][other]))])),
  ];
}

function replyFaults(conditions) {
  const rows = conditions.flatMap((score) => Object.entries(score.faults).map(([fault, times]) =>
    [`${spaced(score.condition)}: ${spaced(fault)}`, count(times), fixed(times / score.replies)]));
  return rows.length ? table(["fault of form", "replies", "share"], rows) : el("p", {}, "No fault of form in any reply.");
}
