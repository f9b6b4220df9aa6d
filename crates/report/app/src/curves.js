// Lines of rows as curves of a chart.

import { distinct } from "./data.js";
import { hasLook, look, paperLook, ranked } from "./names.js";
import { SERIES_COLORS } from "./palette.js";

/**
 * Returns curves of lines, divided by those of the detector `divisor` in the same series unless it
 * is
 * empty. Curves of one detector differ by dash, or have the looks of their series if all are of one.
 */
export function curvesOf(lines, all, divisor, name) {
  const detectors = distinct(lines.map((l) => l.detector));
  const ranks = new Map();
  return lines.map((line) => {
    const rank = ranks.get(line.detector) ?? 0;
    ranks.set(line.detector, rank + 1);
    return {
      label: name(line),
      line,
      look: lookOf(line, rank, detectors.length === 1 && lines.length > 1),
      points: divided(line, all, divisor),
      thin: line.points.length > 400,
    };
  });
}

/**
 * Returns points of each detector: a quantity over another one of the same rows. Where both have
 * one
 * value for all positions, the series are the points.
 */
export function pointsAgainst(lines, all, against, name) {
  const detectors = distinct(lines.map((l) => l.detector));
  return detectors.map((detector) => {
    const points = lines
      .filter((l) => l.detector === detector)
      .flatMap((line) => {
        const other = all.find(
          (l) => l.quantity === against && l.detector === detector && l.series === line.series,
        );
        const at = new Map((other?.points ?? []).map((p) => [p.x, p.value]));
        return line.points.flatMap((p) =>
          at.has(p.x) ? [{ ...p, x: at.get(p.x), of: line.series }] : [],
        );
      });
    points.sort((a, b) => a.x - b.x);
    return { label: name({ detector, series: "" }), look: look(detector), points, noLine: true };
  });
}

/** Series of one detector look as in the plots, and in order if no plot draws them. */
function lookOf({ detector, series }, rank, bySeries) {
  if (!bySeries) return ranked(look(detector), rank);
  if (hasLook(series)) return look(series);
  const colors = SERIES_COLORS.length;
  const plain = { color: SERIES_COLORS[rank % colors], marker: rank, filled: true, dash: [] };
  return ranked(plain, Math.floor(rank / colors));
}

/** Returns the curves of a picture of the pages that no lines make: distributions, for example. */
export function drawnCurves(chart) {
  const plain = (x, value) => ({ x, value, low: null, high: null, n: null, largest: null });
  return chart.curves.map(({ label, name, rank, points }) => ({
    label,
    look: name ? ranked(look(name), rank) : paperLook(rank),
    points: points.map(([x, y]) => plain(x, y)),
    isDense: true,
  }));
}

function divided(line, all, divisor) {
  if (!divisor) return line.points;
  const by = all.find((l) => l.detector === divisor && l.series === line.series);
  const at = new Map((by?.points ?? []).map((p) => [p.x, p.value]));
  // Samples of both are not paired here, so ratios have no interval.
  return line.points.flatMap((p) =>
    at.get(p.x) > 0
      ? [{ x: p.x, value: p.value / at.get(p.x), low: null, high: null, n: p.n, largest: null }]
      : [],
  );
}

/** Returns the unit of lines. */
export function unitOf(lines) {
  return lines[0]?.unit ?? "ratio";
}

/**
 * Returns the paper's curves. Those that have to meet ours are scaled by one factor for all, so
 * that their order is the paper's.
 */
export function paperCurves(paper, ours, divisor) {
  if (divisor) return dividedPaper(paper, divisor);
  const factor = commonFactor(paper, ours);
  const suffix = factor !== 1 ? ", paper, scaled" : ", paper";
  return paper.map((curve, rank) => paperCurve(curve, rank, (y) => y * factor, suffix));
}

function paperCurve({ label, points }, rank, change, suffix) {
  return {
    label: `${label}${suffix}`,
    look: paperLook(rank),
    points: points.map(([x, y]) => ({
      x,
      value: change(y),
      low: null,
      high: null,
      n: null,
      largest: null,
    })),
  };
}

/** The plot of the pages has divided them already. */
function dividedPaper(paper) {
  return paper.map((curve, rank) => paperCurve(curve, rank, (y) => y, ", paper"));
}

/**
 * Returns the factor by which the first of the paper's curves meets ours where the plot says so.
 */
function commonFactor(paper, ours) {
  for (const { detector, series, points, meets } of paper) {
    if (meets === null) continue;
    const mine = ours.find((c) => c.line?.detector === detector && c.line?.series === series);
    const [at, theirs] = [
      mine?.points.find((p) => p.x === meets),
      points.find(([x]) => x === meets),
    ];
    if (at && theirs) return at.value / theirs[1];
  }
  return 1;
}
