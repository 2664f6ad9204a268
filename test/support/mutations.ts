/** Damaged versions of a file: changed, lost, doubled, swapped and cut bytes. The same for the same seed. */
export function* mutations(bytes: Uint8Array, count: number, seed: number): Generator<Uint8Array> {
  const below = random(seed);
  for (let i = 0; i < count; i++) {
    let damaged: Uint8Array = bytes.slice();
    for (let changes = 1 + below(4); changes > 0; changes--) damaged = mutate(damaged, below);
    yield damaged;
  }
}

function mutate(bytes: Uint8Array, below: (limit: number) => number): Uint8Array {
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
      return concat(bytes.subarray(0, at), bytes.subarray(at + length));
    case 4:
      return concat(bytes.subarray(0, at + length), bytes.subarray(at));
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

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

/** Whole numbers below a limit (mulberry32). */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
