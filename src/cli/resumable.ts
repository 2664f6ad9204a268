import {
  type Dataset,
  defaultMethod,
  type Executor,
  findSelector,
  type Plan,
  type StudyContext,
  type StudyStage,
} from "../internal.js";
import { FileJournal, journalFolder } from "../node/file-journal.js";
import { threadExecutor } from "../node/thread-executor.js";
import type { Invocation } from "./command.js";
import type { RunValues } from "./flags/shared-flags.js";
import type { Terminal } from "./output/terminal.js";
import { plannedThreads } from "./plan-threads.js";

/** What long work gets: all cores, a journal for finished work, a progress bar with the remaining time. */
export interface ResumableRun {
  readonly executor: Executor;
  readonly journal: FileJournal;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** What long work returns. */
export interface Finished<T> {
  readonly result: T;
  readonly seconds: number;
  /** Deletes the finished work that was kept; call it when all files are written. It waits for the output to be printed. */
  forget(): void;
}

/**
 * Runs the long work of a command. If it is stopped, finished work stays next to the first output, and the user is told
 * that the same command continues from there.
 */
export async function runResumable<T>(
  { terminal, signal }: Pick<Invocation, "terminal" | "signal">,
  how: {
    readonly name: string;
    readonly title: string;
    readonly threads: number;
    readonly beside: string | undefined;
  },
  work: (run: ResumableRun) => Promise<T>,
): Promise<Finished<T>> {
  const journal = new FileJournal(journalFolder(how.beside), how.name, (notice) => terminal.notice(notice));
  const started = performance.now();
  const result = await work({
    executor: threadExecutor(how.threads),
    journal,
    onProgress: remaining(terminal.progress(how.title)),
    signal,
  }).catch((error) => {
    if (signal.aborted && journal.location !== null)
      terminal.note(`finished work is kept in ${journal.location}; run the same command again to continue`);
    throw error;
  });
  terminal.clearBar();
  return {
    result,
    seconds: (performance.now() - started) / 1000,
    forget: () => terminal.afterPrinting(() => journal.remove()),
  };
}

/** The label of the progress bar for each stage of a study; the method's title while it selects. */
const stageTitles: Readonly<Record<Exclude<StudyStage, "selecting">, string>> = {
  tuning: "tuning",
  measuring: "measuring how well the features predict",
  comparing: "comparing",
  subsampling: "stability selection",
  fitting: "path",
};

/** Runs a plan on all cores, with a bar for each stage; what is finished is kept beside the first output. */
export async function runPlan<T>(
  invocation: Pick<Invocation<RunValues>, "terminal" | "signal" | "flags">,
  plan: Plan,
  outputs: readonly (string | undefined)[],
  run: (context: StudyContext) => Promise<T>,
  /** The data of tasks that may run side by side; with little memory fewer do. */
  datasets: readonly Dataset[] = [],
): Promise<{ readonly study: T; forget(): void }> {
  const { terminal } = invocation;
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
    { name, title: name, threads, beside: firstFile(...outputs) },
    ({ executor, journal, signal }) =>
      run({
        executor,
        journal,
        threads,
        signal,
        onProgress: (fraction, stage) => (bars.get(stage) ?? barOf(stage))(fraction),
      }),
  );
  return { study: result, forget };
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
