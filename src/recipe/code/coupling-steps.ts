import {
  type CodeStep,
  call,
  cell,
  cellsOf,
  compare,
  constant,
  type Expression,
  either,
  minus,
  one,
  over,
  plus,
  times,
  totalOf,
  zero,
} from "./program.js";

/** The pairs of so many classes: (0, 1), (0, 2), …, (1, 2), … */
export const pairsOf = (classes: number) =>
  Array.from({ length: classes }, (_, a) => a).flatMap((a) =>
    Array.from({ length: classes - a - 1 }, (_, next) => [a, a + 1 + next] as const),
  );

/** No pair is taken to be surer than this, as in training. */
const leastPair = 1e-7;
const leastShare = 1e-15;

/** The sigmoids of the pairs, and the probabilities that agree best with them. */
export function coupledSteps(classes: number, sigmoids: readonly (readonly [number, number])[]): CodeStep[] {
  if (classes === 1) return [{ name: "shares", says: "There is one class only.", cells: [one] }];
  const z = (pair: number) => cell("slopes", pair);
  const least = constant(leastPair);
  const most = constant(1 - leastPair);
  return [
    {
      name: "slopes",
      says: "Decisions of the pairs on the scale of logarithms of odds.",
      cells: sigmoids.map(([slope, offset], pair) =>
        plus(times(constant(slope), cell("decisions", pair)), constant(offset)),
      ),
    },
    {
      name: "sure",
      says: "The probability of the first class of each pair.",
      cells: sigmoids.map((_, pair) => {
        const small = call("exp", minus(zero, z(pair)));
        return either(
          compare("<", z(pair), zero),
          over(one, plus(one, call("exp", z(pair)))),
          over(small, plus(one, small)),
        );
      }),
    },
    {
      name: "pairs",
      says: "None is taken to be quite sure.",
      cells: sigmoids.map((_, pair) => {
        const p = cell("sure", pair);
        return either(compare("<", p, least), least, either(compare(">", p, most), most, p));
      }),
    },
    ...(classes === 2
      ? [
          {
            name: "shares",
            says: "Probabilities.",
            cells: [cell("pairs", 0), minus(one, cell("pairs", 0))],
          },
        ]
      : couplingSteps(classes)),
  ];
}

/**
 * The p with sum 1 that brings Σ (r(b, a)·p(a) − r(a, b)·p(b))² to its least (Wu, Lin, Weng 2004). Its conditions are
 * Q·p + β = 0 and Σp = 1. Q without its last row and column is positive definite with no positive number off the diagonal, so
 * that part is eliminated without pivots, one class after another; two numbers are left, which are solved in closed form.
 */
function couplingSteps(classes: number): CodeStep[] {
  const pairs = pairsOf(classes);
  const r = (a: number, b: number): Expression => {
    const pair = pairs.findIndex(([first, second]) => first === Math.min(a, b) && second === Math.max(a, b));
    return a < b ? cell("pairs", pair) : minus(one, cell("pairs", pair));
  };
  const size = classes + 1;
  const last = classes - 1;
  // The system [Q 1; 1ᵀ 0], of which only the upper half is kept: row i, column j ≥ i.
  let current = new Map<string, Expression>();
  const keyOf = (i: number, j: number) => `${Math.min(i, j)} ${Math.max(i, j)}`;
  for (let i = 0; i < size; i++)
    for (let j = i; j < size; j++)
      current.set(
        keyOf(i, j),
        j === classes
          ? constant(i === classes ? 0 : 1)
          : i === j
            ? totalOf(
                Array.from({ length: classes }, (_, b) => b)
                  .filter((b) => b !== i)
                  .map((b) => times(r(b, i), r(b, i))),
              )
            : minus(zero, times(r(j, i), r(i, j))),
      );
  const steps: CodeStep[] = [];
  const keep = (name: string, says: string) => {
    const keys = [...current.keys()];
    steps.push({ name, says, cells: keys.map((key) => current.get(key)!) });
    current = new Map(keys.map((key, at) => [key, cell(name, at)]));
  };
  keep("system", "The conditions of the probabilities that agree best with all pairs.");
  /** Rows that are eliminated, for the way back. */
  const pivots: Map<string, Expression>[] = [];
  for (let k = 0; k < last; k++) {
    const row = current;
    pivots.push(row);
    const next = new Map<string, Expression>();
    for (let i = k + 1; i < size; i++)
      for (let j = i; j < size; j++) {
        const part = over(times(row.get(keyOf(k, i))!, row.get(keyOf(k, j))!), row.get(keyOf(k, k))!);
        next.set(keyOf(i, j), minus(row.get(keyOf(i, j))!, part));
      }
    current = next;
    keep(`without${k + 1}`, `Without class ${k + 1}.`);
  }
  // What is left: s·p + t·β = 0 and t·p + u·β = 1, with t at least 1 and u below 0.
  const [s, t, u] = [keyOf(last, last), keyOf(last, classes), keyOf(classes, classes)].map(
    (key) => current.get(key)!,
  );
  steps.push({
    name: "ends",
    says: "The last class, and the multiplier.",
    cells: [over(t, minus(times(t, t), times(s, u))), minus(zero, over(s, minus(times(t, t), times(s, u))))],
  });
  const found = new Map<number, Expression>([
    [last, cell("ends", 0)],
    [classes, cell("ends", 1)],
  ]);
  for (let k = last - 1; k >= 0; k--) {
    const row = pivots[k];
    const parts = Array.from(found, ([j, value]) => times(row.get(keyOf(k, j))!, value));
    const name = `back${k + 1}`;
    steps.push({
      name,
      says: `Back to class ${k + 1}.`,
      cells: [minus(zero, over(totalOf(parts), row.get(keyOf(k, k))!))],
    });
    found.set(k, cell(name, 0));
  }
  steps.push(
    {
      name: "raw",
      says: "Rounding can take next to nothing below zero.",
      cells: Array.from({ length: classes }, (_, a) => {
        const p = found.get(a)!;
        return either(compare("<", p, constant(leastShare)), constant(leastShare), p);
      }),
    },
    {
      name: "shares",
      says: "Probabilities.",
      cells: Array.from({ length: classes }, (_, a) =>
        over(cell("raw", a), totalOf(cellsOf("raw", classes))),
      ),
    },
  );
  return steps;
}
