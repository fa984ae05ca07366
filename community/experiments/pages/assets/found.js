// Where words that are searched for stand in what is open; they are coloured without touching what is shown.

const BLOCK = "p, q, li, dt, dd, h3, h4, summary, .heading";

// The text of an element with its text nodes and where each begins; a line ends between blocks.
function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  let [text, block] = ["", null];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement.closest(BLOCK);
    if (around !== block) text += "\n";
    block = around;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

function placesOf(words, root) {
  if (!words) return [];
  const { text, nodes } = textNodes(root);
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => {
    const range = new Range();
    const at = (offset) => nodes.findLast(({ start }) => start <= offset);
    const [first, last] = [at(index), at(index + length - 1)];
    range.setStart(first.node, index - first.start);
    range.setEnd(last.node, index + length - last.start);
    return range;
  });
}

function colour(places) {
  globalThis.CSS?.highlights?.set("found", new Highlight(...places));
}

// Scroll to a place, and unfold what hides it.
function goTo(place) {
  const { parentElement } = place.startContainer;
  for (let each = parentElement.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  parentElement.scrollIntoView({ block: "center" });
}
