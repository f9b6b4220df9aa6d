// Quantities of a race beside time: `node test/races.mjs`.

import assert from "node:assert/strict";
import { Race, inWords } from "../src/races.js";

const texts = ["bvh", "sphere-tree", "job", "time", "prepare-time", "memory/warm", "node-tests"];
texts.push("cycles", "step-time/x", "cold-time");
const line = (detector, quantity, unit, value) => ({
  d: detector,
  s: 2,
  q: texts.indexOf(quantity),
  x: 7,
  u: unit,
  n: 2,
  p: [72, value],
});
const lines = [
  line(0, "step-time/x", "s", 1e-6),
  line(0, "node-tests", "count", 40),
  line(0, "memory/warm", "byte", 4000),
  line(0, "cold-time", "s", 3e-6),
  line(0, "prepare-time", "s", 2e-3),
  line(0, "time", "s", 2e-6),
  line(1, "time", "s", 6e-6),
  line(1, "memory/warm", "byte", 1000),
  line(0, "cycles", "count", 0),
];
const measured = { kind: "measured", wrong: 0, samples: [], scene: "made" };
const race = new Race(
  { texts, experiments: [{ id: "made", lines }] },
  {
    experiment: "made",
    jobs: ["job"],
    detectors: ["bvh", "sphere-tree"],
    cells: [[measured, measured]],
  },
);

// Preparation, the first frame and memory stand behind time, before steps and counts.
assert.deepEqual(
  race.quantities().map(([name]) => name),
  ["time", "prepare-time", "cold-time", "memory/warm", "step-time/x", "cycles", "node-tests"],
);
// What is zero divides nothing.
assert.ok(race.comparable().every(([name]) => name !== "cycles"));
assert.equal(race.comparable().length, 6);
assert.equal(inWords("prepare-time"), "preparation");
assert.equal(inWords("node-tests"), "node-tests");

// Who holds least is best, and who has no row is named.
assert.equal(race.best("memory/warm", 0, [0, 1]), 1000);
assert.equal(race.cell("prepare-time", 0, 1).kind, "absent");
assert.deepEqual(race.without("prepare-time", [0], [0, 1]), [1]);
assert.deepEqual(race.without("time", [0], [0, 1]), []);
