import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { compare } from "../../src/experiment/compare.js";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-splits-"));
  for (const [name, seed] of [
    ["a", 1],
    ["b", 2],
    ["test", 3],
  ] as const) {
    const { header, lines } = patients(seed);
    // The test file has its columns the other way round, and one more.
    const order = name === "test" ? header.map((_, j) => header.length - 1 - j) : header.map((_, j) => j);
    const rows = [header, ...lines].map((cells, i) => [
      ...order.map((j) => cells[j]),
      ...(name === "test" ? [i === 0 ? "more" : i] : []),
    ]);
    write(`${name}.csv`, rows);
  }
  const { header, lines } = patients(4);
  write("other-class.csv", [header, ...lines.slice(0, 30), [...lines[0].slice(0, 7), "third"]]);
  write("lacking.csv", [header.slice(1), ...lines.map((cells) => cells.slice(1))]);
  write("one-patient.csv", [header, ...lines.map((cells) => cells.with(6, "p1"))]);
  write("hole.csv", [header, ...lines.map((cells, i) => (i === 1 ? cells.with(0, "") : cells))]);
  write("label.csv", [header.with(7, "label"), ...lines]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, rows: readonly (readonly unknown[])[]) =>
  writeFileSync(join(folder, file), rows.map((cells) => `${cells.join(",")}\n`).join(""));

/** Sixty scans of twelve patients: four features of noise that is the patient's own, two that know the class. */
function patients(seed: number) {
  const random = new Random(seed);
  const header = ["own1", "own2", "own3", "own4", "mass", "age", "patient", "class"];
  const lines = Array.from({ length: 12 }, (_, patient) => {
    const own = Array.from({ length: 4 }, () => 5 * random.normal());
    const ill = patient % 2;
    return Array.from({ length: 5 }, () => [
      ...own.map((x) => x + 0.1 * random.normal()),
      ill + 0.7 * random.normal(),
      ill + random.normal(),
      `p${patient}`,
      ill ? "ill" : "well",
    ]);
  }).flat();
  return { header, lines };
}

const asData = (seed: number, name: string) => {
  const { header, lines } = patients(seed);
  return Dataset.fromRows(
    lines.map((cells) => cells.slice(0, 6).map(Number)),
    lines.map((cells) => String(cells[7])),
    header.slice(0, 6),
  ).with({ source: { name } });
};
const groupsOf = (seed: number) => patients(seed).lines.map((cells) => String(cells[6]));
const inside = (...words: string[]) => runInside(["compare", ...words, "--threads", "1"], { cwd: folder });
const run = (...words: string[]) => inside(...words, "--target", "class");
/** Without times, and without the plan, which only the command writes down. */
/** Without times, and without what reading says: by chance one column of the twelve patients tells their class. */
const untimed = (result: object) =>
  JSON.parse(
    JSON.stringify(result, (key, value) => (/seconds|^plan$|^notices$/i.test(key) ? undefined : value)),
  );

test("--row-groups in several files: the column is no feature, and no patient is on both sides", async () => {
  const words = ["--methods", "fisher,mrmr", "--k", "2,4", "--row-groups", "patient", "--folds", "4"];
  const { code, output, errors } = await run("a.csv", "b.csv", ...words, "--json", "-", "--quiet");
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const result = JSON.parse(output);
  const groups = [groupsOf(1), groupsOf(2)];
  for (const [at, { features, testRows }] of result.datasets.entries()) {
    expect(features).toBe(6);
    for (const rows of testRows as number[][]) {
      const tested = new Set(rows.map((row) => groups[at][row]));
      expect(groups[at].filter((group) => tested.has(group))).toHaveLength(rows.length);
    }
  }
  const library = await compare([asData(1, "a.csv"), asData(2, "b.csv")], {
    methods: ["fisher", "mrmr"],
    k: [2, 4],
    rowGroups: groups,
    folds: 4,
  });
  expect(untimed(result)).toEqual(untimed(library));
});

test("groups beside the labels, in a file of their own", async () => {
  const { header, lines } = patients(1);
  const ids = lines.map((_, i) => `s${i}`);
  write("values.csv", [
    ["id", ...header.slice(0, 6)],
    ...lines.map((cells, i) => [ids[i], ...cells.slice(0, 6)]),
  ]);
  const notes = lines.map((cells, i) => [cells[6], ids[i], cells[7]]).reverse();
  write("notes.csv", [["patient", "id", "class"], ...notes]);
  const words = ["values.csv", "--labels", "notes.csv", "--label-column", "class", "--id-column", "id"];
  const rest = ["--row-groups", "patient", "--methods", "fisher", "--k", "2", "--json", "-"];
  const { code, output } = await inside(...words, ...rest);
  expect(code).toBe(0);
  const library = await compare([asData(1, "values.csv")], {
    methods: ["fisher"],
    k: 2,
    rowGroups: [groupsOf(1)],
  });
  expect(untimed(JSON.parse(output))).toEqual(untimed(library));
});

test("--test, --metric and the classifier's options reach the comparison; the table has the best first", async () => {
  const words = ["--drop", "patient", "--methods", "laplacian,fisher", "--k", "2"];
  const judged = ["--test", "test.csv", "--metric", "auc", "--classifier", "knn", "--nearest", "3"];
  const { code, output, errors } = await run(
    "a.csv",
    ...words,
    ...judged,
    "--json",
    "r.json",
    "--csv",
    "r.csv",
  );
  expect({ code, errors }).toEqual({ code: 0, errors: "wrote r.json\nwrote r.csv\n" });
  const result = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  const library = await compare([asData(1, "a.csv")], {
    methods: ["laplacian", "fisher"],
    k: 2,
    test: [asData(3, "test.csv")],
    metric: "auc",
    classifier: "knn",
    classifierOptions: { nearest: 3 },
  });
  expect(untimed(result)).toEqual(untimed(library));
  expect(output).toContain("tested on test.csv, 60 rows");
  expect(output).toMatch(
    /Area under the ROC curve, nested protocol\n.*\nfisher +0\.\d{3}.*\nlaplacian +0\.\d{3}/,
  );
  expect(result.classifier).toEqual({ name: "knn", options: { nearest: 3 } });
  const [head, first] = readFileSync(join(folder, "r.csv"), "utf8").split("\n");
  expect(head.endsWith(",metric") && first.endsWith(",auc")).toBe(true);
});

test("a missing value of the test file is filled from the training rows, with a note", async () => {
  const { code, output, errors } = await run(
    "a.csv",
    "--test",
    "hole.csv",
    "--methods",
    "fisher",
    "--k",
    "2",
  );
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatch(/1 missing value is filled inside every training set, .*: own1/);
});

test("refuses early, in one line", async () => {
  const refused = async (message: RegExp, ...words: string[]) => {
    const { code, output, errors } = await run(...words, "--methods", "fisher", "--k", "2");
    expect({ code, output, lines: errors.trimEnd().split("\n").length }).toEqual({
      code: 1,
      output: "",
      lines: 1,
    });
    expect(errors).toMatch(message);
  };
  await refused(
    /a\.csv: there is no column "patients" for the groups \(did you mean "patient"\?\)/,
    "a.csv",
    "--row-groups",
    "patients",
  );
  await refused(
    /one-patient\.csv: all rows belong to the same group/,
    "one-patient.csv",
    "--row-groups",
    "patient",
  );
  await refused(
    /there are 12 groups, but 20 folds need at least one each/,
    "a.csv",
    "--row-groups",
    "patient",
    "--folds",
    "20",
  );
  await refused(/cannot be both the target and the groups/, "a.csv", "--row-groups", "class");
  const apart = ["--drop", "patient", "--test"];
  await refused(
    /lacking\.csv: 1 of the 6 needed features is missing.*"own1"/,
    "a.csv",
    ...apart,
    "lacking.csv",
  );
  await refused(/the test data has a class "third"/, "a.csv", ...apart, "other-class.csv");
  await refused(/there is no column "class" for the target/, "a.csv", ...apart, "label.csv");
  await refused(/--test needs exactly one data file; 2 were given/, "a.csv", "b.csv", ...apart, "test.csv");
  await refused(/--folds has no effect/, "a.csv", "--folds", "3", ...apart, "test.csv");
  for (const same of ["a.csv", "./a.csv", join(folder, "a.csv")])
    await refused(/a\.csv is both the data and the test file/, "a.csv", ...apart, same);
  await refused(
    /--nearest is an option of the classifier knn/,
    "a.csv",
    "--drop",
    "patient",
    "--nearest",
    "3",
  );
  await refused(/--metric must be one of accuracy/, "a.csv", "--metric", "f1");
  await refused(/bundled:digits is bundled data; --target/, "bundled:digits", "--row-groups", "patient");
});
