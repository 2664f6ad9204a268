import { InputError } from "../core/input-error.js";
import { Matrix } from "../numeric/matrix.js";

/** JSON data of a fitted model. */
export type ModelJson = Readonly<Record<string, unknown>>;

/** Whether JSON data is an object, with parts by name. */
export const isJsonObject = (json: unknown): json is ModelJson =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** The rows of a matrix as lists. */
export function matrixToJson(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, i) =>
    Array.from({ length: matrix.columns }, (_, j) => matrix.get(i, j)),
  );
}

/** A list of finite numbers by this name, of this length where it is known. */
export function numbersIn(json: ModelJson, key: string, length?: number): number[] {
  const list = json[key];
  if (!Array.isArray(list) || !list.every((x) => typeof x === "number" && Number.isFinite(x)))
    throw damaged(key, "a list of numbers");
  if (length !== undefined && list.length !== length) throw damaged(key, `a list of ${length} numbers`);
  return list;
}

/** A list of whole numbers from 0 to below `limit`. */
export function indicesIn(json: ModelJson, key: string, limit: number, length?: number): Int32Array {
  const list = numbersIn(json, key, length);
  if (!list.every((x) => Number.isInteger(x) && x >= 0 && x < limit))
    throw damaged(key, `a list of whole numbers below ${limit}`);
  return Int32Array.from(list);
}

/** A matrix by this name with this many columns, and rows where their number is known. */
export function matrixIn(json: ModelJson, key: string, columns: number, count?: number): Matrix {
  const rows = json[key];
  if (!Array.isArray(rows)) throw damaged(key, "a list of rows");
  if (count !== undefined && rows.length !== count) throw damaged(key, `${count} rows`);
  const flat = rows.map((row) => numbersIn({ [key]: row }, key, columns));
  return new Matrix(Float64Array.from(flat.flat()), rows.length, columns);
}

/** A number by this name, a whole one of at least `least` where that is given. */
export function numberIn(json: ModelJson, key: string, least?: number): number {
  const value = json[key];
  if (typeof value !== "number" || !Number.isFinite(value)) throw damaged(key, "a number");
  if (least !== undefined && !(Number.isInteger(value) && value >= least))
    throw damaged(key, `a whole number of at least ${least}`);
  return value;
}

/** The class names. */
export function classesIn(json: ModelJson): string[] {
  const { classes } = json;
  if (!Array.isArray(classes) || classes.length === 0 || !classes.every((name) => typeof name === "string"))
    throw damaged("classes", "a list of names");
  return classes;
}

/** The error of a part that is not what it must be. */
export function damaged(key: string, wanted: string): InputError {
  return new InputError(
    "unreadable-json",
    `the saved classifier is damaged: "${key}" must be ${wanted}; save it again`,
  );
}
