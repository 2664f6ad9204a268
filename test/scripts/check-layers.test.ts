import { describe, expect, test } from "vitest";
import { cyclesOf, faultsOf } from "../../scripts/check-layers.mjs";

/** A rule: where a text stands, one that breaks the rule, what is then said, and texts that keep it, some elsewhere. */
interface Rule {
  readonly path: string;
  readonly broken: readonly string[];
  readonly fault: string;
  readonly kept: readonly (string | readonly [path: string, text: string])[];
}

const rules: Readonly<Record<string, Rule>> = {
  "a layer imports from itself and from below": {
    path: "data/readers/csv.ts",
    broken: [
      'import { select } from "../../selectors/select.js";',
      'import type { Selection } from "../../selectors/select.js";',
      'export { select } from "../../selectors/select.js";',
      'export * from "../../selectors/select.js";',
      '} from "../../selectors/select.js";',
      'const { select } = await import("../../selectors/select.js");',
    ],
    fault: "data may not import selectors (../../selectors/select.js)",
    kept: [
      'import { Matrix } from "../../numeric/matrix.js";',
      'import { Dataset } from "../dataset.js";',
      'import { splitRows } from "./shared/split-rows.js";',
      ["selectors/select.ts", 'import { Dataset } from "../data/dataset.js";'],
    ],
  },
  "only the command line names its flags": {
    path: "report/tuning-report.ts",
    broken: [
      'const told = "measure it with compare --tune";',
      "const told = `take folds (--tune 5)`;",
      "const told = '--tune';",
      "  return `a text that goes on, --tune",
    ],
    fault: "--tune is a flag of the command line; name options by optionName, or as remedies",
    kept: [
      "if (--left === 0) return;",
      "// measured by compare --tune",
      'const dash = "a -- b, a--b, ---";',
      ["cli/commands/tune.ts", 'const told = "--tune";'],
      ["study/render.ts", "return `--no-tune`;"],
      ["kernels/platform/node.ts", 'setFlagsFromString("--experimental-wasm-relaxed-simd");'],
    ],
  },
  "a file beside the layers counts as one": {
    path: "cli/main.ts",
    broken: ['import { select } from "../index.js";'],
    fault: "cli may not import index.ts (../index.js)",
    kept: [
      'import { select } from "../internal.js";',
      ["node.ts", 'export * from "./index.js";'],
      ["cli.ts", 'import { main } from "./cli/main.js";'],
    ],
  },
  "a folder that is no layer may import nothing": {
    path: "utilities/helper.ts",
    broken: ['import { Matrix } from "../numeric/matrix.js";'],
    fault: "utilities may not import numeric (../numeric/matrix.js)",
    kept: ['import { other } from "./other.js";'],
  },
  "Node's modules stay in node/, executors/ and cli/": {
    path: "data/dataset.ts",
    broken: ['import { readFileSync } from "node:fs";', 'const fs = await import("node:fs");'],
    fault: "node:fs may not be used here; the library runs in browsers too",
    kept: [
      ["node/file-source.ts", 'import { readFileSync } from "node:fs";'],
      ["cli/main.ts", 'import { readFileSync } from "node:fs";'],
    ],
  },
  "the kernels ask for Node's modules while running, in one place": {
    path: "kernels/create-kernels.ts",
    broken: ['const v8 = process.getBuiltinModule("node:v8");'],
    fault: "process is Node's own; the library runs in browsers too",
    kept: [["kernels/platform/node.ts", 'const v8 = process.getBuiltinModule("node:v8");']],
  },
  "packages are loaded where they are needed": {
    path: "data/readers/parquet.ts",
    broken: ['import { parquetRead } from "hyparquet";'],
    fault: "the package hyparquet must be loaded by import() where it is needed",
    kept: [
      'const { parquetRead } = await import("hyparquet");',
      'import type { FileMetaData } from "hyparquet";',
    ],
  },
  "mathematics that differs between engines is not used": {
    path: "selectors/fisher.ts",
    broken: ["return Math.log(x);", "  const y = Math.log(x); // of x"],
    fault: "Math.log differs between engines; use src/numeric/math.ts",
    kept: [
      "return log(x);",
      "return Math.sqrt(Math.abs(x));",
      "// Math.log would differ.",
      "/** Not Math.log. */",
      " * not Math.log either",
      ["cli/remaining.ts", "return Math.log(x);"],
    ],
  },
  "powers are not taken by the engine": {
    path: "selectors/fisher.ts",
    broken: ["return x ** y;", "return x ** 3;", "return mean ** 2;", "return Math.abs(x) ** 0.5;"],
    fault: "** differs between engines; multiply, or use pow of src/numeric/math.ts",
    kept: [
      "return x * x;",
      "const limit = 2 ** bits;",
      "const wide = 10n ** digits;",
      "const tiny = 10 ** -3;",
      "// x ** y",
      "/** x ** y */",
    ],
  },
  "every exported name is documented": {
    path: "selectors/fisher.ts",
    broken: [
      "export const score = 1;",
      "\nexport async function score() {}",
      "// Of a feature.\nexport interface score {}",
      "/** Of a feature. */\n\nexport type score = 1;",
      "export abstract class score {}",
      "export function* score() {}",
    ],
    fault: "score has no documentation",
    kept: [
      "/** Of a feature. */\nexport const score = 1;",
      "/**\n * Of a feature.\n */\nexport async function score() {}",
      "/** Of a feature. */\nexport function score(x: number): number;\nexport function score(x: string): string;",
      "const score = 1;",
      'export { score } from "./score.js";',
    ],
  },
};

describe.each(Object.entries(rules))("%s", (_, { path, broken, fault, kept }) => {
  test.each(broken)("broken by %j", (text) => {
    const line = text.split("\n").length;
    expect(faultsOf(path, text)).toEqual([`src/${path}:${line}: ${fault}`]);
  });

  test.each(kept.map((entry) => (typeof entry === "string" ? ([path, entry] as const) : entry)))(
    "kept in %s by %j",
    (place, text) => {
      expect(faultsOf(place, text)).toEqual([]);
    },
  );
});

test("all faults of a file are told, each with its line", () => {
  const text = 'import { readFileSync } from "node:fs";\n\nexport const a = Math.exp(1);\n';
  expect(faultsOf("numeric/random.ts", text)).toEqual([
    "src/numeric/random.ts:1: node:fs may not be used here; the library runs in browsers too",
    "src/numeric/random.ts:3: Math.exp differs between engines; use src/numeric/math.ts",
    "src/numeric/random.ts:3: a has no documentation",
  ]);
});

describe("files that import each other in a circle", () => {
  const cycles = (files: Readonly<Record<string, string>>) => cyclesOf(new Map(Object.entries(files)));

  test("are found, whichever way they are imported", () => {
    for (const line of [
      'import { b } from "./b.js";',
      'import type { B } from "./b.js";',
      'export { b } from "./b.js";',
      'import {\n  b,\n} from "./b.js";',
      'import "./b.js";',
    ])
      expect(
        cycles({
          "x/a.ts": line,
          "x/b.ts": 'import { c } from "../y/c.js";',
          "y/c.ts": 'import type { A } from "../x/a.js";',
        }),
      ).toEqual(["src/x/a.ts: imports itself by way of x/b.ts, y/c.ts"]);
    expect(cycles({ "a.ts": 'import { a } from "./a.js";' })).toEqual([
      "src/a.ts: imports itself by way of a.ts",
    ]);
  });

  test("what is only imported twice, or loaded later, is no circle", () => {
    expect(
      cycles({
        "a.ts": 'import { b } from "./b.js";\nimport { c } from "./c.js";',
        "b.ts": 'import { c } from "./c.js";',
        "c.ts": 'const later = () => import("./a.js");\nconst said = "import { a } from \'./a.js\'";',
      }),
    ).toEqual([]);
  });
});
