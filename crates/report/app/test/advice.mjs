// The answers of "Pick" against the measured jobs of a page: `node test/advice.mjs [PAGE]`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { advice, jobsOf } from "../src/advice.js";

const page = process.argv[2] ?? new URL("../../../../reports/index.html", import.meta.url);
const block = /class="data"[^>]*>([^<]*)</.exec(readFileSync(page, "utf8"));
const data = JSON.parse(gunzipSync(Buffer.from(block[1], "base64")));
const jobs = jobsOf(data);
const ask = data.races.find((race) => race.asks === "yes or no").experiment;
const many = { ask, motion: "rigid", shape: "convex", deadline: "" };

/** Returns the advice for convex bodies, yes or no. */
const of = (bodies, faces, contact) =>
  advice(data, jobs, { ...many, bodies: String(bodies), faces: String(faces), contact });

for (const [bodies, faces, contacts] of [
  [64, 500, ["apart", "few", "many"]],
  [1000, 36, ["few"]],
])
  for (const contact of contacts) {
    const found = of(bodies, faces, contact);
    const order = found.ranking.map((e) => `${e.detector} ${e.mean.toFixed(2)}`).join(", ");
    console.log(`${bodies} of ${faces} faces, ${contact}: ${order}`);
    assert.ok(
      found.nearest.every((n) => n.job.convex),
      "a job with concave bodies for convex ones",
    );
    assert.equal(found.ranking[0].detector, "i-collide");
  }

// A job that is described as it was measured has its own fastest detectors first.
for (const job of jobs.filter((j) => j.touch !== null && !j.deforms)) {
  const shape = job.convex ? "convex" : "any";
  const answers = { bodies: job.bodies, faces: job.faces / job.bodies, contact: job.touch };
  const { nearest } = advice(data, jobs, { ...many, ...answers, shape });
  assert.equal(nearest[0].job.title, job.title);
}
console.log("advice: as measured");
