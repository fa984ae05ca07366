// The figure of a run of chats: compliance turn by turn, over how newcomers were met.

const METS = { "taken up": "admitted", sanctioned: "refused", "met by nobody": "observed" };

function counted() {
  return page.lines.filter((line) => line.status !== "failed");
}

function metWith(message) {
  return message.sanction ? "sanctioned" : message.met ? "taken up" : "met by nobody";
}

// What newcomers did at each turn of the chats, failed ones apart.
function byTurn() {
  const found = Array.from({ length: page.config.turns }, () => []);
  for (const line of counted()) for (const message of line.own) found[message.turn - 1].push(message);
  return found;
}

function countsOf(messages) {
  return Object.keys(METS).map((met) => [met, messages.filter((each) => metWith(each) === met).length]);
}

function toldOf(messages, turn) {
  if (!messages.length) return `turn ${turn}: no newcomer wrote`;
  const mets = countsOf(messages).filter(([, number]) => number).map(([met, number]) => `${met} ${number}`);
  return `turn ${turn}: ${plural(messages.length, "message")} of newcomers, followed ${fixed(share(messages))}; ${mets.join(", ")}`;
}

function share(messages) {
  return mean(messages.map((each) => (each.complies === null ? null : Number(each.complies))));
}

// For each phase, a running mean over the turns at which newcomers wrote; the others are passed over, not gaps.
function smoothed(shares) {
  const starts = page.config.phases.map((each) => each.from_turn - 1);
  return starts.map((start, index) => {
    const known = shares.map((value, at) => [at, value]).slice(start, starts[index + 1]).filter(([, value]) => value !== null);
    const means = trailing(known.map(([, value]) => value));
    return known.map(([at], place) => [at, means[place]]);
  });
}

function turnsFigure(openTurn) {
  const turns = byTurn();
  const shares = turns.map(share);
  const label = `Norm following at each of ${turns.length} turns; the transcripts below have every message.`;
  return figure(label, (width) => {
    const [left, right, top, plot, strip] = [34, width - 6, 26, 190, 44];
    const [base, bars] = [top + plot, top + plot + 14];
    const step = (right - left) / turns.length;
    const x = (at) => left + (at + 0.5) * step;
    const y = (value) => base - value * plot;
    const drawing = svg("svg", { width, height: bars + strip + 24 }, axis(left, right, y), changes(left, step, bars + strip));
    shares.forEach((value, at) => value !== null && drawing.append(svg("circle", { class: "dot", cx: x(at), cy: y(value), r: 2.6 })));
    for (const line of smoothed(shares)) {
      const steps = line.map(([at, value], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
      drawing.append(svg("path", { class: "line following", d: steps.join("") }));
    }
    turns.forEach((messages, at) => {
      const counts = countsOf(messages).map(([met, number]) => [METS[met], number]);
      if (messages.length) drawing.append(...stack(counts, x(at) - step / 2, step, bars, strip));
      drawing.append(svg("rect", {
        class: "hit", x: x(at) - step / 2, width: step, y: top, height: bars + strip - top, click: () => openTurn(at + 1),
      }, svg("title", {}, toldOf(messages, at + 1))));
    });
    drawing.append(...ticks(turns.map((_, at) => at + 1), x, bars + strip + 16, width));
    return drawing;
  });
}

// Where other norms come into force.
function changes(left, step, bottom) {
  return page.config.phases.slice(1).map(({ from_turn: turn, norms }) => {
    const at = left + (turn - 1) * step;
    const late = at - left > (step * page.config.turns) / 2;
    return [
      svg("path", { class: "change", d: `M${at} 16V${bottom}` }),
      svg("text", { class: "name", x: at + (late ? 4 : -4), y: 11, "text-anchor": late ? "end" : "start" }, `from turn ${turn}: ${norms.join(" + ")}`),
    ];
  });
}

function openTurn(turn) {
  const at = page.lines.findIndex((line) => line.own.some((message) => message.turn === turn));
  if (at >= 0) open(at, `turn-${turn}`);
}

function learningTable({ learning }) {
  if (!learning.length) return null;
  const rows = learning.map((point) => [`message ${point.place}`, fixed(point.value), count(point.n)]);
  return el("details", {}, el("summary", {}, "by message of a newcomer: its first, its second, and so on"),
    table(["in finished chats", "share that follows", "messages"], rows));
}
