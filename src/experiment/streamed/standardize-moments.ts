import type { GatheredMoments } from "../../models/gather-moments.js";
import type { Moments } from "../../models/moments.js";
import { overallMeans } from "../../selectors/feature-scatter.js";

/**
 * What the moments of the rows become when every number is standardised, as experiments do before a method sees it: by the mean
 * and the deviation of its values, those that were filled in left out. The columns of categories stay as they are. The scatter is
 * changed in place, since it may be too large to be there twice.
 */
export function standardizeMoments(gathered: GatheredMoments): GatheredMoments {
  const { moments, featureOf, categories, missing, fills } = gathered;
  const { counts } = moments;
  const [means, spreads] = [moments.means.copy(), moments.spreads.copy()];
  const { rows: classes, columns } = means;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const overall = overallMeans(counts, means);
  const deviations = new Float64Array(columns).fill(1);
  for (let j = 0; j < columns; j++) {
    const feature = featureOf ? featureOf[j] : j;
    if (categories?.[feature]) continue;
    let squares = 0;
    for (let code = 0; code < classes; code++) {
      const apart = means.get(code, j) - overall[j];
      squares += spreads.get(code, j) + counts[code] * apart * apart;
    }
    const known = knownOf({ rows, mean: overall[j], squares }, missing[feature], fills[feature]);
    const deviation = Math.sqrt(known.squares / (known.rows - 1));
    // A column that does not vary keeps its unit, as in memory.
    if (deviation > 0 && Number.isFinite(deviation)) deviations[j] = deviation;
    for (let code = 0; code < classes; code++) {
      means.set(code, j, (means.get(code, j) - known.mean) / deviations[j]);
      spreads.set(code, j, spreads.get(code, j) / deviations[j] / deviations[j]);
    }
  }
  const within = (moments as Moments).within?.data ?? [];
  for (let i = 0, at = 0; at < within.length; i++)
    for (let j = 0; j < columns; j++, at++) within[at] = within[at] / deviations[i] / deviations[j];
  return { ...gathered, moments: { ...moments, means, spreads } };
}

/** Values of a column: how many, their mean, and the sum of squared differences to it. */
interface Summed {
  readonly rows: number;
  readonly mean: number;
  readonly squares: number;
}

/** The same without so many values that were all filled in with one number. */
function knownOf(all: Summed, filled: number, fill: number): Summed {
  if (filled === 0) return all;
  const rows = all.rows - filled;
  const mean = all.mean + (filled / rows) * (all.mean - fill);
  const [moved, apart] = [mean - all.mean, fill - all.mean];
  return { rows, mean, squares: all.squares - rows * moved * moved - filled * apart * apart };
}
