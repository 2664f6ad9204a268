import { InputError } from "../core/input-error.js";
import type { Labels } from "../data/labels.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";

/** What is taken away from each feature for known influences on it, such as batch or age. */
export interface Adjustment {
  /** Which columns of the data are the influences. */
  readonly covariates: Int32Array;
  /** The mean of each column that stands for them over the training rows: at the mean nothing is taken away. */
  readonly centres: Float64Array;
  /** Features × columns of the influences: what one unit of the column adds to the feature; zeros where nothing is taken. */
  readonly slopes: Matrix;
  /** The value of a feature of which the influences leave nothing but rounding, its mean; NaN for all others. */
  readonly constants: Float64Array;
  /** How far the influences go with the classes: see {@link Confounding}. */
  readonly confounding: Confounding;
}

/** How well the influences predict the classes, which then cannot be told apart from them. */
export interface Confounding {
  /** The part of the variance of a class (or of the target) that they explain, for chance corrected; the largest. */
  readonly explained: number;
  /** The class where it is largest; null for a target that is a number, or without classes. */
  readonly className: string | null;
}

/** What the regression is about. Rows are training rows. */
export interface AdjustedData {
  /** The values of all features; a missing one is NaN, and its row takes no part for that feature. */
  readonly values: Matrix;
  /** Which columns of the values are the influences. */
  readonly covariates: Int32Array;
  /** Whether a column of the values is adjusted. */
  isAdjusted(column: number): boolean;
  /** The columns that stand for the influences: numbers as they are, categories encoded. */
  readonly columns: Matrix;
  readonly labels: Labels | null;
  readonly targets: Float64Array | null;
}

/** A column of which this part is left after those before it adds nothing of its own. */
const negligible = 1e-7;

/**
 * Least squares of every feature on the influences and the classes together, of which only the part of the influences is
 * kept: differences between the classes stay, even where an influence goes with them. Within classes that is the
 * regression of the feature on the influences, both as differences from the mean of the class.
 */
export function fitAdjustment(given: AdjustedData): Adjustment {
  const { values, covariates, columns, labels, targets } = given;
  const centres = columnMeans(columns);
  const centred = centredColumns(columns, centres);
  const everywhere = regressionOver(upTo(values.rows), centred, given);
  if (everywhere.free <= 0) throw tooManyParameters(everywhere, values.rows);
  const slopes = Matrix.zeros(values.columns, columns.columns);
  const constants = new Float64Array(values.columns).fill(Number.NaN);
  for (let feature = 0; feature < values.columns; feature++) {
    if (!given.isAdjusted(feature)) continue;
    const known = everywhere.rows.filter((i) => !Number.isNaN(values.get(i, feature)));
    const regression = known.length < values.rows ? regressionOver(known, centred, given) : everywhere;
    const own = Float64Array.from(known, (i) => values.get(i, feature));
    const found = slopesOf(own, regression.basis);
    slopes.data.set(found, feature * columns.columns);
    const apart = withoutMean(own);
    const rest = withoutMean(
      own.map((x, at) => centred.reduce((left, column, c) => left - found[c] * column[known[at]], x)),
    );
    // What too few values are known of cannot be told from the influences, either.
    if (regression.free <= 0 || length(rest) <= negligible * length(apart)) constants[feature] = meanOf(own);
  }
  return { covariates, centres, slopes, constants, confounding: confoundingOf(centred, labels, targets) };
}

/** What features that are known in the same rows share. */
interface Regression {
  readonly rows: Int32Array;
  /** Of the influences, without what the classes explain of them. */
  readonly basis: Basis;
  /** How many more rows there are than parameters. */
  readonly free: number;
}

function regressionOver(
  rows: Int32Array,
  centred: readonly Float64Array[],
  { labels, targets }: Pick<AdjustedData, "labels" | "targets">,
): Regression {
  const codes = labels && Int32Array.from(rows, (i) => labels.codes[i]);
  const columns = centred.map((column) => withoutMean(Float64Array.from(rows, (i) => column[i])));
  const left = targets
    ? withoutTarget(
        columns,
        Float64Array.from(rows, (i) => targets[i]),
      )
    : codes
      ? withoutClasses(columns, codes)
      : columns;
  const basis = orthogonalise(left, columns.map(length));
  const others = targets ? 2 : codes ? new Set(codes).size : 1;
  return { rows, basis, free: rows.length - others - basis.kept.length };
}

/** As many parameters as rows would leave nothing of any feature. */
function tooManyParameters({ basis }: Regression, rows: number): InputError {
  const count = basis.kept.length;
  return new InputError(
    "options-conflict",
    `the columns to adjust for have ${count} parameters, too many for ${rows} training rows: nothing would be left of the features`,
    {
      facts: { option: "adjust", count },
      remedies: [
        { action: "adjust for fewer columns, or for categories with fewer levels", option: "adjust" },
      ],
    },
  );
}

/**
 * The values with the part of the influences taken away; the columns stand for the influences in the same rows. Missing values
 * stay missing.
 */
export function applyAdjustment(
  values: Matrix,
  columns: Matrix,
  { centres, slopes, constants }: Adjustment,
): Matrix {
  const adjusted = values.copy();
  for (let i = 0, at = 0; i < values.rows; i++) {
    const apart = centres.map((centre, c) => columns.get(i, c) - centre);
    for (let j = 0, slope = 0; j < values.columns; j++, at++) {
      for (let c = 0; c < apart.length; c++) adjusted.data[at] -= slopes.data[slope++] * apart[c];
      if (!Number.isNaN(constants[j]) && !Number.isNaN(adjusted.data[at])) adjusted.data[at] = constants[j];
    }
  }
  return adjusted;
}

function columnMeans(columns: Matrix): Float64Array {
  const means = new Float64Array(columns.columns);
  for (let i = 0; i < columns.rows; i++)
    for (let c = 0; c < columns.columns; c++) means[c] += columns.get(i, c) / columns.rows;
  return means;
}

const centredColumns = (columns: Matrix, centres: Float64Array): Float64Array[] =>
  Array.from(centres, (centre, c) =>
    Float64Array.from({ length: columns.rows }, (_, i) => columns.get(i, c) - centre),
  );

/** Columns of mean 0 without what a target that is a number explains of them. */
function withoutTarget(columns: readonly Float64Array[], targets: Float64Array): Float64Array[] {
  const target = withoutMean(targets);
  const size = dot(target, target);
  return columns.map((column) => {
    const slope = size > 0 ? dot(column, target) / size : 0;
    return column.map((x, i) => x - slope * target[i]);
  });
}

/** Columns as differences from the means of the classes. */
function withoutClasses(columns: readonly Float64Array[], codes: Int32Array): Float64Array[] {
  const classes = codes.reduce((most, code) => Math.max(most, code), 0) + 1;
  return columns.map((column) => {
    const sums = new Float64Array(classes);
    const counts = new Float64Array(classes);
    codes.forEach((code, i) => {
      sums[code] += column[i];
      counts[code]++;
    });
    return column.map((x, i) => x - sums[codes[i]] / counts[codes[i]]);
  });
}

/** Orthonormal columns Q with columns = Q·R, R upper triangular; columns that add nothing are left out of both. */
interface Basis {
  readonly q: readonly Float64Array[];
  /** For each column of Q, the products of the kept column with Q up to itself. */
  readonly r: readonly Float64Array[];
  /** Which columns are in Q. */
  readonly kept: readonly number[];
  readonly columns: number;
}

/** Gram–Schmidt, twice for each column so that rounding does not add up. A column's size before says what is nothing. */
function orthogonalise(columns: readonly Float64Array[], sizes: readonly number[]): Basis {
  const q: Float64Array[] = [];
  const r: Float64Array[] = [];
  const kept: number[] = [];
  columns.forEach((column, c) => {
    const rest = column.slice();
    const products = new Float64Array(q.length + 1);
    for (let pass = 0; pass < 2; pass++)
      q.forEach((unit, k) => {
        const product = dot(unit, rest);
        products[k] += product;
        for (let i = 0; i < rest.length; i++) rest[i] -= product * unit[i];
      });
    const size = length(rest);
    if (!(size > negligible * sizes[c])) return;
    products[q.length] = size;
    q.push(rest.map((x) => x / size));
    r.push(products);
    kept.push(c);
  });
  return { q, r, kept, columns: columns.length };
}

/** The least-squares slopes of a feature on the columns; 0 for those that add nothing. */
function slopesOf(feature: Float64Array, { q, r, kept, columns }: Basis): Float64Array {
  const slopes = new Float64Array(columns);
  const right = q.map((unit) => dot(unit, feature));
  for (let k = q.length - 1; k >= 0; k--) {
    const slope = right[k] / r[k][k];
    slopes[kept[k]] = slope;
    for (let before = 0; before < k; before++) right[before] -= slope * r[k][before];
  }
  return slopes;
}

function confoundingOf(
  centred: readonly Float64Array[],
  labels: Labels | null,
  targets: Float64Array | null,
): Confounding {
  const { q } = orthogonalise(centred, centred.map(length));
  const explainedOf = (values: Float64Array) => {
    const own = withoutMean(values);
    const total = dot(own, own);
    if (!(total > 0)) return 0;
    const part = q.reduce((sum, unit) => sum + dot(unit, own) * dot(unit, own), 0) / total;
    const free = values.length - 1 - q.length;
    return free > 0 ? Math.max(0, 1 - ((1 - part) * (values.length - 1)) / free) : 1;
  };
  if (targets) return { explained: explainedOf(targets), className: null };
  if (!labels) return { explained: 0, className: null };
  return labels.classes
    .map((className, code) => ({
      className,
      explained: explainedOf(Float64Array.from(labels.codes, (own) => Number(own === code))),
    }))
    .reduce((most, one) => (one.explained > most.explained ? one : most));
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
};

const length = (column: Float64Array): number => Math.sqrt(dot(column, column));

const meanOf = (values: Float64Array): number => values.reduce((sum, x) => sum + x / values.length, 0);

function withoutMean(values: Float64Array): Float64Array {
  const mean = meanOf(values);
  return values.map((x) => x - mean);
}
