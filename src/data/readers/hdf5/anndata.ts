import { InputError } from "../../../numeric/input-error.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { shortList } from "../../find-column.js";
import { didYouMean } from "../../nearest-name.js";
import type { RawArrays } from "../reader.js";
import { uniqueNames } from "../shared/unique-names.js";
import { type AnnDataFrame, openFrame } from "./anndata-frame.js";
import { readCompressedGroup, sparseShape } from "./compressed-group.js";
import type { Hdf5File } from "./file.js";
import { readMatrix } from "./read-numbers.js";

/** Whether a file is laid out as AnnData has it. */
export function isAnnData(file: Hdf5File): boolean {
  if (file.attribute("", "encoding-type")?.[0] === "anndata") return true;
  const names = file.names("");
  return names.includes("obs") && names.includes("var");
}

/**
 * Reads X, or the matrix that `options.values` names (`layers/counts`, `raw/X`), with the names of `obs` and `var`, and
 * the labels from the column of `obs` that `options.target` names. No column is guessed to be the labels.
 */
export async function readAnnData(file: Hdf5File): Promise<RawArrays> {
  const { values: wanted = "X", target, optional } = file.options;
  const path = wanted.replace(/^\/+/, "");
  const obs = openFrame(file, "obs");
  // A wrong name is found out before the matrix has been read.
  const absent = optional?.includes("target") && !obs?.columns.includes(String(target));
  const labels = target === undefined || absent ? undefined : readLabels(obs, String(target));
  const values = await readValues(file, path);
  const describes = path === "raw/X" ? "raw/var" : path === "raw.X" ? "raw.var" : "var";
  const featureNames = openFrame(file, describes)?.readIndex();
  const rowIds = obs?.readIndex();
  for (const [what, given] of [
    ["row names", rowIds?.length],
    ["labels", labels?.length],
  ] as const)
    if (given !== undefined && given !== values.rows)
      throw new InputError(`there are ${given} ${what} for the ${values.rows} rows of "${path}"`);
  return {
    values,
    featureNames: featureNames?.length === values.columns ? uniqueNames(featureNames) : undefined,
    rowIds,
    labels,
    labelName: labels && String(target),
  };
}

async function readValues(file: Hdf5File, path: string): Promise<Matrix | SparseMatrix> {
  const kind = file.kindOf(path);
  if (kind === null) throw new InputError(`there is no ${path}; ${describeMatrices(file)}`);
  if (kind === "dataset") {
    const dataset = file.dataset(path);
    if (dataset.type.kind !== "numbers" && dataset.type.kind !== "enum")
      throw new InputError(`"${path}" holds no numbers; ${describeMatrices(file)}`);
    if (dataset.shape.length !== 2 || dataset.shape.includes(0))
      throw new InputError(`"${path}" is ${dataset.shape.join(" × ")}; it must have rows and columns`);
    return readMatrix(file, dataset);
  }
  const encoding = (file.attribute(path, "encoding-type") ?? file.attribute(path, "h5sparse_format"))?.[0];
  const shape = file.attribute(path, "shape") ?? file.attribute(path, "h5sparse_shape");
  const format = encoding?.slice(0, 3);
  if (!shape || (format !== "csr" && format !== "csc"))
    throw new InputError(`"${path}" is no matrix; ${describeMatrices(file)}`);
  const [rows, columns] = sparseShape(shape, path);
  return readCompressedGroup(file, { path, format, rows, columns });
}

/** What could be read instead, and how to ask for it. */
function describeMatrices(file: Hdf5File): string {
  const inside = (group: string) =>
    file.kindOf(group) === "group" ? file.names(group).map((name) => `${group}/${name}`) : [];
  const found = ["X", "raw/X", "raw.X"].filter((path) => file.kindOf(path) !== null);
  found.push(...inside("layers"), ...inside("obsm"));
  if (found.length === 0) return "it holds no other matrix, so there are no features to select from";
  return `it has ${shortList(found, 20)}; name one with --values`;
}

function readLabels(obs: AnnDataFrame | null, target: string): string[] {
  if (!obs) throw new InputError(`there is no obs, so there are no labels "${target}"`);
  if (obs.columns.includes(target)) return obs.readColumn(target);
  const categorical = obs.columns.filter((column) => obs.isCategorical(column));
  const list =
    obs.columns.length === 0
      ? "it has no columns"
      : categorical.length === 0
        ? `the columns are ${shortList(obs.columns)}, none of them categorical`
        : `the categorical columns are ${shortList(categorical, 20)}`;
  throw new InputError(`there is no obs column "${target}"${didYouMean(target, obs.columns)}; ${list}`);
}
