import { BackwardBits } from "./bits.js";
import { constantTable, type FseTable, fseTable, readFseTable } from "./fse.js";

/** The three tables of sequences: lengths of literals, offsets, lengths of matches. */
export type SequenceTables = [literals: FseTable | null, offsets: FseTable | null, matches: FseTable | null];

const literalBits = [
  ...new Array(16).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
];
const matchBits = [
  ...new Array(32).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
];
const literalBases = basesOf(literalBits, 0);
const matchBases = basesOf(matchBits, 3);

const repeat = (value: number, count: number) => new Array<number>(count).fill(value);
/** The tables that stand for themselves (RFC 8878, 3.1.1.3.2.2), and the limits of those in the data. */
const kinds = [
  {
    most: 9,
    symbols: 36,
    usual: fseTable(
      [4, 3, ...repeat(2, 11), ...repeat(1, 3), ...repeat(2, 9), 3, 2, ...repeat(1, 5), ...repeat(-1, 4)],
      6,
    ),
  },
  {
    most: 8,
    symbols: 32,
    usual: fseTable([...repeat(1, 6), ...repeat(2, 3), ...repeat(1, 15), ...repeat(-1, 5)], 5),
  },
  {
    most: 9,
    symbols: 53,
    usual: fseTable([1, 4, 3, ...repeat(2, 6), ...repeat(1, 37), ...repeat(-1, 7)], 6),
  },
] as const;

/**
 * Reads the sequences of a block and calls `copy` for each: so many literals, then a match of a length at an offset.
 * The tables are changed in place, for the next block may repeat them.
 */
export function readSequences(
  bytes: Uint8Array,
  start: number,
  limit: number,
  tables: SequenceTables,
  copy: (literals: number, offsetValue: number, match: number) => void,
): void {
  let at = start;
  const byte = () => {
    if (at >= limit) throw new Error("Zstandard data are cut off");
    return bytes[at++];
  };
  const first = byte();
  if (first === 0) return;
  const count =
    first < 128 ? first : first < 255 ? ((first - 128) << 8) + byte() : byte() + (byte() << 8) + 0x7f00;
  const modes = byte();
  if (modes & 3) throw new Error("Zstandard sequences have an unknown type");
  const [literals, offsets, matches] = kinds.map(({ most, symbols, usual }, i) => {
    const mode = (modes >> (6 - 2 * i)) & 3;
    if (mode === 0) tables[i] = usual;
    else if (mode === 1) tables[i] = constantTable(Math.min(byte(), symbols - 1));
    else if (mode === 2) {
      const { table, end } = readFseTable(bytes, at, limit, most, symbols);
      tables[i] = table;
      at = end;
    }
    const table = tables[i];
    if (!table) throw new Error("Zstandard sequences repeat a missing table");
    return table;
  });

  const stream = new BackwardBits(bytes, at, limit);
  let literalState = stream.read(literals.accuracy);
  let offsetState = stream.read(offsets.accuracy);
  let matchState = stream.read(matches.accuracy);
  for (let i = 0; i < count; i++) {
    const offsetBits = offsets.symbols[offsetState];
    const offsetValue = (1 << offsetBits) + stream.read(offsetBits); // negative for 31, which no file is large enough for
    const matchCode = matches.symbols[matchState];
    const match = matchBases[matchCode] + stream.read(matchBits[matchCode]);
    const literalCode = literals.symbols[literalState];
    const literalCount = literalBases[literalCode] + stream.read(literalBits[literalCode]);
    if (i + 1 < count) {
      literalState = literals.bases[literalState] + stream.read(literals.bits[literalState]);
      matchState = matches.bases[matchState] + stream.read(matches.bits[matchState]);
      offsetState = offsets.bases[offsetState] + stream.read(offsets.bits[offsetState]);
    }
    if (stream.left < 0) throw new Error("Zstandard sequences are cut off");
    copy(literalCount, offsetValue, match);
  }
  if (stream.left !== 0) throw new Error("Zstandard sequences are damaged");
}

function basesOf(bits: readonly number[], first: number): number[] {
  const bases: number[] = [];
  for (let code = 0, base = first; code < bits.length; base += 2 ** bits[code++]) bases.push(base);
  return bases;
}
