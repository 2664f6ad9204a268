import { InputError } from "../../../core/input-error.js";
import { didYouMean } from "../../../core/nearest-name.js";
import { notice } from "../../../core/notice.js";
import { shortList } from "../../../core/text.js";
import { tellKind } from "../../column-kinds.js";
import { type Column, columnText } from "../../table.js";
import { guessTarget, type TargetGuess } from "../../target.js";
import { nominalFromTexts } from "../shared/column-chunks.js";
import { columnFromTexts } from "../shared/column-from-texts.js";
import type { StoredArrays, StoredRows } from "../shared/stored-rows.js";
import { namedFeatures } from "../shared/unique-names.js";
import { compressedRows, sparseShape } from "./compressed-group.js";
import type { Hdf5Dataset, Hdf5File, Range } from "./file.js";
import { denseRows } from "./read-numbers.js";

/** Whether a file is laid out as AnnData has it. */
export function isAnnData(file: Hdf5File): boolean {
  if (file.attribute("", "encoding-type")?.[0] === "anndata") return true;
  const names = file.names("");
  return names.includes("obs") && names.includes("var");
}

/** So many rows tell which column of `obs` is the target, where rows are read in parts. */
const headRows = 20_000;

/**
 * Opens X, or the matrix that `options.values` names (`layers/counts`, `raw/X`), with the names of `obs` and `var`, and
 * the labels from the column of `obs` that `options.target` names, or that is obviously the target.
 */
export function openAnnData(file: Hdf5File): StoredArrays {
  const { values: wanted = "X", optional } = file.options;
  const path = wanted.replace(/^\/+/, "");
  const obs = openFrame(file, "obs");
  const matrix = openMatrix(file, path);
  const { rows, columns } = matrix;
  const describes = path === "raw/X" ? "raw/var" : path === "raw.X" ? "raw.var" : "var";
  /** What is known of the labels; a wrong name is found out before the matrix has been read. */
  function findLabels(looked: Range | undefined) {
    const guess = obs && guessLabels(obs, file.options, looked);
    const guessed = guess && guess.column >= 0 ? obs?.columns[guess.column] : undefined;
    const target = guessed ?? file.options.target;
    const absent = optional?.includes("target") && !obs?.columns.includes(String(target));
    const name = target === undefined || absent ? undefined : String(target);
    const { notices = [], ...names } = namedFeatures(featureNames());
    return {
      readLabels: (range?: Range) => (name === undefined ? undefined : readLabels(obs, name, range)),
      facts: { ...names, labelName: name, guessed: guess?.reason ?? null },
      notices: [...notices, ...(guess?.notices ?? [])],
    };
  }
  function featureNames(): string[] | undefined {
    const names = openFrame(file, describes)?.readIndex();
    return names?.length === columns ? names : undefined;
  }
  function requireRows(what: string, found: number | undefined): void {
    if (found !== undefined && found !== rows)
      throw new InputError("unreadable-file", `there are ${found} ${what} for the ${rows} rows of "${path}"`);
  }
  return {
    rows,
    columns,
    bytes: matrix.bytes,
    async readAll() {
      const { readLabels, facts, notices } = findLabels(undefined);
      const labels = readLabels();
      const values = await matrix.readAll();
      const rowIds = obs?.readIndex();
      requireRows("row names", rowIds?.length);
      requireRows("labels", labels?.length);
      return { values, ...facts, rowIds, labels, notices };
    },
    async *parts() {
      requireRows("row names", obs?.rows);
      const { readLabels, facts, notices } = findLabels({ start: 0, end: Math.min(rows, headRows) });
      const told =
        matrix.slow === undefined ? notices : [...notices, notice("note", "streamed", matrix.slow)];
      let start = 0;
      for await (const values of matrix.parts()) {
        const range = { start, end: start + values.rows };
        yield { values, ...facts, rowIds: obs?.readIndex(range), labels: readLabels(range), notices: told };
        start = range.end;
      }
    },
  };
}

/** The column of `obs` that is obviously the target, by the rules for tables; null where the options say where labels are. */
function guessLabels(
  obs: AnnDataFrame,
  options: Hdf5File["options"],
  looked: Range | undefined,
): TargetGuess | null {
  const { target, labels, labelPattern, features, optional } = options;
  if ((target ?? labels ?? labelPattern ?? features ?? optional) !== undefined) return null;
  const columns = obs.columns.map((name) => readObsColumn(obs, name, looked));
  const told = columns.map((column, j) => tellKind(obs.columns[j], column, { mayBeId: true }));
  // Numbers describe the rows: counts of genes, quality, scores.
  const free = Array.from(told.keys()).filter(
    (j) => told[j].kind === "category" || told[j].kind === "yes-no",
  );
  const rows = Math.max(0, ...columns.map((column) => columnText(column).length));
  return guessTarget({ names: obs.columns, columns, rows }, told, free);
}

/** A column that nobody asked for and that cannot be read is as good as empty. */
function readObsColumn(obs: AnnDataFrame, name: string, looked: Range | undefined): Column {
  try {
    const texts = obs.readColumn(name, looked);
    return obs.isCategorical(name)
      ? { ...nominalFromTexts(texts, []), isDictionary: true }
      : columnFromTexts(texts);
  } catch (error) {
    if (error instanceof InputError) return { kind: "number", values: new Float64Array() };
    throw error;
  }
}

function openMatrix(file: Hdf5File, path: string): StoredRows {
  const kind = file.kindOf(path);
  if (kind === null) throw otherMatrix(file, path, `"${path}" is missing`);
  if (kind === "dataset") {
    const dataset = file.dataset(path);
    if (dataset.type.kind !== "numbers" && dataset.type.kind !== "enum")
      throw otherMatrix(file, path, `"${path}" does not hold numbers`);
    if (dataset.shape.length !== 2 || dataset.shape.includes(0))
      throw new InputError(
        "unreadable-file",
        `"${path}" is ${dataset.shape.join(" × ")}; it must have rows and columns`,
      );
    return denseRows(file, dataset);
  }
  const encoding = (file.attribute(path, "encoding-type") ?? file.attribute(path, "h5sparse_format"))?.[0];
  const shape = file.attribute(path, "shape") ?? file.attribute(path, "h5sparse_shape");
  const format = encoding?.slice(0, 3);
  if (!shape || (format !== "csr" && format !== "csc"))
    throw otherMatrix(file, path, `"${path}" is not a matrix`);
  const [rows, columns] = sparseShape(shape, path);
  return compressedRows(file, { path, format, rows, columns });
}

/** The refusal of a matrix that cannot be read: what could be read instead, and how to ask for it. */
function otherMatrix(file: Hdf5File, path: string, problem: string): InputError {
  const inside = (group: string) =>
    file.kindOf(group) === "group" ? file.names(group).map((name) => `${group}/${name}`) : [];
  const found = ["X", "raw/X", "raw.X"].filter((path) => file.kindOf(path) !== null);
  found.push(...inside("layers"), ...inside("obsm"));
  const facts = { option: "values", given: path };
  if (found.length === 0)
    return new InputError("unusable-data", `${problem}; the file has no other matrix`, {
      facts,
    });
  return new InputError("unusable-data", `${problem}; the file has ${shortList(found, 20)}`, {
    facts,
    remedies: [{ action: "name one", option: "values" }],
  });
}

function readLabels(obs: AnnDataFrame | null, target: string, range?: Range): string[] {
  if (!obs) throw new InputError("target", `"obs" is missing, so there are no labels "${target}"`);
  if (obs.columns.includes(target)) return obs.readColumn(target, range);
  const categorical = obs.columns.filter((column) => obs.isCategorical(column));
  const list =
    obs.columns.length === 0
      ? "it has no columns"
      : categorical.length === 0
        ? `the columns are ${shortList(obs.columns)}, none of them categorical`
        : `the categorical columns are ${shortList(categorical, 20)}`;
  throw new InputError(
    "unknown-name",
    `there is no obs column "${target}"${didYouMean(target, obs.columns)}; ${list}`,
    { facts: { option: "target", given: target } },
  );
}

/** A data frame of AnnData: `obs` describes the rows, `var` the columns. */
interface AnnDataFrame {
  readonly columns: readonly string[];
  /** How many rows it has; unknown without names. */
  readonly rows: number | undefined;
  isCategorical(column: string): boolean;
  /** The names of what the frame describes, or of some of it. */
  readIndex(range?: Range): string[] | undefined;
  /** A column, or some of it, as names; the empty string where it has no value. */
  readColumn(column: string, range?: Range): string[];
}

/** Opens a data frame: a group of columns, or a table of fields in files of the oldest kind. */
function openFrame(file: Hdf5File, path: string): AnnDataFrame | null {
  const kind = file.kindOf(path);
  if (kind === "group") return groupFrame(file, path);
  const dataset = kind === "dataset" ? file.dataset(path) : null;
  return dataset?.type.kind === "compound" ? tableFrame(file, dataset) : null;
}

function groupFrame(file: Hdf5File, path: string): AnnDataFrame {
  const indexName = file.attribute(path, "_index")?.[0] ?? "_index";
  const names = file.names(path);
  const order = file.attribute(path, "column-order") ?? [];
  const columns = (order.length > 0 ? order : names).filter(
    (name) => names.includes(name) && name !== indexName && name !== "__categories",
  );
  // Until AnnData 0.7 the categories of all columns stood together.
  const shared = names.includes("__categories") ? `${path}/__categories` : null;
  const sharedCategories = new Set(shared ? file.names(shared) : []);
  return {
    columns,
    isCategorical: (column) => sharedCategories.has(column) || file.kindOf(`${path}/${column}`) === "group",
    rows:
      file.kindOf(`${path}/${indexName}`) === "dataset"
        ? file.dataset(`${path}/${indexName}`).shape[0]
        : undefined,
    readIndex: (range) =>
      names.includes(indexName) ? readValues(file, `${path}/${indexName}`, range) : undefined,
    readColumn(column, range) {
      const place = `${path}/${column}`;
      if (sharedCategories.has(column))
        return named(readValues(file, place, range), readValues(file, `${shared}/${column}`), column);
      return readValues(file, place, range);
    },
  };
}

/** Fields of a compound dataset; the categories stand elsewhere, as `uns/NAME_categories`. */
function tableFrame(file: Hdf5File, dataset: Hdf5Dataset): AnnDataFrame {
  const fields = dataset.type.kind === "compound" ? dataset.type.fields.map((field) => field.name) : [];
  const indexName = fields.includes("index") ? "index" : fields.includes("_index") ? "_index" : undefined;
  const categoriesOf = (column: string) => `uns/${column}_categories`;
  const isCategorical = (column: string) => file.kindOf(categoriesOf(column)) === "dataset";
  return {
    columns: fields.filter((name) => name !== indexName),
    rows: dataset.shape[0],
    isCategorical,
    readIndex: (range) => (indexName === undefined ? undefined : file.readField(dataset, indexName, range)),
    readColumn(column, range) {
      const values = file.readField(dataset, column, range);
      return isCategorical(column) ? named(values, readValues(file, categoriesOf(column)), column) : values;
    },
  };
}

/** A dataset, or a group that stands for one: codes with categories, or values with a mask. */
function readValues(file: Hdf5File, path: string, range?: Range): string[] {
  const kind = file.kindOf(path);
  if (kind === "dataset") return file.readNames(file.dataset(path), range);
  if (kind === null) throw new InputError("unreadable-file", `"${path}" is missing`);
  const names = file.names(path);
  if (names.includes("codes") && names.includes("categories"))
    return named(readValues(file, `${path}/codes`, range), readValues(file, `${path}/categories`), path);
  if (!names.includes("values"))
    throw new InputError(
      "unreadable-file",
      `"${path}" is stored in an unknown way; it contains ${names.join(", ")}`,
    );
  const values = readValues(file, `${path}/values`, range);
  const mask = names.includes("mask") ? readValues(file, `${path}/mask`, range) : [];
  return values.map((value, i) => (mask[i] === "true" || mask[i] === "1" ? "" : value));
}

function named(codes: readonly string[], categories: readonly string[], column: string): string[] {
  return codes.map((code) => {
    if (code.startsWith("-")) return "";
    const name = categories[Number(code)];
    if (name === undefined)
      throw new InputError(
        "unreadable-file",
        `the column "${column}" is damaged: it has code ${code} for ${categories.length} categories`,
      );
    return name;
  });
}
