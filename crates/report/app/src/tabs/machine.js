// The machine, the recordings, and the detectors' facts.

import { h, replace, table } from "../dom.js";
import { forest } from "../dumbbell.js";
import { number, sentence } from "../format.js";
import { display } from "../names.js";
import { marked } from "../terms.js";

const WORDS = {
  cpu: "processor",
  model: "model",
  caches: "caches",
  hypervisor: "virtual machine",
  cores: "cores",
  memory: "memory",
  os: "operating system",
  rustc: "compiler",
  flags: "compiler's flags",
  load: "load before the run",
};

export function machine(element, { data }) {
  const newest = data.recordings.at(-1);
  replace(
    element,
    h("h2", {}, "Machine and runs"),
    newest ? machines(data.recordings) : h("p", {}, "No run is recorded."),
    h("h3", {}, "Recordings"),
    h(
      "p",
      {},
      "Rows of an experiment come from its newest recording that has it in full; " +
        "some recordings are of selected experiments.",
    ),
    recordings(data.recordings),
    stability(data),
    data.recordings.some((r) => r.run.failures?.length) && failures(data.recordings),
    h("h3", {}, "Detectors"),
    detectors(data.about.detectors),
  );
  return { show() {} };
}

/** One column for each machine. */
function machines(all) {
  const distinct = [
    ...new Map(
      all.map(({ run }) => [
        `${run.machine.cpu} ${run.machine.model} ${run.machine.cores}`,
        run.machine,
      ]),
    ).values(),
  ];
  const text = (key, value) =>
    key === "memory" ? (value ? `${number(value / 2 ** 30)} GiB` : "unknown") : String(value);
  const [head, ...rows] = Object.entries(WORDS).map(([key, words]) => [
    words,
    ...distinct.map((m) => marked(text(key, m[key]))),
  ]);
  return table("Machine", head, rows, { class: "texts" });
}

function recordings(all) {
  const rows = [...all]
    .reverse()
    .map(({ folder, run, experiments }) => [
      run.date.replace("T", " ").replace("Z", " UTC"),
      run.machine.cpu,
      run.dirty ? `${run.revision}, changed` : run.revision,
      run.quick ? "quick" : run.selected ? "selected" : "full",
      number(run.processes),
      number(experiments.length),
      h("code", {}, run.command),
      h("a", { href: folder }, "rows"),
    ]);
  const head = [
    "date",
    "processor",
    "revision",
    "extent",
    "processes",
    "experiments",
    "command",
    "files",
  ];
  return table("Recordings", head, rows, { class: "texts" });
}

/** The values of claims in other recorded runs, paper by paper. */
function stability({ papers, claims }) {
  const figures = papers.map(({ key, year, title }) => {
    const figure = forest(claims.filter((c) => c.paper === key));
    const name = year ? title : "Our own hypotheses";
    return figure && h("details", {}, h("summary", {}, name), figure);
  });
  return (
    figures.some(Boolean) && [
      h("h3", {}, "How stable the values of claims are"),
      h("p", {}, "Values in other recorded runs over the newest. Other runs may be of other code."),
      figures,
    ]
  );
}

function failures(all) {
  const texts = all.flatMap(({ run }) => run.failures ?? []);
  return [
    h("h3", {}, "Wrong answers, panics and refused bodies"),
    h(
      "ul",
      {},
      texts.map((t) => h("li", {}, t)),
    ),
  ];
}

function detectors(list) {
  const yes = (flag) => (flag ? "yes" : "–");
  const rows = list.map((d) => [
    [display(d.name), display(d.name) !== d.name ? [" ", h("code", {}, d.name)] : null],
    sentence(d.summary),
    d.source,
    d.finds,
    d.accepts,
    d.claim,
    yes(d.budgets),
    yes(d.distances),
  ]);
  const head = [
    "detector",
    "method",
    "source",
    "finds",
    "accepts",
    "claim",
    "budgets",
    "distances",
  ];
  return table("Detectors", head, rows, { class: "texts" });
}
