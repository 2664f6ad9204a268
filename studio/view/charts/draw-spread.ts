import type { DistributionsSection } from "../../../src/report/report.js";
import { classBoxes } from "./class-boxes.js";
import { classLevels } from "./class-levels.js";

/** How a feature is spread in each class: boxes for numbers, shares of the levels for a category. */
export function drawSpread(
  classes: readonly string[],
  feature: DistributionsSection["features"][number],
  width: number,
): SVGSVGElement {
  return "levels" in feature ? classLevels(classes, feature, width) : classBoxes(classes, feature, width);
}
