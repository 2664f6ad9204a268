import { InputError } from "../core/input-error.js";
import { plural } from "../core/text.js";
import type { AnyWork, Executor } from "../experiment/executor.js";
import { workIdentity } from "../node/result-lines.js";
import { hasLargeResults } from "./large-results.js";
import { readsRows } from "./order.js";
import { readOrdered } from "./ordered-files.js";
import { openOrderedRows } from "./ordered-rows.js";
import { otherWork, planAgain } from "./plan-again.js";
import { openRun, type PlannedRun, readResults, ShardResults, shardOf } from "./run-folder.js";

/** How a shard is done. */
export interface ShardOptions {
  /** Counting from 1. */
  readonly shard: number;
  /** Where its tasks run. */
  readonly executor: Executor;
  /** The only folder that data may be read from; paths are used as planned where it is absent. */
  readonly dataFolder?: string;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** What was done of a shard. */
export interface ShardOutcome {
  /** Tasks of the shard that were done now, and before. */
  readonly done: number;
  readonly before: number;
  /** Tasks that are still missing in all shards. */
  readonly missing: number;
  /** Lines of results that were cut off or changed and do not count. */
  readonly bad: number;
}

/**
 * Does the tasks of one shard of a run that have no result yet. Results are kept one by one, so a shard that was killed goes
 * on where it was.
 */
export async function workShard(folder: string, options: ShardOptions): Promise<ShardOutcome> {
  const { shard, signal } = options;
  const run = await openRun(folder);
  if (!(Number.isInteger(shard) && shard >= 1 && shard <= run.shards))
    throw new InputError(
      "option-value",
      `the run has the shards 1 to ${run.shards}; ${shard} was asked for`,
      { facts: { option: "shard", given: shard, allowed: `1 to ${run.shards}` } },
    );
  const places = { folder: options.dataFolder ?? null, anywhere: true };
  const opened = readsRows(run.order.plan) ? await openOrderedRows(run.order, places, signal) : null;
  let outcome: ShardOutcome = { done: 0, before: 0, missing: 0, bad: 0 };
  let first = true;
  const stage = async (work: AnyWork) => {
    const identity = workIdentity(work);
    if (first && identity !== run.identity) throw otherWork();
    first = false;
    const known = await readResults(folder, identity, work);
    if (known.results.size === work.tasks.length) return known.results;
    outcome = await workStage(folder, run, identity, work, known, options);
    return null;
  };
  try {
    await planAgain(run.order, opened?.rows ?? (await readOrdered(run.order, places, signal)), stage, signal);
  } finally {
    await opened?.close();
  }
  return outcome;
}

async function workStage(
  folder: string,
  { shards }: PlannedRun,
  identity: string,
  work: AnyWork,
  { results, bad }: { results: ReadonlyMap<number, unknown>; bad: number },
  { shard, executor, onProgress, signal }: ShardOptions,
): Promise<ShardOutcome> {
  const own = [...work.tasks.keys()].filter((place) => shardOf(place, shards) === shard);
  const left = own.filter((place) => !results.has(place));
  const keep = new ShardResults(folder, identity, shard);
  const isLarge = hasLargeResults(work);
  let done = 0;
  try {
    await keep.begin();
    if (left.length > 0)
      await executor.run({
        ...work,
        tasks: left.map((place) => work.tasks[place]),
        onProgress: (_, fraction) => onProgress?.((done + fraction) / left.length),
        onResult: (at, result) => {
          keep.append(left[at], result, isLarge);
          done++;
          onProgress?.(done / left.length);
        },
        signal,
      });
  } finally {
    keep.close();
  }
  const now = await readResults(folder, identity, work);
  return { done, before: own.length - left.length, missing: work.tasks.length - now.results.size, bad };
}

/** What is missing of the stage that a run has come to. */
export interface MissingWork {
  readonly identity: string;
  readonly tasks: number;
  readonly missing: number;
  /** The shards with missing tasks, counting from 1. */
  readonly shards: readonly number[];
  /** Lines of results that do not count. */
  readonly bad: number;
}

/** Finds out what is missing of some work of a run, and the results that are there. */
export async function lookAtWork(
  folder: string,
  { shards }: Pick<PlannedRun, "shards">,
  work: AnyWork,
): Promise<MissingWork & { readonly results: ReadonlyMap<number, unknown> }> {
  const identity = workIdentity(work);
  const { results, bad } = await readResults(folder, identity, work);
  const places = [...work.tasks.keys()].filter((place) => !results.has(place));
  const missing = new Set(places.map((place) => shardOf(place, shards)));
  return {
    identity,
    tasks: work.tasks.length,
    missing: places.length,
    shards: [...missing].sort((a, b) => a - b),
    bad,
    results,
  };
}

/** Takes all results from a run folder; refuses, and says which shards are missing, where it has not all. */
export function gatheringExecutor(
  folder: string,
  run: PlannedRun,
  onBadLines: (count: number) => void = () => {},
): Executor {
  let first = true;
  return {
    async run(work) {
      const { identity, missing, tasks, shards, bad, results } = await lookAtWork(folder, run, work);
      if (first && identity !== run.identity)
        throw new InputError(
          "data-mismatch",
          "the data, a plug-in or the program has changed since the run was planned; plan it anew in another folder",
          { facts: { file: folder } },
        );
      if (bad > 0) onBadLines(bad);
      if (missing > 0) throw missingError(folder, first, { missing, tasks, shards });
      first = false;
      for (const [place, result] of results) work.onResult(place, result);
    },
  };
}

/** Says which shards are to be done, in full where there are few. */
export function missingError(
  folder: string,
  first: boolean,
  { missing, tasks, shards }: Pick<MissingWork, "missing" | "tasks" | "shards">,
): InputError {
  const stage = first ? "" : " of the next stage, which the results so far allow";
  return new InputError(
    "not-possible",
    `${missing} of ${plural(tasks, "task")}${stage} ${missing === 1 ? "is" : "are"} missing; do ${shards.length === 1 ? "shard" : "shards"} ${shardRanges(shards)}, then gather again`,
    { facts: { file: folder, count: missing } },
  );
}

/** `1-3,7`: shards as schedulers take them. */
export function shardRanges(shards: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const shard of shards) {
    const last = ranges.at(-1);
    if (last && last[1] === shard - 1) last[1] = shard;
    else ranges.push([shard, shard]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
