import { formatNumber } from "../parts/format.js";

/** Above this many decades only powers of ten are named. */
const shortRange = 2;

/** A scale with its ticks; it also has room for a single value, and a domain where there is none. */
export function axis(type: "linear" | "log", values: readonly number[], ticks = 5) {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const plain = { type, ticks, tickFormat: (value: number) => formatNumber(value) };
  if (values.length === 0) return { ...plain, domain: type === "log" ? [1, 10] : [0, 1] };
  if (low === high) return { ...plain, domain: type === "log" ? [low / 2, high * 2] : [low - 1, high + 1] };
  if (type === "log")
    return Math.log10(high / low) < shortRange ? plain : { type, ...powersOfTen(low, high, ticks) };
  if (high - low <= ticks + 3 && values.every(Number.isInteger))
    return { ...plain, ticks: Array.from({ length: high - low + 1 }, (_, at) => low + at) };
  // Ticks are 1, 2 or 5 times a power of ten apart, which says how many digits tell them apart.
  const digits = Math.max(0, -Math.floor(Math.log10((high - low) / ticks) + 1e-9));
  return { type, ticks, nice: true, tickFormat: (value: number) => formatNumber(value, { digits }) };
}

/** Powers of ten, all or every second, third, …, so that there are not too many. */
function powersOfTen(low: number, high: number, most: number) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / (most + 2)));
  const powers = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
  return {
    ticks: powers.map((power) => 10 ** power),
    tickFormat: (value: number) =>
      value > 0.9e-3 && value < 1.1e4 ? formatNumber(value) : `1e${Math.round(Math.log10(value))}`,
  };
}
