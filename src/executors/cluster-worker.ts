import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { InputError } from "../core/input-error.js";
import { count, object, text } from "../core/json.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { AnyWork, LargeResult } from "../experiment/executor.js";
import { workIdentity } from "../node/result-lines.js";
import { TaskThreads } from "../node/task-threads.js";
import { version } from "../version.js";
import { receiveContent } from "./cluster-data.js";
import { mistakeText } from "./cluster-failure.js";
import { receivedResult, sendNumbers } from "./cluster-numbers.js";
import { hasLargeResults } from "./large-results.js";
import { type Order, otherVersion, parseOrder, readsRows, versionOf } from "./order.js";
import { type DataPlaces, readOrdered } from "./ordered-files.js";
import { type OrderedRows, openOrderedRows } from "./ordered-rows.js";
import { OwnTasks, type TaskRunner } from "./own-tasks.js";
import { pause } from "./pause.js";
import { otherWork, planAgain } from "./plan-again.js";
import {
  connectRedis,
  disconnectRedis,
  expireTraces,
  keyPrefix,
  loadBullMq,
  placeOf,
  shownAddress,
  worksQueue,
} from "./redis.js";
import { removeWorker, speakMilliseconds, tellWorker } from "./worker-list.js";

/** How a worker works. */
export interface ClusterWorkerOptions {
  /** `redis://` or `rediss://`; never shown as it is. */
  readonly address: string;
  readonly threads: number;
  /** The only folder that data may be read from; null where no file may be opened. */
  readonly dataFolder: string | null;
  /** Tasks of a worker that has not been heard of for so long are given to another. */
  readonly patienceSeconds: number;
  readonly say: (line: string) => void;
  /** Ends the worker once the tasks in hand are done. */
  readonly signal: AbortSignal;
}

/** How often the worker looks for work. */
const lookMilliseconds = 250;

/** Work that was refused is looked at again after so long: the right file may have come. */
const refusedMilliseconds = 10_000;

/** A task that was in hand when so many workers were lost is not given to a further one. */
const lossesAllowed = 2;

/** The shortest time between two messages about a task's progress. */
const progressMilliseconds = 1000;

const workShape = object<{ order: unknown; identity: string; tasks: number }>({
  order: (value) => value,
  identity: text,
  tasks: count,
});
const taskShape = object<{ place: number }>({ place: count });

/** Takes part in a cluster until it is stopped. */
export async function serveCluster(options: ClusterWorkerOptions): Promise<void> {
  const bullmq = await loadBullMq();
  const shown = shownAddress(options.address);
  const redis = await connectRedis(options.address, (lost) =>
    options.say(lost ? `lost the connection to ${shown}; trying again` : `connected to ${shown} again`),
  );
  const worker = new ClusterWorker(redis, bullmq, options);
  try {
    await worker.serve();
  } finally {
    disconnectRedis(redis);
  }
}

/** Work that the worker does. */
interface Serving {
  readonly tasks: Queue;
  readonly worker: Worker;
  readonly threads: TaskRunner;
}

/** Work that was planned again. */
interface Prepared {
  readonly work: AnyWork;
  /** What its tasks read, where they do. */
  readonly opened: OrderedRows | null;
}

class ClusterWorker {
  private readonly works: Queue;
  private readonly serving = new Map<string, Serving>();
  /** Work that it does not take part in: why, and when to look again. */
  private readonly refused = new Map<string, { readonly reason: string; readonly until: number }>();
  private readonly id = randomUUID();
  /** The data that was read last: the next work, or the next stage of this one, is often on the same. */
  private read: { readonly key: string; readonly datasets: readonly Dataset[] } | null = null;

  constructor(
    private readonly redis: Redis,
    private readonly bullmq: typeof import("bullmq"),
    private readonly options: ClusterWorkerOptions,
  ) {
    this.works = new bullmq.Queue(worksQueue, { connection: redis, prefix: keyPrefix });
    this.works.on("error", () => {});
  }

  async serve(): Promise<void> {
    const { signal, say, threads } = this.options;
    await this.tell();
    const speaking = setInterval(() => void this.tell().catch(() => {}), speakMilliseconds);
    say(`version ${version} waits for work with ${plural(threads, "thread")}; Ctrl-C ends it`);
    const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    try {
      while (!signal.aborted) {
        // Without a connection a look waits for the next one; the user who stops the worker does not.
        const looking = this.look();
        looking.catch(() => {});
        await Promise.race([looking, stopped]);
        await pause(lookMilliseconds, signal);
      }
      if (this.serving.size > 0 && this.isConnected)
        say("finishing the tasks in hand; press Ctrl-C again to leave them to others");
    } finally {
      clearInterval(speaking);
      if (this.isConnected) {
        for (const identity of [...this.serving.keys()]) await this.leave(identity);
        await removeWorker(this.redis, this.id).catch(() => {});
        await this.works.close().catch(() => {});
      } else await this.abandon();
    }
  }

  /** Leaves work that is done, and begins the oldest that is not, once there is nothing to take in those begun. */
  private async look(): Promise<void> {
    const open = await this.works.getRanges(["waiting-children"], 0, -1, true);
    for (const identity of [...this.serving.keys()]) if (!open.includes(identity)) await this.leave(identity);
    for (const identity of [...this.refused.keys()])
      if (!open.includes(identity)) this.refused.delete(identity);
    for (const identity of open) {
      const { until = 0 } = this.refused.get(identity) ?? {};
      if (Date.now() < until) continue;
      const job = this.serving.has(identity) ? null : await this.works.getJob(identity);
      if (job) await this.begin(identity, job);
      if (await this.hasWaiting(identity)) break;
    }
  }

  /** Whether there are tasks to take in work that was begun. */
  private async hasWaiting(identity: string): Promise<boolean> {
    const counts = await this.serving.get(identity)?.tasks.getJobCounts("waiting", "prioritized");
    return counts !== undefined && counts.waiting + counts.prioritized > 0;
  }

  private async begin(identity: string, job: Job): Promise<void> {
    try {
      const prepared = await this.prepare(identity, job);
      const { work } = prepared;
      this.refused.delete(identity);
      this.serving.set(identity, this.attach(identity, prepared));
      this.options.say(
        `takes part in ${identity}: ${job.data.order.plan.task}, ${plural(work.tasks.length, "task")}`,
      );
    } catch (error) {
      // Whatever is wrong with an order, the worker stays for others.
      const { message } = error as Error;
      this.refuse(identity, error instanceof InputError ? message : `internal error: ${message}`);
    }
  }

  private refuse(identity: string, reason: string): void {
    if (this.refused.get(identity)?.reason !== reason)
      this.options.say(`does not take part in ${identity}: ${reason}`);
    this.refused.set(identity, { reason, until: Date.now() + refusedMilliseconds });
    void this.tell().catch(() => {});
  }

  /** Checks an order, reads its data and plans its tasks again. */
  private async prepare(identity: string, job: Job): Promise<Prepared> {
    const made = versionOf(job.data?.order);
    if (made !== null && made !== version) throw otherVersion(made);
    const given = workShape(job.data, "");
    const order = parseOrder(given.order);
    const places = this.placesOf();
    // Without the worker's signal: who is stopped finishes the tasks in hand, which read on.
    const opened = readsRows(order.plan) ? await openOrderedRows(order, places) : null;
    let wanted: AnyWork | null = null;
    const stage = async (work: AnyWork) => {
      const own = workIdentity(work);
      if (own === identity) {
        wanted = work;
        return null;
      }
      const earlier = await this.works.getJob(own);
      const values = Object.entries((await earlier?.getChildrenValues()) ?? {});
      if (values.length !== work.tasks.length) throw otherWork();
      const isLarge = hasLargeResults(work);
      return new Map(
        values.map(([key, result]) => [
          placeOf(key),
          isLarge ? receivedResult(this.redis, own, result) : result,
        ]),
      );
    };
    try {
      const data = opened?.rows ?? (await this.datasetsOf(order, places));
      await planAgain(order, data, stage, this.options.signal);
      if (wanted === null) throw otherWork();
      return { work: wanted, opened };
    } catch (error) {
      await opened?.close();
      throw error;
    }
  }

  private placesOf(): DataPlaces {
    return {
      folder: this.options.dataFolder,
      sent: (sha256: string) => receiveContent(this.redis, sha256),
    };
  }

  /** The data of an order, read anew unless it is what was read last, by the hashes of its files and how they are read. */
  private async datasetsOf(order: Order, places: DataPlaces): Promise<readonly Dataset[]> {
    const key = JSON.stringify([order.plan.data, order.files]);
    if (this.read?.key === key) return this.read.datasets;
    const { signal } = this.options;
    // What is no longer needed makes room first.
    this.read = null;
    const datasets = await readOrdered(order, places, signal);
    this.read = { key, datasets };
    return datasets;
  }

  /** Lets BullMQ hand out the tasks: it renews locks, tries again, and finds tasks whose worker was lost. */
  private attach(identity: string, { work, opened }: Prepared): Serving {
    const { threads: count, patienceSeconds, say } = this.options;
    const threads = opened ? new OwnTasks(work, count, opened) : new TaskThreads(work, count);
    const run = (job: Job, token?: string) => this.run(identity, work, threads, job, token);
    const worker = new this.bullmq.Worker(identity, run, {
      connection: this.redis,
      prefix: keyPrefix,
      // Tasks that read their data share the threads one after the other.
      concurrency: opened ? 1 : count,
      lockDuration: patienceSeconds * 1000,
      stalledInterval: patienceSeconds * 500,
      maxStalledCount: lossesAllowed,
    });
    worker.on("error", () => {});
    worker.on("stalled", (job) =>
      say(`the worker that did ${job} of ${identity} was lost; the task is given out again`),
    );
    worker.on("failed", (job, { message }) =>
      say(`${job?.id ?? "a task"} of ${identity} failed (attempt ${job?.attemptsMade ?? 1}): ${message}`),
    );
    const tasks = new this.bullmq.Queue(identity, {
      connection: this.redis,
      prefix: keyPrefix,
      skipMetasUpdate: true,
    });
    tasks.on("error", () => {});
    return { tasks, worker, threads };
  }

  private async run(
    identity: string,
    work: AnyWork,
    threads: TaskRunner,
    job: Job,
    token: string | undefined,
  ): Promise<unknown> {
    const { UnrecoverableError, WaitingError } = this.bullmq;
    let told = 0;
    try {
      const { place } = taskShape(job.data, "");
      const task = work.tasks[place];
      if (!task)
        throw new InputError(
          "unreadable-json",
          `there is no task ${place}; the work has ${work.tasks.length}`,
        );
      const result = await threads.run(task, (fraction) => {
        if (Date.now() - told < progressMilliseconds) return;
        told = Date.now();
        job.updateProgress(fraction).catch(() => {});
      });
      if (!work.kind.isResult(result)) throw new Error(`the task gave no result of kind ${work.kind.name}`);
      return hasLargeResults(work) ? await sendNumbers(this.redis, identity, result as LargeResult) : result;
    } catch (error) {
      // Files are first looked at by the task that reads them: a wrong one is no fault of the task, so others are to do it.
      if (threads.lacksFiles && error instanceof InputError) {
        await job.moveToWait(token);
        this.refuse(identity, error.message);
        // It ends once the task is given back, so it must not wait for that here.
        void this.leave(identity);
        throw new WaitingError();
      }
      throw error instanceof InputError ? new UnrecoverableError(mistakeText(error)) : error;
    }
  }

  private async leave(identity: string): Promise<void> {
    const serving = this.serving.get(identity);
    if (!serving) return;
    const { tasks, worker, threads } = serving;
    this.serving.delete(identity);
    await worker.close().catch(() => {});
    if (!(await this.works.getJob(identity))) await expireTraces(this.redis, identity).catch(() => {});
    await tasks.close().catch(() => {});
    await threads.close();
  }

  /** Leaves all work at once: nobody can be told, and others will find that the tasks are lost. */
  private async abandon(): Promise<void> {
    for (const { worker, threads } of this.serving.values()) {
      worker.disconnect().catch(() => {});
      await threads.close();
    }
  }

  private get isConnected(): boolean {
    return this.redis.status === "ready";
  }

  private async tell(): Promise<void> {
    const refused = Object.fromEntries([...this.refused].map(([identity, { reason }]) => [identity, reason]));
    await tellWorker(this.redis, {
      id: this.id,
      host: hostname(),
      pid: process.pid,
      version,
      threads: this.options.threads,
      refused,
    });
  }
}
