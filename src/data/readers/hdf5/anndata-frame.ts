import { InputError } from "../../../numeric/input-error.js";
import type { Hdf5Dataset, Hdf5File } from "./file.js";

/** A data frame of AnnData: `obs` describes the rows, `var` the columns. */
export interface AnnDataFrame {
  readonly columns: readonly string[];
  isCategorical(column: string): boolean;
  /** The names of what the frame describes. */
  readIndex(): string[] | undefined;
  /** A column as names; the empty string where it has no value. */
  readColumn(column: string): string[];
}

/** Opens a data frame: a group of columns, or a table of fields in files of the oldest kind. */
export function openFrame(file: Hdf5File, path: string): AnnDataFrame | null {
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
    readIndex: () => (names.includes(indexName) ? readValues(file, `${path}/${indexName}`) : undefined),
    readColumn(column) {
      const place = `${path}/${column}`;
      if (sharedCategories.has(column))
        return named(readValues(file, place), readValues(file, `${shared}/${column}`), column);
      return readValues(file, place);
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
    isCategorical,
    readIndex: () => (indexName === undefined ? undefined : file.readField(dataset, indexName)),
    readColumn(column) {
      const values = file.readField(dataset, column);
      return isCategorical(column) ? named(values, readValues(file, categoriesOf(column)), column) : values;
    },
  };
}

/** A dataset, or a group that stands for one: codes with categories, or values with a mask. */
function readValues(file: Hdf5File, path: string): string[] {
  const kind = file.kindOf(path);
  if (kind === "dataset") return file.readNames(file.dataset(path));
  if (kind === null) throw new InputError(`"${path}" is missing`);
  const names = file.names(path);
  if (names.includes("codes") && names.includes("categories"))
    return named(readValues(file, `${path}/codes`), readValues(file, `${path}/categories`), path);
  if (!names.includes("values"))
    throw new InputError(`"${path}" is stored in a way that is not known; it has ${names.join(", ")}`);
  const values = readValues(file, `${path}/values`);
  const mask = names.includes("mask") ? readValues(file, `${path}/mask`) : [];
  return values.map((value, i) => (mask[i] === "true" || mask[i] === "1" ? "" : value));
}

function named(codes: readonly string[], categories: readonly string[], column: string): string[] {
  return codes.map((code) => {
    if (code.startsWith("-")) return "";
    const name = categories[Number(code)];
    if (name === undefined)
      throw new InputError(
        `the column "${column}" is damaged: it has code ${code} for ${categories.length} categories`,
      );
    return name;
  });
}
