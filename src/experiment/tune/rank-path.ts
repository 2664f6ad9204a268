import type { Dataset } from "../../data/dataset.js";
import { Constraints } from "../../selectors/constraints.js";
import { type PathOptions, path } from "../../selectors/dfs/path.js";
import { dfs } from "../../selectors/dfs.js";
import type { Ranking } from "../rank-features.js";
import type { SelectionPlan, TaskContext } from "../task.js";
import type { OptionSet } from "./tuning-plan.js";

/** Whether a method with these options is a point of a warm-started path. */
export function isPathPoint(method: string, { gamma, solver }: OptionSet): boolean {
  return method === dfs.name && typeof gamma === "number" && gamma > 0 && solver !== "literal";
}

/** Where a point stands on its path. */
export interface PathPlace {
  readonly gamma: number;
  readonly p: number;
}

/** The place that these options name. */
export const pathPlace = ({ gamma, p }: OptionSet): PathPlace => ({
  gamma: gamma as number,
  p: (p as number | null) ?? 1,
});

/** The rankings of all points of the plan's path on this data, each for all ks; they share the time. */
export async function rankAlongPath(
  data: Dataset,
  { options, path: grid, keep, exclude, seed }: SelectionPlan,
  ks: readonly number[],
  { kernels, progress, signal }: TaskContext,
): Promise<Ranking[]> {
  const constraints = new Constraints(data.featureNames, { keep, exclude });
  const { seen } = constraints;
  const part = seen.length < data.features ? data.selectColumns(seen) : data;
  const k = ks[ks.length - 1];
  const { gamma: _gamma, p: _p, elimination: _elimination, scatter, ...rest } = options;
  const started = performance.now();
  const { points } = await path(part, {
    ...(rest as PathOptions),
    ...grid!,
    // As `select` sees it with a given gamma.
    scatter: (scatter as PathOptions["scatter"] | null) ?? "sum",
    seed,
    kernels,
    signal,
    // The signal ends the path; here a refusal to go on would be heard by nobody.
    onProgress: (part) => void progress(part).catch(() => {}),
  });
  const seconds = (performance.now() - started) / 1000 / points.length;
  return points.map(({ gamma, p, order, support }) => {
    const { ranking } = constraints.arrange(
      order.map((place) => seen[place]),
      k,
    );
    return { ks, columns: ranking.slice(0, k), seconds, support, options: { gamma, p } };
  });
}
