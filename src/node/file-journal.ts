import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { AnyWork, Journal, JournalledWork } from "../experiment/executor.js";
import { Matrix } from "../numeric/matrix.js";
import { version } from "../version.js";
import { writeFully, writingError } from "./write-file.js";

/**
 * A journal as a file in a folder, named by a hash of everything that determines the results: the data, the tasks, the
 * kernels, the files of plug-ins and the version. Each line is a result as JSON after a checksum of it and of that hash. A line that was cut off,
 * changed or made for other work does not count: its result is computed again, and a notice says so.
 */
export class FileJournal implements Journal {
  private file: number | null = null;
  private path: string | null = null;
  private identity = "";

  constructor(
    private readonly folder: string,
    private readonly name = "compare",
    /** Called if results from an earlier run could not be used. */
    private readonly onNotice: (notice: Notice) => void = () => {},
  ) {}

  open(work: JournalledWork): ReadonlyMap<number, unknown> {
    this.identity = identityOf(work);
    this.path = join(this.folder, `.${this.name}-${this.identity}.journal`);
    return this.writing(() => {
      mkdirSync(this.folder, { recursive: true });
      this.file = openSync(this.path!, "a+");
      const { results, bad } = this.readResults(readFileSync(this.path!, "utf8"), work);
      if (bad > 0) {
        ftruncateSync(this.file);
        for (const [place, result] of results) this.append(place, result);
        this.onNotice(
          notice(
            "warning",
            "journal",
            `${plural(bad, "line")} of the journal from an earlier run ${bad === 1 ? "is" : "are"} damaged; ${bad === 1 ? "its result is" : "their results are"} computed again`,
            { file: this.path!, count: bad },
          ),
        );
      }
      return results;
    });
  }

  append(place: number, result: unknown): void {
    const { file } = this;
    if (file === null) return;
    const text = JSON.stringify({ place, result });
    this.writing(() => writeFully(file, new TextEncoder().encode(`${this.checksum(text)} ${text}\n`)));
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

  /** The results of intact lines by place, and the number of damaged lines. */
  private readResults(text: string, work: JournalledWork): { results: Map<number, unknown>; bad: number } {
    const results = new Map<number, unknown>();
    let bad = 0;
    const lines = text.split("\n");
    // After the last line break there is nothing, or an incomplete line.
    lines.forEach((line, at) => {
      if (at === lines.length - 1 && line === "") return;
      const entry = at < lines.length - 1 ? this.parse(line, work) : null;
      if (entry) results.set(entry.place, entry.result);
      else bad++;
    });
    return { results, bad };
  }

  private parse(line: string, { kind, tasks }: JournalledWork): { place: number; result: unknown } | null {
    const [sum, text] = [line.slice(0, checksumLength), line.slice(checksumLength + 1)];
    if (sum !== this.checksum(text)) return null;
    try {
      const { place, result } = JSON.parse(text);
      return Object.hasOwn(tasks, place) && kind.isResult(result) ? { place, result } : null;
    } catch {
      return null;
    }
  }

  private checksum(text: string): string {
    const hash = createHash("sha256").update(`${this.identity} ${text}`);
    return hash.digest("hex").slice(0, checksumLength);
  }

  /** System errors here are for the user to fix: the disk is full, or the folder cannot be written. */
  private writing<T>(operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw writingError(
        `${this.path} (finished work is kept there, or next to the first output file)`,
        error,
      );
    }
  }
}

const checksumLength = 32;

/** A hash of everything that determines the results of some work. */
function identityOf({ kind, datasets, tasks, kernels, definitions }: JournalledWork): string {
  const hash = createHash("sha256").update(`${version} ${kernels} ${kind.name}`);
  for (const data of datasets) addDataset(hash, data);
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

/** The folder for journals of a result that is written to this file, or to the terminal. */
export const journalFolder = (output: string | undefined): string =>
  output === undefined || output === "-" ? ".salience" : dirname(output);
