import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Dataset, makeRecipe, predictWith, type Recipe, select } from "../../src/index.js";
import { recipeCode, recipeOnnx } from "../../src/recipe/code/recipe-code.js";
import { version } from "../../src/version.js";
import { expectClose } from "../support/expect-close.js";
import { onnxRuntime } from "../support/onnx-runtime.js";
import { type Answer, type Case, codeCases, expectAnswers, type Row } from "./code-cases.js";

/** What the runtime gives for one model: by output, row by row; what JSON does not have as a word. */
type Outputs = Record<string, readonly (number | string | readonly (number | string)[])[]>;

interface Job {
  readonly recipe: Recipe;
  readonly rows: readonly Row[];
}

let cases: ReadonlyMap<string, Case>;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-onnx-"));
  cases = await codeCases();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The models as files. */
const write = (recipes: readonly Recipe[]) =>
  recipes.map((recipe, at) => {
    const model = join(folder, `model${at}.onnx`);
    writeFileSync(model, recipeOnnx(recipe).bytes);
    return model;
  });

const runtime = onnxRuntime();
const driver = fileURLToPath(new URL("run-onnx.mjs", import.meta.url));

/** Runs models in ONNX Runtime. */
function run(jobs: readonly Job[]): Outputs[] {
  const models = write(jobs.map(({ recipe }) => recipe));
  const text = execFileSync(process.execPath, [driver, runtime.folder!], {
    input: JSON.stringify(jobs.map(({ rows }, at) => ({ model: models[at], rows }))),
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return JSON.parse(text);
}

const numbers = (of: Outputs[string]) => of.map((row) => (row as readonly (number | string)[]).map(Number));
const isEmpty = (of: Outputs[string]) => of.every((word) => word === "");

describe.skipIf(runtime.reason)(`ONNX Runtime${runtime.reason ? ` (${runtime.reason})` : ""}`, () => {
  test("does what predict and apply do", () => {
    const all = [...cases];
    const predicted = run(all.map(([, own]) => own));
    const picked = run(all.map(([, { recipe, rows }]) => ({ recipe: { ...recipe, model: null }, rows })));
    const answers = all.map(([name, { recipe, rows }], i): [string, Answer] => {
      const { label, number, scores, probabilities, problem } = predicted[i];
      expect(isEmpty(problem) && isEmpty(picked[i].problem), name).toBe(true);
      const columns = recipe.features.map((feature) => picked[i][`selected_${feature.name}`]);
      return [
        name,
        {
          predicted: (number?.map(Number) ?? label ?? []) as Answer["predicted"],
          scores: scores ? numbers(scores) : rows.map(() => []),
          probabilities: probabilities ? numbers(probabilities) : rows.map(() => []),
          picked: rows.map((_, row) => columns.map((column) => (column[row] as (string | number)[])[0])),
        },
      ];
    });
    expectAnswers(cases, new Map(answers), { relative: 1e-11 });
  });

  test("counts what was filled and what is unknown as the JavaScript does", async () => {
    const words = ["", "NA", "n/A", "nUlL", "NaN", "?", "na ", "level 1", "Level 1", "0"];
    const rows = words.map((genotype, i) => ({
      ...cases.get("svm adjusted")!.rows[i],
      genotype,
      marker: i % 2 ? null : 1,
    }));
    const { recipe } = cases.get("svm adjusted")!;
    const { predict } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(recipeCode(recipe, "js"))}`
    );
    // Code trims a word for a missing value; no operator does.
    const trimmed = rows.map((row) => ({
      ...row,
      genotype: row.genotype === "na " ? "other" : row.genotype,
    }));
    const expected = trimmed.map((row) => predict(row));
    const [own] = run([{ recipe, rows }]);
    expect(own.filled).toEqual(expected.map(({ filled }) => filled.length));
    expect(own.unknown).toEqual(expected.map(({ unknown }) => unknown.length));
    expect(own.label).toEqual(expected.map((one) => one.class));
    expect(new Set(own.unknown).size).toBeGreaterThan(1);
  });

  test("a row that cannot be predicted has the reason and no result, and the others theirs", async () => {
    const row = { gene: 4, other: 3, third: 2, site: "north" };
    const totals = cases.get("log1p of normalised totals")!.recipe;
    const logs = cases.get("log2")!.recipe;
    const codes = cases.get("codes")!.recipe;
    const [first, second, third, picked] = run([
      {
        recipe: totals,
        rows: [row, { ...row, other: -1 }, { ...row, gene: -2, other: -1 }, { ...row, gene: "Infinity" }],
      },
      { recipe: logs, rows: [{ ...row, gene: 0 }, row, { ...row, gene: -1 }] },
      { recipe: codes, rows: [{ ...row, site: "west" }, row] },
      { recipe: { ...logs, model: null }, rows: [{ ...row, gene: 0 }, row] },
    ]);
    expect(first.problem).toEqual([
      "",
      '"other" is negative; normalize-total needs counts',
      expect.stringMatching(/^"(gene|other)" is negative/),
      '"gene" is not a finite number',
    ]);
    const { labels, scores } = await predictWith(totals, [row], { force: true });
    expect(first.label).toEqual([labels[0], "", "", ""]);
    expectClose(
      numbers(first.scores)[0],
      [0, 1].map((code) => scores!.get(0, code)),
      { relative: 1e-11 },
    );
    for (const refused of [1, 2, 3])
      expect([...numbers(first.scores)[refused], ...numbers(first.probabilities)[refused]]).toEqual([
        Number.NaN,
        Number.NaN,
        Number.NaN,
        Number.NaN,
      ]);
    const below = '"gene" must be above 0 for the transform log2';
    expect(second.problem).toEqual([below, "", below]);
    expect(third.problem).toEqual(['"site" holds a level that the training data does not have', ""]);
    expect(third.label[1]).toMatch(/^[ab]$/);
    expect(picked.problem).toEqual([below, ""]);
    expect(picked.selected_gene).toEqual([["NaN"], [2]]);
    expect(picked.selected_site[0]).toEqual([""]);
  });

  test("no row, one row, and rows as large as numbers go", () => {
    const none = run([...cases.values()].map(({ recipe }) => ({ recipe, rows: [] })));
    for (const outputs of none) for (const values of Object.values(outputs)) expect(values).toEqual([]);
    const some = ["svm", "knn", "five classes, rbf"].map((name) => cases.get(name)!);
    const together = run(some.map(({ recipe, rows }) => ({ recipe, rows: rows.slice(0, 3) })));
    const single = run(some.map(({ recipe, rows }) => ({ recipe, rows: rows.slice(1, 2) })));
    single.forEach(({ label, probabilities }, i) => {
      expect(label).toEqual([together[i].label[1]]);
      expectClose(numbers(probabilities)[0], numbers(together[i].probabilities)[1]);
    });
    const huge = some.map(({ rows: [row] }) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, typeof cell === "number" ? 1e308 : cell]),
      ),
    );
    const wild = run(some.map(({ recipe, rows }, i) => ({ recipe, rows: [rows[1], huge[i]] })));
    wild.forEach(({ label }, i) => {
      expect(label[0]).toBe(together[i].label[1]);
      expect(some[i].classes).toContain(label[1]);
    });
  });

  test("a class that training did not see gets no probability, as in the JavaScript", async () => {
    for (const name of ["svm", "lda", "five classes"]) {
      const { recipe, rows } = cases.get(name)!;
      const { fitted } = recipe.model!;
      const [first, ...rest] = fitted.classes as string[];
      const order = (fitted.order as number[]).map((code) => (code === 0 ? 0 : code + 1));
      const more = { ...fitted, classes: [first, "not seen", ...rest], order };
      const own = { ...recipe, model: { ...recipe.model!, fitted: more } };
      const { predict } = await import(
        /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(recipeCode(own, "js"))}`
      );
      const [{ label, scores, probabilities }] = run([{ recipe: own, rows }]);
      const expected = rows.map((row) => predict(row));
      expect(label).toEqual(expected.map((one) => one.class));
      expect(new Set(numbers(scores).map((row) => row[1]))).toEqual(new Set([Number.NEGATIVE_INFINITY]));
      expectClose(
        numbers(probabilities).flat(),
        expected.flatMap((one) => more.classes.map((own) => one.probabilities[own])),
        { relative: 1e-11, absolute: 1e-13 },
      );
    }
  });

  test("columns may have the names of outputs and of values inside", async () => {
    const names = [
      "label",
      "label_",
      "scores",
      "given_1",
      "constant_1",
      "scaled_2",
      "N",
      "problem",
      "µ \n x",
    ];
    const rows = Array.from({ length: 40 }, (_, i) =>
      Object.fromEntries(names.map((name, j) => [name, ((i * (j + 3)) % 17) + (j === 2 ? 9 * (i % 2) : 0)])),
    );
    const data = Dataset.fromObjects(
      rows.map((row, i) => ({ ...row, kind: i % 2 ? "odd" : "even" })),
      { target: "kind" },
    );
    const picked = await select(data, { k: names.length, method: "fisher" });
    const recipe = await makeRecipe(data, picked, { classifier: "lda" });
    const { outputs } = recipeOnnx(recipe);
    expect(outputs).toEqual(["label__", "scores_", "probabilities", "problem_", "filled", "unknown"]);
    const [own] = run([{ recipe, rows }]);
    const { labels, probabilities } = await predictWith(recipe, rows, { force: true });
    expect(own.label__).toEqual(labels);
    expectClose(
      numbers(own.probabilities).flat(),
      rows.flatMap((_, i) => [0, 1].map((code) => probabilities!.get(i, code))),
      { relative: 1e-11, absolute: 1e-13 },
    );
  });
});

const python = ["python3", "/usr/bin/python3"].find(
  (command) => spawnSync(command, ["-c", "import onnx"]).status === 0,
);

/** Every type and shape is inferred, and compared with what the file says. */
const checks = `
import json, sys, onnx, onnx.shape_inference
def shape(value):
    return [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]
def kind(value):
    return onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type)
found = []
for file in json.load(sys.stdin):
    model = onnx.load(file)
    onnx.checker.check_model(model, full_check=True)
    inferred = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)
    used = set(i for n in model.graph.node for i in n.input) | set(v.name for v in model.graph.output)
    known = set(v.name for v in list(inferred.graph.value_info) + list(inferred.graph.output))
    found.append({
        "inputs": [[v.name, kind(v), shape(v)] for v in inferred.graph.input],
        "outputs": [[v.name, kind(v), shape(v)] for v in inferred.graph.output],
        "notInferred": [o for n in inferred.graph.node for o in n.output if o not in known],
        "unused": [i.name for i in model.graph.initializer if i.name not in used]
            + [n.output[-1] for n in model.graph.node if n.output[-1] not in used],
        "metadata": {p.key: p.value for p in model.metadata_props},
        "producer": [model.producer_name, model.producer_version],
        "sets": {s.domain: s.version for s in model.opset_import},
        "says": model.doc_string,
    })
print(json.dumps(found))
`;

test.skipIf(!python)(
  "the checker of onnx finds no fault (skipped where Python has no onnx; Debian: apt-get install python3-onnx)",
  () => {
    const all = [...cases];
    const recipes = all.flatMap(([, { recipe }]) => [recipe, { ...recipe, model: null }]);
    const text = execFileSync(python!, ["-c", checks], {
      input: JSON.stringify(write(recipes)),
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    const found = JSON.parse(text);
    expect(found).toHaveLength(recipes.length);
    recipes.forEach((recipe, i) => {
      const { inputs, outputs } = recipeOnnx(recipe);
      const types = { double: "DOUBLE", string: "STRING" };
      expect(found[i].notInferred).toEqual([]);
      expect(found[i].unused).toEqual([]);
      expect(found[i].inputs).toEqual(inputs.map(({ name, type }) => [name, types[type], ["N", 1]]));
      expect(found[i].outputs.map(([name]: [string]) => name)).toEqual(outputs);
      expect(found[i].producer).toEqual(["salience", version]);
      expect(found[i].says).toContain(recipe.data.sha256);
      expect(JSON.parse(found[i].metadata.features)).toEqual(recipe.features.map(({ name }) => name));
      const hasWords = inputs.some(({ type }) => type === "string");
      expect(found[i].sets).toEqual({ "": 11, ...(hasWords && { "ai.onnx.ml": 2 }) });
    });
    const five = all.findIndex(([name]) => name === "five classes");
    const { classes } = all[five][1];
    expect(JSON.parse(found[2 * five].metadata.classes)).toEqual(classes);
    expect(found[2 * five].outputs).toEqual([
      ["label", "STRING", ["N"]],
      ["scores", "DOUBLE", ["N", 5]],
      ["probabilities", "DOUBLE", ["N", 5]],
      ["problem", "STRING", ["N"]],
      ["filled", "INT64", ["N"]],
      ["unknown", "INT64", ["N"]],
    ]);
  },
);

test("refused as a model: a column without a name, plug-ins, very many numbers", () => {
  const { recipe } = cases.get("knn")!;
  const model = (classifier: string, fitted: Record<string, unknown> = {}): Recipe => ({
    ...recipe,
    model: { ...recipe.model!, classifier, fitted: { ...recipe.model!.fitted, ...fitted } },
  });
  const unnamed = {
    ...recipe,
    features: recipe.features.map((own, j) => ({ ...own, name: j ? own.name : "" })),
  };
  expect(() => recipeOnnx(unnamed)).toThrow("a column without a name cannot be an input of an ONNX model");
  expect(() => recipeOnnx(model("mine"))).toThrow('the classifier "mine" comes from a plug-in');
  const samples = Array.from({ length: 60_000 }, () => [1, 2, 3, 4]);
  expect(() => recipeOnnx(model("knn", { samples, codes: samples.map(() => 0) }))).toThrow(
    /would hold \d+ numbers, and at most 200000/,
  );
});
