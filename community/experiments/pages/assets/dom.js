// Elements from data. Text only ever becomes text nodes, so nothing that a model said can become markup.

// What can drive the direction of a line, or hide in it; replaced as it is in the terminal.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

function printable(text) {
  return String(text).replace(CONTROLS, "\ufffd");
}

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : printable(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : printable(child));
  }
  return node;
}

function el(name, attributes = {}, ...children) {
  return build(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function section(id, title, ...children) {
  return el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), children);
}

function table(headings, rows) {
  const head = headings.map((text, at) => el("th", { scope: "col", class: at ? "n" : null }, text));
  const body = rows.map(([first, ...cells]) =>
    el("tr", {}, el("th", { scope: "row" }, first), cells.map((cell) => el("td", { class: "n" }, cell))));
  return el("div", { class: "scroll" },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
}

function fixed(value) {
  return value === null || value === undefined ? "n/a" : value.toFixed(2);
}

function count(value) {
  return value.toLocaleString("en");
}

function spaced(name) {
  return name.replaceAll("_", " ");
}

function plural(amount, noun) {
  return `${count(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

// JSON that was deflated and written in base64.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(plain).text());
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function embeddedPage() {
  return JSON.parse(document.getElementById("page").textContent);
}

// Where a page that is served asks for what is new; empty in a file.
const NEWS = document.querySelector("meta[name=news]").content;

// Ask the server for what is new; each answer says after how many milliseconds to ask again, 0 for never.
function follow(question, answer, soon) {
  if (!NEWS) return;
  async function ask() {
    let wait = 5000;
    try {
      const reply = await fetch(`${NEWS}?${new URLSearchParams(question())}`);
      document.body.classList.toggle("lost", !reply.ok);
      if (reply.ok) wait = answer(await reply.json());
    } catch {
      document.body.classList.add("lost");
    }
    if (wait) setTimeout(ask, document.hidden ? 10000 : wait);
  }
  setTimeout(ask, soon);
}
