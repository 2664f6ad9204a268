import { describe, expect } from "vitest";
import { type Dataset, type Matrix, planted, Random, selectors } from "../../src/index.js";
import { type SelectSettings, selectWith } from "../../src/selectors/select.js";
import { contractOf } from "./exceptions.js";

/** Small data that every method ranks quickly: 14 features of three classes. */
const { data } = planted({
  rows: 60,
  classes: 3,
  relevant: 4,
  copies: 2,
  combinations: 2,
  noise: 6,
  separation: 2,
  seed: 9,
});
const names = data.featureNames;
const seeds = [1, 2, 3];

/** The features in random order. */
const shuffled = (seed: number): string[] => {
  const order = Int32Array.from(names.keys());
  new Random(seed).shuffle(order);
  return Array.from(order, (j) => names[j]);
};

/** The ranking of a result by name. */
const ranked = ({ ranking }: { ranking: Int32Array }, input: Dataset = data) =>
  Array.from(ranking, (j) => input.featureNames[j]);
const without = (list: readonly string[], left: readonly string[]) =>
  list.filter((name) => !left.includes(name));

describe.each(Object.values(selectors))("$name", ({ name: method, weighsBlocks }) => {
  const holds = contractOf(method);
  const run = (options: SelectSettings, input = data) => selectWith(input, { method, ...options });

  holds("excluding features is as if the data never had them", async () => {
    for (const seed of seeds) {
      const exclude = shuffled(seed).slice(0, 5);
      const rest = without(names, exclude);
      const reduced = data.selectColumns(rest.map((name) => names.indexOf(name)));
      const values = (data.values as Matrix).copy();
      for (const name of exclude) values.set(seed, names.indexOf(name), Number.NaN);
      const [alone, excluded] = [
        await run({ k: 4 }, reduced),
        await run({ k: 4, exclude }, data.with({ values })),
      ];
      expect(ranked(excluded)).toEqual([
        ...ranked(alone, reduced),
        ...names.filter((name) => exclude.includes(name)),
      ]);
      expect(excluded.features).toEqual(alone.features);
      expect(rest.map((name) => excluded.scores[names.indexOf(name)])).toEqual(Array.from(alone.scores));
      expect(excluded.transform(data)).toEqual(alone.transform(reduced));
    }
  });

  holds("every feature that is not excluded can be picked", async () => {
    const exclude = shuffled(4).slice(0, 11);
    const { features } = await run({ k: 3, exclude });
    expect([...features].sort()).toEqual(without(names, exclude).sort());
  });

  holds("kept features are picked, before all others", async () => {
    for (const seed of seeds) {
      const keep = shuffled(seed).slice(0, 3);
      const picked = await run({ k: 5, keep });
      expect(picked.features).toHaveLength(5);
      expect([...picked.features.slice(0, 3)].sort()).toEqual([...keep].sort());
      expect(ranked(picked).sort()).toEqual([...names].sort());
      expect(picked.scores.some(Number.isNaN)).toBe(false);
    }
  });

  holds("keeping what would be picked first changes nothing", async () => {
    const plain = await run({ k: 5 });
    const picked = await run({ k: 5, keep: plain.features.slice(0, 1) });
    expect(picked.features[0]).toBe(plain.features[0]);
    expect((await run({ k: names.length, keep: names })).features).toHaveLength(names.length);
  });

  holds("a group stands where its best feature would, and is picked whole", async () => {
    for (const seed of seeds) {
      const order = shuffled(seed);
      const groups = { one: order.slice(0, 4), two: order.slice(4, 7), alone: order.slice(7, 8) };
      // Nine choices hold fourteen features: the method works for 3·14/9, about 5.
      const [plain, grouped] = [ranked(await run({ k: 5 })), await run({ k: 3, featureGroups: groups })];
      const choices = [...Object.values(groups), ...order.slice(8).map((name) => [name])];
      if (weighsBlocks) {
        const list = ranked(grouped);
        for (const members of choices) {
          const places = members.map((name) => list.indexOf(name));
          expect(Math.max(...places) - Math.min(...places)).toBe(members.length - 1);
          const picked = members.filter((name) => grouped.features.includes(name));
          expect([0, members.length]).toContain(picked.length);
        }
        expect(grouped.features).toEqual(list.slice(0, grouped.features.length));
        continue;
      }
      const place = (name: string) => plain.indexOf(name);
      const byPlace = (a: string, b: string) => place(a) - place(b);
      const expected = choices
        .map((members) => [...members].sort(byPlace))
        .sort((a, b) => byPlace(a[0], b[0]));
      expect(ranked(grouped)).toEqual(expected.flat());
      expect(grouped.features).toEqual(expected.slice(0, 3).flat());
    }
  });

  holds("keep, exclude and groups hold together", async () => {
    for (const seed of seeds) {
      const order = shuffled(seed);
      const [group, other] = [order.slice(0, 3), order.slice(3, 5)];
      const options = {
        k: 4,
        keep: [group[1], order[5]],
        exclude: [group[2], order[6], order[7]],
        featureGroups: { group, other },
      };
      const [picked, again] = [await run(options), await run(options)];
      expect(again.ranking).toEqual(picked.ranking);
      const kept = [group[0], group[1], order[5]];
      expect([...picked.kept].sort()).toEqual([...kept].sort());
      expect([...picked.features.slice(0, 3)].sort()).toEqual([...kept].sort());
      const ranking = ranked(picked);
      expect(Math.abs(ranking.indexOf(group[0]) - ranking.indexOf(group[1]))).toBe(1);
      expect(Math.abs(ranking.indexOf(other[0]) - ranking.indexOf(other[1]))).toBe(1);
      expect(ranking.slice(-3)).toEqual(names.filter((name) => options.exclude.includes(name)));
      expect([...ranking].sort()).toEqual([...names].sort());
      // Two of the four choices are the kept ones, so the picked set holds two more.
      const rest = picked.features.slice(3);
      expect(rest).toHaveLength(other.includes(rest[0]) || other.includes(rest[1]) ? 3 : 2);
      expect(rest.includes(other[0])).toBe(rest.includes(other[1]));
    }
  });
});
