import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { associations, clampCorrelation, numericColumns, unitColumns } from "../evaluation/unit-columns.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import type { Selection } from "../selectors/select.js";
import type { CorrelationSection } from "./report.js";
import { findTwins, type SwapCosts, swapCosts, swapRows } from "./twins.js";
import { percent } from "./words.js";

/** Features whose correlations are shown at most; more cannot be read. */
const mostShown = 60;
/** Up to so many features each have three substitutes measured, beyond one. */
const fewFeatures = 20;
/** Branches that join below this mean correlation are different clusters. */
const sameCluster = 0.5;

/** Correlations of the picked features, ordered by cluster, and what could stand in for each. */
export async function correlationSection(
  data: Dataset,
  selection: Selection,
  kernels: Kernels,
  progress: (fraction: number) => Promise<void>,
): Promise<CorrelationSection> {
  const shown = Math.min(selection.features.length, mostShown);
  const chosen = Array.from(selection.ranking.subarray(0, selection.features.length));
  const columns = chosen.slice(0, shown);
  const values = correlationsOf(data, columns, kernels);
  const distances = values.map((r) => 1 - Math.abs(r));
  const { order, clusters } = clusterOrder(distances, shown, 1 - sameCluster);
  const excluded = new Set(selection.excluded);
  const closed = [
    ...chosen,
    ...Array.from(selection.ranking).filter((j) => excluded.has(data.featureNames[j])),
  ];
  const twins = await findTwins(data, columns, kernels, {
    count: shown <= fewFeatures ? 3 : 1,
    without: closed,
    progress: (part) => progress(0.3 * part),
  });
  const swaps = await swapCosts(data, columns, twins, kernels, {
    seed: selection.seed,
    progress: (part) => progress(0.3 + 0.7 * part),
  });
  return {
    kind: "correlation",
    id: "correlation",
    title: "Correlations of the selected features, and their twins",
    text: textOf(selection.features.length, shown, Math.max(...clusters, 0) + 1, swaps, data),
    names: order.map((place) => data.featureNames[columns[place]]),
    values: order.flatMap((i) => order.map((j) => values[i * shown + j])),
    clusters,
    twins: columns.map((column, place) => ({
      name: data.featureNames[column],
      substitutes: twins[place].map((twin, at) => ({
        name: data.featureNames[twin.column],
        correlation: twin.correlation,
        cost: swaps?.costs[place][at] ?? null,
      })),
    })),
  };
}

/** Row after row. A feature that does not vary correlates with nothing but itself. */
export function correlationsOf(data: Dataset, columns: readonly number[], kernels: Kernels): number[] {
  const count = columns.length;
  const { values, featureOf } = numericColumns(data, columns);
  const products = Matrix.zeros(values.columns, values.columns);
  kernels.syrk(1, unitColumns(values).transposed(), 0, products);
  const sides = { featureOf, features: count };
  return Array.from(associations(products, sides, sides).data, (r, at) =>
    at % (count + 1) === 0 ? 1 : clampCorrelation(r),
  );
}

function textOf(
  picked: number,
  shown: number,
  clusters: number,
  swaps: SwapCosts | null,
  { rows, targets }: Dataset,
): string {
  const isNumber = targets !== null;
  const parts = [
    `Similar features are placed together, in ${plural(clusters, "cluster")} (average linkage on 1 − |r|, joined above a mean |r| of ${sameCluster}).`,
  ];
  if (shown < picked) parts.push(`The first ${shown} of the ${picked} selected features are shown.`);
  parts.push("A twin is the unselected feature that is most similar to a selected one.");
  if (swaps) {
    const sample =
      swaps.rows < rows ? `, on ${swaps.rows} of the ${rows} rows (at most about ${swapRows})` : "";
    parts.push(
      `The cost of swapping is the change in accuracy when the twin replaces the feature and the rest of the selection stays: a linear support vector machine in ${swaps.folds} folds${sample}, where the unchanged selection has ${percent(swaps.accuracy)}. The selection was made on these rows, so use this to compare features, not as an accuracy to expect.`,
    );
  } else
    parts.push(
      isNumber
        ? "The cost of swapping is measured for classes only."
        : "The cost of swapping could not be measured without labels in at least two classes.",
    );
  return parts.join(" ");
}

/** How a set falls into clusters. */
interface Clustering {
  /** All items, so that similar ones stand together: the leaves of the tree from left to right. */
  readonly order: readonly number[];
  /** The cluster of each item, in the order of `order`, counting from 0. */
  readonly clusters: readonly number[];
  /** The heights at which the tree joined, rising. */
  readonly heights: readonly number[];
  /** Which two branches joined each time: leaves are places in `order`, later branches follow in the order they were made. */
  readonly joins: readonly (readonly [number, number])[];
}

/** A branch of the tree. */
interface Branch {
  readonly items: readonly number[];
  readonly alive: boolean;
  /** An item, or the number of items and joins before it. */
  readonly node: number;
}

/**
 * Hierarchical clustering by average linkage: the two branches with the smallest mean distance join, until one is left.
 * Distances lie row after row and are symmetric. Branches that join above `cut` are different clusters. Of equal distances
 * the first pair joins. Cost: the cube of the number of items.
 */
export function clusterOrder(distances: ArrayLike<number>, count: number, cut: number): Clustering {
  const between = Float64Array.from(distances);
  const branches: Branch[] = Array.from({ length: count }, (_, i) => ({
    items: [i],
    alive: true,
    node: i,
  }));
  const heights: number[] = [];
  const joined: [number, number][] = [];
  let parts: readonly (readonly number[])[] = [];
  for (let joins = 0; joins < count - 1; joins++) {
    let [a, b, least] = [0, 0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < count; i++)
      for (let j = i + 1; branches[i].alive && j < count; j++)
        if (branches[j].alive && between[i * count + j] < least)
          [a, b, least] = [i, j, between[i * count + j]];
    if (least > cut && parts.length === 0) parts = living(branches);
    heights.push(least);
    joined.push([branches[a].node, branches[b].node]);
    const [left, right] = [branches[a].items, branches[b].items];
    for (let j = 0; j < count; j++) {
      const mean =
        (left.length * between[a * count + j] + right.length * between[b * count + j]) /
        (left.length + right.length);
      between[a * count + j] = mean;
      between[j * count + a] = mean;
    }
    branches[a] = { items: [...left, ...right], alive: true, node: count + joins };
    branches[b] = { items: [], alive: false, node: -1 };
  }
  const order = branches[0]?.items ?? [];
  if (parts.length === 0) parts = living(branches);
  const placeOf = new Map(order.map((item, place) => [item, place]));
  const joins = joined.map(([a, b]) => [placeOf.get(a) ?? a, placeOf.get(b) ?? b] as const);
  return { order, clusters: numbered(order, parts), heights, joins };
}

const living = (branches: readonly Branch[]) =>
  branches.filter(({ alive }) => alive).map(({ items }) => items);

/** Clusters counted as they come along the order. */
function numbered(order: readonly number[], parts: readonly (readonly number[])[]): number[] {
  const partOf = new Map(parts.flatMap((items, part) => items.map((item) => [item, part])));
  const numberOf = new Map<number, number>();
  return order.map((item) => {
    const part = partOf.get(item)!;
    if (!numberOf.has(part)) numberOf.set(part, numberOf.size);
    return numberOf.get(part)!;
  });
}
