// One scenario to read: the chat as the subject saw it or with all that was hidden, and the replies to it.

const MARKS = { demonstrates: "shows the norm", elicitor: "the turn to answer" };
const DECISIONS = new Map([[true, ["follows", "✓ complies"]], [false, ["breaks", "✗ breaches"]], [null, ["unknown", "? no verdict"]]]);
const GROUNDS = {
  evidence: "evidence", elicitor_uptake: "what the turn invites", norm_requirement: "what the norm demands",
  reasoning: "reasoning", reason: "why",
};

function decision(complies) {
  const [kind, label] = DECISIONS.get(complies);
  return el("span", { class: `chip ${kind}` }, label);
}

function people(chat) {
  return el("ul", { class: "people" }, chat.cast.map((member) => el("li", {},
    el("b", {}, member.name), member.subject ? el("span", { class: "chip norm" }, "the subject") : null,
    el("span", { class: "dim" }, member.bio))));
}

function place(chat) {
  return el("p", { class: "question", dir: "auto" }, [chat.channel, chat.setting].filter(Boolean).join("\n"));
}

function chatTurn(turn, at, marked) {
  const mark = marked ? turn.mark : null;
  return el("div", { class: `message ${mark ?? ""}`, "data-place": `turn-${at + 1}` },
    el("div", { class: "heading" }, el("span", { class: "dim" }, at + 1), el("b", {}, turn.actor),
      mark ? el("span", { class: `chip ${mark}` }, MARKS[mark]) : null),
    el("p", { class: "said", dir: "auto" }, turn.text));
}

function hidden({ norm, title, statement, goal }) {
  return el("aside", { class: "hidden-part", "aria-label": "hidden from the subject" },
    el("p", { class: "eyebrow" }, "hidden from the subject"),
    el("p", {}, el("span", { class: "chip norm" }, "norm"), el("b", {}, title), " ", el("code", {}, norm)),
    el("p", { class: "said", dir: "auto" }, statement),
    goal ? el("p", { class: "detail", dir: "auto" }, `what the chat circles around: ${goal}`) : null);
}

function grounds(judge) {
  const said = Object.entries(GROUNDS).filter(([name]) => judge[name]);
  if (!said.length) return null;
  const [first, ...others] = said.map(([name, label]) =>
    el("div", {}, el("dt", {}, label), el("dd", { dir: "auto" }, judge[name])));
  return [
    el("dl", { class: "grounds" }, first),
    others.length ? el("details", {}, el("summary", {}, "all that the judge said"), el("dl", { class: "grounds" }, others)) : null,
  ];
}

function ruling(rule, judge) {
  const [kind, sign] = rule.complies ? ["follows", "✓"] : ["breaks", "✗"];
  const differ = typeof judge?.complies === "boolean" && judge.complies !== rule.complies;
  return [el("span", { class: `chip ${kind}`, title: rule.detail }, `rule ${sign}`), differ ? note("judge and rule differ") : null];
}

function reply(each, subject, everything) {
  const heading = [el("b", {}, subject), el("span", { class: "dim" }, `reply ${each.trial}`)];
  const state = each.failed ? "failed" : DECISIONS.get(each.judge?.complies ?? null)[0];
  const at = { class: everything ? `message own ${state}` : "message own", "data-place": `${each.condition}-${each.trial}` };
  if (each.failed) {
    return el("div", at, el("div", { class: "heading" }, heading, el("span", { class: "chip breaks" }, "failed")),
      el("p", { class: "failed" }, each.reason ?? ""));
  }
  return el("div", at,
    el("div", { class: "heading" }, heading,
      everything ? [
        decision(each.judge?.complies ?? null),
        each.rule ? ruling(each.rule, each.judge) : null,
        faultNotes(each.faults),
      ] : null),
    each.pieces.length ? body(everything ? each.pieces : plain(each.pieces)) : el("p", { class: "said dim" }, "an empty message"),
    everything && each.judge ? grounds(each.judge) : null,
    everything && each.rule ? el("p", { class: "detail", dir: "auto" }, `the norm's rule: ${each.rule.detail}`) : null,
    each.edits.length ? rewriting(each.edits) : null);
}

function repliesUnder(condition, item, line, everything) {
  const replies = item.replies.filter((each) => each.condition === condition);
  if (!replies.length) return null;
  const lost = line.failed[condition];
  return el("section", { class: "round" },
    el("h4", {}, spaced(condition), el("small", {}, page.told[condition] ?? "")),
    everything ? el("p", { class: "detail" },
      `${line.verdicts[condition].filter((each) => each === true).length} of ${replies.length} comply`,
      lost ? `, ${lost} failed` : "", ": ", { true: "enough", false: "too few", null: "not settled" }[line.settled[condition]]) : null,
    replies.map((each) => reply(each, item.chat?.subject ?? "the subject", everything)));
}

function scenarioTranscript(item, line, everything) {
  const { chat } = item;
  return [
    chat ? [
      place(chat),
      everything ? hidden(chat.hidden) : null,
      el("section", { class: "round" }, el("h4", {}, "who is there"), people(chat)),
      el("section", { class: "round" }, el("h4", {}, "the chat"), chat.turns.map((turn, at) => chatTurn(turn, at, everything))),
    ] : el("p", { class: "failed" }, page.problem ?? "This scenario cannot be had any more."),
    shownConditions().map((condition) => repliesUnder(condition, item, line, everything)),
    line.status === "unfinished" ? el("footer", {}, el("p", { class: "detail" }, "Not all replies are there yet.")) : null,
  ];
}

// All words of a scenario and the replies to it, for a search.
function scenarioWords({ chat, replies }) {
  const said = replies.flatMap((each) => [textOf(each.pieces), each.reason, ...Object.keys(GROUNDS).map((name) => each.judge?.[name])]);
  const there = chat ? [chat.channel, chat.setting, chat.hidden.statement, chat.hidden.title, ...chat.turns.flatMap((turn) => [turn.actor, turn.text])] : [];
  return [...there, ...said].filter(Boolean).join("\n").toLowerCase();
}
