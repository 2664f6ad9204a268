import { InputError } from "../../../core/input-error.js";
import { version } from "../../../version.js";
import type { CodeFeature, CodeInput, CodeMark, CodeProgram } from "../program.js";
import type { Block, Blocks } from "./blocks.js";
import { Graph } from "./graph.js";
import { type OnnxPort, onnxBytes, rowsAxis, type TensorType, tensorTypes } from "./onnx-model.js";
import { onnxSteps, type Refusals } from "./onnx-steps.js";

/** A recipe as a model of ONNX: the bytes of its file, and what it takes and gives. */
export interface RecipeOnnx {
  readonly bytes: Uint8Array;
  /** The columns, by name, each a tensor of as many rows as there are and one column. */
  readonly inputs: readonly { readonly name: string; readonly type: "double" | "string" }[];
  /** The names of what it gives; one that is also the name of a column has `_` at its end. */
  readonly outputs: readonly string[];
}

/** What stands before the name of a selected feature. */
const selectedPrefix = "selected_";

/** The program as a model. Features and classes are added to the metadata. */
export function writeOnnx(program: CodeProgram, metadata: Readonly<Record<string, string>>): RecipeOnnx {
  // Features that are levels of one column are read from it once each.
  const inputs = [...new Map(program.inputs.map((input) => [input.column, inputPort(input)])).values()];
  const columns = inputs.map(({ name }) => name);
  if (columns.includes(""))
    throw new InputError(
      "unusable-data",
      "a column without a name cannot be an input of an ONNX model; name it and select again, or write js, python, r or sql",
    );
  const results = resultsOf(program);
  const outputs: OnnxPort[] = [];
  for (const { name, type, shape, says } of results) {
    let free = name;
    while (columns.includes(free) || outputs.some((other) => other.name === free)) free += "_";
    outputs.push({ name: free, type, shape, says });
  }
  const graph = new Graph([...columns, ...outputs.map(({ name }) => name)]);
  const { blocks, refusals } = onnxSteps(graph, program);
  const refused = refusedRows(graph, blocks, refusals);
  graph.begin("results", "The results; nothing where something speaks against the row.");
  results.forEach(({ make }, at) => {
    graph.rename(make({ graph, blocks, refused }), outputs[at].name);
  });
  const { result } = program;
  const bytes = onnxBytes({
    producer: "salience",
    producerVersion: version,
    says: program.about.join("\n"),
    metadata: {
      ...metadata,
      features: JSON.stringify(program.picked.map(({ name }) => name)),
      ...(result && "classes" in result && { classes: JSON.stringify(result.classes) }),
    },
    inputs,
    outputs,
    ...graph.needed(),
  });
  return {
    bytes,
    inputs: inputs.map(({ name, type }) => ({ name, type })),
    outputs: outputs.map(({ name }) => name),
  };
}

const inputPort = ({ column, levels }: CodeInput) =>
  ({
    name: column,
    type: levels ? "string" : "double",
    shape: [rowsAxis, 1],
    says: levels
      ? `One of ${levels.join(", ")}, spelled as in training; empty where it is missing.`
      : "A number; NaN where it is missing.",
  }) as const;

/** Where results are made. */
interface Made {
  readonly graph: Graph;
  readonly blocks: Blocks;
  readonly refused: RefusedRows;
}

/** A result of the model, and the value that it is. */
type Result = OnnxPort & { readonly make: (made: Made) => string };

const perRow = [rowsAxis] as const;

function resultsOf({ result, picked, filled, unknown }: CodeProgram): Result[] {
  return [
    ...(result === null ? picked.map(selectedResult) : predictedResults(result)),
    {
      name: "problem",
      type: "string",
      shape: perRow,
      says: "Why a row has no result; empty where it has one.",
      make: ({ refused }) => refused.reason,
    },
    countResult("filled", "How many values of the row were missing and are filled.", filled),
    countResult("unknown", "How many levels of the row training did not know.", unknown),
  ];
}

function predictedResults(result: NonNullable<CodeProgram["result"]>): Result[] {
  if ("number" in result)
    return [
      {
        name: "number",
        type: "double",
        shape: perRow,
        says: "The predicted number.",
        make: ({ graph, blocks, refused }) => {
          const numbers = flat(graph, blocks.spread(blocks.numbers([result.number])));
          return graph.node("Where", [refused.flat, graph.doubles([Number.NaN]), numbers]);
        },
      },
    ];
  const { classes, winner, scores, probabilities } = result;
  const perClass = (name: string, says: string, of: typeof scores): Result => ({
    name,
    type: "double",
    shape: [rowsAxis, classes.length],
    says: `${says}, in the order of the classes in the metadata.`,
    make: ({ graph, blocks, refused }) => {
      const numbers = blocks.spread(blocks.numbers(of)).name;
      return graph.node("Where", [refused.column, graph.doubles([Number.NaN]), numbers]);
    },
  });
  return [
    {
      name: "label",
      type: "string",
      shape: perRow,
      says: "The predicted class.",
      make: ({ graph, blocks, refused }) => {
        const place = graph.node("Cast", [flat(graph, blocks.spread(blocks.numbers([winner])))], {
          to: tensorTypes.int64,
        });
        const label = graph.node("Gather", [graph.texts(classes), place], { axis: 0 });
        return graph.node("Where", [refused.flat, graph.texts(""), label]);
      },
    },
    perClass("scores", "The score of every class", scores),
    ...(probabilities ? [perClass("probabilities", "The probability of every class", probabilities)] : []),
  ];
}

/** A selected feature; a level that training did not know stays as it is. */
function selectedResult({ name, value, levels }: CodeFeature): Result {
  const type: TensorType = levels ? "string" : "double";
  return {
    name: `${selectedPrefix}${name}`,
    type,
    shape: [rowsAxis, 1],
    says: `The feature ${name}: complete, and without known influences.`,
    make: ({ graph, blocks, refused }) => {
      const own = blocks.numbers([value]).name;
      if (!levels) return graph.node("Where", [refused.column, graph.doubles([Number.NaN]), own]);
      const none = graph.doubles([0]);
      const isUnknown = graph.node("Less", [own, none]);
      const known = graph.node("Where", [isUnknown, none, own]);
      const place = graph.node("Cast", [known], { to: tensorTypes.int64 });
      const level = graph.node("Gather", [graph.texts(levels), place], { axis: 0 });
      const word = graph.node("Where", [isUnknown, name, level]);
      return graph.node("Where", [refused.column, graph.texts(""), word]);
    },
  };
}

/** How many of the tests hold in each row. */
const countResult = (name: string, says: string, marks: readonly CodeMark[]): Result => ({
  name,
  type: "int64",
  shape: perRow,
  says,
  make: ({ graph, blocks }) => {
    const found =
      marks.length > 0 ? blocks.tests(marks.map(({ test }) => test)) : blocks.spread(blocks.constants([0]));
    return graph.node("ReduceSum", [blocks.cast(found, "int64").name], { axes: [1], keepdims: 0 });
  },
});

/** Which rows have no result, as a list and as a column, and why. */
interface RefusedRows {
  readonly flat: string;
  readonly column: string;
  readonly reason: string;
}

function refusedRows(graph: Graph, blocks: Blocks, refusals: readonly Refusals[]): RefusedRows {
  graph.begin("problems", "The first thing that speaks against each row.");
  const tests = blocks.cast(blocks.join(refusals.map((own) => own.tests)), "double").name;
  const most = graph.node("ReduceMax", [tests], { axes: [1], keepdims: 1 });
  const column = graph.node("Greater", [most, graph.doubles([0])]);
  const isRefused = flat(graph, { name: column });
  const messages = graph.texts(refusals.flatMap((own) => own.messages));
  const first = graph.node("ArgMax", [tests], { axis: 1, keepdims: 0 });
  const message = graph.node("Gather", [messages, first], { axis: 0 });
  const reason = graph.node("Where", [isRefused, message, graph.texts("")]);
  return { flat: isRefused, column, reason };
}

/** A single column as a list. */
const flat = (graph: Graph, { name }: Pick<Block, "name">) =>
  graph.node("Reshape", [name, graph.integers([-1], [1])]);
