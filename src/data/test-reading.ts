import type { Dataset } from "./dataset.js";
import type { Reading } from "./reading-options.js";

/** How a test file is read so that its features, levels and target are those of the data. */
export function testReading(data: Dataset): Pick<Reading, "features" | "levels" | "target"> {
  return {
    features: data.featureNames,
    ...(data.source.levels && { levels: data.source.levels }),
    ...(data.notices.some(({ code }) => code === "target-guessed") && { target: data.labelName }),
  };
}
