import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { cleanUpPartialFiles, writeFileWhole } from "../../src/node/write-file.js";

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "salience-write-"));
});
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(root, "test-"));
});

const bytes = (text: string) => new TextEncoder().encode(text);
async function refusal(path: string, chunks: Iterable<Uint8Array> = [bytes("x")]): Promise<string> {
  const problem = await writeFileWhole(path, chunks).catch((error) => error);
  expect(problem).toBeInstanceOf(InputError);
  expect(problem.message).not.toContain("\n");
  return problem.message;
}

describe("a file", () => {
  test("is written from pieces, synchronous or not, and nothing else stays", async () => {
    const path = join(folder, "out.csv");
    await writeFileWhole(path, [bytes("a,b\n"), bytes(""), bytes("1,2\n")]);
    expect(readFileSync(path, "utf8")).toBe("a,b\n1,2\n");
    await writeFileWhole(
      path,
      (async function* () {
        yield bytes("new");
      })(),
    );
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["out.csv"]);
  });

  test("that exists keeps its permissions, and stays as it is until the new one is complete", async () => {
    const path = join(folder, "out.csv");
    writeFileSync(path, "old");
    chmodSync(path, 0o640);
    await writeFileWhole(
      path,
      (function* () {
        yield bytes("ne");
        expect(readFileSync(path, "utf8")).toBe("old");
        yield bytes("w");
      })(),
    );
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("behind a symbolic link is replaced, the link is not", async () => {
    mkdirSync(join(folder, "real"));
    symlinkSync(join("real", "target.csv"), join(folder, "link.csv"));
    for (const text of ["first", "second"]) {
      await writeFileWhole(join(folder, "link.csv"), [bytes(text)]);
      expect(readFileSync(join(folder, "real", "target.csv"), "utf8")).toBe(text);
    }
    expect(lstatSync(join(folder, "link.csv")).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(folder, "link.csv"))).toBe(join("real", "target.csv"));
    expect(readdirSync(join(folder, "real"))).toEqual(["target.csv"]);
  });
});

describe("what goes wrong", () => {
  test("in the data leaves the old file and nothing else", async () => {
    const path = join(folder, "out.csv");
    writeFileSync(path, "old");
    const reason = new DOMException("stopped", "AbortError");
    const chunks = (function* () {
      yield bytes("half");
      throw reason;
    })();
    await expect(writeFileWhole(path, chunks)).rejects.toBe(reason);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["out.csv"]);
  });

  test("with the place is said in one line", async () => {
    expect(await refusal(join(folder, "nowhere", "out.csv"))).toBe(
      `${join(folder, "nowhere", "out.csv")}: the folder does not exist; create it first`,
    );
    mkdirSync(join(folder, "inner"));
    expect(await refusal(join(folder, "inner"))).toContain("this is a folder");
    writeFileSync(join(folder, "plain"), "");
    expect(await refusal(join(folder, "plain", "out.csv"))).toContain(": part of the path is not a folder");
    expect(await refusal(join(folder, "x".repeat(300)))).toContain("the name is too long");
  });

  test.skipIf(!existsSync("/dev/full"))("on a device that is full", async () => {
    expect(await refusal("/dev/full")).toBe(
      "/dev/full: the disk is full; free some space or use another disk",
    );
    expect(lstatSync("/dev/full").isCharacterDevice()).toBe(true);
  });

  test("when the process is ended can be cleaned up", async () => {
    const path = join(folder, "out.csv");
    await writeFileWhole(
      path,
      (function* () {
        yield bytes("half");
        expect(readdirSync(folder)).toHaveLength(1);
        cleanUpPartialFiles();
        expect(readdirSync(folder)).toEqual([]);
      })(),
    ).catch(() => {});
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("partial files of runs that were killed", () => {
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  const host = hostname().replace(/[^\w.]/g, "_");
  const partial = (owner: string, hoursOld = 0) => {
    const name = `.salience-${owner}-1.part`;
    writeFileSync(join(folder, name), "half");
    const then = Date.now() / 1000 - 3600 * hoursOld;
    utimesSync(join(folder, name), then, then);
    return name;
  };

  test("are removed by the next write to the same folder; those that may be in use are not", async () => {
    partial(`${host}-${dead}`);
    partial(`elsewhere-${dead}`, 25);
    partial(`${host}-1`, 25);
    const kept = [partial(`${host}-${process.ppid}`, 1), partial(`nearby-${dead}`, 1)];
    writeFileSync(join(folder, ".salience-notes.part"), "no partial file of ours");
    await writeFileWhole(join(folder, "out.csv"), [bytes("new")]);
    expect(readdirSync(folder).sort()).toEqual([...kept, ".salience-notes.part", "out.csv"].sort());
  });

  test("of a program that was ended by the system", async () => {
    const module = new URL("../../build/node/write-file.js", import.meta.url).href;
    const program = `import { writeFileWhole } from "${module}";
      await writeFileWhole("out.csv", (function* () {
        yield new Uint8Array(10);
        process.kill(process.pid, "SIGKILL");
        for (;;) yield new Uint8Array(10);
      })());`;
    spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.salience-.*\.part$/)]);
    await writeFileWhole(join(folder, "other.csv"), [bytes("new")]);
    expect(readdirSync(folder)).toEqual(["other.csv"]);
  });
});

describe.skipIf(process.platform !== "linux")("in a process of its own", () => {
  /** Writes 1 MB. */
  const program = `
    const { writeFileWhole } = await import(process.argv[1]);
    try {
      await writeFileWhole(process.argv[2], Array.from({ length: 16 }, () => new Uint8Array(65536)));
      console.log("written");
    } catch (error) {
      console.log(error.name + ": " + error.message);
    }`;
  let script: string;
  beforeAll(() => {
    script = join(root, "write-file.mjs");
    const build = fileURLToPath(new URL("../../node_modules/rolldown/bin/cli.mjs", import.meta.url));
    const source = fileURLToPath(new URL("../../src/node/write-file.ts", import.meta.url));
    execFileSync(process.execPath, [
      build,
      source,
      "--platform",
      "node",
      "--format",
      "esm",
      "--file",
      script,
    ]);
    chmodSync(root, 0o755);
  });
  const write = (path: string, before: string, user = {}) =>
    spawnSync(
      "bash",
      [
        "-c",
        `${before}; exec "$0" "$@"`,
        process.execPath,
        "--input-type=module",
        "-e",
        program,
        script,
        path,
      ],
      {
        encoding: "utf8",
        ...user,
      },
    );

  test("without permission", () => {
    // To root everything is permitted, so root lets nobody try.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, "theirs.csv"), "old");
    chmodSync(join(folder, "theirs.csv"), 0o444);
    expect(write(join(folder, "theirs.csv"), "true", user).stdout).toMatch(
      /theirs\.csv: you do not have permission to write here/,
    );
    expect(write(join(folder, "mine.csv"), "true", user).stdout).toBe("written\n");
    chmodSync(folder, 0o555);
    expect(write(join(folder, "new.csv"), "true", user).stdout).toMatch(
      /new\.csv: you do not have permission to write here/,
    );
    expect(readFileSync(join(folder, "theirs.csv"), "utf8")).toBe("old");
    expect(readdirSync(folder).sort()).toEqual(["mine.csv", "theirs.csv"]);
  });

  test("a limit on the size of files: no partial file stays", () => {
    const path = join(folder, "out.csv");
    expect(write(path, "true").stdout).toBe("written\n");
    rmSync(path);
    expect(write(path, "ulimit -f 64").stdout).toMatch(/^InputError: .*larger than this system allows/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a small file system: no partial file stays, the old file is whole", ({ skip }) => {
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", folder]).status === 0;
    if (!mounted) skip("mounting a file system is not permitted here");
    try {
      const path = join(folder, "out.csv");
      writeFileSync(path, "old");
      expect(write(path, "true").stdout).toMatch(/^InputError: .*out\.csv: the disk is full/);
      expect(readdirSync(folder)).toEqual(["out.csv"]);
      expect(readFileSync(path, "utf8")).toBe("old");
    } finally {
      spawnSync("umount", [folder]);
    }
  });
});
