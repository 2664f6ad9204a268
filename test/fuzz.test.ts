import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { commands } from "../src/cli/commands/index.js";
import type { Flags } from "../src/cli/flags/flag.js";
import { parseArguments } from "../src/cli/flags/parse-arguments.js";
import { InputError } from "../src/core/input-error.js";
import { parseDataset } from "../src/data/parse-dataset.js";
import { evaluate } from "../src/experiment/evaluate.js";
import { makeRecipe } from "../src/recipe/make-recipe.js";
import { parseRecipe } from "../src/recipe/parse-recipe.js";
import { predictWith } from "../src/recipe/predict-with.js";
import { select } from "../src/selectors/select.js";
import { parsePlan } from "../src/study/parse-plan.js";
import { readResult } from "../src/study/read-result.js";
import { planOf } from "../src/study/recipe-of.js";
import { damagedJson, mutations, randomBelow } from "./support/mutations.js";
import { randomData } from "./support/random-data.js";

// Damaged input of every kind: a result or one line comes out, never another error and never a hang. `npm run fuzz` gives many more.
const count = Number(process.env.SALIENCE_FUZZ ?? 60);
const seed = Number(process.env.SALIENCE_FUZZ_SEED ?? 1);

/** Throws unless the work ends with a result or with one line for the user; gives whether it was refused. */
async function survives(input: () => string, work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof InputError && !/[\r\n]/.test(error.message)) return true;
    throw new Error(`seed ${seed}: ${String(error)}; the input was ${input().slice(0, 2000)}`, {
      cause: error,
    });
  }
}

const folder = new URL("fixtures/readers/", import.meta.url);
const isSource = /\.(py|mjs|json)$/;
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !isSource.test(entry.name))
  .map((entry) => ({
    name: entry.name,
    bytes: new Uint8Array(readFileSync(`${entry.parentPath}/${entry.name}`)),
  }))
  .filter(({ bytes }) => bytes.length > 0 && bytes.length < 20_000)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

describe("files", () => {
  test("there are many formats", () => {
    expect(new Set(files.map(({ name }) => name.split(".").at(-1))).size).toBeGreaterThan(12);
  });

  test.each(files)("$name", { timeout: 6_000_000 }, async ({ name, bytes }) => {
    for (const damaged of mutations(bytes, Math.ceil(count / 4), seed))
      await survives(
        () => Buffer.from(damaged).toString("hex"),
        () => parseDataset(damaged, { name }),
      );
  });

  test("a gzipped table", { timeout: 6_000_000 }, async () => {
    const table = `a,b,class\n${Array.from({ length: 40 }, (_, i) => `${i},${i % 7},${i % 2 ? "x" : "y"}`).join("\n")}\n`;
    for (const damaged of mutations(new Uint8Array(gzipSync(table)), count, seed))
      await survives(
        () => Buffer.from(damaged).toString("hex"),
        () => parseDataset(damaged, { name: "table.csv.gz" }),
      );
  });
});

describe("JSON", () => {
  const data = randomData({ rows: 48, features: 8, classes: 3, relevant: 3, separation: 1.5, seed: 3 });
  const documents: Record<string, { json: object; read: (json: object) => unknown }> = {};

  beforeAll(async () => {
    const picked = await select(data, { method: "fisher", k: 3 });
    const recipe = await makeRecipe(data, picked, { classifier: "svm", reading: { target: "class" } });
    const results = {
      selection: picked,
      evaluation: await evaluate(data, { method: "fisher", k: [2, 3] }),
      prediction: await predictWith(recipe, data),
    };
    documents.recipe = { json: recipe, read: parseRecipe };
    documents.plan = { json: planOf(recipe), read: parsePlan };
    for (const [name, result] of Object.entries(results))
      documents[name] = { json: JSON.parse(JSON.stringify(result)), read: readResult };
  });

  test.each(["recipe", "plan", "selection", "evaluation", "prediction"])(
    "a damaged %s",
    { timeout: 6_000_000 },
    async (name) => {
      const { json, read } = documents[name];
      let refused = 0;
      for (const damaged of damagedJson(json, count * 5, seed))
        refused += Number(
          await survives(
            () => JSON.stringify(damaged),
            () => read(damaged),
          ),
        );
      expect(refused).toBeGreaterThan(count / 4);
    },
  );
});

test("arguments", { timeout: 6_000_000 }, async () => {
  const below = randomBelow(seed);
  const any = <T>(list: readonly T[]): T => list[below(list.length)];
  const values = [
    "1",
    "-1",
    "1e999",
    "NaN",
    "",
    " ",
    "a,b",
    "=",
    "__proto__",
    "constructor=1",
    "--",
    "-",
    "\u001b[2J",
    "é",
    "0x10",
    "10:100:5",
  ];
  for (const entry of commands) {
    const known: Flags = Object.assign({}, ...Object.values((await entry.load()).flags()));
    const names = [...Object.keys(known), "__proto__", "constructor", "toString", "no-k", "targte"];
    for (let i = 0; i < count * 5; i++) {
      const words = Array.from({ length: below(7) }, () =>
        any([`--${any(names)}`, `--${any(names)}=${any(values)}`, any(values)]),
      );
      await survives(
        () => JSON.stringify([entry.name, ...words]),
        () => parseArguments(words, known),
      );
    }
  }
});
