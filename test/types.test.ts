import { expect, test } from "vitest";
import {
  type CompareOptions,
  compare,
  type Dataset,
  type EvaluateOptions,
  evaluate,
  type SelectOptions,
  select,
  stabilitySelection,
  type TuneOptions,
  tune,
} from "../src/index.js";
import { defineClassifier } from "../src/models/classifier.js";
import { defineSelector } from "../src/selectors/selector.js";

const mine = defineSelector({
  name: "mine",
  title: "My own method",
  summary: "The size of each feature.",
  citation: "This test.",
  supervised: false,
  direction: "larger",
  options: {
    weight: { type: "number", default: 1, help: "the weight" },
    way: { type: "choice", choices: ["up", "down"], default: "up", help: "which way" },
  },
  cost: () => ({ scalar: 1, matrix: 0, bytes: 0 }),
  score: async (data, { way, weight }) => ({
    // @ts-expect-error: there is no such way
    scores: new Float64Array(data.features).fill(way === "sideways" ? weight : 0),
  }),
});

const judge = defineClassifier({
  name: "judge",
  title: "My own classifier",
  options: { depth: { type: "number", default: 1, help: "how deep" } },
  fit: () => {
    throw new Error("not fitted here");
  },
  restore: () => {
    throw new Error("not restored here");
  },
});

/** What compiles and what does not; `tsc` checks it, and nothing runs it. */
async function compiled(data: Dataset, selectOptions: SelectOptions, evaluateOptions: EvaluateOptions) {
  await select(data);
  await select(data, { gamma: 0.1, onProgress: (part) => part.toFixed(1), onStep: ({ left }) => left });
  await select(data, { method: "mrmr", scheme: "miq" });
  await select(data, { method: mine, weight: 2, way: "down", k: 5 });
  await select(data, selectOptions);
  // @ts-expect-error: no such method
  await select(data, { method: "dffs" });
  // @ts-expect-error: no such option
  await select(data, { gama: 0.1 });
  // @ts-expect-error: an option of another method
  await select(data, { method: "fisher", gamma: 1 });
  // @ts-expect-error: an option of another method than the default
  await select(data, { k: 5, scheme: "miq" });
  // @ts-expect-error: not a value of the option
  await select(data, { method: "mrmr", scheme: "mix" });
  // @ts-expect-error: no option of the definition
  await select(data, { method: mine, wieght: 2 });
  // @ts-expect-error: not a value of the definition's option
  await select(data, { method: mine, way: "left" });

  await evaluate(data, { gamma: 0.1, k: [5, 10], classifier: "lda", classifierOptions: { ldaShrinkage: 0 } });
  await evaluate(data, { method: "relieff", neighbours: 5, classifierOptions: { svmC: 10 } });
  await evaluate(data, { method: "relieff", k: "auto", tune: { try: { neighbours: [3, 5] } } });
  await evaluate(data, { method: mine, way: "up", classifier: judge, classifierOptions: { depth: 2 } });
  await evaluate(data, evaluateOptions);
  // @ts-expect-error: no such option
  await evaluate(data, { gama: 0.1 });
  // @ts-expect-error: no such classifier
  await evaluate(data, { classifier: "swm" });
  // @ts-expect-error: an option of another classifier
  await evaluate(data, { classifier: "lda", classifierOptions: { svmC: 1 } });
  // @ts-expect-error: not an option of the default classifier
  await evaluate(data, { classifierOptions: { nearest: 3 } });
  // @ts-expect-error: no option of the definition
  await evaluate(data, { classifier: judge, classifierOptions: { breadth: 2 } });
  // @ts-expect-error: not an option of the method that could be tried
  await evaluate(data, { method: "relieff", tune: { try: { gamma: [1] } } });

  await compare([data], { methods: ["fisher", mine, { method: "dfs", gamma: 1, label: "one" }] });
  await compare([data], { methods: [{ method: mine, weight: 2 }, "dfs"], classifier: "knn" });
  // @ts-expect-error: no such method
  await compare([data], { methods: ["fischer"] });
  // @ts-expect-error: an option of another method
  await compare([data], { methods: [{ method: "fisher", gamma: 1 }] });
  // @ts-expect-error: no option of the definition
  await compare([data], { methods: [{ method: mine, wieght: 2 }] });

  await tune(data, { gammas: [0.1, 1], ps: [1], alpha: 0, k: [5, 10] });
  await tune(data, { method: "mrmr", try: { scheme: ["mid", "miq"] } });
  await tune(data, { method: mine, try: { way: ["up", "down"] } });
  // @ts-expect-error: a method without gamma
  await tune(data, { method: "mrmr", gammas: [1] });
  // @ts-expect-error: not values of the option
  await tune(data, { method: "mrmr", try: { scheme: ["mix"] } });
  // @ts-expect-error: no such option
  await tune(data, { alhpa: 1 });

  await stabilitySelection(data, { method: "relieff", neighbours: 3, subsamples: 20 });
  // @ts-expect-error: no such option
  await stabilitySelection(data, { method: "relieff", nieghbours: 3 });

  const select1: SelectOptions = { method: "mrmr", scheme: "miq" };
  const evaluate1: EvaluateOptions = { method: "mrmr", scheme: "miq", classifier: "knn" };
  const tune1: TuneOptions = { gammas: [1] };
  const compare1: CompareOptions = { methods: ["dfs", { method: "mrmr", scheme: "miq" }] };
  // @ts-expect-error: an option of another method
  const select2: SelectOptions = { method: "fisher", scheme: "miq" };
  return { select1, select2, evaluate1, tune1, compare1 };
}

test("definitions keep what they were given", () => {
  expect(mine.options.way.choices).toEqual(["up", "down"]);
  expect(judge.options.depth.default).toBe(1);
  expect(compiled).toBeTypeOf("function");
});
