import {
  type CodeNeed,
  type CodeProgram,
  compare,
  constant,
  type NearestPlaces,
  type Test,
} from "../program.js";
import { missingLevels } from "../syntax.js";
import { type Block, Blocks } from "./blocks.js";
import type { Graph } from "./graph.js";
import { tensorTypes } from "./onnx-model.js";

/** Tests that speak against a row, one a column, and what is said then. */
export interface Refusals {
  readonly tests: Block;
  readonly messages: readonly string[];
}

/** The steps of a program in a graph. */
export interface OnnxSteps {
  readonly blocks: Blocks;
  /** Everything that can speak against a row, in the order of the steps. */
  readonly refusals: readonly Refusals[];
}

/** Spells the columns and all steps. */
export function onnxSteps(graph: Graph, { inputs, steps }: CodeProgram): OnnxSteps {
  graph.begin(
    "given",
    "The columns; a category is the place of its level, -1 where training did not know it.",
  );
  const raw = inputs.map(({ column, levels }) => (levels ? placeOf(graph, column, levels) : column));
  const [none, nothing] = [graph.doubles([0]), graph.doubles([Number.NaN])];
  const blocks = new Blocks(graph, graph.node("Where", [graph.node("IsNaN", [raw[0]]), none, none]));
  const given = blocks.join(raw.map((name) => ({ name, columns: 1, isConstant: false })));
  const largest = graph.doubles([Number.MAX_VALUE]);
  const isEndless = graph.node("Greater", [blocks.each("Abs", given).name, largest]);
  // What is endless becomes missing, so that all that follows is finite.
  blocks.keep("given", { ...given, name: graph.node("Where", [isEndless, nothing, given.name]) });
  const refusals: Refusals[] = [
    {
      tests: { ...given, name: isEndless },
      messages: inputs.map(({ column }) => `"${column}" is not a finite number`),
    },
  ];
  for (const step of steps) {
    graph.begin(step.name, step.says);
    const { needs = [] } = step;
    if (needs.length > 0)
      refusals.push({
        tests: blocks.tests(needs.map(isNotMet)),
        messages: needs.map(({ message }) => message),
      });
    if ("nearest" in step) blocks.keep(step.name, nearest(graph, blocks, step.nearest));
    else if (step.cells.length > 0) blocks.keep(step.name, blocks.numbers(step.cells));
  }
  return { blocks, refusals };
}

function isNotMet({ of, least, orEqual }: CodeNeed): Test {
  const isBelow = compare("<", of, constant(least));
  return orEqual ? isBelow : { op: "or", left: isBelow, right: compare("=", of, constant(least)) };
}

function nearest(graph: Graph, blocks: Blocks, { step, count }: NearestPlaces): Block {
  const cells = blocks.step(step);
  // A row more, which is taken away again: ONNX Runtime 1.30 ends the process where TopK gets no rows.
  const more = graph.doubles(new Array(cells.columns).fill(0), [1, cells.columns]);
  const inputs = [graph.node("Concat", [more, cells.name], { axis: 0 }), graph.integers([count], [1])];
  // Of equal distances the first comes first.
  const found = graph.second("TopK", inputs, { axis: 1, largest: 0, sorted: 1 });
  const [one, end, rows] = [[1], [Number.MAX_SAFE_INTEGER], [0]].map((own) => graph.integers(own, [1]));
  const name = graph.node("Slice", [found, one, end, rows]);
  return blocks.cast({ name, columns: count, isConstant: false }, "double");
}

/** A level as its place, -1 where training did not know it, NaN where it is missing. */
function placeOf(graph: Graph, column: string, levels: readonly string[]): string {
  const missing = missingSpellings.filter((word) => !levels.includes(word));
  const place = graph.node("LabelEncoder", [column], {
    keys_strings: [...levels, ...missing],
    values_int64s: [...levels.keys(), ...missing.map(() => levels.length)],
    default_int64: -1,
  });
  const isMissing = graph.node("Equal", [place, graph.integers([levels.length])]);
  const number = graph.node("Cast", [place], { to: tensorTypes.double });
  return graph.node("Where", [isMissing, graph.doubles([Number.NaN]), number]);
}

/** Words for a missing level with small and capital letters in every mixture: no operator makes the letters of a column small. */
const missingSpellings = missingLevels.flatMap((word) =>
  [...word].reduce(
    (begun, letter) => {
      const letters = new Set([letter, letter.toUpperCase()]);
      return begun.flatMap((start) => [...letters].map((next) => start + next));
    },
    [""],
  ),
);
