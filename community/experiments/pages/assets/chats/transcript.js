// One group chat to read, as it was said or with everything that is known of it.

const ACTS = { uptake: "takes up", tease: "makes fun of", correction: "is irritated at", topic_change: "changes the topic after" };
const GIVENS = { fallback: "spoke by round robin, since nobody who could speak was named" };
const SHOWN = {
  "all turns": () => true,
  "newcomers": (entry) => entry.newcomer || entry.kind === "belief",
  "breaches": (entry) => entry.newcomer && entry.complies === false,
  "sanctions and what came of them": (entry) => entry.reception?.sanction || sanctioning.has(entry.act),
};
const sanctioning = new Set(["tease", "correction", "topic_change"]);

function turnLink([turn, speaker], number) {
  return el("a", { href: `#chat-${number}/turn-${turn}` }, `${speaker}, turn ${turn}`);
}

function reception(met, number) {
  const kind = met.sanction ? "refused" : "shared";
  const who = met.everybody ? "everybody" : met.by.join(" and ");
  const how = [met.sanction ? `${spaced(met.sanction)}, by ${who}` : `by ${who}`];
  if (met.came) how.push("; ", el("a", { href: `#chat-${number}/turn-${met.came}` }, `turn ${met.came}`));
  else if (!met.everybody) how.push("; it did not come before the end");
  return el("p", { class: "met" }, el("span", { class: `chip ${kind}` }, met.sanction ? "sanctioned" : "taken up"), " ", how,
    met.amiss ? [" ", note(met.sanction ? "although the norm was followed" : "although the norm was broken")] : null);
}

function turnNotes(turn) {
  return [
    turn.habits.map((habit) => note(`habit ${habit}`)),
    turn.insider in HOW ? note(HOW[turn.insider]) : null,
    turn.withheld ? note("does not know the norm yet") : null,
    turn.former ? note("follows the former norm") : null,
    turn.given in GIVENS ? el("span", { class: "chip note", title: GIVENS[turn.given] }, "by round robin") : null,
    faultNotes(turn.faults.filter((fault) => fault !== "empty")),
  ];
}

function groupTurn(turn, number, everything) {
  const judged = everything || turn.newcomer;
  const kind = turn.newcomer ? `own ${FOLLOWED.get(turn.complies)}` : "";
  const broken = judged ? turn.verdicts.filter((each) => !each.complies) : [];
  return el("div", { class: `message ${kind}`, "data-place": `turn-${turn.turn}` },
    el("div", { class: "heading" },
      el("span", { class: "dim" }, turn.turn), el("b", {}, turn.speaker), turn.newcomer ? el("span", { class: "chip newcomer" }, "newcomer") : null,
      everything && turn.answers && turn.act in ACTS ? el("span", {}, `${ACTS[turn.act]} `, turnLink(turn.answers, number)) : null,
      judged ? turn.verdicts.map(verdict) : null,
      judged && turn.newcomer && turn.complies === null && turn.pieces.length ? el("span", { class: "chip unknown" }, "? no verdict") : null,
      everything ? turnNotes(turn) : null),
    turn.pieces.length ? body(judged ? turn.pieces : plain(turn.pieces)) : el("p", { class: "said dim" }, "an empty message"),
    broken.map((each) => el("p", { class: "detail" }, each.detail)),
    turn.edits.length ? rewriting(turn.edits) : null,
    everything && turn.reception ? reception(turn.reception, number) : null);
}

function phase({ turn, norms }) {
  return el("h4", { class: turn > 1 ? "phase change" : "phase", "data-place": `norms-${turn}` },
    turn > 1 ? "the norm changes: " : null, `from turn ${turn}, `, norms.map((norm) => el("span", { class: "chip norm" }, norm)), " is in force");
}

function beliefEntry({ newcomer, belief, changed, verdict: judged }) {
  if (!changed) return null;
  return el("p", { class: "belief-entry" }, el("span", { class: "chip belief" }, "belief"), ` ${newcomer} now believes: `,
    belief ? el("q", { dir: "auto" }, belief) : el("em", {}, "nothing"),
    judged && judged.agreement !== null ? el("span", { class: "detail" }, ` agrees with the norms in force on ${fixed(judged.agreement)} of sample texts`) : null);
}

function entry(each, number, everything) {
  if (each.kind === "turn") return groupTurn(each, number, everything);
  if (each.kind === "topic") return el("p", { class: "topic-entry", dir: "auto" }, el("span", { class: "dim" }, "topic: "), each.text);
  if (!everything) return null;
  return each.kind === "phase" ? phase(each) : beliefEntry(each);
}

function groupPeople(chat) {
  const member = ([name, habits]) => el("li", {}, el("b", {}, name), el("span", { class: "dim" }, "member"), habits.map((habit) => note(`habit ${habit}`)));
  return el("ul", { class: "people" }, Object.entries(chat.members).map(member),
    chat.newcomers.map((name) => el("li", {}, el("b", {}, name), el("span", { class: "chip newcomer" }, "newcomer"))),
    chat.demonstrations ? null : el("li", { class: "dim" }, "Members show the norm only after the newcomers' first messages."));
}

// The entries that are shown: of what is no message, the changes of norms always, the rest with the messages around them.
function shownEntries(chat) {
  const holds = SHOWN[chosen.turns] ?? ((each) => each.speaker === chosen.turns || each.newcomer === chosen.turns);
  const all = !chosen.turns || chosen.turns === "all turns";
  return chat.entries.filter((each) => each.kind === "phase" || all || holds(each));
}

function turnsSelect(chat) {
  const names = [...Object.keys(SHOWN), ...chat.newcomers, ...Object.keys(chat.members)];
  const control = el("select", { "aria-label": "turns that are shown", change: async (event) => {
    chosen.turns = event.target.value;
    await read();
    mounts.reader.querySelector("select").focus();
  } }, names.map((name) => el("option", { value: name, selected: name === chosen.turns }, name)));
  return control;
}

function chatEnding(line) {
  if (line.status === "unfinished") return el("p", { class: "detail" }, "This chat is not finished.");
  if (line.status === "failed") return el("p", { class: "failed" }, `This chat failed: ${line.reason ?? ""}`);
  return el("p", {}, `Newcomers followed ${fixed(line.follow_rate)}.`);
}

function groupTranscript(chat, line, everything) {
  return [
    groupPeople(chat),
    shownEntries(chat).map((each) => entry(each, chat.number, everything)),
    el("footer", {}, chatEnding(line), Object.entries(line.beliefs).map(([name, belief]) =>
      el("p", {}, el("span", { class: "dim" }, `belief of ${name} afterwards: `), belief ? el("q", { dir: "auto" }, belief) : "none"))),
  ];
}

// All words of a chat, for a search.
function groupWords({ entries }) {
  return entries.map((each) => each.text ?? each.belief ?? textOf(each.pieces ?? [])).join("\n").toLowerCase();
}
