import { BackwardBits, highestBit } from "./bits.js";
import { readFseTable } from "./fse.js";

/** A Huffman decoding table, looked up by the next `width` bits. */
export interface HuffmanTable {
  readonly width: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

/** Reads a table's description (RFC 8878, 4.2.1) and gives the table and where it ends. */
export function readHuffmanTable(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { table: HuffmanTable; end: number } {
  const header = bytes[start];
  const isDirect = header >= 128;
  const end = start + 1 + (isDirect ? (header - 126) >> 1 : header);
  if (end > limit) throw new Error("Zstandard data are cut off");
  const weights = isDirect
    ? Array.from({ length: header - 127 }, (_, i) => (bytes[start + 1 + (i >> 1)] >> (i % 2 ? 0 : 4)) & 15)
    : packedWeights(bytes, start + 1, end);
  return { table: huffmanTable(weights), end };
}

/** Weights from two states that take turns, until the bits are used up. */
function packedWeights(bytes: Uint8Array, start: number, end: number): number[] {
  const { table, end: from } = readFseTable(bytes, start, end, 6, 256);
  const stream = new BackwardBits(bytes, from, end);
  const states = [stream.read(table.accuracy), stream.read(table.accuracy)];
  const weights: number[] = [];
  for (let turn = 0; ; turn ^= 1) {
    const state = states[turn];
    weights.push(table.symbols[state]);
    states[turn] = table.bases[state] + stream.read(table.bits[state]);
    if (stream.left < 0) {
      weights.push(table.symbols[states[turn ^ 1]]);
      return weights;
    }
    if (weights.length > 255) throw new Error("a Zstandard table is damaged");
  }
}

/** The last weight is left out in the file: it is the one that makes the sum a power of two. */
function huffmanTable(weights: number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  const width = sum > 0 ? highestBit(sum) + 1 : 0;
  const rest = (1 << width) - sum;
  if (!(width >= 1 && width <= 11 && weights.length <= 255) || (rest & (rest - 1)) !== 0)
    throw new Error("a Zstandard table is damaged");
  weights.push(highestBit(rest) + 1);
  const symbols = new Uint8Array(1 << width);
  const bits = new Uint8Array(1 << width);
  let at = 0;
  for (let weight = 1; weight <= width; weight++)
    weights.forEach((other, symbol) => {
      if (other !== weight) return;
      const next = at + 2 ** (weight - 1);
      symbols.fill(symbol, at, next);
      bits.fill(width + 1 - weight, at, next);
      at = next;
    });
  return { width, symbols, bits };
}

/** Decodes one stream of literals, which must end exactly where its bits do. */
export function readHuffmanStream(
  bytes: Uint8Array,
  start: number,
  end: number,
  { width, symbols, bits }: HuffmanTable,
  output: Uint8Array,
): void {
  const stream = new BackwardBits(bytes, start, end);
  for (let i = 0; i < output.length; i++) {
    const entry = stream.peek(width);
    output[i] = symbols[entry];
    stream.left -= bits[entry];
  }
  if (stream.left !== 0) throw new Error("Zstandard literals are damaged");
}
