import { type ContractCheck, requireSame, requireThat } from "../../core/contract.js";
import { planted } from "../../data/bundled/planted.js";
import type { Dataset } from "../../data/dataset.js";
import { Matrix } from "../../numeric/matrix.js";
import { Random } from "../../numeric/random.js";
import { type Selection, type SelectSettings, selectWith } from "../select.js";
import type { Selector } from "../selector.js";

let made: Dataset | null = null;
/** Small data that every method ranks quickly: 14 features of three classes. */
const sample = (): Dataset => {
  made ??= planted({
    rows: 60,
    classes: 3,
    relevant: 4,
    copies: 2,
    combinations: 2,
    noise: 6,
    separation: 2,
    seed: 9,
  }).data;
  return made;
};

const seeds = [1, 2, 3];

/** The features in random order. */
function shuffled(seed: number): string[] {
  const names = sample().featureNames;
  const order = Int32Array.from(names.keys());
  new Random(seed).shuffle(order);
  return Array.from(order, (j) => names[j]);
}

const run = (selector: Selector, settings: SelectSettings, data = sample()): Promise<Selection> =>
  selectWith(data, { method: selector, ...settings });

/** The ranking of a result by name. */
const ranked = ({ ranking }: Selection, data = sample()) => Array.from(ranking, (j) => data.featureNames[j]);
const without = (list: readonly string[], left: readonly string[]) =>
  list.filter((name) => !left.includes(name));
const sorted = (list: readonly string[]) => [...list].sort();

/** What must hold of features to keep, to exclude and to pick together, whatever the method. */
export const constraintContract: readonly ContractCheck<Selector>[] = [
  {
    name: "excluding features is as if the data never had them",
    async run(selector) {
      const data = sample();
      const names = data.featureNames;
      for (const seed of seeds) {
        const exclude = shuffled(seed).slice(0, 5);
        const rest = without(names, exclude);
        const reduced = data.selectColumns(rest.map((name) => names.indexOf(name)));
        const values = data.values instanceof Matrix ? data.values.copy() : data.values.toDense();
        for (const name of exclude) values.set(seed, names.indexOf(name), Number.NaN);
        const alone = await run(selector, { k: 4 }, reduced);
        const excluded = await run(selector, { k: 4, exclude }, data.with({ values }));
        const last = names.filter((name) => exclude.includes(name));
        requireSame(ranked(excluded), [...ranked(alone, reduced), ...last], "the ranking");
        requireSame(excluded.features, alone.features, "the picked features");
        const scores = rest.map((name) => excluded.scores[names.indexOf(name)]);
        requireSame(scores, Array.from(alone.scores), "the scores");
        requireSame(excluded.transform(data), alone.transform(reduced), "the reduced data");
      }
    },
  },
  {
    name: "every feature that is not excluded can be picked",
    async run(selector) {
      const exclude = shuffled(4).slice(0, 11);
      const { features } = await run(selector, { k: 3, exclude });
      requireSame(sorted(features), sorted(without(sample().featureNames, exclude)), "the picked features");
    },
  },
  {
    name: "kept features are picked, before all others",
    async run(selector) {
      for (const seed of seeds) {
        const keep = shuffled(seed).slice(0, 3);
        const picked = await run(selector, { k: 5, keep });
        requireSame(picked.features.length, 5, "how many are picked");
        requireSame(sorted(picked.features.slice(0, 3)), sorted(keep), "the first three");
        requireSame(sorted(ranked(picked)), sorted(sample().featureNames), "all that are ranked");
        requireThat(!picked.scores.some(Number.isNaN), "a score is not a number");
      }
    },
  },
  {
    name: "keeping what would be picked first changes nothing",
    async run(selector) {
      const names = sample().featureNames;
      const plain = await run(selector, { k: 5 });
      const picked = await run(selector, { k: 5, keep: plain.features.slice(0, 1) });
      requireSame(picked.features[0], plain.features[0], "the first feature");
      const all = await run(selector, { k: names.length, keep: names });
      requireSame(all.features.length, names.length, "how many are picked of those that are all kept");
    },
  },
  {
    name: "a group stands where its best feature would, and is picked whole",
    async run(selector) {
      for (const seed of seeds) {
        const order = shuffled(seed);
        const groups = { one: order.slice(0, 4), two: order.slice(4, 7), alone: order.slice(7, 8) };
        // Nine choices hold fourteen features: the method works for 3·14/9, about 5.
        const plain = ranked(await run(selector, { k: 5 }));
        const grouped = await run(selector, { k: 3, featureGroups: groups });
        const choices = [...Object.values(groups), ...order.slice(8).map((name) => [name])];
        if (selector.weighsBlocks) requireWhole(grouped, choices);
        else {
          const byPlace = (a: string, b: string) => plain.indexOf(a) - plain.indexOf(b);
          const expected = choices
            .map((members) => [...members].sort(byPlace))
            .sort((a, b) => byPlace(a[0], b[0]));
          requireSame(ranked(grouped), expected.flat(), "the ranking");
          requireSame(grouped.features, expected.slice(0, 3).flat(), "the picked features");
        }
      }
    },
  },
  {
    name: "keep, exclude and groups hold together",
    async run(selector) {
      const names = sample().featureNames;
      for (const seed of seeds) {
        const order = shuffled(seed);
        const [group, other] = [order.slice(0, 3), order.slice(3, 5)];
        const exclude = [group[2], order[6], order[7]];
        const settings = {
          k: 4,
          keep: [group[1], order[5]],
          exclude,
          featureGroups: { group, other },
        };
        const [picked, again] = [await run(selector, settings), await run(selector, settings)];
        requireSame(again.ranking, picked.ranking, "the ranking of a second run");
        const kept = [group[0], group[1], order[5]];
        requireSame(sorted(picked.kept), sorted(kept), "the kept features");
        requireSame(sorted(picked.features.slice(0, 3)), sorted(kept), "the first three");
        const ranking = ranked(picked);
        const apart = ([a, b]: readonly string[]) => Math.abs(ranking.indexOf(a) - ranking.indexOf(b));
        requireSame([apart(group), apart(other)], [1, 1], "how far features of a group stand apart");
        const last = names.filter((name) => exclude.includes(name));
        requireSame(ranking.slice(-3), last, "the last three");
        requireSame(sorted(ranking), sorted(names), "all that are ranked");
        // Two of the four choices are the kept ones, so the picked set holds two more.
        const rest = picked.features.slice(3);
        const withOther = other.includes(rest[0]) || other.includes(rest[1]);
        requireSame(rest.length, withOther ? 3 : 2, "how many others are picked");
        requireSame(rest.includes(other[0]), rest.includes(other[1]), "whether a group is picked whole");
      }
    },
  },
];

/** Every choice stands side by side and is picked whole or not at all. */
function requireWhole(grouped: Selection, choices: readonly (readonly string[])[]): void {
  const list = ranked(grouped);
  for (const members of choices) {
    const places = members.map((name) => list.indexOf(name));
    const spread = Math.max(...places) - Math.min(...places);
    requireSame(spread, members.length - 1, "how far features of a group stand apart");
    const picked = members.filter((name) => grouped.features.includes(name)).length;
    requireThat(picked === 0 || picked === members.length, "a group is picked in part");
  }
  requireSame(grouped.features, list.slice(0, grouped.features.length), "the picked features");
}
