import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { columnsOfFeatures, widthsOf } from "../parts.js";
import { openSamples, type Samples, standardise } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import { KernelMatrix } from "./kernel-matrix.js";
import type { PairWeights } from "./label-kernel.js";
import { LeaveOneOut, type Loss } from "./leave-one-out.js";

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
    const features = openFeatures(kernels, workspace, data, elimination.standardize, context.parts);
    const kernel = new KernelMatrix(kernels, workspace, features.values, data.labels!.codes, weights);
    const leaveOneOut = new LeaveOneOut(kernels, workspace, features.values);
    const scores = new Float64Array(data.features);
    const worstFirst: number[] = [];
    for await (const { unit, loss } of rounds(kernel, leaveOneOut, features, elimination, context))
      for (const column of unit.columns.slice().reverse()) {
        scores[column] = loss;
        worstFirst.push(column);
      }
    const listed = new Set(worstFirst);
    const constant = Array.from(scores.keys()).filter((column) => !listed.has(column));
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

/** What is dropped as one: a column of the data, or all columns of a category. */
interface Unit {
  readonly columns: readonly number[];
  /** Their rows in the matrix of features; copies share them. */
  readonly rows: readonly number[];
}

/** Data for the elimination: one row per column of the data that is neither constant nor a copy of an earlier one. */
interface Features {
  readonly values: Matrix;
  /** Variances of the rows (of n − 1). */
  readonly variances: Float64Array;
  /** Everything that is not constant. */
  readonly units: readonly Unit[];
}

function openFeatures(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  standardize: boolean,
  parts: Int32Array | undefined,
): Features {
  const scratch = kernels.workspace();
  try {
    const samples = openSamples(kernels, scratch, data, { standardize, parts });
    const { rows, columns } = samples.values;
    const values = workspace.matrix(columns, rows);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) values.data[j * rows + i] = samples.values.data[i * columns + j];
    const variances = samples.variances.map((variance) => (standardize ? 1 : (variance * rows) / (rows - 1)));
    // The columns of a category together count as much as one.
    const widths = widthsOf(data.features, parts);
    samples.columns.forEach((column, j) => {
      if (widths[column] === 1) return;
      variances[j] /= widths[column];
      for (let at = j * rows; at < (j + 1) * rows; at++) values.data[at] /= Math.sqrt(widths[column]);
    });
    if (!variances.every(Number.isFinite))
      throw new InputError("unusable-data", "squares of the values are not finite", {
        remedies: [standardise],
      });
    return { values, variances, units: unitsOf(samples, parts) };
  } finally {
    scratch.release();
  }
}

function unitsOf({ columns, copies }: Samples, parts: Int32Array | undefined): readonly Unit[] {
  const rowOf = new Map(Array.from(columns, (column, row) => [column, row]));
  for (const [copy, original] of copies) {
    const row = rowOf.get(original);
    if (row !== undefined) rowOf.set(copy, row);
  }
  const there = Array.from(rowOf.keys()).sort((a, b) => a - b);
  const together = parts ? columnsOfFeatures(parts) : there.map((column) => [column]);
  return together
    .filter(([column]) => rowOf.has(column))
    .map((own) => ({ columns: own, rows: own.map((column) => rowOf.get(column)!) }));
}

/** What is dropped, with what HSIC lost without it in that round. */
interface Drop {
  readonly unit: Unit;
  readonly loss: number;
}

/** Everything that is not constant, worst first. */
async function* rounds(
  kernel: KernelMatrix,
  leaveOneOut: LeaveOneOut,
  { variances, units }: Features,
  { fixedScale, dropped }: Elimination,
  { progress }: SelectorContext,
): AsyncGenerator<Drop> {
  let left = units;
  const work = workOf(left.length, dropped);
  let workDone = 0;
  let spreadAtStart = Number.POSITIVE_INFINITY;
  while (left.length > 0) {
    const report = (part: number) => progress((workDone + part * left.length) / work);
    const counts = countRows(left);
    let spread = 0;
    for (const [row, times] of counts) spread += times * variances[row];
    // Updates leave rounding behind that is small beside what the distances were, not beside what they have become.
    if (spread < spreadAtStart / 4) {
      await kernel.setFeatures(counts, () => report(0));
      spreadAtStart = spread;
    }
    const s = fixedScale ?? left.length / (2 * spread * Math.max(1, left.length - 1));
    await kernel.fill(s, () => report(0));
    const gone = await findWorst(kernel, leaveOneOut, s, left, dropped(left.length), report);
    yield* gone;
    workDone += left.length;
    const names = new Set(gone.map(({ unit }) => unit));
    left = left.filter((unit) => !names.has(unit));
    await kernel.removeFeatures(countRows(names), () => progress(workDone / work));
  }
}

/** So many units with the smallest losses, smallest first, later ones first among equals. */
async function findWorst(
  kernel: KernelMatrix,
  leaveOneOut: LeaveOneOut,
  s: number,
  left: readonly Unit[],
  count: number,
  report: (part: number) => Promise<void>,
): Promise<Drop[]> {
  const singles = left.filter(({ rows }) => rows.length === 1);
  const rows = [...countRows(singles).keys()];
  const found = await leaveOneOut.losses(kernel, s, rows, "coarse", (done) =>
    report((0.8 * done) / rows.length),
  );
  const lossOfRow = new Map(rows.map((row, at) => [row, found[at]]));
  const lossOfBlock = new Map<Unit, Loss>();
  for (const unit of left)
    if (unit.rows.length > 1) {
      const value = await kernel.lossWithout(unit.rows, s, () => report(0.8));
      lossOfBlock.set(unit, { value, error: 0, isFine: true });
    }
  const lossOf = (unit: Unit) => lossOfBlock.get(unit) ?? lossOfRow.get(unit.rows[0])!;
  // Whatever may be below the last upper bound that counts is a candidate; only these need exact losses.
  const bounds = left.map((unit) => upperBound(lossOf(unit))).sort((a, b) => a - b);
  const cut = bounds[count - 1];
  const candidates = left.filter((unit) => !(lossOf(unit).value - lossOf(unit).error > cut));
  const rough = [...new Set(candidates.filter((unit) => !lossOf(unit).isFine).map(({ rows: [row] }) => row))];
  const exact = await leaveOneOut.losses(kernel, s, rough, "fine", (done) =>
    report(0.8 + (0.2 * done) / rough.length),
  );
  rough.forEach((row, at) => {
    lossOfRow.set(row, exact[at]);
  });
  return candidates
    .map((unit) => ({ unit, loss: lossOf(unit).value }))
    .sort((a, b) => a.loss - b.loss || b.unit.columns[0] - a.unit.columns[0])
    .slice(0, count);
}

const upperBound = ({ value, error }: { value: number; error: number }) => value + error;

/** How often each row is meant by these units. */
function countRows(units: Iterable<Unit>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { rows } of units) for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

/** The number of losses to compute in all rounds. */
function workOf(features: number, dropped: (left: number) => number): number {
  let work = 0;
  for (let left = features; left > 0; left -= dropped(left)) work += left;
  return work;
}
