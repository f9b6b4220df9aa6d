// Numbers of races: jobs by detectors, for any quantity of their rows.

import { linesOf } from "./data.js";
import { geometricMean } from "./format.js";

/** Quantities of a detector beside its counts, in the order of a list, with what they are. */
const NAMED = new Map([
  ["time", "time of a frame"],
  ["prepare-time", "preparation"],
  ["cold-time", "first frame after preparation"],
  ["warm-time", "the same frame, warm"],
  ["memory/prepared", "memory after preparation"],
  ["memory/warm", "memory after the frames"],
  ["memory/per-face", "memory for each face"],
  ["memory/peak", "memory, most at once"],
  ["memory/requests", "requests to the heap in a frame"],
]);

/** Returns a quantity in words, or its name in rows. */
export function inWords(quantity) {
  return NAMED.get(quantity) ?? quantity;
}

/** Result of a quantity in a race: cells by job and detector. */
export class Race {
  constructor(data, race) {
    this.data = data;
    this.race = race;
    this.experiment = data.experiments.find((e) => e.id === race.experiment);
    this.rows = new Map();
    for (const line of this.experiment ? linesOf(data, this.experiment) : []) {
      const key = `${line.quantity}\n${line.series}\n${line.detector}`;
      if (!this.rows.has(key)) this.rows.set(key, { ...line.points[0], unit: line.unit });
    }
  }

  /**
   * Returns the quantities of the race as pairs of name and unit: time, preparation, first frame
   * and memory, then other times, then counts.
   */
  quantities() {
    const found = new Map();
    for (const [key, row] of this.rows) {
      const quantity = key.split("\n")[0];
      const isWrong = /^(false|missed|frames-verified)/.test(quantity);
      if (!isWrong && this.race.jobs.includes(key.split("\n")[1])) found.set(quantity, row.unit);
    }
    const first = [...NAMED.keys()];
    const rank = ([name, unit]) =>
      NAMED.has(name)
        ? first.indexOf(name)
        : first.length + { s: 1, byte: 2, ratio: 3, count: 4 }[unit];
    return [...found].sort((a, b) => rank(a) - rank(b) || a[0].localeCompare(b[0]));
  }

  /** Returns the quantities whose least value is positive in some job, and can divide others. */
  comparable() {
    const all = [...this.race.detectors.keys()];
    const jobs = [...this.race.jobs.keys()];
    return this.quantities().filter(([name]) => jobs.some((job) => this.best(name, job, all) > 0));
  }

  row(quantity, job, detector) {
    return this.rows.get(`${quantity}\n${this.race.jobs[job]}\n${this.race.detectors[detector]}`);
  }

  /** Returns what a detector has of a quantity in a job: value, row, wrong answers, refusal. */
  cell(quantity, job, detector) {
    const entry = this.race.cells[job][detector];
    const row = this.row(quantity, job, detector);
    return {
      kind: entry.kind === "measured" && !row ? "absent" : entry.kind,
      entry,
      row,
      value: row?.value ?? null,
      wrong: entry.wrong ?? 0,
    };
  }

  /** Returns the detectors that answer one of these jobs, but have no row of a quantity in any. */
  without(quantity, jobs, detectors) {
    const cells = (d) => jobs.map((job) => this.race.cells[job][d].kind);
    const has = (d) => jobs.some((job) => this.row(quantity, job, d));
    return detectors.filter((d) => cells(d).includes("measured") && !has(d));
  }

  /** Returns the least value of these detectors in a job, without those that answer wrongly. */
  best(quantity, job, detectors) {
    const right = detectors
      .map((d) => this.cell(quantity, job, d))
      .filter((c) => c.value !== null && !c.wrong);
    return right.length ? Math.min(...right.map((c) => c.value)) : null;
  }

  /**
   * Returns the geometric mean of a detector's ratios over these jobs, and the number of jobs that
   * it
   * has. Wrong answers do not count; `divisor` is that of `divisor()`.
   */
  mean(quantity, jobs, detector, divisor) {
    const ratios = jobs.flatMap((job) => {
      const { value, wrong } = this.cell(quantity, job, detector);
      const by = divisor(job);
      return value > 0 && by > 0 && !wrong ? [value / by] : [];
    });
    return { mean: geometricMean(ratios), jobs: ratios.length };
  }

  /**
   * Returns the value by which a job's values are divided: the best of `detectors`, or that of one.
   */
  divisor(quantity, detectors, reference) {
    return (job) =>
      reference === null
        ? this.best(quantity, job, detectors)
        : this.cell(quantity, job, reference).value;
  }
}

/** Returns the number of contacts of a frame of a job, from any race that counts them. */
export function contactsOf(data, title) {
  for (const experiment of data.experiments) {
    if (!data.races.some((r) => r.experiment === experiment.id)) continue;
    const line = linesOf(data, experiment).find(
      (l) => l.quantity === "contacts" && l.series === title,
    );
    if (line) return line.points[0].value;
  }
  return null;
}
