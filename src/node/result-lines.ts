import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Dataset } from "../data/dataset.js";
import { type AnyWork, isHeld, type JournalledWork } from "../experiment/executor.js";
import { Matrix } from "../numeric/matrix.js";
import { version } from "../version.js";

const checksumLength = 32;

/** A result as a line of a file: JSON after a checksum of it and of the identity of its work. */
export function resultLine(identity: string, place: number, result: unknown): Uint8Array {
  const text = JSON.stringify({ place, result });
  return new TextEncoder().encode(`${checksum(identity, text)} ${text}\n`);
}

/** The results of intact lines by place, and the number of lines that were cut off, changed or made for other work. */
export function readResultLines(
  text: string,
  identity: string,
  work: Pick<JournalledWork, "kind" | "tasks">,
): { results: Map<number, unknown>; bad: number } {
  const results = new Map<number, unknown>();
  let bad = 0;
  const lines = text.split("\n");
  // After the last line break there is nothing, or an incomplete line.
  lines.forEach((line, at) => {
    if (at === lines.length - 1 && line === "") return;
    const entry = at < lines.length - 1 ? parseLine(line, identity, work) : null;
    if (entry) results.set(entry.place, entry.result);
    else bad++;
  });
  return { results, bad };
}

function parseLine(
  line: string,
  identity: string,
  { kind, tasks }: Pick<JournalledWork, "kind" | "tasks">,
): { place: number; result: unknown } | null {
  const [sum, text] = [line.slice(0, checksumLength), line.slice(checksumLength + 1)];
  if (sum !== checksum(identity, text)) return null;
  try {
    const { place, result } = JSON.parse(text);
    return Object.hasOwn(tasks, place) && kind.isResult(result) ? { place, result } : null;
  } catch {
    return null;
  }
}

function checksum(identity: string, text: string): string {
  return createHash("sha256").update(`${identity} ${text}`).digest("hex").slice(0, checksumLength);
}

/** A hash of everything that determines the results of some work: data, tasks, kernels, plug-ins, version. */
export function workIdentity({ kind, datasets, tasks, kernels, definitions }: JournalledWork): string {
  const hash = createHash("sha256").update(`${version} ${kernels} ${kind.name}`);
  for (const data of datasets) {
    if (isHeld(data)) addDataset(hash, data);
    else hash.update(JSON.stringify([data.source.identity, data.step]));
  }
  for (const { score } of definitions?.selectors ?? []) hash.update(String(score));
  for (const { fit } of definitions?.classifiers ?? []) hash.update(String(fit));
  for (const module of modulesOf(definitions)) hash.update(readFileSync(new URL(module)));
  // Typed arrays become lists: as objects their keys would be written out.
  for (const task of tasks)
    hash.update(
      JSON.stringify(task, (_, value) =>
        ArrayBuffer.isView(value) ? Array.from(value as Int32Array) : value,
      ),
    );
  return hash.digest("hex").slice(0, 16);
}

/** Files whose content decides what a plug-in computes; a change in them is other work. */
function modulesOf(definitions: AnyWork["definitions"]): string[] {
  const all = [...(definitions?.selectors ?? []), ...(definitions?.classifiers ?? [])];
  return [...new Set(all.flatMap(({ module }) => (module?.startsWith("file:") ? [module] : [])))];
}

function addDataset(
  hash: ReturnType<typeof createHash>,
  { values, featureNames, categories, missing, labels, targets }: Dataset,
): void {
  hash.update(
    JSON.stringify([values.rows, values.columns, featureNames, categories, missing, labels!.classes]),
  );
  const arrays =
    values instanceof Matrix
      ? [labels!.codes, values.data]
      : [labels!.codes, values.rowStarts, values.columnIndices, values.values];
  for (const { buffer, byteOffset, byteLength } of targets ? [targets, ...arrays] : arrays)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
}
