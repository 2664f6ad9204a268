import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { fileSource } from "../../src/node/file-source.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-source-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const content = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);
function file(name: string, bytes: Uint8Array = content): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
async function refusal(path: string): Promise<string> {
  const problem = await fileSource(path).catch((error) => error);
  expect(problem).toBeInstanceOf(InputError);
  expect(problem.message).not.toContain("\n");
  return problem.message;
}

describe("a file", () => {
  test("is read piece by piece, fewer bytes only at its end", async () => {
    const source = await fileSource(file("data.csv"));
    expect(source).toMatchObject({ name: "data.csv", size: 10_000 });
    expect(await source.read(100, 300)).toEqual(content.subarray(100, 300));
    expect(await source.read(9_990, 20_000)).toEqual(content.subarray(9_990));
    expect((await source.read(10_000, 10_001)).length).toBe(0);
    expect((await source.read(50_000, 50_001)).length).toBe(0);
    await source.close();
  });

  test("that is empty has the size 0", async () => {
    const source = await fileSource(file("empty.csv", new Uint8Array(0)));
    expect(source.size).toBe(0);
    await source.close();
  });

  test.each([
    ["shrinks", (path: string) => truncateSync(path, 50)],
    ["grows", (path: string) => appendFileSync(path, "more")],
  ])("that %s while it is read is noticed", async (_, change) => {
    const path = file("changing.csv");
    const source = await fileSource(path);
    await source.read(0, 10);
    change(path);
    await expect(source.read(0, 1000)).rejects.toThrow("the file changed while it was being read");
    await source.close();
  });
});

describe("what is no such file", () => {
  test("is missing: the nearest name is suggested", async () => {
    file("colon.csv");
    expect(await refusal(join(folder, "colom.csv"))).toBe(
      `${join(folder, "colom.csv")}: file not found (did you mean "colon.csv"?)`,
    );
    expect(await refusal(join(folder, "somethingelse.arff"))).toMatch(/: file not found$/);
    expect(await refusal(join(folder, "nowhere", "x.csv"))).toMatch(/folder ".*nowhere" not found/);
    expect(await refusal(join(file("plain.csv"), "x.csv"))).toContain(
      "file not found; part of its path is not a folder",
    );
  });

  test("is a folder", async () => {
    mkdirSync(join(folder, "inner"));
    expect(await refusal(join(folder, "inner"))).toContain("this is a folder");
  });

  test("may not be read", async () => {
    const path = file("secret.csv");
    chmodSync(path, 0);
    // To root everything is permitted, so root becomes nobody for the moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) chmodSync(folder, 0o755);
    if (isRoot) process.seteuid!(65534);
    try {
      expect(await refusal(path)).toContain("you do not have permission to read this file");
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });
});

test.skipIf(process.platform === "win32")("a pipe is read whole", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const writer = spawn("sh", ["-c", `printf 'a,b\\n1,2\\n' > '${pipe}'`]);
  const source = await fileSource(pipe);
  writer.unref();
  expect(source.size).toBe(8);
  expect(new TextDecoder().decode(await source.read(0, 100))).toBe("a,b\n1,2\n");
  await source.close();
});
