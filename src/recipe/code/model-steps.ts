import { InputError } from "../../core/input-error.js";
import type { ModelJson } from "../../models/model-json.js";
import { coupledSteps, pairsOf } from "./coupling-steps.js";
import {
  type ClassResult,
  type CodeStep,
  call,
  cell,
  cellsOf,
  compare,
  constant,
  type Expression,
  either,
  minus,
  type NumberResult,
  one,
  over,
  plus,
  times,
  totalOf,
  zero,
} from "./program.js";

/** The steps of a model that sees the step `scaled`, and what comes of them. */
export interface ModelSteps {
  readonly steps: readonly CodeStep[];
  readonly result: ClassResult | NumberResult;
}

/** The model of a recipe as steps; its JSON was checked when the recipe was read. */
export function modelSteps(name: string, fitted: ModelJson): ModelSteps {
  const found = Object.hasOwn(models, name) ? models[name] : undefined;
  if (found) return found(fitted);
  throw new InputError(
    "data-mismatch",
    `the classifier "${name}" comes from a plug-in, so it cannot be written as code; ${Object.keys(models).join(", ")} can`,
    { facts: { given: name } },
  );
}

const models: Readonly<Record<string, (fitted: ModelJson) => ModelSteps>> = {
  svm: svmSteps,
  lda: ldaSteps,
  knn: knnSteps,
  ridge: ridgeSteps,
};

const numbers = (json: ModelJson, name: string) => json[name] as number[];
const rows = (json: ModelJson, name: string) => json[name] as number[][];

/** weights·scaled + offset, the model's own way to add. */
const linear = (by: readonly number[], offset: number): Expression =>
  plus({ op: "dot", step: "scaled", by }, constant(offset));

function ridgeSteps(fitted: ModelJson): ModelSteps {
  const cells = [linear(numbers(fitted, "weights"), fitted.intercept as number)];
  return {
    steps: [{ name: "predicted", says: "Ridge regression.", cells }],
    result: { number: cell("predicted", 0) },
  };
}

/** Scores of the classes that were seen, in the order of all classes; −∞ for the others. */
const placed = (order: readonly number[], classes: readonly string[], step: string, absent: number) =>
  classes.map((_, code) => {
    const at = order.indexOf(code);
    return at < 0 ? constant(absent) : cell(step, at);
  });

const winnerBy = (order: readonly number[], step: string): Expression => ({
  op: "table",
  values: order,
  place: { op: "place of largest", step },
});

function ldaSteps(fitted: ModelJson): ModelSteps {
  const classes = fitted.classes as string[];
  const order = numbers(fitted, "order");
  const offsets = numbers(fitted, "offsets");
  return {
    steps: [
      {
        name: "likelihoods",
        says: "Log likelihoods of the classes, up to what all share.",
        cells: rows(fitted, "weights").map((weights, g) => linear(weights, offsets[g])),
      },
      {
        name: "parts",
        says: "Relative to the most likely class.",
        cells: order.map((_, g) =>
          call("exp", minus(cell("likelihoods", g), { op: "largest", step: "likelihoods" })),
        ),
      },
      {
        name: "shares",
        says: "Probabilities.",
        cells: order.map((_, g) => over(cell("parts", g), totalOf(cellsOf("parts", order.length)))),
      },
    ],
    result: {
      classes,
      winner: winnerBy(order, "likelihoods"),
      scores: placed(order, classes, "likelihoods", Number.NEGATIVE_INFINITY),
      probabilities: placed(order, classes, "shares", 0),
    },
  };
}

function svmSteps(fitted: ModelJson): ModelSteps {
  const classes = fitted.classes as string[];
  const order = numbers(fitted, "order");
  const pairs = pairsOf(order.length);
  const sigmoids = fitted.sigmoids as [number, number][] | null;
  const isOf = (pair: readonly [number, number], a: number) => pair.includes(a);
  const votes = order.map((_, a) =>
    totalOf(
      pairs.flatMap((pair, p) => {
        if (!isOf(pair, a)) return [];
        const wins = compare(">", cell("decisions", p), zero);
        return [pair[0] === a ? either(wins, one, zero) : either(wins, zero, one)];
      }),
    ),
  );
  const sums = order.map((_, a) =>
    totalOf(
      pairs.flatMap((pair, p) => {
        if (!isOf(pair, a)) return [];
        const decision = cell("decisions", p);
        return [pair[0] === a ? decision : minus(zero, decision)];
      }),
    ),
  );
  return {
    steps: [
      ...decisionSteps(fitted),
      { name: "votes", says: "How many pairs each class wins.", cells: votes },
      { name: "sums", says: "How clearly it wins them.", cells: sums },
      {
        name: "scores",
        says: "Votes, and less than half a vote for how clear they are.",
        cells: order.map((_, a) => {
          const sum = cell("sums", a);
          return plus(cell("votes", a), over(sum, times(constant(3), plus(call("abs", sum), one))));
        }),
      },
      ...(sigmoids ? coupledSteps(order.length, sigmoids) : []),
    ],
    result: {
      classes,
      winner: winnerBy(order, "votes"),
      scores: placed(order, classes, "scores", Number.NEGATIVE_INFINITY),
      probabilities: sigmoids && placed(order, classes, "shares", 0),
    },
  };
}

/** The decisions of all pairs. */
function decisionSteps(fitted: ModelJson): CodeStep[] {
  const rho = numbers(fitted, "rho");
  const says = "Decisions between every two classes; above 0 for the first.";
  if (fitted.kernel === "linear") {
    const weights = rows(fitted, "weights");
    return [{ name: "decisions", says, cells: rho.map((own, pair) => linear(weights[pair], -own)) }];
  }
  const [starts, samples, coefficients] = ["starts", "samples", "coefficients"].map((name) =>
    numbers(fitted, name),
  );
  return [
    {
      name: "kernel",
      says: "How near the row is to each support vector.",
      cells: rows(fitted, "vectors").map((by) =>
        call("exp", times(constant(-(fitted.gamma as number)), { op: "distance", step: "scaled", by })),
      ),
    },
    {
      name: "decisions",
      says,
      cells: rho.map((own, pair) => {
        const places = Array.from({ length: starts[pair + 1] - starts[pair] }, (_, i) => starts[pair] + i);
        const parts = places.map((at) => times(constant(coefficients[at]), cell("kernel", samples[at])));
        return minus(totalOf(parts), constant(own));
      }),
    },
  ];
}

function knnSteps(fitted: ModelJson): ModelSteps {
  const classes = fitted.classes as string[];
  const samples = rows(fitted, "samples");
  const codes = numbers(fitted, "codes");
  const voters = Math.min(fitted.nearest as number, samples.length);
  const counts = classes.map((_, code) => codes.filter((own) => own === code).length);
  const voter = (of: (v: number) => Expression) => Array.from({ length: voters }, (_, v) => of(v));
  const ofClass = (code: number, value: (v: number) => Expression) =>
    totalOf(voter((v) => either(compare("=", cell("voters", v), constant(code)), value(v), zero)));
  // Of classes with as many votes the one whose voters are nearer in sum, then the first.
  const steps: CodeStep[] = [
    {
      name: "distances",
      says: "Squared distances to the training samples.",
      cells: samples.map((by) => ({ op: "distance", step: "scaled", by })),
    },
    {
      name: "near",
      says: "The nearest samples, nearest first.",
      nearest: { step: "distances", count: voters },
    },
    {
      name: "voters",
      says: "Their classes.",
      cells: voter((v) => ({ op: "table", values: codes, place: cell("near", v) })),
    },
    {
      name: "lengths",
      says: "Their distances.",
      cells: voter((v) => call("sqrt", { op: "at", step: "distances", place: cell("near", v) })),
    },
    {
      name: "votes",
      says: "Votes of every class.",
      cells: classes.map((_, code) => ofClass(code, () => one)),
    },
    {
      name: "sums",
      says: "Distances of its voters.",
      cells: classes.map((_, code) => ofClass(code, (v) => cell("lengths", v))),
    },
    { name: "whole", says: "All distances.", cells: [totalOf(cellsOf("sums", classes.length))] },
  ];
  let best: Expression = zero;
  classes.slice(1).forEach((_, before) => {
    const code = before + 1;
    const [ownVotes, ownSum] = [cell("votes", code), cell("sums", code)];
    const bestVotes: Expression = { op: "at", step: "votes", place: best };
    const bestSum: Expression = { op: "at", step: "sums", place: best };
    const name = `best${code}`;
    steps.push({
      name,
      says: `The best of the first ${code + 1} classes.`,
      cells: [
        either(
          {
            op: "or",
            left: compare(">", ownVotes, bestVotes),
            right: {
              op: "and",
              left: compare("=", ownVotes, bestVotes),
              right: compare("<", ownSum, bestSum),
            },
          },
          constant(code),
          best,
        ),
      ],
    });
    best = cell(name, 0);
  });
  const whole = either(compare("=", cell("whole", 0), zero), one, cell("whole", 0));
  return {
    steps,
    result: {
      classes,
      winner: best,
      scores: classes.map((_, code) =>
        counts[code] === 0
          ? constant(Number.NEGATIVE_INFINITY)
          : over(
              minus(cell("votes", code), over(times(constant(0.5), cell("sums", code)), whole)),
              constant(voters),
            ),
      ),
      probabilities: classes.map((_, code) =>
        over(plus(cell("votes", code), constant(counts[code] / codes.length)), constant(voters + 1)),
      ),
    },
  };
}
