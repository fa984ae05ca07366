// Figures, drawn as SVG at the width there is. Colours are classes: the style sheet knows light and dark.

const SMOOTH = 10; // debates over which a line averages

function mean(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

function trailing(values) {
  return values.map((_, at) => mean(values.slice(Math.max(0, at - SMOOTH + 1), at + 1)));
}

// A line through the points that have a value; a gap lifts the pen.
function trace(values, x, y) {
  let down = false;
  return values.map((value, at) => {
    if (value === null || value === undefined) {
      down = false;
      return "";
    }
    const step = `${down ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    down = true;
    return step;
  }).join("");
}

// Draw now, and again whenever the width changes.
function figure(label, draw) {
  const holder = el("div", { class: "figure" });
  let drawn = 0;
  const paint = (width) => {
    if (width < 1 || width === drawn) return;
    drawn = width;
    holder.replaceChildren(build(draw(width), { role: "img", "aria-label": label }, []));
  };
  new ResizeObserver(([entry]) => paint(Math.round(entry.contentRect.width))).observe(holder);
  return holder;
}

function swatches(...items) {
  return el("p", { class: "legend" }, items.filter(Boolean).map(([kind, label]) =>
    el("span", {}, el("i", { class: `swatch ${kind}`, "aria-hidden": "true" }), label)));
}

function axis(left, right, y) {
  return [0, 0.5, 1].map((value) => [
    svg("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }),
    svg("text", { class: "tick", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, value === 0.5 ? ".5" : value),
  ]);
}

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
      ...stack(debate, x(at) - step / 2, step, bars, strip),
      svg("rect", {
        class: "hit", x: x(at) - step / 2, width: step, y: top, height: bars + strip - top, click: () => open(at),
      }, svg("title", {}, describe(debate))),
    ));
    const every = Math.max(1, Math.ceil(debates.length / Math.max(2, Math.floor(width / 60))));
    debates.forEach((debate, at) => {
      if (at % every) return;
      drawing.append(svg("text", {
        class: "tick", x: x(at), y: bars + strip + 16, "text-anchor": "middle",
      }, debate.number));
    });
    return drawing;
  });
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
    return svg("path", { class: "cross", d: `M${at - 3} ${y(0) - 3}l6 6m0 -6l-6 6` });
  }
  return debate.follow_rate === null
    ? svg("g")
    : svg("circle", { class: "dot", cx: at, cy: y(debate.follow_rate), r: 2.6 });
}

function stack(debate, left, step, top, height) {
  const counts = [["admitted", debate.admitted], ["refused", debate.refused], ["observed", debate.observed]];
  const all = counts.reduce((sum, [, amount]) => sum + amount, 0);
  const gap = step > 4 ? 1 : 0;
  let from = top;
  return counts.filter(([, amount]) => amount).map(([kind, amount]) => {
    const size = (amount / all) * height;
    const bar = svg("rect", { class: kind, x: left, y: from, width: Math.max(0.5, step - gap), height: size });
    from += size;
    return bar;
  });
}

// A small line of a run's debates, for a table.
function sparkline(values, width = 120, height = 22) {
  const step = width / Math.max(values.length, 1);
  const path = trace(trailing(values), (at) => (at + 0.5) * step, (value) => height - 2 - value * (height - 4));
  return svg("svg", { class: "spark", width, height, "aria-hidden": "true" },
    svg("line", { class: "grid", x1: 0, x2: width, y1: height - 2, y2: height - 2 }),
    svg("path", { class: "line following", d: path }));
}
