// A query of DuckDB to a selection, and the selection back to the database: the result of a query is the data, and the fitted
// model runs as a query, so that new rows never leave the database.
//   npm install @duckdb/node-api; node duckdb-query.mjs [TABLE]
import { DuckDBInstance } from "@duckdb/node-api";
import { Dataset, makeRecipe, select } from "salience";
import { recipeCode } from "salience/report";

const [table = "docs/data/genes.csv"] = process.argv.slice(2);
const database = await (await DuckDBInstance.create(":memory:")).connect();
// Every other sample to learn from, the others to predict. In your case both are tables, joined and filtered as needed.
await database.run(`CREATE TABLE everyone AS FROM read_csv('${table.replaceAll("'", "''")}')`);
await database.run("CREATE VIEW known AS FROM everyone WHERE right(sample, 1)::int % 2 = 0");
await database.run(
  "CREATE VIEW fresh AS SELECT * EXCLUDE (tissue) FROM everyone WHERE right(sample, 1)::int % 2 = 1",
);

const known = await database.runAndReadAll("FROM known ORDER BY sample");
const data = Dataset.fromColumns(known.getColumnsObjectJS(), { target: "tissue", idColumn: "sample" });
const picked = await select(data, { method: "mrmr", k: 4 });
console.log(`of ${data.features} columns of the query: ${picked.features.join(", ")}`);

// The recipe as one query of its own: it fills gaps, scales and predicts, and needs nothing but SQL.
const recipe = await makeRecipe(data, picked, { classifier: "lda" });
const query = recipeCode(recipe, "sql", { table: "fresh" });
await database.run(`CREATE TABLE predicted AS ${query}`);

const agreement = await database.runAndReadAll(`
  SELECT tissue, predicted, count(*)::int AS samples
  FROM (SELECT *, row_number() OVER () AS salience_row FROM fresh) JOIN predicted USING (salience_row) JOIN everyone USING (sample)
  GROUP BY ALL ORDER BY ALL`);
console.table(agreement.getRowObjectsJS());
