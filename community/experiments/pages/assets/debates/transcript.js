// One debate to read, as the newcomer saw it or with everything that was said.

const NEWCOMER = "Newcomer";
const OUTCOMES = { shared: "admitted it", refused: "refused", observed: "was overheard" };

function notes(message) {
  return [
    message.habits.map((habit) => note(`habit ${habit}`)),
    message.insider in HOW ? note(HOW[message.insider]) : null,
    faultNotes(message.faults.filter((fault) => fault !== "no_letter")),
  ];
}

// A message with all that is known about it.
function judgedMessage(message) {
  const letter = message.letter ? `(${message.letter})` : "no letter";
  const broken = message.verdicts.filter((each) => !each.complies);
  return el("div", { class: message.agent === NEWCOMER ? "message own" : "message" },
    el("div", { class: "heading" },
      el("b", {}, message.agent),
      el("span", { class: "dim" }, `${letter} ${message.correct ? "right" : "wrong"}`),
      message.verdicts.map(verdict),
      notes(message)),
    message.pieces.length ? body(message.pieces) : el("p", { class: "said dim" }, "no message"),
    broken.map((each) => el("p", { class: "detail" }, each.detail)),
    message.edits.length ? rewriting(message.edits) : null);
}

function act(each) {
  const words = each.outcome === "refused" ? (each.text ? `: “${each.text}”` : ": silence") : "";
  const amiss = each.outcome === "refused" ? "although the norm was followed" : "although the norm was broken";
  return el("li", {}, el("b", {}, each.agent), " ",
    el("span", { class: `chip ${each.outcome}` }, OUTCOMES[each.outcome]), el("bdi", {}, words),
    each.amiss ? note(amiss) : null);
}

// What one background agent's words were to the newcomer: its message, or a refusal in its place.
function heard(each, before) {
  const latest = before?.messages.find((message) => message.agent === each.agent);
  const words = each.outcome === "refused" ? each.text ?? "" : textOf(latest?.pieces ?? []);
  return el("div", { class: `message heard ${each.outcome}` },
    el("div", { class: "heading" }, el("b", {}, each.agent),
      el("span", { class: `chip ${each.outcome}` }, OUTCOMES[each.outcome])),
    words ? el("p", { class: "said", dir: "auto" }, words) : el("p", { class: "said dim" }, "silence"));
}

function roundTitle(round) {
  if (round.number === 0) return "initial answers";
  const name = round.final ? "final round" : `round ${round.number}`;
  return `${name}: the newcomer ${round.participates ? "takes part" : "only observes"}`;
}

function roundAsSeen(round, before) {
  const overheard = round.unseen && round.acts.length;
  return el("section", { class: "round" }, el("h4", {}, roundTitle(round)),
    overheard ? el("p", { class: "detail" }, "Its memory and module hear this; its own prompt does not show it.") : null,
    round.acts.map((each) => heard(each, before)),
    round.messages.filter((message) => message.agent === NEWCOMER).map(judgedMessage));
}

function wholeRound(round) {
  return el("section", { class: "round" }, el("h4", {}, roundTitle(round)),
    round.acts.length ? el("ul", { class: "acts" }, round.acts.map(act)) : null,
    round.messages.map(judgedMessage));
}

function ending(line) {
  if (line.status === "unfinished") return el("p", { class: "detail" }, "This debate is not finished.");
  if (line.status === "failed") return el("p", { class: "failed" }, `This debate failed: ${line.reason ?? ""}`);
  return el("p", {}, `Followed ${fixed(line.follow_rate)}; the last answer is ${line.correct ? "right" : "wrong"}.`);
}

function transcript(debate, line, belief, everything) {
  return [
    el("p", { class: "question", dir: "auto" }, debate.text),
    everything && debate.answer ? el("p", { class: "detail" }, `right answer: (${debate.answer})`) : null,
    debate.rounds.map((round, at) => (everything ? wholeRound(round) : roundAsSeen(round, debate.rounds[at - 1]))),
    el("footer", {}, ending(line), el("p", {}, el("span", { class: "dim" }, "belief afterwards: "),
      belief ? el("q", {}, belief) : "none")),
  ];
}

// All words of a debate, for a search.
function words(debate) {
  const said = debate.rounds.flatMap((round) => [
    ...round.acts.map((each) => each.text ?? ""),
    ...round.messages.map((message) => textOf(message.pieces)),
  ]);
  return [debate.text, ...said].join("\n").toLowerCase();
}
