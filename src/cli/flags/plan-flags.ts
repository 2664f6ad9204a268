import {
  type FoldCount,
  InputError,
  isBundled,
  type Judging,
  type MetricName,
  type Plan,
  type PlannedConstraints,
  type PlannedFile,
  type PlannedMethod,
  planSchema,
  type RareClasses,
} from "../../internal.js";
import { withoutFolder } from "../../node/file-source.js";
import { readClassifier } from "./classifier-flags.js";
import type { FlagValues, ValuesOf } from "./flag.js";
import { type constraintFlags, givenMethodOptions, givenNames } from "./selection-flags.js";
import { type RunValues, readOptions } from "./shared-flags.js";

/** What every plan has besides its task: the files by name, and how to run. */
export function plannedRun(
  files: readonly string[],
  flags: RunValues,
): Pick<Plan, "schema" | "data" | "seed" | "kernels"> {
  return given({
    schema: planSchema,
    data: files.map((file) => plannedFile(file, flags)),
    seed: flags.seed,
    kernels: flags.kernels,
  });
}

/** A plan whose files are named as they were typed, so that a command made of it works as it stands. */
export function asTyped<P extends Plan>(plan: P, files: readonly string[], flags: FlagValues): P {
  return { ...plan, data: files.map((source) => ({ source, reading: readOptions(flags) })) };
}

/** A file by its name, and how to read it according to the flags. */
export function plannedFile(file: string, flags: FlagValues): PlannedFile {
  const { labels, ...rest } = readOptions(flags);
  const reading = { ...rest, ...(labels !== undefined && { labels: withoutFolder(labels) }) };
  const source = isBundled(file) ? file : withoutFolder(file);
  return Object.keys(reading).length > 0 ? { source, reading } : { source };
}

/** The method and its options, checked against its definition. */
export function plannedMethod(flags: FlagValues & { readonly method?: string }): PlannedMethod {
  const { method } = flags;
  return given({ method, options: notEmpty(givenMethodOptions(method, flags)) });
}

/** The features to keep, to exclude and to adjust for. */
export function plannedConstraints(flags: ValuesOf<typeof constraintFlags>): PlannedConstraints {
  return given({
    keep: givenNames(flags, "keep"),
    exclude: givenNames(flags, "exclude"),
    adjust: givenNames(flags, "adjust"),
  });
}

/** The flags about how selections are evaluated. */
interface JudgingValues {
  readonly classifier?: string;
  readonly metric?: MetricName;
  readonly repeats?: number;
  readonly "rare-classes"?: RareClasses;
}

/** How selections are evaluated; undefined if no flag is about it. */
export function plannedJudging<Folds extends FoldCount>(
  flags: JudgingValues & FlagValues,
  folds: Folds | undefined,
  usual?: string,
): (Judging & { readonly folds?: Folds }) | undefined {
  const { classifier, classifierOptions } = readClassifier(flags, usual);
  return notEmpty(
    given({
      classifier,
      classifierOptions: notEmpty(classifierOptions),
      metric: flags.metric,
      folds,
      repeats: flags.repeats,
      rareClasses: flags["rare-classes"],
    }),
  );
}

/** A number of folds, or `leave-one-out`. */
export function parseFolds(folds: string | undefined): FoldCount | undefined {
  if (folds === undefined || folds === "leave-one-out") return folds;
  if (!/^\d+$/.test(folds))
    throw new InputError(
      "command-line",
      `--folds must be a whole number of at least 2, or leave-one-out; "${folds}" was given`,
    );
  return Number(folds);
}

/** `0.1,1` as numbers. */
export function givenNumbers<Name extends string>(
  flags: { readonly [N in Name]?: readonly string[] },
  name: Name,
): number[] | undefined {
  return flags[name]?.map((word) => {
    const number = Number(word);
    if (Number.isNaN(number))
      throw new InputError(
        "command-line",
        `--${name} must be numbers separated by commas; "${word}" was given`,
      );
    return number;
  });
}

/** Without undefined values. */
export function given<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}

/** Undefined instead of an empty object. */
export const notEmpty = <T extends object>(parts: T): T | undefined =>
  Object.keys(parts).length > 0 ? parts : undefined;
