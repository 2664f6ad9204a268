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

/** The powers of ten that a double holds exactly. */
const exactPowersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Within this range no product or error term below overflows or becomes subnormal. */
const exponentLimit = 250;

/** 10^e as the sum of two doubles, at 2(e + limit); filled in as exponents occur. NaN marks what is not yet there. */
const powersOfTen = new Float64Array(2 * (2 * exponentLimit + 1)).fill(Number.NaN);

/**
 * (high + low) · 10^exponent rounded to the nearest double, or NaN where the rounding is too close to call. `high` and
 * `low` are the two parts of a positive double-double; `relativeError` bounds what was already lost of it.
 *
 * The product is taken in double-double arithmetic (T. J. Dekker, A floating-point technique for extending the available
 * precision, 1971). Its relative error is a few 2^-106; both ends of the interval rounding to the same double proves the result.
 */
function scaleDecimal(high: number, low: number, exponent: number, relativeError: number): number {
  if (exponent > exponentLimit || exponent < -exponentLimit) return Number.NaN;
  const at = 2 * (exponent + exponentLimit);
  if (Number.isNaN(powersOfTen[at])) fillPowerOfTen(exponent);
  const powerHigh = powersOfTen[at];
  const powerLow = powersOfTen[at + 1];

  const product = high * powerHigh;
  const splitA = high * 134217729;
  const a1 = splitA - (splitA - high);
  const a2 = high - a1;
  const splitB = powerHigh * 134217729;
  const b1 = splitB - (splitB - powerHigh);
  const b2 = powerHigh - b1;
  const productError = a1 * b1 - product + a1 * b2 + a2 * b1 + a2 * b2;

  const rest = productError + (high * powerLow + low * powerHigh);
  const bound = product * (relativeError + 2 ** -100);
  const result = product + (rest + bound);
  return result === product + (rest - bound) ? result : Number.NaN;
}

function fillPowerOfTen(exponent: number): void {
  const at = 2 * (exponent + exponentLimit);
  const high = Number(`1e${exponent}`);
  powersOfTen[at] = high;
  if (exponent >= 0) {
    powersOfTen[at + 1] = Number(10n ** BigInt(exponent) - BigInt(high));
    return;
  }
  // Times 2^shift, `high` lies between 2^63 and 2^67: a whole number. 64 more bits leave the difference over 53 of its own.
  const shift = 64 + Math.floor((-exponent * 10) / 3);
  const scale = Number(1n << BigInt(shift));
  const exact = (1n << BigInt(shift + 64)) / 10n ** BigInt(-exponent);
  const difference = exact - (BigInt(high * scale) << 64n);
  powersOfTen[at + 1] = Number(difference) / 2 ** 64 / scale;
}

/** The double nearest to `unscaled` / 10^`scale`; the engine's number parser rounds correctly, a division would not. */
export function decimalToNumber(unscaled: bigint | number, scale: number): number {
  return scale === 0 ? Number(unscaled) : Number(`${unscaled}e${-scale}`);
}

/** The signed whole number in two's complement that the bytes hold. */
export function bytesToInteger(bytes: Uint8Array, order: "big" | "little"): bigint {
  let digits = "";
  for (const byte of bytes) {
    const pair = byte.toString(16).padStart(2, "0");
    digits = order === "big" ? digits + pair : pair + digits;
  }
  return digits === "" ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${digits}`));
}
