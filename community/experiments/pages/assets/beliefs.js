// What modules came to believe, in order; a belief has its text and, where something is believed, its verdict.

function beliefItem(place, link, text, verdict) {
  const agreement = verdict?.agreement ?? null;
  const judged = agreement === null ? "states no rule that can be read" : `agrees with the norm on ${fixed(agreement)} of sample texts`;
  return el("li", {},
    el("a", { href: link }, place),
    el("div", {},
      text ? el("q", { dir: "auto" }, text) : el("em", {}, "no belief any more"),
      text ? el("p", { class: "detail" },
        el("meter", { min: 0, max: 1, value: agreement ?? 0, "aria-hidden": "true" }), " ", judged,
        verdict?.rating ? `; rated ${verdict.rating} of 7` : "", verdict?.rule ? [". Read as: ", el("i", {}, verdict.rule)] : "") : null));
}

function beliefList(items) {
  return items.length
    ? el("ol", { class: "beliefs", tabindex: 0, "aria-label": "beliefs in order" }, items)
    : el("p", {}, "The module stated no belief.");
}
