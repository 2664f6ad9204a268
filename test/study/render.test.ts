import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { readDataset } from "../../src/node/read-dataset.js";
import { writeDataset } from "../../src/node/write-dataset.js";
import type {
  ComparePlan,
  PathPlan,
  Plan,
  SelectPlan,
  StabilityPlan,
  TunePlan,
} from "../../src/study/plan.js";
import { commandOf, programOf } from "../../src/study/render.js";
import { runStudy } from "../../src/study/run-study.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-program-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "salience"));
  const { data } = planted();
  const rows = (first: number) => Array.from({ length: 60 }, (_, i) => 3 * i + first);
  await writeDataset(join(folder, "train.csv"), data.selectRows(rows(0)));
  await writeDataset(join(folder, "test.csv"), data.selectRows(rows(1)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = { source: "train.csv", reading: { target: "class", drop: ["9"] } } as const;
const schema = "salience/plan@1";

/** What the program of a plan prints when Node runs it, in the folder of the files. */
function printed(plan: Plan): string {
  writeFileSync(join(folder, "repeat.mjs"), programOf(plan));
  return execFileSync(process.execPath, ["repeat.mjs"], { cwd: folder, encoding: "utf8" });
}

/** What `console.log` prints of these values. */
function shown(...values: unknown[]): string {
  writeFileSync(join(folder, "show.mjs"), `console.log(...${JSON.stringify(values)});`);
  return execFileSync(process.execPath, ["show.mjs"], { cwd: folder, encoding: "utf8" });
}

const opened = () => readDataset(join(folder, "train.csv"), file.reading);

describe("the program of a plan really repeats it", () => {
  const select: SelectPlan = {
    schema,
    task: "select",
    data: [file],
    select: { method: "relieff", options: { neighbours: 5 }, k: 6, keep: ["7"], exclude: ["1*"] },
    seed: 5,
  };
  const tuned: SelectPlan = {
    ...select,
    select: { method: "mrmr", k: "auto" },
    tune: { k: [2, 4], try: { scheme: ["mid", "fcd"] } },
    judge: { folds: 3, classifier: "knn", classifierOptions: { nearest: 3 }, metric: "balanced-accuracy" },
  };

  test("select", async () => {
    const { selection } = await runStudy(await opened(), select);
    expect(printed(select)).toBe(shown(selection.features));
  });

  test("select with feature groups", async () => {
    const plan = { ...select, select: { k: 3, featureGroups: { few: ["2", "3", "4"], "a b": ["5", "6"] } } };
    const { selection } = await runStudy(await opened(), plan);
    expect(printed(plan)).toBe(shown(selection.features));
  });

  test("select with k auto", async () => {
    const { selection } = await runStudy(await opened(), tuned);
    expect(printed(tuned)).toBe(shown(selection.features));
  });

  test("select on bundled data", async () => {
    const plan = { ...select, data: [{ source: "bundled:planted" }], select: { method: "fisher", k: 4 } };
    const { selection } = await runStudy(planted().data, plan);
    expect(printed(plan)).toBe(shown(selection.features));
  });

  test("compare, with folds and tuning, and with a test file", async () => {
    const plan: ComparePlan = {
      schema,
      task: "compare",
      data: [file],
      select: { methods: [{ method: "fisher" }, { method: "mrmr", options: { scheme: "fcd" } }], k: [2, 4] },
      judge: { folds: 3, sideBySide: false },
      tune: {},
    };
    const figures = async (datasets: Parameters<typeof runStudy>[0], one: ComparePlan) =>
      (await runStudy(datasets, one)).comparison.results.map(({ dataset, label, k, accuracy }) => [
        dataset,
        label,
        k,
        accuracy,
      ]);
    expect(printed(plan)).toBe(shown(await figures(await opened(), plan)));
    const testFile = { source: "test.csv", reading: file.reading, role: "test" } as const;
    const tested: ComparePlan = { ...plan, data: [file, testFile], judge: {}, tune: undefined };
    const train = await opened();
    const test = await readDataset(join(folder, "test.csv"), {
      ...file.reading,
      features: train.featureNames,
    });
    expect(printed(tested)).toBe(shown(await figures([train, test], tested)));
  });

  test("tune", async () => {
    const plan: TunePlan = {
      schema,
      task: "tune",
      data: [file],
      select: { method: "fisher", selectOn: "raw" },
      tune: { k: [2, 4, 6], rule: "best" },
      judge: { folds: 3 },
    };
    const { tuning } = await runStudy(await opened(), plan);
    expect(printed(plan)).toBe(shown(tuning.k, tuning.chosen));
  });

  test("stability and path", async () => {
    const stability: StabilityPlan = {
      schema,
      task: "stability",
      data: [file],
      select: { method: "fisher", k: 8 },
      stability: { subsamples: 10, threshold: 0.8 },
    };
    const { stability: result } = await runStudy(await opened(), stability);
    expect(printed(stability)).toBe(shown(result.stable));
    const path: PathPlan = {
      schema,
      task: "path",
      data: [file],
      select: { options: { alpha: 0.1 } },
      path: { gammas: [0.1, 1], ps: [1, 0.5] },
    };
    const { path: fitted } = await runStudy(await opened(), path);
    expect(printed(path)).toBe(shown(fitted.points.map(({ gamma, p, support }) => [gamma, p, support])));
  });
});

describe("the command of a plan", () => {
  const plan: SelectPlan = { schema, task: "select", data: [file], select: { k: 5 } };
  const of = (parts: Partial<SelectPlan>) => commandOf({ ...plan, ...parts });

  test("names what differs from the defaults, and nothing else", () => {
    expect(commandOf(plan)).toBe("salience select train.csv --target class --drop 9 --k 5");
    expect(
      of({
        select: { method: "dfs", options: { gamma: 0.1, maxIterations: 200 } },
        seed: 1,
        kernels: "wasm",
      }),
    ).toBe("salience select train.csv --target class --drop 9 --gamma 0.1");
    expect(of({ select: { method: "mrmr", k: 3, keep: ["a b", "c"] }, seed: 2 })).toBe(
      "salience select train.csv --target class --drop 9 --method mrmr --k 3 --keep 'a b,c' --seed 2",
    );
    expect(of({ measure: { permutations: 3 }, report: { image: "none" } })).toBe(commandOf(plan));
  });

  test("keeps values that look like flags from being taken for one", () => {
    expect(of({ select: { keep: ["-x", "--k"], k: 2 } })).toContain(" --keep=-x,--k");
  });

  test("reads as the plan says", () => {
    const reading = {
      separator: "\t",
      header: false,
      transforms: ["normalize-total", "log1p"],
      rowGroups: "patient",
    } as const;
    expect(of({ data: [{ source: "x.txt", reading }] })).toBe(
      "salience select x.txt --separator tab --no-header --transform normalize-total,log1p --row-groups patient --k 5",
    );
  });

  test("says how k auto judges, and what a recipe's model is", () => {
    const judge = {
      classifier: "knn",
      classifierOptions: { nearest: 3 },
      metric: "macro-f1",
      folds: 5,
    } as const;
    const start = "salience select train.csv --target class --drop 9";
    expect(of({ select: { k: "auto" }, judge })).toBe(
      `${start} --k auto --classifier knn --metric macro-f1 --nearest 3`,
    );
    expect(of({ judge })).toBe(`${start} --k 5`);
    expect(of({ judge, model: true })).toBe(`${start} --k 5 --classifier knn --nearest 3 --save recipe.json`);
    // A given default keeps tuning from trying other values.
    expect(of({ select: { k: "auto", options: { alpha: 0 } } })).toBe(`${start} --k auto --alpha 0`);
  });

  test("sets what methods and classifiers have in common with one flag", () => {
    const options = { classWeight: "balanced" };
    const judge = { classifierOptions: options };
    const start = "salience select train.csv --target class --drop 9";
    expect(of({ select: { k: 5, options } })).toBe(`${start} --k 5 --class-weight balanced`);
    expect(of({ select: { k: "auto", options }, judge })).toBe(`${start} --k auto --class-weight balanced`);
    // The flag would weigh both.
    expect(of({ select: { k: "auto", options } })).toBeNull();
    expect(of({ select: { k: "auto" }, judge })).toBeNull();
    expect(of({ select: { k: "auto", method: "mrmr" }, judge })).toBeNull();
    const compare: ComparePlan = {
      schema,
      task: "compare",
      data: [file],
      select: { methods: [{ method: "fisher", options }, { method: "mrmr" }] },
      judge,
    };
    expect(commandOf(compare)).toContain("--methods fisher,mrmr --class-weight balanced");
    expect(commandOf({ ...compare, judge: {} })).toBeNull();
    const judged = { ...judge, classifier: "knn", classifierOptions: {} };
    expect(commandOf({ ...compare, judge: judged })).toContain("--class-weight balanced --classifier knn");
  });

  test("names the file of costs, and the program holds them", () => {
    const select = { k: 2, costs: { a: 2, "b c": 0.5 } };
    expect(of({ select })).toBeNull();
    expect(of({ select: { ...select, costsFile: "prices.csv" } })).toContain("--k 2 --costs prices.csv");
    expect(programOf({ ...plan, select: { ...select, costsFile: "prices.csv" } })).toContain(
      '{ k: 2, costs: { a: 2, "b c": 0.5 } }',
    );
  });

  test("says how features are described, where that is not the default", () => {
    const start = commandOf(plan);
    expect(of({ describe: { featureTest: "f" } })).toBe(start);
    expect(of({ describe: { featureTest: "kruskal", logBase: "2" } })).toBe(
      `${start} --feature-test kruskal --log-base 2`,
    );
  });

  test("is null where flags cannot say it", () => {
    expect(of({ select: { k: 2, featureGroups: { g: ["a"] } } })).toBeNull();
    expect(of({ select: { k: 2, featureGroups: { g: ["a"] }, featureGroupsFile: "g.csv" } })).toContain(
      "--feature-groups g.csv",
    );
    expect(of({ select: { k: "auto" }, tune: { k: [1, 2] } })).toBeNull();
    expect(of({ select: { keep: ["a,b"] } })).toBeNull();
    const other = { source: "other.csv", reading: { target: "kind" } };
    const compared = { schema, task: "compare", data: [file, other], select: { methods: [{}] } } as const;
    expect(commandOf(compared)).toBeNull();
  });

  test("of the other tasks", () => {
    const compare: ComparePlan = {
      schema,
      task: "compare",
      data: [file],
      select: { methods: [{ method: "fisher" }, { options: { gamma: 1 } }], k: [2, 4] },
      judge: { protocol: "paper", sideBySide: false, folds: "leave-one-out" },
      tune: {},
    };
    expect(commandOf(compare)).toBe(
      "salience compare train.csv --target class --drop 9 --methods fisher,dfs --gamma 1 --k 2,4 --protocol paper --no-side-by-side --folds leave-one-out --tune",
    );
    const twice = { methods: [{ options: { gamma: 1 } }, { options: { gamma: 2 } }] };
    expect(commandOf({ ...compare, select: twice })).toBeNull();
    const tune: TunePlan = {
      schema,
      task: "tune",
      data: [file],
      select: { method: "relieff" },
      tune: { k: [2, 4], try: { neighbours: [3, 5], distance: ["euclidean"] } },
      judge: { repeats: 2 },
    };
    expect(commandOf(tune)).toBe(
      "salience tune train.csv --target class --drop 9 --method relieff --ks 2,4 --try neighbours=3,5 --try distance=euclidean --repeats 2",
    );
  });
});
