import { InputError } from "../../core/input-error.js";
import { quoted } from "../../core/text.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { ArrayReader, RawArrays } from "./reader.js";
import { decodeText } from "./shared/decode-text.js";
import { GrowingNumbers } from "./shared/growing.js";
import { openText } from "./shared/open-text.js";
import { parseNumber } from "./shared/parse-number.js";
import { LineCutter, readLines } from "./shared/read-lines.js";
import { inFile, lineError } from "./shared/reading.js";

const [hash, colon, comma] = [35, 58, 44];

/** A larger index is taken for a damaged file: every feature gets a name, and every name takes memory. */
const indexLimit = 10_000_000;

/**
 * svmlight and LIBSVM files: a line per row, its label, then `index:value` pairs with rising indices. Indices count from
 * 1, or from 0 where an index 0 occurs; features are named by them. `qid:` pairs and what follows `#` are passed over.
 */
export const svmlightReader: ArrayReader = {
  kind: "arrays",
  format: "svmlight",
  title: "svmlight/LIBSVM",
  extensions: [".svm", ".libsvm", ".svmlight"],
  readsForward: true,
  recognises: looksLikeSvmlight,
  readArrays: (source, options) => inFile(source.name, () => readArrays(source, options)),
  readParts,
  sizeOf: async (source) => {
    const head = decodeText(await source.read(0, 1 << 20));
    const lines = Math.max(1, head.split(/[\r\n]+/).length - 1);
    const pairs = head.split(":").length - 1;
    const share = source.size / Math.min(source.size, 1 << 20);
    const largest = Math.max(0, ...(head.match(/\b\d+(?=:)/g) ?? []).slice(0, 1e5).map(Number));
    // Sparse: a number and its place, and both again by column while a method runs.
    return { rows: Math.round(lines * share), columns: largest, bytes: 2 * 12 * Math.round(pairs * share) };
  },
};

/** Rows of a part. */
const partRows = 4096;

/** Two passes: the first finds out how many features there are. */
async function* readParts(source: ByteSource, options: ReadOptions): AsyncGenerator<RawArrays> {
  const { signal, onProgress } = options;
  const whole = new SvmlightRows();
  await readLines(source, { signal }, (bytes, start, end, line) => {
    whole.addLine(bytes, start, end, line);
    whole.forgetRows();
  });
  const range = whole.range();
  let parts: RawArrays[] = [];
  let rows = new SvmlightRows();
  const text = await openText(source);
  const lines = new LineCutter();
  for (let position = 0; position < text.size; ) {
    signal?.throwIfAborted();
    const end = Math.min(text.size, position + lines.size);
    position += lines.cut(await text.read(position, end), end === text.size, (bytes, from, to, line) => {
      rows.addLine(bytes, from, to, line);
      if (rows.count < partRows) return;
      parts.push(rows.finish(range));
      rows = new SvmlightRows();
    });
    yield* parts;
    parts = [];
    onProgress?.(position / text.size);
  }
  if (rows.count > 0) yield rows.finish(range);
}

async function readArrays(source: ByteSource, options: ReadOptions): Promise<RawArrays> {
  const rows = new SvmlightRows();
  await readLines(source, options, (bytes, start, end, line) => rows.addLine(bytes, start, end, line));
  return rows.finish();
}

/** The lowest index that stands for a feature, and the largest. */
interface IndexRange {
  readonly base: number;
  readonly largest: number;
}

/** Collects the rows of a file. */
class SvmlightRows {
  private readonly labels: string[] = [];
  private readonly rowStarts = new GrowingNumbers((length) => new Int32Array(length));
  private readonly indices = new GrowingNumbers((length) => new Int32Array(length));
  private readonly values = new GrowingNumbers((length) => new Float64Array(length));
  private largest = 0;
  private hasZero = false;
  private seenRows = false;
  private seenValues = false;

  constructor() {
    this.rowStarts.push(0);
  }

  addLine(bytes: Uint8Array, start: number, end: number, line: number): void {
    const comment = bytes.subarray(start, end).indexOf(hash);
    if (comment >= 0) end = start + comment;
    let at = skipBlanks(bytes, start, end);
    if (at === end) return;
    let tokenEnd = skipToken(bytes, at, end);
    this.seenRows = true;
    this.labels.push(this.label(bytes, at, tokenEnd, line));
    let previous = -1;
    for (;;) {
      at = skipBlanks(bytes, tokenEnd, end);
      if (at === end) break;
      tokenEnd = skipToken(bytes, at, end);
      previous = this.addPair(bytes, at, tokenEnd, line, previous);
    }
    this.rowStarts.push(this.values.length);
  }

  get count(): number {
    return this.labels.length;
  }

  /** Which indices occur; refuses a file without any. */
  range(): IndexRange {
    if (!this.seenRows) throw new InputError("unreadable-file", `the file has no rows`);
    if (!this.seenValues) throw new InputError("unreadable-file", `no row has a value`);
    return { base: this.hasZero ? 0 : 1, largest: this.largest };
  }

  /** Lets go of the rows read so far, but not of what indices they had. */
  forgetRows(): void {
    this.labels.length = 0;
    for (const numbers of [this.rowStarts, this.indices, this.values]) numbers.length = 0;
    this.rowStarts.push(0);
  }

  finish({ base, largest }: IndexRange = this.range()): RawArrays {
    const rows = this.labels.length;
    const columns = largest + 1 - base;
    const indices = this.indices.toArray();
    if (base === 1) for (let k = 0; k < indices.length; k++) indices[k]--;
    return {
      values: new SparseMatrix(rows, columns, this.rowStarts.toArray(), indices, this.values.toArray()),
      featureNames: Array.from({ length: columns }, (_, j) => String(j + base)),
      labels: this.labels,
      labelName: "label",
      absentIsZero: true,
    };
  }

  /** `+1` and `1.0` are the same label as `1`. */
  private label(bytes: Uint8Array, start: number, end: number, line: number): string {
    const value = parseNumber(bytes, start, end);
    if (value !== undefined) return Number.isNaN(value) ? "" : String(value);
    const token = bytes.subarray(start, end);
    const text = quoted(decodeText(token));
    if (token.includes(colon))
      throw lineError(line, `the line starts with ${text}, but the label must come first`);
    if (token.includes(comma))
      throw lineError(line, `the row has several labels, ${text}; one label per row is needed`);
    throw lineError(line, `the label ${text} is not a number`);
  }

  private addPair(bytes: Uint8Array, start: number, end: number, line: number, previous: number): number {
    let index = 0;
    let at = start;
    for (; at < end && bytes[at] >= 48 && bytes[at] <= 57 && index <= indexLimit; at++)
      index = index * 10 + bytes[at] - 48;
    if (index > indexLimit)
      throw lineError(line, `a feature index is above ${indexLimit}, the largest allowed`);
    const value = at > start && bytes[at] === colon ? parseNumber(bytes, at + 1, end) : undefined;
    if (value === undefined || at + 1 === end) {
      if (isQueryId(bytes, start)) return previous;
      const text = quoted(decodeText(bytes, start, end));
      throw lineError(line, `${text} is not a pair of a feature index and a number such as 3:0.5`);
    }
    if (index <= previous)
      throw lineError(
        line,
        `feature index ${index} follows ${previous}; within a line, indices must increase and cannot repeat`,
      );
    if (index === 0) this.hasZero = true;
    this.largest = Math.max(this.largest, index);
    this.seenValues = true;
    this.indices.push(index);
    this.values.push(value);
    return index;
  }
}

function isQueryId(bytes: Uint8Array, start: number): boolean {
  return (
    bytes[start] === 113 && bytes[start + 1] === 105 && bytes[start + 2] === 100 && bytes[start + 3] === colon
  );
}

function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] <= 32) at++;
  return at;
}

function skipToken(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] > 32) at++;
  return at;
}

const label = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(,[+-]?\d+)*$/i;
const pair = /^(\d+|qid):([+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|nan|[+-]?inf)$/i;

/** Whether the first bytes of a file are rows of a label and `index:value` pairs; the last, cut off token does not count. */
function looksLikeSvmlight(head: Uint8Array): boolean {
  const lines = decodeText(head).split(/[\r\n]+/);
  let pairs = 0;
  for (let i = 0; i < lines.length; i++) {
    const tokens = lines[i].replace(/#.*/, "").split(/\s+/).filter(Boolean);
    if (i === lines.length - 1 && head.length >= 4096) tokens.pop();
    if (tokens.length === 0) continue;
    if (!label.test(tokens[0]) || !tokens.slice(1).every((token) => pair.test(token))) return false;
    pairs += tokens.length - 1;
  }
  return pairs > 0;
}
