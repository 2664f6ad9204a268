import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.js";

const example = fileURLToPath(new URL("../../examples/plugins/mean-gap.mjs", import.meta.url));
const library = pathToFileURL(fileURLToPath(new URL("../../dist/index.js", import.meta.url))).href;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-plugin-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => runCli(words, { cwd: folder });

/** A plug-in with one method; `parts` take the place of parts of it. */
function plugin(file: string, parts = "") {
  writeFileSync(
    join(folder, file),
    `import { defineSelector } from ${JSON.stringify(library)};
     export default defineSelector({
       name: "first-value", title: "The first value", summary: "The first value of every feature.",
       citation: "A test.", supervised: false, direction: "larger", options: {},
       cost: () => ({ scalar: 1, matrix: 0, bytes: 1 }),
       score: async (data) => ({ scores: Float64Array.from({ length: data.features }, (_, j) => j) }),
       ${parts}
     });`,
  );
}

describe("--plugin", () => {
  test("select, with an option of the method's own", async () => {
    const { code, output } = await run(
      ...["select", "bundled:planted", "--plugin", example, "--method", "mean-gap", "--power", "0"],
      ...["--k", "3", "--json", "-"],
    );
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ method: "mean-gap", options: { power: 0, k: 3 } });
  });

  test("compare gives the same on one thread and on two, and its report names the method", async () => {
    const compare = async (threads: string) => {
      const { code, errors } = await run(
        ...["compare", "bundled:planted", "--plugin", example, "--methods", "mean-gap,fisher"],
        ...["--classifier", "nearest-mean", "--k", "2,4", "--folds", "3", "--threads", threads],
        ...["--csv", `${threads}.csv`, "--report", `${threads}.html`],
      );
      expect({ code, errors }).toMatchObject({ code: 0 });
      const rows = readFileSync(join(folder, `${threads}.csv`), "utf8").split("\n");
      return rows.map((row) => row.split(",").slice(0, 5));
    };
    const one = await compare("1");
    expect(one.flat()).toContain("mean-gap");
    expect(await compare("2")).toEqual(one);
    expect(readFileSync(join(folder, "2.html"), "utf8")).toContain("Gap between class means");
  });

  test("tune and stability", async () => {
    const tuned = await run(
      ...["tune", "bundled:planted", "--plugin", example, "--method", "mean-gap", "--try", "power=0,1"],
      ...["--ks", "2,4", "--folds", "3", "--threads", "2"],
    );
    expect(tuned.code).toBe(0);
    expect(tuned.output).toMatch(/--method mean-gap .*--plugin mean-gap\.mjs/);
    const { code, output } = await run(
      ...["stability", "bundled:planted", `--plugin=${example}`, "--method", "mean-gap", "--k", "3"],
      ...["--subsamples", "6", "--threads", "2"],
    );
    expect(code).toBe(0);
    expect(output).toContain("Gap between class means: the best 3");
  });

  test("a recipe is repeated, and predicts, with the plug-in only", async () => {
    const select = ["select", "bundled:planted", "--plugin", example, "--method", "mean-gap", "--k", "3"];
    await run(...select, "--save", "recipe.json", "--classifier", "nearest-mean");
    expect(await run("repeat", "recipe.json", "bundled:planted", "--plugin", example)).toMatchObject({
      code: 0,
    });
    const alone = await run("repeat", "recipe.json", "bundled:planted");
    expect(alone.code).toBe(1);
    expect(alone.errors).toMatch(/unknown classifier "nearest-mean"/);
  });

  test("mistakes are one line and exit code 1", async () => {
    plugin("built-in.mjs", 'name: "fisher",');
    plugin("bad-option.mjs", 'options: { seed: { type: "number", default: 1, help: "a seed" } },');
    plugin("no-score.mjs", "score: 3,");
    writeFileSync(join(folder, "nothing.mjs"), "export const x = 1;");
    writeFileSync(join(folder, "broken.mjs"), "export const = 1;");
    for (const [file, message] of [
      ["absent.mjs", /absent\.mjs: there is no such file/],
      ["built-in.mjs", /"fisher" is the name of a built-in method; choose another/],
      ["bad-option.mjs", /option "seed" has the same name as a setting/],
      ["no-score.mjs", /method "first-value": score must be a function/],
      ["nothing.mjs", /nothing\.mjs: it exports neither a method nor a classifier/],
      ["broken.mjs", /broken\.mjs: it cannot be loaded/],
    ] as const) {
      const { code, errors } = await run("select", "bundled:planted", "--plugin", file);
      expect(errors.trim()).not.toContain("\n");
      expect(errors).toMatch(message);
      expect(code).toBe(1);
    }
  });
});

describe("check", () => {
  test("the example passes every check", async () => {
    const { code, output } = await run("check", example);
    expect(output).not.toContain("failed");
    expect(output).toMatch(/^method mean-gap\n {2}ok {6}describes itself\n[\s\S]*classifier nearest-mean\n/);
    expect(output).toMatch(/\d\d checks passed\n$/);
    expect(code).toBe(0);
  });

  test("a method that ranks by place fails some, each with a reason, and the exit code is 1", async () => {
    plugin("by-place.mjs");
    const { code, output, errors } = await run("check", "by-place.mjs");
    expect(code).toBe(1);
    expect(output).toMatch(/ok {6}describes itself/);
    expect(output).toMatch(/failed {2}finds planted features: \d of its best 6 features are noise/);
    expect(output).toMatch(/failed {2}follows permuted columns: the ranking of permuted columns: \[/);
    expect(errors).toMatch(/^salience: by-place\.mjs: \d+ of \d+ checks failed\n$/);
  });
});
