import { type Notice, notice } from "../core/notice.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import type { Dataset } from "../data/dataset.js";
import type { RunOptions } from "../selectors/run-context.js";
import { fingerprint } from "./fingerprint.js";
import { presentClasses } from "./make-recipe.js";
import type { Recipe } from "./recipe.js";

/**
 * Whether data is what a recipe was made from: a notice where names, labels or values differ, null where all are the same. To
 * be asked before a recipe is repeated; it takes no longer than hashing the data, which is done once.
 */
export async function checkData(
  { data: before, features }: Pick<Recipe, "data" | "features">,
  data: Dataset,
  { onProgress, signal }: Pick<RunOptions, "onProgress" | "signal"> = {},
): Promise<Notice | null> {
  const parts: string[] = [];
  if (data.rows !== before.rows) parts.push(`${data.rows} rows instead of ${before.rows}`);
  if (data.features !== before.features)
    parts.push(`${data.features} features instead of ${before.features}`);
  if (JSON.stringify(presentClasses(data)) !== JSON.stringify(before.classes))
    parts.push("other classes or class sizes");
  if (parts.length === 0) {
    const progress = new ProgressReporter(onProgress, signal);
    const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
    const picked = features.map(({ name }) => placeOf.get(name) ?? -1);
    const hashed = before.hashed === undefined || picked.includes(-1) ? data : data.selectColumns(picked);
    if ((await fingerprint(hashed, (part) => progress.report(part))) === before.sha256) return null;
    parts.push("the same shape and classes, but other names, values or order");
  }
  return notice("warning", "data-mismatch", `the data differs from that of the recipe: ${parts.join(", ")}`);
}
