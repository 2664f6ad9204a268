// The whole way in a program: a table is read, a few features are selected, their accuracy is measured on rows that the
// selection has not seen, and three files are written: a report, the selected columns, and a recipe for new samples.
//   node examples/file-to-report.mjs [TABLE TARGET [FOLDER]]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { evaluate, makeRecipe, readDataset, readViewAssets, select, writeDataset } from "salience/node";
import { reportHtml, selectionReport } from "salience/report";

const genes = fileURLToPath(new URL("../docs/data/genes.csv", import.meta.url));
const [table = genes, target = "tissue", folder = "salience-results"] = process.argv.slice(2);

const data = await readDataset(table, { target });
console.log(`${data.rows} rows × ${data.features} features`);
// What was left out, filled or guessed is said here and nowhere else. Show it to whoever owns the data.
for (const { level, text } of data.notices) console.log(`${level}: ${text}`);

const picked = await select(data, { k: 6 });
console.log(`picked: ${picked.features.join(", ")}`);

// The selection is repeated inside every training fold, so the figure is what to expect on new samples.
const evaluation = await evaluate(data, { k: [6] });
const [{ honesty }] = evaluation.results;
const percent = (/** @type {number | null} */ share) =>
  share === null ? "unknown" : `${(100 * share).toFixed(1)} %`;
console.log(`accuracy on held-out rows: ${percent(honesty.nested)}`);
console.log(`the same if features are selected on all rows first, which leaks: ${percent(honesty.paper)}`);

mkdirSync(folder, { recursive: true });
const report = await selectionReport(data, picked, { evaluation });
writeFileSync(join(folder, "report.html"), reportHtml(report, await readViewAssets()));
await writeDataset(join(folder, "selected.csv"), picked.transform(data));
const recipe = await makeRecipe(data, picked, { classifier: "svm" });
writeFileSync(join(folder, "recipe.json"), JSON.stringify(recipe));
console.log(`${folder}: report.html, selected.csv, recipe.json`);
