import { type ContractCheck, requireRefusal, requireSame, requireThat } from "../../core/contract.js";
import { Dataset } from "../../data/dataset.js";
import { Matrix } from "../../numeric/matrix.js";
import { Random } from "../../numeric/random.js";
import type { Selector } from "../selector.js";
import { permutation, ranked, requireNumbers, run } from "./data.js";

const levelsOf = (count: number) => Array.from({ length: count }, (_, level) => `level ${level}`);

/**
 * A table of numbers, categories, a yes/no and missing values: three classes, which a number and a category of four levels
 * tell apart.
 */
function makeTable(): Dataset {
  const random = new Random(17);
  const below = (count: number) => Math.floor(count * random.uniform());
  const gap = (value: number) => (random.uniform() < 0.08 ? Number.NaN : value);
  const rows = Array.from({ length: 75 }, (_, i) => [
    gap(random.normal() + 2 * (i % 3)),
    gap(random.uniform() < 0.7 ? i % 3 : below(4)),
    below(8),
    gap(below(2)),
    random.normal() + (i % 3),
    gap(random.normal()),
    random.normal(),
  ]);
  return new Dataset({
    values: Matrix.fromRows(rows),
    labels: rows.map((_, i) => `class ${i % 3}`),
    featureNames: ["marker", "kind", "street", "answer", "dose", "noise 1", "noise 2"],
    categories: [null, levelsOf(4), levelsOf(8), ["no", "yes"], null, null, null],
  });
}

let made: Dataset | null = null;
const table = (): Dataset => {
  made ??= makeTable();
  return made;
};
const valuesOf = ({ values }: Dataset) => (values instanceof Matrix ? values : values.toDense());
const takesCategories = ({ categories }: Selector) => categories !== undefined;

/** The numbers of the table; some are missing. */
const numbers = () => table().selectColumns([0, 4, 5, 6]);

/** What must hold of tables with categories and missing values. */
export const tableContract: readonly ContractCheck<Selector>[] = [
  {
    name: "takes missing values, and says what became of them",
    async run(selector) {
      const picked = await run(selector, numbers(), { k: 2 });
      requireNumbers(picked);
      const told = picked.notices.find(({ code }) => code === "missing-values");
      const missing = valuesOf(numbers()).data.filter(Number.isNaN).length;
      requireSame([told?.count, told?.columns], [missing, ["marker", "noise 1"]], "what is told");
    },
  },
  {
    name: "does not rank a feature high for being missing",
    async run(selector) {
      const values = valuesOf(numbers()).copy();
      for (let i = 0; i < values.rows; i++) if (i % 25 > 0) values.set(i, 3, Number.NaN);
      const { ranking } = await run(selector, numbers().with({ values }), { k: 2 });
      requireThat(
        ranking.indexOf(3) > 1,
        "a feature of noise that is missing in 96 % of the rows is among the best",
      );
    },
  },
  {
    name: "refuses categories and names them, where it takes numbers only",
    applies: (selector) => !takesCategories(selector),
    async run(selector) {
      await requireRefusal(
        () => run(selector, table()),
        /takes numbers only, and 3 columns are categories: "?kind/,
        "a table with categories",
      );
    },
  },
  {
    name: "ranks categories among numbers under their own names",
    applies: takesCategories,
    async run(selector) {
      const picked = await run(selector, table(), { k: 3 });
      requireSame(
        ranked(picked).sort((a, b) => a - b),
        table().featureNames.map((_, j) => j),
        "the ranking in order",
      );
      requireSame(picked.scores.length, table().features, "number of scores");
      requireNumbers(picked);
      for (const useful of ["marker", "kind"])
        for (const noise of ["street", "noise 1", "noise 2"])
          requireThat(
            picked.rankedNames.indexOf(useful) < picked.rankedNames.indexOf(noise),
            `${noise} stands before ${useful}`,
          );
    },
  },
  {
    name: "gives the columns of a category one score",
    applies: ({ categories }) => categories === "parts",
    async run(selector) {
      const watched: Selector = {
        ...selector,
        name: `${selector.name}-watched`,
        async score(data, options, context) {
          const scored = await selector.score(data, options, context);
          context.parts!.forEach((feature, column) => {
            const first = scored.scores[context.parts!.indexOf(feature)];
            requireSame(scored.scores[column], first, `the score of column ${column + 1}`);
          });
          return scored;
        },
      };
      await run(watched, table(), { k: 3 });
    },
  },
  {
    name: "gives the same result twice for a table, and leaves it untouched",
    applies: takesCategories,
    async run(selector) {
      const parts = () => [valuesOf(table()).data, table().labels!.codes, table().categories];
      const before = structuredClone(parts());
      const [first, second] = [await run(selector, table()), await run(selector, table())];
      requireSame(second.ranking, first.ranking, "the second ranking");
      requireSame(second.scores, first.scores, "the second scores");
      requireSame(parts(), before, "the table afterwards");
    },
  },
  {
    name: "follows permuted columns of a table",
    applies: takesCategories,
    async run(selector) {
      const order = permutation(table().features, 11);
      const [straight, permuted] = [
        await run(selector, table()),
        await run(selector, table().selectColumns(order)),
      ];
      requireSame(permuted.rankedNames, straight.rankedNames, "the ranking of permuted columns");
    },
  },
  {
    name: "does not depend on the order of levels",
    applies: takesCategories,
    async run(selector) {
      const data = table();
      const places = [2, 0, 3, 1];
      const values = valuesOf(data).copy();
      for (let i = 0; i < data.rows; i++)
        if (!Number.isNaN(values.get(i, 1))) values.set(i, 1, places[values.get(i, 1)]);
      const names = data.categories![1]!;
      const renamed = names.map((_, code) => names[places.indexOf(code)]);
      const categories = data.categories!.map((own, j) => (j === 1 ? renamed : own));
      const [straight, recoded] = [
        await run(selector, data),
        await run(selector, data.with({ values, categories })),
      ];
      requireSame(recoded.rankedNames, straight.rankedNames, "the ranking with other codes");
    },
  },
  {
    name: "ranks a category of one level last",
    applies: takesCategories,
    async run(selector) {
      const values = valuesOf(table()).copy();
      for (let i = 0; i < values.rows; i++) values.set(i, 2, i % 4 ? 5 : Number.NaN);
      const picked = await run(selector, table().with({ values }));
      requireSame(picked.rankedNames[table().features - 1], "street", "the last feature");
      requireNumbers(picked);
    },
  },
];
