import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { applyScaling, fitScaling } from "../../src/experiment/scaling.js";
import { standardizeMoments } from "../../src/experiment/streamed/standardize-moments.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { gatherMoments } from "../../src/models/gather-moments.js";
import { type Moments, momentsOf } from "../../src/models/moments.js";
import { encodeForSelection, fillMissing, fitPreparation } from "../../src/models/preparation.js";
import { Random } from "../../src/numeric/random.js";
import { upTo } from "../../src/numeric/up-to.js";
import { expectClose } from "../support/expect-close.js";

/** Columns of very different units, one far from zero, one that stands still; with gaps and a category where asked for. */
function tableText(gaps: boolean, category: boolean): string {
  const random = new Random(2);
  const lines = [["a", "b", "c", "still", ...(category ? ["colour"] : []), "class"].join()];
  for (let i = 0; i < 900; i++) {
    const code = random.integer(3);
    const numbers = [code + random.normal(), 1e6 + random.normal(), 1e-5 * (random.normal() - code)].map(
      String,
    );
    // Gaps where values are high: then the mean of what is known is not that of what was filled.
    if (gaps) for (const j of [0, 2]) if (Number(numbers[j]) > 0 && random.integer(3) === 0) numbers[j] = "";
    lines.push(
      [...numbers, "4", ...(category ? [["x", "y", "z"][random.integer(3)]] : []), `k${code}`].join(),
    );
  }
  return `${lines.join("\n")}\n`;
}

describe("moments of standardised values are those of the data that was standardised", () => {
  test.each([
    ["numbers", false, false],
    ["numbers with gaps", true, false],
    ["numbers with gaps and a category", true, true],
  ])("%s", async (_, gaps, category) => {
    const text = tableText(gaps, category);
    const data = await parseDataset(text, { name: "t.csv" });
    const all = upTo(data.rows);
    const scaled = applyScaling(data, fitScaling(data, all));
    const preparation = fitPreparation(scaled, all);
    const encoded = encodeForSelection(fillMissing(scaled, preparation), preparation).data;
    const kernels = await createKernels({ kernels: "reference" });
    const expected = momentsOf(encoded, kernels);
    const source = await RowSource.open(bytesSource(new TextEncoder().encode(text), "t.csv"), {});
    const { moments } = standardizeMoments(await gatherMoments(source, kernels, { scatter: true }));
    const close = { relative: 1e-9, absolute: 1e-9 };
    expect(moments.featureNames).toEqual(encoded.featureNames);
    expectClose(moments.means.data, expected.means.data, close);
    expectClose(moments.spreads.data, expected.spreads.data, close);
    expectClose((moments as Moments).within.data, expected.within.data, close);
    await kernels.dispose();
  });
});
