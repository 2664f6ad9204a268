import type { Dataset } from "../../data/dataset.js";
import { findLeaks, noticesOfLeaks } from "../../data/leaks.js";
import { blockDataset, type WideColumns } from "../../data/wide/wide-columns.js";
import {
  adjustBenjaminiHochberg,
  type DescribeOptions,
  describeFeatures,
  type FeatureDescription,
  type FeatureDescriptions,
} from "../../evaluation/describe-features.js";
import { Matrix } from "../../numeric/matrix.js";
import { pickedOnly, type Selection, withDescriptions } from "../selection.js";

/** The picked features of a selection from columns that do not fit into memory. */
export interface DescribedPicks {
  /** The selection with the picked features alone in its ranking, and how they differ between the classes. */
  readonly selection: Selection;
  /** The data with only these features, best first, in memory. */
  readonly picked: Dataset;
}

/**
 * One more pass over the columns: the values of the picked features, their direction, effect and p, and q over all features.
 * Columns that give the target away are looked for as in large data in memory, by their names.
 */
export async function describeWide(
  wide: WideColumns,
  selection: Selection,
  options: DescribeOptions = {},
  onProgress: (fraction: number) => void = () => {},
): Promise<DescribedPicks> {
  const { facts } = wide;
  const columns = selection.ranking.subarray(0, selection.features.length);
  const placeOf = new Map(Array.from(columns, (column, place) => [column, place]));
  const values = Matrix.zeros(facts.rows, columns.length);
  const found = new Array<FeatureDescription>(columns.length);
  const p = new Float64Array(facts.features);
  const [copies, confounded]: [string[], string[]] = [[], []];
  let how: Omit<FeatureDescriptions, "features"> | null = null;
  for await (const block of wide.blocks()) {
    const data = blockDataset(wide, block);
    const { features, ...rest } = describeFeatures(data, options);
    how = rest;
    features.forEach((feature, j) => {
      const index = block.start + j;
      p[index] = feature.p;
      const place = placeOf.get(index);
      if (place === undefined) return;
      found[place] = { ...feature, index };
      for (let i = 0; i < facts.rows; i++) values.set(i, place, block.values.get(i, j));
    });
    const leaks = findLeaks(data, true);
    copies.push(...leaks.copies);
    confounded.push(...leaks.confounded);
    onProgress((block.start + data.features) / facts.features);
  }
  const q = adjustBenjaminiHochberg(p);
  const features = found.map((feature) => ({ ...feature, q: q[feature.index] }));
  const notices = noticesOfLeaks({ copies, confounded }, facts.features, facts.targets !== null);
  return {
    selection: withDescriptions(pickedOnly(selection), { ...how!, features }, notices),
    picked: facts.with({ values, featureNames: selection.features }),
  };
}
