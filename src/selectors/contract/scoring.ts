import { type ContractCheck, requireRefusal, requireSame, requireThat } from "../../core/contract.js";
import { InputError } from "../../core/input-error.js";
import { completeOptions } from "../../core/option.js";
import type { Dataset } from "../../data/dataset.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { Selector } from "../selector.js";
import { middling, permutation, ranked, requireNumbers, run, sample, wide, withColumns } from "./data.js";

/** What must hold of scores and rankings of numbers, whatever the method. */
export const scoringContract: readonly ContractCheck<Selector>[] = [
  {
    name: "describes itself",
    async run({ name, title, summary, citation, options, cost }) {
      requireThat(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name), `the name "${name}" must be words with dashes`);
      for (const [part, text] of Object.entries({ title, summary, citation }))
        requireThat(text.length > 5, `${part} is too short to say anything: "${text}"`);
      for (const [option, { help }] of Object.entries(options))
        requireThat(help.length > 5, `the help of ${option} is too short to say anything: "${help}"`);
      const shape = { rows: 100, features: 1000, classes: 3, entries: 100_000, k: 20 };
      const { scalar, matrix, bytes } = cost(shape, completeOptions(name, options, {}));
      requireThat(scalar + matrix > 0, "cost counts no operations");
      requireThat(bytes > 0, "cost counts no bytes");
    },
  },
  {
    name: "ranks every feature once and names the top k",
    async run(selector) {
      const { data } = sample();
      const picked = await run(selector, data, { k: 5 });
      const all = data.featureNames.map((_, j) => j);
      requireSame(
        ranked(picked).sort((a, b) => a - b),
        all,
        "the ranking in order",
      );
      const top = ranked(picked)
        .slice(0, 5)
        .map((j) => data.featureNames[j]);
      requireSame(picked.features, top, "features");
      requireSame(picked.scores.length, data.features, "number of scores");
      requireNumbers(picked);
    },
  },
  {
    name: "finds planted features",
    async run(selector) {
      const { data, truth } = sample();
      const useful = new Set([...truth.relevant, ...truth.redundant.map(({ column }) => column)]);
      const top = ranked(await run(selector, data, { k: 6 })).slice(0, 6);
      const noise = top.filter((j) => !useful.has(j));
      requireThat(noise.length === 0, `${noise.length} of its best 6 features are noise`);
    },
  },
  {
    name: "gives the same result twice",
    async run(selector) {
      const { data } = sample();
      const [first, second] = [
        await run(selector, data, { seed: 3 }),
        await run(selector, data, { seed: 3 }),
      ];
      requireSame(second.ranking, first.ranking, "the second ranking");
      requireSame(second.scores, first.scores, "the second scores");
    },
  },
  {
    name: "leaves its input untouched",
    async run(selector) {
      const { data, values } = sample();
      const parts = () => [values.data, data.labels!.codes, data.featureNames];
      const before = structuredClone(parts());
      await run(selector, data);
      requireSame(parts(), before, "the data afterwards");
    },
  },
  {
    name: "follows permuted columns",
    async run(selector) {
      const { data } = sample();
      const order = permutation(data.features, 11);
      const [straight, permuted] = [
        await run(selector, data),
        await run(selector, data.selectColumns(order)),
      ];
      requireSame(
        ranked(permuted).map((j) => order[j]),
        ranked(straight),
        "the ranking of permuted columns",
      );
    },
  },
  {
    name: "does not depend on the order of rows",
    async run(selector) {
      const { data } = sample();
      const [straight, permuted] = [
        await run(selector, data),
        await run(selector, data.selectRows(permutation(data.rows, 5))),
      ];
      permuted.ranking.forEach((j, place) => {
        const other = straight.ranking[place];
        if (j === other) return;
        const [a, b] = [straight.scores[j], straight.scores[other]];
        requireThat(
          Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)),
          `with rows in another order, rank ${place + 1} is another feature`,
        );
      });
    },
  },
  {
    name: "ranks constant columns last",
    async run(selector) {
      const { data } = sample();
      const constants = [0, 0.1, 1e9 + 0.1, -3e-9];
      const picked = await run(selector, withColumns(constants.map((value) => () => value)));
      const last = ranked(picked).slice(-4);
      requireSame(
        last.sort((a, b) => a - b),
        constants.map((_, at) => data.features + at),
        "the last four",
      );
      requireNumbers(picked);
    },
  },
  {
    name: "ranks the earlier of exact duplicates first",
    async run(selector) {
      const { data, truth, values } = sample();
      const copies = truth.relevant.map((j) => (i: number) => values.get(i, j));
      const places = ranked(await run(selector, withColumns(copies)));
      truth.relevant.forEach((original, at) => {
        const [first, copy] = [places.indexOf(original), places.indexOf(data.features + at)];
        requireThat(first < copy, `feature ${original + 1} stands behind its own copy`);
      });
    },
  },
  {
    name: "does not depend on the names of classes",
    async run(selector) {
      const { data, labels } = sample();
      const renamed: Readonly<Record<string, string>> = { "class 1": "z", "class 2": "10", "class 3": "a" };
      const [straight, other] = [
        await run(selector, data),
        await run(selector, data.with({ labels: labels.map((name) => renamed[name]) })),
      ];
      requireSame(other.ranking, straight.ranking, "the ranking with other names");
    },
  },
  {
    name: "gives sparse data the ranking of dense data",
    async run(selector) {
      const { data, values } = sample();
      const zeroed = values.copy();
      zeroed.data.forEach((x, at) => {
        if (Math.abs(x) < 0.5) zeroed.data[at] = 0;
      });
      const places = Array.from(zeroed.data.keys()).filter((at) => zeroed.data[at] !== 0);
      const sparse = SparseMatrix.fromTriplets(
        zeroed.rows,
        zeroed.columns,
        places.map((at) => Math.floor(at / zeroed.columns)),
        places.map((at) => at % zeroed.columns),
        places.map((at) => zeroed.data[at]),
      );
      const [fromDense, fromSparse] = [
        await run(selector, data.with({ values: zeroed })),
        await run(selector, data.with({ values: sparse })),
      ];
      requireSame(fromSparse.ranking, fromDense.ranking, "the ranking of sparse data");
      requireSame(fromSparse.scores, fromDense.scores, "the scores of sparse data");
    },
  },
  {
    name: "stays finite on very large and very small values",
    async run(selector) {
      const { values } = sample();
      const squashed = (x: number) => x / (1 + Math.abs(x));
      requireNumbers(
        await run(
          selector,
          withColumns([
            (i) => 1e200 * values.get(i, 0),
            (i) => 1e-200 * values.get(i, 1),
            (i) => 1.5e308 * squashed(values.get(i, 2)),
          ]),
        ),
      );
    },
  },
  {
    name: "keeps the top k columns in transform",
    async run(selector) {
      const { data } = sample();
      const picked = await run(selector, data, { k: 4 });
      const reduced = picked.transform(data);
      requireSame(reduced.featureNames, picked.features, "the features of the reduced data");
      requireSame(reduced.rows, data.rows, "its rows");
      const shuffled = picked.transform(data.selectColumns(permutation(data.features, 2)));
      requireSame(shuffled.values, reduced.values, "the values of shuffled columns");
      const lacking = data.selectColumns([picked.ranking[1]]);
      await requireRefusal(() => picked.transform(lacking), /no feature/, "data without the features");
    },
  },
  {
    name: "stops where it is aborted",
    async run(selector) {
      // On wide data the first look at the signal comes early, and an abort is the end of it.
      const early = await abortedAbove(selector, wide(), 0);
      requireThat(early.length === 2 && early[0] === 0, "it goes on after the first progress above 0");
      requireThat(early[1] <= 0.1, `its first progress comes at ${early[1]} of wide data; 0.1 is the most`);
      const late = await abortedAbove(selector, middling(), 0.5);
      requireSame(
        late.filter((fraction) => fraction > 0.5),
        late.slice(-1),
        "what it tells after an abort half-way",
      );
      requireThat(late[late.length - 1] < 1, "it tells no progress between one half and the end");
      const reason = new Error("aborted before it began");
      let began = false;
      const running = run(selector, sample().data, {
        signal: AbortSignal.abort(reason),
        onProgress: () => {
          began = true;
        },
      });
      requireSame(await running.catch((error) => error), reason, "what a run throws that was aborted before");
      requireThat(!began, "it begins although it was aborted before");
    },
  },
  {
    name: "reports progress that never falls, from 0 to 1",
    async run(selector) {
      const seen: number[] = [];
      await run(selector, middling(), { onProgress: (fraction) => seen.push(fraction) });
      requireSame([seen[0], seen[seen.length - 1]], [0, 1], "the first and the last progress");
      requireThat(seen.length > 4, `it tells its progress ${seen.length} times; 5 are the least`);
      requireThat(
        seen.slice(1).every((fraction, at) => fraction > seen[at]),
        "its progress falls",
      );
    },
  },
];

/** The progress that is told where the first one above `least` aborts the run. */
async function abortedAbove(selector: Selector, data: Dataset, least: number): Promise<number[]> {
  const reason = new InputError("not-possible", "enough");
  const controller = new AbortController();
  const seen: number[] = [];
  const running = run(selector, data, {
    signal: controller.signal,
    onProgress: (fraction) => {
      seen.push(fraction);
      if (fraction > least) controller.abort(reason);
    },
  });
  requireSame(await running.catch((error) => error), reason, "what an aborted run throws");
  return seen;
}
