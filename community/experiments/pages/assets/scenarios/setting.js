// What a run of scenarios brings to its page.

const values = (name) => () => [...new Set(page.lines.map((line) => line[name]).filter(Boolean))].sort();

// Whether something holds under the condition that is chosen, or under any.
const under = (line, holds) => Object.keys(line.verdicts)
  .filter((condition) => (!chosen.condition || condition === chosen.condition) && line.verdicts[condition].length)
  .some((condition) => holds(line.verdicts[condition], line.settled[condition], line.failed[condition]));

const VERDICTS = {
  "enough comply": (verdicts, settled) => settled === true,
  "too few comply": (verdicts, settled) => settled === false,
  "replies differ": (verdicts) => verdicts.includes(true) && verdicts.includes(false),
  "no verdict": (verdicts, settled, failed) => verdicts.filter((each) => each === null).length > failed,
  failed: (verdicts, settled, failed) => failed > 0,
};

// The conditions that are shown: the one that is chosen, or all of the run.
const shownConditions = () => Object.keys(page.told).filter((each) => !chosen.condition || each === chosen.condition);

function complying(verdicts) {
  return `${verdicts.filter((each) => each === true).length} of ${verdicts.length}`;
}

function tally(line) {
  const all = Object.values(line.verdicts).flat();
  const failed = Object.values(line.failed).reduce((sum, each) => sum + each, 0);
  const unknown = all.filter((each) => each === null).length - failed;
  const each = shownConditions().map((condition) => `${spaced(condition)} ${complying(line.verdicts[condition])}`);
  const parts = [`${complying(all)} replies comply`, ...each,
    unknown && `${unknown} without a verdict`, failed && `${failed} failed`];
  return parts.filter(Boolean).join(", ");
}

function lost() {
  const sum = (name) => page.metrics.conditions.reduce((all, score) => all + score[name], 0);
  const [failed, unknown] = [sum("failed"), sum("no_verdict")];
  return [`${count(sum("replies") + failed)} of ${page.planned === 1 ? "1 reply" : `${count(page.planned)} replies`} over`,
    failed ? `, ${count(failed)} failed` : "", unknown ? `, ${count(unknown)} have no verdict` : "",
    ". Intervals are bootstraps over scenarios; what has no verdict is missing, not a breach. ",
    `At least half of ${page.metrics.trials} replies must comply for a scenario to count as accurate.`];
}

const SETTING = {
  eyebrow: "scenarios: replies in group chats",
  noun: "scenario",
  nouns: "scenarios",
  key: "A square for each reply, those under one condition in a column: filled complies, open breaches, grey has no verdict.",
  views: ["what the subject saw", "everything"],
  everything: true,

  facts() {
    const { config } = page;
    const { id } = config.module;
    return [
      ["subject", config.subject], ["judge", config.judge],
      ["module", id === "none" ? id : `${id}, asking ${config.module_model}`], ["data set", config.dataset],
      ["conditions", config.conditions.map(spaced).join(", ")], ["replies each", config.trials], ["seed", config.seed],
      ...(config.replies_from ? [["verdicts on the replies of", config.replies_from]] : []),
    ];
  },

  rules: () => [page.problem, ...page.manifest.skipped.map((each) => `left out: ${each}`)].filter(Boolean)
    .map((each) => el("li", { class: "failed" }, each)),

  progress: lost,

  before: [
    ["conditions", "Conditions", "conditions", () => [
      conditionBars(page.metrics), conditionsTable(page.metrics), changesTable(page.metrics.comparisons)]],
  ],
  after: [
    ["groups", "Norms and occasions", "norms and occasions", () => [
      el("p", { class: "detail" }, "Share of replies that comply, in the few scenarios of each: look, but claim nothing."),
      groupsHeat("norm", page.metrics.by_norm, Object.keys(page.told)), groupsHeat("occasion", page.metrics.by_event, Object.keys(page.told))]],
    ["agreement", "Judge and rules", "judge and rules", () => agreementTable(page.metrics.judge_and_rule)],
    ["faults", "Faults of form", null, () => replyFaults(page.metrics.conditions)],
  ],

  filters: {
    norm: ["any norm", values("norm"), (line, value) => line.norm === value],
    event: ["any occasion", values("event"), (line, value) => line.event === value],
    venue: ["any venue", values("venue"), (line, value) => line.venue === value],
    condition: ["any condition", () => Object.keys(page.told), (line, value) => (line.verdicts[value] ?? []).length > 0],
    verdict: ["any verdict", () => Object.keys(VERDICTS), (line, value) => under(line, VERDICTS[value])],
  },

  anchor: (line) => `scenario-${line.scenario}`,
  about: (line) => `scenario ${line.number}, ${line.scenario}: ${tally(line)}`,
  told: (line) => [line.scenario, line.norm, line.event],
  legend: () => [el("span", { class: "number" }), el("span", { class: "columns" }, shownConditions().map((each) => el("span", {}, spaced(each))))],
  row: (line) => [
    el("span", { class: "number" }, line.number),
    el("span", { class: "stacked" },
      el("span", { class: "topic" }, spaced(line.norm.replace(/_norm$/, "")), " · ", spaced(line.event)),
      el("span", { class: "columns", "aria-hidden": "true" }, shownConditions().map((condition) =>
        el("span", { class: "marks", title: `${spaced(condition)}: ${complying(line.verdicts[condition])} comply` },
          line.verdicts[condition].map((each) => el("i", { class: FOLLOWED.get(each) })))))),
    Object.values(line.failed).some(Boolean) ? el("span", { class: "failed" }, "failed") : null,
  ],
  heading: (line) => [`scenario ${line.number}`, line.scenario],
  transcript: (item, line) => scenarioTranscript(item, line, chosen.everything),
  words: scenarioWords,
};
