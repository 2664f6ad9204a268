// Single cells to a panel of marker genes: an AnnData file with a column of cell types goes in, twenty genes that tell the
// types apart come out, with the type that each one marks and an accuracy on cells that the selection has not seen.
//   node examples/marker-panel.mjs cells.h5ad [CELL-TYPES]
import { describeSelection, evaluate, readDataset, select } from "salience/node";

const [file, target] = process.argv.slice(2);
if (!file) throw new Error("name an .h5ad file: node marker-panel.mjs cells.h5ad [the column of cell types]");

// X of this file is scaled already. Counts need { transforms: ["normalize-total", "log1p"] }; layers and raw counts are
// named by values: "layers/counts" or "raw/X". Sparse data stays sparse.
const cells = await readDataset(file, { target });
console.log(`${cells.rows} cells × ${cells.features} genes, ${cells.labels?.classes.length} types`);
for (const { level, text } of cells.notices) console.log(`${level}: ${text}`);

// Types differ in size: with balanced weights a rare one counts as much as a frequent one.
const options = /** @type {const} */ ({ method: "dfs", classWeight: "balanced" });
const panel = describeSelection(await select(cells, { ...options, k: 20 }), cells);

// p and q are of genes that were chosen on the same cells: they describe, they do not test.
const described = new Map(panel.descriptions?.features.map((gene) => [gene.name, gene]));
for (const [place, name] of panel.features.entries()) {
  const { higher, effect } = described.get(name) ?? {};
  console.log(
    `${String(place + 1).padStart(2)}  ${name.padEnd(12)} ${effect?.toFixed(1).padStart(5)}  ${higher}`,
  );
}

const { results } = await evaluate(cells, {
  ...options,
  k: [20],
  folds: 3,
  metric: "balanced-accuracy",
  classifier: "lda",
  sideBySide: false,
});
for (const { k, balancedAccuracy } of results)
  console.log(
    `${k} genes: balanced accuracy ${((balancedAccuracy ?? 0) * 100).toFixed(1)} % on held-out cells`,
  );
