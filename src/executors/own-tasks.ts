import { ProgressReporter } from "../core/progress-reporter.js";
import type { AnyTask, AnyWork } from "../experiment/executor.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels } from "../kernels/kernels.js";
import type { OrderedRows } from "./ordered-rows.js";

/** What does tasks on this machine: threads that share the data, or one after the other where they read it. */
export interface TaskRunner {
  /** Whether a file turned out to be another one, or not to be here. */
  readonly lacksFiles?: boolean;
  run(task: AnyTask, onProgress: (fraction: number) => void): Promise<unknown>;
  close(): Promise<void>;
}

/** Does tasks that read their data on this thread, one at a time, so that one part of it is in memory; kernels use all threads. */
export class OwnTasks implements TaskRunner {
  private readonly kernels: Promise<Kernels>;
  private last: Promise<unknown> = Promise.resolve();
  private readonly ended = new AbortController();

  constructor(
    private readonly work: AnyWork,
    threads: number,
    private readonly opened: OrderedRows,
  ) {
    this.kernels = createKernels({ kernels: work.kernels, threads });
    this.kernels.catch(() => {});
  }

  get lacksFiles(): boolean {
    return this.opened.lacksFiles();
  }

  async run(task: AnyTask, onProgress: (fraction: number) => void): Promise<unknown> {
    const { kind, datasets, definitions } = this.work;
    const { signal } = this.ended;
    const before = this.last;
    const running = (async () => {
      await before.catch(() => {});
      const reporter = new ProgressReporter(onProgress, signal);
      const progress = (fraction: number) => reporter.report(fraction);
      return kind.run(datasets[task.dataset], task, {
        kernels: await this.kernels,
        definitions,
        progress,
        signal,
      });
    })();
    this.last = running;
    return running.catch((error) => {
      // Nobody hears of what was left.
      if (signal.aborted) return new Promise(() => {});
      throw error;
    });
  }

  /** Ends the task in hand, whatever it has come to. */
  async close(): Promise<void> {
    this.ended.abort(new Error("the work is left"));
    await this.last.catch(() => {});
    await (await this.kernels.catch(() => null))?.dispose();
    await this.opened.close();
  }
}
