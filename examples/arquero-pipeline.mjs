// A pipeline of Arquero: a table is cleaned and extended there, features are selected here, and what was picked is summarised
// there. The table changes hands as Apache Arrow: columns keep their types, and nothing is printed and parsed again.
//   npm install arquero; node examples/arquero-pipeline.mjs
import { readFileSync } from "node:fs";
import { desc, from, fromCSV, op } from "arquero";
import { Dataset, describeSelection, select } from "salience";

const samples = fromCSV(readFileSync(new URL("../docs/data/genes.csv", import.meta.url), "utf8"))
  .filter((row) => op.is_finite(row.age)) // without those whose age is not known
  .derive({ gene05_18: (row) => row.gene05 - row.gene18 }); // of logarithms: a difference is a ratio
console.log(`${samples.numRows()} samples × ${samples.numCols()} columns come from the pipeline`);

// The id names the rows; the batch is no measurement.
const data = Dataset.fromArrow(samples.toArrow(), { target: "tissue", idColumn: "sample", drop: ["batch"] });
const picked = describeSelection(await select(data, { method: "mrmr", k: 6 }), data);

// The result as a table of its own, to be joined, filtered or drawn like any other.
const described = picked.descriptions?.features.filter(({ name }) => picked.features.includes(name)) ?? [];
from(described).select("name", "higher", "effect", "q").orderby(desc("effect")).print();

// Means of the picked columns in every class.
samples
  .groupby("tissue")
  .rollup(Object.fromEntries(picked.features.map((name) => [name, op.mean(name)])))
  .print();
