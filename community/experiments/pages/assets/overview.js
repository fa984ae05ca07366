// The page of many runs: a table of them, and their means by norm and by what else tells them apart.

let page = embeddedPage();
let version = "";
let measure = "follow_rate";
const sorting = { column: null, up: true };
const MEASURES = ["follow_rate", "accuracy", "admission_rate", "over_imitation", "belief_agreement"];
const TONES = 6; // variants that have a colour of their own
const mounts = {};

const variantOf = (group) => (group.simulated ? `${group.variant} (simulated)` : group.variant);
const unique = (values) => [...new Set(values)].sort();

// ---- means

function groupAt(norm, variant) {
  return page.groups.find((group) => group.norm === norm && variantOf(group) === variant);
}

function told(group) {
  const estimate = group.numbers[measure];
  const what = `${group.norm}, ${variantOf(group)}: ${fixed(estimate.value)}`;
  const runs = group.over === "runs" ? plural(group.runs, "run") : `${plural(estimate.n, "debate")} of one run`;
  if (estimate.se === null) return `${what}, ${runs}`;
  const { interval } = estimate;
  const range = interval ? `, ${interval.level * 100} % interval ${fixed(interval.low)} to ${fixed(interval.high)}` : "";
  return `${what} ± ${estimate.se.toFixed(2)} se${range}, over ${runs}`;
}

// For each norm a bar per variant, with its standard error.
function bars(norms, variants) {
  return figure(`${HEADLINES[measure][0]} by norm, a bar for each variant; the table below has the values.`, (width) => {
    const left = Math.min(190, width * 0.4);
    const thick = variants.length > 3 ? 6 : 10;
    const block = variants.length * thick + 10;
    const height = norms.length * block + 20;
    const x = (value) => left + value * (width - left - 14);
    const drawing = svg("svg", { width, height: height + 8 },
      [0, 0.25, 0.5, 0.75, 1].map((value) => [
        svg("line", { class: "grid", x1: x(value), x2: x(value), y1: 0, y2: height - 14 }),
        svg("text", { class: "tick", x: x(value), y: height + 2, "text-anchor": "middle" }, value),
      ]));
    norms.forEach((norm, row) => {
      const top = row * block + 2;
      const shown = norm.length > left / 6.6 ? `${norm.slice(0, left / 6.6 - 1)}…` : norm;
      drawing.append(svg("text", { class: "name", x: left - 10, y: top + (block - 10) / 2 + 4, "text-anchor": "end" },
        shown, svg("title", {}, norm)));
      variants.forEach((variant, at) => {
        const group = groupAt(norm, variant);
        if (group && group.numbers[measure].value !== null) drawing.append(...bar(group, x, top + at * thick, thick - 2, at));
      });
    });
    return drawing;
  });
}

function bar(group, x, top, thick, at) {
  const { value, se } = group.numbers[measure];
  const middle = top + thick / 2;
  return [
    svg("rect", { class: `tone${at % TONES}`, x: x(0), y: top, width: Math.max(1, x(value) - x(0)), height: thick },
      svg("title", {}, told(group))),
    se ? svg("path", { class: "whisker", d: `M${x(Math.max(0, value - se))} ${middle}H${x(Math.min(1, value + se))}` }) : svg("g"),
  ];
}

// A cell for each variant and norm, the darker the more.
function heat(norms, variants) {
  const head = el("tr", {}, el("th", { scope: "col" }, "variant"), norms.map((norm) => el("th", { scope: "col", class: "slant" }, el("span", {}, norm))));
  const rows = variants.map((variant) => el("tr", {}, el("th", { scope: "row" }, variant), norms.map((norm) => {
    const group = groupAt(norm, variant);
    if (!group) return el("td", {}, el("span", { class: "visually-hidden" }, "no run"));
    const { value } = group.numbers[measure];
    const shade = value === null ? "none" : Math.round(value * 10);
    return el("td", { class: `heat h${shade}`, title: told(group) }, value === null ? "–" : fixed(value).replace(/^0/, ""));
  })));
  return el("div", { class: "scroll" }, el("table", { class: "heats" }, el("thead", {}, head), el("tbody", {}, rows)));
}

function means() {
  if (page.unread) return el("p", { role: "status" }, `Reading the debates of ${plural(page.unread, "run")} …`);
  const groups = page.groups.filter((group) => group.numbers[measure].n || group.numbers[measure].value !== null);
  if (!groups.length) return el("p", {}, `No run has a value: ${page.groups[0]?.numbers[measure].reason ?? "nothing was scored"}.`);
  const norms = unique(groups.map((group) => group.norm));
  const variants = unique(groups.map(variantOf));
  const legend = variants.length > 1 && variants.length <= TONES
    ? el("p", { class: "legend" }, variants.map((variant, at) => el("span", {}, el("i", { class: `swatch bar tone${at}` }), variant))) : null;
  return [
    legend,
    variants.length <= TONES ? bars(norms, variants) : null,
    norms.length > 1 || variants.length > 1 ? heat(norms, variants) : null,
    el("p", { class: "detail" }, "Means over runs that differ in their seeds alone, with the standard error over runs, and over questions where runs share them; ",
      "of a single run, over its debates. Runs with scripted people are never averaged with others."),
  ];
}

function chooser() {
  return el("label", { class: "detail" }, "number ", el("select", {
    change: (event) => { measure = event.target.value; fillMeans(); },
  }, MEASURES.map((name) => el("option", { value: name }, HEADLINES[name][0]))));
}

// ---- the table of runs

const COLUMNS = {
  run: (entry) => entry.name,
  norm: (entry) => entry.norm,
  status: (entry) => entry.status,
  debates: (entry) => entry.debates,
  following: (entry) => entry.numbers.follow_rate?.value ?? -1,
  accuracy: (entry) => entry.numbers.accuracy?.value ?? -1,
};

function columns() {
  const { run, norm, ...rest } = COLUMNS;
  const varying = Object.fromEntries(page.varying.map((name) => [name.replaceAll("_", " "), (entry) => entry.treatment[name] ?? ""]));
  return { run, norm, ...varying, seed: (entry) => entry.seed ?? "", ...rest };
}

function heading(name) {
  const sorted = sorting.column === name ? (sorting.up ? "ascending" : "descending") : null;
  return el("th", { scope: "col", "aria-sort": sorted }, el("button", {
    type: "button", class: "quiet", click: () => {
      sorting.up = sorting.column === name ? !sorting.up : true;
      sorting.column = name;
      fillTable();
    },
  }, name, sorted ? (sorting.up ? " ↑" : " ↓") : ""));
}

function shortName(entry) {
  return entry.sweep ? `${entry.sweep} / ${entry.name}` : entry.name;
}

function cell(name, entry, value) {
  const { numbers } = entry;
  if (name === "run") return el("th", { scope: "row" }, entry.link ? el("a", { href: entry.link }, shortName(entry)) : shortName(entry));
  if (name === "status") {
    return el("td", {}, el("span", { class: `chip state ${entry.status}` }, entry.status),
      entry.simulated ? el("span", { class: "chip simulated" }, "simulated") : null,
      entry.problem ? el("p", { class: "detail wrap" }, entry.problem) : null);
  }
  if (name === "debates") {
    return el("td", { class: "n" }, entry.planned ? `${entry.debates} / ${entry.planned}` : "", entry.failed ? el("span", { class: "failed" }, ` ${entry.failed} failed`) : null);
  }
  if (name === "following" || name === "accuracy") {
    const estimate = numbers[name === "following" ? "follow_rate" : name];
    return el("td", { class: "n", title: estimate ? spread(estimate) : null }, estimate ? fixed(estimate.value) : "");
  }
  return el("td", {}, value);
}

function runsTable() {
  const shown = columns();
  const entries = [...page.entries];
  if (sorting.column in shown) {
    const key = shown[sorting.column];
    const order = (one, other) => (typeof key(one) === "number" ? key(one) - key(other) : String(key(one)).localeCompare(String(key(other)), "en", { numeric: true }));
    entries.sort((one, other) => order(one, other) * (sorting.up ? 1 : -1));
  }
  const rows = entries.map((entry) => el("tr", {},
    Object.entries(shown).map(([name, value]) => cell(name, entry, value(entry))),
    el("td", {}, entry.curve.length ? sparkline(entry.curve) : "")));
  return el("div", { class: "scroll" }, el("table", { class: "runs" },
    el("thead", {}, el("tr", {}, Object.keys(shown).map(heading), el("th", { scope: "col" }, "learning"))), el("tbody", {}, rows)));
}

// ---- the page

function states() {
  const counts = new Map();
  for (const { status } of page.entries) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, amount]) => `${amount} ${status}`).join(", ");
}

function top() {
  return [
    el("p", { class: "eyebrow" }, "runs"),
    el("h1", {}, page.title),
    el("p", { class: "detail" }, page.entries.length ? `${plural(page.entries.length, "run")}: ${states()}` : "There is no run here yet."),
    page.entries.some((entry) => entry.simulated) ? simulatedBanner(" in the runs that are marked so") : null,
  ];
}

function fillMeans() {
  mounts.means.replaceChildren(...[means()].flat(Infinity).filter(Boolean));
}

function fillTable() {
  const focused = document.activeElement?.closest?.("th")?.cellIndex;
  mounts.runs.replaceChildren(runsTable());
  if (focused !== undefined) mounts.runs.querySelector("thead tr").cells[focused]?.querySelector("button")?.focus();
}

function fill() {
  mounts.top.replaceChildren(...top().filter(Boolean));
  fillMeans();
  fillTable();
}

mounts.top = el("header", { id: "top" });
mounts.means = el("div");
mounts.runs = el("div");
document.body.append(
  el("nav", { "aria-label": "sections" }, el("a", { href: "#means" }, "means"), el("a", { href: "#runs" }, "runs"), themeButton()),
  el("main", {}, mounts.top, section("means", "Means", chooser(), mounts.means), section("runs", "Runs", mounts.runs)));
fill();
follow(() => ({ seen: version }), (news) => {
  version = news.version;
  if (news.page && !same(news.page, page)) {
    page = news.page;
    fill();
  }
  return page.unread ? 50 : 3000;
}, 50);
