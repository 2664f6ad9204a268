import type { AnyTask, TaskKind } from "../experiment/executor.js";

/** All kinds of tasks that threads run, by the names that they know them by; loaded when one is run. */
const kinds: Readonly<Record<string, () => Promise<TaskKind<AnyTask, unknown>>>> = {
  selection: async () => (await import("../experiment/run-task.js")).selectionTasks,
  curves: async () => (await import("../reproduction/run-curves.js")).curveTasks,
};

/** The kind of that name. */
export function findTaskKind(name: string): Promise<TaskKind<AnyTask, unknown>> {
  if (!Object.hasOwn(kinds, name)) throw new Error(`unknown kind of task "${name}"`);
  return kinds[name]();
}
