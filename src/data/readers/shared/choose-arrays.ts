import { InputError } from "../../../core/input-error.js";
import { didYouMean } from "../../../core/nearest-name.js";
import { notice } from "../../../core/notice.js";
import { plural } from "../../../core/text.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { columnEntries } from "../../column-entries.js";
import type { ReadOptions } from "../../reading-options.js";
import type { RawArrays } from "../reader.js";
import { describeArray, describeArrays, listLength, type StoredArray } from "./stored-array.js";
import type { StoredArrays } from "./stored-rows.js";
import { transposed } from "./transposed.js";

/** What people call the data, the labels, the features' names and the rows' ids; the first that fits is taken. */
const usualNames = {
  values: ["x", "fea", "data", "features", "feature", "values", "matrix", "arr_0"],
  labels: ["y", "gnd", "labels", "label", "class", "classes", "target", "targets", "l", "gt", "arr_1"],
  featureNames: ["feature_names", "featurenames", "names", "var_names", "gene_names", "genes", "columns"],
  rowIds: ["row_ids", "rowids", "ids", "sample_names", "samples", "obs_names"],
};

/** An array of texts with this before the name of a feature holds the levels whose places are the feature's values. */
export const levelsPrefix = "levels/";

/**
 * Picks the data and the labels among the arrays of a file and reads them. Rows are samples: where the labels have as
 * many entries as the matrix has columns, and not as many as it has rows, the matrix is transposed.
 */
export async function chooseArrays(arrays: readonly StoredArray[], options: ReadOptions): Promise<RawArrays> {
  const { chosen, turn, describe } = choose(arrays, options);
  const read: Matrix | SparseMatrix = await chosen.readMatrix();
  options.signal?.throwIfAborted();
  const values = turn ? transposed(read) : read;
  const facts = await describe();
  return { values, ...facts, ...(await levelsOf(arrays, chosen, values, facts.featureNames, options)) };
}

/** The same before they are read. Rows come in parts where the matrix allows it and has no categories; else all of them are one part. */
export function storedArrays(arrays: readonly StoredArray[], options: ReadOptions): StoredArrays {
  const { chosen, turn, rows, columns, describe } = choose(arrays, options);
  const matrix = chosen.inParts?.();
  const isWhole = turn || levelArrays(arrays, chosen).size > 0;
  const readAll = () => chooseArrays(arrays, options);
  return {
    rows,
    columns,
    // Where nothing is known of a matrix it counts as one that fits.
    bytes: async () => (turn ? 2 : 1) * ((await matrix?.bytes()) ?? 0),
    readAll,
    async *parts() {
      if (!matrix || isWhole) {
        yield await readAll();
        return;
      }
      const { labels, rowIds, ...facts } = await describe();
      let start = 0;
      for await (const values of matrix.parts()) {
        const end = start + values.rows;
        yield { ...facts, values, labels: labels?.slice(start, end), rowIds: rowIds?.slice(start, end) };
        start = end;
      }
    },
  };
}

/** Which array holds the data, whether it is to be transposed, and what the others say of it. */
function choose(arrays: readonly StoredArray[], options: ReadOptions) {
  const chosen = options.values === undefined ? guessValues(arrays) : find(arrays, options.values, "values");
  checkMatrix(chosen, arrays);
  const [first, second] = chosen.shape;
  const others = arrays.filter((array) => array !== chosen);
  const group = groupOf(chosen);
  const labelArray = chooseLabels(chosen, arrays, group, options);
  const labelCount = labelArray && listLength(labelArray);
  const turn = labelArray !== undefined && labelCount !== first && labelCount === second;
  const [rows, columns] = turn ? [second, first] : [first, second];

  const rest = others.filter((array) => array !== labelArray);
  const namesOf = (usual: readonly string[], count: number) =>
    rest.find(
      (array) => array.kind === "text" && isUsual(array, group, usual) && listLength(array) === count,
    );
  const describe = async (): Promise<Omit<RawArrays, "values">> => ({
    featureNames: await namesOf(usualNames.featureNames, columns)?.readNames(),
    rowIds: await namesOf(usualNames.rowIds, rows)?.readNames(),
    labels: await labelArray?.readNames(),
    labelName: labelArray?.name,
    ...(turn && {
      notices: [
        notice(
          "note",
          "transposed",
          `the matrix was transposed, because there is one label for each of its ${second} columns`,
        ),
      ],
    }),
  });
  return { chosen, turn, rows, columns, describe };
}

/** What belongs to the data stands in the same group. */
const groupOf = ({ name }: StoredArray) => name.slice(0, name.lastIndexOf("/") + 1);

/** The levels of features that are categories, where the file has them; refuses values that are none of their places. */
async function levelsOf(
  arrays: readonly StoredArray[],
  chosen: StoredArray,
  values: Matrix | SparseMatrix,
  names: readonly string[] | undefined,
  { nominal }: ReadOptions,
): Promise<Pick<RawArrays, "categories" | "levels">> {
  const prefix = groupOf(chosen) + levelsPrefix;
  const found = levelArrays(arrays, chosen);
  if (!names || found.size === 0 || nominal === "codes") return {};
  const categories = await Promise.all(
    names.map(async (name) => (await found.get(prefix + name)?.readNames()) ?? null),
  );
  for (const { column, values: codes } of columnEntries(values)) {
    const levels = categories[column];
    const wrong = levels && codes.find((code) => !Number.isNaN(code) && levels[code] === undefined);
    if (levels && wrong !== undefined && wrong !== null)
      throw new InputError(
        "unreadable-file",
        `feature "${names[column]}" has the value ${wrong} for ${plural(levels.length, "level")}`,
        { facts: { column: names[column] } },
      );
  }
  const levels = categories.flatMap((own, j) => (own ? [{ column: names[j], levels: own }] : []));
  return { categories, levels };
}

/** The arrays that hold the levels of features, by their names. */
function levelArrays(arrays: readonly StoredArray[], chosen: StoredArray): Map<string, StoredArray> {
  const prefix = groupOf(chosen) + levelsPrefix;
  const holds = ({ name, kind }: StoredArray) => kind === "text" && name.startsWith(prefix);
  return new Map(arrays.filter(holds).map((array) => [array.name, array]));
}

function guessValues(arrays: readonly StoredArray[]): StoredArray {
  const matrices = arrays.filter((array) => array.kind === "numbers" && array.shape.length === 2);
  for (const name of usualNames.values) {
    const found = matrices.find((array) => array.name.toLowerCase() === name);
    if (found) return found;
  }
  const real = matrices.filter(({ shape }) => shape[0] > 1 && shape[1] > 1);
  if (real.length === 1) return real[0];
  const usual = arrays.find((array) => usualNames.values.includes(array.name.toLowerCase()));
  if (usual) return usual;
  throw new InputError(
    "unusable-data",
    `${real.length === 0 ? "no numeric matrix was found" : "it is not clear which array holds the data"}; ${describeArrays(arrays)}`,
    { remedies: [{ action: "name one", option: "values" }] },
  );
}

function chooseLabels(
  values: StoredArray,
  arrays: readonly StoredArray[],
  group: string,
  options: ReadOptions,
): StoredArray | undefined {
  const fits = (array: StoredArray) => {
    const count = array.kind === "other" ? null : listLength(array);
    return count !== null && (count === values.shape[0] || count === values.shape[1]);
  };
  const optional = options.optional?.includes("target");
  if (options.target !== undefined && !(optional && !arrays.some(({ name }) => name === options.target))) {
    const named = find(arrays, String(options.target), "target");
    if (named.problem) throw new InputError("target", `the array "${named.name}" ${named.problem}`);
    if (!fits(named)) throw misfit(named, values);
    return named;
  }
  if (options.labels || options.labelPattern !== undefined) return undefined;
  const usual = usualNames.labels.flatMap((name) =>
    arrays.filter((array) => array !== values && isUsual(array, group, [name])),
  );
  const found = usual.find(fits);
  if (!found && usual.length > 0 && options.values === undefined && !optional) throw misfit(usual[0], values);
  return found;
}

function isUsual({ name }: StoredArray, group: string, usual: readonly string[]): boolean {
  return name.startsWith(group) && usual.includes(name.slice(group.length).toLowerCase());
}

function misfit(labels: StoredArray, values: StoredArray): InputError {
  return new InputError(
    "target",
    `the labels ${describeArray(labels)} do not match the data ${describeArray(values)}: one label per row is needed`,
    { remedies: [{ action: "name the array that holds them", option: "target" }] },
  );
}

function find(arrays: readonly StoredArray[], name: string, option: "target" | "values"): StoredArray {
  const plain = name.replace(/^\/+/, "");
  const found = arrays.find((array) => array.name === plain);
  if (found) return found;
  const names = arrays.map((array) => array.name);
  throw new InputError(
    "unknown-name",
    `array "${name}" not found${names.length > 20 ? didYouMean(name, names) : ""}; ${describeArrays(arrays)}`,
    { facts: { option, given: name } },
  );
}

function checkMatrix(array: StoredArray, arrays: readonly StoredArray[]): void {
  if (array.problem) throw new InputError("unusable-data", `the array "${array.name}" ${array.problem}`);
  if (array.kind !== "numbers")
    throw new InputError(
      "unusable-data",
      `the array "${array.name}" does not hold numbers; ${describeArrays(arrays)}`,
    );
  if (array.shape.length !== 2)
    throw new InputError(
      "unusable-data",
      `the array ${describeArray(array)} has ${plural(array.shape.length, "dimension")}; the data must have 2, samples × features`,
    );
  if (array.shape.includes(0))
    throw new InputError("unusable-data", `the array ${describeArray(array)} is empty`);
}
