import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Scored, SelectorContext } from "../selector.js";
import { influenceAt, largestDistance } from "./contributions.js";
import { Distances } from "./distances.js";
import { findNearest, makeNeighbours } from "./nearest.js";
import type { RelieffOptions } from "./options.js";
import { type Rules, rulesOf } from "./rules.js";
import { planSamples, Tally } from "./run.js";
import { powerOfTwoFrom, type ScaledSamples } from "./scaled-samples.js";

/** So many samples are worked on together at most. */
const mostSamples = 128;
/** The part of the work that is finding neighbours, for the progress. */
const finding = 0.6;

/** The rules for targets that are numbers. Refuses options that have no meaning there. */
export function regressionRulesOf(options: RelieffOptions): Rules {
  for (const name of ["compat", "confidence"] as const)
    if (options[name] !== null)
      throw new InputError(
        "options-conflict",
        `${optionName(name)} is about classes, but the target is a number; leave it out`,
        { facts: { option: name, given: options[name] } },
      );
  const rules = rulesOf(options);
  const { neighbours, sigma, distance, scaling } = rules;
  const ranks = sigma === null ? "" : `, neighbours weighted by exp(−(rank/${sigma})²)`;
  return {
    ...rules,
    definition: `RReliefF (Robnik-Šikonja and Kononenko 2003): the nearest ${neighbours} samples by ${distance === "manhattan" ? "Manhattan" : "Euclidean"} distance, ${scaling === "range" ? "features divided by their range" : "features as they are"}${ranks}`,
  };
}

/**
 * RReliefF. With d(i, j) the influence of a neighbour, those of a sample adding up to 1, c the difference of two targets
 * as a part of their range, and N the sum of d·c over all samples and neighbours, the score of a feature is
 * Σ d·c·|difference| / N − Σ d·(1 − c)·|difference| / (m − N): one sum of weighted differences, once N is known.
 */
export async function runRegression(
  kernels: Kernels,
  workspace: Workspace,
  { values, ranges, mixed }: ScaledSamples,
  targets: Float64Array,
  rules: Rules,
  options: RelieffOptions,
  context: SelectorContext,
): Promise<Scored> {
  const { order, total, inOrder } = planSamples(values.rows, options, { ...context, interim: undefined });
  const taken = order.subarray(0, total);
  const near = Math.min(rules.neighbours, values.rows - 1);
  const [rows, weights] = [workspace.matrix(total, near), workspace.matrix(total, near)];
  const most = Math.min(total, mostSamples);
  const gathered = workspace.matrix(most, values.columns);
  const valuesOf = (samples: Int32Array): Matrix => {
    samples.forEach((sample, i) => {
      gathered.data.set(
        values.data.subarray(sample * values.columns, (sample + 1) * values.columns),
        i * values.columns,
      );
    });
    return gathered.block(0, 0, samples.length, values.columns);
  };
  const blocks = Array.from({ length: Math.ceil(total / most) }, (_, at) =>
    taken.subarray(at * most, Math.min(total, (at + 1) * most)),
  );

  const influence = influences(near, rules);
  const range = rangeOf(targets);
  const distances = new Distances(kernels, workspace, values, rules, most, inOrder, mixed);
  const neighbours = makeNeighbours(new Int32Array(values.rows), 1, near);
  const snap = 1.5 * 2 ** 20 * powerOfTwoFrom(largestDistance(ranges, rules));
  let [done, differing] = [0, 0];
  for (const block of blocks) {
    await distances.measure(block, valuesOf(block), (part) =>
      context.progress((finding * (done + part * block.length)) / total),
    );
    block.forEach((sample, i) => {
      findNearest(neighbours, distances.row(i), sample, snap);
      for (let place = 0; place < near; place++) {
        const at = (done + i) * near + place;
        rows.data[at] = neighbours.rows[place];
        weights.data[at] = Math.abs(targets[sample] - targets[neighbours.rows[place]]) / range;
        differing += rounded(influence[place] * weights.data[at], total);
      }
    });
    done += block.length;
  }

  const [unlike, alike] = [
    differing > 0 ? total / differing : 0,
    total > differing ? total / (total - differing) : 0,
  ];
  for (let i = 0, at = 0; i < total; i++)
    for (let place = 0; place < near; place++, at++) {
      const apart = weights.data[at];
      weights.data[at] = influence[place] * (apart * unlike - (1 - apart) * alike);
    }
  const tally = new Tally(
    ranges.map((width) => width * Math.max(unlike, alike)),
    values.rows,
  );
  const out = workspace.matrix(most, values.columns);
  const overFeatures = Matrix.zeros(most, ranges.length);
  for (const block of blocks) {
    const part = (all: Matrix) => all.block(tally.done, 0, block.length, near);
    const result = out.block(0, 0, block.length, values.columns);
    kernels.weightedDifferences(valuesOf(block), values, part(rows), part(weights), result);
    if (mixed) mixed.overFeatures(block, part(rows), part(weights), result, overFeatures);
    tally.add(mixed ? overFeatures : result, block.length);
    await context.progress(finding + ((1 - finding) * tally.done) / total);
  }
  const some = total < values.rows ? `; from ${total} of ${values.rows} samples` : "";
  return { scores: tally.means(), definition: rules.definition + some };
}

/** How much each neighbour counts, nearest first; together 1. */
function influences(near: number, rules: Rules): Float64Array {
  const all = Float64Array.from({ length: near }, (_, place) => influenceAt(place, rules));
  const sum = all.reduce((total, one) => total + one, 0);
  return all.map((one) => one / sum);
}

/** A multiple of a small power of two, so that sums do not depend on the order of the samples. */
function rounded(part: number, samples: number): number {
  const snap = 1.5 * powerOfTwoFrom(samples);
  return part + snap - snap;
}

const rangeOf = (targets: Float64Array): number =>
  targets.reduce((most, target) => Math.max(most, target)) -
  targets.reduce((least, target) => Math.min(least, target));
