import { ProgressReporter } from "../data/progress-reporter.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Executor } from "./executor.js";
import { runTask } from "./run-task.js";

/** Runs one task after another right here, with kernels that are given or made for it. */
export function inlineExecutor({ kernels, threads }: { kernels?: Kernels; threads?: number } = {}): Executor {
  return {
    async run({ datasets, tasks, kernels: name, onResult, onProgress, signal }) {
      const used = kernels ?? (await createKernels({ kernels: name, threads }));
      try {
        for (const [place, task] of tasks.entries()) {
          const reporter = new ProgressReporter((fraction) => onProgress(place, fraction), signal);
          const progress = (fraction: number) => reporter.report(fraction);
          onResult(place, await runTask(datasets[task.dataset], task, { kernels: used, progress, signal }));
        }
      } finally {
        if (!kernels) await used.dispose();
      }
    },
  };
}
