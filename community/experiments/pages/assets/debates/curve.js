// The figure of a run of debates.

function describe(debate) {
  const followed = debate.status === "finished" ? `followed ${fixed(debate.follow_rate)}` : debate.status;
  return `debate ${debate.number}: ${followed}; admitted ${debate.admitted}, refused ${debate.refused}, observed ${debate.observed}`;
}

// Following, over-imitation and belief agreement of each debate, over what the community did in it.
function learningCurve(debates, planned, open) {
  const label = `Norm following in each of ${debates.length} debates; the table of debates below has the values.`;
  return figure(label, (width) => {
    const [left, right, top, plot, strip] = [34, width - 6, 12, 190, 44];
    const [base, bars] = [top + plot, top + plot + 14];
    const step = (right - left) / Math.max(planned, debates.length, 1);
    const x = (at) => left + (at + 0.5) * step;
    const y = (value) => base - value * plot;
    const drawing = svg("svg", { width, height: bars + strip + 24 }, axis(left, right, y));
    const line = (kind, values) => drawing.append(svg("path", { class: `line ${kind}`, d: trace(values, x, y) }));
    line("agreement", held(debates));
    line("imitation", trailing(debates.map((debate) => debate.imitation)));
    debates.forEach((debate, at) => drawing.append(dot(debate, x(at), y)));
    line("following", trailing(debates.map((debate) => debate.follow_rate)));
    debates.forEach((debate, at) => drawing.append(
      ...stack(acts(debate), x(at) - step / 2, step, bars, strip),
      svg("rect", {
        class: "hit", x: x(at) - step / 2, width: step, y: top, height: bars + strip - top, click: () => open(at),
      }, svg("title", {}, describe(debate))),
    ));
    drawing.append(...ticks(debates.map((debate) => debate.number), x, bars + strip + 16, width));
    return drawing;
  });
}

function acts(debate) {
  return [["admitted", debate.admitted], ["refused", debate.refused], ["observed", debate.observed]];
}

// A belief holds until the next one is stated.
function held(debates) {
  let last = null;
  return debates.map((debate) => {
    if (debate.status === "finished") last = debate.agreement;
    return last;
  });
}

function dot(debate, at, y) {
  if (debate.status === "failed") {
    return cross(at, y(0));
  }
  return debate.follow_rate === null
    ? svg("g")
    : svg("circle", { class: "dot", cx: at, cy: y(debate.follow_rate), r: 2.6 });
}
