import { highestBit } from "./bits.js";

/** A decoding table of finite state entropy: what each state stands for, and which one follows it. */
export interface FseTable {
  readonly accuracy: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

/** Reads a table's probabilities (RFC 8878, 4.1.1) and gives the table and where they end. */
export function readFseTable(
  bytes: Uint8Array,
  start: number,
  end: number,
  mostAccuracy: number,
  symbolCount: number,
): { table: FseTable; end: number } {
  const accuracy = (bytes[start] & 15) + 5;
  if (accuracy > mostAccuracy) throw new Error("a Zstandard table is too large");
  const probabilities: number[] = [];
  let at = 8 * start + 4;
  const peek = (count: number) => {
    const byte = at >> 3;
    return (
      ((bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16)) >>> (at & 7)) & ((1 << count) - 1)
    );
  };
  let left = 1 << accuracy;
  while (left > 0 && probabilities.length < symbolCount && at < 8 * end) {
    const width = highestBit(left + 1) + 1;
    const low = (1 << (width - 1)) - 1;
    const shortOnes = (1 << width) - 2 - left;
    let value = peek(width);
    if ((value & low) < shortOnes) {
      value &= low;
      at += width - 1;
    } else {
      if (value > low) value -= shortOnes;
      at += width;
    }
    const probability = value - 1;
    probabilities.push(probability);
    left -= Math.abs(probability);
    for (let zeros = probability === 0 ? 3 : 0; zeros === 3 && at < 8 * end; ) {
      zeros = peek(2);
      at += 2;
      for (let i = 0; i < zeros; i++) probabilities.push(0);
    }
  }
  if (left !== 0 || probabilities.length > symbolCount || at > 8 * end)
    throw new Error("a Zstandard table is damaged");
  return { table: fseTable(probabilities, accuracy), end: (at + 7) >> 3 };
}

/** The table of these probabilities; −1 stands for less than one (RFC 8878, 4.1.1). */
export function fseTable(probabilities: readonly number[], accuracy: number): FseTable {
  const size = 1 << accuracy;
  const symbols = new Uint8Array(size);
  const next = probabilities.map(Math.abs);
  let last = size - 1;
  probabilities.forEach((probability, symbol) => {
    if (probability < 0) symbols[last--] = symbol;
  });
  let at = 0;
  probabilities.forEach((probability, symbol) => {
    for (let i = 0; i < probability; i++) {
      symbols[at] = symbol;
      do at = (at + (size >> 1) + (size >> 3) + 3) & (size - 1);
      while (at > last);
    }
  });
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const count = next[symbols[state]]++;
    bits[state] = accuracy - highestBit(count);
    bases[state] = (count << bits[state]) - size;
  }
  return { accuracy, symbols, bits, bases };
}

/** A table of one symbol only, which takes no bits. */
export function constantTable(symbol: number): FseTable {
  return { accuracy: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) };
}
