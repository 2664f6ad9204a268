/** How a set falls into clusters. */
export interface Clustering {
  /** All items, so that similar ones stand together: the leaves of the tree from left to right. */
  readonly order: readonly number[];
  /** The cluster of each item, in the order of `order`, counting from 0. */
  readonly clusters: readonly number[];
  /** The heights at which the tree joined, rising. */
  readonly heights: readonly number[];
}

/** A branch of the tree. */
interface Branch {
  readonly items: readonly number[];
  readonly alive: boolean;
}

/**
 * Hierarchical clustering by average linkage: the two branches with the smallest mean distance join, until one is left.
 * Distances lie row after row and are symmetric. Branches that join above `cut` are different clusters. Of equal distances
 * the first pair joins. Cost: the cube of the number of items.
 */
export function clusterOrder(distances: ArrayLike<number>, count: number, cut: number): Clustering {
  const between = Float64Array.from(distances);
  const branches: Branch[] = Array.from({ length: count }, (_, i) => ({ items: [i], alive: true }));
  const heights: number[] = [];
  let parts: readonly (readonly number[])[] = [];
  for (let joins = 0; joins < count - 1; joins++) {
    let [a, b, least] = [0, 0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < count; i++)
      for (let j = i + 1; branches[i].alive && j < count; j++)
        if (branches[j].alive && between[i * count + j] < least)
          [a, b, least] = [i, j, between[i * count + j]];
    if (least > cut && parts.length === 0) parts = living(branches);
    heights.push(least);
    const [left, right] = [branches[a].items, branches[b].items];
    for (let j = 0; j < count; j++) {
      const mean =
        (left.length * between[a * count + j] + right.length * between[b * count + j]) /
        (left.length + right.length);
      between[a * count + j] = mean;
      between[j * count + a] = mean;
    }
    branches[a] = { items: [...left, ...right], alive: true };
    branches[b] = { items: [], alive: false };
  }
  const order = branches[0]?.items ?? [];
  if (parts.length === 0) parts = living(branches);
  return { order, clusters: numbered(order, parts), heights };
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
