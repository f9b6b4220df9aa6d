// The data of the page: rows, claims and scenes.

import { setStyles } from "./names.js";
import { setTerms } from "./terms.js";

const FORMAT = 1;
const PLAYBACK = "collision-lab playback 1";

/** Reads the data of the page; null if it has scenes only. */
export function readData() {
  const block = document.querySelector("script.data");
  const data = block ? JSON.parse(block.textContent) : null;
  if (data && data.format !== FORMAT) {
    throw new Error(`the data have format ${data.format}, and this page reads ${FORMAT}`);
  }
  setStyles(data?.styles ?? []);
  setTerms(data?.glossary ?? []);
  return data;
}

/** Returns the scenes of the page, each with `scene`, or with `error` if it cannot be read. */
export function readScenes() {
  const blocks = [...document.querySelectorAll("script.playback")];
  return blocks.map((block, i) => {
    try {
      const scene = JSON.parse(block.textContent);
      if (scene.format !== PLAYBACK) {
        throw new Error(`its format is "${scene.format}", and this page plays "${PLAYBACK}"`);
      }
      return { name: scene.name ?? `scene ${i + 1}`, scene };
    } catch (error) {
      return { name: `scene ${i + 1}`, error: error.message };
    }
  });
}

/** Returns the texts of a line. */
export function names(data, line) {
  const [detector, series, quantity, axis] = [line.d, line.s, line.q, line.x].map((i) => data.texts[i]);
  return { detector, series, quantity, axis };
}

/** Returns the points of a line: `{ x, value, low, high, largest, n }`. */
export function points(line) {
  const found = [];
  for (let i = 0; i < line.p.length; i += line.n) {
    const [x, value, low = null, high = null, largest = null, n = null] = line.p.slice(i, i + line.n);
    found.push({ x, value, low, high, largest, n });
  }
  return found;
}

/** Returns the lines of an experiment with their names and points. */
export function linesOf(data, experiment) {
  experiment.named ??= experiment.lines.map((line) => ({
    ...names(data, line),
    unit: line.u,
    exact: line.n === 2,
    points: points(line),
  }));
  return experiment.named;
}

/** Returns the distinct values of a list in order. */
export function distinct(values) {
  return [...new Set(values)];
}
