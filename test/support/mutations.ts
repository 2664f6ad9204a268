import fc from "fast-check";
import { InputError } from "../../src/core/input-error.js";

/** Damaged versions of a binary file, aimed at its sizes and offsets: changed, lost, doubled, swapped and cut bytes. The same for the same seed. */
export function* mutations(bytes: Uint8Array, count: number, seed: number): Generator<Uint8Array> {
  const below = randomBelow(seed);
  for (let i = 0; i < count; i++) {
    let damaged: Uint8Array = bytes.slice();
    for (let changes = 1 + below(4); changes > 0; changes--) damaged = damageNumbers(damaged, below);
    yield damaged;
  }
}

function damageNumbers(bytes: Uint8Array, below: (limit: number) => number): Uint8Array {
  const at = below(bytes.length);
  const length = 1 + below(Math.min(64, Math.max(1, bytes.length - at)));
  switch (below(9)) {
    case 0:
      bytes[at] = below(256);
      return bytes;
    case 1:
      bytes[at] ^= 1 << below(8);
      return bytes;
    case 2:
      return bytes.fill([0, 127, 128, 255][below(4)], at, at + length);
    case 3:
      return join(bytes.subarray(0, at), bytes.subarray(at + length));
    case 4:
      return join(bytes.subarray(0, at + length), bytes.subarray(at));
    case 5:
      return bytes.copyWithin(at, below(bytes.length), below(bytes.length));
    case 6:
      return bytes.slice(0, below(8) === 0 ? at : bytes.length);
    case 7: {
      // A whole number of 32 bits, as sizes and offsets are.
      const place = Math.min(at & ~3, Math.max(0, bytes.length - 4));
      if (bytes.length >= 4)
        new DataView(bytes.buffer, bytes.byteOffset).setInt32(
          place,
          [-1, 0, 1, 2 ** 31 - 1, -(2 ** 31), below(2 ** 31)][below(6)],
          true,
        );
      return bytes;
    }
    default:
      bytes[at] = (bytes[at] + [1, 255, 128][below(3)]) & 255;
      return bytes;
  }
}

/** Whole numbers below a limit, from a seed (mulberry32): a failure can be repeated. */
export function randomBelow(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  "",
  "NaN",
  "__proto__",
  "x".repeat(300),
  "a\nb\u001b[2J",
  [],
  {},
  [[[]]],
  { toString: 1 },
];

/** Damaged versions of a JSON value: values replaced by odd ones, names taken out, added or doubled, lists cut. The same for the same seed. */
export function* damagedJson(json: object, count: number, seed: number): Generator<object> {
  const below = randomBelow(seed);
  const text = JSON.stringify(json);
  for (let i = 0; i < count; i++) {
    const damaged: unknown = JSON.parse(text);
    for (let changes = 1 + below(3); changes > 0; changes--) damageValue(damaged, below);
    yield damaged as object;
  }
}

/** Goes down to a random place and changes it. */
function damageValue(value: unknown, below: (limit: number) => number): void {
  let place = value as Record<string, unknown>;
  for (;;) {
    const names = Object.keys(place);
    const name = names[below(names.length)];
    const inside = names.length > 0 ? place[name] : null;
    if (typeof inside === "object" && inside !== null && below(4) > 0) {
      place = inside as Record<string, unknown>;
      continue;
    }
    const odd = oddValues[below(oddValues.length)];
    const kind = below(5);
    if (Array.isArray(place) && kind === 0) place.splice(below(place.length + 1), 1 + below(3));
    else if (Array.isArray(place) && kind === 1) place.push(...place.slice(0, 50));
    else if (kind === 2) delete place[name];
    else if (kind === 3 && !Array.isArray(place))
      Object.defineProperty(place, ["extra", "__proto__", "constructor"][below(3)], {
        // A copy: an object that stands in two places would make circles when one is changed.
        value: structuredClone(odd),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else if (name !== undefined) place[name] = structuredClone(odd);
    return;
  }
}

const spice = [
  0, 9, 10, 13, 32, 34, 35, 37, 39, 44, 45, 46, 48, 57, 58, 59, 63, 64, 92, 101, 123, 125, 128, 255,
];

/** A damaged copy, with signs that text formats give a meaning: bytes changed, the end cut off, a piece taken out, doubled or moved. */
function damageText(bytes: Uint8Array, seed: number): Uint8Array {
  const below = randomBelow(seed);
  let result: Uint8Array = bytes.slice();
  for (let times = 1 + below(3); times > 0; times--) {
    const at = below(result.length + 1);
    const length = 1 + below(Math.min(result.length + 1, below(2) ? 8 : 2000));
    const before = result.subarray(0, at);
    const piece = result.subarray(at, at + length);
    const after = result.subarray(at + length);
    const kind = below(6);
    if (kind === 0) result = before.slice();
    else if (kind === 1) result = join(before, after);
    else if (kind === 2) result = join(before, piece, piece, after);
    else if (kind === 3) result = join(piece, before, after);
    else {
      result = result.slice();
      for (let flips = 1 + below(5); flips > 0 && result.length > 0; flips--)
        result[below(result.length)] = kind === 4 ? below(256) : spice[below(spice.length)];
    }
  }
  return result;
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Runs the reader over damaged copies, and gives the seeds for which something else than an InputError came out. */
export async function survivors(
  bytes: Uint8Array,
  seeds: number,
  read: (bytes: Uint8Array) => Promise<unknown>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    try {
      await read(damageText(bytes, seed));
    } catch (error) {
      if (!(error instanceof InputError)) wrong.push(`${seed}: ${String(error)}`);
      else if (/\n/.test(error.message) || error.message.length > 600)
        wrong.push(`${seed}: ${error.message}`);
    }
  }
  return wrong;
}

/** Reads texts that fast-check makes of these pieces; anything but a result or an InputError is thrown. */
export async function readAnyText(
  pieces: readonly string[],
  start: string,
  read: (bytes: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, async (rest) => {
      await read(new TextEncoder().encode(start + rest)).catch((error) => {
        if (!(error instanceof InputError)) throw error;
      });
    }),
    { numRuns: 2000 },
  );
}
