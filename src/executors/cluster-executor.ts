import type { Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { plural, shortList } from "../core/text.js";
import { type AnyWork, type Executor, isHeld, type LargeResult } from "../experiment/executor.js";
import type { Task } from "../experiment/task.js";
import { workIdentity } from "../node/result-lines.js";
import { version } from "../version.js";
import { forgetContents, orderForCluster, sendContents, sentRows } from "./cluster-data.js";
import { failureFrom, refusedByRedis, workLost } from "./cluster-failure.js";
import { receivedResult, requireRoom } from "./cluster-numbers.js";
import { hasLargeResults } from "./large-results.js";
import { type Order, type OrderedPlan, orderSchema } from "./order.js";
import type { GivenFile } from "./ordered-files.js";
import type { RowsOrder } from "./ordered-rows.js";
import {
  connectRedis,
  disconnectRedis,
  keyPrefix,
  loadBullMq,
  placeOf,
  removeQueue,
  shownAddress,
  taskId,
  worksQueue,
} from "./redis.js";
import { type ClusterWorkerInfo, listWorkers } from "./worker-list.js";

/** What a cluster is asked to do. */
export interface ClusterOptions {
  /** `redis://` or `rediss://`; never shown as it is. */
  readonly address: string;
  readonly plan: OrderedPlan;
  readonly files: readonly GivenFile[];
  /** The order as it was made beforehand, where rows are read in blocks. */
  readonly rows?: RowsOrder;
  /** Files of up to so many bytes are sent through Redis; larger ones are named by path or address. */
  readonly sendBytes: number;
  /** Told what a user should know: which workers are there, who does not take part and why. */
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** A task is tried so often before it counts as failed. */
const attempts = 3;

/** Of the events of a queue so many are kept; what was missed is found in the parent's results. */
const keptEvents = 1000;

/** How often the workers and the results are looked at, beside the events. */
const lookMilliseconds = 1000;

/**
 * Does work on a live cluster: BullMQ on Redis. A work is a flow: the parent carries the order, each task is a child with
 * its place, and BullMQ gathers their results in the parent. It is called by the work's identity, so the same command
 * started again finds what is done.
 */
export class ClusterExecutor implements Executor {
  private readonly identities: string[] = [];
  private files: { readonly file: Order["files"][number][number]; readonly typed: string }[][] | null = null;

  private constructor(
    private readonly redis: Redis,
    private readonly bullmq: typeof import("bullmq"),
    private readonly options: ClusterOptions,
  ) {}

  /** Connects to Redis. */
  static async connect(options: ClusterOptions): Promise<ClusterExecutor> {
    const bullmq = await loadBullMq();
    const shown = shownAddress(options.address);
    const redis = await connectRedis(options.address, (lost) =>
      options.say(lost ? `lost the connection to ${shown}; trying again` : `connected to ${shown} again`),
    );
    return new ClusterExecutor(redis, bullmq, options);
  }

  async run(work: AnyWork): Promise<void> {
    const identity = workIdentity(work);
    const { signal, say } = this.options;
    signal?.throwIfAborted();
    const { rows } = this.options;
    if (rows) requireRoom(work.tasks.length, rows.resultBytes);
    this.identities.push(identity);
    const order = await this.order(identity);
    const how = { connection: this.redis, prefix: keyPrefix };
    const works = new this.bullmq.Queue(worksQueue, how);
    const tasks = new this.bullmq.Queue(identity, { ...how, streams: { events: { maxLen: keptEvents } } });
    const flows = new this.bullmq.FlowProducer(how);
    const events = new this.bullmq.QueueEvents(identity, how);
    // Connections are made again by themselves; what goes wrong is seen by the commands that wait for them.
    for (const queue of [works, tasks]) queue.on("error", () => {});
    flows.on("error", () => {});
    events.on("error", () => {});
    try {
      await Promise.all([events.waitUntilReady(), tasks.waitUntilReady()]);
      const parent =
        (await this.continueWork(works, tasks, identity, work)) ??
        (
          await flows.add(
            {
              name: "work",
              queueName: worksQueue,
              data: { order, identity, tasks: work.tasks.length },
              opts: { jobId: identity },
              children: work.tasks.map((_, place) => ({
                name: "task",
                queueName: identity,
                data: { place },
                opts: { jobId: taskId(place), attempts, removeOnComplete: true },
              })),
            },
            { queuesOptions: {} },
          )
        ).job;
      await this.follow(
        identity,
        work,
        parent,
        tasks,
        events,
        new WorkerNews(identity, say, shownAddress(this.options.address)),
      );
    } catch (error) {
      throw refusedByRedis(error);
    } finally {
      await Promise.all(
        [events.close(), flows.close(), works.close(), tasks.close()].map((end) => end.catch(() => {})),
      );
    }
  }

  /** The work that an earlier start has left; tasks that failed are tried again. */
  private async continueWork(
    works: Queue,
    tasks: Queue,
    identity: string,
    work: AnyWork,
  ): Promise<Job | null> {
    const parent = await works.getJob(identity);
    if (!parent) return null;
    const { processed = 0 } = await parent.getDependenciesCount({ processed: true });
    this.options.say(`${processed} of ${plural(work.tasks.length, "task")} were done by an earlier start`);
    for (const job of await tasks.getFailed()) await job.retry("failed", { resetAttemptsMade: true });
    return parent;
  }

  /** Takes results as they come, until all are there. */
  private follow(
    identity: string,
    work: AnyWork,
    parent: Job,
    tasks: Queue,
    events: import("bullmq").QueueEvents,
    news: WorkerNews,
  ): Promise<void> {
    const { signal } = this.options;
    const total = work.tasks.length;
    const isLarge = hasLargeResults(work);
    const known = new Set<number>();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      let ended = false;
      const end = (error?: unknown) => {
        ended = true;
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        events.removeAllListeners("completed").removeAllListeners("failed").removeAllListeners("progress");
        error === undefined ? resolve() : reject(error);
      };
      const stop = () => end(signal?.reason);
      const take = (place: number, result: unknown) => {
        if (ended || !(place >= 0 && place < total) || known.has(place)) return;
        known.add(place);
        try {
          work.onResult(place, isLarge ? this.received(identity, result) : result);
        } catch (error) {
          return end(error);
        }
        if (known.size === total) end();
      };
      const fail = (place: number, reason: string) =>
        end(failureFrom(reason, describeTask(work, place), total - known.size - 1));
      /** Events may be missed while the connection is lost: what Redis has counts. */
      const look = async () => {
        if (!(await this.redis.exists(`${keyPrefix}:${worksQueue}:${parent.id}`))) throw workLost();
        const { processed = 0 } = await parent.getDependenciesCount({ processed: true });
        if (processed > known.size)
          for (const [job, result] of Object.entries(await parent.getChildrenValues()))
            take(placeOf(job), result);
        const [failed] = await tasks.getFailed(0, 0);
        if (failed) fail(placeOf(failed.id!), failed.failedReason ?? "");
        news.tell(await listWorkers(this.redis));
      };
      const lookAgain = () => {
        if (!ended) timer = setTimeout(() => look().then(lookAgain, end), lookMilliseconds);
      };
      signal?.addEventListener("abort", stop, { once: true });
      events.on("completed", ({ jobId, returnvalue }) => take(placeOf(jobId), returnvalue));
      events.on("failed", ({ jobId, failedReason }) => fail(placeOf(jobId), failedReason));
      events.on("progress", ({ jobId, data }) => {
        if (typeof data === "number") work.onProgress(placeOf(jobId), data);
      });
      look().then(lookAgain, end);
    });
  }

  private received(identity: string, kept: unknown): LargeResult {
    return receivedResult(this.redis, identity, kept, () => this.forget());
  }

  /** The order, with contents that are sent in their place. */
  private async order(identity: string): Promise<Order> {
    const { plan, files, rows, sendBytes, signal } = this.options;
    this.files ??= rows
      ? [sentRows(rows.order.files[0], sendBytes)]
      : await Promise.all(files.map((file) => orderForCluster(file, sendBytes, signal)));
    await sendContents(this.redis, this.files.flat(), identity);
    return {
      schema: orderSchema,
      version,
      plan,
      files: this.files.map((parts) => parts.map(({ file }) => file)),
      ...(rows && { sections: rows.order.sections }),
    };
  }

  /** What to tell a user who stops the work: it is not taken back. */
  stopped(): string | null {
    if (this.identities.length === 0) return null;
    return `the workers go on, and ${shownAddress(this.options.address)} keeps what is done; run the same command again to continue`;
  }

  /** Removes the work and its results from Redis; call it when they are safe elsewhere. */
  async forget(): Promise<void> {
    const how = { connection: this.redis, prefix: keyPrefix };
    const works = new this.bullmq.Queue(worksQueue, how);
    try {
      for (const identity of this.identities) {
        await works.remove(identity);
        await removeQueue(this.redis, identity);
        await forgetContents(this.redis, this.files?.flat().map(({ file }) => file) ?? [], identity);
      }
    } catch (error) {
      // The result is safe; what stays in Redis does no harm.
      this.options.say(`the finished work could not be removed from Redis: ${(error as Error).message}`);
    } finally {
      await works.close();
    }
  }

  /** Ends the connection. */
  close(): void {
    disconnectRedis(this.redis);
  }
}

/** `task 17 of 20 (mrmr on d.csv)` */
function describeTask({ tasks, datasets }: AnyWork, place: number): string {
  const { dataset } = tasks[place];
  const data = datasets[dataset];
  const what = isHeld(data) ? (tasks[place] as Task).selection.method : "moments";
  return `task ${place + 1} of ${tasks.length} (${what} on ${data.source.name})`;
}

/** Tells who works and who does not, whenever that changes. */
class WorkerNews {
  private last = "";
  private readonly told = new Set<string>();

  constructor(
    private readonly identity: string,
    private readonly say: (line: string) => void,
    private readonly shown: string,
  ) {}

  tell(workers: readonly ClusterWorkerInfo[]): void {
    const able = workers.filter((one) => one.version === version && !(this.identity in one.refused));
    for (const { host, pid, ...one } of workers) {
      const reason =
        one.version === version
          ? one.refused[this.identity]
          : `it has version ${one.version}, and this is version ${version}`;
      if (reason !== undefined) this.sayOnce(`the worker ${host} (${pid}) does not take part: ${reason}`);
    }
    const threads = able.reduce((sum, one) => sum + one.threads, 0);
    const now =
      able.length === 0
        ? `there is no worker yet that can do this; start some: salience worker ${this.shown}`
        : `${plural(able.length, "worker")} with ${plural(threads, "thread")}: ${shortList(able.map(({ host, pid }) => `${host} (${pid})`))}`;
    if (now !== this.last) this.say(now);
    this.last = now;
  }

  private sayOnce(line: string): void {
    if (!this.told.has(line)) this.say(line);
    this.told.add(line);
  }
}
