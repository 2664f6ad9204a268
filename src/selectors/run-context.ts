import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { checkOption, type NumberOption } from "../core/option.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { createKernels, kernelsNames } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { Random } from "../numeric/random.js";
import type { Interim, SelectorContext, Step } from "./selector.js";

/** What every run takes, whatever it computes. */
export interface RunOptions {
  /** The same seed gives the same result. */
  seed?: number;
  /** Kernels to use, or which ones to make: `wasm` (default) has the same bits everywhere, `fast` is faster. */
  kernels?: Kernels | KernelsName;
  /** How many threads kernels made here may use; methods that gain nothing from them use one. */
  threads?: number;
  /** Told the part done, from 0 to 1, never falling. */
  onProgress?: (fraction: number) => void;
  /**
   * Told running results by methods that have them (`anytime` in the registry; `relieff`). Returning false takes the one
   * just told as the result.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a listener that only listens returns nothing
  onInterim?: (running: Interim) => boolean | void;
  /** Told every step by the iterative methods `dfs` and `rfs`. */
  onStep?: (step: Step) => void;
  signal?: AbortSignal;
}

/** What a door may bring to a run. */
export interface PreparedRun {
  /** Kernels that are being made already, with as many threads as the run may use. Once used, they end with it. */
  readonly prepared?: Promise<Kernels>;
}

/**
 * Runs `body` with everything it needs besides data. Kernels are made only when asked for, and only those made here are
 * disposed of.
 */
export async function withContext<T>(
  { seed = 1, kernels, threads, onProgress, onInterim, onStep, signal, prepared }: RunOptions & PreparedRun,
  k: number,
  body: (context: SelectorContext) => Promise<T>,
): Promise<T> {
  checkOption("seed", wholeNumber(0, 2 ** 32 - 1), seed);
  checkThreads(threads);
  if (typeof kernels === "string")
    checkOption("kernels", { type: "choice", default: "wasm", choices: kernelsNames, help: "" }, kernels);
  for (const [name, listener] of Object.entries({ onProgress, onInterim, onStep }))
    if (listener !== undefined && typeof listener !== "function")
      throw new InputError(
        "argument-type",
        `${optionName(name)} must be a function; ${String(listener)} was given`,
      );
  const progress = new ProgressReporter(onProgress, signal);
  await progress.report(0);
  let made: Promise<Kernels> | null = null;
  try {
    const result = await body({
      k,
      random: new Random(seed),
      kernels: () => {
        if (typeof kernels === "object") return Promise.resolve(kernels);
        made ??= prepared ?? createKernels({ kernels, threads });
        return threads === 1 ? made.then((all) => all.alone()) : made;
      },
      progress: (fraction) => progress.report(fraction),
      interim: onInterim && ((running) => onInterim(running) === false),
      step: onStep,
    });
    await progress.report(1);
    return result;
  } finally {
    await ((await made) as Kernels | null)?.dispose();
  }
}

/** Refuses a number of threads that there cannot be. */
export function checkThreads(threads: number | undefined): void {
  if (threads !== undefined) checkOption("threads", wholeNumber(1, 64), threads);
}

/** An option that takes whole numbers of this range. */
export const wholeNumber = (min: number, max: number): NumberOption => ({
  type: "number",
  integer: true,
  default: min,
  min,
  max,
  help: "",
});
