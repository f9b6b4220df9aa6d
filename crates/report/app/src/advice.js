// Advice: detectors ranked by their ratios in the measured jobs that are nearest to a reader's.

import { number, times } from "./format.js";
import { display, plain } from "./names.js";
import { contactsOf, Race } from "./races.js";

/** Number of jobs that an answer rests on. */
const NEAREST = 3;
/** Distance in powers of ten beyond which a job is not near. */
const FAR = 1;
/** Contacts for each body from which on surfaces overlap widely. */
const FEW = 10;
/** Share of the weight of the nearest jobs that a detector must have to come before others. */
const COVERED = 0.5;
/** Least work count that can explain a difference. */
const LEAST_COUNT = 10;

/** Returns the jobs of all races with their sizes and contacts. */
export function jobsOf(data) {
  return data.about.jobs.map((job) => {
    const contacts = contactsOf(data, job.title);
    return { ...job, contacts, touch: touch(contacts, job.bodies), convex: isConvex(data, job) };
  });
}

/** Returns how much bodies touch, by contacts of a frame: "apart", "few", "many". */
function touch(contacts, bodies) {
  if (contacts === null) return null;
  if (contacts < 1) return "apart";
  return contacts < bodies * FEW ? "few" : "many";
}

/** A job is convex if a detector that accepts only convex bodies was measured in it. */
function isConvex(data, { title }) {
  const onlyConvex = new Set(data.about.detectors.filter((d) => !d.concave).map((d) => d.name));
  return data.races.some((race) => {
    const job = race.jobs.indexOf(title);
    return (
      job >= 0 &&
      race.detectors.some(
        (d, i) => onlyConvex.has(plain(d)) && race.cells[job][i].kind === "measured",
      )
    );
  });
}

/**
 * Ranks detectors for answers `{ ask, motion, shape, bodies, faces, contact }`. Returns the race,
 * the
 * nearest jobs, why they are far if they are, and the ranking.
 */
export function advice(data, jobs, answers) {
  const race = new Race(
    data,
    data.races.find((r) => r.experiment === answers.ask),
  );
  const measured = jobs.filter((job) => race.race.jobs.includes(job.title));
  const moving = measured.filter((job) => job.deforms === (answers.motion === "deform"));
  // Where bodies deform, nothing tells convex jobs from others.
  const convex = moving.filter((job) => job.convex);
  const alike = answers.shape === "convex" && convex.length > 0 ? convex : moving;
  const ranked = alike
    .map((job) => ({ job, ...distance(job, answers) }))
    .sort((a, b) => a.distance - b.distance);
  const nearest = ranked
    .slice(0, NEAREST)
    .map((n) => ({ ...n, weight: 1 / (0.15 + n.distance) ** 2 }));
  const entries = race.race.detectors.flatMap(
    (_, d) => entry(data, race, nearest, d, answers) ?? [],
  );
  // A mean over few of the jobs says little: detectors that lack the nearest ones come last.
  entries.sort((a, b) => b.covers - a.covers || a.mean - b.mean || b.jobs - a.jobs);
  const ranking = entries.map((e, i) => ({
    ...e,
    reason: reason(race, nearest, e, entries[i === 0 ? 1 : 0], i === 0),
  }));
  return { race, nearest, ranking, far: far(nearest, answers) };
}

/** Returns how far a job is, in powers of ten, and by which quantity most. */
function distance(job, { bodies, faces, contact }) {
  const parts = {
    bodies: Math.abs(Math.log10(job.bodies / Number(bodies))),
    faces: Math.abs(Math.log10(job.faces / job.bodies / Number(faces))),
    contacts: contact === job.touch ? 0 : contact === "apart" || job.touch === "apart" ? 0.8 : 0.5,
  };
  return { parts, distance: Math.hypot(...Object.values(parts)) };
}

/** Says why no measured job is near; empty if one is. */
function far(nearest, { motion }) {
  if (nearest.length === 0)
    return `Nothing with ${motion === "deform" ? "bodies that deform" : "rigid bodies"} was measured.`;
  const { parts, job, distance: d } = nearest[0];
  if (d <= FAR) return "";
  const worst =
    parts.bodies > parts.faces
      ? `${number(job.bodies)} bodies`
      : `${number(Math.round(job.faces / job.bodies))} faces a body`;
  return `The nearest job has ${worst}.`;
}

/**
 * Returns the results of a detector in the nearest jobs; null if it has none, or answers wrongly.
 */
function entry(data, race, nearest, d, { shape }) {
  const detector = race.race.detectors[d];
  const facts = data.about.detectors.find((f) => f.name === plain(detector));
  if (facts && !facts.concave && shape !== "convex") return null;
  const all = [...race.race.detectors.keys()].filter((i) => {
    const f = data.about.detectors.find((x) => x.name === plain(race.race.detectors[i]));
    return !f || f.concave || shape === "convex";
  });
  const results = nearest.flatMap(({ job, weight }) => {
    const index = race.race.jobs.indexOf(job.title);
    const cell = race.cell("time", index, d);
    if (cell.value === null) return [];
    return [{ job, index, weight, ...cell, ratio: cell.value / race.best("time", index, all) }];
  });
  if (results.length === 0 || results.some((r) => r.wrong)) return null;
  const total = results.reduce((sum, r) => sum + r.weight, 0);
  const mean = Math.exp(results.reduce((sum, r) => sum + r.weight * Math.log(r.ratio), 0) / total);
  const values = results.map((r) => r.value);
  const slowest = Math.max(...results.map((r) => r.row.largest ?? r.value));
  return {
    detector,
    d,
    results,
    mean,
    jobs: results.length,
    covers: total >= COVERED * nearest.reduce((sum, n) => sum + n.weight, 0),
    least: Math.min(...values),
    most: Math.max(...values),
    slowest,
  };
}

/** Says where a detector stands against the best one, or the best one against the next. */
function reason(race, nearest, entry, other, isBest) {
  if (!other) return "It is the only one that answers here.";
  const shared = nearest.map(({ job }) => race.race.jobs.indexOf(job.title));
  const pairs = shared.flatMap((job) => {
    const [a, b] = [entry, other].map((e) => e.results.find((r) => r.index === job));
    return a && b ? [{ job, weight: a.weight, ratio: a.value / b.value }] : [];
  });
  if (pairs.length === 0)
    return `It and ${display(other.detector)} have no job of these in common.`;
  const weight = pairs.reduce((sum, p) => sum + p.weight, 0);
  const logarithm = pairs.reduce((sum, p) => sum + p.weight * Math.log(p.ratio), 0);
  const mean = Math.exp(logarithm / weight);
  const words =
    mean < 1 ? `It is ${number(1 / mean)} times as fast as` : `It takes ${times(mean)} the time of`;
  const agrees = pairs.filter((p) => p.ratio < 1 === mean < 1);
  const why = agrees.length ? decisive(race, agrees[0].job, entry.d, other.d) : "";
  return `${words} ${display(other.detector)}, ${isBest ? "the next" : "the first"}, in the jobs that both have.${why}`;
}

/**
 * Names the work count in which two detectors differ most in a job, in the direction of their
 * times.
 */
function decisive(race, job, d, other) {
  const [a, b] = [d, other].map((i) => race.cell("time", job, i).value);
  let found = null;
  for (const [quantity, unit] of race.quantities()) {
    if (unit !== "count" || quantity === "contacts" || quantity === "colliding-bodies") continue;
    const [mine, theirs] = [d, other].map((i) => race.cell(quantity, job, i).value);
    if (
      mine === null ||
      theirs === null ||
      Math.min(mine, theirs) <= 0 ||
      Math.max(mine, theirs) < LEAST_COUNT
    )
      continue;
    const ratio = mine / theirs;
    if (
      ratio < 1 === a < b &&
      (!found || Math.abs(Math.log(ratio)) > Math.abs(Math.log(found.ratio)))
    )
      found = { quantity, ratio };
  }
  if (!found || Math.abs(Math.log(found.ratio)) < Math.log(1.1)) return "";
  const text =
    found.ratio < 1 ? `${share(found.ratio)} of the` : `${number(found.ratio)} times as many`;
  return ` In “${race.race.jobs[job]}” it makes ${text} ${quantityWords(found.quantity)}.`;
}

/** Returns a part of one in words: "32 %", "a 60th". */
export function share(ratio) {
  if (ratio > 0.1) return `${number(100 * ratio, 2)} %`;
  const parts = Number((1 / ratio).toPrecision(2));
  const tens = Math.floor(parts / 10) % 10;
  const ending = tens === 1 ? "th" : (["th", "st", "nd", "rd"][parts % 10] ?? "th");
  return `${/^(8|11$|18$)/.test(parts) ? "an" : "a"} ${number(parts)}${ending}`;
}

function quantityWords(quantity) {
  return quantity.replace(/-/g, " ");
}
