import {
  type Dataset,
  type Evaluation,
  evaluateWith,
  type ImageShape,
  InputError,
  type KernelsName,
  type PlainEvaluateOptions,
  planEvaluation,
  type Report,
  type Selection,
  selectionReport,
  type Timing,
  type Tuning,
} from "../../internal.js";
import { threadExecutor } from "../../node/thread-executor.js";
import type { Invocation } from "../command.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import { threadCount } from "../flags/shared-flags.js";
import { originOf, reportFlag } from "./report-flag.js";
import { recipeOf } from "./save-recipe.js";

/** What goes into the report of a selection. */
export const selectionReportFlags: Flags = {
  ...reportFlag,
  evaluation: {
    help: "--no-evaluation leaves out of the report how well the features predict, which takes up to a minute or so",
  },
  permutations: {
    value: "N",
    type: "number",
    help: "shuffled labels to see what chance gives, for the report (20, fewer where that takes long)",
  },
  image: { value: "WxH", help: "features are pixels of pictures so wide and high, for the report (guessed)" },
  "image-order": {
    value: "WAY",
    choices: ["rows", "columns"],
    help: "whether pixels lie row after row, or column after column as in MATLAB (columns for .mat)",
  },
};

/** What was asked for, checked before any work. */
export interface ReportWishes {
  readonly evaluation: boolean;
  readonly permutations?: number;
  readonly image?: Partial<ImageShape>;
}

/** The flags of the report; refuses those that are given without one. */
export function reportWishes(flags: FlagValues): ReportWishes {
  const names = Object.keys(selectionReportFlags).filter((name) => name !== "report");
  const idle = names.find((name) => flags[name] !== undefined);
  if (idle && flags.report === undefined)
    throw new InputError(
      "command-line",
      `--${idle} is for the report; give --report FILE.html too, or leave it out`,
    );
  const permutations = flags.permutations as number | undefined;
  if (
    permutations !== undefined &&
    !(Number.isInteger(permutations) && permutations >= 0 && permutations <= 100_000)
  )
    throw new InputError(
      "command-line",
      `--permutations must be a whole number from 0 to 100000; ${permutations} was given`,
    );
  return { evaluation: flags.evaluation !== false, permutations, image: imageOf(flags) };
}

function imageOf(flags: FlagValues): Partial<ImageShape> | undefined {
  const order = flags["image-order"] as ImageShape["order"] | undefined;
  if (flags.image === undefined) return order && { order };
  const size = /^(\d+)[x×](\d+)$/.exec(flags.image as string);
  if (!size)
    throw new InputError(
      "command-line",
      `--image must be width and height, such as 32x32; "${flags.image}" was given`,
    );
  return { width: Number(size[1]), height: Number(size[2]), ...(order && { order }) };
}

/** What the selection was made with, so that it can be made again inside the folds. */
export interface Selected {
  readonly data: Dataset;
  readonly selection: Selection;
  /** How k and the options were found, where they were. */
  readonly tuning?: Tuning | null;
  readonly keep?: readonly string[];
  readonly exclude?: readonly string[];
  readonly seconds: number;
}

/** Measures what the report shows and puts it together. A selection that was cut short is reported without more work. */
export async function reportOfSelection(
  invocation: Invocation,
  { data, selection, tuning, keep, exclude, seconds }: Selected,
  wishes: ReportWishes,
): Promise<Report> {
  const { flags, terminal } = invocation;
  const signal = invocation.signal.aborted ? undefined : invocation.signal;
  const threads = threadCount(flags);
  const kernels = flags.kernels as KernelsName | undefined;
  const timings: Timing[] = [{ label: "selecting", seconds }];
  const notes = tuning
    ? [
        ...tuning.reasons,
        "k and options were found on all rows, so the accuracies here are a little too good; salience compare --tune finds them anew inside every training fold",
      ]
    : [];
  let evaluation: Evaluation | undefined;
  if (wishes.evaluation && signal) {
    const planned = planEvaluation(data, selection, wishes);
    notes.push(...planned.notes);
    const started = performance.now();
    if (planned.plan)
      evaluation = await measure(data, selection, {
        ...planned.plan,
        keep,
        exclude,
        kernels,
        executor: threadExecutor(threads),
        onProgress: terminal.progress("measuring how well the features predict"),
        signal,
      }).catch((error) => {
        if (!(error instanceof InputError)) throw error;
        notes.push(`accuracy was not measured: ${error.message}`);
        return undefined;
      });
    terminal.clearBar();
    if (evaluation)
      timings.push({ label: "measuring accuracy", seconds: (performance.now() - started) / 1000 });
  } else
    notes.push(`accuracy was not measured${signal ? ", as asked for" : ", since the selection was stopped"}`);
  // The recipe in the report holds no model: --save makes one for use.
  const recipe =
    signal && (await recipeOf(invocation, data, selection, { classifier: undefined, classifierOptions: {} }));
  const report = await selectionReport(data, selection, {
    evaluation,
    recipe,
    notes,
    timings,
    image: wishes.image,
    ...originOf(invocation),
    kernels,
    threads,
    onProgress: terminal.progress("making the report"),
    signal,
  });
  terminal.clearBar();
  return report;
}

/** The method sees the data as the selection did, so that the paper protocol's features are the picked ones. */
function measure(
  data: Dataset,
  { method, options, seed }: Selection,
  rest: PlainEvaluateOptions,
): Promise<Evaluation> {
  return evaluateWith(data, { ...rest, method, options, seed, selectOn: "raw" });
}
