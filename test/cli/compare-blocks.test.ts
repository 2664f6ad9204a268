import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted, readDataset, writeDataset } from "../../src/node.js";
import { upTo } from "../../src/numeric/up-to.js";
import { dataFile, hasData } from "../support/data.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
const path = (name: string) => join(folder, name);
const run = (line: string) => runInside(line.split(" ").filter(Boolean), { cwd: folder });

/** A comparison as JSON without what times the run or says how the rows were read. */
async function compared(line: string) {
  const { output, errors, code } = await run(`compare ${line} --json -`);
  expect([code, errors]).toEqual([0, errors]);
  const { notices, plan, ...rest } = JSON.parse(output, (key, value) =>
    key === "seconds" || key === "classifySeconds" ? undefined : value,
  );
  return { notices: notices as { code: string; text: string }[], plan, rest };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-compare-blocks-"));
  const { data } = planted({ rows: 600, noise: 40, seed: 3 });
  await writeDataset(path("train.csv"), data.selectRows(upTo(400)));
  writeFileSync(path("names.csv"), "class,id\nclass 0,r1\nclass 1,r2\nclass 0,r3\nclass 1,r4\n");
  await writeDataset(path("test.csv"), data.selectRows(upTo(200).map((i) => 400 + i)));
});
afterAll(() => rmSync(folder, { recursive: true }));

const files = "train.csv --test test.csv --classifier lda";

describe("compare --test on rows in blocks", () => {
  test("gives the JSON, the table, the report and the rest that it gives without", async () => {
    const line = `${files} --methods dfs,fisher,mmc-rfe --no-margins --k 2,5,10 --baselines all,random`;
    const [memory, blocks] = [await compared(line), await compared(`${line} --stream`)];
    expect(blocks.rest).toEqual(memory.rest);
    expect(blocks.plan).toEqual(memory.plan);
    expect(blocks.notices[0]).toMatchObject({ code: "streamed", file: "train.csv" });
    const shown = async (more: string) => {
      const { output } = await run(
        `compare ${line} ${more} --csv a.csv --report a.html --latex a.tex --svg figures`,
      );
      const untimed = (text: string) =>
        text.replace(/ +<?[\d.]+ m?s$/gm, "").replace(/^the \d+ rows were read in blocks.*\n/m, "");
      return [untimed(output), untimed(readFileSync(path("a.csv"), "utf8").replace(/,[^,]*,[^,]*$/gm, ""))];
    };
    expect(await shown("--stream")).toEqual(await shown(""));
    for (const name of ["a.html", "a.tex", "figures"]) expect(existsSync(path(name))).toBe(true);
  });

  test("what was left out of the test file is told, in memory too", async () => {
    const [header, first, second, ...others] = readFileSync(path("test.csv"), "utf8").split("\n");
    const unlabelled = first.slice(0, first.lastIndexOf(",") + 1);
    const odd = second.replace(/^[^,]*/, "lost");
    writeFileSync(path("gaps.csv"), [header, unlabelled, odd, ...others].join("\n"));
    for (const more of ["", " --stream"]) {
      const { notices } = await compared(
        `train.csv --test gaps.csv --classifier lda --methods fisher --k 3${more}`,
      );
      const told = notices.map(({ text }) => text).filter((text) => text.startsWith("in the test data"));
      expect(told).toEqual([
        expect.stringContaining("not a number and counts as missing: "),
        expect.stringMatching(/has no value in 1 of 200 rows, which w(?:as|ere) left out/),
      ]);
    }
  });

  test("all methods: those that need the rows are left out, with a note", async () => {
    const { output, errors } = await run(`compare ${files} --methods all --k 3 --stream --no-side-by-side`);
    expect(errors).toMatch(/note: left out, because they need all rows in memory: .*mrmr.*relieff/);
    for (const name of ["dfs", "fisher", "trace-ratio", "bahsic", "mmc-rfe"])
      expect(output).toMatch(new RegExp(`^${name} `, "m"));
  });

  test("labels in a file of their own serve both files by the names of the rows", async () => {
    const split = (name: string, first: number) => {
      const [head, ...lines] = readFileSync(path(`${name}.csv`), "utf8")
        .trim()
        .split("\n");
      const cut = (line: string) => line.slice(0, line.lastIndexOf(","));
      writeFileSync(
        path(`${name}-x.csv`),
        [`id,${cut(head)}`, ...lines.map((line, i) => `r${first + i},${cut(line)}`)].join("\n"),
      );
      return lines.map((line, i) => `r${first + i},${line.slice(line.lastIndexOf(",") + 1)}`);
    };
    const labels = [...split("train", 0), ...split("test", 400)];
    writeFileSync(path("labels.csv"), ["id,class", ...labels].join("\n"));
    writeFileSync(path("unnamed.csv"), ["class", ...labels.map((line) => line.split(",")[1])].join("\n"));
    const line = "train-x.csv --test test-x.csv --labels labels.csv --id-column id --methods fisher --k 4";
    const ask = `${line} --classifier lda`;
    expect((await compared(`${ask} --stream`)).rest).toEqual((await compared(ask)).rest);
    const { code, errors } = await run(
      `compare ${line.replace("labels.csv --id-column id", "unnamed.csv")} --stream`,
    );
    expect([code, errors]).toEqual([1, expect.stringMatching(/serve both|matched|labels for/)]);
  });

  test.each([
    [
      `${files} --methods fisher,relieff --stream`,
      /train.csv: relieff needs all rows in memory, about \d+ kB; .*--sample 20000.*\(--methods dfs\)/,
    ],
    [`${files} --methods fisher --k 3 --memory 1M`, /the 3 features that are judged need about .* free/],
    [
      `${files} --methods fisher --k 3 --memory 1M --no-stream`,
      /the data needs about .* in memory, and .* are free/,
    ],
    [`${files} --methods fisher --k 3 --stream --tune`, /--tune needs all rows in memory/],
    [
      `${files} --methods fisher --stream --shards 2 --run runs`,
      /rows are read in blocks by one machine alone; leave out --shards, or --stream/,
    ],
    ["names.csv --test test.csv --methods fisher --stream", /the data has no feature columns/],
    [
      "train.csv --test names.csv --methods fisher --k 3 --stream --target class",
      /all \d+ needed features are missing: .*; there are no columns of features/,
    ],
    ["train.csv --methods fisher --stream", /--stream needs --test FILE: with folds all rows are needed/],
    ["train.csv --test train.csv --methods fisher --stream", /is both the data and the test file/],
  ])("compare %s is refused in one line", async (line, message) => {
    const { code, errors } = await run(`compare ${line}`);
    expect(code).toBe(1);
    expect(errors.trim().split("\n").at(-1)).toMatch(message);
  });
});

describe.skipIf(!hasData)("the paper's USPS, split into two files", () => {
  test.each([".csv", ".parquet"])("%s: every method in blocks as in memory", async (ending) => {
    const data = await readDataset(dataFile("paper/USPS.mat"));
    const rows = upTo(data.rows);
    await writeDataset(path(`usps${ending}`), data.selectRows(rows.filter((i) => i % 3 > 0)));
    await writeDataset(path(`held${ending}`), data.selectRows(rows.filter((i) => i % 3 === 0)));
    const line = `usps${ending} --test held${ending} --target Y --methods dfs,fisher,trace-ratio,bahsic,mmc-rfe --no-margins --k 5,20,40 --classifier lda`;
    expect((await compared(`${line} --stream`)).rest).toEqual((await compared(line)).rest);
  });
});

describe.skipIf(!hasData)("a table with categories, split into two files", () => {
  test("categories, raw and standardised, in blocks as in memory", async () => {
    const data = await readDataset(dataFile("mixed/credit-g.arff"));
    const rows = upTo(data.rows);
    await writeDataset(path("credit.csv"), data.selectRows(rows.filter((i) => i % 4 > 0)));
    await writeDataset(path("credit-test.csv"), data.selectRows(rows.filter((i) => i % 4 === 0)));
    const line =
      "credit.csv --test credit-test.csv --target class --methods dfs,fisher,mmc-rfe --no-margins --k 3,8";
    for (const more of ["", " --select-on raw"]) {
      const ask = `${line}${more} --classifier lda`;
      expect((await compared(`${ask} --stream`)).rest).toEqual((await compared(ask)).rest);
    }
  });
});
