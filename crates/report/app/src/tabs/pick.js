// Pick: six questions, and the detectors that did best in the nearest measured jobs.

import { h, newId, replace, select } from "../dom.js";
import { number, sentence, withUnit } from "../format.js";
import { display, plain } from "../names.js";
import { advice, jobsOf } from "../advice.js";

const MOST = 6;

export function pick(element, context, save) {
  const { data } = context;
  if (data.races.length === 0 || data.about.jobs.length === 0) {
    replace(
      element,
      h("h2", {}, "Pick a detector"),
      h("p", {}, "No race is recorded here, so there is nothing to pick from."),
    );
    return { show() {} };
  }
  const jobs = jobsOf(data);
  const answers = {
    ask: data.races[0].experiment,
    motion: "rigid",
    shape: "any",
    bodies: "10",
    faces: "1000",
    contact: "few",
    deadline: "",
  };
  const result = h("div", { "aria-live": "polite" });
  const form = h("div", { class: "questions" });
  const draw = () => {
    replace(result, results(context, jobs, answers));
    save(answers);
  };
  const set = (key) => (value) => {
    answers[key] = value;
    draw();
  };
  const fill = () => {
    const races = data.races.map((race) => [race.experiment, ASKS[race.asks] ?? race.asks]);
    const asks = [
      ...races,
      ["distance", "distances of bodies"],
      ["bound", "a proved bound at a deadline"],
    ];
    replace(
      form,
      select("1. What do you need?", asks, answers.ask, set("ask")),
      select(
        "2. Do bodies deform?",
        [
          ["rigid", "no, they are rigid"],
          ["deform", "yes, vertices move"],
        ],
        answers.motion,
        set("motion"),
      ),
      select(
        "3. Are all bodies convex?",
        [
          ["any", "no, or not known"],
          ["convex", "yes, closed and convex"],
        ],
        answers.shape,
        set("shape"),
      ),
      h(
        "div",
        {},
        input("4. How many bodies?", answers.bodies, set("bodies"), 2),
        input("with how many faces each?", answers.faces, set("faces"), 4),
      ),
      select(
        "5. How much do they touch?",
        [
          ["apart", "hardly ever"],
          ["few", "in a few pairs of faces a body"],
          ["many", "widely: ten or more pairs of faces a body"],
        ],
        answers.contact,
        set("contact"),
      ),
      input("6. Deadline in ms, if any", answers.deadline, set("deadline"), 0),
    );
  };
  replace(
    element,
    h("h2", {}, "Pick a detector"),
    h(
      "p",
      {},
      "Answers come from the nearest measured jobs on the machine of this report. Your own scene is better: ",
      h("code", {}, "cargo xtask compare --scene PATH"),
      ".",
    ),
    form,
    result,
  );
  return {
    show(parameters) {
      for (const key of Object.keys(answers))
        if (parameters.has(key)) answers[key] = parameters.get(key);
      fill();
      draw();
    },
  };
}

const ASKS = {
  "all contacts": "all pairs of faces that touch",
  "yes or no": "yes or no for each pair of bodies",
};

function input(label, value, change, least) {
  const id = newId("input");
  const field = h("input", {
    type: "number",
    id,
    min: least,
    step: "any",
    value,
    input: (e) => change(e.target.value),
  });
  return h("span", { class: "field" }, h("label", { for: id }, label), field);
}

function results(context, jobs, answers) {
  const { data, go } = context;
  if (answers.ask === "distance")
    return capable(
      data,
      (d) => d.distances && (accepts(d, answers) || (answers.motion === "rigid" && inParts(d))),
      "reports distances",
      `No race measures distances.${answers.shape === "convex" ? "" : " A body that is not convex has to be given as convex parts."}`,
    );
  if (answers.ask === "bound") {
    const why = "can be stopped after any step, and then certifies what it has proved";
    const note = "What a budget buys is under Curves, in the experiments on budgets.";
    return capable(data, (d) => d.budgets && accepts(d, answers), why, note);
  }
  const sizes = [answers.bodies, answers.faces].map(Number);
  if (!(sizes[0] >= 2 && sizes[1] >= 1))
    return h(
      "p",
      { class: "warning" },
      "Fill in at least two bodies, and at least one face a body.",
    );
  const found = advice(data, jobs, answers);
  if (found.ranking.length === 0)
    return h(
      "p",
      { class: "warning" },
      "No measured detector answers this question for such bodies. No data near your job.",
    );
  const near = found.nearest.map((n) =>
    h(
      "li",
      {},
      h(
        "a",
        {
          href: `#matrix?race=${found.race.race.experiment}`,
          click: () => go("matrix", new URLSearchParams({ race: found.race.race.experiment })),
        },
        n.job.title,
      ),
      ` (${describe(n)})`,
    ),
  );
  return [
    found.far &&
      h(
        "p",
        { class: "warning" },
        h("strong", {}, "No data near your job. "),
        found.far,
        " Take this order as a guess, and measure your own scene.",
      ),
    h("h3", {}, "Nearest measured jobs"),
    h("ul", {}, near),
    found.ranking.slice(0, MOST).map((entry, i) => answer(entry, i, found, answers, data)),
    late(found, answers, data),
  ];
}

function describe({ job }) {
  return `${number(job.bodies)} bodies, ${number(Math.round(job.faces / job.bodies))} faces each, ${number(job.contacts)} contacts${job.deforms ? ", deforming" : ""}`;
}

function answer(entry, rank, { nearest }, answers, data) {
  const facts = data.about.detectors.find((d) => d.name === plain(entry.detector));
  const deadline = Number(answers.deadline) * 1e-3;
  const within =
    deadline > 0 &&
    `Its slowest repeat took ${withUnit(entry.slowest, "s")} a frame, ${entry.slowest <= deadline ? "within" : "beyond"} your deadline.`;
  const range =
    entry.least === entry.most
      ? withUnit(entry.least, "s")
      : `${withUnit(entry.least, "s")} to ${withUnit(entry.most, "s")}`;
  return h(
    "div",
    { class: rank === 0 ? "answer best" : "answer" },
    h("h3", {}, `${rank + 1}. `, named(entry.detector)),
    h(
      "p",
      {},
      h("strong", {}, `Expected: ${range} a frame`),
      ` in ${entry.jobs} of the ${nearest.length} nearest jobs.`,
      rank === 0 && entry.results.every((r) => r.ratio <= 1) && " It is the fastest in each.",
      within && ` ${within}`,
    ),
    h("p", {}, entry.reason),
    facts &&
      h(
        "p",
        { class: "note" },
        `${sentence(facts.summary)} Accepts ${facts.accepts}; claim: ${facts.claim}.`,
      ),
  );
}

/** Returns the name for readers, with that of the command line where it differs. */
function named(label) {
  const words = display(label);
  const command = label.replace(/ first-contact$/, "");
  return words === command ? words : [words, " ", h("code", {}, command)];
}

/** Says what to take if no detector meets the deadline. */
function late({ ranking }, answers, data) {
  const deadline = Number(answers.deadline) * 1e-3;
  if (!(deadline > 0) || ranking.some((entry) => entry.slowest <= deadline)) return null;
  const stoppable = data.about.detectors
    .filter((d) => d.budgets && accepts(d, answers))
    .map((d) => display(d.name));
  const instead = stoppable.length
    ? ` Detectors that can be stopped, and certify what they have proved: ${stoppable.join(", ")}.`
    : "";
  return h(
    "p",
    { class: "warning" },
    `No detector was within ${answers.deadline} ms in all of these jobs.${instead}`,
  );
}

function accepts(detector, { motion, shape }) {
  return (motion === "rigid" || detector.deforming) && (shape === "convex" || detector.concave);
}

/** A detector of convex bodies that also accepts bodies of convex parts. */
function inParts(detector) {
  return detector.accepts.includes("parts that are");
}

/** Lists the detectors that have a capability. */
function capable(data, has, why, note) {
  const found = data.about.detectors.filter(has);
  if (found.length === 0)
    return h(
      "p",
      { class: "warning" },
      "No detector here does this for such bodies. No data near your job.",
    );
  return [
    found.map((d, i) =>
      h(
        "div",
        { class: i === 0 ? "answer best" : "answer" },
        h("h3", {}, named(d.name)),
        h("p", {}, `It ${why}. ${sentence(d.summary)}`),
        h("p", { class: "note" }, `Accepts ${d.accepts}; claim: ${d.claim}; source: ${d.source}.`),
      ),
    ),
    h("p", { class: "note" }, note),
  ];
}
