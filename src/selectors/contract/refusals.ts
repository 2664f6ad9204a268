import { type ContractCheck, requireRefusal, requireThat } from "../../core/contract.js";
import { Dataset } from "../../data/dataset.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Selector } from "../selector.js";
import { run, sample, withValue } from "./data.js";

/** What every method must refuse, and how. */
export const refusalContract: readonly ContractCheck<Selector>[] = [
  {
    name: "refuses infinite values; missing ones are filled before it sees them",
    async run(selector) {
      const { notices } = await run(selector, withValue(Number.NaN));
      requireThat(
        notices.some(({ code }) => code === "missing-values"),
        "a missing value is not told",
      );
      const infinite = () => run(selector, withValue(Number.POSITIVE_INFINITY));
      await requireRefusal(
        infinite,
        /1 value is infinite, the first in row 5, column "3"/,
        "an infinite value",
      );
    },
  },
  {
    name: "refuses data without rows, columns or fitting labels",
    async run(selector) {
      const { data } = sample();
      const none = () => run(selector, new Dataset({ values: Matrix.zeros(0, 3), labels: [] }));
      await requireRefusal(none, /no rows/, "data without rows");
      const narrow = () =>
        run(selector, new Dataset({ values: Matrix.zeros(4, 0), labels: ["a", "a", "b", "b"] }));
      await requireRefusal(narrow, /no feature columns/, "data without columns");
      const unfit = () => run(selector, data.with({ labels: ["a", "b"] }));
      await requireRefusal(unfit, /2 labels for 90 rows/, "too few labels");
    },
  },
  {
    name: "refuses labels that no classes can be made of",
    applies: ({ supervised }) => supervised,
    async run(selector) {
      const { data, labels } = sample();
      const refused = (given: string[] | null, message: RegExp, what: string) =>
        requireRefusal(() => run(selector, data.with({ labels: given })), message, what);
      await refused(null, /no labels/, "data without labels");
      await refused(
        labels.map(() => "same"),
        /one class \("same"\)/,
        "one class",
      );
      await refused(
        labels.map((name, i) => (i === 8 ? "alone" : name)),
        /class "alone" has one sample \(row 9\)/,
        "a class of one row",
      );
    },
  },
  {
    name: "refuses options that are not allowed, naming what is",
    async run(selector) {
      const { data } = sample();
      for (const k of [0, 1.5, -1, Number.NaN, data.features + 1]) {
        const message = new RegExp(`k must be a whole number from 1 to ${data.features}; .*${k}.* was given`);
        await requireRefusal(() => run(selector, data, { k }), message, `k = ${k}`);
      }
      await requireRefusal(
        () => run(selector, data, { seed: -1 }),
        /seed must be a whole number/,
        "a negative seed",
      );
      await requireRefusal(
        () => run(selector, data, {}, { nonsense: 1 }),
        /"nonsense" is not an option of/,
        "an option that there is not",
      );
      for (const [name, option] of Object.entries(selector.options)) {
        const wrong: unknown[] = ["no such value"];
        if (option.type === "number") {
          wrong.push(Number.NaN);
          if (option.min !== undefined) wrong.push(option.min - 1);
          if (option.above !== undefined) wrong.push(option.above);
          if (option.max !== undefined) wrong.push(option.max + 1);
        }
        for (const value of wrong)
          await requireRefusal(
            () => run(selector, data, {}, { [name]: value }),
            new RegExp(`^${name} must be `),
            `${name} = ${String(value)}`,
          );
      }
    },
  },
];
