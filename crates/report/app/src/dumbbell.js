// Pictures of two values on one axis: the paper's as an open circle, ours as a filled one.

import { h, svg } from "./dom.js";
import { number } from "./format.js";

/** Widths of the whole, of names, at least and at most, and of numbers: wide and narrow screens. */
const WIDE = { width: 640, left: 150, most: 260, right: 150 };
const NARROW = { width: 340, left: 84, most: 116, right: 104 };
const ROW = 26;
/** Distances of a label from the axis and from the edge. */
const GAP = 10;
const MARGIN = 4;
const MOST = 12;
const OURS = "#d55e00";
const PAPER = "#0072b2";
/** Times the newest value up to which the axis of runs reaches; what lies beyond is a number. */
const FARTHEST = 10;
/** Verdicts that decide nothing. */
const OPEN = ["undecided", "not testable here"];

/** Returns the picture of a claim's values, or nothing without any. */
export function dumbbell({ values, says }) {
  const shown = values.filter((v) => v.ours.every(Number.isFinite)).slice(0, MOST);
  if (shown.length === 0) return null;
  const names = shown.map((v) => v.name);
  const size = sizeFor(names);
  const numbers = shown.flatMap((v) => [...v.ours, ...(v.paper === null ? [] : [v.paper])]);
  const log = numbers.every((n) => n > 0) && Math.max(...numbers) / Math.min(...numbers) > 3;
  const x = axis(
    log ? [...numbers, 1] : [...numbers, ...(numbers.every((n) => n > 0.2 && n < 5) ? [1] : [])],
    log,
    size,
  );
  const title = `Values of the claim "${says}": ours filled, the paper's open`;
  return framed(
    `${title}. ${shown.map(words).join("; ")}`,
    { x, size },
    labels(names, size).map((label, i) => line(shown[i], label, x, middle(i), size)),
    [
      h("span", { style: { color: OURS } }, "●"),
      " ours, with its interval ",
      shown.some((v) => v.paper !== null) && [
        h("span", { style: { color: PAPER } }, "○"),
        " the paper's ",
      ],
      x.has(1) && "┆ the line at 1 ",
      values.length > shown.length && `(${shown.length} of ${values.length} values)`,
    ],
  );
}

/** Returns the widths of a figure with these names. */
function sizeFor(names) {
  const size = innerWidth < 600 ? NARROW : WIDE;
  const longest = Math.ceil(Math.max(...names.map(textWidth))) + GAP + MARGIN;
  return { ...size, left: Math.min(Math.max(size.left, longest), size.most) };
}

/** Returns the middle of a row. */
function middle(row) {
  return 16 + row * ROW;
}

/** Returns rows over an axis with its ticks, and with the line at 1 if it has that number. */
function framed(label, { x, size }, rows, caption) {
  const height = ROW * rows.length + 34;
  const bottom = height - 22;
  return h(
    "figure",
    { style: { margin: "0.4em 0" } },
    svg(
      "svg",
      {
        viewBox: `0 0 ${size.width} ${height}`,
        width: size.width,
        class: "dumbbell",
        role: "img",
        "aria-label": label,
      },
      x.ticks.map((t) => [
        svg("line", { x1: x.at(t), x2: x.at(t), y1: 4, y2: bottom, stroke: "var(--grid)" }),
        svg("text", { x: x.at(t), y: height - 6, "text-anchor": "middle" }, number(t)),
      ]),
      x.has(1) &&
        svg("line", {
          x1: x.at(1),
          x2: x.at(1),
          y1: 0,
          y2: bottom,
          stroke: "var(--quiet)",
          "stroke-dasharray": "4 3",
        }),
      rows,
    ),
    h("figcaption", { class: "note" }, caption),
  );
}

/**
 * Returns the values of claims in other recorded runs over those of the newest one, or nothing
 * without any. Claims whose newest value is not positive, or that no other run has, are left out.
 */
export function forest(claims) {
  const shown = claims.filter(({ newest, others }) => newest && others.length > 0);
  if (shown.length === 0) return null;
  const names = shown.map(({ id }) => id);
  const size = sizeFor(names);
  const numbers = shown.flatMap(({ newest, others }) => [...newest, ...others.map((o) => o.times)]);
  const near = (n) => n >= 1 / FARTHEST && n <= FARTHEST;
  const x = axis([...numbers.filter(near), 1], true, size);
  const far = shown.some(({ others }) => others.some((o) => !x.has(o.times)));
  const has = (here) => shown.some(({ others }) => others.some((o) => o.here === here));
  return framed(
    `Values in other recorded runs over the newest. ${shown.map(spread).join("; ")}`,
    { x, size },
    labels(names, size).map((label, i) => runsLine(shown[i], label, x, middle(i), size)),
    [
      h("span", { style: { color: OURS } }, "●"),
      " the newest run, with its interval ",
      has(true) && [h("span", { style: { color: PAPER } }, "○"), " earlier runs of this machine "],
      has(false) && [h("span", { style: { color: PAPER } }, "□"), " other machines "],
      far && [h("span", { style: { color: PAPER } }, "▸"), " values beyond the axis "],
      "┆ the line at 1. At the right: decided runs with the verdict of the newest.",
    ],
  );
}

/** Returns the range of the values of a claim in words. */
function spread({ id, others }) {
  const times = others.map((o) => o.times);
  return `${id} ${number(Math.min(...times))} to ${number(Math.max(...times))}`;
}

function runsLine({ verdict, newest, others }, label, x, y, { width, left, right }) {
  const [low, high] = [newest[1], newest[2]].map((n) => x.at(n > 0 ? n : newest[0]));
  const look = { fill: "var(--back)", stroke: PAPER, "stroke-width": 2 };
  const decided = others.filter((o) => !OPEN.includes(o.verdict));
  const same = decided.filter((o) => o.verdict === verdict).length;
  return [
    name(label, y, left),
    svg("line", {
      x1: low,
      x2: high,
      y1: y,
      y2: y,
      stroke: OURS,
      "stroke-width": 4,
      "stroke-opacity": 0.45,
    }),
    others
      .filter((o) => x.has(o.times))
      .map(({ times, here }) =>
        here
          ? svg("circle", { cx: x.at(times), cy: y, r: 4.5, ...look })
          : svg("rect", { x: x.at(times) - 4, y: y - 4, width: 8, height: 8, ...look }),
      ),
    [1, -1].map((side) => beyond(others, side, x, y)),
    svg("circle", { cx: x.at(1), cy: y, r: 5.5, fill: OURS }),
    !OPEN.includes(verdict) &&
      decided.length > 0 &&
      svg("text", { x: width - right + 12, y: y + 4 }, `${same} of ${decided.length}`),
  ];
}

/** Returns an arrow at an end of the axis (1: right) with the values that lie beyond it, if any. */
function beyond(others, side, x, y) {
  const times = others.map((o) => o.times).filter((n) => !x.has(n) && n > 1 === side > 0);
  if (times.length === 0) return [];
  const end = x.at(times[0]);
  const base = end - side * 8;
  const ends = [Math.min(...times), Math.max(...times)].map((n) => number(n));
  const text = ends[0] === ends[1] ? ends[0] : ends.join(" to ");
  return [
    svg("path", { d: `M${end} ${y}L${base} ${y - 5}L${base} ${y + 5}Z`, fill: PAPER }),
    svg("text", { x: base - side * 4, y: y + 4, "text-anchor": side > 0 ? "end" : "start" }, text),
  ];
}

function words(v) {
  return `${v.name || "value"} ${number(v.ours[0])}${v.paper === null ? "" : `, paper ${number(v.paper)}`}`;
}

function line(v, label, x, y, { width, left, right }) {
  const [ours, low, high] = v.ours.map(x.at);
  const paper = v.paper === null ? null : x.at(v.paper);
  const text = v.paper === null ? number(v.ours[0]) : `${number(v.ours[0])} (${number(v.paper)})`;
  return [
    name(label, y, left),
    paper !== null &&
      svg("line", { x1: paper, x2: ours, y1: y, y2: y, stroke: "var(--quiet)", "stroke-width": 2 }),
    svg("line", {
      x1: low,
      x2: high,
      y1: y,
      y2: y,
      stroke: OURS,
      "stroke-width": 4,
      "stroke-opacity": 0.45,
    }),
    svg("circle", { cx: ours, cy: y, r: 5.5, fill: OURS }),
    paper !== null &&
      svg("circle", {
        cx: paper,
        cy: y,
        r: 5.5,
        fill: "var(--back)",
        stroke: PAPER,
        "stroke-width": 2.2,
      }),
    svg("text", { x: width - right + 12, y: y + 4 }, text),
  ];
}

/** Returns the label of a row, left of the axis, with its whole name as a tool tip. */
function name({ whole, text }, y, left) {
  const label = svg("text", { x: left - GAP, y: y + 4, "text-anchor": "end" }, text);
  if (text !== whole) label.prepend(svg("title", {}, whole));
  return label;
}

/**
 * Returns the names of a figure's rows as they fit beside the axis: words that all begin with, then
 * words that all end with, give way to an ellipsis, and at last the middle of a name.
 */
function labels(names, { left }) {
  const room = left - GAP - MARGIN;
  const fits = (text) => textWidth(text) <= room;
  let parts = names.map((whole) => whole.split(/(?<=[\s-])/));
  const cut = [0, 0];
  const text = (words) =>
    `${cut[0] ? "…" : ""}${words.join("").trim()}${cut[1] ? "…" : ""}`.replace(/[,:;]…$/, "…");
  const same = (at) => parts.every((words) => words.length > 1 && words.at(at) === parts[0].at(at));
  const distinct = new Set(names).size > 1;
  for (const side of [0, 1])
    while (distinct && !parts.map(text).every(fits) && same(-side)) {
      parts = parts.map((words) => (side === 0 ? words.slice(1) : words.slice(0, -1)));
      cut[side] += 1;
    }
  return parts.map((words, i) => ({ whole: names[i], text: withoutMiddle(text(words), fits) }));
}

/** Returns a text that fits, with an ellipsis for as much of its middle as has to go. */
function withoutMiddle(text, fits) {
  const letters = [...text];
  let short = text;
  for (let kept = letters.length - 1; kept > 1 && !fits(short); kept -= 1) {
    const first = Math.ceil(kept / 2);
    const [head, tail] = [letters.slice(0, first), letters.slice(first - kept)];
    short = `${head.join("").trimEnd()}…${tail.join("").trimStart()}`;
  }
  return short;
}

let context = null;

/** Returns the width of a text in the font of labels. */
function textWidth(text) {
  context ??= h("canvas").getContext("2d");
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

/** Returns positions and ticks of an axis through these numbers. Others are at its ends. */
function axis(numbers, log, { width, left, right }) {
  const f = log ? Math.log10 : (n) => n;
  let [low, high] = [Math.min(...numbers.map(f)), Math.max(...numbers.map(f))];
  const pad = (high - low || Math.abs(low) || 1) * 0.08;
  [low, high] = [low - pad, high + pad];
  const clamped = (n) => Math.min(Math.max(f(n), low), high);
  const at = (n) => left + ((clamped(n) - low) / (high - low)) * (width - left - right);
  const inside = (n) => f(n) >= low && f(n) <= high;
  return {
    at,
    ticks: (log ? logTicks(low, high) : linearTicks(low, high)).filter(inside),
    has: inside,
  };
}

function logTicks(low, high) {
  const powers = [];
  for (let p = Math.floor(low); p <= Math.ceil(high); p += 1) powers.push(p);
  const every = Math.max(1, Math.ceil(powers.length / 7));
  const tens = powers.filter((p) => p % every === 0).map((p) => 10 ** p);
  return high - low > 1.7 ? tens : tens.flatMap((t) => [t, 2 * t, 5 * t]);
}

function linearTicks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * power >= rough) * power;
  const ticks = [];
  for (let t = Math.ceil(low / step) * step; t <= high; t += step)
    ticks.push(Number(t.toPrecision(10)));
  return ticks;
}
