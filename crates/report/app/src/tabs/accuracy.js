// Accuracy: where detectors differ from exact arithmetic.

import { distinct, linesOf } from "../data.js";
import { h, replace, table } from "../dom.js";
import { number, withUnit } from "../format.js";
import { display } from "../names.js";

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
    audits.map((e) => section(data, e, go, true)),
    others.length > 0 && h("h3", {}, "Wrong answers in other experiments"),
    others.map((e) => section(data, e, go, false)),
  );
  return { show() {} };
}

/**
 * An audit shows every detector; other experiments those with wrong answers, and the number of the
 * rest.
 */
function section(data, experiment, go, whole) {
  const lines = linesOf(data, experiment);
  const total = (quantities, detector, series) => {
    const of = lines.filter(
      (l) =>
        quantities.includes(l.quantity) &&
        l.detector === detector &&
        (series === null || l.series === series),
    );
    return of.length
      ? of.reduce((sum, l) => sum + l.points.reduce((s, p) => s + p.value, 0), 0)
      : null;
  };
  const checked = lines.filter((l) => [...FALSE, ...MISSED].includes(l.quantity));
  const detectors = distinct(checked.map((l) => l.detector));
  const classes = whole ? distinct(checked.map((l) => l.series)) : [null];
  const rows = classes.flatMap((series) =>
    detectors.map((detector) => {
      const wrong = [total(FALSE, detector, series), total(MISSED, detector, series)];
      const time = lines.find(
        (l) => l.quantity === "time" && l.detector === detector && l.series === series,
      );
      return { series, detector, wrong, time: time && withUnit(time.points[0]?.value, time.unit) };
    }),
  );
  const shown = whole ? rows : rows.filter((r) => r.wrong.some((n) => n > 0));
  const right = rows.length - shown.length;
  const more = () => go("curves", new URLSearchParams({ e: experiment.id }));
  const heading = h(
    whole ? "h3" : "h4",
    {},
    h("a", { href: `#curves?e=${experiment.id}`, click: more }, experiment.title),
  );
  const cells = shown.map((r) => [
    ...(whole ? [r.series || "all"] : []),
    display(r.detector),
    ...r.wrong.map((n) => number(n)),
    ...(whole ? [r.time ?? "–"] : []),
  ]);
  const head = [
    ...(whole ? ["class of input"] : []),
    "detector",
    "reported though apart",
    "missed",
    ...(whole ? ["time"] : []),
  ];
  return [
    heading,
    h("p", {}, experiment.question),
    shown.length > 0 && table(experiment.title, head, cells),
    right > 0 &&
      h(
        "p",
        { class: "note" },
        `Without a wrong answer: ${rows
          .filter((r) => !shown.includes(r))
          .map((r) => display(r.detector))
          .join(", ")}.`,
      ),
  ];
}
