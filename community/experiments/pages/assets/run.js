// The page of one run: its numbers, what its setting draws, and a list of what there is to read.
//
// SETTING is what the scripts of a setting bring: `eyebrow`, `noun` and `nouns` (of what is listed), `key` (to the
// squares in it), `views` and `everything` (what can be shown, and whether the second view comes first), `facts`,
// `rules` and `progress` (of the head), `before` and `after` (sections: id, title, link or null, content), `filters`
// (label of all, values, whether a line has one), of a line its `anchor`, `about` (in words), `told` (what a search
// finds), `row` and `heading`, and of what is read `transcript`, `words` and, if there is more to choose, `tools`; and
// `legend`, if the squares of a row need a line above the list.

let page = embeddedPage();
let version = "";
const chosen = { at: -1, everything: SETTING.everything, text: "" }; // and by the name of each filter
const mounts = {};
const selects = {};
const FOLLOWED = new Map([[true, "follows"], [false, "breaks"], [null, "unknown"]]);

// ---- transcripts, unpacked when they are opened

const packed = [...document.querySelectorAll("script.chunk")].map((block) => ({
  start: Number(block.dataset.start), text: block.textContent, items: null,
}));
const fresh = new Map(); // by place in the list: what has been heard of since

async function itemAt(at) {
  if (fresh.has(at)) return fresh.get(at);
  const chunk = packed.findLast(({ start }) => start <= at);
  chunk.items ??= unpack(chunk.text);
  return (await chunk.items)[at - chunk.start];
}

// ---- which are listed

async function listed() {
  const places = page.lines.map((_, at) => at).filter((at) =>
    Object.entries(SETTING.filters).every(([name, [, , holds]]) =>
      !chosen[name] || holds(page.lines[at], chosen[name])));
  if (!chosen.text) return places;
  const wanted = chosen.text.toLowerCase();
  const found = await Promise.all(places.map(async (at) => {
    const about = SETTING.told(page.lines[at]).join("\n").toLowerCase();
    return about.includes(wanted) || SETTING.words(await itemAt(at)).includes(wanted);
  }));
  return places.filter((_, index) => found[index]);
}

function select(name) {
  const [any] = SETTING.filters[name];
  selects[name] = el("select", { "aria-label": any, change: (event) => {
    chosen[name] = event.target.value;
    narrow();
  } });
  return selects[name];
}

function fillSelects() {
  for (const [name, [any, values]] of Object.entries(SETTING.filters)) {
    const wanted = ["", ...values()];
    if (same(wanted, [...selects[name].options].map((option) => option.value))) continue;
    selects[name].replaceChildren(...wanted.map((value) => el("option", { value }, value ? spaced(value) : any)));
    selects[name].value = chosen[name] ?? "";
    selects[name].hidden = wanted.length < 3;
  }
}

function marks(kinds) {
  return el("span", { class: "marks", "aria-hidden": "true" }, kinds.map((kind) => el("i", { class: kind })));
}

function row(at) {
  const line = page.lines[at];
  return el("li", {}, el("button", {
    type: "button", "data-at": at, "aria-current": at === chosen.at ? "true" : null,
    "aria-label": SETTING.about(line), click: () => open(at),
  }, SETTING.row(line)));
}

let asked = 0;
async function list() {
  const turn = ++asked;
  const places = await listed();
  if (turn !== asked) return; // a later question was faster
  const scrolled = mounts.list.scrollTop;
  const focused = document.activeElement?.closest?.("#list button")?.dataset.at;
  mounts.list.replaceChildren(...places.map(row));
  mounts.legend.replaceChildren(...[SETTING.legend?.()].flat().filter(Boolean));
  mounts.list.scrollTop = scrolled;
  if (focused) mounts.list.querySelector(`[data-at="${focused}"]`)?.focus();
  const all = amount(page.lines.length);
  const jump = chosen.text && places.length ? "; Enter goes to the place" : "";
  mounts.count.textContent = (places.length === page.lines.length ? all : `${places.length} of ${all}`) + jump;
  return places;
}

// What is open is one of what is listed, once something was searched or chosen.
async function narrow() {
  const places = await list();
  if (!places) return;
  if (!places.length) close();
  else if (places.length < page.lines.length && !places.includes(chosen.at)) await choose(places[0]);
  else if (chosen.at >= 0) await read();
}

function amount(number) {
  return `${count(number)} ${number === 1 ? SETTING.noun : SETTING.nouns}`;
}

// ---- the one that is open

async function open(at, place = "") {
  const anchor = SETTING.anchor(page.lines[at]);
  history.replaceState(null, "", place ? `#${anchor}/${place}` : `#${anchor}`);
  await choose(at);
  mounts.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  const there = place && mounts.reader.querySelector(`[data-place="${CSS.escape(place)}"]`);
  if (place && !there) mounts.reader.querySelector("header").after(missing(`${place} is not among what is shown here.`));
  const found = place ? null : await firstFound();
  const { top } = mounts.reader.getBoundingClientRect();
  if (there) there.scrollIntoView({ block: "center" });
  else if (found) goTo(found);
  else if (top < 0 || top > innerHeight * 0.6) mounts.reader.scrollIntoView({ block: "start" });
}

function missing(text) {
  return el("p", { class: "failed", role: "alert" }, text);
}

// The first place of what is searched for; where only the fuller view has it, that is shown.
async function firstFound() {
  const found = () => placesOf(chosen.text, mounts.reader)[0];
  if (chosen.text && !found() && !chosen.everything) await view(true);
  return found();
}

async function choose(at) {
  chosen.at = at;
  for (const button of mounts.list.querySelectorAll("button")) {
    if (Number(button.dataset.at) === at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  await read();
}

async function read() {
  const at = chosen.at;
  const item = await itemAt(at);
  if (at !== chosen.at) return;
  const line = page.lines[at];
  const [title, small] = SETTING.heading(line);
  mounts.reader.replaceChildren(
    el("header", {},
      el("h3", {}, title, small ? el("small", {}, small) : null),
      el("div", { class: "tools" }, views(), SETTING.tools?.(item),
        el("button", { type: "button", class: "quiet", "aria-label": `previous ${SETTING.noun}`, click: () => step(-1) }, "↑ k"),
        el("button", { type: "button", class: "quiet", "aria-label": `next ${SETTING.noun}`, click: () => step(1) }, "↓ j"))),
    ...[SETTING.transcript(item, line, at)].flat(Infinity).filter(Boolean));
  colour(placesOf(chosen.text, mounts.reader));
}

function views() {
  const button = (everything, label) => el("button", {
    type: "button", "aria-pressed": String(chosen.everything === everything),
    click: () => view(everything),
  }, label);
  const [less, more] = SETTING.views;
  return el("div", { class: "switch", role: "group", "aria-label": "what is shown" }, button(false, less), button(true, more));
}

async function view(everything) {
  const within = mounts.reader.contains(document.activeElement);
  chosen.everything = everything;
  await read();
  if (within) mounts.reader.querySelector("[aria-pressed=true]").focus();
}

function step(by) {
  const places = [...mounts.list.querySelectorAll("button")].map((button) => Number(button.dataset.at));
  if (!places.length) return;
  const here = places.indexOf(chosen.at);
  const next = here < 0 ? (by > 0 ? 0 : places.length - 1) : Math.min(Math.max(here + by, 0), places.length - 1);
  const within = mounts.list.contains(document.activeElement);
  open(places[next]);
  if (within) mounts.list.querySelector(`[data-at="${places[next]}"]`).focus({ preventScroll: true });
}

function close(address = `#${SETTING.nouns}`) {
  chosen.at = -1;
  history.replaceState(null, "", address);
  mounts.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  invite();
}

function invite() {
  mounts.reader.replaceChildren(el("p", { class: "detail" }, `Choose a ${SETTING.noun} to read it.`));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writing = event.target.closest("input, select, textarea");
  const inList = mounts.list.contains(event.target);
  const does = {
    Escape: () => (writing ? clear() : close()),
    ...(event.target === mounts.search ? { Enter: () => chosen.at >= 0 && open(chosen.at) } : {}),
    ...(writing ? {} : { j: () => step(1), k: () => step(-1), e: () => chosen.at >= 0 && view(!chosen.everything),
      "/": () => mounts.search.focus() }),
    ...(inList ? { ArrowDown: () => step(1), ArrowUp: () => step(-1) } : {}),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

function clear() {
  mounts.search.value = chosen.text = "";
  mounts.search.blur();
  narrow();
}

// ---- the rest of the page

function rule(kind, { id, title, instruction }) {
  return el("li", {}, el("span", { class: `chip ${kind}` }, kind === "norm" ? "norm" : "habit"), el("code", {}, id),
    title ? ` ${title}.` : "", instruction ? el("q", {}, instruction) : null);
}

function top() {
  const { manifest } = page;
  const times = [manifest.started_at, manifest.ended_at].filter(Boolean)
    .map((time) => time.replace("T", " ").replace("+00:00", ""));
  const state = manifest.status === "finished" ? "" : manifest.reason ? `${manifest.status}: ${manifest.reason}` : manifest.status;
  return [
    el("p", { class: "eyebrow" }, SETTING.eyebrow, state ? el("span", { class: `chip state ${manifest.status}` }, state) : null),
    el("h1", {}, page.heading),
    el("dl", { class: "facts" }, SETTING.facts().map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    el("ul", { class: "rules" }, SETTING.rules()),
    el("p", { class: "detail" }, `${page.name} · ${times.join(" to ")} UTC`),
    manifest.simulated ? simulatedBanner() : null,
  ];
}

function setup() {
  const { config, manifest } = page;
  const json = (value) => el("pre", { tabindex: 0 }, JSON.stringify(value, null, 2));
  return [
    el("details", {}, el("summary", {}, "configuration"), json(config)),
    el("details", {}, el("summary", {}, "versions and hashes"),
      json({ versions: manifest.versions, norms: manifest.norms, questions: manifest.questions, prompts: manifest.prompts, models: manifest.models })),
  ];
}

function sections() {
  const { before, after } = SETTING;
  const numbers = ["numbers", "Numbers", "numbers", () => [headlines(page.headlines), el("p", { class: "detail" }, SETTING.progress())]];
  const usage = ["usage", "Usage", "usage", () => usageTable(page.usage)];
  return { before: [numbers, ...before], after: [...after, usage] };
}

function fill() {
  mounts.top.replaceChildren(...top().filter(Boolean));
  for (const [id, , , content] of Object.values(sections()).flat()) {
    const scrolled = mounts[id].querySelector(".beliefs")?.scrollTop ?? 0;
    mounts[id].replaceChildren(...[content()].flat(Infinity).filter(Boolean));
    if (scrolled) mounts[id].querySelector(".beliefs").scrollTop = scrolled;
  }
  fillSelects();
}

function mount([id, title]) {
  mounts[id] = el("div", { class: "content" });
  return section(id, title, mounts[id]);
}

function lay() {
  mounts.top = el("header", { id: "top" });
  mounts.search = el("input", {
    type: "search", placeholder: "search all that was said", "aria-label": "search all that was said", "aria-keyshortcuts": "/",
    input: (event) => { chosen.text = event.target.value.trim(); narrow(); },
  });
  mounts.count = el("p", { class: "detail", role: "status" });
  mounts.list = el("ol", { id: "list", "aria-label": SETTING.nouns });
  mounts.legend = el("p", { class: "list-legend", "aria-hidden": "true" });
  mounts.reader = el("article", { id: "reader", tabindex: -1, "aria-label": "transcript" });
  const title = SETTING.nouns[0].toUpperCase() + SETTING.nouns.slice(1);
  const reading = section(SETTING.nouns, title,
    el("div", { class: "filters", role: "search" }, mounts.search, Object.keys(SETTING.filters).map(select), mounts.count),
    el("p", { class: "detail keys" }, el("kbd", {}, "j"), " ", el("kbd", {}, "k"), " next and previous, ", el("kbd", {}, "/"), " search, ",
      el("kbd", {}, "e"), " everything, ", el("kbd", {}, "Esc"), " close"),
    el("p", { class: "detail" }, SETTING.key),
    el("div", { class: "bench" }, el("div", { class: "listing" }, mounts.legend, mounts.list), mounts.reader));
  const { before, after } = sections();
  const setting = ["setup", "Setup", "setup"];
  const links = [...before, [SETTING.nouns, "", SETTING.nouns], ...after, setting].filter(([, , label]) => label);
  document.body.append(
    el("nav", { "aria-label": "sections" }, NEWS ? el("a", { href: "/" }, "← runs") : null, links.map(([id, , label]) => el("a", { href: `#${id}` }, label)),
      page.manifest.simulated ? el("span", { class: "chip simulated" }, "simulated") : null, themeButton()),
    el("main", {}, mounts.top, before.map(mount), reading, after.map(mount), mount(setting)));
}

// What the address names is opened, unless it is a part of the page; returns whether it named something to read.
function openLinked() {
  const [anchor, place] = location.hash.slice(1).split("/");
  if (!anchor || document.getElementById(anchor)) return false;
  const named = (line) => new URL(`#${SETTING.anchor(line)}`, location).hash === `#${anchor}`;
  const at = page.lines.findIndex(named);
  if (at >= 0) open(at, place);
  else refuse(anchor);
  return true;
}

function refuse(anchor) {
  close(`#${anchor}`);
  mounts.reader.prepend(missing(`There is no ${anchor} here; this run has ${amount(page.lines.length)}${page.manifest.status === "running" ? " so far" : ""}.`));
  mounts.reader.scrollIntoView({ block: "start" });
}

// ---- a run that goes on

function unfinished() {
  const at = page.lines.findIndex((line) => line.status === "unfinished");
  return at < 0 ? page.lines.length : at;
}

function take(news) {
  version = news.version;
  for (const [at, change] of Object.entries(news.transcripts)) fresh.set(Number(at), changed(fresh.get(Number(at)), change));
  if (news.page) {
    page = changed(page, news.page);
    fill();
    list();
  }
  if (chosen.at in news.transcripts) read();
  return page.manifest.status === "running" ? 2000 : 0;
}

lay();
mounts.setup.append(...setup());
fill();
invite();
await list();
if (!openLinked() && page.lines.length && matchMedia("(min-width: 52rem)").matches) choose(0);
addEventListener("hashchange", openLinked);
addEventListener("keydown", pressed);
if (page.manifest.status === "running") follow(() => ({ seen: version, start: unfinished() }), take, 500);
