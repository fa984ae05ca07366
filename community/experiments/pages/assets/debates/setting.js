// What a run of debates brings to its page.

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

function squares(followed) {
  return marks(followed.map((each, at) => `${FOLLOWED.get(each)}${at ? "" : " initial"}`));
}

function beliefAfter(at) {
  return page.lines.slice(0, at + 1).findLast((line) => line.new_belief)?.belief ?? null;
}

const SETTING = {
  eyebrow: "community debate",
  noun: "debate",
  nouns: "debates",
  key: "A square for each message of the newcomer, the round one its initial answer: filled follows the norm, open breaks it, grey has no verdict.",
  views: ["what the newcomer saw", "everything"],
  everything: false,

  facts() {
    const { config } = page;
    const models = [...new Set(config.background)];
    return [
      ["newcomer", config.newcomer], ["module", `${config.module.id}, asking ${config.module_model}`],
      ["background", `${config.background.length} × ${models.join(", ")}`], ["condition", config.condition],
      ["task", config.task], ["seed", config.seed],
    ];
  },

  rules: () => [page.norms.map((each) => rule("norm", each)), page.habits.map((each) => rule("habit", each))],

  progress() {
    const { debates, failed } = page.metrics;
    return [`${debates} of ${plural(page.planned, "debate")} over`, failed ? `, ${failed} failed and are counted nowhere else` : "",
      ". Means over finished debates, with their standard errors over debates."];
  },

  before: [
    ["curve", "Learning", "learning", () => {
      const agreement = page.lines.some((line) => line.agreement !== null);
      return [
        swatches(["dot", "norm following in a debate"], ["following", `mean of the last ${SMOOTH}`],
          page.habits.length > 0 && ["imitation", `over-imitation, last ${SMOOTH}`], agreement && ["agreement", "agreement of the belief"]),
        learningCurve(page.lines, page.planned, open),
        swatches(["admitted", "admitted"], ["refused", "refused"], ["observed", "only observed"]),
      ];
    }],
    ["beliefs", "Beliefs", "beliefs", () => beliefList(page.lines.filter((line) => line.new_belief).map((line) =>
      beliefItem(`debate ${line.number}`, `#debate-${line.number}`, line.belief, line)))],
  ],
  after: [
    ["integrity", "Treatment integrity", "integrity", () => integrityTable(page.metrics.integrity)],
    ["faults", "Faults of form", null, () => faultsTable(page.metrics.faults, page.metrics.messages)],
  ],

  filters: {
    status: ["any status", () => ["finished", "failed", "unfinished"], (line, value) => line.status === value],
    newcomer: ["followed or broke", () => ["followed throughout", "broke the norm"], (line, value) => {
      const scored = line.followed.slice(1);
      return value === "broke the norm" ? scored.includes(false) : scored.length && scored.every((each) => each === true);
    }],
    met: ["admitted or refused", () => ["admitted", "refused", "only observed"], (line, value) =>
      (value === "only observed" ? !line.admitted && !line.refused && line.observed : line[value]) > 0],
  },

  anchor: (line) => `debate-${line.number}`,
  about: (line) => `${describe(line)}; ${line.question}`,
  told: (line) => [line.question, line.category, line.belief, line.reason],
  row: (line) => [
    el("span", { class: "number" }, line.number),
    squares(line.followed),
    el("span", { class: line.status === "failed" ? "rate failed" : "rate" }, line.status === "finished" ? fixed(line.follow_rate) : line.status),
    el("span", { class: "answer" }, line.correct === null ? "" : `${line.correct ? "✓" : "✗"} ${line.letter ?? "–"}`),
    el("span", { class: "topic" }, line.category || line.question),
    line.new_belief ? el("span", { class: "chip belief", title: "a new belief afterwards" }, "belief") : null,
  ],
  heading: (line) => [`debate ${line.number}`, [line.question, line.category].filter(Boolean).join(", ")],
  transcript: (debate, line, at) => transcript(debate, line, beliefAfter(at), chosen.everything),
  words,
};
