import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Journal, JournalledWork } from "../experiment/executor.js";
import { readResultLines, resultLine, workIdentity } from "./result-lines.js";
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
    this.identity = workIdentity(work);
    this.path = join(this.folder, `.${this.name}-${this.identity}.journal`);
    return this.writing(() => {
      mkdirSync(this.folder, { recursive: true });
      this.file = openSync(this.path!, "a+");
      const { results, bad } = readResultLines(readFileSync(this.path!, "utf8"), this.identity, work);
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
    this.writing(() => writeFully(file, resultLine(this.identity, place, result)));
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

/** The folder for journals of a result that is written to this file, or to the terminal. */
export const journalFolder = (output: string | undefined): string =>
  output === undefined || output === "-" ? ".salience" : dirname(output);
