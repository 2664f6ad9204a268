import { basename } from "node:path";
import { type Plan, type PlannedConstraints, parsePlan, readFeatureCosts } from "../../internal.js";
import { fileSource } from "../../node/file-source.js";

/** The plan with the costs of `--costs`; their names are checked against the data when it runs. */
export async function withCosts<P extends Plan & { readonly select: PlannedConstraints }>(
  plan: P,
  file: string | undefined,
): Promise<P> {
  if (file === undefined) return plan;
  const source = await fileSource(file);
  try {
    const costs = Object.fromEntries(await readFeatureCosts(source));
    const priced = { ...plan, select: { ...plan.select, costs, costsFile: basename(file) } };
    parsePlan(priced);
    return priced;
  } finally {
    await source.close();
  }
}
