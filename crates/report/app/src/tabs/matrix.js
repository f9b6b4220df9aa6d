// Matrix: detectors on jobs, one quantity at a time.

import { button, check, copyButton, h, replace, select } from "../dom.js";
import { count, inColumn, number, separated, times } from "../format.js";
import { display, isDark, onThemeChange } from "../names.js";
import { Race, inWords } from "../races.js";
import { joined, list } from "../state.js";
import { showCell } from "./cell.js";
import { marked } from "../terms.js";

export function matrix(element, { data }, save) {
  const races = data.races.map((race) => new Race(data, race));
  if (races.length === 0) {
    replace(element, h("h2", {}, "Matrix"), h("p", {}, "No race is recorded here."));
    return { show() {} };
  }
  const view = new MatrixView(element, races, save);
  onThemeChange(() => view.draw());
  return { show: (parameters) => view.show(parameters) };
}

class MatrixView {
  constructor(element, races, save) {
    Object.assign(this, { races, save });
    this.controls = h("div", {});
    this.body = h("div", {});
    this.reset(races[0]);
    replace(
      element,
      h("h2", {}, "Matrix"),
      h(
        "p",
        {},
        marked(
          "How many times the least of all detectors each takes, job by job: of the time of a frame, " +
            "or of the quantity that you choose. The best of a job has its value; in bold are also those that are as fast: the interval of the ratio reaches 1, " +
            "and the ratio is at most 1.5. Wrong answers are marked, and are never the best. " +
            "A cell opens its samples.",
        ),
      ),
      this.controls,
      this.body,
    );
  }

  reset(race) {
    this.race = race;
    this.jobs = new Set(race.race.jobs.keys());
    this.detectors = new Set(race.race.detectors.keys());
    this.quantity = "time";
    this.reference = null;
    this.sort = "mean";
  }

  /** Follows an address. Indices that do not exist are left out. */
  show(parameters) {
    const race = this.races.find((r) => r.race.experiment === parameters.get("race")) ?? this.race;
    if ([...parameters.keys()].length) {
      this.reset(race);
      const { jobs, detectors } = race.race;
      const chosen = (key, all) => {
        const wanted = list(parameters, key)
          ?.map(Number)
          .filter((i) => i in all);
        return wanted?.length ? new Set(wanted) : new Set(all.keys());
      };
      this.jobs = chosen("jobs", jobs);
      this.detectors = chosen("detectors", detectors);
      const quantity = parameters.get("quantity");
      if (race.comparable().some(([name]) => name === quantity)) this.quantity = quantity;
      const by = detectors.indexOf(parameters.get("by"));
      this.reference = by < 0 ? null : by;
      this.sort = parameters.get("sort") ?? "mean";
    }
    this.drawControls();
    this.draw();
  }

  address() {
    const { race, jobs, detectors, quantity, reference, sort } = this;
    const part = (set, all) =>
      set.size === all.length ? "" : joined([...set].sort((a, b) => a - b));
    return {
      race: race.race.experiment,
      jobs: part(jobs, race.race.jobs),
      detectors: part(detectors, race.race.detectors),
      quantity: quantity === "time" ? "" : quantity,
      by: reference === null ? "" : race.race.detectors[reference],
      sort: sort === "mean" ? "" : sort,
    };
  }

  drawControls() {
    const { race } = this;
    const names = race.race.detectors;
    const changed = (set) => (value) => {
      set(value);
      this.draw();
    };
    const races = this.races.map((r) => [r.race.experiment, r.race.asks]);
    const quantities = race.comparable().map(([name]) => [name, inWords(name)]);
    const references = [["", this.leastInWords()], ...names.map((n) => [n, display(n)])];
    const sorts = [
      ["mean", "geometric mean"],
      ["given", "given order"],
      ...race.race.jobs.map((j, i) => [String(i), separated(j)]),
    ];
    const divided = select(
      "Divided by",
      references,
      this.reference === null ? "" : names[this.reference],
      changed((n) => (this.reference = n ? names.indexOf(n) : null)),
    );
    replace(
      this.controls,
      h(
        "div",
        { class: "row" },
        select("Question", races, race.race.experiment, (id) => {
          this.reset(this.races.find((r) => r.race.experiment === id));
          this.drawControls();
          this.draw();
        }),
        select(
          "Quantity",
          quantities,
          this.quantity,
          changed((q) => {
            this.quantity = q;
            divided.querySelector("option").textContent = this.leastInWords();
          }),
        ),
        divided,
        select(
          "Columns by",
          sorts,
          this.sort,
          changed((s) => (this.sort = s)),
        ),
      ),
      h(
        "details",
        {},
        h("summary", {}, "Choose jobs and detectors"),
        this.ticks("Jobs", race.race.jobs.map(separated), this.jobs),
        this.ticks("Detectors", names.map(display), this.detectors),
      ),
      h(
        "div",
        { class: "row" },
        copyButton("Copy as Markdown", () => this.markdown()),
        copyButton("Copy as CSV", () => this.csv()),
      ),
    );
  }

  /** Returns what the detector with the least of the quantity is called. */
  leastInWords() {
    const [, unit] = this.race.comparable().find(([name]) => name === this.quantity) ?? [];
    return unit === "s" ? "the fastest" : "the least";
  }

  ticks(legend, names, set) {
    const all = (on) => () => {
      set.clear();
      if (on) names.forEach((_, i) => set.add(i));
      this.drawControls();
      this.controls.querySelector("details").open = true;
      this.draw();
    };
    const boxes = names.map((name, i) =>
      check(name, set.has(i), (on) => {
        set[on ? "add" : "delete"](i);
        this.draw();
      }),
    );
    return h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h("div", { class: "row" }, boxes),
      button("all", all(true), { class: "small" }),
      " ",
      button("none", all(false), { class: "small" }),
    );
  }

  /** Returns what is shown: jobs, detectors in order with their means, and the divisor of a job. */
  shown() {
    const { race, quantity } = this;
    const jobs = [...this.jobs].sort((a, b) => a - b);
    const measured = (d) => jobs.some((job) => race.cell(quantity, job, d).kind !== "absent");
    const detectors = [...this.detectors].filter(measured).sort((a, b) => a - b);
    const divisor = race.divisor(quantity, detectors, this.reference);
    const columns = detectors.map((detector) => ({
      detector,
      ...race.mean(quantity, jobs, detector, divisor),
    }));
    const value = (c) =>
      (this.sort === "mean" ? c.mean : race.cell(quantity, Number(this.sort), c.detector).value) ??
      Infinity;
    if (this.sort !== "given")
      columns.sort((a, b) => value(a) - value(b) || a.detector - b.detector);
    return { jobs, columns, divisor };
  }

  draw() {
    const { race, quantity } = this;
    const { jobs, columns, divisor } = this.shown();
    const without = race
      .without(quantity, jobs, [...this.detectors])
      .map((d) => display(race.race.detectors[d]));
    if (jobs.length === 0 || columns.length === 0) {
      replace(this.body, h("p", {}, "Tick a job and a detector."));
      return;
    }
    const head = columns.map(({ detector }) =>
      h("th", { scope: "col" }, display(race.race.detectors[detector])),
    );
    const rows = jobs.map((job) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row", "aria-sort": this.sort === String(job) ? "ascending" : false },
          h(
            "button",
            {
              type: "button",
              class: "link",
              title: "Sort columns by this job",
              click: () => this.sortBy(String(job)),
            },
            separated(race.race.jobs[job]),
          ),
        ),
        columns.map((column) => this.cell(job, column.detector, divisor(job))),
      ),
    );
    const means = columns.map(({ mean, jobs: n }) =>
      h(
        "td",
        { style: shade(mean) },
        h(
          "span",
          { style: { display: "block", padding: "0.3em 0.4em" } },
          times(mean),
          h("br"),
          h("span", { class: "quiet" }, count(n, "job")),
        ),
      ),
    );
    const mean = h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          { type: "button", class: "link", click: () => this.sortBy("mean") },
          "geometric mean",
        ),
      ),
      means,
    );
    replace(
      this.body,
      h(
        "div",
        {
          class: "scroll",
          tabindex: 0,
          role: "region",
          "aria-label": "Matrix of detectors and jobs",
        },
        h(
          "table",
          { class: "matrix" },
          h("caption", { class: "hidden" }, `${inWords(this.quantity)}: multiples of the best`),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "job"), head)),
          h("tbody", {}, rows, mean),
        ),
      ),
      h(
        "p",
        { class: "note" },
        marked(
          "Each geometric mean is over the jobs that a detector enters and answers without an error, " +
            "which are not the same for all. – : takes no part, or not recorded; refused: does not accept the bodies.",
        ),
        without.length > 0 &&
          ` Without a row of "${inWords(quantity)}": ${without.join(", ")}.` +
            (quantity === "prepare-time" ? " The page of the race says why." : ""),
      ),
    );
    this.save(this.address());
  }

  sortBy(sort) {
    this.sort = sort;
    this.drawControls();
    this.draw();
  }

  cell(job, detector, divisor) {
    const cell = this.race.cell(this.quantity, job, detector);
    const own = cell.value !== null && divisor > 0 ? cell.value / divisor : null;
    // The pages' ratio of medians, if the job is divided by the best of all detectors.
    const given = this.quantity === "time" && this.reference === null && cell.entry.ratio;
    const ratio = given && Math.abs(given[0] / own - 1) < 0.01 ? given[0] : own;
    const best = ratio === 1 || (given && ratio === given[0] && cell.entry.fastest);
    const text = cellText(cell, ratio, this.reference === null);
    const label = `${display(this.race.race.detectors[detector])}, ${separated(this.race.race.jobs[job])}: ${text}`;
    const open = () => showCell(this.race, this.quantity, job, detector, ratio);
    const style = cell.wrong ? {} : shade(ratio);
    if (cell.kind === "absent")
      return h("td", {}, h("span", { style: { display: "block", padding: "0.3em 0.4em" } }, "–"));
    return h(
      "td",
      { style, class: best ? "best" : false },
      h("button", { type: "button", "aria-label": label, click: open }, text),
    );
  }

  /** Returns head and rows as texts. */
  texts(value) {
    const { race, quantity } = this;
    const { jobs, columns, divisor } = this.shown();
    const names = columns.map(({ detector }) => race.race.detectors[detector]);
    const rows = jobs.map((job) => [
      race.race.jobs[job],
      ...columns.map(({ detector }) => value(race.cell(quantity, job, detector), divisor(job))),
    ]);
    return { names, rows, means: ["geometric mean", ...columns.map(({ mean }) => mean)] };
  }

  markdown() {
    const text = (cell, by) =>
      cellText(cell, cell.value !== null && by > 0 ? cell.value / by : null, true);
    const { names, rows, means } = this.texts(text);
    const line = (cells) => `| ${cells.map((c) => String(c).replace(/\|/g, "\\|")).join(" | ")} |`;
    return [
      line(["job", ...names]),
      line([":--", ...names.map(() => "--:")]),
      ...rows.map(line),
      line([means[0], ...means.slice(1).map(times)]),
    ].join("\n");
  }

  /** Returns the values themselves, in the unit of the rows. */
  csv() {
    const { names, rows } = this.texts((cell) => cell.value ?? "");
    const quoted = (text) =>
      /[",\n]/.test(text) ? `"${String(text).replace(/"/g, '""')}"` : String(text);
    return [["job", ...names], ...rows].map((row) => row.map(quoted).join(",")).join("\n");
  }
}

/** Returns the text of a cell: the value of the best, the ratio of others. */
function cellText(cell, ratio, bestWithValue) {
  if (cell.kind === "refused") return "refused";
  if (cell.value === null) return "–";
  const wrong = cell.wrong ? ` (${number(cell.wrong)} wrong)` : "";
  if (ratio === null) return inColumn(cell.value, cell.row.unit) + wrong;
  return (
    (ratio === 1 && bestWithValue ? inColumn(cell.value, cell.row.unit) : times(ratio)) + wrong
  );
}

/** Returns the colors of a ratio: from the page's background at 1 to dark blue at 100. */
function shade(ratio) {
  if (ratio === null || !Number.isFinite(ratio)) return {};
  const depth = Math.min(Math.max(Math.log10(ratio) / 2, 0), 1);
  const mix = (from, to) => from.map((c, i) => Math.round(c + (to[i] - c) * depth));
  const ends = isDark()
    ? [
        [21, 24, 28],
        [94, 169, 255],
      ]
    : [
        [240, 246, 254],
        [8, 64, 140],
      ];
  const color = mix(...ends);
  const light = (0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]) / 255;
  return { background: `rgb(${color.join(" ")})`, color: light > 0.48 ? "#0c1116" : "#ffffff" };
}
