import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digits, type Matrix, type Recipe, readDataset, writeDataset } from "../../src/node.js";
import { expectClose } from "../support/expect-close.js";
import { runCli } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

/** Made by scikit-learn: even rows of the digits train, odd ones are predicted. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/recipe/recipe.json", import.meta.url), "utf8"),
) as { features: string[]; svm: number[]; accuracy: { svm: number } };

let folder = "";
const path = (name: string) => join(folder, name);
const write = (name: string, lines: readonly string[]) => writeFileSync(path(name), `${lines.join("\n")}\n`);
const text = (name: string) => readFileSync(path(name), "utf8");
const recipe = (name: string) => JSON.parse(text(name)) as Recipe;
const run = (line: string) => runInside(line.split(" "), { cwd: folder });
/** As a user runs it, in a process of its own. */
const program = (line: string) => runCli(line.split(" "), { cwd: folder });
const json = async (line: string) => JSON.parse((await run(`${line} --json -`)).output);

/** Two kinds of samples: g1 tells them apart best, then g2. */
const counts = [
  "sample,g1,g2,g3,kind",
  ...Array.from({ length: 12 }, (_, i) =>
    [
      `s${i}`,
      i % 2 ? 300 + 17 * i : 40 + 3 * i,
      (i % 2 ? 60 : 100) + ((i * 37) % 60),
      1 + ((i * 5) % 7),
      i % 2 ? "b" : "a",
    ].join(),
  ),
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-recipe-"));
  const all = await digits();
  const { codes } = all.labels!;
  const rows = Array.from({ length: all.rows }, (_, i) => i);
  const train = rows.filter((i) => i % 2 === 0).sort((a, b) => codes[a] - codes[b] || a - b);
  const unseen = all.selectRows(rows.filter((i) => i % 2 === 1));
  const turned = unseen.selectColumns(Array.from({ length: 64 }, (_, j) => (j * 27 + 5) % 64));
  mkdirSync(path("deep"));
  await writeDataset(path("deep/train.csv"), all.selectRows(train));
  await writeDataset(path("unseen.csv"), unseen);
  await writeDataset(path("turned.parquet"), turned.with({ labels: null }));
  await writeDataset(path("turned.npz"), turned.with({ labels: null }));
  write("counts.csv", counts);
  write("new.csv", ["remark,g3,g1,g2", "good,4,50,130", "bad,2,400,90"]);
  const made = [
    await program("select deep/train.csv --target digit --method fisher --classifier svm --save svm.json"),
    await run(
      "select counts.csv --target kind --id-column sample --method fisher --k 2 --transform log1p --classifier lda --lda-shrinkage 0.1 --save lda.json",
    ),
    await run("select counts.csv --target last --id-column 1 --k 1 --method fisher --save plain.json"),
  ];
  const score = /^note: train\.csv: the target "digit" has the levels 0 to 9, .*\n/;
  for (const { code, errors } of made)
    expect({ code, errors: errors.replace(score, "") }).toEqual({
      code: 0,
      errors: expect.stringMatching(/^wrote \w+\.json\n$/),
    });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("--save", () => {
  test("keeps everything that made the selection, without a path", () => {
    expect(text("svm.json")).not.toContain("deep");
    expect(recipe("svm.json")).toMatchObject({
      schema: "salience/recipe@2",
      command: "salience select train.csv --target digit --method fisher --classifier svm --save recipe.json",
      reading: { target: "digit", transforms: [] },
      data: { source: "train.csv", format: "csv", rows: 899, features: 64, target: "digit" },
      selection: { method: "fisher", options: {}, k: 20, seed: 1, kernels: "wasm", keep: [], exclude: [] },
      model: { classifier: "svm", options: { svmC: 1, svmKernel: "linear" } },
    });
    expect(recipe("svm.json").features.map(({ name }) => name)).toEqual(oracle.features);
    expect(recipe("lda.json")).toMatchObject({
      command:
        "salience select counts.csv --target kind --id-column sample --transform log1p --method fisher --k 2 --classifier lda --lda-shrinkage 0.1 --save recipe.json",
      reading: { idColumn: "sample", transforms: ["log1p"] },
      features: [{ name: "g1" }, { name: "g2" }],
      model: { options: { ldaShrinkage: 0.1 } },
    });
    expect(recipe("plain.json").model).toBeNull();
  });

  test("writes the same bytes for one and two threads", async () => {
    await run("select bundled:digits --k 5 --classifier lda --save one.json");
    await program(
      "select bundled:digits --k 5 --classifier lda --threads 2 --quiet --out five.csv --save two.json",
    );
    expect(text("two.json")).toBe(text("one.json"));
  });

  test("mistakes are told before any work", async () => {
    const refused: readonly (readonly [string, string])[] = [
      ["--classifier svm", "name its file with --save FILE.json"],
      ["--svm-c 2 --save x.json", "--svm-c is an option of the classifier svm; add --classifier svm"],
      ["--classifier knn --svm-c 2 --save x.json", "--svm-c is an option of the classifier svm"],
      ["--classifier svm --svm-c -2 --save x.json", "--svm-c must be a number above 0; -2 was given"],
      ["--save nowhere/x.json", "nowhere/x.json: the folder does not exist"],
    ];
    for (const [words, message] of refused) {
      const { code, errors } = await run(`select counts.csv --target kind --id-column sample ${words}`);
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(message) });
      expect(errors.trimEnd()).not.toContain("\n");
    }
    const words = "select new.csv --drop remark --method laplacian --k 1 --classifier svm --save x.json";
    expect((await run(words)).errors).toContain("--classifier needs class labels");
  });
});

describe("predict", () => {
  test("labels what the training has not seen as scikit-learn does, with the accuracy", async () => {
    const { code, output, errors } = await program("predict svm.json unseen.csv --out predicted.csv");
    expect({ code, errors }).toEqual({ code: 0, errors: "wrote predicted.csv\n" });
    const accuracy = (100 * oracle.accuracy.svm).toFixed(1);
    expect(output).toContain(`Compared with "digit" in 898 rows: accuracy ${accuracy} %`);
    const lines = text("predicted.csv")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const columns = (what: string) => Array.from({ length: 10 }, (_, c) => `${what}_${c}`);
    expect(lines[0]).toEqual([
      "id",
      ...columns("score"),
      ...columns("probability"),
      "uncertain",
      "predicted",
    ]);
    expect(lines.slice(1).map((cells) => Number(cells[22]))).toEqual(oracle.svm);
    expect(lines[898][0]).toBe("898");
    // A score is the votes of a class and less than half a vote; no class has more votes than the predicted one.
    for (const cells of lines.slice(1)) {
      const votes = cells.slice(1, 11).map((cell) => Math.round(Number(cell)));
      expect(votes[Number(cells[22])]).toBe(Math.max(...votes));
      const probabilities = cells.slice(11, 21).map(Number);
      expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 10);
      const own = probabilities[Number(cells[22])];
      expect(cells[21]).toBe(own < 0.6 || own < Math.max(...probabilities) ? "1" : "0");
    }
    const marked = lines.slice(1).filter((cells) => cells[21] === "1").length;
    expect(output).toContain(`${marked} of 898 rows are uncertain: probability below 0.6\n`);
    expect(output).toMatch(/\nReliability of the probabilities \(Brier score 0\.\d+, log loss 0\.\d+\):\n/);
    expect(output).toMatch(/\n0\.9 to 1\.0 +\d+ +9\d\.\d % +\d+\.\d % +\d+ to \d+ %\n/);
  });

  test("marks predictions below --uncertain, on the terminal and in JSON", async () => {
    const { output } = await run("predict lda.json new.csv --uncertain 1");
    expect(output).toMatch(/^row +predicted +probability +next +probability\n1 +a +[01]\.\d{3} +b +0\.\d{3}/);
    const marked = await json("predict svm.json unseen.csv --uncertain 0.9");
    const usual = await json("predict svm.json unseen.csv");
    const count = ({ predictions }: { predictions: { uncertain: boolean }[] }) =>
      predictions.filter(({ uncertain }) => uncertain).length;
    expect([marked.uncertainBelow, usual.uncertainBelow]).toEqual([0.9, 0.6]);
    expect(count(marked)).toBeGreaterThan(count(usual));
    expect(count(usual)).toBeGreaterThan(0);
    expect((await run("predict svm.json unseen.csv --uncertain 0.9")).output).toMatch(/ uncertain\n/);
    expect((await run("predict svm.json unseen.csv --uncertain 7")).errors).toBe(
      "salience: --uncertain must be a number from 0 to 1; 7 was given\n",
    );
  });

  test("JSON holds the same; other formats and orders of columns, no target", async () => {
    for (const file of ["turned.parquet", "turned.npz"]) {
      const result = await json(`predict svm.json ${file}`);
      expect(result).toMatchObject({
        schema: "salience/prediction@2",
        recipe: { method: "fisher", k: 20, classifier: "svm", features: oracle.features },
        data: { rows: 898, source: file },
        classes: [..."0123456789"],
        truth: null,
        notices: [],
      });
      const predicted = result.predictions.map((entry: { predicted: string }) => Number(entry.predicted));
      expect(predicted).toEqual(oracle.svm);
      expect(result.predictions[0].scores).toHaveLength(10);
    }
  });

  test("ids where the file has them, a few rows, labels from elsewhere, an empty target, two files", async () => {
    write("few.csv", counts.slice(0, 3));
    const few = await run("predict lda.json few.csv");
    expect(few.output).toMatch(/^id +predicted +probability +next +probability\ns0 +a .*\ns1 +b /);
    expect(few.output).toContain("accuracy 100.0 %");
    // Three rows of three classes: as a target of training data that would be refused.
    write("three.csv", ["sample,g1,g2,g3", "x1,50,130,4", "x2,400,90,2", "x3,60,120,4"]);
    write("labels.csv", ["sample,kind", "x3,c", "x1,a", "x2,b"]);
    expect((await json("predict lda.json three.csv --labels labels.csv")).truth).toMatchObject({
      classes: ["a", "b", "c"],
      confusion: [
        [1, 0, 0],
        [0, 1, 0],
        [1, 0, 0],
      ],
    });
    // Rows without a label, here one cell and a whole file, do not count.
    write("empty.csv", ["sample,g1,g2,g3,kind", "x8,50,130,4,", "x9,400,90,2,b"]);
    const both = await json("predict lda.json three.csv empty.csv");
    expect(both.truth).toMatchObject({ accuracy: 1, confusion: expect.anything(), auc: null });
    expect(both.notices).toMatchObject([
      { text: '"kind" has no value in 4 of 5 rows, which do not count in the accuracy', count: 4 },
    ]);
    expect(both.predictions.map(({ id }: { id: string }) => id)).toEqual(["x1", "x2", "x3", "x8", "x9"]);
    expect(both.predictions.map(({ predicted }: { predicted: string }) => predicted).join("")).toBe("abaab");
  });

  test("says that accuracy on the training rows means nothing", async () => {
    const { output, errors } = await run("predict lda.json counts.csv");
    expect(output).toContain("accuracy");
    expect(errors).toMatch(
      /^warning: these look like the rows that the model was trained on, so its accuracy on them/,
    );
    expect((await json("predict lda.json counts.csv")).notices).toHaveLength(1);
  });

  test("needs a model, and says so before reading anything", async () => {
    expect((await run("predict plain.json nothing.csv")).errors).toBe(
      "salience: plain.json contains no model, so it cannot predict; save the recipe with --classifier svm, lda or knn\n",
    );
  });
});

describe("apply", () => {
  test("writes the picked columns, transformed as in training, whatever else the file holds", async () => {
    expect(await run("apply lda.json new.csv --out applied.csv")).toEqual({
      code: 0,
      output: "applied.csv: 2 rows × 2 features\n",
      errors: "",
    });
    const applied = await readDataset(path("applied.csv"));
    expect(applied.featureNames).toEqual(["g1", "g2"]);
    const expected = [50, 130, 400, 90].map(Math.log1p);
    expectClose((applied.values as Matrix).data, expected, { relative: 1e-14 });
  });

  test("every format that is written, from several files; ids stay where all have them, labels where any has", async () => {
    for (const ending of ["csv", "parquet", "npz"]) {
      const out = `both.${ending}`;
      expect((await run(`apply plain.json counts.csv counts.csv --out ${out}`)).errors).toBe("");
      const data = await readDataset(path(out), ending === "npz" ? {} : { target: "kind", idColumn: "id" });
      expect([data.rows, ...data.featureNames]).toEqual([24, "g1"]);
      expect(data.labels!.classes).toEqual(["a", "b"]);
      expect(data.rowIds!.slice(11, 13)).toEqual(["s11", "s0"]);
    }
    await run("apply lda.json counts.csv new.csv --out mixed.csv");
    const mixed = text("mixed.csv").trimEnd().split("\n");
    expect(mixed[0]).toBe("g1,g2,kind");
    expect([mixed[12].at(-1), mixed[13].at(-1)]).toEqual(["b", ","]);
  });

  test("what is missing is told in one line", async () => {
    write("lacking.csv", ["g_1,g2", "1,2"]);
    write("holes.csv", ["g1,g2,g3", "50,130,3", "40,,5", "300,80,9"]);
    const refused: readonly (readonly [string, string])[] = [
      [
        "lda.json lacking.csv",
        'lacking.csv: 1 of the 2 needed features is missing: "g1" (did you mean "g_1"?); the columns are g_1, g2',
      ],
      ["svm.json new.csv", "new.csv: all 20 needed features are missing"],
      ["lda.json holes.csv --missing error", "holes.csv: 1 value is missing, in 1 column: g2"],
      ["counts.csv counts.csv", "counts.csv: this is not a recipe: it is not JSON"],
      ["plain.json", "apply needs a recipe and a file: salience apply RECIPE FILE"],
      ["plain.json counts.csv --target sort", 'there is no column "sort" for the target'],
    ];
    for (const [words, message] of refused) {
      const { code, errors } = await run(`apply ${words} --out never.csv`);
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(message) });
      expect(errors.trimEnd()).not.toContain("\n");
    }
    expect(() => text("never.csv")).toThrow();
    expect((await run("apply lda.json holes.csv --out filled.csv")).errors).toMatch(
      /^note: holes\.csv: 1 missing value was filled with what was usual in training: g2 with 4\.\d+\n$/,
    );
    const whole = await run("apply lda.json holes.csv --missing drop-rows --out whole.csv");
    expect(whole.output).toBe("whole.csv: 2 rows × 2 features\n");
    const predicted = await run("predict lda.json holes.csv --missing drop-rows");
    expect(predicted.output).toMatch(/\n1 +a .*\n2 +b /);
    expect(predicted.errors).toMatch(/^warning: rows with missing values are left out.*--id-column/);
    expect((await run("apply plain.json counts.csv")).errors).toContain("--out is needed");
  });

  test("another scale is refused, unless it is forced or said to be known", async () => {
    const rows = counts.slice(1).map((line) => line.split(",").slice(1, 4).map(Number));
    write("logged.csv", ["g1,g2,g3", ...rows.map((row) => row.map(Math.log1p).join())]);
    const refused = await run("apply lda.json logged.csv --out refused.csv");
    expect(refused).toMatchObject({ code: 1, output: "" });
    expect(refused.errors).toMatch(/^salience: logged\.csv: \d of 2 features (is|are) far outside/);
    expect(refused.errors).toContain("or use the values all the same (--force)");
    const warned = await run("apply lda.json logged.csv --force --out warned.csv");
    expect(warned.code).toBe(0);
    expect(warned.errors).toMatch(/^warning: logged\.csv: \d of 2 features (is|are) far outside/);
    expect(warned.errors).toContain("the recipe applies log1p itself, so give values without it");
    expect(await run("predict lda.json logged.csv")).toMatchObject({ code: 1, output: "" });
    expect((await run("predict lda.json logged.csv --force")).code).toBe(0);
    const known = await run("apply lda.json logged.csv --transform= --out known.csv");
    expect(known).toMatchObject({ code: 0, errors: "" });
  });
});

describe("repeat", () => {
  test("says that nothing differs", async () => {
    for (const words of ["svm.json deep/train.csv", "lda.json counts.csv", "plain.json counts.csv"]) {
      const { code, output } = await run(`repeat ${words} --strict`);
      expect(code).toBe(0);
      expect(output).toMatch(/\nThe data is the same\.\nThe ranking and the scores are identical\.\n$/);
    }
  });

  test("says what differs", async () => {
    write("fewer.csv", counts.slice(0, 11));
    const { code, output, errors } = await run("repeat lda.json fewer.csv --strict");
    expect(code).toBe(1);
    expect(output).toContain("The data differs from that of the recipe: 10 rows instead of 12");
    expect(errors).toContain("not the same: the data differs");
    const result = await json("repeat lda.json fewer.csv");
    expect(result).toMatchObject({ schema: "salience/repetition@1", sameData: false });
    expect(result.features[0]).toMatchObject({ rank: 1, name: "g1", before: { name: "g1" } });
  });

  test("asks for the file of labels, which the recipe only knows by name", async () => {
    write(
      "bare.csv",
      counts.map((line) => line.slice(0, line.lastIndexOf(","))),
    );
    write("deep/kinds.csv", ["sample,kind", ...counts.slice(1).map((line) => line.replace(/,.*,/, ","))]);
    await run(
      "select bare.csv --id-column sample --labels deep/kinds.csv --k 1 --method fisher --save joined.json",
    );
    expect(recipe("joined.json").reading.labels).toBe("kinds.csv");
    expect((await run("repeat joined.json bare.csv")).errors).toContain(
      "the recipe took its labels from kinds.csv; name that file with --labels",
    );
    expect((await run("repeat joined.json bare.csv --labels deep/kinds.csv --strict")).code).toBe(0);
  });
});
