/** What stands for a value that is not there. */
export const missing = "–";

/** Whether this is a number that can be drawn. */
export const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** How to write a number. */
export interface NumberFormat {
  readonly digits?: number;
  readonly signed?: boolean;
  /** Numbers too small for their digits are written with an exponent, not as zero. */
  readonly tiny?: boolean;
}

/**
 * Digits behind the point that suit numbers which stand in one column: four significant ones of the largest. Undefined
 * where each is best written as it is: short ones of very different size, such as 0.0001, 0.01, 1.
 */
export function commonDigits(values: Iterable<number | string | null>): number | undefined {
  let [largest, smallest, whole, short] = [0, Number.POSITIVE_INFINITY, true, true];
  for (const value of values) {
    if (!isNumber(value)) continue;
    const size = Math.abs(value);
    largest = Math.max(largest, size);
    if (size > 0) smallest = Math.min(smallest, size);
    whole &&= Number.isInteger(value);
    short &&= String(size).length <= 6;
  }
  if (whole) return 0;
  if (short && largest / smallest >= 100) return undefined;
  return Math.max(0, Math.min(8, 3 - Math.floor(Math.log10(largest))));
}

/** A number for people: fixed digits where given, else four significant ones; a true minus sign. */
export function formatNumber(
  value: number | null | undefined,
  { digits, signed, tiny }: NumberFormat = {},
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return missing;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const lost = tiny && digits !== undefined && size > 0 && size < 0.5 / 10 ** digits;
  const text = digits === undefined || lost ? significant(size) : grouped(size, digits);
  const zero = !/[1-9]/.test(text);
  const sign = value < 0 && !zero ? "−" : signed && value > 0 && !zero ? "+" : "";
  return sign + text;
}

/** A share from 0 to 1 in percent. */
export const formatShare = (share: number | null | undefined, digits = 0): string =>
  isNumber(share) ? `${formatNumber(share * 100, { digits })} %` : missing;

/** Seconds in the unit that suits them. */
export function formatSeconds(seconds: number | null | undefined): string {
  if (!isNumber(seconds)) return missing;
  if (seconds < 0.0995) return `${formatNumber(seconds * 1000, { digits: seconds < 0.00995 ? 1 : 0 })} ms`;
  if (seconds < 90) return `${formatNumber(seconds, { digits: seconds < 9.95 ? 2 : 1 })} s`;
  if (seconds < 5400) return `${formatNumber(seconds / 60, { digits: 1 })} min`;
  return `${formatNumber(seconds / 3600, { digits: 1 })} h`;
}

/** A count with its noun, such as `1 feature` or `12 features`. */
export const count = (n: number | null, noun: string): string =>
  `${formatNumber(n, { digits: 0 })} ${n === 1 ? noun : noun.endsWith("ss") ? `${noun}es` : `${noun}s`}`;

/** A long name cut in its middle, where both ends tell names apart. */
export function shorten(name: string, length = 24): string {
  const characters = [...name];
  if (characters.length <= length) return name;
  const head = Math.ceil((length - 1) * 0.6);
  return `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (length - 1 - head)).join("")}`;
}

/** Names in a row, the last one joined by "and". */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

function significant(value: number): string {
  if (Number.isInteger(value) && value < 1e9) return grouped(value, 0);
  if (value < 1e-4 || value >= 1e9) return value === 0 ? "0" : value.toExponential(2).replace("e+", "e");
  const digits = Math.max(0, Math.min(7, 3 - Math.floor(Math.log10(value))));
  const fixed = grouped(value, digits);
  return digits > 0 ? fixed.replace(/\.?0+$/, "") : fixed;
}

/** Thousands are set apart by a thin space, as both commas and points are read differently around the world. */
function grouped(value: number, digits: number): string {
  const [whole, fraction] = value.toFixed(digits).split(".");
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}
