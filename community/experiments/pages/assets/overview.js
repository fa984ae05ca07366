// The page of many runs: for each setting a table of them, and their means by what tells them apart.

let page = embeddedPage();
let version = "";
let shown = ""; // setting and measure of the means, joined by a slash
const sorting = {}; // by setting: column, and whether it goes up
const TONES = 6; // variants that have a colour of their own
const mounts = {};

const variantOf = (group) => (group.simulated ? `${group.variant} (simulated)` : group.variant);
const unique = (values) => [...new Set(values)].sort();

// ---- means

// What the means are of: the first setting that has runs, and its first number, until the reader chooses.
function choice() {
  const [name, measure] = shown.split("/");
  const setting = page.settings.find((each) => each.setting === name) ?? page.settings[0];
  return { setting, measure: measure in setting.measures ? measure : Object.keys(setting.measures)[0] };
}

function told(group, measure) {
  const { value, se, interval, n } = group.numbers[measure];
  const what = `${group.place}, ${variantOf(group)}: ${fixed(value)}`;
  const runs = plural(group.runs, "run");
  const error = se === null ? null : `± ${se.toFixed(2)} se`;
  const range = interval ? `${interval.level * 100} % interval ${fixed(interval.low)} to ${fixed(interval.high)}` : null;
  const over = group.over === "runs" ? runs : `${count(n)} ${group.over} of ${runs}`;
  const open = group.open_runs ? `${count(group.open_runs)} unfinished` : null;
  return [what, range ?? error, `over ${over}`, open].filter(Boolean).join(", ");
}

// Says that means rest on runs that may still change them; groups at several places may be of the same runs.
function unfinished(setting, groups) {
  if (!groups.some(({ open_runs }) => open_runs)) return null;
  const open = page.entries.filter(({ setting: name, repeats, status, ended }) => name === setting.setting && !repeats && ended && status !== "finished");
  return el("p", { class: "banner" }, `These means include ${plural(open.length, "run")} that did not finish, as far as ${open.length === 1 ? "it" : "they"} came.`);
}

function means() {
  if (!page.settings.length) return null;
  const { setting, measure } = choice();
  if (setting.unread) return el("p", { role: "status" }, `Reading the episodes of ${plural(setting.unread, "run")} …`);
  const groups = setting.groups.filter(({ numbers }) => numbers[measure].n || numbers[measure].value !== null);
  if (!groups.length) return el("p", {}, `No run has a value: ${setting.groups[0]?.numbers[measure].reason ?? "nothing was scored"}.`);
  const places = setting.places === "norm" ? unique(groups.map(({ place }) => place)) : [...new Set(groups.map(({ place }) => place))];
  const variants = unique(groups.map(variantOf));
  const at = (place, variant) => groups.find((group) => group.place === place && variantOf(group) === variant);
  const legend = variants.length > 1 && variants.length <= TONES
    ? el("p", { class: "legend" }, variants.map((variant, tone) => el("span", {}, el("i", { class: `swatch bar tone${tone}` }), variant))) : null;
  const label = `${setting.measures[measure]} by ${setting.places}, a bar for each variant; the table below has the values.`;
  return [
    legend,
    variants.length <= TONES ? barChart(label, places.map((place) => ({ name: place, bars: variants.map((variant, tone) => {
      const group = at(place, variant);
      if (!group) return null;
      return { value: group.numbers[measure].value, range: whisker(group.numbers[measure]), tone, title: told(group, measure) };
    }) }))) : null,
    variants.length <= TONES ? whiskers(groups[0].over === "scenarios" ? "scenarios" : "runs") : null,
    places.length > 1 || variants.length > 1 ? heat("variant", places, variants.map((variant) => [variant, places.map((place) => {
      const group = at(place, variant);
      return group ? [group.numbers[measure].value, told(group, measure)] : null;
    })])) : null,
    unfinished(setting, groups),
    el("p", { class: "detail" }, setting.note, " Runs with scripted people are never averaged with others."),
  ];
}

function chooser() {
  mounts.chooser = el("select", { change: (event) => { shown = event.target.value; fillMeans(); } });
  return el("label", { class: "detail" }, "number ", mounts.chooser);
}

function fillChooser() {
  const several = page.settings.length > 1;
  const options = ({ setting, measures }) => Object.entries(measures).map(([name, label]) => el("option", { value: `${setting}/${name}` }, label));
  const wanted = page.settings.flatMap(({ setting, measures }) => Object.keys(measures).map((name) => `${setting}/${name}`));
  if (same(wanted, [...mounts.chooser.options].map((option) => option.value))) return;
  mounts.chooser.replaceChildren(...page.settings.flatMap((each) => (several ? el("optgroup", { label: each.setting }, options(each)) : options(each))));
  if (wanted.includes(shown)) mounts.chooser.value = shown;
}

// ---- the tables of runs

// Heading -> what a run is sorted by, of the columns that say something.
function columns(setting, entries) {
  const known = (name) => entries.some((entry) => name in entry.numbers);
  const told = ["module", ...(setting?.varying ?? [])].filter((name, at, all) =>
    all.indexOf(name) === at && entries.some((entry) => entry.treatment[name]));
  const varying = told.map((name) => [spaced(name), (entry) => entry.treatment[name] ?? ""]);
  const numbers = Object.entries(setting?.columns ?? {}).filter(([name]) => known(name))
    .map(([name, label]) => [label, (entry) => entry.numbers[name]?.value ?? -1]);
  const run = ["run", shortName];
  return Object.fromEntries([
    setting ? null : run,
    setting ? [setting.titles, (entry) => entry.title] : null,
    ...varying,
    setting ? ["seed", (entry) => entry.seed ?? ""] : null,
    ["status", (entry) => entry.status],
    setting ? [setting.nouns, (entry) => entry.ended] : null,
    ...numbers,
    setting && entries.some((entry) => entry.curve.length) ? ["learning", (entry) => entry.numbers[Object.keys(setting.columns)[0]]?.value ?? -1] : null,
    setting ? run : null,
  ].filter(Boolean));
}

function heading(name, key) {
  const { column, up } = sorting[key] ?? {};
  const sorted = column === name ? (up ? "ascending" : "descending") : null;
  return el("th", { scope: "col", "aria-sort": sorted }, el("button", {
    type: "button", class: "quiet", click: () => {
      sorting[key] = { column: name, up: column === name ? !up : true };
      fillTables();
    },
  }, name, sorted ? (up ? " ↑" : " ↓") : ""));
}

function shortName(entry) {
  return entry.sweep ? `${entry.sweep} / ${entry.name}` : entry.name;
}

function cell(name, entry, content, setting) {
  const linked = (text) => (entry.link ? el("a", { href: entry.link }, text) : text);
  if (name === "run") return el("th", { scope: "row" }, linked(shortName(entry)));
  if (name === setting?.titles) return el("td", {}, linked(entry.title));
  if (name === "learning") return el("td", {}, entry.curve.length ? sparkline(entry.curve) : "");
  if (name === "status") {
    return el("td", {}, el("span", { class: `chip state ${entry.status}` }, entry.status),
      entry.simulated ? el("span", { class: "chip simulated" }, "simulated") : null,
      entry.repeats ? el("p", { class: "detail wrap" }, `in no mean: repeats ${entry.repeats}`) : null,
      entry.problem ? el("p", { class: "detail wrap" }, entry.problem) : null);
  }
  if (name === setting?.nouns) {
    return el("td", { class: "n" }, entry.planned ? `${entry.ended} / ${entry.planned}` : "",
      entry.failed ? el("span", { class: "failed" }, ` ${entry.failed} failed`) : null);
  }
  const number = Object.entries(setting?.columns ?? {}).find(([, label]) => label === name)?.[0];
  if (number) {
    const estimate = entry.numbers[number];
    return el("td", { class: "n", title: estimate ? spread(estimate) : null }, estimate ? fixed(estimate.value) : "");
  }
  return el("td", {}, content);
}

function runsTable(setting, entries) {
  const key = setting?.setting ?? "";
  const headings = columns(setting, entries);
  const { column, up } = sorting[key] ?? {};
  if (column in headings) {
    const of = headings[column];
    const order = (one, other) => (typeof of(one) === "number" ? of(one) - of(other) : String(of(one)).localeCompare(String(of(other)), "en", { numeric: true }));
    entries.sort((one, other) => order(one, other) * (up ? 1 : -1));
  }
  const rows = entries.map((entry) => el("tr", {},
    Object.entries(headings).map(([name, of]) => cell(name, entry, of(entry), setting))));
  return el("div", { class: "scroll", "data-setting": key }, el("table", { class: "runs" },
    el("thead", {}, el("tr", {}, Object.keys(headings).map((name) => heading(name, key)))),
    el("tbody", {}, rows)));
}

// A table for each setting, and one for what cannot be read.
function tables() {
  const known = [...page.settings, null];
  const parts = known.map((setting) => [setting, page.entries.filter((entry) => entry.setting === (setting?.setting ?? null))])
    .filter(([, entries]) => entries.length);
  const title = (setting) => (parts.length > 1 ? el("h3", {}, setting ? `setting ${setting.setting}` : "not readable") : null);
  return parts.map(([setting, entries]) => [title(setting), runsTable(setting, entries)]);
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
    el("p", { class: "detail" }, page.looked_in === null ? `${plural(page.entries.length, "run")}: ${states()}`
      : ["There is no run yet in ", el("code", {}, page.looked_in), ". One that is begun there appears here."]),
    page.left_out ? el("p", { class: "detail" }, page.left_out) : null,
    page.entries.some((entry) => entry.simulated) ? simulatedBanner(" in the runs that are marked so") : null,
  ];
}

function fillMeans() {
  fillChooser();
  mounts.means.replaceChildren(...[means()].flat(Infinity).filter(Boolean));
}

function fillTables() {
  const focused = document.activeElement?.closest?.(".runs thead th");
  const [key, at] = [focused?.closest("[data-setting]").dataset.setting, focused?.cellIndex];
  mounts.runs.replaceChildren(...tables().flat(Infinity).filter(Boolean));
  if (focused) mounts.runs.querySelector(`[data-setting="${key}"] thead tr`)?.cells[at]?.querySelector("button")?.focus();
}

function fill() {
  mounts.top.replaceChildren(...top().filter(Boolean));
  mounts.links.hidden = page.looked_in !== null;
  for (const each of mounts.sections) each.hidden = page.looked_in !== null || (each.id === "means" && !page.settings.length);
  fillMeans();
  fillTables();
}

mounts.top = el("header", { id: "top" });
mounts.means = el("div");
mounts.runs = el("div");
mounts.links = el("span", { class: "links" }, el("a", { href: "#means" }, "means"), el("a", { href: "#runs" }, "runs"));
mounts.sections = [section("means", "Means", chooser(), mounts.means), section("runs", "Runs", mounts.runs)];
document.body.append(
  el("nav", { "aria-label": "sections" }, mounts.links, themeButton()),
  el("main", {}, mounts.top, mounts.sections));
fill();
follow(() => ({ seen: version }), (news) => {
  version = news.version;
  const before = page;
  page = changed(page, news.page);
  if (!same(before, page)) {
    fill();
  }
  return page.settings.some(({ unread }) => unread) ? 50 : 3000;
}, 50);
