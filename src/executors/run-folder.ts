import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../core/input-error.js";
import { count, listOf, object, oneOf, readAs, type Shape, text } from "../core/json.js";
import type { AnyWork, LargeResult } from "../experiment/executor.js";
import { readResultLines, resultLine } from "../node/result-lines.js";
import {
  makeFolder,
  removeAbandoned,
  writeBytesWhole,
  writeFileWhole,
  writeFully,
  writingError,
} from "../node/write-file.js";
import {
  hasLargeResults,
  isKept,
  type KeptNumbers,
  mostFolderBytes,
  putTogether,
  takeApart,
} from "./large-results.js";
import { type Order, parseOrder } from "./order.js";

/** The form of run folders. */
const runSchema = "salience/run@1";

/** What a run folder holds beside results: `run.json`. */
export interface PlannedRun {
  readonly order: Order;
  /** In how many parts the work is done. */
  readonly shards: number;
  /** The identity of the first work: a machine that plans other work does not take part. */
  readonly identity: string;
  /** How many tasks that work has. */
  readonly tasks: number;
  /** The command that was typed, and the folder it was typed in: `gather` ends it. */
  readonly command: { readonly words: readonly string[]; readonly folder: string };
}

const order: Shape<Order> = (value) => parseOrder(value);

const command: Shape<PlannedRun["command"]> = object({ words: listOf(text), folder: text });

const runShape = object<PlannedRun & { readonly schema: typeof runSchema }>({
  schema: oneOf(runSchema),
  order,
  shards: count,
  identity: text,
  tasks: count,
  command,
});

const runFile = (folder: string) => join(folder, "run.json");

/**
 * Makes a folder with a planned run. Where the folder has the same work already, its results stay, and the run is that of the command
 * that was typed last; other work in it is refused. Gives whether the work was there.
 */
export async function createRun(folder: string, run: PlannedRun): Promise<boolean> {
  await makeFolder(folder);
  const names = await readdir(folder);
  if (names.includes("run.json")) {
    const there = await openRun(folder);
    if (there.identity === run.identity && there.shards === run.shards) {
      await writeRun(folder, run);
      return true;
    }
    const difference = there.identity === run.identity ? `in ${there.shards} shards` : "of other work";
    throw new InputError(
      "output-conflict",
      `there is a run ${difference} in this folder; remove it, or choose another folder`,
      { facts: { file: folder } },
    );
  }
  if (names.length > 0)
    throw new InputError(
      "output-conflict",
      "the folder of a run must be empty or not there; choose another",
      { facts: { file: folder } },
    );
  await writeRun(folder, run);
  return false;
}

async function writeRun(folder: string, run: PlannedRun): Promise<void> {
  const body = `${JSON.stringify({ schema: runSchema, ...run }, null, 1)}\n`;
  await writeFileWhole(runFile(folder), [new TextEncoder().encode(body)]);
}

/** The command of a run alone: what it names may have to be loaded before the rest makes sense. */
export async function commandOfRun(folder: string): Promise<PlannedRun["command"]> {
  return readRun(folder, object<Pick<PlannedRun, "command">>({ command })).then((run) => run.command);
}

/** Reads what was planned in a folder. */
export function openRun(folder: string): Promise<PlannedRun> {
  return readRun(folder, runShape);
}

async function readRun<T>(folder: string, shape: Shape<T>): Promise<T> {
  const file = runFile(folder);
  const json = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      "file-access",
      error.code === "ENOENT"
        ? "there is no run in this folder; plan one first"
        : `the run cannot be read (${error.code})`,
      { facts: { file: folder } },
    );
  });
  try {
    return readAs("the run", (value) => shape(value, ""), JSON.parse(json));
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file });
    throw new InputError("unreadable-json", "the run is damaged: it is not JSON; plan it anew", {
      facts: { file },
    });
  }
}

/** The shard that a task belongs to, counting from 1. Long tasks come first, so each shard gets its part of them. */
export const shardOf = (place: number, shards: number): number => (place % shards) + 1;

const resultsFolder = (folder: string, identity: string) => join(folder, "results", identity);

/** The numbers of large results are files of their own, named after their content: who writes the same again changes nothing. */
const numbersFolder = (folder: string, identity: string) => join(resultsFolder(folder, identity), "numbers");
const numbersFile = (folder: string, identity: string, { sha256 }: KeptNumbers) =>
  join(numbersFolder(folder, identity), `${sha256}.f64`);

/**
 * All results of some work that are in the folder, whoever wrote them, and the number of those that do not count: lines that were cut off
 * or changed, and large results whose numbers are not there.
 */
export async function readResults(
  folder: string,
  identity: string,
  work: Pick<AnyWork, "kind" | "tasks">,
): Promise<{ results: Map<number, unknown>; bad: number }> {
  const results = new Map<number, unknown>();
  let bad = 0;
  const place = resultsFolder(folder, identity);
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new InputError("file-access", `the results cannot be read (${error.code})`, {
      facts: { file: place },
    });
  });
  for (const name of names.sort()) {
    if (!name.endsWith(".results")) continue;
    const part = readResultLines(await readFile(join(place, name), "utf8"), identity, work);
    for (const [at, result] of part.results) results.set(at, result);
    bad += part.bad;
  }
  if (hasLargeResults(work))
    for (const [at, kept] of results) {
      const result = await largeResult(folder, identity, kept);
      if (result) results.set(at, result);
      else {
        results.delete(at);
        bad++;
      }
    }
  return { results, bad };
}

/** A large result whose numbers are read when they are asked for; null where they are not there. */
async function largeResult(folder: string, identity: string, kept: unknown): Promise<LargeResult | null> {
  if (!isKept(kept)) return null;
  const fileOf = (numbers: KeptNumbers) => numbersFile(folder, identity, numbers);
  if (kept.numbers !== null) {
    const there = await stat(fileOf(kept.numbers)).catch(() => null);
    if (there?.size !== 8 * kept.numbers.count) return null;
  }
  return putTogether(
    kept,
    (numbers) => readFile(fileOf(numbers)).catch(() => new Uint8Array(0)),
    async (numbers) => {
      // Then it is missing, and whoever looks next sees that.
      await rm(fileOf(numbers), { force: true });
      return new InputError(
        "data-mismatch",
        "this result was changed after it was written, and is removed; run the same command, or do the shards, again",
        { facts: { file: fileOf(numbers) } },
      );
    },
  );
}

/**
 * Writes results of one shard, each as a line with a checksum. Every process has a file of its own, so two that do the same
 * shard do not disturb each other; a line that was cut off does not count.
 */
export class ShardResults {
  private file: number | null = null;
  private readonly name: string;

  constructor(
    private readonly folder: string,
    private readonly identity: string,
    shard: number,
  ) {
    // In containers the host and the number of the process may be the same again, so there is a random part.
    const host = hostname().replace(/[^\w.-]/g, "_");
    this.name = `shard-${shard}-${host}-${randomUUID().slice(0, 8)}.results`;
  }

  /** Removes what processes that were killed have left of numbers. */
  async begin(): Promise<void> {
    await removeAbandoned(numbersFolder(this.folder, this.identity));
  }

  /** Keeps a result; the numbers of a large one are safe before its line is. */
  append(place: number, result: unknown, isLarge: boolean): void {
    const { identity } = this;
    const kept = isLarge
      ? takeApart(result as LargeResult, mostFolderBytes, (numbers, bytes) => {
          mkdirSync(numbersFolder(this.folder, identity), { recursive: true });
          writeBytesWhole(numbersFile(this.folder, identity, numbers), bytes);
        })
      : result;
    this.appendLine(place, kept);
  }

  private appendLine(place: number, result: unknown): void {
    const folder = resultsFolder(this.folder, this.identity);
    const path = join(folder, this.name);
    try {
      if (this.file === null) {
        mkdirSync(folder, { recursive: true });
        this.file = openSync(path, "a");
      }
      writeFully(this.file, resultLine(this.identity, place, result));
    } catch (error) {
      throw writingError(path, error);
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
