import type { Dataset } from "../data/dataset.js";
import type { StabilitySelection } from "../experiment/stability-selection.js";
import { version } from "../version.js";
import { dataJson } from "./data-json.js";

/** The form `salience/stability@1`. */
export function stabilityJson(data: Dataset, result: StabilitySelection, seconds: number): object {
  const { method, options, k, seed, ...rest } = result;
  return {
    schema: "salience/stability@1",
    method,
    options: { ...options, k, seed },
    data: dataJson(data),
    ...rest,
    seconds,
    version,
  };
}
