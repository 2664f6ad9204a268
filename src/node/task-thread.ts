import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../core/input-error.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { createKernels } from "../kernels/create-kernels.js";
import { loadPlugin } from "./load-plugin.js";
import { openShared } from "./shared-dataset.js";
import { findTaskKind } from "./task-kinds.js";
import type { TaskMessage, TaskOrder, TaskThreadStart } from "./task-threads.js";

/** The shortest time between two progress messages. */
const progressMilliseconds = 100;

/** An error as plain data. */
const partsOf = ({ code, sentence, facts, remedies }: InputError) => ({ code, sentence, facts, remedies });

// What a thread of the thread executor runs: tasks, one after another, as they are sent.
const start: TaskThreadStart | undefined = workerData?.salienceTasks;
if (parentPort && start) {
  const port = parentPort;
  const say = (message: TaskMessage) => port.postMessage(message);
  const datasets = start.datasets.map(openShared);
  for (const module of start.modules) await loadPlugin(module);
  const kind = await findTaskKind(start.kind);
  const kernels = await createKernels({ kernels: start.kernels, threads: 1 });
  port.on("message", async ({ task }: TaskOrder) => {
    let told = performance.now();
    const reporter = new ProgressReporter((fraction) => {
      if (performance.now() - told < progressMilliseconds) return;
      told = performance.now();
      say({ kind: "progress", fraction });
    }, undefined);
    try {
      const progress = (fraction: number) => reporter.report(fraction);
      const result = await kind.run(datasets[task.dataset], task, { kernels, progress });
      say({ kind: "result", result });
    } catch (error) {
      const { message, stack } = error as Error;
      say({
        kind: "failure",
        message,
        stack,
        ...(error instanceof InputError && { mistake: partsOf(error) }),
      });
    }
  });
  say({ kind: "ready" });
}
