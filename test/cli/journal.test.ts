import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editJournal } from "../support/journal.js";
import { interruptCli, journals } from "../support/run-cli.js";
import { runInside } from "../support/run-inside.js";

const work =
  "compare d.csv --target class --methods fisher,mrmr,relieff --k 1,2 --repeats 4 --json r.json".split(" ");

let root = "";
let fresh = "";
let name = "";
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "salience-journal-"));
  const rows = Array.from({ length: 60 }, (_, i) =>
    [i % 7, (i % 2) * 3 + (i % 5), (i * i) % 11, "ab"[i % 2]].join(","),
  );
  writeFileSync(join(root, "d.csv"), ["x,y,z,class", ...rows, ""].join("\n"));
  const whole = place();
  expect(await runInside(work, { cwd: whole })).toMatchObject({ code: 0 });
  fresh = result(whole);
  await interruptCli(root, work, 12, "SIGKILL");
  [name] = journals(root);
});
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with the data. */
function place(): string {
  const folder = mkdtempSync(join(root, "run-"));
  copyFileSync(join(root, "d.csv"), join(folder, "d.csv"));
  return folder;
}

/** The result without its times. */
const result = (folder: string) =>
  readFileSync(join(folder, "r.json"), "utf8").replace(/"(seconds|\w+Seconds)": [^,\n]+/g, "");

/** Goes on from a journal with these lines. */
async function resume(change: (lines: string[]) => string): Promise<string> {
  const folder = place();
  const kept = readFileSync(join(root, name), "utf8").split("\n");
  // What follows the last line break may be cut off.
  writeFileSync(join(folder, name), change(kept.slice(0, -1)));
  const { code, errors } = await runInside(work, { cwd: folder });
  expect(code).toBe(0);
  expect(result(folder)).toBe(fresh);
  expect(readdirSync(folder).sort()).toEqual(["d.csv", "r.json"]);
  return errors;
}

const whole = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const damaged = "of the journal from an earlier run";

describe("a journal is used as far as it is sound; the result has the same bytes as that of a fresh run", () => {
  test("as it was left", async () => {
    expect(await resume(whole)).not.toContain(damaged);
  });

  test("it is used: a sealed result that cannot be shows up", async () => {
    const folder = place();
    copyFileSync(join(root, name), join(folder, name));
    editJournal(join(folder, name), (json) => json.replace(/"redundancy":[^,}]+/g, '"redundancy":77'));
    expect(await runInside(work, { cwd: folder })).toMatchObject({ code: 0 });
    expect(result(folder)).not.toBe(fresh);
  });

  test("with a changed digit", async () => {
    const errors = await resume(([first, ...rest]) => {
      const changed = first.replace(
        /("redundancy":-?\d\.\d*)(\d)/,
        (_, head, digit) => `${head}${9 - digit}`,
      );
      expect(changed).not.toBe(first);
      expect(() => JSON.parse(changed.slice(changed.indexOf(" ")))).not.toThrow();
      return whole([changed, ...rest]);
    });
    expect(errors).toMatch(
      /^warning: .*: 1 line of the journal from an earlier run is damaged; its result is computed again\n/,
    );
  });

  test("with a place that was changed", async () => {
    const errors = await resume((lines) =>
      whole(lines.map((line) => line.replace(/"place":\d+/, '"place":0'))),
    );
    expect(errors).toMatch(/^warning: .*: \d+ lines of the journal from an earlier run are damaged/);
  });

  test("with lines that lack parts, sealed or not", async () => {
    const folder = place();
    copyFileSync(join(root, name), join(folder, name));
    const parts = ["predictions", "features", "k", "auc"];
    editJournal(join(folder, name), (json) =>
      json.replaceAll(`"${parts.unshift(parts.pop()!) && parts[0]}":`, '"other":'),
    );
    const sealed = readFileSync(join(folder, name), "utf8");
    expect(await resume(() => sealed)).toContain(damaged);
    expect(await resume(() => '{"place":0,"result":{}}\n{}\nnull\n\n')).toContain(`4 lines ${damaged}`);
  });

  test("with a half line at the end", async () => {
    const errors = await resume(
      ([first, ...rest]) => whole(rest) + first.slice(0, Math.floor(first.length / 2)),
    );
    expect(errors).toContain(`1 line ${damaged} is damaged`);
  });

  test("with a line twice", async () => {
    expect(await resume((lines) => whole([...lines, lines[0]]))).not.toContain(damaged);
  });

  test("with nothing in it, or nothing of it", async () => {
    expect(await resume(() => "")).not.toContain(damaged);
    expect(await resume(() => "\u0000\u0001not a journal")).toContain(`1 line ${damaged}`);
  });

  test("with lines of other work", async () => {
    const other = place();
    const seed = [...work, "--seed", "2"];
    await interruptCli(other, seed, 3, "SIGKILL");
    const [foreign] = journals(other);
    expect(foreign).not.toBe(name);
    const lines = readFileSync(join(other, foreign), "utf8").split("\n").slice(0, 3);
    expect(await resume(() => whole(lines))).toContain(`3 lines ${damaged}`);
  });
});
