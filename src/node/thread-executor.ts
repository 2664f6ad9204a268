import { type AnyWork, type Executor, inlineExecutor, isHeld } from "../experiment/executor.js";
import { TaskThreads } from "./task-threads.js";

/** Until a thread has loaded the library and its code is compiled, one that works already does so many steps of a plain loop. */
const startingSteps = 1e8;

/**
 * Runs tasks on several threads at once, each with single-threaded kernels; they share the data. With `ifTheyPay`, work that is
 * done before threads would have started is done right here. Tasks that read their data run one after the other, so that only one
 * is in memory, and the threads share its arithmetic.
 */
export function threadExecutor(
  threads: number,
  { ifTheyPay = false }: { readonly ifTheyPay?: boolean } = {},
): Executor {
  const inline = inlineExecutor();
  return {
    async run(work) {
      if (!work.datasets.every(isHeld)) return inlineExecutor({ threads }).run(work);
      const count = Math.min(threads, work.tasks.length);
      if (count < 2 || (ifTheyPay && stepsOf(work) < startingSteps)) return inline.run(work);
      work.signal?.throwIfAborted();
      const pool = new TaskThreads(work, count);
      try {
        await finishAll(pool, count, work);
      } finally {
        await pool.close();
      }
    },
  };
}

/** What all tasks take, in steps of a plain loop. */
const stepsOf = ({ kind, tasks, datasets, definitions }: AnyWork): number =>
  tasks.reduce((sum, task) => sum + kind.expectedWork(task, datasets[task.dataset], definitions), 0);

/** Hands out the tasks in order, each to the first thread that is free, until all have given their result. */
function finishAll(
  pool: TaskThreads,
  count: number,
  { tasks, onResult, onProgress, signal }: AnyWork,
): Promise<void> {
  let next = 0;
  const workOff = async () => {
    while (next < tasks.length) {
      const place = next++;
      const result = await pool.run(tasks[place], (fraction) => onProgress(place, fraction));
      signal?.throwIfAborted();
      onResult(place, result);
    }
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      next = tasks.length;
      reject(error);
    };
    signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
    Promise.all(Array.from({ length: count }, workOff)).then(() => resolve(), fail);
  });
}
