/** A feature, or features that are dropped together. */
export interface Unit {
  readonly features: readonly number[];
  /** What its features cost on average. */
  readonly cost: number;
}

/** The features of every block as one unit; what they cost is given by feature, 1 where it is not. */
export function unitsOf(
  features: Int32Array,
  blockOf: (feature: number) => number,
  costs?: ArrayLike<number>,
): Unit[] {
  const members = new Map<number, number[]>();
  for (const feature of features) {
    const block = blockOf(feature);
    const list = members.get(block);
    if (list) list.push(feature);
    else members.set(block, [feature]);
  }
  return Array.from(members.values(), (unit) => ({
    features: unit,
    cost: costs ? unit.reduce((sum, feature) => sum + costs[feature], 0) / unit.length : 1,
  }));
}
