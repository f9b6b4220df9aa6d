// Curves: any quantity of an experiment over any of its sweeps.

import { distinct, linesOf } from "../data.js";
import { check, copyButton, h, replace, select, table } from "../dom.js";
import { drawChart, swatch } from "../chart.js";
import { number, scale, withInterval, withUnit } from "../format.js";
import { fullName, onThemeChange, seriesName, visible } from "../names.js";
import { joined, list } from "../state.js";
import { curvesOf, drawnCurves, paperCurves, pointsAgainst, unitOf } from "../curves.js";
import { marked } from "../terms.js";

/** More curves than this are not ticked at first. */
const MOST = 6;

export function curves(element, { data }, save) {
  if (data.experiments.length === 0) {
    replace(element, h("h2", {}, "Curves"), h("p", {}, "No experiment is recorded here."));
    return { show() {} };
  }
  const view = new CurvesView(element, data, save);
  onThemeChange(() => view.draw());
  new ResizeObserver(() => view.resized()).observe(view.chart);
  return { show: (parameters) => view.show(parameters) };
}

class CurvesView {
  constructor(element, data, save) {
    Object.assign(this, { data, save });
    this.chart = h("div", { class: "chart" });
    this.tip = h("div", { class: "chart-tip", hidden: true, "aria-hidden": "true" });
    this.head = h("div", {});
    this.controls = h("div", {});
    this.legend = h("div", { class: "legend" });
    this.numbers = h("div", {});
    // One whose first plot is of times: a reader looks for these.
    const isOfTimes = (e) => e.plots[0]?.quantity === "time";
    this.choose((data.experiments.find(isOfTimes) ?? data.experiments[0]).id);
    replace(
      element,
      h("h2", {}, "Curves"),
      this.head,
      this.controls,
      this.chart,
      this.legend,
      this.numbers,
    );
  }

  /** Chooses an experiment, with its first plot that has curves, or its first quantity. */
  choose(id) {
    this.experiment = this.data.experiments.find((e) => e.id === id) ?? this.data.experiments[0];
    this.lines = linesOf(this.data, this.experiment);
    const isSweep = (line) => line.points.length > 1;
    const ofPlot = (plot) => this.lines.some((l) => l.quantity === plot.quantity);
    const plot = this.experiment.plots.findIndex(ofPlot);
    const time =
      this.lines.find((l) => l.quantity === "time" && isSweep(l)) ??
      this.lines.find((l) => l.quantity === "time") ??
      this.lines.find(isSweep) ??
      this.lines[0];
    this.plot = -1;
    if (plot >= 0) this.takePlot(plot);
    else this.takeQuantity(time?.quantity ?? "", time?.axis ?? "");
  }

  /** Takes the choices of a plot of the pages. */
  takePlot(index) {
    const plot = this.experiment.plots[index];
    const axis = this.lines.find((l) => l.quantity === plot.quantity)?.axis ?? "";
    this.takeQuantity(plot.quantity, axis);
    this.plot = index;
    const wanted = (names, name) => names.length === 0 || names.includes(name);
    const isWanted = (l) => wanted(plot.detectors, l.detector) && wanted(plot.series, l.series);
    // Each point of a quantity against another one is a line of its own.
    const drawn = plot.against
      ? this.available().filter(isWanted).map(key)
      : plot.lines.map(([detector, series]) => key({ detector, series }));
    this.ticked = new Set(drawn);
    [this.logX, this.logY] = this.isDrawn() ? plot.chart.log : plot.log;
    this.divisor = plot.divided_by ?? "";
    this.against = plot.against ?? "";
    this.paper = plot.paper.length > 0;
  }

  takeQuantity(quantity, axis) {
    Object.assign(this, { quantity, axis, divisor: "", against: "", paper: false, plot: -1 });
    const available = this.available();
    this.ticked = new Set(
      available.slice(0, available.length > 2 * MOST ? MOST : available.length).map(key),
    );
    const values = available.flatMap((l) => l.points.map((p) => p.value)).filter((v) => v > 0);
    const xs = available.flatMap((l) => l.points.map((p) => p.x));
    const spread = (v) =>
      v.length > 0 &&
      Math.min(...v) > 0 &&
      v.reduce((a, b) => Math.max(a, b)) / v.reduce((a, b) => Math.min(a, b)) > 15;
    [this.logX, this.logY] = [spread(xs), spread(values)];
  }

  /** Returns the picture of the pages that is chosen; null for the reader's own choice. */
  picture() {
    return this.experiment.plots[this.plot]?.chart ?? null;
  }

  /** Returns true if its curves are not those of lines, so that none can be chosen. */
  isDrawn() {
    return (this.picture()?.curves.length ?? 0) > 0;
  }

  /** Returns the lines of the chosen quantity over the chosen axis. */
  available() {
    return this.lines.filter((l) => l.quantity === this.quantity && l.axis === this.axis);
  }

  show(parameters) {
    if (parameters.has("e")) {
      this.choose(parameters.get("e"));
      const plot = Number(parameters.get("plot") ?? NaN);
      if (this.experiment.plots[plot]) this.takePlot(plot);
      if (parameters.has("q")) this.takeQuantity(parameters.get("q"), parameters.get("x") ?? "");
      const lines = list(parameters, "lines");
      if (lines)
        this.ticked = new Set(
          this.available()
            .map(key)
            .filter((_, i) => lines.includes(String(i))),
        );
      if (parameters.has("against")) this.against = parameters.get("against");
      if (parameters.has("by")) this.divisor = parameters.get("by");
      if (parameters.has("log"))
        [this.logX, this.logY] = ["x", "y"].map((a) => parameters.get("log").includes(a));
    }
    this.drawControls();
    this.draw();
  }

  address() {
    const ticked = this.available().flatMap((l, i) => (this.ticked.has(key(l)) ? [i] : []));
    return {
      e: this.experiment.id,
      plot: this.plot >= 0 ? this.plot : "",
      q: this.plot < 0 ? this.quantity : "",
      x: this.plot < 0 ? this.axis : "",
      lines: joined(ticked),
      by: this.divisor,
      against: this.plot < 0 ? this.against : "",
      log: `${this.logX ? "x" : ""}${this.logY ? "y" : ""}` || "none",
    };
  }

  drawControls() {
    const { data, experiment } = this;
    const groups = data.papers.map((paper) => ({
      label: paper.year ? paper.title.slice(0, 70) : "Our own",
      options: data.experiments
        .filter((e) => e.id.startsWith(`${paper.key}-`))
        .map((e) => [e.id, e.title]),
    }));
    const change = (set) => (value) => {
      set(value);
      this.drawControls();
      this.draw();
    };
    const plots = [
      ["-1", "my own choice"],
      ...experiment.plots.map((p, i) => [String(i), p.title]),
    ];
    const quantities = distinct(this.lines.map((l) => l.quantity))
      .sort(byUse)
      .map((q) => [q, q]);
    const axes = distinct(
      this.lines.filter((l) => l.quantity === this.quantity).map((l) => l.axis),
    ).map((a) => [a, a || "no axis"]);
    const firstAxis = (q) => this.lines.find((l) => l.quantity === q)?.axis ?? "";
    const detectors = distinct(this.available().map((l) => l.detector));
    replace(
      this.head,
      h(
        "p",
        { class: "row" },
        select(
          "Experiment",
          groups.filter((g) => g.options.length),
          experiment.id,
          change((id) => this.choose(id)),
        ),
      ),
      h(
        "p",
        {},
        marked(experiment.question),
        " ",
        h("a", { href: experiment.link }, "Its section in the pages"),
      ),
    );
    replace(
      this.controls,
      h(
        "div",
        { class: "row" },
        plots.length > 1 &&
          select(
            "Plot",
            plots,
            String(this.plot),
            change((i) => (Number(i) >= 0 ? this.takePlot(Number(i)) : (this.plot = -1))),
          ),
        select(
          "Quantity",
          quantities,
          this.quantity,
          change((q) => this.takeQuantity(q, firstAxis(q))),
        ),
        axes.length > 1 &&
          select(
            "over",
            axes,
            this.axis,
            change((a) => this.takeQuantity(this.quantity, a)),
          ),
        !this.isDrawn() &&
          select(
            "against",
            [["", "its axis"], ...quantities.filter(([q]) => q !== this.quantity)],
            this.against,
            change((q) => Object.assign(this, { against: q, divisor: "" })),
          ),
        !this.against &&
          !this.isDrawn() &&
          select(
            "Divided by",
            [["", "nothing"], ...detectors.map((d) => [d, fullName(d)])],
            this.divisor,
            change((d) => (this.divisor = d)),
          ),
        check(
          "log x",
          this.logX,
          change((on) => (this.logX = on)),
        ),
        check(
          "log y",
          this.logY,
          change((on) => (this.logY = on)),
        ),
        this.hasPaper() &&
          check(
            "the paper's numbers",
            this.paper,
            change((on) => (this.paper = on)),
          ),
      ),
      !this.isDrawn() && this.ticks(),
    );
  }

  hasPaper() {
    return this.plot >= 0 && this.experiment.plots[this.plot].paper.length > 0;
  }

  ticks() {
    const lines = this.available();
    const name = namer(lines);
    const boxes = lines.map((line) =>
      check(name(line), this.ticked.has(key(line)), (on) => {
        this.ticked[on ? "add" : "delete"](key(line));
        this.draw();
      }),
    );
    return h(
      "details",
      { open: lines.length <= 2 * MOST },
      h("summary", {}, `Choose curves (${lines.length})`),
      h("div", { class: "row" }, boxes),
    );
  }

  /** Returns the curves to draw, in one unit. */
  shown() {
    if (this.isDrawn()) {
      const curves = drawnCurves(this.picture());
      const raw = (c) => ({ ...c, points: c.points.map((p) => scaledPoint(p, 1)) });
      return { curves: curves.map(raw), unit: "ratio", symbol: "" };
    }
    const lines = this.available().filter((l) => this.ticked.has(key(l)));
    const name = namer(lines);
    const all = this.against
      ? pointsAgainst(lines, this.lines, this.against, ({ detector }) => fullName(detector))
      : curvesOf(lines, this.available(), this.divisor, name);
    const unit = this.divisor ? "ratio" : unitOf(lines);
    const size = Math.max(0, ...all.flatMap((c) => c.points.map((p) => p.value)).slice(0, 4000));
    const isPercent = this.experiment.plots[this.plot]?.percent;
    const isShare = isPercent && !this.divisor && unit === "ratio";
    const { factor, symbol } = isShare ? { factor: 100, symbol: "%" } : scale(unit, size);
    const paper =
      this.paper && this.hasPaper()
        ? paperCurves(this.experiment.plots[this.plot].paper, all, this.divisor)
        : [];
    const curves = [...all, ...paper].map((c) => ({
      ...c,
      unit,
      points: c.points.map((p) => scaledPoint(p, factor)),
    }));
    return { curves: curves.filter((c) => c.points.length > 0), unit, symbol };
  }

  draw() {
    this.plotted?.destroy();
    this.plotted = null;
    replace(this.chart);
    const { curves: shown, symbol, unit } = this.shown();
    if (this.chart.clientWidth === 0) return;
    if (shown.length === 0) {
      replace(this.chart, h("p", {}, "Tick a curve."));
      replace(this.legend);
      replace(this.numbers);
      return;
    }
    if (isPoint(shown)) {
      replace(this.chart, bars(shown, symbol));
      replace(this.legend);
      this.drawNumbers(shown, symbol);
      this.save(this.address());
      this.width = this.chart.clientWidth;
      return;
    }
    const quantity = this.experiment.plots[this.plot]?.y || this.quantity;
    const title = this.divisor ? `${quantity} / that of ${fullName(this.divisor)}` : quantity;
    const picture = this.picture();
    const whole = this.isDrawn();
    const yLabel = symbol ? `${title} (${symbol})` : title;
    this.plotted = drawChart(this.chart, shown, {
      xLabel: this.xName(),
      yLabel: whole ? picture.y : yLabel,
      marks: picture?.marks,
      bands: picture?.bands,
      logX: this.logX,
      logY: this.logY,
      line: this.divisor ? 1 : undefined,
      select: (found) => this.showTip(found, symbol === "%" ? symbol : unit),
    });
    this.chart.append(this.tip);
    replace(
      this.legend,
      shown.map((c) => h("span", { class: "key" }, swatch(c.look), c.label)),
    );
    this.drawNumbers(shown, symbol);
    this.save(this.address());
    this.width = this.chart.clientWidth;
  }

  /** Returns the name of the horizontal axis. */
  xName() {
    if (this.isDrawn()) return this.picture().x;
    const plot = this.experiment.plots[this.plot];
    return plot?.x || this.against || this.axis || "position";
  }

  resized() {
    if (this.chart.clientWidth > 0 && this.chart.clientWidth !== this.width) this.draw();
  }

  showTip(found, unit) {
    this.tip.hidden = !found || found.distance > 40;
    if (this.tip.hidden) return;
    const { curve, point } = found;
    const kind = this.experiment.proved ? "proved bounds" : "95 % interval";
    // Percentages as they are drawn.
    const value =
      unit === "%"
        ? `${withInterval(point.value, point.low, point.high, "ratio")} %`
        : withInterval(point.raw.value, point.raw.low, point.raw.high, unit);
    this.tip.textContent = [
      curve.label,
      seriesName(point.raw.of),
      `${this.xName()} ${number(point.x)}`,
      value,
      point.raw.low !== null && point.raw.low !== undefined && kind,
      point.raw.n &&
        `${number(point.raw.n)} samples, the largest ${withUnit(point.raw.largest, unit)}`,
    ]
      .filter(Boolean)
      .join("\n");
    const over = this.plotted.over;
    const left = over.offsetLeft + found.left;
    this.tip.style.top = `${over.offsetTop + found.top + 14}px`;
    this.tip.style.left = `${Math.max(0, Math.min(left + 10, this.chart.clientWidth - this.tip.offsetWidth - 4))}px`;
  }

  /** The same numbers as a table, for those who cannot see or hover the picture. */
  drawNumbers(shown, symbol) {
    const xs = distinct(shown.flatMap((c) => c.points.map((p) => p.x))).sort((a, b) => a - b);
    const at = (curve, x) => curve.points.find((p) => p.x === x);
    const every = Math.max(1, Math.ceil(xs.length / 200));
    const rows = () =>
      xs
        .filter((_, i) => i % every === 0)
        .map((x) => [number(x), ...shown.map((c) => number(at(c, x)?.value))]);
    const head = [this.xName(), ...shown.map((c) => (symbol ? `${c.label}, ${symbol}` : c.label))];
    const csv = () =>
      [head, ...xs.map((x) => [x, ...shown.map((c) => at(c, x)?.value ?? "")])]
        .map((r) => r.map(quoted).join(","))
        .join("\n");
    const body = h("div", {});
    const details = h(
      "details",
      {
        toggle: () =>
          details.open &&
          !body.firstChild &&
          replace(body, table("Numbers of the curves", head, rows())),
      },
      h("summary", {}, "Numbers"),
      body,
    );
    const errors = this.experiment.errors;
    replace(
      this.numbers,
      h(
        "div",
        { class: "row" },
        copyButton("Copy as CSV", csv),
        h("code", {}, this.experiment.command),
      ),
      details,
      errors.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, `Not measured (${errors.length})`),
          h(
            "ul",
            {},
            errors
              .slice(0, 100)
              .map((e) =>
                h(
                  "li",
                  {},
                  `${fullName(e.detector)}, ${seriesName(e.series) || "–"}, ${e.quantity}: ${e.error}`,
                ),
              ),
          ),
        ),
    );
  }
}

/** Returns true if all curves have one and the same position: there is no sweep to draw. */
function isPoint(shown) {
  return distinct(shown.flatMap((c) => c.points.map((p) => p.x))).length === 1;
}

/** One bar for each curve of one point, the shortest first. */
function bars(shown, symbol) {
  const most = Math.max(...shown.map((c) => c.points[0].value));
  const sorted = [...shown].sort((a, b) => a.points[0].value - b.points[0].value);
  const rows = sorted.map((c) => {
    const { value, low, high } = c.points[0];
    const size = most > 0 ? (100 * value) / most : 0;
    const style = { width: `${Math.max(size, 0.5)}%`, background: visible(c.look.color) };
    const interval = low === null || low === undefined ? "" : ` [${number(low)}, ${number(high)}]`;
    return [
      c.label,
      `${number(value)}${interval}`,
      h("div", { class: "bar", "aria-hidden": "true" }, h("div", { style })),
    ];
  });
  const head = ["curve", symbol || "value", "share of the largest"];
  return table("One value each", head, rows, { class: "bars" });
}

function key({ detector, series }) {
  return `${detector}\n${series}`;
}

function quoted(text) {
  return /[",\n]/.test(text) ? `"${String(text).replace(/"/g, '""')}"` : String(text);
}

/** Times first, then counts, each by name. */
function byUse(a, b) {
  const rank = (q) => (q === "time" ? 0 : /time/.test(q) ? 1 : 2);
  return rank(a) - rank(b) || a.localeCompare(b);
}

function scaledPoint(p, factor) {
  const times = (v) => (v === null || v === undefined ? v : v * factor);
  return { x: p.x, value: p.value * factor, low: times(p.low), high: times(p.high), raw: p };
}

/** Returns a function that names lines by what distinguishes them: detector, series, or both. */
function namer(lines) {
  const oneDetector = distinct(lines.map((l) => l.detector)).length === 1;
  const oneSeries = distinct(lines.map((l) => l.series)).length === 1;
  return ({ detector, series }) => {
    if (oneSeries) return fullName(detector) || "all";
    const shown = seriesName(series) || "all";
    return oneDetector ? shown : `${fullName(detector)}, ${shown}`;
  };
}
