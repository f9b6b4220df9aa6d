// Charts of curves with intervals, markers and tool tips.

import uPlot from "uplot";
import { h } from "./dom.js";
import { number } from "./format.js";
import { visible } from "./names.js";

/** Shapes of markers by their index: those of the plots of the pages. */
const SHAPES = [
  null,
  [
    [-4, -4],
    [4, -4],
    [4, 4],
    [-4, 4],
  ],
  [
    [0, -6],
    [5, 4],
    [-5, 4],
  ],
  [
    [0, -6],
    [5, 0],
    [0, 6],
    [-5, 0],
  ],
  [
    [0, 6],
    [5, -4],
    [-5, -4],
  ],
  [
    [-6, -3],
    [6, -3],
    [6, 3],
    [-6, 3],
  ],
  [
    [-3, -6],
    [3, -6],
    [3, 6],
    [-3, 6],
  ],
];

/** Draws a marker around a point of a canvas. */
export function drawMarker(ctx, x, y, shape, filled, color, size) {
  const path = new Path2D();
  const corners = SHAPES[shape % SHAPES.length];
  if (corners)
    corners.forEach(([dx, dy], i) => path[i ? "lineTo" : "moveTo"](x + dx * size, y + dy * size));
  else path.arc(x, y, 4.5 * size, 0, 2 * Math.PI);
  path.closePath();
  ctx.setLineDash([]);
  ctx.lineWidth = 1.6 * size;
  ctx.strokeStyle = color;
  ctx.fillStyle = filled ? color : getComputedStyle(document.body).backgroundColor;
  ctx.fill(path);
  ctx.stroke(path);
}

/** Returns the swatch of a curve for a legend. */
export function swatch(look) {
  const canvas = h("canvas", { width: 52, height: 24, class: "swatch", "aria-hidden": "true" });
  const ctx = canvas.getContext("2d");
  const color = visible(look.color);
  ctx.strokeStyle = color;
  ctx.lineWidth = 4;
  ctx.setLineDash(look.dash.map((d) => d * 1.5));
  ctx.beginPath();
  ctx.moveTo(2, 12);
  ctx.lineTo(50, 12);
  ctx.stroke();
  if (look.marker !== null) drawMarker(ctx, 26, 12, look.marker, look.filled, color, 1.6);
  return canvas;
}

const foreground = () => getComputedStyle(document.body).color;
const grid = () => getComputedStyle(document.documentElement).getPropertyValue("--grid");

function axis(label, log) {
  return {
    label,
    stroke: foreground,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid },
    font: "13px system-ui, sans-serif",
    labelFont: "13px system-ui, sans-serif",
    values: (_, splits) => splits.map((v) => (v === null ? "" : tick(v))),
    ...(log
      ? {
          splits: (plot, _i, low, high) => powers(low, high, plot.width < NARROW),
          filter: (_, splits) => splits,
        }
      : {}),
  };
}

/** Width in pixels below which an axis has few ticks. */
const NARROW = 500;

/** Returns a number without the zeros that end it: "1.2", not "1.20". */
export function tick(value) {
  const text = number(value)
    .replace(/(\.\d*?)0+(?=·|$)/, "$1")
    .replace(/\.(?=·|$)/, "");
  return text.replace(/^1·/, "");
}

/**
 * Returns the ticks of a logarithmic axis: powers of ten, with 2 and 5, or more, where these are
 * few, and less of them where labels would print over each other.
 */
function powers(low, high, narrow) {
  if (!(low > 0 && high < Infinity)) return [];
  const decades = Math.log10(high / low) * (narrow ? 2 : 1);
  const leads = decades > 2.5 ? [1] : decades > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
  const every = Math.ceil(decades / 8);
  const ticks = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.log10(high); p += 1) {
    if (p % every === 0)
      ticks.push(...leads.map((lead) => Number((lead * 10 ** p).toPrecision(3))));
  }
  return ticks.filter((t) => t >= low && t <= high);
}

/**
 * Draws curves into an element. Each has `label`, `look`, and `points` of `{ x, value, low, high
 * }`;
 * `options` has `xLabel`, `yLabel`, `logX`, `logY`, `line` (a height to draw), `height`, `select`
 * (called
 * with the nearest curve and point, or null) and `click`.
 */
export function drawChart(element, given, options) {
  // A logarithmic axis cannot show a position at zero.
  const isShown = (p) => !options.logX || p.x > 0;
  const curves = given.map((c) => ({ ...c, points: c.points.filter(isShown) }));
  const xs = [...new Set(curves.flatMap((c) => c.points.map((p) => p.x)))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, i) => [x, i]));
  const columns = curves.map((curve) => {
    const column = new Array(xs.length).fill(null);
    for (const p of curve.points) column[place.get(p.x)] = p.value;
    return column;
  });
  const plot = new uPlot(
    {
      width: Math.max(280, element.clientWidth),
      height: options.height ?? 380,
      legend: { show: false },
      scales: {
        x: { time: false, distr: options.logX ? 3 : 1, range: xRange(xs, options.logX) },
        y: { distr: options.logY ? 3 : 1, range: yRange(curves, options) },
      },
      axes: [
        axis(options.xLabel, options.logX),
        { ...axis(options.yLabel, options.logY), size: 68 },
      ],
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      series: [{}, ...curves.map(seriesOf)],
      hooks: {
        draw: [(u) => drawExtras(u, curves, options), () => options.drawn?.()],
        setCursor: [(u) => options.select?.(nearest(u, curves))],
        ready: [
          (u) => options.click && u.over.addEventListener("click", () => clicked(u, options)),
        ],
      },
    },
    [xs, ...columns],
    element,
  );
  plot.root.setAttribute("role", "img");
  plot.root.setAttribute(
    "aria-label",
    `${options.yLabel} over ${options.xLabel}: ${curves.map((c) => c.label).join(", ")}`,
  );
  return plot;
}

function clicked(u, options) {
  const { idx } = u.cursor;
  if (idx !== null && idx !== undefined) options.click(u.data[0][idx]);
}

function seriesOf(curve) {
  return {
    label: curve.label,
    stroke: () => visible(curve.look.color),
    width: curve.thin ? 1.2 : 2,
    dash: curve.look.dash,
    spanGaps: true,
    points: { show: false },
    paths: curve.noLine ? () => null : undefined,
  };
}

function xRange(xs, log) {
  const [low, high] = [xs[0], xs.at(-1)];
  if (low === undefined) return log ? [0.1, 1] : [0, 1];
  if (log) return [low / 1.08, high * 1.08];
  const pad = (high - low || Math.abs(low) || 1) * 0.02;
  return [low - pad, high + pad];
}

/** Intervals and the line belong to the range; a linear axis begins at zero. */
function yRange(curves, { logY, line }) {
  const ends = curves.flatMap((c) =>
    c.points.flatMap((p) => [p.value, p.low ?? p.value, p.high ?? p.value]),
  );
  const values = [...ends, ...(line === undefined ? [] : [line])].filter((v) => !logY || v > 0);
  if (values.length === 0) return logY ? [0.1, 1] : [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  if (logY) return [low / 1.15, high * 1.15];
  return [Math.min(0, low * 1.05), high * 1.05 || 1];
}

/** Draws intervals, markers and the line. */
function drawExtras(u, curves, options) {
  const { ctx } = u;
  const ratio = devicePixelRatio || 1;
  ctx.save();
  ctx.beginPath();
  ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  ctx.clip();
  for (const [from, to] of options.bands ?? []) drawBand(u, from, to);
  for (const [x, name] of options.marks ?? []) drawMark(u, x, name, ratio);
  if (options.line !== undefined) drawLine(u, options.line, ratio);
  for (const curve of curves) drawPoints(u, curve, ratio);
  ctx.restore();
}

/** Shades a range of the horizontal axis. */
function drawBand(u, from, to) {
  const [left, right] = [from, to].map((x) => u.valToPos(x, "x", true));
  u.ctx.fillStyle = "rgba(128, 128, 128, 0.12)";
  u.ctx.fillRect(left, u.bbox.top, right - left, u.bbox.height);
}

/** Draws a line up from a position of the horizontal axis, with its name at the top. */
function drawMark(u, at, name, ratio) {
  const x = u.valToPos(at, "x", true);
  const { ctx } = u;
  ctx.strokeStyle = foreground();
  ctx.fillStyle = foreground();
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x, u.bbox.top);
  ctx.lineTo(x, u.bbox.top + u.bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `${12 * ratio}px sans-serif`;
  ctx.textBaseline = "top";
  const isNearEnd = x + ctx.measureText(name).width + 4 * ratio > u.bbox.left + u.bbox.width;
  ctx.textAlign = isNearEnd ? "right" : "left";
  ctx.fillText(name, x + (isNearEnd ? -4 : 4) * ratio, u.bbox.top + 2 * ratio);
}

function drawLine(u, height, ratio) {
  const y = u.valToPos(height, "y", true);
  u.ctx.strokeStyle = foreground();
  u.ctx.lineWidth = ratio;
  u.ctx.setLineDash([4 * ratio, 4 * ratio]);
  u.ctx.beginPath();
  u.ctx.moveTo(u.bbox.left, y);
  u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
  u.ctx.stroke();
}

function drawPoints(u, curve, ratio) {
  if (curve.thin) return;
  const color = visible(curve.look.color);
  // Long curves have a marker here and there.
  const every = Math.max(1, Math.ceil(curve.points.length / (curve.isDense ? 8 : 40)));
  curve.points.forEach((p, i) => {
    if (isHidden(u, p)) return;
    const x = u.valToPos(p.x, "x", true);
    if (p.low !== null && p.low !== undefined && p.high > p.low) {
      const [low, high] = [p.low, p.high].map((v) => u.valToPos(v, "y", true));
      u.ctx.setLineDash([]);
      u.ctx.strokeStyle = color;
      u.ctx.lineWidth = 1.2 * ratio;
      u.ctx.beginPath();
      u.ctx.moveTo(x, Number.isFinite(low) ? low : u.bbox.top + u.bbox.height);
      u.ctx.lineTo(x, high);
      u.ctx.stroke();
    }
    if (i % every === 0 && curve.look.marker !== null) {
      drawMarker(
        u.ctx,
        x,
        u.valToPos(p.value, "y", true),
        curve.look.marker,
        curve.look.filled,
        color,
        ratio,
      );
    }
  });
}

/** Returns true for a point that a logarithmic axis cannot show. */
function isHidden(u, p) {
  return u.scales.y.distr === 3 && !(p.value > 0);
}

/** Returns the point nearest to the cursor, with its curve. */
function nearest(u, curves) {
  const { left, top, idx } = u.cursor;
  if (left < 0 || idx === null || idx === undefined) return null;
  let found = null;
  for (const curve of curves) {
    for (const point of curve.points) {
      if (isHidden(u, point)) continue;
      const dx = u.valToPos(point.x, "x") - left;
      const dy = u.valToPos(point.value, "y") - top;
      const distance = Math.hypot(dx, dy);
      if (!found || distance < found.distance)
        found = { curve, point, distance, left: dx + left, top: dy + top };
    }
  }
  return found;
}
