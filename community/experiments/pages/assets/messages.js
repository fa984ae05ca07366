// Messages: what decided is marked, verdicts are named, and a rewriting unfolds.

const HOW = { reasked: "after a re-ask", enacted: "made to comply", never: "in spite of all" };

function body(pieces) {
  return el("p", { class: "said", dir: "auto" },
    pieces.map(([text, mark]) => (mark ? el("mark", { class: mark }, text) : text)));
}

function textOf(pieces) {
  return pieces.map(([text]) => text).join("");
}

// The same without marks.
function plain(pieces) {
  return pieces.map(([text]) => [text, null]);
}

function verdict({ norm, complies, detail }) {
  return el("span", { class: `chip ${complies ? "follows" : "breaks"}`, title: detail },
    `${complies ? "✓ follows" : "✗ breaks"} ${norm}`);
}

function rewriting(edits) {
  const tags = { kept: "span", removed: "del", added: "ins" };
  return el("details", { class: "rewriting" }, el("summary", {}, "rewritten by its module: what changed"),
    el("p", { class: "said", dir: "auto" }, edits.map(([kind, text]) => el(tags[kind], {}, text))));
}

function note(text) {
  return el("span", { class: "chip note" }, text);
}

function faultNotes(faults) {
  return faults.map((fault) => note(spaced(fault)));
}
