import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { cli } from "../support/run-cli.js";

/** The modules of the program that a command line loads, by the chunks that V8 tells of. */
function loaded(words: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "salience-start-"));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    expect(spawnSync(process.execPath, [cli, ...words], { env }).status).toBe(0);
    const base = new URL(".", pathToFileURL(cli));
    const scripts = readdirSync(folder).flatMap(
      (name): { url: string }[] => JSON.parse(readFileSync(join(folder, name), "utf8")).result,
    );
    const chunks = scripts.filter(({ url }) => url.startsWith(base.href)).map(({ url }) => new URL(url));
    // A chunk names the modules that it was packed from.
    const named = /^\/\/ build\/(\S+\.js)$/gm;
    return chunks
      .flatMap((chunk) => Array.from(readFileSync(chunk, "utf8").matchAll(named), ([, name]) => name))
      .sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("--version and --help load the shell only: no command, no library, no package", () => {
  for (const words of [["--version"], ["--help"], []]) {
    const modules = loaded(words);
    expect(modules).toContain("cli/main.js");
    expect(modules.filter((name) => !/^(cli\.js|version\.js|core\/|cli\/|node\/)/.test(name))).toEqual([]);
    expect(modules.filter((name) => /^cli\/commands\/(?!index)/.test(name))).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(17);
  }
});

test("a command loads itself and no other command", () => {
  const modules = loaded(["studio", "--help"]);
  expect(modules.filter((name) => name.startsWith("cli/commands/"))).toEqual([
    "cli/commands/index.js",
    "cli/commands/studio.js",
  ]);
});
