import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zipMembers } from "../../src/data/readers/shared/zip.js";
import { parseDataset } from "../../src/index.js";
import { availableMemory } from "../../src/node/available-memory.js";
import { planted, writeDataset } from "../../src/node.js";
import { runInside } from "../support/run-inside.js";

let folder = "";
const path = (name: string) => join(folder, name);
const run = (line: string) => runInside(line.split(" "), { cwd: folder });
const json = async (line: string) => JSON.parse((await run(`${line} --json -`)).output);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salience-stream-"));
  const { data } = planted({ rows: 300, noise: 20 });
  await writeDataset(path("data.csv"), data);
  await writeDataset(path("data.npz"), data);
  const isFirst = (row: number) => data.labels!.codes[row] === 0;
  const uneven = Array.from({ length: 300 }, (_, i) => i).filter((i) => isFirst(i) || i % 4 === 0);
  await writeDataset(path("uneven.csv"), data.selectRows(uneven));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("rows in blocks on the command line", () => {
  test.each(["fisher", "mmc-rfe", "trace-ratio"])(
    "select --stream ranks as without it: %s",
    async (method) => {
      const [streamed, memory] = [
        await json(`select data.csv --stream --k 5 --method ${method}`),
        await json(`select data.csv --k 5 --method ${method}`),
      ];
      const names = (ranking: { name: string }[]) => ranking.map(({ name }) => name);
      expect(names(streamed.ranking)).toEqual(names(memory.ranking));
      expect(streamed.notices[0]).toMatchObject({ code: "streamed" });
      expect(streamed.data).toEqual(memory.data);
    },
  );

  test("select --stream writes the data and the recipe that it writes without it", async () => {
    const line = "select data.csv --k 3 --method fisher --no-measure --classifier lda";
    await run(`${line} --out memory.csv --save memory.json`);
    await run(`${line} --out streamed.csv --save streamed.json --stream`);
    expect(readFileSync(path("streamed.csv"))).toEqual(readFileSync(path("memory.csv")));
    const modelOf = (name: string) => JSON.parse(readFileSync(path(name), "utf8")).model;
    expect(modelOf("streamed.json")).toEqual(modelOf("memory.json"));
    const { output } = await run("repeat streamed.json data.csv");
    expect(output).toContain("The selected features have the same values.");
  });

  test("select --stream describes the features as without it", async () => {
    const line = "select data.csv --method fisher --k 4 --log-base 2";
    const [streamed, memory] = [await json(`${line} --stream`), await json(line)];
    expect(streamed.descriptions).toEqual(memory.descriptions);
    type Line = Record<"higher" | "test", string> &
      Record<"effect" | "foldChange" | "statistic" | "p" | "q", number>;
    memory.ranking.forEach((expected: Line, at: number) => {
      const found: Line = streamed.ranking[at];
      expect([found.higher, found.test]).toEqual([expected.higher, expected.test]);
      for (const key of ["effect", "foldChange", "statistic", "p", "q"] as const)
        expect(Math.abs(found[key] / expected[key] - 1)).toBeLessThan(1e-10);
    });
    const { output } = await run(`${line} --stream`);
    expect(output).toContain("higher in");
    expect(output).toMatch(/q: p of the F test, adjusted over \d+ features/);
  });

  test.each(["", " --class-weight balanced"])(
    "path --stream%s leaves as many features as without",
    async (more) => {
      const [streamed, memory] = [
        await json(`path uneven.csv --stream --gammas 0.01,0.1,1,10${more}`),
        await json(`path uneven.csv --gammas 0.01,0.1,1,10${more}`),
      ];
      const supports = (found: { points: { support: number }[] }) =>
        found.points.map(({ support }) => support);
      expect(supports(streamed)).toEqual(supports(memory));
      streamed.points.forEach(({ objective }: { objective: number }, at: number) => {
        expect(Math.abs(objective / memory.points[at].objective - 1)).toBeLessThan(1e-6);
      });
    },
  );

  test("little memory alone makes select read in blocks, and doctor say so", async () => {
    const { errors, output } = await run("select data.csv --k 5 --method fisher --memory 1M");
    expect(errors).toContain("were read in blocks");
    expect(output).toContain("300 rows");
    const doctor = await run("doctor data.csv --memory 1M");
    expect(doctor.output).toContain("in blocks    dfs, fisher, trace-ratio, bahsic, mmc-rfe");
  });

  test.each([
    [
      "select data.csv --method mrmr --stream",
      /mrmr needs all rows in memory, about \d+ kB; .*--sample 20000/,
    ],
    [
      "select data.npz --method fisher --stream",
      /data\.npz: the rows of this file \(NumPy archive\) cannot be read in blocks for this work; .*--sample 20000/,
    ],
    ["select data.csv --method relieff --memory 1M", /relieff needs all rows in memory/],
    [
      "select data.csv --method bahsic --kernel gaussian --stream",
      /bahsic with this --kernel needs all rows/,
    ],
    [
      "select data.csv --stream --feature-test kruskal",
      /Kruskal and Wallis needs the ranks of all rows in memory; .*--feature-test f/,
    ],
    ["select data.csv --stream --sample 50", /--stream works on all rows and --sample on some of them/],
    ["select data.csv --stream --report a.html", /--report needs all rows in memory/],
    ["select data.csv --stream --k auto", /choose k by cross-validation, all rows are needed/],
    ["compare data.csv --methods fisher --memory 1M", /the data needs about .* in memory, and .* are free/],
    [
      "select data.csv --memory lots",
      /memory must be an amount of memory such as 1\.5GB or 800MB; "lots" was given/,
    ],
  ])("%s is refused in one line", async (line, message) => {
    const { code, errors } = await run(line);
    expect(code).toBe(1);
    expect(errors.trim().split("\n").at(-1)).toMatch(message);
  });

  test("--sample works with every method", async () => {
    const { data, notices } = await json("select data.csv --sample 100 --method relieff --k 5");
    expect(data.rows).toBe(100);
    expect(notices[0].text).toContain("a sample of 100 of 300 rows");
  });
});

describe("memory", () => {
  test("the limit counts less what is used", () => {
    expect(availableMemory("100T")).toBeGreaterThan(0);
    expect(availableMemory("1k")).toBe(0);
  });
});

describe("files that lie or are too long are refused in one line", () => {
  test("a sparse matrix of 2^24 columns with one entry", async () => {
    // numpy's own layout, deflated away by hand: a scipy npz of a 1 x 2^24 CSR matrix.
    const { zipBytes } = await import("../../src/data/writers/zip.js");
    const npy = (descr: string, shape: string, bytes: Uint8Array) => {
      const header = `${`{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117)}\n`;
      return [
        new Uint8Array([0x93, 78, 85, 77, 80, 89, 1, 0, 118, 0]),
        new TextEncoder().encode(header),
        bytes,
      ];
    };
    const ints = (...numbers: number[]) => new Uint8Array(Int32Array.from(numbers).buffer);
    const parts = {
      format: npy("|S3", "()", new TextEncoder().encode("csr")),
      shape: npy("<i4", "(2,)", ints(2, 2 ** 24)),
      data: npy("<i4", "(2,)", ints(1, 2)),
      indices: npy("<i4", "(2,)", ints(0, 5)),
      indptr: npy("<i4", "(3,)", ints(0, 1, 2)),
    };
    const chunks = zipBytes(
      Object.entries(parts).map(([name, own]) => ({ name: `${name}.npy`, chunks: own })),
    );
    const bytes = Uint8Array.from([...chunks].flatMap((chunk) => [...chunk]));
    await expect(parseDataset(bytes, { name: "lie.npz" })).rejects.toThrow(
      /a sparse matrix of 2 × 16777216 with 2 entries is not supported/,
    );
  });

  test("a CSV file of 500 million lines, before it is read", async () => {
    const line = new TextEncoder().encode("1.5,a\n");
    let taken = 0;
    const endless = {
      name: "long.csv",
      size: 500_000_000 * line.length,
      read: async (start: number, end: number) => {
        taken += end - start;
        return Uint8Array.from({ length: end - start }, (_, i) => line[(start + i) % line.length]);
      },
    };
    await expect(parseDataset(endless, { header: false })).rejects.toThrow(
      /the file has about \d+ million rows, and at most 67 million can be in memory; read them in blocks/,
    );
    expect(taken).toBeLessThan(2 ** 23);
  });

  test("a valid member of 6.4 GB says how large it is, not that it is damaged", async () => {
    const size = 6.4e9;
    const directory = new Uint8Array(46 + 5 + 28 + 22);
    const view = new DataView(directory.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint32(20, 0xffffffff, true);
    view.setUint32(24, 0xffffffff, true);
    view.setUint16(28, 5, true);
    view.setUint16(30, 20, true);
    directory.set(new TextEncoder().encode("X.npy"), 46);
    view.setUint16(51, 1, true);
    view.setUint16(53, 16, true);
    view.setBigUint64(55, BigInt(size), true);
    view.setBigUint64(63, BigInt(size), true);
    const end = 46 + 5 + 20;
    view.setUint32(end, 0x06054b50, true);
    view.setUint16(end + 10, 1, true);
    view.setUint32(end + 12, end, true);
    view.setUint32(end + 16, 0, true);
    const whole = directory.subarray(0, end + 22);
    const source = {
      name: "a.npz",
      size: whole.length,
      read: async (from: number, to: number) => whole.subarray(from, to),
    };
    const [member] = await zipMembers(source);
    expect(member.size).toBe(size);
    await expect(member.readAll()).rejects.toThrow(
      /"X.npy" unpacks to 6.0 GiB; at most 4 GiB can be unpacked/,
    );
  });

  test("a recipe of 600 MB, which takes no room on the disk", async () => {
    writeFileSync(path("recipe.json"), "{");
    truncateSync(path("recipe.json"), 600e6);
    const { code, errors } = await run("predict recipe.json data.csv");
    expect(code).toBe(1);
    expect(errors).toContain("recipe.json: the file has 600 MB, so it is no recipe");
  });

  test("a table of half a billion lines is too large for this memory, and that is said at once", async () => {
    writeFileSync(path("long.csv"), `a,b,class\n${"1,2,x\n3,1,y\n".repeat(30_000)}`);
    const lines = readFileSync(path("long.csv")).length;
    truncateSync(path("long.csv"), 3e9);
    expect(lines).toBeLessThan(1e6);
    const { code, errors } = await run("compare long.csv --methods fisher --memory 2G");
    expect(code).toBe(1);
    expect(errors).toMatch(/long.csv: the data needs about \d+ GB in memory, and .* are free/);
  });
});
