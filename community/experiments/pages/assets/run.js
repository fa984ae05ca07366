// The page of one run: numbers, figures, beliefs, and every debate to read.

let page = embeddedPage();
let version = "";
const chosen = { at: -1, everything: false, status: "", newcomer: "", met: "", text: "" };
const mounts = {};

// ---- transcripts, unpacked when they are opened

const packed = [...document.querySelectorAll("script.chunk")].map((block) => ({
  start: Number(block.dataset.start), text: block.textContent, debates: null,
}));
const fresh = new Map(); // by place in the run: what has been heard of since

async function debateAt(at) {
  if (fresh.has(at)) return fresh.get(at);
  const chunk = packed.findLast(({ start }) => start <= at);
  chunk.debates ??= unpack(chunk.text);
  return (await chunk.debates)[at - chunk.start];
}

function beliefAfter(at) {
  return page.debates.slice(0, at + 1).findLast((line) => line.new_belief)?.belief ?? null;
}

// ---- which debates are listed

const FILTERS = {
  status: ["any status", ["finished", "failed", "unfinished"], (line, value) => line.status === value],
  newcomer: ["followed or broke", ["followed throughout", "broke the norm"], (line, value) => {
    const scored = line.followed.slice(1);
    return value === "broke the norm" ? scored.includes(false) : scored.length && scored.every((each) => each === true);
  }],
  met: ["admitted or refused", ["admitted", "refused", "only observed"], (line, value) =>
    (value === "only observed" ? !line.admitted && !line.refused && line.observed : line[value]) > 0 || false],
};

async function listed() {
  const places = page.debates.map((_, at) => at).filter((at) =>
    Object.entries(FILTERS).every(([name, [, , holds]]) =>
      !chosen[name] || holds(page.debates[at], chosen[name])));
  if (!chosen.text) return places;
  const wanted = chosen.text.toLowerCase();
  const found = await Promise.all(places.map(async (at) => {
    const line = page.debates[at];
    const about = [line.question, line.category, line.belief, line.reason].join("\n").toLowerCase();
    return about.includes(wanted) || words(await debateAt(at)).includes(wanted);
  }));
  return places.filter((_, index) => found[index]);
}

function select(name) {
  const [any, values] = FILTERS[name];
  return el("select", { "aria-label": any, change: (event) => { chosen[name] = event.target.value; list(); } },
    el("option", { value: "" }, any), values.map((value) => el("option", { value }, value)));
}

function marks(followed) {
  const kinds = new Map([[true, "follows"], [false, "breaks"], [null, "unknown"]]);
  return el("span", { class: "marks", "aria-hidden": "true" },
    followed.map((each, at) => el("i", { class: `${kinds.get(each)}${at ? "" : " initial"}` })));
}

function row(at) {
  const line = page.debates[at];
  const state = line.status === "finished" ? fixed(line.follow_rate) : line.status;
  return el("li", {}, el("button", {
    type: "button", "data-at": at, "aria-current": at === chosen.at ? "true" : null,
    "aria-label": `${describe(line)}; ${line.question}`, click: () => open(at),
  },
    el("span", { class: "number" }, line.number),
    marks(line.followed),
    el("span", { class: line.status === "failed" ? "rate failed" : "rate" }, state),
    el("span", { class: "answer" }, line.correct === null ? "" : `${line.correct ? "✓" : "✗"} ${line.letter ?? "–"}`),
    el("span", { class: "topic" }, line.category || line.question),
    line.new_belief ? el("span", { class: "chip belief", title: "a new belief afterwards" }, "belief") : null));
}

let asked = 0;
async function list() {
  const turn = ++asked;
  const places = await listed();
  if (turn !== asked) return; // a later question was faster
  const scrolled = mounts.list.scrollTop;
  const focused = document.activeElement?.closest?.("#list button")?.dataset.at;
  mounts.list.replaceChildren(...places.map(row));
  mounts.list.scrollTop = scrolled;
  if (focused) mounts.list.querySelector(`[data-at="${focused}"]`)?.focus();
  mounts.count.textContent = places.length === page.debates.length
    ? plural(places.length, "debate")
    : `${places.length} of ${plural(page.debates.length, "debate")}`;
}

// ---- the debate that is open

async function open(at) {
  history.replaceState(null, "", `#debate-${page.debates[at].number}`);
  await choose(at);
  mounts.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  const { top } = mounts.reader.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.6) mounts.reader.scrollIntoView({ block: "start" });
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
  const debate = await debateAt(at);
  if (at !== chosen.at) return;
  const line = page.debates[at];
  mounts.reader.replaceChildren(
    el("header", {},
      el("h3", {}, `debate ${line.number}`, el("small", {}, [line.question, line.category].filter(Boolean).join(", "))),
      el("div", { class: "tools" }, views(),
        el("button", { type: "button", class: "quiet", "aria-label": "previous debate", click: () => step(-1) }, "↑ k"),
        el("button", { type: "button", class: "quiet", "aria-label": "next debate", click: () => step(1) }, "↓ j"))),
    ...transcript(debate, line, beliefAfter(at), chosen.everything).flat(Infinity).filter(Boolean));
}

function views() {
  const button = (everything, label) => el("button", {
    type: "button", "aria-pressed": String(chosen.everything === everything),
    click: () => view(everything),
  }, label);
  return el("div", { class: "switch", role: "group", "aria-label": "what is shown" },
    button(false, "what the newcomer saw"), button(true, "everything"));
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

function close() {
  chosen.at = -1;
  history.replaceState(null, "", "#debates");
  mounts.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  invite();
}

function invite() {
  mounts.reader.replaceChildren(el("p", { class: "detail" }, "Choose a debate to read it."));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writing = event.target.closest("input, select, textarea");
  const inList = mounts.list.contains(event.target);
  const does = {
    Escape: () => (writing ? clear() : close()),
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
  list();
}

// ---- the rest of the page

function facts() {
  const { config } = page;
  const models = [...new Set(config.background)];
  return [
    ["newcomer", config.newcomer], ["module", `${config.module.id}, asking ${config.module_model}`],
    ["background", `${config.background.length} × ${models.join(", ")}`], ["condition", config.condition],
    ["task", config.task], ["seed", config.seed],
  ];
}

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
    el("p", { class: "eyebrow" }, "community debate", state ? el("span", { class: `chip state ${manifest.status}` }, state) : null),
    el("h1", {}, page.title.slice(0, 2).join(" · ")),
    el("dl", { class: "facts" }, facts().map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    el("ul", { class: "rules" }, page.norms.map((each) => rule("norm", each)), page.habits.map((each) => rule("habit", each))),
    el("p", { class: "detail" }, `${page.name} · ${times.join(" to ")} UTC`),
    manifest.simulated ? simulatedBanner() : null,
  ];
}

function progress() {
  const { debates, failed } = page.metrics;
  const all = page.planned;
  return el("p", { class: "detail" }, `${debates} of ${plural(all, "debate")} over`, failed ? `, ${failed} failed and are counted nowhere else` : "",
    ". Means over finished debates, with their standard errors over debates.");
}

function curve() {
  const imitation = page.habits.length > 0;
  const agreement = page.debates.some((line) => line.agreement !== null);
  return [
    swatches(["dot", "norm following in a debate"], ["following", `mean of the last ${SMOOTH}`],
      imitation && ["imitation", `over-imitation, last ${SMOOTH}`], agreement && ["agreement", "agreement of the belief"]),
    learningCurve(page.debates, page.planned, open),
    swatches(["admitted", "admitted"], ["refused", "refused"], ["observed", "only observed"]),
  ];
}

function belief(line) {
  const judged = line.agreement === null ? "states no rule that can be read" : `agrees with the norm on ${fixed(line.agreement)} of sample texts`;
  return el("li", {},
    el("a", { href: `#debate-${line.number}` }, `debate ${line.number}`),
    el("div", {},
      line.belief ? el("q", { dir: "auto" }, line.belief) : el("em", {}, "no belief any more"),
      line.belief ? el("p", { class: "detail" },
        el("meter", { min: 0, max: 1, value: line.agreement ?? 0, "aria-hidden": "true" }), " ", judged,
        line.rating === null ? "" : `; rated ${line.rating} of 7`, line.rule ? [". Read as: ", el("i", {}, line.rule)] : "") : null));
}

function beliefs() {
  const changes = page.debates.filter((line) => line.new_belief);
  return changes.length
    ? el("ol", { class: "beliefs", tabindex: 0, "aria-label": "beliefs in order" }, changes.map(belief))
    : el("p", {}, "The module stated no belief.");
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

function fill() {
  const parts = {
    top: top(), numbers: [headlines(page.metrics), progress()], curve: curve(), beliefs: beliefs(),
    integrity: integrityTable(page.metrics.integrity), faults: faultsTable(page.metrics), usage: usageTable(page.usage),
  };
  const scrolled = mounts.beliefs.firstChild?.scrollTop ?? 0;
  for (const [name, content] of Object.entries(parts)) {
    mounts[name].replaceChildren(...[content].flat(Infinity).filter(Boolean));
  }
  mounts.beliefs.firstChild.scrollTop = scrolled;
}

function mount(name, title) {
  mounts[name] = el("div", { class: "content" });
  return section(name, title, mounts[name]);
}

function lay() {
  mounts.top = el("header", { id: "top" });
  mounts.search = el("input", {
    type: "search", placeholder: "search all that was said", "aria-label": "search all that was said", "aria-keyshortcuts": "/",
    input: (event) => { chosen.text = event.target.value.trim(); list(); },
  });
  mounts.count = el("p", { class: "detail", role: "status" });
  mounts.list = el("ol", { id: "list", "aria-label": "debates" });
  mounts.reader = el("article", { id: "reader", tabindex: -1, "aria-label": "transcript" });
  const debates = section("debates", "Debates",
    el("div", { class: "filters", role: "search" }, mounts.search, Object.keys(FILTERS).map(select), mounts.count),
    el("p", { class: "detail keys" }, el("kbd", {}, "j"), " ", el("kbd", {}, "k"), " next and previous, ", el("kbd", {}, "/"), " search, ",
      el("kbd", {}, "e"), " everything, ", el("kbd", {}, "Esc"), " close"),
    el("div", { class: "bench" }, mounts.list, mounts.reader));
  const links = [["numbers", "numbers"], ["curve", "learning"], ["beliefs", "beliefs"], ["debates", "debates"],
    ["integrity", "integrity"], ["usage", "usage"], ["setup", "setup"]];
  document.body.append(
    el("nav", { "aria-label": "sections" }, NEWS ? el("a", { href: "/" }, "← runs") : null, links.map(([id, label]) => el("a", { href: `#${id}` }, label)),
      page.manifest.simulated ? el("span", { class: "chip simulated" }, "simulated") : null, themeButton()),
    el("main", {}, mounts.top, mount("numbers", "Numbers"), mount("curve", "Learning"), mount("beliefs", "Beliefs"), debates,
      mount("integrity", "Treatment integrity"), mount("faults", "Faults of form"), mount("usage", "Usage"), mount("setup", "Setup")));
}

function openLinked() {
  const number = Number(location.hash.match(/^#debate-(\d+)$/)?.[1]);
  const at = page.debates.findIndex((line) => line.number === number);
  if (at >= 0) open(at);
  return at >= 0;
}

// ---- a run that goes on

function unfinished() {
  const at = page.debates.findIndex((line) => line.status === "unfinished");
  return at < 0 ? page.debates.length : at;
}

function take(news) {
  version = news.version;
  if (news.page) {
    news.debates.forEach((debate, index) => fresh.set(news.start + index, debate));
    if (!same(news.page, page)) {
      page = news.page;
      fill();
      list();
    }
    if (chosen.at >= news.start) read();
  }
  return page.manifest.status === "running" ? 2000 : 0;
}

lay();
mounts.setup.append(...setup());
fill();
invite();
await list();
if (!openLinked() && page.debates.length && matchMedia("(min-width: 52rem)").matches) choose(0);
addEventListener("hashchange", openLinked);
addEventListener("keydown", pressed);
if (page.manifest.status === "running") follow(() => ({ seen: version, start: unfinished() }), take, 500);
