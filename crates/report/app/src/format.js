// Numbers for readers.

const GROUP = "\u202f";

/** Returns a number with three digits, whole from 1000 and grouped from 10 000 on; a dash for none. */
export function number(value, digits = 3) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value < 0) return `−${number(-value, digits)}`;
  if (!Number.isFinite(value)) return "∞";
  const size = Math.abs(value);
  // Whole but for rounding, as on the pages: counts, and what is divided by itself.
  const isWhole = Math.abs(value - Math.round(value)) <= 1e-9 * size;
  if (size >= 10 ** digits - 0.5 || isWhole) return grouped(Math.round(value));
  // Rounded first, as on the pages: 9.996 has two digits before the point once it is 10.0.
  const written = value.toExponential(digits - 1);
  const rounded = Number(written);
  if (Math.abs(rounded) < 1e-4)
    return written.replace("e-", "·10⁻").replace(/⁻(\d+)/, (_, d) => "⁻" + raised(d));
  const before = Math.floor(Math.log10(Math.abs(rounded))) + 1;
  return rounded.toFixed(Math.min(Math.max(digits - before, 0), 8));
}

function raised(digits) {
  return [...digits].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("");
}

// Four digits are read without, as years are.
function grouped(whole) {
  if (Math.abs(whole) < 10000) return String(whole);
  return String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
}

/** Returns a text whose whole numbers of five digits or more are grouped: titles of jobs. */
export function separated(text) {
  return text.replace(/(?<![\w.,-])\d{5,9}(?![\w.,-]*\w)/g, grouped);
}

const TIMES = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [0, "ns"],
];
const SIZES = [
  [1e6, "MB"],
  [1e3, "kB"],
  [0, "B"],
];

/** Returns factor and symbol of the unit in which a value of rows is written. */
export function scale(unit, value) {
  const size = Math.abs(value ?? 0);
  if (unit === "s") {
    const [least, symbol] = TIMES.find(([l]) => size >= l * 0.9995) ?? TIMES[3];
    return { factor: 1 / (least || 1e-9), symbol };
  }
  if (unit === "byte") {
    const [least, symbol] = SIZES.find(([l]) => size >= l * 0.9995) ?? SIZES[2];
    return { factor: 1 / (least || 1), symbol };
  }
  return { factor: 1, symbol: "" };
}

/** Returns a value with its unit. */
export function withUnit(value, unit) {
  if (value === null || value === undefined) return "–";
  const { factor, symbol } = scale(unit, value);
  const text = number(value * factor);
  return symbol ? `${text}\u00a0${symbol}` : text;
}

/** Returns a value with the unit of its column: times in microseconds, whatever their size. */
export function inColumn(value, unit) {
  if (unit !== "s" || value === null || value === undefined) return withUnit(value, unit);
  return `${number(value * 1e6)}\u00a0µs`;
}

/** Returns a value with its unit and its interval: "1.23 ms [1.20, 1.31]". */
export function withInterval(value, low, high, unit) {
  const text = withUnit(value, unit);
  if (low === null || low === undefined || high - low <= 1e-12 * Math.abs(value)) return text;
  const { factor } = scale(unit, value);
  return `${text} [${number(low * factor)}, ${number(high * factor)}]`;
}

/** Returns a ratio: "1.23×". */
export function times(ratio) {
  return ratio === null || ratio === undefined ? "–" : `${number(ratio)}×`;
}

/** Returns a noun in singular or plural: "1 body". */
export function count(n, one, several = `${one}s`) {
  return `${number(n)} ${n === 1 ? one : several}`;
}

/** Returns the geometric mean of positive numbers. */
export function geometricMean(values) {
  if (values.length === 0) return null;
  return Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
}

/** Returns a text with its first letter in upper case. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a text as a sentence; an empty one as it is. */
export function sentence(text) {
  if (!text) return "";
  return `${capital(text).replace(/\.$/, "")}.`;
}
