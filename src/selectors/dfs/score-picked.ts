import { unitsOf } from "../recursion/units.js";
import type { Problem } from "./fit.js";
import { lossesAlong } from "./losses.js";
import type { Blocks } from "./penalty.js";
import type { TargetResult } from "./target-k.js";

/** More features than this are not scored by what the criterion loses without each. */
const mostScored = 500;

/**
 * Scores a picked feature by the part of the criterion that is lost when the list ends before it: without it and the picked
 * ones behind it, the others refitted. The first scores 1, the last what is lost without it alone. Features that went earlier
 * score their share when they went, but never more than the last one picked.
 */
export function scoreByLosses(
  problem: Problem,
  picked: Int32Array,
  { order, scores, alpha }: TargetResult,
  blocks: Blocks | undefined,
): { scores: Float64Array; definition: string } {
  if (picked.length > mostScored) return { scores, definition: shareText };
  const placeOf = new Map(Array.from(picked, (row, place) => [row, place]));
  const units = unitsOf(order.slice(0, picked.length).reverse(), (row) => blocks?.of[row] ?? row);
  const places = units.map(({ features }) => features.map((row) => placeOf.get(row)!));
  const losses = lossesAlong(problem, alpha, places);
  const result = scores.map((share) => Math.min(share, losses[0]));
  let lost = 0;
  units.forEach(({ features }, at) => {
    lost += losses[at];
    for (const row of features) result[row] = lost;
  });
  return { scores: result, definition: lossText };
}

const lossText =
  "score: the part of the discriminant criterion that is lost when the list ends before the feature";
const shareText = "score: the feature's share of the criteria in the round that dropped it";
