import type { RowsOrder } from "../executors/ordered-rows.js";
import {
  type Dataset,
  defaultMethod,
  findSelector,
  type Plan,
  type StudyContext,
  type StudyStage,
} from "../internal.js";
import { type Asked, engineFor } from "./choose-engine.js";
import type { Invocation } from "./command.js";
import type { Engine } from "./engine.js";
import type { ElsewhereValues } from "./flags/elsewhere-flags.js";
import type { FlagValues } from "./flags/flag.js";
import type { PluginValues, RunValues } from "./flags/shared-flags.js";
import type { Terminal } from "./output/terminal.js";
import { plannedThreads } from "./plan-threads.js";

/** What long work returns. */
export interface Finished<T> {
  readonly result: T;
  /** Deletes the finished work that was kept; call it when all files are written. It waits for the output to be printed. */
  forget(): void;
}

/**
 * Runs the long work of a command where the flags say. If it is stopped, finished work is kept, and the user is told how
 * to continue.
 */
export async function runResumable<T>(
  invocation: Pick<
    Invocation<RunValues & ElsewhereValues & PluginValues>,
    "terminal" | "signal" | "flags" | "words" | "engine"
  >,
  asked: Asked,
  work: (engine: Engine) => Promise<T>,
): Promise<Finished<T>> {
  const { terminal, signal } = invocation;
  const engine = await engineFor(invocation, asked);
  const result = await work(engine).catch((error) => {
    const kept = signal.aborted ? engine.stopped() : null;
    if (kept !== null) terminal.note(kept);
    engine.close?.();
    throw error;
  });
  terminal.clearBar();
  // Connections stay until the output is printed: what is kept is forgotten only then.
  terminal.atEnd(() => engine.close?.());
  return { result, forget: () => terminal.afterPrinting(() => engine.forget()) };
}

/** The label of the progress bar for each stage of a study; the method's title while it selects. */
const stageTitles: Readonly<Record<Exclude<StudyStage, "selecting">, string>> = {
  tuning: "tuning",
  measuring: "measuring how well the features predict",
  comparing: "comparing",
  subsampling: "stability selection",
  fitting: "path",
};

/** What a plan is run with. */
type RunsPlan = Pick<
  Invocation<RunValues & ElsewhereValues & PluginValues & FlagValues>,
  "terminal" | "signal" | "flags" | "files" | "words" | "engine"
>;

/** Runs a plan where the flags say, with a bar for each stage; what is finished is kept beside the first output. */
export async function runPlan<T>(
  invocation: RunsPlan,
  plan: Plan,
  outputs: readonly (string | undefined)[],
  run: (context: StudyContext) => Promise<T>,
  /** The data of tasks that may run side by side; with little memory fewer do. */
  datasets: readonly Dataset[] = [],
  /** What is given out where other machines read the rows in blocks. */
  rows?: RowsOrder,
): Promise<{ readonly study: T; forget(): void }> {
  const { terminal, signal } = invocation;
  const threads = plannedThreads(invocation, plan, datasets);
  const bars = new Map<StudyStage, (fraction: number) => void>();
  const barOf = (stage: StudyStage) => {
    const { method = defaultMethod } = "method" in plan.select ? plan.select : {};
    const title = stage === "selecting" ? findSelector(method).title : stageTitles[stage];
    const bar = remaining(terminal.progress(title));
    bars.set(stage, bar);
    return bar;
  };
  const name = plan.task === "select" ? "tune" : plan.task;
  const { result, forget } = await runResumable(
    invocation,
    {
      beside: firstFile(...outputs),
      threads,
      ...((isOrdered(plan) || rows) && { order: { plan, files: filesOf(invocation), rows } }),
    },
    ({ executor, journal }) =>
      run({
        executor,
        journal: journal?.(name),
        threads,
        signal,
        onProgress: (fraction, stage) => (bars.get(stage) ?? barOf(stage))(fraction),
      }),
  );
  return { study: result, forget };
}

const isOrdered = (plan: Plan): boolean => plan.task !== "select" && plan.task !== "path";

/** The files of a plan as they were typed, in its order. */
function filesOf({ files, flags: { test, labels } }: Pick<RunsPlan, "files" | "flags">) {
  const typed = [...files, ...(typeof test === "string" ? [test] : [])];
  return typed.map((path) => ({ path, ...(typeof labels === "string" && { labels }) }));
}

/** Shows what is left only: an earlier run may have done a part, and the time left must not count that. */
export function remaining(show: ReturnType<Terminal["progress"]>): (fraction: number) => void {
  let before: number | null = null;
  return (fraction) => {
    before ??= fraction;
    show(before < 1 ? (fraction - before) / (1 - before) : 1);
  };
}

/** The first output that is a file: work that is not finished is kept beside it. */
export const firstFile = (...outputs: readonly (string | undefined)[]): string | undefined =>
  outputs.find((output) => output !== undefined && output !== "-");
