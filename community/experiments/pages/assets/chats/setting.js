// What a run of group chats brings to its page.

const SHARES = [
  ["member_compliance", "messages of members who know the norms that satisfy them"],
  ["unaided_compliance", "at once, before any re-ask or repair"],
  ["violations_sanctioned", "newcomers' breaches that drew a sanction"],
  ["false_sanctions", "newcomers' messages that follow the norm and drew a sanction"],
  ["reactions_carried_out", "due reactions that came before the chat was over"],
  ["reactions_naming", "reactions, changes of topic apart, that name the newcomer"],
  ["contact_while_shunned", "other messages, while somebody is shunned, that name them"],
  ["shown_before_first", "messages that satisfy the norms before a newcomer's first (a number)"],
];

function metTable({ uptakes, sanctions, messages }) {
  const rows = [["taken up", uptakes], ...Object.entries(sanctions).map(([style, times]) => [spaced(style), times])];
  const met = rows.reduce((sum, [, times]) => sum + times, 0);
  if (messages > met) rows.push(["met by nobody, being empty", messages - met]);
  if (!messages) return el("p", {}, "No newcomer has written in a finished chat.");
  return table([`how ${plural(messages, "message")} of newcomers were met`, "messages", "share"],
    rows.map(([how, times]) => [how, count(times), fixed(times / messages)]));
}

function chatSquares(line) {
  return el("span", { class: "marks many", "aria-hidden": "true" }, line.own.map((message) =>
    el("i", { class: `${FOLLOWED.get(message.complies)}${isLater(message.turn) ? " later" : ""}`, title: `${message.newcomer}, turn ${message.turn}` })));
}

// Whether other norms are in force than at the beginning.
function isLater(turn) {
  return page.config.phases.slice(1).some((each) => turn >= each.from_turn);
}

// How messages can be met, and whether one of a chat was.
const styleOf = (message) => message.sanction?.replaceAll("_", " ") ?? (message.met ? "taken up" : null);
const styles = () => [...new Set(["taken up", ...page.lines.flatMap((line) => line.own.map(styleOf)).filter(Boolean)])];

const SETTING = {
  eyebrow: "group chat",
  noun: "chat",
  nouns: "chats",
  get key() {
    const later = page.config.phases.length > 1 ? " Underlined: other norms are in force than at the beginning." : "";
    return `A square for each message of a newcomer: filled follows the norm, open breaks it, grey has no verdict.${later}`;
  },
  views: ["what was said", "everything"],
  everything: true,

  facts() {
    const { config } = page;
    const { id } = config.module;
    return [
      ["newcomers", `${config.newcomers} × ${[...new Set(config.newcomer)].join(", ")}`],
      ["members", `${config.members} × ${[...new Set(config.member)].join(", ")}`],
      ["module", id === "none" ? id : `${id}, asking ${config.module_model}`], ["sanction", spaced(config.sanction.style)],
      ["who speaks next", spaced(config.order)], ["turns", config.turns],
      ["newcomers join after turn", config.joins], ["seed", config.seed],
    ];
  },

  rules: () => [
    page.config.phases.length > 1 ? page.config.phases.map((each) =>
      el("li", {}, `from turn ${each.from_turn}: `, each.norms.map((norm) => el("span", { class: "chip norm" }, norm)))) : null,
    page.norms.map((each) => rule("norm", each)), page.habits.map((each) => rule("habit", each)),
  ],

  progress() {
    const { chats, failed, never_complied: never } = page.metrics;
    return [`${chats} of ${plural(page.planned, "chat")} over`, failed ? `, ${failed} failed and are counted nowhere else` : "",
      ". Means over finished chats of the mean over their newcomers, with their standard errors over chats. ",
      `${plural(never, "newcomer")} never complied, counted in every chat.`];
  },

  before: [
    ["curve", "Compliance over turns", "turns", () => [
      swatches(["dot", "norm following at a turn"], ["following", `mean of the last ${SMOOTH}`],
        page.config.phases.length > 1 && ["change", "other norms come into force"]),
      turnsFigure(openTurn),
      swatches(["admitted", "taken up"], ["refused", "sanctioned"], ["observed", "met by nobody"]),
      learningTable(page.metrics),
    ]],
    ["sanctions", "Sanctions", "sanctions", () => metTable(page.metrics)],
    ["beliefs", "Beliefs", "beliefs", () => beliefList(page.lines.flatMap((line) => line.stated.map(({ turn, newcomer, belief, verdict: judged }) => {
      const link = `#chat-${line.number}/turn-${Math.min(turn, page.config.turns)}`;
      return beliefItem(`chat ${line.number}, turn ${turn}, ${newcomer}`, link, belief, judged);
    })))],
  ],
  after: [
    ["integrity", "Treatment integrity", "integrity", () => table(["was the treatment what it should be?", "share"],
      SHARES.map(([name, label]) => [label, fixed(page.metrics.integrity[name])]))],
    ["faults", "Faults of form", null, () => faultsTable(page.metrics.faults, page.metrics.messages)],
  ],

  filters: {
    status: ["any status", () => ["finished", "failed", "unfinished"], (line, value) => line.status === value],
    newcomer: ["followed or broke", () => ["followed throughout", "broke the norm"], (line, value) => {
      const flags = line.own.map((message) => message.complies);
      return value === "broke the norm" ? flags.includes(false) : flags.length > 0 && flags.every((each) => each === true);
    }],
    met: ["however met", styles, (line, value) => line.own.some((message) => styleOf(message) === value)],
  },

  anchor: (line) => `chat-${line.number}`,
  about(line) {
    const ended = line.status === "finished" ? `followed ${fixed(line.follow_rate)}` : line.status;
    const sanctioned = line.own.filter((message) => message.sanction).length;
    return `chat ${line.number}: ${ended}; taken up ${line.uptakes}, sanctioned ${sanctioned}`;
  },
  told: (line) => [line.reason, ...Object.values(line.beliefs)],
  row: (line) => [
    el("span", { class: "number" }, line.number),
    el("span", { class: line.status === "failed" ? "rate failed" : "rate" }, line.status === "finished" ? fixed(line.follow_rate) : line.status),
    chatSquares(line),
    line.stated.length ? el("span", { class: "chip belief", title: "new beliefs in it" }, "belief") : null,
  ],
  heading: (line) => [`chat ${line.number}`, plural(line.turns, "turn")],
  tools: turnsSelect,
  transcript: (chat, line) => groupTranscript(chat, line, chosen.everything),
  words: groupWords,
};
