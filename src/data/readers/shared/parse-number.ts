import { exactPowersOfTen, scaleDecimal } from "./scale-decimal.js";

const point = 46;

/**
 * The number that the bytes from `start` to `end` spell, NaN where they say that the value is missing, undefined where
 * they are neither. Blanks around it do not count.
 *
 * Numbers are decimal: `1`, `-1.5`, `+2`, `.5`, `5.`, `1e-3`, `inf`, `-Infinity`; the result is the one of
 * `Number(text)` to the last bit. Missing are the empty cell, `?`, `NA`, `N/A`, `NaN` and `null`. Letters may be of
 * either case. Hexadecimal numbers and digits grouped by `_` are text.
 */
export function parseNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
  decimalMark: number = point,
): number | undefined {
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;
  let at = start;
  const sign = bytes[at];
  if (at < end && (sign === 45 || sign === 43)) at++;

  // Up to 18 digits, leading zeros aside, in two whole numbers of 9; the others only count for the exponent.
  const digitsStart = at;
  let first = 0;
  let second = 0;
  let digits = 0;
  let dropped = 0;
  let lost = 0;
  let markAt = -1;
  for (; at < end; at++) {
    const byte = bytes[at];
    const digit = byte - 48;
    if (digit >= 0 && digit <= 9) {
      if (digits < 9) {
        first = first * 10 + digit;
        if (first !== 0) digits++;
      } else if (digits < 18) {
        second = second * 10 + digit;
        digits++;
      } else {
        dropped++;
        lost |= digit;
      }
    } else if (byte === decimalMark && markAt < 0) markAt = at;
    else break;
  }
  if (at - digitsStart - (markAt < 0 ? 0 : 1) === 0) return parseWord(bytes, start, end);
  let exponent = dropped - (markAt < 0 ? 0 : at - markAt - 1);

  if (at < end) {
    const stated = parseExponent(bytes, at, end);
    if (stated === undefined) return parseWord(bytes, start, end);
    exponent += stated;
  }

  if (first === 0) return sign === 45 ? -0 : 0;
  let high = first;
  let low = 0;
  if (digits > 9) {
    const shifted = first * exactPowersOfTen[digits - 9]; // exact: 10^9 · 5^9 is below 2^53
    high = shifted + second;
    low = second - (high - shifted);
  }
  let magnitude: number;
  if (low === 0 && lost === 0 && exponent >= -22 && exponent <= 22)
    magnitude = exponent < 0 ? high / exactPowersOfTen[-exponent] : high * exactPowersOfTen[exponent];
  else {
    magnitude = scaleDecimal(high, low, exponent, lost === 0 ? 0 : 1e-17);
    if (Number.isNaN(magnitude)) magnitude = Number(spelled(bytes, digitsStart, end, decimalMark));
  }
  return sign === 45 ? -magnitude : magnitude;
}

/** The exponent that starts with `e` at `at` and fills the cell. */
function parseExponent(bytes: Uint8Array, at: number, end: number): number | undefined {
  if ((bytes[at++] | 32) !== 101) return undefined;
  const negative = bytes[at] === 45;
  if (at < end && (negative || bytes[at] === 43)) at++;
  if (at >= end) return undefined;
  let value = 0;
  for (; at < end; at++) {
    const digit = bytes[at] - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = Math.min(value * 10 + digit, 1e9);
  }
  return negative ? -value : value;
}

/** The words for infinity and for missing. */
function parseWord(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > 9) return undefined;
  switch (spelled(bytes, start, end, point).toLowerCase()) {
    case "":
    case "?":
    case "na":
    case "n/a":
    case "nan":
    case "-nan":
    case "null":
      return Number.NaN;
    case "inf":
    case "+inf":
    case "infinity":
    case "+infinity":
      return Number.POSITIVE_INFINITY;
    case "-inf":
    case "-infinity":
      return Number.NEGATIVE_INFINITY;
    default:
      return undefined;
  }
}

/** The cell as a string, with a decimal point. */
function spelled(bytes: Uint8Array, start: number, end: number, decimalMark: number): string {
  let text = "";
  for (let at = start; at < end; at++)
    text += String.fromCharCode(bytes[at] === decimalMark ? point : bytes[at]);
  return text;
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9;
}
