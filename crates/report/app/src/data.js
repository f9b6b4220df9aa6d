// The data of the page: rows, claims and scenes.

import { setSeriesNames, setStyles } from "./names.js";
import { bytes } from "./scene/decode.js";
import { setTerms } from "./terms.js";

const FORMAT = 1;
const PLAYBACK = "collision-lab playback 1";

/** Returns the JSON of a block, which may be compressed. */
async function read(block) {
  if (block.type === "application/json") return JSON.parse(block.textContent);
  if (typeof DecompressionStream === "undefined") {
    throw new Error(
      "this browser cannot unpack gzip: it needs Firefox 113, Chrome 80, Safari 16.4, or a newer one",
    );
  }
  const packed = new Blob([bytes(block.textContent)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Reads the data of the page; null if it has scenes only. */
export async function readData() {
  const block = document.querySelector("script.data");
  const data = block ? await read(block) : null;
  if (data && data.format !== FORMAT) {
    throw new Error(`the data have format ${data.format}, and this page reads ${FORMAT}`);
  }
  const looks = document.querySelector("script.looks");
  setStyles(data?.styles ?? (looks ? await read(looks) : []));
  setSeriesNames(data?.series ?? {});
  setTerms(data?.glossary ?? []);
  return data;
}

/**
 * Returns the scenes of the page: name, title, the address of a picture if there is one, and `load`,
 * which returns the playback file or throws the reason why it cannot be played.
 */
export function readScenes() {
  const blocks = [...document.querySelectorAll("script.playback")];
  return blocks.map((block, i) => {
    const load = async () => checked(await read(block));
    const heading = block.dataset.name
      ? { name: block.dataset.name, title: block.dataset.title }
      : plainHeading(block);
    const name = heading.name || `scene ${i + 1}`;
    const picture = block.dataset.picture || null;
    return { name, title: heading.title || name, picture, load };
  });
}

function checked(scene) {
  if (scene.format === PLAYBACK) return scene;
  throw new Error(`its format is "${scene.format}", and this page plays "${PLAYBACK}"`);
}

/** Returns name and title of a block that is not compressed. */
function plainHeading(block) {
  try {
    return JSON.parse(block.textContent);
  } catch {
    return {};
  }
}

/** Returns the texts of a line. */
export function names(data, line) {
  const [detector, series, quantity, axis] = [line.d, line.s, line.q, line.x].map(
    (i) => data.texts[i],
  );
  return { detector, series, quantity, axis };
}

/** Returns the points of a line: `{ x, value, low, high, largest, n }`. */
export function points(line) {
  const found = [];
  for (let i = 0; i < line.p.length; i += line.n) {
    const [x, value, low = null, high = null, largest = null, n = null] = line.p.slice(
      i,
      i + line.n,
    );
    found.push({ x, value, low, high, largest, n });
  }
  return found;
}

/** Returns the lines of an experiment with their names and points, from left to right. */
export function linesOf(data, experiment) {
  experiment.named ??= namedLines(data, experiment);
  return experiment.named;
}

/** Rows with and without intervals are separate in the data. */
function namedLines(data, experiment) {
  const lines = new Map();
  for (const line of experiment.lines) {
    const key = [line.d, line.s, line.q, line.x].join(" ");
    if (!lines.has(key)) lines.set(key, { ...names(data, line), unit: line.u, points: [] });
    lines.get(key).points.push(...points(line));
  }
  for (const line of lines.values()) line.points.sort((a, b) => a.x - b.x);
  return [...lines.values()];
}

/** Returns the distinct values of a list in order. */
export function distinct(values) {
  return [...new Set(values)];
}
