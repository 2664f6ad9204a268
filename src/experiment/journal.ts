import type { Work } from "./executor.js";
import type { TaskResult } from "./task.js";

/** Where finished tasks are kept, so that the same work can go on after it was stopped. */
export interface Journal {
  /** Opens the journal of this very work and gives the results that an earlier run has left, by place. */
  open(work: Pick<Work, "datasets" | "tasks" | "kernels">): ReadonlyMap<number, TaskResult>;
  /** Keeps a result; it is safe when this returns. */
  append(place: number, result: TaskResult): void;
  close(): void;
  /** Forgets all: the whole result is safe elsewhere. */
  remove(): void;
}
