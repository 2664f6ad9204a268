import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { shortList } from "../core/text.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import type { ArrayPart, RawArrays } from "./readers/reader.js";

/** Where these features stand among the names that there are; an error, with the nearest names, if some are missing. */
export function featurePlaces(
  needed: readonly string[],
  names: readonly string[],
  /** Those that came from the file with the labels. */
  joined: readonly string[] = [],
): number[] {
  const placeOf = new Map(names.map((name, j) => [name, j]));
  const missing = needed.filter((name) => !placeOf.has(name));
  if (missing.length === 0) return needed.map((name) => placeOf.get(name)!);
  const some = missing.slice(0, 3).map((name) => `"${name}"${didYouMean(name, names)}`);
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
  const all =
    needed.length === 1 ? "the feature that is needed is" : `all ${needed.length} needed features are`;
  const part =
    missing.length === needed.length
      ? all
      : `${missing.length} of the ${needed.length} needed features ${missing.length === 1 ? "is" : "are"}`;
  throw new InputError(
    "data-mismatch",
    `${part} missing: ${some.join(", ")}${more}; ${names.length > 0 ? `the columns are ${shortList(names, 5)}` : "there are no columns of features"}`,
    {
      facts: { columns: missing, count: missing.length },
      remedies: missing.some((name) => joined.includes(name))
        ? [{ action: "name the file of the samples that has what is missing", option: "labels" }]
        : [],
    },
  );
}

/** The data with only these features, in this order. */
export function onlyFeatures(
  arrays: RawArrays,
  needed: readonly string[],
  joined?: readonly string[],
): RawArrays;
export function onlyFeatures(arrays: ArrayPart, needed: readonly string[]): ArrayPart;
export function onlyFeatures(
  arrays: ArrayPart,
  needed: readonly string[],
  joined?: readonly string[],
): ArrayPart {
  const { values, featureNames } = arrays.absentIsZero ? withZeros(arrays, needed) : arrays;
  const names = featureNames ?? Array.from({ length: values.columns }, (_, j) => String(j + 1));
  const places = featurePlaces(needed, names, joined);
  if (places.length === names.length && places.every((place, j) => place === j))
    return { ...arrays, values, featureNames: names };
  return { ...arrays, values: values.selectColumns(places), featureNames: needed };
}

/** Columns of zeros for numbered features that no row mentions. */
function withZeros(
  { values, featureNames = [] }: ArrayPart,
  needed: readonly string[],
): Pick<ArrayPart, "values" | "featureNames"> {
  const known = new Set(featureNames);
  const absent = needed.filter((name) => !known.has(name) && /^\d+$/.test(name));
  if (absent.length === 0 || !(values instanceof SparseMatrix)) return { values, featureNames };
  const { rows, columns, rowStarts, columnIndices } = values;
  return {
    values: new SparseMatrix(rows, columns + absent.length, rowStarts, columnIndices, values.values),
    featureNames: [...featureNames, ...absent],
  };
}
