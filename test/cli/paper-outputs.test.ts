import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runInside } from "../support/run-inside.js";

let root = "";
let folder = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "salience-paper-outputs-"));
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(root, "test-"));
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i % 2) * 3 + (i % 5)},${"ab"[i % 2]}`);
  writeFileSync(join(folder, "d.csv"), ["x_1,y,class", ...rows, ""].join("\n"));
});

const run = (line: string) => runInside(line.split(" "), { cwd: folder });
const select = "select d.csv --target class --method fisher --k 1";

describe("tables and figures for a paper", () => {
  test("are written without a page, as whole files, and the plan measures as for a page", async () => {
    const { code, errors } = await run(`${select} --permutations 0 --latex out.tex --svg figures/one`);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: expect.stringContaining("wrote out.tex\nwrote figures/one\n"),
    });
    expect(readdirSync(folder).sort()).toEqual(["d.csv", "figures", "out.tex"]);
    const figures = readdirSync(join(folder, "figures/one")).sort();
    expect(figures).toEqual(
      expect.arrayContaining(["accuracy.svg", "errors-confusion-matrix.svg", "ranking.svg"]),
    );
    for (const name of figures)
      expect(readFileSync(join(folder, "figures/one", name), "utf8")).toMatch(/^<\?xml[\s\S]*<\/svg>\n$/);
    const tex = readFileSync(join(folder, "out.tex"), "utf8");
    expect(tex).toMatch(/\n1 & y & [\d.]+ &/);
    // 40 rows in two classes of 20, each tested once.
    expect(tex).toMatch(/\na & 20 & [\d.]+ & [\d.]+--[\d.]+ &/);
    // Commands in files that are passed on hold no folder of this machine.
    expect(tex).not.toContain(folder);

    const again = await run(`${select} --no-evaluation --svg figures/one`);
    expect(again.errors).toContain("also holds figures that this run did not write: accuracy.svg");
  });

  test("other commands have them, too", async () => {
    const { code, errors } = await run(
      "stability d.csv --target class --method fisher --k 1 --subsamples 4 --latex s.tex --svg s",
    );
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining("wrote s.tex") });
    expect(readFileSync(join(folder, "s.tex"), "utf8")).toContain("\\label{tab:ranking}");
    expect(readdirSync(join(folder, "s"))).toContain("stability.svg");
  });
});

describe("a folder of figures is refused, and nothing is written, if", () => {
  const refused = async (line: string, message: RegExp) => {
    const before = readdirSync(folder, { recursive: true });
    const { code, output, errors } = await run(line);
    expect({ code, output, errors }).toEqual({ code: 1, output: "", errors: expect.stringMatching(message) });
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  };

  test("a figure in it is the data, by a link of either kind", async () => {
    mkdirSync(join(folder, "hard"));
    linkSync(join(folder, "d.csv"), join(folder, "hard/ranking.svg"));
    await refused(`${select} --svg hard`, /hard\/ranking\.svg: --svg would overwrite an input/);
    mkdirSync(join(folder, "soft"));
    symlinkSync("../d.csv", join(folder, "soft/any.svg"));
    await refused(`${select} --svg soft`, /--svg would overwrite an input/);
  });

  test("another output would be one of them", async () => {
    await refused(`${select} --svg . --csv ranking.svg`, /--csv and --svg name the same file/);
  });

  test("it is a file, or there is no right to write", async () => {
    await refused(`${select} --svg d.csv`, /--svg would overwrite an input/);
    writeFileSync(join(folder, "other"), "");
    await refused(`${select} --svg other`, /other: this is a file; give the name of a folder/);
    await refused(`${select} --svg other/below`, /this is a file|not a folder/);
  });
});

test("flags for the report are meant for all its forms", async () => {
  const { code, errors } = await run(`${select} --image 1x2`);
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/only with --report/) });
});
