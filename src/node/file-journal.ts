import { createHash } from "node:crypto";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import type { Journal, Work } from "../experiment/executor.js";
import type { TaskResult } from "../experiment/task.js";
import { Matrix } from "../numeric/matrix.js";
import { version } from "../version.js";

/**
 * A journal as a file of JSON lines in a folder, named by a hash of everything that determines the results: the data, the
 * tasks, the kernels and the version. A line that was cut off when the program was killed does not count.
 */
export class FileJournal implements Journal {
  private file: number | null = null;
  private path: string | null = null;

  constructor(
    private readonly folder: string,
    private readonly name = "compare",
  ) {}

  open(work: Pick<Work, "datasets" | "tasks" | "kernels">): ReadonlyMap<number, TaskResult> {
    this.path = join(this.folder, `.${this.name}-${fingerprint(work)}.journal`);
    try {
      mkdirSync(this.folder, { recursive: true });
      this.file = openSync(this.path, "a+");
      const { results, whole } = readResults(readFileSync(this.path), work.tasks.length);
      ftruncateSync(this.file, whole);
      return results;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new InputError(
        "file-access",
        `${this.folder}: finished work cannot be kept in this folder (${code ?? message}); run from a folder that can be written, or name a file in one with --json`,
      );
    }
  }

  append(place: number, result: TaskResult): void {
    if (this.file !== null) writeSync(this.file, `${JSON.stringify({ place, result })}\n`);
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }

  remove(): void {
    this.close();
    if (this.path === null) return;
    rmSync(this.path, { force: true });
    // The folder goes too where it was made for journals and is empty now.
    if (this.folder.endsWith(".salience"))
      try {
        rmdirSync(this.folder);
      } catch {}
  }

  /** The file, once it is open. */
  get location(): string | null {
    return this.path;
  }
}

/** The results of whole lines, and how many bytes those are. */
function readResults(bytes: Buffer, tasks: number): { results: Map<number, TaskResult>; whole: number } {
  const whole = bytes.lastIndexOf(10) + 1;
  const results = new Map<number, TaskResult>();
  for (const line of bytes.subarray(0, whole).toString("utf8").split("\n")) {
    const entry = parse(line);
    if (entry && entry.place < tasks) results.set(entry.place, entry.result);
  }
  return { results, whole };
}

function parse(line: string): { place: number; result: TaskResult } | null {
  try {
    const entry = JSON.parse(line);
    return Number.isInteger(entry?.place) && Array.isArray(entry.result?.perK) ? entry : null;
  } catch {
    return null;
  }
}

function fingerprint({ datasets, tasks, kernels }: Pick<Work, "datasets" | "tasks" | "kernels">): string {
  const hash = createHash("sha256").update(`${version} ${kernels}`);
  for (const data of datasets) addDataset(hash, data);
  // Typed arrays become lists: as objects their keys would be written out.
  for (const task of tasks)
    hash.update(
      JSON.stringify(task, (_, value) =>
        ArrayBuffer.isView(value) ? Array.from(value as Int32Array) : value,
      ),
    );
  return hash.digest("hex").slice(0, 16);
}

function addDataset(hash: ReturnType<typeof createHash>, { values, featureNames, labels }: Dataset): void {
  hash.update(JSON.stringify([values.rows, values.columns, featureNames, labels!.classes]));
  const arrays =
    values instanceof Matrix
      ? [labels!.codes, values.data]
      : [labels!.codes, values.rowStarts, values.columnIndices, values.values];
  for (const { buffer, byteOffset, byteLength } of arrays)
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
}

/** The folder for journals of a result that is written to this file, or to the terminal. */
export const journalFolder = (output: string | undefined): string =>
  output === undefined || output === "-" ? ".salience" : dirname(output);
