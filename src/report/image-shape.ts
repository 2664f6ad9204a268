import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { clampCorrelation, denseColumns, unitColumns } from "../evaluation/unit-columns.js";
import { Matrix } from "../numeric/matrix.js";

/** How the features of a dataset make a picture. */
export interface ImageShape {
  readonly width: number;
  readonly height: number;
  /** Whether pixels lie row after row, or, as MATLAB has them, column after column. */
  readonly order: "rows" | "columns";
}

/** A picture smaller than this a side is not guessed. */
const leastSide = 8;
/** Neighbours in a picture are this alike on average. */
const alike = 0.4;
/** By how much the two mirror images of an upright picture differ in likeness to it. */
const clearlyUpright = 0.05;
/** Pictures that are looked at to find out. */
const mostLooked = 200;

/**
 * The shape of the pictures in the data: as given, as the features' names say (`pixel_3_5`), or as a square where the
 * features have no names, their number is a square and neighbours in it are alike; null where it is none.
 */
export function imageShape(data: Dataset, given?: Partial<ImageShape>): ImageShape | null {
  const usual = data.source.format === "mat" ? "columns" : "rows";
  if (given?.width !== undefined || given?.height !== undefined) {
    const { width = 0, height = 0 } = given;
    if (!(Number.isInteger(width) && width >= 1 && width * height === data.features))
      throw new InputError(
        "option-value",
        `images of ${width} × ${height} have ${width * height} pixels; the data has ${data.features} features`,
      );
    return { width, height, order: given?.order ?? usual };
  }
  if (data.categories) return null;
  const named = shapeFromNames(data.featureNames);
  if (named) return named;
  const side = Math.round(Math.sqrt(data.features));
  if (side * side !== data.features || side < leastSide) return null;
  if (!data.featureNames.every((name, j) => name === String(j + 1))) return null;
  if (!neighboursAlike(data, side)) return null;
  return { width: side, height: side, order: given?.order ?? uprightOrder(data, side) ?? usual };
}

/** `pixel_0_0`, `pixel_0_1`, …: every row and column there once. */
function shapeFromNames(names: readonly string[]): ImageShape | null {
  const places = names.map((name) => /^pixel_(\d+)_(\d+)$/.exec(name));
  const last = places[places.length - 1];
  if (!last) return null;
  const [height, width] = [Number(last[1]) + 1, Number(last[2]) + 1];
  if (height * width !== names.length) return null;
  const inPlace = places.every(
    (place, j) => place && Number(place[1]) === Math.floor(j / width) && Number(place[2]) === j % width,
  );
  return inPlace ? { width, height, order: "rows" } : null;
}

/** The mean correlation of pixels one apart along and across, in the middle of the picture. */
function neighboursAlike(data: Dataset, side: number): boolean {
  const middle = Math.floor(side / 2) * side + Math.floor(side / 2);
  const starts = [middle, middle - side - 2, middle + side + 2, middle - 2 * side, middle + 3];
  const columns = starts.flatMap((start) => [start, start + 1, start + side]);
  const unit = unitColumns(denseColumns(data, columns));
  const r = (a: number, b: number) => {
    let sum = 0;
    for (let i = 0; i < unit.rows; i++) sum += unit.get(i, a) * unit.get(i, b);
    return clampCorrelation(sum);
  };
  const mean =
    starts.reduce((sum, _, at) => sum + r(3 * at, 3 * at + 1) + r(3 * at, 3 * at + 2), 0) /
    (2 * starts.length);
  return mean > alike;
}

/**
 * The order in which pictures are upright, as far as it can be told: faces, digits and most things are more alike left and
 * right than above and below. Null where there is hardly a difference.
 */
function uprightOrder(data: Dataset, side: number): ImageShape["order"] | null {
  const step = Math.max(1, Math.floor(data.rows / mostLooked));
  const rows = Array.from({ length: Math.ceil(data.rows / step) }, (_, i) => i * step);
  const part = data.values.selectRows(rows);
  const pictures = part instanceof Matrix ? part : part.toDense();
  const likeness = (turn: (row: number, column: number) => number) => {
    const places = Array.from({ length: side * side }, (_, j) => turn(Math.floor(j / side), j % side));
    const own = unitColumns(pictures.transposed());
    const mirrored = unitColumns(pictures.selectColumns(places).transposed());
    return own.data.reduce((sum, x, at) => sum + x * mirrored.data[at], 0) / rows.length;
  };
  const leftRight = likeness((row, column) => row * side + (side - 1 - column));
  const aboveBelow = likeness((row, column) => (side - 1 - row) * side + column);
  if (Math.abs(leftRight - aboveBelow) < clearlyUpright) return null;
  return leftRight > aboveBelow ? "rows" : "columns";
}
