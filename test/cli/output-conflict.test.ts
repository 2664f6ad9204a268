import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkFiles } from "../../src/cli/check-files.js";
import type { CommandEntry } from "../../src/cli/command.js";
import { commands } from "../../src/cli/commands/index.js";
import type { Flags } from "../../src/cli/flags/flag.js";
import { InputError } from "../../src/core/input-error.js";
import { runInside } from "../support/run-inside.js";

/** A plug-in is loaded to know its flags, so it must be one; within a process each has a name of its own. */
const plugin = (number: number) => `export default {
  name: "first-come-${number}", title: "First come", summary: "By place.", citation: "None.", supervised: true,
  direction: "larger", options: {}, cost: () => ({ scalar: 1, matrix: 0, bytes: 0 }),
  score: async (data) => ({ scores: new Float64Array(data.features) }),
};\n`;

let plugins = 0;
let root = "";
let folder = "";
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "salience-conflict-"));
  const rows = Array.from({ length: 40 }, (_, i) => `r${i},${i % 7},${(i % 2) * 3 + (i % 5)},${"ab"[i % 2]}`);
  writeFileSync(join(root, "d.csv"), ["id,x,y,class", ...rows, ""].join("\n"));
  writeFileSync(
    join(root, "labels.csv"),
    ["id,kind", ...rows.map((_, i) => `r${i},${"ab"[i % 2]}`), ""].join("\n"),
  );
  writeFileSync(join(root, "groups.csv"), "feature,group\nx,first\ny,second\n");
  const words = "select d.csv --target class --id-column id --k 1 --classifier lda --save rec.json".split(
    " ",
  );
  expect(await runInside(words, { cwd: root })).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(root, { recursive: true }));

/** Each test has its own copies: a failure must not spoil the next. */
beforeEach(() => {
  folder = mkdtempSync(join(root, "test-"));
  for (const name of ["d.csv", "labels.csv", "groups.csv", "rec.json"])
    copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, "plugin.mjs"), plugin(plugins++));
});

/** All files of the folder, links followed, with what is in them. */
const contents = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path, "latin1")]),
  );

/** The command line is refused in one line, and nothing has changed in the folder. */
async function refused(words: readonly string[], message: RegExp): Promise<void> {
  const before = contents();
  const { code, output, errors } = await runInside(words, { cwd: folder });
  expect({ code, output, lines: errors.trimEnd().split("\n").length }).toEqual({
    code: 1,
    output: "",
    lines: 1,
  });
  expect(errors).toMatch(message);
  expect(contents()).toEqual(before);
}

const flagsOf = async (entry: CommandEntry): Promise<Flags> =>
  Object.assign({}, ...Object.values((await entry.load()).flags()));

/** The names of flags of one kind. */
const named = (flags: Flags, kind: "input" | "output") =>
  Object.keys(flags).filter((name) => flags[name].file === kind);

/** A name with an ending that the flag allows, which leads to a file. */
function linkTo(file: string, flags: Flags, flag: string): string {
  const ending = flags[flag].endings?.[0] ?? ".json";
  symlinkSync(file, join(folder, `link-${flag}${ending}`));
  return `link-${flag}${ending}`;
}

describe("an output that names an input is refused, and nothing is touched:", () => {
  for (const entry of commands.filter(({ name, positional }) => positional !== "" && name !== "check")) {
    const { name, positional } = entry;
    const files =
      positional === "RECIPE"
        ? ["rec.json"]
        : positional.startsWith("RECIPE")
          ? ["rec.json", "d.csv"]
          : ["d.csv"];
    // The last two write no file that a flag names.
    if (["DIR", "RUN", "URL"].includes(positional)) continue;
    test(`${name}, every output against every file and every flag that names one`, async () => {
      const flags = await flagsOf(entry);
      const outputs = named(flags, "output");
      expect(outputs.length).toBeGreaterThan(0);
      for (const output of outputs) {
        for (const file of files) {
          const link = linkTo(file, flags, output);
          await refused([name, ...files, `--${output}`, link], /would overwrite an input/);
          rmSync(join(folder, link));
        }
        for (const input of named(flags, "input")) {
          const given = input === "plugin" ? "plugin.mjs" : "labels.csv";
          const link = linkTo(given, flags, output);
          const words = [name, ...files, `--${input}`, given, `--${output}`, link];
          await refused(words, new RegExp(`--${output} would overwrite the input of --${input}`));
          rmSync(join(folder, link));
        }
      }
    });
  }

  const cases: readonly string[] = [
    "select d.csv --target class --out d.csv",
    "select d.csv --target class --json d.csv",
    "select d.csv --target class --save d.csv",
    "select d.csv --labels labels.csv --id-column id --json labels.csv",
    "select d.csv --target class --feature-groups groups.csv --k 1 --out groups.csv",
    "compare d.csv --target class --methods fisher --csv d.csv",
    "compare d.csv --target class --methods fisher --json d.csv",
    "compare labels.csv --test d.csv --target class --methods fisher --json d.csv",
    "tune d.csv --target class --json d.csv",
    "stability d.csv --target class --csv d.csv",
    "path d.csv --target class --json d.csv",
    "doctor d.csv --json d.csv",
    "apply rec.json d.csv --out d.csv",
    "predict rec.json d.csv --out d.csv",
    "predict rec.json d.csv --json rec.json",
    "repeat rec.json d.csv --json rec.json",
    "select d.csv --target class --out ./sub/../d.csv",
    "select sub/../d.csv --target class --out d.csv",
    "select d.csv --target class --out linked/d.csv",
    "select d.csv --target class --json hard.csv",
    "select soft.csv --target class --json d.csv",
  ];
  for (const line of cases)
    test(line, async () => {
      mkdirSync(join(folder, "sub"));
      symlinkSync(".", join(folder, "linked"));
      linkSync(join(folder, "d.csv"), join(folder, "hard.csv"));
      symlinkSync("d.csv", join(folder, "soft.csv"));
      await refused(line.split(" "), /would overwrite/);
    });

  test("a page that is a link to the data", async () => {
    symlinkSync("d.csv", join(folder, "page.html"));
    await refused("select d.csv --target class --report page.html".split(" "), /--report would overwrite/);
  });

  test("a file of a 10x folder", async () => {
    mkdirSync(join(folder, "tenx"));
    for (const name of ["matrix.mtx", "features.tsv", "barcodes.tsv"])
      writeFileSync(join(folder, "tenx", name), "");
    await refused("select tenx --json tenx/features.tsv".split(" "), /--json would overwrite an input/);
    await refused("doctor tenx --json tenx/matrix.mtx".split(" "), /--json would overwrite an input/);
  });

  test("a file of the paper's folder", async () => {
    mkdirSync(join(folder, "paper"));
    writeFileSync(join(folder, "paper", "ORL.mat"), "");
    await refused("reproduce paper --json paper/ORL.mat".split(" "), /--json would overwrite an input/);
  });
});

describe("two outputs with one name are refused:", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["select d.csv --target class --json r.json --save r.json", /--\w+ and --\w+ name the same file/],
    ["select d.csv --target class --json new/../r.json --save ./r.json", /name the same file/],
    ["compare d.csv --target class --methods fisher --json r.txt --csv r.txt", /name the same file/],
    ["stability d.csv --target class --csv r.csv --out r.csv", /name the same file/],
    ["predict rec.json d.csv --out r.csv --json dangling", /name the same file/],
  ];
  for (const [line, message] of cases)
    test(line, async () => {
      mkdirSync(join(folder, "new"));
      writeFileSync(join(folder, "r.csv"), "old");
      symlinkSync("r.csv", join(folder, "dangling"));
      await refused(line.split(" "), message);
      rmSync(join(folder, "r.csv"));
      const { code, errors } = await runInside(line.split(" "), { cwd: folder });
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(message) });
      expect(readdirSync(folder)).not.toContain("r.csv");
    });
});

test("the error has the code output-conflict and names file and flag", async () => {
  const path = join(folder, "d.csv");
  const known: Flags = { out: { value: "F", file: "output", help: "" } };
  const problem = await checkFiles("FILE", [path], known, { out: path }).catch((error) => error);
  expect(problem).toBeInstanceOf(InputError);
  expect(problem).toMatchObject({ code: "output-conflict", facts: { file: path, option: "out" } });
});

test("devices, bundled data and other files are no conflict", async () => {
  const words = "select bundled:planted --method fisher --k 2 --json /dev/null --save /dev/null".split(" ");
  expect(await runInside(words, { cwd: folder })).toMatchObject({ code: 0 });
  const twice = "select d.csv --target class --id-column id --k 1 --out out.csv --json out.json".split(" ");
  for (let run = 0; run < 2; run++)
    expect(await runInside(twice, { cwd: folder })).toMatchObject({ code: 0 });
});
