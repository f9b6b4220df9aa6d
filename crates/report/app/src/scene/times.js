// Detection times over the frames of a scene, with a cursor at the shown frame.

import { drawChart, swatch } from "../chart.js";
import { button, check, h, replace } from "../dom.js";
import { number, sentence } from "../format.js";
import { display, look } from "../names.js";
import { worst } from "./decode.js";

/** Largest number of frames that have a marker each. */
const MOST_MARKED = 40;
/** Largest number of points of a curve that is drawn. */
const WIDEST = 2000;

/** A detector that is asked for first contacts looks as in rows of that question. */
function lookOf({ name, query }) {
  const asks = /^first/.test(query) && !name.endsWith(" first-contact");
  return look(asks ? `${name} first-contact` : name);
}

export class Times {
  /** `go` is called with the frame that a reader chose. */
  constructor(scene, go) {
    this.scene = scene;
    this.go = go;
    this.ticked = new Set(scene.detectors.map((_, i) => i));
    this.log = true;
    this.chart = h("div", { class: "chart" });
    this.cursor = h("div", { class: "frame-cursor", "aria-hidden": "true" });
    this.note = h("p", { class: "note" }, sentence(scene.file.times?.note ?? ""));
    this.element = h("div", {}, this.choices(), this.chart, this.note);
    if (scene.detectors.length === 0)
      replace(this.element, h("p", {}, "No detection times were recorded with this scene."));
  }

  choices() {
    const boxes = this.scene.detectors.map((detector, i) => {
      const change = (on) => {
        this.ticked[on ? "add" : "delete"](i);
        this.draw();
        this.changed?.();
      };
      const label = [swatch({ ...lookOf(detector), marker: null }), " ", this.label(detector)];
      return h("div", { class: "row" }, check(label, true, change), this.worstButton(detector));
    });
    const log = check("logarithmic", true, (on) => {
      this.log = on;
      this.draw();
    });
    return h("fieldset", {}, h("legend", {}, "Detection time of a frame"), boxes, log);
  }

  label(detector) {
    // A detector that is asked two questions has one name.
    const name = display(detector.name);
    const several = this.scene.detectors.some((d) => d !== detector && display(d.name) === name);
    return several ? `${name}, ${detector.query}` : name;
  }

  worstButton(detector) {
    const go = () => this.go(worst(detector.ns, this.scene.frames));
    return button("worst frame", go, {
      class: "small",
      "aria-label": `Go to the worst frame of ${this.label(detector)}`,
    });
  }

  draw() {
    this.plot?.destroy();
    this.plot = null;
    replace(this.chart);
    const chosen = this.scene.detectors.filter((_, i) => this.ticked.has(i));
    if (chosen.length === 0 || this.chart.clientWidth === 0) return;
    const curves = chosen.map((detector) => ({
      label: this.label(detector),
      look: lookOf(detector),
      points: this.pointsOf(detector),
      thin: this.scene.frames > MOST_MARKED,
    }));
    this.plot = drawChart(this.chart, curves, {
      xLabel: "frame",
      yLabel: "time, µs",
      logY: this.log,
      height: 240,
      click: (x) => this.go(x - 1),
      drawn: () => this.moveTo(this.frame ?? 0),
    });
    this.plot.over.append(this.cursor);
  }

  /** Of long scenes, each point is the worst of some frames. */
  pointsOf(detector) {
    const { frames } = this.scene;
    const group = Math.ceil(frames / WIDEST);
    const points = [];
    for (let first = 0; first < frames; first += group) {
      let at = first;
      for (let i = first; i < Math.min(first + group, frames); i += 1)
        if (detector.ns[i] > detector.ns[at]) at = i;
      points.push({ x: at + 1, value: detector.ns[at] * 1e-3 });
    }
    return points;
  }

  moveTo(frame) {
    this.frame = frame;
    if (!this.plot) return;
    const left = this.plot.valToPos(frame + 1, "x");
    this.cursor.style.transform = `translateX(${left}px)`;
  }

  /** Returns the times and the work counts of a frame as rows of a table. */
  rows(frame) {
    return this.scene.detectors
      .filter((_, i) => this.ticked.has(i))
      .map((detector) => [
        this.label(detector),
        number(detector.ns[frame] * 1e-3),
        detector.counts.map(([name, counts]) => `${name} ${number(counts[frame])}`).join(", ") ||
          "–",
      ]);
  }
}
