import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { InputError } from "../core/input-error.js";
import { plural, shellWord } from "../core/text.js";
import type { AnyWork, Executor } from "../experiment/executor.js";
import { writeFileWhole } from "../node/write-file.js";
import { pause } from "./pause.js";
import { createRun, type PlannedRun } from "./run-folder.js";
import { lookAtWork, shardRanges } from "./shards.js";

const runProgram = promisify(execFile);

/** How work is done on Slurm. */
export interface SlurmOptions {
  /** The folder of the run, which all nodes see. */
  readonly folder: string;
  /** Makes the run of some work. */
  readonly plan: (work: AnyWork) => Promise<PlannedRun>;
  /** The words that do a shard, whose number Slurm says: the program and its arguments. */
  readonly words: readonly string[];
  /** Further options of sbatch, `partition=long`. */
  readonly settings: readonly string[];
  /** How the results are gathered by hand, for the user who stops following. */
  readonly gatherWords: string;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** How long to wait between two looks at the queue: short at first, then easy on the controller. */
const [firstWait, longestWait] = [500, 10_000];

/**
 * Does work on a batch cluster: writes a run folder, submits an array job with a task for each shard that has something to
 * do, follows it and takes the results. Shards that died are submitted again as long as that brings results.
 */
export class SlurmExecutor implements Executor {
  private planned: PlannedRun | null = null;
  private job: string | null = null;

  constructor(private readonly options: SlurmOptions) {}

  async run(work: AnyWork): Promise<void> {
    const { folder, say, signal } = this.options;
    signal?.throwIfAborted();
    if (this.planned === null) {
      this.planned = await this.options.plan(work);
      const there = await createRun(folder, this.planned);
      if (there) say(`this work is planned in ${folder} already; its results are kept`);
    }
    const known = new Set<number>();
    /** Takes new results and gives what is still missing. */
    const look = async () => {
      const now = await lookAtWork(folder, this.planned!, work);
      for (const [place, result] of now.results) {
        if (known.has(place)) continue;
        known.add(place);
        work.onResult(place, result);
      }
      return now;
    };
    for (let before = -1; ; ) {
      const { missing, shards } = await look();
      if (missing === 0) return;
      this.job = await this.runningJob();
      if (this.job === null) {
        if (missing === before) throw await this.nothingDone(shards);
        before = missing;
        this.job = await this.submit(shards);
        say(`submitted job ${this.job}: ${plural(shards.length, "shard")}, ${plural(missing, "task")}`);
      } else say(`following job ${this.job}, which was submitted before`);
      await this.follow(look);
      this.job = null;
    }
  }

  /** What to tell a user who stops following: the job goes on. */
  stopped(): string | null {
    if (this.job === null) return null;
    return `job ${this.job} goes on (scancel ${this.job} ends it); when it is done: ${this.options.gatherWords}`;
  }

  private async submit(shards: readonly number[]): Promise<string> {
    const { folder, words, settings } = this.options;
    const script = join(folder, "job.sh");
    const text = `#!/bin/sh\n# One shard of a run of salience; Slurm says which.\nexec ${words.map(shellWord).join(" ")}\n`;
    await writeFileWhole(script, [new TextEncoder().encode(text)]);
    await mkdir(join(folder, "logs"), { recursive: true });
    const { stdout } = await slurm("sbatch", [
      "--parsable",
      "--job-name=salience",
      `--array=${shardRanges(shards)}`,
      `--output=${join(folder, "logs", "%A_%a.txt")}`,
      ...settings.map((setting) => `--${setting}`),
      script,
    ]);
    const job = stdout.trim().split(";")[0];
    await writeFileWhole(join(folder, "job.txt"), [new TextEncoder().encode(`${job}\n`)]);
    return job;
  }

  /** The job of an earlier submit, where it is still in the queue. */
  private async runningJob(): Promise<string | null> {
    const text = await readFile(join(this.options.folder, "job.txt"), "utf8").catch(() => "");
    const job = text.trim();
    return job !== "" && (await queueStates(job)) !== null ? job : null;
  }

  private async follow(look: () => Promise<unknown>): Promise<void> {
    const { say, signal } = this.options;
    let told = "";
    for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 1.3)) {
      signal?.throwIfAborted();
      const states = await queueStates(this.job!).catch((error: Error) => {
        // The controller may be restarted or overloaded for a while; the job does not mind.
        if (error.message !== told) say(`${error.message}; looking again`);
        told = error.message;
        return [];
      });
      await look();
      if (states === null) return;
      if (states.length === 0) {
        await pause(wait, signal);
        continue;
      }
      const waits = states.filter((state) => state === "PENDING").length;
      const now = `job ${this.job}: ${states.length - waits} of its shards run, ${waits} wait`;
      if (now !== told) say(now);
      told = now;
      await pause(wait, signal);
    }
  }

  /** Why a job that was submitted again has brought nothing: the last words of a shard. */
  private async nothingDone(shards: readonly number[]): Promise<InputError> {
    const logs = join(this.options.folder, "logs");
    const names = (await readdir(logs).catch(() => [])).filter((name) => name.endsWith(`_${shards[0]}.txt`));
    const newest = names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
    const log = newest ? await readFile(join(logs, newest), "utf8").catch(() => "") : "";
    const last = log.trimEnd().split("\n").at(-1);
    return new InputError(
      "not-possible",
      `the job has ended, but ${shards.length === 1 ? "shard" : "shards"} ${shardRanges(shards)} did nothing${last ? `: ${last}` : "; see the logs in the folder of the run"}`,
      { facts: { file: newest ? join(logs, newest) : logs } },
    );
  }
}

/** The states of a job's tasks; null where it is no longer in the queue. */
async function queueStates(job: string): Promise<string[] | null> {
  try {
    const { stdout } = await slurm("squeue", ["--noheader", "--array", "--jobs", job, "--format", "%T"]);
    const states = stdout.trim().split(/\s+/).filter(Boolean);
    return states.length > 0 ? states : null;
  } catch (error) {
    if (error instanceof InputError && /Invalid job id/.test(error.message)) return null;
    throw error;
  }
}

/** Runs a program of Slurm's; a failure is told in its own words. */
async function slurm(program: string, words: readonly string[]): Promise<{ stdout: string }> {
  try {
    return await runProgram(program, words, { encoding: "utf8" });
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
    throw new InputError(
      "not-possible",
      code === "ENOENT"
        ? `there is no ${program} here; submit from a machine of the Slurm cluster, or plan the work in shards for any scheduler`
        : `${program} failed: ${(stderr || message).trim().split("\n").join("; ")}`,
    );
  }
}
