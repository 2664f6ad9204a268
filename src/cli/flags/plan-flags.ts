import { basename } from "node:path";
import {
  type ClassifierName,
  type FoldCount,
  InputError,
  type Judging,
  type KernelsName,
  type MetricName,
  type Plan,
  type PlannedConstraints,
  type PlannedFile,
  type PlannedMethod,
  planSchema,
  type RareClasses,
} from "../../internal.js";
import { readClassifier } from "./classifier-flags.js";
import type { FlagValues } from "./flag.js";
import { givenMethodOptions, givenNames } from "./selection-flags.js";
import { readOptions } from "./shared-flags.js";

/** What every plan has, but for its task: the files by name, and how to run. */
export function plannedRun(
  files: readonly string[],
  flags: FlagValues,
): Pick<Plan, "schema" | "data" | "seed" | "kernels"> {
  return given({
    schema: planSchema,
    data: files.map((file) => plannedFile(file, flags)),
    seed: flags.seed as number | undefined,
    kernels: flags.kernels as KernelsName | undefined,
  });
}

/** A file by its name, and how the flags say that it is read. */
export function plannedFile(file: string, flags: FlagValues): PlannedFile {
  const { labels, ...rest } = readOptions(flags);
  const reading = { ...rest, ...(labels !== undefined && { labels: basename(labels) }) };
  const source = file.startsWith("bundled:") ? file : basename(file);
  return Object.keys(reading).length > 0 ? { source, reading } : { source };
}

/** The method and its options, checked against its definition. */
export function plannedMethod(flags: FlagValues, method = flags.method as string | undefined): PlannedMethod {
  return given({ method, options: notEmpty(givenMethodOptions(method, flags)) });
}

/** Features that are kept and excluded. */
export function plannedConstraints(flags: FlagValues): PlannedConstraints {
  const lists = flags as Readonly<Record<"keep" | "exclude", readonly string[] | undefined>>;
  return given({ keep: givenNames(lists, "keep"), exclude: givenNames(lists, "exclude") });
}

/** How selections are judged; undefined where no flag says anything about it. */
export function plannedJudging(flags: FlagValues, usual?: ClassifierName): Judging | undefined {
  const { classifier, classifierOptions } = readClassifier(flags, usual);
  return notEmpty(
    given({
      classifier,
      classifierOptions: notEmpty(classifierOptions),
      metric: flags.metric as MetricName | undefined,
      folds: givenFolds(flags),
      repeats: flags.repeats as number | undefined,
      rareClasses: flags["rare-classes"] as RareClasses | undefined,
    }),
  );
}

function givenFolds({ folds }: FlagValues): FoldCount | undefined {
  if (folds === undefined || folds === "leave-one-out") return folds;
  if (!/^\d+$/.test(String(folds)))
    throw new InputError(
      "command-line",
      `--folds must be a whole number of at least 2, or leave-one-out; "${folds}" was given`,
    );
  return Number(folds);
}

/** `0.1,1` as numbers. */
export function givenNumbers(flags: FlagValues, name: string): number[] | undefined {
  return (flags[name] as readonly string[] | undefined)?.map((word) => {
    const number = Number(word);
    if (Number.isNaN(number))
      throw new InputError("command-line", `--${name} must be numbers with commas; "${word}" was given`);
    return number;
  });
}

/** Without what was not said. */
export function given<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}

/** Undefined in place of an empty object. */
export const notEmpty = <T extends object>(parts: T): T | undefined =>
  Object.keys(parts).length > 0 ? parts : undefined;
