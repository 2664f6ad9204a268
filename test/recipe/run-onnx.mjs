// Runs models in ONNX Runtime, apart from the tests: what a binary does wrong ends only this process.
//   node run-onnx.mjs FOLDER < [{ "model": FILE, "rows": [{ "age": 61, "site": null }, …] }, …]
// FOLDER has onnxruntime-node in its node_modules. Prints for each model what it gives, row by row; numbers that JSON does not have are
// words.
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const { InferenceSession, Tensor } = createRequire(join(process.argv[2], "file.js"))("onnxruntime-node");

/** @type {{ model: string, rows: Record<string, string | number | null>[] }[]} */
const jobs = JSON.parse(await text(process.stdin));
const answers = [];
for (const { model, rows } of jobs) {
  // Warnings would be printed; errors are thrown.
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const feeds = Object.fromEntries(
    session.inputMetadata.map((/** @type {{ name: string, type: string }} */ { name, type }) => {
      const given = rows.map((row) => row[name]);
      const tensor =
        type === "string"
          ? new Tensor(
              "string",
              given.map((cell) => cell ?? ""),
              [rows.length, 1],
            )
          : new Tensor(
              "float64",
              Float64Array.from(given, (cell) => Number(cell ?? Number.NaN)),
              [rows.length, 1],
            );
      return [name, tensor];
    }),
  );
  /** @type {Record<string, { data: Iterable<string | number | bigint>, dims: number[] }>} */
  const results = await session.run(feeds);
  const outputs = Object.fromEntries(
    Object.entries(results).map(([name, { data, dims }]) => {
      const width = dims.length > 1 ? dims[1] : null;
      const safe = Array.from(data, (cell) =>
        typeof cell === "bigint" ? Number(cell) : Number.isFinite(cell) ? cell : String(cell),
      );
      return [name, width === null ? safe : rows.map((_, i) => safe.slice(i * width, (i + 1) * width))];
    }),
  );
  answers.push(outputs);
}
process.stdout.write(JSON.stringify(answers));
