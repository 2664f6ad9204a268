import { Sha256 } from "../core/sha256.js";
import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { presentLabels } from "../data/labels.js";

/** Data does not change, so each is hashed once. */
const known = new WeakMap<Dataset, string>();

/**
 * SHA-256 over the names of features, levels and classes, the class or target of every row and every value that is not zero, column after
 * column, lowest byte first. How the data is stored and what it is called do not matter.
 */
export async function fingerprint(
  data: Dataset,
  report: (fraction: number) => Promise<void> = async () => {},
): Promise<string> {
  const before = known.get(data);
  if (before !== undefined) return before;
  const { values, featureNames, categories, labels, targets } = data;
  const present = targets ? null : labels && presentLabels(labels);
  const hash = new Sha256();
  const levels = categories ? [categories] : [];
  const head = JSON.stringify([values.rows, featureNames, present?.classes ?? null, ...levels]);
  hash.update(new TextEncoder().encode(head));
  if (present) hash.update(littleEndian(present.codes));
  if (targets) hash.update(littleEndian(targets));
  for (const { column, rows, values: entries } of columnEntries(values)) {
    hash.update(littleEndian(Int32Array.of(rows.length)));
    if (rows.length < values.rows) hash.update(littleEndian(rows));
    hash.update(littleEndian(entries));
    await report((column + 1) / values.columns);
  }
  const digest = hash.digest();
  known.set(data, digest);
  return digest;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The bytes of numbers; those of a missing value are the same everywhere. */
function littleEndian(numbers: Int32Array | Float64Array): Uint8Array {
  const plain = numbers.slice();
  if (plain instanceof Float64Array)
    for (let i = 0; i < plain.length; i++) if (Number.isNaN(plain[i])) plain[i] = Number.NaN;
  const bytes = new Uint8Array(plain.buffer, plain.byteOffset, plain.byteLength);
  if (isLittleEndian) return bytes;
  const size = numbers.BYTES_PER_ELEMENT;
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
  return bytes;
}
