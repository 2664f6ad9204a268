/** The powers of ten that a double holds exactly. */
export const exactPowersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

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
export function scaleDecimal(high: number, low: number, exponent: number, relativeError: number): number {
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
