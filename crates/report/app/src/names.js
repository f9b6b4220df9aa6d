// Names and looks of detectors: those of the plots, from the data.

import { SERIES_COLORS } from "./palette.js";

const FIRST = " first-contact";

/** Color of a paper's numbers: that of the plots. */
const PAPER = "#777777";

const DASHES = [[], [8, 4], [3, 4], [16, 4], [6, 10]];

let styles = new Map();
let seriesNames = {};

/** Takes the names of series for readers. */
export function setSeriesNames(names) {
  seriesNames = names;
}

/** Returns the name of a series for readers. */
export function seriesName(series) {
  return seriesNames[series] ?? series;
}

/** Takes the styles of the data. */
export function setStyles(list) {
  styles = new Map(list.map((style) => [style.name, style]));
}

/** Returns the name for readers, where the question that it is asked stands beside it. */
export function display(label) {
  const unasked = label.endsWith(FIRST) ? label.slice(0, -FIRST.length) : label;
  return fullName(unasked);
}

/** Returns the name for readers, with the question. */
export function fullName(label) {
  return styles.get(label)?.display ?? label;
}

/** Returns the detector of a label with options. */
export function plain(label) {
  return label.split(" ")[0];
}

/** Returns the looks of a paper's curve, by its rank in its picture. */
export function paperLook(rank) {
  const dash = DASHES[1 + (rank % (DASHES.length - 1))];
  return { color: PAPER, marker: rank, filled: false, dash };
}

/** Returns looks for the curve of this rank among those of one name: others have other dashes. */
export function ranked(look, rank) {
  if (rank === 0) return look;
  const own = DASHES.findIndex((dash) => String(dash) === String(look.dash));
  return { ...look, filled: false, dash: DASHES[(own + 2 * rank) % DASHES.length] };
}

/** Returns the looks of a label: color, marker, filled, dash. */
export function look(label) {
  const own = styles.get(label);
  if (own) return own;
  const base = styles.get(plain(label));
  if (base) return { ...base, filled: false, dash: [8, 4] };
  const color = SERIES_COLORS[hash(label) % SERIES_COLORS.length];
  return { color, marker: 0, filled: true, dash: [] };
}

/** Returns true for a name that a plot of the pages draws. */
export function hasLook(name) {
  return styles.has(name);
}

function hash(text) {
  return [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 65521, 7);
}

/** Returns a color that is visible on the background of the page. */
export function visible(color) {
  return isDark() && color === "#000000" ? "#f0f0f0" : color;
}

/** Returns true if the page is dark. */
export function isDark() {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Calls a function whenever the page turns dark or light. */
export function onThemeChange(change) {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", change);
}
