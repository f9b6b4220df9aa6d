// Terms of the glossary in texts, with their meaning as a tool tip.

import { h } from "./dom.js";

let pattern = null;
let meanings = new Map();
let tip = null;

/** Takes the terms of the data. */
export function setTerms(terms) {
  for (const { term, also, means } of terms) {
    for (const form of [term, ...also]) meanings.set(form.toLowerCase(), { term, means });
  }
  const forms = [...meanings.keys()].sort((a, b) => b.length - a.length);
  const escaped = forms.map((f) => f.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  pattern = forms.length ? new RegExp(`(?<![\\w-])(${escaped.join("|")})(?![\\w-])`, "gi") : null;
  tip = h("div", { id: "tip", role: "tooltip", class: "tip", hidden: true });
  document.body.append(tip);
  document.addEventListener("keydown", (e) => e.key === "Escape" && hide());
}

/**
 * Returns a text as nodes: parts in backticks as code, and each term of the glossary marked once.
 */
export function marked(text) {
  const seen = new Set();
  return text
    .split("`")
    .flatMap((part, i) => (i % 2 ? h("code", {}, part) : withTerms(part, seen)));
}

function withTerms(text, seen) {
  if (!pattern) return [text];
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const { term, means } = meanings.get(match[0].toLowerCase());
    if (seen.has(term)) continue;
    seen.add(term);
    nodes.push(text.slice(from, match.index), termElement(match[0], means));
    from = match.index + match[0].length;
  }
  nodes.push(text.slice(from));
  return nodes;
}

function termElement(text, means) {
  const show = (e) => showTip(e.currentTarget, means);
  return h(
    "span",
    { class: "term", tabindex: 0, mouseenter: show, focus: show, mouseleave: hide, blur: hide },
    text,
  );
}

/** Shows a tool tip below an element. */
function showTip(element, text) {
  tip.textContent = text;
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const box = element.getBoundingClientRect();
  const width = tip.offsetWidth;
  const left = Math.min(Math.max(8, box.left), document.documentElement.clientWidth - width - 8);
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${box.bottom + 6 + scrollY}px`;
}

function hide() {
  if (tip) tip.hidden = true;
}
