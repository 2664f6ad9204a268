import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { selectors } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";

const kernels = await createKernels({ kernels: "wasm", threads: 1 });

/** Where the mostly missing features stand. */
const sparse = [0, 1, 2];
const features = 12;
const rows = 100;

/**
 * Features 3 to 6 differ between the classes, the others are noise; of the first three, which are noise too, two values of
 * each hundred are known. By chance these may well be far apart in different classes.
 */
function table(seed: number, missing: "impute" | "knn"): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => String(i % 2));
  const values = Matrix.fromRows(
    labels.map((label) =>
      Array.from(
        { length: features },
        (_, j) => random.normal() + (j >= 3 && j < 7 ? 1.5 * Number(label) : 0),
      ),
    ),
  );
  for (const j of sparse) {
    const known = [
      2 * Math.floor((rows / 2) * random.uniform()),
      2 * Math.floor((rows / 2) * random.uniform()) + 1,
    ];
    for (let i = 0; i < rows; i++) if (!known.includes(i)) values.set(i, j, Number.NaN);
  }
  return new Dataset({ values, labels, missing });
}

describe.each(["impute", "knn"] as const)(
  "a feature that is 98 %% missing does not rise because of it (%s)",
  (missing) => {
    test.each(Object.keys(selectors))("%s", async (method) => {
      let picked = 0;
      let places = 0;
      const draws = 5;
      for (let seed = 1; seed <= draws; seed++) {
        const { ranking } = await selectWith(table(seed, missing), { method, k: 4, kernels });
        const rank = Array.from(ranking);
        for (const j of sparse) {
          if (rank.indexOf(j) < 4) picked++;
          places += rank.indexOf(j);
        }
      }
      // Never before what is real, nor at the head of the noise.
      expect(picked).toBe(0);
      expect(places / draws / sparse.length).toBeGreaterThan(5);
    });
  },
);
