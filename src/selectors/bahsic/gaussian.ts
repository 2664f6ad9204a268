import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { openSamples, type Samples, standardise } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import { KernelMatrix } from "./kernel-matrix.js";
import type { PairWeights } from "./label-kernel.js";
import { LeaveOneOut } from "./leave-one-out.js";

/** How the elimination goes. */
export interface Elimination {
  readonly standardize: boolean;
  /** What the exponent is multiplied with, for all rounds; null: by the number of features left, each round. */
  readonly fixedScale: number | null;
  /** How many of so many features to drop in a round; one at least and not more than there are. */
  dropped(left: number): number;
}

/** What it gives: for every feature of the data the loss in its last round, and all of them, dropped last first. */
export interface Eliminated {
  readonly scores: Float64Array;
  readonly order: Int32Array;
}

/** Drops the features whose absence costs HSIC least, round after round, until none is left. */
export async function eliminateGaussian(
  data: Dataset,
  weights: PairWeights,
  elimination: Elimination,
  context: SelectorContext,
): Promise<Eliminated> {
  requireRoom(data);
  const kernels = await context.kernels();
  const workspace = kernels.workspace();
  try {
    const features = openFeatures(kernels, workspace, data, elimination.standardize);
    const kernel = new KernelMatrix(kernels, workspace, features.values, data.labels!.codes, weights);
    const leaveOneOut = new LeaveOneOut(kernels, workspace, features.values);
    const scores = new Float64Array(data.features);
    const worstFirst: number[] = [];
    for await (const { feature, loss } of rounds(kernel, leaveOneOut, features, elimination, context)) {
      scores[feature] = loss;
      worstFirst.push(feature);
    }
    const constant = Array.from(scores.keys()).filter((feature) => !features.rowOf.has(feature));
    return { scores, order: Int32Array.from([...worstFirst.reverse(), ...constant]) };
  } finally {
    workspace.release();
  }
}

/** Two n × n matrices are held: 185 MB for so many samples, which with what else is needed stays below 200 MB. */
const mostRows = 3400;

function requireRoom({ rows }: Dataset): void {
  if (rows > mostRows)
    throw new InputError(
      "not-possible",
      `the gaussian ${optionName("kernel")} compares all rows with each other and takes at most ${mostRows}; ${rows} were given; use fewer rows`,
      { remedies: [{ action: "use the linear kernel", option: "kernel", value: "linear" }] },
    );
}

/** Data for the elimination: one row per feature that is neither constant nor a copy of an earlier one. */
interface Features {
  readonly values: Matrix;
  /** Variances of the rows (of n − 1). */
  readonly variances: Float64Array;
  /** For every feature of the data that is not constant, its row. */
  readonly rowOf: ReadonlyMap<number, number>;
}

function openFeatures(kernels: Kernels, workspace: Workspace, data: Dataset, standardize: boolean): Features {
  const scratch = kernels.workspace();
  try {
    const samples = openSamples(kernels, scratch, data, { standardize });
    const { rows, columns } = samples.values;
    const values = workspace.matrix(columns, rows);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) values.data[j * rows + i] = samples.values.data[i * columns + j];
    const variances = samples.variances.map((variance) => (standardize ? 1 : (variance * rows) / (rows - 1)));
    if (!variances.every(Number.isFinite))
      throw new InputError("unusable-data", "squares of the values are not finite", {
        remedies: [standardise],
      });
    return { values, variances, rowOf: rowsOfColumns(samples) };
  } finally {
    scratch.release();
  }
}

function rowsOfColumns({ columns, copies }: Samples): ReadonlyMap<number, number> {
  const rowOf = new Map<number, number>();
  columns.forEach((column, row) => {
    rowOf.set(column, row);
  });
  for (const [copy, original] of copies) {
    const row = rowOf.get(original);
    if (row !== undefined) rowOf.set(copy, row);
  }
  return rowOf;
}

/** A feature that is dropped, with what HSIC lost without it in that round. */
interface Drop {
  readonly feature: number;
  readonly loss: number;
}

/** Every feature that is not constant, worst first. */
async function* rounds(
  kernel: KernelMatrix,
  leaveOneOut: LeaveOneOut,
  { variances, rowOf }: Features,
  { fixedScale, dropped }: Elimination,
  { progress }: SelectorContext,
): AsyncGenerator<Drop> {
  let left = Array.from(rowOf.keys()).sort((a, b) => a - b);
  const work = workOf(left.length, dropped);
  let workDone = 0;
  let spreadAtStart = Number.POSITIVE_INFINITY;
  while (left.length > 0) {
    const report = (part: number) => progress((workDone + part * left.length) / work);
    const counts = countRows(left, rowOf);
    let spread = 0;
    for (const [row, times] of counts) spread += times * variances[row];
    // Updates leave rounding behind that is small beside what the distances were, not beside what they have become.
    if (spread < spreadAtStart / 4) {
      await kernel.setFeatures(counts, () => report(0));
      spreadAtStart = spread;
    }
    const s = fixedScale ?? left.length / (2 * spread * Math.max(1, left.length - 1));
    await kernel.fill(s, () => report(0));
    const gone = await findWorst(kernel, leaveOneOut, s, left, rowOf, dropped(left.length), report);
    yield* gone;
    workDone += left.length;
    const names = new Set(gone.map(({ feature }) => feature));
    left = left.filter((feature) => !names.has(feature));
    await kernel.removeFeatures(countRows(names, rowOf), () => progress(workDone / work));
  }
}

/** So many features with the smallest losses, smallest first, later ones first among equals. */
async function findWorst(
  kernel: KernelMatrix,
  leaveOneOut: LeaveOneOut,
  s: number,
  left: readonly number[],
  rowOf: ReadonlyMap<number, number>,
  count: number,
  report: (part: number) => Promise<void>,
): Promise<Drop[]> {
  const rows = [...countRows(left, rowOf).keys()];
  const found = await leaveOneOut.losses(kernel, s, rows, "coarse", (done) =>
    report((0.8 * done) / rows.length),
  );
  const lossOf = new Map(rows.map((row, at) => [row, found[at]]));
  // Whatever may be below the last upper bound that counts is a candidate; only these need exact losses.
  const bounds = left.map((feature) => upperBound(lossOf.get(rowOf.get(feature)!)!)).sort((a, b) => a - b);
  const cut = bounds[count - 1];
  const candidates = rows.filter((row) => {
    const { value, error } = lossOf.get(row)!;
    return !(value - error > cut);
  });
  const rough = candidates.filter((row) => !lossOf.get(row)!.isFine);
  const exact = await leaveOneOut.losses(kernel, s, rough, "fine", (done) =>
    report(0.8 + (0.2 * done) / rough.length),
  );
  rough.forEach((row, at) => {
    lossOf.set(row, exact[at]);
  });
  const chosen = new Set(candidates);
  return left
    .filter((feature) => chosen.has(rowOf.get(feature)!))
    .map((feature) => ({ feature, loss: lossOf.get(rowOf.get(feature)!)!.value }))
    .sort((a, b) => a.loss - b.loss || b.feature - a.feature)
    .slice(0, count);
}

const upperBound = ({ value, error }: { value: number; error: number }) => value + error;

/** How often each row is meant by these features. */
function countRows(features: Iterable<number>, rowOf: ReadonlyMap<number, number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const feature of features) {
    const row = rowOf.get(feature)!;
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

/** The number of losses to compute in all rounds. */
function workOf(features: number, dropped: (left: number) => number): number {
  let work = 0;
  for (let left = features; left > 0; left -= dropped(left)) work += left;
  return work;
}
