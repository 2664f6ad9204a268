import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

/** The levels of a category: `level 0`, `level 1`, … */
export const levelsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, level) => `level ${level}`);

/**
 * Two classes; a number (`marker`) and a category of three levels (`genotype`) that differ between them, a category of
 * noise with many levels (`street`), numbers of noise; a part of all values is missing.
 */
export function mixedTable(
  seed: number,
  { rows = 90, noiseLevels = 6, noise = 4, gaps = 0.1 } = {},
): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => (i % 2 ? "sick" : "well"));
  const gap = (value: number) => (random.uniform() < gaps ? Number.NaN : value);
  const values = labels.map((label) => {
    const shift = label === "sick" ? 1 : 0;
    const draw = random.uniform();
    return [
      gap(random.normal() + 1.5 * shift),
      gap(draw < 0.7 ? shift : draw < 0.85 ? 2 : 1 - shift),
      gap(Math.floor(noiseLevels * random.uniform())),
      ...Array.from({ length: noise }, () => gap(random.normal())),
    ];
  });
  return new Dataset({
    values: Matrix.fromRows(values),
    labels,
    featureNames: ["marker", "genotype", "street", ...Array.from({ length: noise }, (_, j) => `noise ${j}`)],
    categories: [null, levelsOf(3), levelsOf(noiseLevels), ...new Array<null>(noise).fill(null)],
  });
}
