import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { Random, SplitMix64, Xoshiro128 } from "../../src/numeric/random.js";

const draw = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, () => one());
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe("published generators", () => {
  test("xoshiro128** 1.1 from the state 1, 2, 3, 4: the values of the authors' C program", () => {
    const generator = new Xoshiro128(1, 2, 3, 4);
    expect(draw(10, () => generator.next())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  test("SplitMix64 from 1234567: the values of the authors' C program", () => {
    const generator = new SplitMix64(1234567n);
    expect(draw(5, () => generator.next())).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });
});

describe("Random", () => {
  test("joins the two: the first 53 bits of seed 1 as test/fixtures/numeric/make_random.py computes them", () => {
    const random = new Random(1);
    expect(draw(4, () => random.integer(2 ** 53))).toEqual([
      3554893785943052, 1330814490947442, 1503153055212545, 7922399408705377,
    ]);
  });

  test("the same seed gives the same numbers, another seed others", () => {
    const mixed = (random: Random) => draw(50, () => [random.uniform(), random.normal(), random.integer(10)]);
    expect(mixed(new Random(9))).toEqual(mixed(new Random(9)));
    expect(mixed(new Random(9))).not.toEqual(mixed(new Random(10)));
  });

  test("uniform numbers lie in [0, 1) and fill it evenly (chi-square, 100 cells)", () => {
    const random = new Random(1);
    const cells = new Float64Array(100);
    for (const value of draw(100000, () => random.uniform())) cells[Math.floor(value * 100)]++;
    expect(sum(Array.from(cells))).toBe(100000);
    // 99 degrees of freedom: 0.1 % beyond 149, and 0.1 % below 61.
    const chiSquare = sum(Array.from(cells, (count) => (count - 1000) ** 2 / 1000));
    expect(chiSquare).toBeLessThan(149);
    expect(chiSquare).toBeGreaterThan(61);
  });

  test.each([1, 2, 3, 7, 10])("integers below %d are equally likely", (limit) => {
    const random = new Random(2);
    const counts = new Float64Array(limit);
    for (const value of draw(20000, () => random.integer(limit))) counts[value]++;
    expect(sum(Array.from(counts))).toBe(20000);
    for (const count of counts)
      expect(Math.abs(count - 20000 / limit)).toBeLessThan(5 * Math.sqrt(20000 / limit));
  });

  test("a limit that does not divide the range is not biased: 3 · 2^51 would favour the first third", () => {
    // Without rejection, numbers below 2^51 would be twice as likely as the others: 50 % instead of a third.
    const random = new Random(3);
    const low = draw(9000, () => random.integer(3 * 2 ** 51)).filter((value) => value < 2 ** 51).length;
    expect(Math.abs(low - 3000)).toBeLessThan(5 * Math.sqrt(2000));
  });

  test("normal numbers have the moments and the tails of the normal distribution", () => {
    const random = new Random(4);
    const values = draw(100000, () => random.normal());
    const moment = (power: number) => sum(values.map((value) => value ** power)) / values.length;
    // Five standard errors each: var(x) = 1, var(x²) = 2, var(x³) = 15, var(x⁴) = 96.
    expect(Math.abs(moment(1))).toBeLessThan(5 * Math.sqrt(1 / 1e5));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(5 * Math.sqrt(2 / 1e5));
    expect(Math.abs(moment(3))).toBeLessThan(5 * Math.sqrt(15 / 1e5));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(5 * Math.sqrt(96 / 1e5));
    const beyond = values.filter((value) => Math.abs(value) > 1.959963984540054).length;
    expect(Math.abs(beyond - 5000)).toBeLessThan(5 * Math.sqrt(4750));
  });

  test("shuffle reaches every order equally often, in place, typed arrays too", () => {
    const random = new Random(5);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24000; i++) {
      const order = random.shuffle([1, 2, 3, 4]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    // 23 degrees of freedom: 0.1 % beyond 49.7.
    expect(sum(Array.from(counts.values(), (count) => (count - 1000) ** 2 / 1000))).toBeLessThan(49.7);
    const typed = Int32Array.from({ length: 100 }, (_, i) => i);
    expect(random.shuffle(typed)).toBe(typed);
    expect(typed.slice().sort()).toEqual(Int32Array.from({ length: 100 }, (_, i) => i));
    expect(typed).not.toEqual(typed.slice().sort());
  });

  test("a fork depends on seed and key only, and differs from its parent and its sisters", () => {
    const first = (random: Random) => draw(3, () => random.integer(2 ** 53)).join();
    const used = new Random(7);
    used.normal();
    expect(first(used.fork("fold 1"))).toBe(first(new Random(7).fork("fold 1")));
    expect(first(new Random(7).fork(3))).toBe(first(new Random(7).fork("3")));
    const streams = [new Random(7), new Random(8).fork(0), new Random(7).fork("a").fork("b")];
    streams.push(new Random(7).fork("b").fork("a"));
    for (let key = 0; key < 100; key++) streams.push(new Random(7).fork(key));
    expect(new Set(streams.map(first)).size).toBe(streams.length);
  });

  test("forks with neighbouring keys are not correlated", () => {
    const [x, y] = [0, 1].map((key) => {
      const random = new Random(6).fork(key);
      return draw(20000, () => random.normal());
    });
    expect(Math.abs(sum(x.map((value, i) => value * y[i])) / 20000)).toBeLessThan(5 / Math.sqrt(20000));
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53])("the seed %d is refused", (seed) => {
    expect(() => new Random(seed)).toThrow(InputError);
  });

  test.each([0, -3, 1.5, NaN, 2 ** 54])("the limit %d is refused", (limit) => {
    expect(() => new Random(1).integer(limit)).toThrow(InputError);
  });
});
