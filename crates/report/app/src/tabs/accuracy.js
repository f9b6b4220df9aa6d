// Accuracy: where detectors differ from exact arithmetic.

import { distinct, linesOf } from "../data.js";
import { h, replace, table } from "../dom.js";
import { number } from "../format.js";
import { fullName } from "../names.js";

/** Quantities of wrong answers: reported though apart, and missed though they meet. */
const FALSE = ["false-positives", "false-collisions", "false-contacts"];
const MISSED = ["false-negatives", "missed-collisions", "missed-contacts", "missed"];

export function accuracy(element, { data, go }) {
  const isAudit = ({ id }) => /accuracy|audit/.test(id);
  const hasWrong = (experiment) =>
    linesOf(data, experiment).some((l) => [...FALSE, ...MISSED].includes(l.quantity));
  const audits = data.experiments.filter(isAudit);
  const others = data.experiments.filter((e) => !isAudit(e) && hasWrong(e));
  replace(
    element,
    h("h2", {}, "Accuracy"),
    h(
      "p",
      {},
      "Every answer is compared with exact arithmetic. Wrong are pairs that are reported though they are apart, and pairs that are missed though they meet.",
    ),
    audits.length === 0 &&
      h(
        "p",
        { class: "note" },
        "No audit by class of input is recorded here. ",
        h("code", {}, "cargo xtask audit"),
        " prints one.",
      ),
    audits.map((e) => audit(data, e, go)),
    others.length > 0 && h("h3", {}, "Wrong answers in other experiments"),
    others.map((e) => section(data, e, go)),
  );
  return { show() {} };
}

/** Returns the sum of quantities of a detector in a class of input, null for all classes. */
function total(lines, quantities, detector, series) {
  const of = lines.filter(
    (l) =>
      quantities.includes(l.quantity) &&
      l.detector === detector &&
      (series === null || l.series === series),
  );
  return of.length
    ? of.reduce((sum, l) => sum + l.points.reduce((s, p) => s + p.value, 0), 0)
    : null;
}

/** Returns wrong answers of each detector: false ones of all cases, missed ones of those that meet. */
function audit(data, experiment, go) {
  const lines = linesOf(data, experiment);
  const detectors = distinct(lines.filter((l) => l.quantity === "cases").map((l) => l.detector));
  const classes = distinct(lines.filter((l) => l.quantity === "cases").map((l) => l.series));
  const of = (detector, series) => {
    const [cases, meeting, invented, missed, kinds, seconds] = [
      ["cases"],
      ["interfering"],
      FALSE,
      MISSED,
      ["wrong-kinds"],
      ["query-time"],
    ].map((quantities) => total(lines, quantities, detector, series));
    const wrong = invented + missed + kinds > 0;
    return { cases, meeting, invented, missed, seconds, wrong };
  };
  const percent = (part, whole) => (whole > 0 ? number((100 * part) / whole) : "–");
  // The fewest wrong answers first, as on the pages.
  const errors = ({ cases, meeting, invented, missed }) =>
    invented / Math.max(cases, 1) + missed / Math.max(meeting, 1);
  detectors.sort((a, b) => errors(of(a, null)) - errors(of(b, null)));
  const wrong = detectors.filter((d) => of(d, null).wrong);
  const whole = detectors.map((d) => {
    const { cases, meeting, invented, missed, seconds } = of(d, null);
    return [
      fullName(d),
      number(cases),
      percent(invented, cases),
      percent(missed, meeting),
      seconds === null ? "–" : number((seconds / cases) * 1e6),
    ];
  });
  const byClass = classes.map((series) => [
    series,
    ...wrong.map((d) => {
      const { cases, meeting, invented, missed } = of(d, series);
      return cases ? `${percent(invented, cases)} / ${percent(missed, meeting)}` : "–";
    }),
  ]);
  const head = [
    "test",
    "cases",
    "false positives in % of the cases",
    "false negatives in % of the cases that meet",
    "mean time of a query in µs",
  ];
  return [
    heading(experiment, go, "h3"),
    h("p", {}, experiment.question),
    measuredOn(data, experiment),
    table(experiment.title, head, whole),
    wrong.length > 0 && h("h4", {}, "False positives / false negatives in %, by class of input"),
    wrong.length > 0 &&
      table("By class of input", ["class of input", ...wrong.map(fullName)], byClass),
  ];
}

/** Names the machine, if it is another one than that of the newest recording. */
function measuredOn(data, experiment) {
  const { machine } = data.recordings.at(-1)?.run ?? {};
  const own = data.recordings.findLast((r) => r.experiments.includes(experiment.id));
  if (!own || own.run.machine.cpu + own.run.machine.model === machine.cpu + machine.model)
    return null;
  const name = `${own.run.machine.cpu} (${own.run.machine.model})`;
  return h("p", { class: "note" }, `Measured on another machine than most pages: ${name}.`);
}

function heading(experiment, go, level) {
  const more = () => go("curves", new URLSearchParams({ e: experiment.id }));
  return h(
    level,
    {},
    h("a", { href: `#curves?e=${experiment.id}`, click: more }, experiment.title),
  );
}

/** Another experiment shows the detectors with wrong answers, and names the rest. */
function section(data, experiment, go) {
  const lines = linesOf(data, experiment);
  const checked = lines.filter((l) => [...FALSE, ...MISSED].includes(l.quantity));
  const rows = distinct(checked.map((l) => l.detector)).map((detector) => ({
    detector,
    wrong: [FALSE, MISSED].map((quantities) => total(lines, quantities, detector, null)),
  }));
  const shown = rows.filter((r) => r.wrong.some((n) => n > 0));
  const right = rows.filter((r) => !shown.includes(r));
  const cells = shown.map((r) => [fullName(r.detector), ...r.wrong.map((n) => number(n))]);
  return [
    heading(experiment, go, "h4"),
    h("p", {}, experiment.question),
    shown.length > 0 &&
      table(experiment.title, ["detector", "reported though apart", "missed"], cells),
    right.length > 0 &&
      h(
        "p",
        { class: "note" },
        `Without a wrong answer: ${right.map((r) => fullName(r.detector)).join("; ")}.`,
      ),
  ];
}
