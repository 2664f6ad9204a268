import { plural } from "../../core/text.js";
import {
  bundledData,
  classCounts,
  type DataSummary,
  type Dataset,
  didYouMean,
  InputError,
  isBundled,
} from "../../internal.js";
import type { FlagValues } from "../flags/flag.js";
import { readFlags, rowGroupsFlag } from "../flags/shared-flags.js";

/** Bundled data by the name given instead of a file; undefined for real files. */
export async function openBundled(file: string, flags: FlagValues): Promise<Dataset | undefined> {
  if (!isBundled(file)) return undefined;
  if (Object.hasOwn(bundledData, file)) {
    const given = [...Object.keys(readFlags), ...Object.keys(rowGroupsFlag)].find(
      (name) => flags[name] !== undefined,
    );
    if (given)
      throw new InputError(
        "command-line",
        `${file} is bundled data; --${given} is only for files; leave it out`,
      );
    return await bundledData[file]();
  }
  const names = Object.keys(bundledData);
  throw new InputError(
    "command-line",
    `unknown data set ${file}${didYouMean(file, names)}; the bundled data sets are ${names.join(" and ")}`,
  );
}

/** `3 classes`; without any, the target is a number. */
export const classesText = (count: number): string =>
  count === 0 ? "a number to predict" : `${count} classes`;

/** The same of what a result says about its data: `351 rows × 34 features, 2 classes`. */
export const describeSummary = ({ rows, features, classes }: DataSummary): string =>
  `${rows} rows × ${features} features, ${classesText(classes)}`;

/** `351 rows × 34 features, 2 classes (b 126, g 225)` */
export function describeDataset(data: Dataset): string {
  const shape = `${plural(data.rows, "row")} × ${plural(data.features, "feature")}`;
  if (!data.labels) return `${shape}, no labels`;
  if (data.targets) {
    const [least, most] = [Math.min, Math.max].map((pick) => data.targets!.reduce((a, b) => pick(a, b)));
    return `${shape}, ${data.labelName} from ${least} to ${most}`;
  }
  const counts = classCounts(data.labels);
  const entries = data.labels.classes
    .map((name, code) => `${name} ${counts[code]}`)
    .filter((_, code) => counts[code] > 0);
  const listed = entries.slice(0, 10);
  const more = entries.length > 10 ? `, and ${entries.length - 10} more` : "";
  return `${shape}, ${entries.length} classes (${listed.join(", ")}${more})`;
}
