import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planted, readDataset, writeDataset } from "../../src/node.js";
import { expectClose } from "../support/expect-close.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
const path = (name: string) => join(folder, name);
const run = (line: string) => runInside(line.split(" "), { cwd: folder });
const json = async (line: string) => JSON.parse((await run(`${line} --json -`)).output);

const scoresOf = (result: { ranking: { score: number }[] }) =>
  Float64Array.from(result.ranking, ({ score }) => score);

const rows = 600;
const { data } = planted({ rows, noise: 12 });
/** Parts of different lengths; the tenth comes last though its name sorts second. */
const cuts = [
  ["part-1", 0, 50],
  ["part-2", 50, 60],
  ["part-3", 60, 400],
  ["part-10", 400, rows],
] as const;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-files-"));
  for (const format of ["csv", "parquet"]) {
    await writeDataset(path(`whole.${format}`), data);
    for (const [name, from, to] of cuts) {
      const some = Array.from({ length: to - from }, (_, i) => from + i);
      await writeDataset(path(`${name}.${format}`), data.selectRows(some));
    }
  }
  writeFileSync(path("odd-1.csv"), "a,b,class\n1,2,x\n2,3,y\n3,1,x\n1,1,y\n");
  writeFileSync(path("odd-2.csv"), "a,c,class\n1,2,x\n2,3,y\n3,1,x\n1,1,y\n");
  writeFileSync(path("mixed-1.csv"), "a,b,class\n1,2,x\n");
  writeFileSync(path("mixed-2.csv"), readFileSync(path("part-1.parquet")));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["csv", "parquet"])("%s files that a pattern names are one data set", async (format) => {
  const [parts, whole] = [
    await readDataset(path(`part-*.${format}`)),
    await readDataset(path(`whole.${format}`)),
  ];
  expect(parts.values).toEqual(whole.values);
  expect(parts.labels).toEqual(whole.labels);
  expect(parts.source.name).toBe(`part-*.${format}`);
  for (const how of ["", " --stream"]) {
    const [one, other] = [
      await json(`select part-*.${format} --method fisher --k 5${how}`),
      await json(`select whole.${format} --method fisher --k 5${how}`),
    ];
    // Read in blocks, the moments of one file are added to those of the file before.
    expect(one.ranking.map((feature: { name: string }) => feature.name)).toEqual(
      other.ranking.map((feature: { name: string }) => feature.name),
    );
    expectClose(scoresOf(one), scoresOf(other), { relative: how === "" ? 0 : 1e-10 });
    expect(one.data.rows).toBe(rows);
  }
});

test("what is not one data set is refused with the file's name", async () => {
  for (const [line, message] of [
    ["select odd-*.csv --k 1", /odd-2\.csv: the columns are not those of odd-1\.csv: it also has c; /],
    [
      "select odd-*.csv --k 1 --stream --method fisher",
      /odd-2\.csv: the columns are not those of odd-1\.csv/,
    ],
    ["select mixed-*.csv --k 1", /mixed-1\.csv is CSV, but mixed-2\.csv is Parquet/],
    ["select none-*.csv --k 1", /none-\*\.csv: no file matches this pattern/],
    ["select part-1.csv part-2.csv --k 1", /unexpected argument "part-2\.csv"; .*'part-\*\.csv'/],
    ["select part-*.csv --k 1 --json part-3.csv", /--json would overwrite an input/],
  ] as const) {
    const { code, errors } = await run(line);
    expect(errors).toMatch(message);
    expect(code).toBe(1);
  }
});
