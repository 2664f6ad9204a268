import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { importBuilt } from "../support/built.js";

const library = await importBuilt<typeof import("../../src/internal.js")>("internal.js");
const { compareWith, evaluateWith, findSelector, planted, selectors } = library;
const { loadPlugin } =
  await importBuilt<typeof import("../../src/node/load-plugin.js")>("node/load-plugin.js");
const { threadExecutor } =
  await importBuilt<typeof import("../../src/node/thread-executor.js")>("node/thread-executor.js");
const { FileJournal } =
  await importBuilt<typeof import("../../src/node/file-journal.js")>("node/file-journal.js");

const { selectionTasks } =
  await importBuilt<typeof import("../../src/experiment/run-task.js")>("experiment/run-task.js");
const folder = mkdtempSync(join(tmpdir(), "salience-load-plugin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The example, on the library that this test uses. */
const example = join(folder, "mean-gap.mjs");
const code = readFileSync(new URL("../../examples/plugins/mean-gap.mjs", import.meta.url), "utf8");
writeFileSync(
  example,
  code.replace('"salience"', JSON.stringify(new URL("../../build/index.js", import.meta.url).href)),
);
const { data } = planted({ rows: 60, classes: 3, relevant: 4, noise: 20, seed: 2 });

describe("a loaded plug-in", () => {
  test("makes its names known, once, however often it is loaded", async () => {
    expect(() => findSelector("mean-gap")).toThrow(/unknown method "mean-gap"/);
    const plugin = await loadPlugin(example);
    expect(plugin.module).toBe(pathToFileURL(example).href);
    expect(plugin.selectors.map(({ name }) => name)).toEqual(["mean-gap"]);
    expect(plugin.classifiers.map(({ name }) => name)).toEqual(["nearest-mean"]);
    await loadPlugin(pathToFileURL(example));
    expect(findSelector("mean-gap").title).toBe("Gap between class means");
    expect(Object.keys(selectors)).not.toContain("mean-gap");
  });

  test("runs on threads with the results of one thread", async () => {
    await loadPlugin(example);
    const options = {
      methods: [{ method: "mean-gap", options: { power: 0 } }, { method: "fisher" }],
      classifier: "nearest-mean",
      k: [3, 5],
      folds: 3,
      sideBySide: false,
    };
    const here = await compareWith([data], options);
    const threaded = await compareWith([data], { ...options, executor: threadExecutor(2) });
    const figures = ({ results }: typeof here) =>
      results.map(({ label, k, accuracy, redundancy }) => ({ label, k, accuracy, redundancy }));
    expect(figures(threaded)).toEqual(figures(here));
  });

  test("of another module cannot have the same name", async () => {
    await loadPlugin(example);
    const copy = join(folder, "copy.mjs");
    writeFileSync(copy, `export { meanGap } from ${JSON.stringify(pathToFileURL(example).href)};`);
    await expect(loadPlugin(copy)).rejects.toThrow(/two plug-ins define a method named "mean-gap"/);
  });
});

describe("a definition in a program", () => {
  const { module: _, ...own } = { ...selectors.fisher, name: "own-fisher", module: "" };

  test("runs here", async () => {
    const mine = await evaluateWith(data, { method: own, k: 5 });
    const fisher = await evaluateWith(data, { method: "fisher", k: 5 });
    expect(mine.method).toBe("own-fisher");
    expect(mine.results[0].foldAccuracies).toEqual(fisher.results[0].foldAccuracies);
  });

  test("without its module is refused on threads, which could not load it", async () => {
    await expect(evaluateWith(data, { method: own, k: 5, executor: threadExecutor(2) })).rejects.toThrow(
      /the module of "own-fisher" is unknown, .* module: import\.meta\.url/,
    );
  });

  test("runs here where there is little to do, if threads are wanted only where they pay", async () => {
    const executor = threadExecutor(2, { ifTheyPay: true });
    const little = await evaluateWith(data, { method: own, k: 5, executor });
    expect(little.method).toBe("own-fisher");
    const much = { ...own, cost: () => ({ scalar: 1e9, matrix: 0, bytes: 0 }) };
    await expect(evaluateWith(data, { method: much, k: 5, executor })).rejects.toThrow(/could not|unknown/);
  });

  test("that changed has another journal", () => {
    const journalOf = (score: typeof own.score) => {
      const journal = new FileJournal(folder);
      const definitions = { selectors: [{ ...own, score }], classifiers: [] };
      journal.open({ kind: selectionTasks, datasets: [data], tasks: [], kernels: "wasm", definitions });
      const { location } = journal;
      journal.remove();
      return location;
    };
    const scores = new Float64Array(data.features);
    expect(journalOf(own.score)).toBe(journalOf(own.score));
    expect(journalOf(async () => ({ scores }))).not.toBe(journalOf(own.score));
  });

  test("that is not what it should be is refused", async () => {
    const refused = (method: object) =>
      expect(evaluateWith(data, { method: { ...own, ...method }, k: 5 })).rejects;
    await refused({ name: "fisher" }).toThrow(/"fisher" is the name of a built-in method/);
    await refused({ name: "My Method" }).toThrow(/lower-case words joined by dashes/);
    await refused({ score: undefined }).toThrow(/method "own-fisher": score must be a function/);
    await refused({ direction: "up" }).toThrow(/direction must be larger or smaller/);
    await refused({ options: { folds: { type: "number", default: 1, help: "folds" } } }).toThrow(
      /option "folds" has the same name as a setting/,
    );
    await refused({ options: { far: { type: "length", default: 1, help: "how far" } } }).toThrow(
      /option "far" must have the type number, choice or flag/,
    );
  });
});

test("every setting of select, evaluate, compare, tune and stabilitySelection is refused as an option's name", async () => {
  const { settingNames } = await import("../../src/core/definition.js");
  const { tuneSettingNames } = await import("../../src/experiment/tune.js");
  const { evaluateSettingNames } = await import("../../src/experiment/evaluate-options.js");
  for (const name of [...Object.keys(tuneSettingNames), ...Object.keys(evaluateSettingNames)])
    expect(settingNames).toContain(name);
});
