import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cli, type Run } from "../support/run-cli.js";

const hasBash = spawnSync("bash", ["-c", "true"]).status === 0;

let root = "";
let folder = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "salience-closed-"));
  const rows = Array.from({ length: 60 }, (_, i) =>
    [i % 7, (i % 2) * 3 + (i % 5), (i * i) % 11, "ab"[i % 2]].join(","),
  );
  writeFileSync(join(root, "d.csv"), ["x,y,z,class", ...rows, ""].join("\n"));
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(root, "test-"));
});

/** Runs a line of bash, which has `salience` and the data; the code is the first that is not 0 in a pipe. */
function bash(line: string, cwd = folder): Promise<Run> {
  const script = `set -o pipefail; salience() { "${process.execPath}" "${cli}" "$@"; }; data="${join(root, "d.csv")}"; ${line}`;
  return new Promise((resolve) => {
    const child = execFile("bash", ["-c", script], { cwd }, (_, output, errors) =>
      resolve({ code: child.exitCode, output, errors }),
    );
  });
}

const text = (name: string) => readFileSync(join(folder, name), "utf8");
const select = 'select "$data" --target class --k 2 --no-measure';
const compare = 'compare "$data" --target class --methods fisher,mrmr --k 1,2';

describe.skipIf(!hasBash)("files are complete when nobody reads the output any more:", () => {
  for (const reader of ["head -1", "true", "head -c 1"])
    test(`a report, with | ${reader}`, async () => {
      const { code } = await bash(`salience ${select} --report r.html --json r.json --out o.csv | ${reader}`);
      expect(code).toBe(0);
      expect(text("r.html").trimEnd()).toMatch(/<\/html>$/);
      expect(JSON.parse(text("r.json")).ranking).toHaveLength(2);
      expect(text("o.csv").split("\n")).toHaveLength(62);
    });

  test("JSON on standard output, with | head -c 100", async () => {
    const { code, output } = await bash(
      `salience ${compare} --json - --csv c.csv --report r.html | head -c 100`,
    );
    expect({ code, length: output.length }).toEqual({ code: 0, length: 100 });
    expect(text("c.csv").split("\n")).toHaveLength(6);
    expect(text("r.html").trimEnd()).toMatch(/<\/html>$/);
    expect(readdirSync(folder).sort()).toEqual(["c.csv", "r.html"]);
  });

  test("a mistake keeps its code", async () => {
    const { code } = await bash('salience select "$data" --target nothing | true');
    expect(code).toBe(1);
  });

  test("standard output closed, and standard error closed or unread", async () => {
    for (const redirect of [">&-", "2>&-", ">&- 2>&-", "2> >(true)", "2>&1 | true"]) {
      const { code, errors } = await bash(`salience ${select} --verbose --json r.json ${redirect}`);
      expect({ redirect, code, stack: /\n {4}at /.test(errors) }).toEqual({
        redirect,
        code: 0,
        stack: false,
      });
      expect(JSON.parse(text("r.json")).ranking).toHaveLength(2);
      rmSync(join(folder, "r.json"));
    }
    expect(await bash("salience select nowhere.csv 2>&-")).toMatchObject({ code: 1, output: "" });
    expect(await bash("salience select nowhere.csv 2> >(true)")).toMatchObject({ code: 1, output: "" });
  });
});

describe.skipIf(!hasBash || !existsSync("/dev/full"))("a full disk is the user's, in one line:", () => {
  for (const line of [select, `${select} --json -`, "doctor $data", `${compare} --json -`, "--help"])
    test(`${line} > /dev/full`, async () => {
      const { code, errors } = await bash(`salience ${line} > /dev/full`);
      expect({ code, errors }).toEqual({
        code: 1,
        errors: "salience: standard output: the disk is full; free some space or use another disk\n",
      });
    });

  test("what was computed is kept where the result could not be printed", async () => {
    expect((await bash(`salience ${compare} --json - > /dev/full`)).code).toBe(1);
    expect(readdirSync(join(folder, ".salience"))).toHaveLength(1);
    expect(await bash(`salience ${compare} --json - > r.json`)).toMatchObject({ code: 0, errors: "" });
    expect(readdirSync(folder)).toEqual(["r.json"]);
  });

  test("standard error on a full disk changes nothing", async () => {
    const { code, output } = await bash(`salience ${select} --verbose 2> /dev/full`);
    expect({ code, lines: output.split("\n").length }).toEqual({ code: 0, lines: 15 });
  });
});

/** Whether this user may mount a small disk, which is the only way to fill one up. */
const canMount = (() => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), "salience-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", place]).status === 0;
  if (mounted) spawnSync("umount", [place]);
  rmSync(place, { recursive: true });
  return mounted;
})();

describe.skipIf(!canMount)("on a disk of 16 kB (needs the right to mount one)", () => {
  let disk = "";
  beforeEach(() => {
    disk = join(folder, "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]);
    return () => execFileSync("umount", [disk]);
  });

  test("the journal does not fit: one line, and what is finished is kept", async () => {
    const { code, errors } = await bash(`salience ${compare},3 --repeats 20`, disk);
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^salience: \.salience\/\.compare-[0-9a-f]{16}\.journal .*: the disk is full; .*\n$/,
    );
    expect(readdirSync(join(disk, ".salience"))).toHaveLength(1);
  });

  test("an output does not fit: one line, and nothing stays of it", async () => {
    const { code, errors } = await bash(`salience ${select} --report r.html`, disk);
    expect(code).toBe(1);
    expect(errors).toBe("salience: r.html: the disk is full; free some space or use another disk\n");
    expect(readdirSync(disk)).toEqual([]);
  });

  test("standard output fits in part: that is not taken for success", async () => {
    writeFileSync(join(disk, "fill"), new Uint8Array(10_000));
    const long = Array.from({ length: 3000 }, (_, j) => `f${j}`);
    const rows = [0, 1, 2, 3, 4, 5].map((i) => [...long.map((_, j) => (i * j) % 7), "ab"[i % 2]].join(","));
    writeFileSync(join(folder, "wide.csv"), [[...long, "class"].join(","), ...rows, ""].join("\n"));
    const wide = await bash(
      "salience select ../wide.csv --target class --method fisher --json - > out.json",
      disk,
    );
    expect(wide).toMatchObject({
      code: 1,
      errors: "salience: standard output: the disk is full; free some space or use another disk\n",
    });
    expect(statSync(join(disk, "out.json")).size).toBeGreaterThan(0);
  });
});
