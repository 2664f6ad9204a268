import type { RowSource } from "../data/stream/row-source.js";
import type { Section } from "../data/stream/sections.js";
import type { KernelsName } from "../kernels/kernels.js";
import { gatherPart } from "../models/gather-part.js";
import { type PartResult, type PartRunner, type PartStep, partFactsShape } from "../models/part-step.js";
import type { AnyTask, Executor, TaskKind } from "./executor.js";

/** Rows in blocks as the data of tasks, and what is to be done with every section of them. */
export interface PartedRows {
  readonly source: RowSource;
  readonly step: PartStep;
}

/** The task of gathering what the rows of a section come to. */
export interface PartTask extends AnyTask {
  readonly section: Section;
}

/** Partial moments, and what must be learned before them. */
export const partTasks: TaskKind<PartTask, PartResult, PartedRows> = {
  name: "moments",
  isLarge: true,
  run: ({ source, step }, { section }, { kernels, progress, signal }) =>
    gatherPart(source, section, step, kernels, (fraction) => {
      signal?.throwIfAborted();
      progress(fraction).catch(() => {});
    }),
  // They run one after another, so nobody compares them.
  expectedWork: () => 1,
  isResult: (value): value is PartResult => {
    try {
      const { facts, numbers } = value as PartResult;
      partFactsShape(facts, "");
      return numbers !== undefined;
    } catch {
      return false;
    }
  },
};

/** Gathers moments by tasks of an executor. */
export function runPartsOn(
  executor: Executor,
  source: RowSource,
  kernels: KernelsName,
  signal?: AbortSignal,
): PartRunner {
  return {
    sends: true,
    async run(sections, step, onResult, onProgress) {
      source.requireApart(sections);
      const done = new Float64Array(sections.length);
      const tell = (place: number, fraction: number) => {
        done[place] = fraction;
        onProgress(done.reduce((sum, one) => sum + one, 0) / done.length);
      };
      await executor.run({
        kind: partTasks,
        datasets: [{ source, step }],
        tasks: sections.map((section) => ({ dataset: 0, section })),
        kernels,
        onResult(place, result) {
          onResult(place, result as PartResult);
          tell(place, 1);
        },
        onProgress: tell,
        signal,
      });
    },
  };
}
