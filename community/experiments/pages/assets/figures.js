// Figures, drawn as SVG at the width there is. Colours are classes: the style sheet knows light and dark.

const SMOOTH = 10; // values over which a line averages

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

// Bars one above the other, as long as their counts are of all.
function stack(counts, left, step, top, height) {
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

function cross(x, y) {
  return svg("path", { class: "cross", d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` });
}

// Numbers below a figure, as many as there is room for.
function ticks(numbers, x, y, width) {
  const every = Math.max(1, Math.ceil(numbers.length / Math.max(2, Math.floor(width / 60))));
  return numbers.map((number, at) => (at % every ? null
    : svg("text", { class: "tick", x: x(at), y, "text-anchor": "middle" }, number))).filter(Boolean);
}

// In each row some bars between 0 and 1; `range` is what a whisker spans, if anything.
function barChart(label, rows) {
  return figure(label, (width) => {
    const left = Math.min(190, width * 0.4);
    const most = Math.max(...rows.map(({ bars }) => bars.length));
    const thick = most > 3 ? 6 : 10;
    const block = most * thick + 10;
    const height = rows.length * block + 20;
    const x = (value) => left + value * (width - left - 14);
    const drawing = svg("svg", { width, height: height + 8 },
      [0, 0.25, 0.5, 0.75, 1].map((value) => [
        svg("line", { class: "grid", x1: x(value), x2: x(value), y1: 0, y2: height - 14 }),
        svg("text", { class: "tick", x: x(value), y: height + 2, "text-anchor": "middle" }, value),
      ]));
    rows.forEach(({ name, bars }, row) => {
      const top = row * block + 2;
      const shown = name.length > left / 6.6 ? `${name.slice(0, left / 6.6 - 1)}…` : name;
      drawing.append(svg("text", { class: "name", x: left - 10, y: top + (block - 10) / 2 + 4, "text-anchor": "end" },
        shown, svg("title", {}, name)));
      bars.forEach((each, at) => {
        if (each && each.value !== null) drawing.append(...bar(each, x, top + at * thick, thick - 2));
      });
    });
    return drawing;
  });
}

function bar({ value, range, tone, title }, x, top, thick) {
  const middle = top + thick / 2;
  return [
    svg("rect", { class: `tone${tone}`, x: x(0), y: top, width: Math.max(1, x(value) - x(0)), height: thick }, svg("title", {}, title)),
    range ? svg("path", { class: "whisker", d: `M${x(Math.max(0, range[0]))} ${middle}H${x(Math.min(1, range[1]))}` }) : svg("g"),
  ];
}

// For each row a cell in every column, the darker the more; a cell is [value, title] or nothing.
function heat(corner, columns, rows) {
  const head = el("tr", {}, el("th", { scope: "col" }, corner), columns.map((name) => el("th", { scope: "col", class: "slant" }, el("span", {}, name))));
  const body = rows.map(([name, cells]) => el("tr", {}, el("th", { scope: "row" }, name), cells.map((each) => {
    if (!each) return el("td", {}, el("span", { class: "visually-hidden" }, "no run"));
    const [value, title] = each;
    const shade = value === null ? "none" : Math.round(value * 10);
    return el("td", { class: `heat h${shade}`, title }, value === null ? "–" : fixed(value).replace(/^0/, ""));
  })));
  return el("div", { class: "scroll" }, el("table", { class: "heats" }, el("thead", {}, head), el("tbody", {}, body)));
}

// A small line of a run, for a table.
function sparkline(values, width = 120, height = 22) {
  const step = width / Math.max(values.length, 1);
  const path = trace(trailing(values), (at) => (at + 0.5) * step, (value) => height - 2 - value * (height - 4));
  return svg("svg", { class: "spark", width, height, "aria-hidden": "true" },
    svg("line", { class: "grid", x1: 0, x2: width, y1: height - 2, y2: height - 2 }),
    svg("path", { class: "line following", d: path }));
}
