import { type CountedWork, openingSamples } from "../counted-work.js";
import type { Cost, DataShape } from "../selector.js";
import type { GraphOptions } from "./options.js";

/** A graph of the samples and the scatter of every feature along its edges; in the class graph nobody looks for neighbours. */
export function countGraph(
  work: CountedWork,
  { rows: n, features: d }: DataShape,
  graph: GraphOptions["graph"],
): Cost {
  openingSamples(work, n, d);
  // Distances are computed once for two samples, in blocks of 128.
  if (graph !== "class") work.loops(5 * n * n).product(n, d, Math.min(n, n / 2 + 128));
  return work.cost(8 * (n * d + 128 * Math.min(n, 2048)) + 400 * n);
}
