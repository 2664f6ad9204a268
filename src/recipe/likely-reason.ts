import { type TransformName, transformNames } from "../data/transforms.js";
import { exp, log, log1p, log2, log10, pow } from "../numeric/math.js";
import type { JudgedFeature } from "./check-scale.js";

/** A change that may have been made to one of two files only. */
interface Change {
  readonly name: string;
  readonly kind: "log" | "undo" | "unit";
  apply(x: number): number;
}

const changes: readonly Change[] = [
  { name: "log1p", kind: "log", apply: log1p },
  { name: "log2", kind: "log", apply: log2 },
  { name: "log10", kind: "log", apply: log10 },
  { name: "log", kind: "log", apply: log },
  { name: "log2(1 + x)", kind: "log", apply: (x) => log2(1 + x) },
  { name: "log10(1 + x)", kind: "log", apply: (x) => log10(1 + x) },
  { name: "log1p", kind: "undo", apply: (x) => exp(x) - 1 },
  { name: "log2", kind: "undo", apply: (x) => pow(2, x) },
  { name: "log10", kind: "undo", apply: (x) => pow(10, x) },
  { name: "log", kind: "undo", apply: exp },
  { name: "log2(1 + x)", kind: "undo", apply: (x) => pow(2, x) - 1 },
  ...[10, 100, 255, 1000, 1e4, 1e5, 1e6].flatMap((factor): Change[] => [
    { name: `divided by ${factor}`, kind: "unit", apply: (x) => x / factor },
    { name: `multiplied by ${factor}`, kind: "unit", apply: (x) => x * factor },
  ]),
];

/** How far from the training mean, in deviations, values may typically lie after the right change. */
const nearEnough = 1.5;

/**
 * Why values are off: the change that brings them nearest to the training data, in words; null where none brings them near.
 * Nearness is the median over the features of the distance between means, in training deviations.
 */
export function likelyReason(
  judged: readonly JudgedFeature[],
  transforms: readonly TransformName[],
): string | null {
  const tried = changes.map((change) => ({ change, distance: distanceAfter(change, judged) }));
  const best = tried.reduce((a, b) => (b.distance < a.distance ? b : a));
  if (!(best.distance <= nearEnough)) return null;
  const { name, kind } = best.change;
  if (kind === "unit") return `they would fit ${name}: are they in other units?`;
  if (kind === "undo" && transforms.length > 0)
    return `they would fit with ${name} undone: the recipe applies ${transforms.join(" and ")} itself, so give values without it`;
  if (kind === "undo")
    return `they would fit with ${name} undone: these look like logarithms where the training data had plain values`;
  const isTransform = (transformNames as readonly string[]).includes(name);
  return `they would fit after ${name}: these look like plain values or raw counts where the training data had logarithms${isTransform ? ` (--transform ${name})` : ""}`;
}

/** Infinite where the change cannot be made. */
function distanceAfter({ apply }: Change, judged: readonly JudgedFeature[]): number {
  const distances: number[] = [];
  for (const { feature, values } of judged) {
    const mean = values.reduce((sum, x) => sum + apply(x) / values.length, 0);
    if (!Number.isFinite(mean)) return Number.POSITIVE_INFINITY;
    if (feature.sd > 0) distances.push(Math.abs(mean - feature.mean) / feature.sd);
  }
  const sorted = Float64Array.from(distances).sort();
  return sorted.length === 0 ? Number.POSITIVE_INFINITY : sorted[sorted.length >> 1];
}
