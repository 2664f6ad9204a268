import { realpath } from "node:fs/promises";
import { type Dataset, InputError } from "../../internal.js";
import type { Invocation } from "../command.js";
import type { FlagValues } from "../flags/flag.js";
import { openDataset } from "./open-dataset.js";

/** A test file takes the place of folds, so whatever is about folds cannot be meant. */
export function requireTestAlone(flags: FlagValues): void {
  if (flags.test === undefined) return;
  const odd = ["folds", "repeats", "row-groups", "rare-classes"].find((name) => flags[name] !== undefined);
  if (odd)
    throw new InputError(
      "command-line",
      `--test takes the place of folds, so --${odd} has no meaning beside it; leave it out`,
    );
}

/** The file to test on, with the features of the data; undefined where there is none. */
export async function readTest(invocation: Invocation, data: Dataset): Promise<Dataset | undefined> {
  const { flags, files } = invocation;
  if (flags.test === undefined) return undefined;
  const file = flags.test as string;
  if ((await placeOf(file)) === (await placeOf(files[0])))
    throw new InputError(
      "command-line",
      `${file} is both the data and the test file; what is tested must not have been seen`,
    );
  const test = await openDataset({ ...invocation, file }, { features: data.featureNames });
  if (flags.labels !== undefined && !(data.rowIds && test.rowIds))
    throw new InputError(
      "command-line",
      `--labels can only serve ${data.source.name} and ${file} both by row ids; name their column with --id-column`,
    );
  return test;
}

/** One name for one file, by whatever path it is given; what is not there has only its own. */
const placeOf = (file: string): Promise<string> => realpath(file).catch(() => file);
