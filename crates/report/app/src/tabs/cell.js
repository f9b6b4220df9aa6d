// The samples and counts of one cell of the matrix, in a dialog.

import { button, h, svg, table } from "../dom.js";
import { number, scale, times, withInterval, withUnit } from "../format.js";
import { display, look, visible } from "../names.js";
import { inWords } from "../races.js";

const WIDTH = 600;
const ROW = 24;

/** Opens the dialog of a detector in a job. */
export function showCell(race, quantity, job, detector, ratio) {
  const cell = race.cell(quantity, job, detector);
  const label = race.race.detectors[detector];
  const before = document.activeElement;
  const dialog = h("dialog", {
    "aria-labelledby": "cell-title",
    close: () => {
      dialog.remove();
      before?.focus();
    },
  });
  dialog.append(
    // Focused, so that the dialog opens at its beginning.
    h(
      "h3",
      { id: "cell-title", tabindex: -1, autofocus: true },
      `${display(label)}: ${race.race.jobs[job]}`,
    ),
    ...content(race, quantity, job, detector, ratio, cell),
    h(
      "p",
      {},
      button("Close", () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function content(race, quantity, job, detector, ratio, cell) {
  if (cell.kind === "refused")
    return [h("p", {}, `It takes no part: ${cell.entry.why || "it does not accept the bodies"}.`)];
  const { row, entry } = cell;
  const label = race.race.detectors[detector];
  const facts = row && [
    `${inWords(quantity)}: ${withInterval(row.value, row.low, row.high, row.unit)}`,
    row.n ? `${number(row.n)} repeats, the largest ${withUnit(row.largest, row.unit)}` : null,
    ratio !== null ? `${times(ratio)} the value that the job is divided by` : null,
    cell.wrong ? `${number(cell.wrong)} wrong answers` : "no wrong answer",
  ];
  const counts = race
    .quantities()
    .filter(([name]) => name !== quantity)
    .map(([name]) => [name, race.row(name, job, detector)])
    .filter(([, r]) => r)
    .map(([name, r]) => [inWords(name), withUnit(r.value, r.unit)]);
  return [
    display(label) !== label && h("p", {}, h("code", {}, label)),
    facts &&
      h(
        "ul",
        {},
        facts.filter(Boolean).map((f) => h("li", {}, f)),
      ),
    quantity === "time" && entry.samples?.length > 0 && strips(entry.samples, look(label)),
    h("p", { class: "note" }, "Scene: ", h("code", {}, entry.scene)),
    counts.length > 0 && table("Other quantities of the row", ["quantity", "value"], counts),
  ].filter(Boolean);
}

/** One row of dots for each process. */
function strips(samples, style) {
  const all = samples.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const pad = (high - low || high) * 0.05;
  const { factor, symbol } = scale("s", high);
  const at = (v) => 90 + ((v - low + pad) / (high - low + 2 * pad)) * (WIDTH - 110);
  const height = samples.length * ROW + 30;
  const color = visible(style.color);
  const ends = [low, high].map((v) => `${number(v * factor)} ${symbol}`);
  return h(
    "figure",
    { style: { margin: "0.4em 0" } },
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${height}`,
        width: WIDTH,
        class: "dumbbell",
        role: "img",
        "aria-label": `Samples of ${samples.length} processes, from ${ends.join(" to ")}`,
      },
      samples.map((process, i) => [
        svg("text", { x: 4, y: 18 + i * ROW }, `process ${i + 1}`),
        svg("line", {
          x1: 90,
          x2: WIDTH - 20,
          y1: 14 + i * ROW,
          y2: 14 + i * ROW,
          stroke: "var(--grid)",
        }),
        process.map((v) =>
          svg("circle", { cx: at(v), cy: 14 + i * ROW, r: 4, fill: color, "fill-opacity": 0.8 }),
        ),
      ]),
      svg("text", { x: at(low), y: height - 6, "text-anchor": "middle" }, ends[0]),
      low < high && svg("text", { x: at(high), y: height - 6, "text-anchor": "end" }, ends[1]),
    ),
    h("figcaption", { class: "note" }, "Time of a frame in each repeat."),
  );
}
