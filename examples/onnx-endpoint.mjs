// An HTTP endpoint that predicts with a model of ONNX, without Salience: rows in, classes and probabilities out.
//   salience select docs/data/genes.csv --target tissue --k 4 --classifier lda --save recipe.json
//   salience export recipe.json --out model.onnx
//   npm install onnxruntime-node; node onnx-endpoint.mjs model.onnx
//   curl --json '[{ "gene05": 8.2, "gene18": 5, "gene66": 7.1, "gene59": null }]' http://127.0.0.1:8080/predict
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { InferenceSession, Tensor } from "onnxruntime-node";

const [model = "model.onnx", port = "8080"] = process.argv.slice(2);
const mostRows = 1000;
const mostBytes = 1_000_000;

const session = await InferenceSession.create(model);

/** A mistake in what was sent. */
class Refused extends Error {}

/** A column of the rows as the model takes it: numbers, NaN for a missing one; or texts, empty for a missing one. */
function column(rows, name, isText) {
  const cells = rows.map((row) => {
    if (!Object.hasOwn(row, name)) throw new Refused(`every row needs "${name}"; null where it is missing`);
    const cell = row[name];
    if (cell !== null && typeof cell !== (isText ? "string" : "number"))
      throw new Refused(`"${name}" must be a ${isText ? "text" : "number"}, not ${JSON.stringify(cell)}`);
    return cell;
  });
  const shape = [rows.length, 1];
  return isText
    ? new Tensor(
        "string",
        cells.map((cell) => String(cell ?? "")),
        shape,
      )
    : new Tensor(
        "float64",
        Float64Array.from(cells, (cell) => Number(cell ?? Number.NaN)),
        shape,
      );
}

/** One answer for each row. */
async function predict(rows) {
  const isRow = (row) => typeof row === "object" && row !== null;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > mostRows || !rows.every(isRow))
    throw new Refused(`a list of 1 to ${mostRows} objects is needed, with the values by column`);
  const inputs = session.inputMetadata.map(({ name, type }) => [name, column(rows, name, type === "string")]);
  const { label, probabilities, problem, filled, unknown } = await session.run(Object.fromEntries(inputs));
  return rows.map((_, i) => {
    // A row that cannot be predicted says why; the others do not suffer.
    if (problem.data[i] !== "") return { problem: problem.data[i] };
    const width = probabilities?.dims[1] ?? 0;
    return {
      label: label.data[i],
      probabilities: Array.from(probabilities?.data.slice(i * width, (i + 1) * width) ?? []),
      filled: Number(filled.data[i]),
      unknown: Number(unknown.data[i]),
    };
  });
}

const server = createServer(async (request, response) => {
  const answer = (status, said) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  if (request.method !== "POST" || request.url !== "/predict")
    return answer(404, { error: "POST rows to /predict" });
  if (!(Number(request.headers["content-length"]) <= mostBytes))
    return answer(413, { error: `a body of at most ${mostBytes} bytes is needed, and its length` });
  try {
    answer(200, await predict(await json(request)));
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) answer(422, { error: error.message });
    else answer(500, { error: "internal error" });
  }
});
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}/predict`);
});
