import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { docsPages } from "../../scripts/build-docs.mjs";
import { blocksOf, commandLines, inlineCommands, wordsOf } from "../../scripts/docs/blocks.mjs";
import { commands } from "../../src/cli/commands/index.js";
import { parseArguments } from "../../src/cli/flags/parse-arguments.js";
import { runInside } from "../support/run-inside.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const docs = join(root, "docs");
const files = [
  ...readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  "README.md",
  "examples/README.md",
];
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

type Page = Awaited<ReturnType<typeof docsPages>>[number];

describe("links", () => {
  let pages: Page[] = [];
  beforeAll(async () => {
    pages = await docsPages();
  });

  test("every link and picture of the site leads somewhere", () => {
    const places = new Map(
      pages.map(({ name, html }) => [
        name,
        new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    for (const { name, method } of pages) if (method) places.get(name)!.add("live-example");
    const dead = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, address]) => {
        if (/^(https?:|mailto:|data:)/.test(address)) return [];
        const [path, id] = address.split("#");
        const target = path === "" ? name : path.replace(/\.html$/, "");
        const ids = places.get(target);
        const isDead = ids
          ? id !== undefined && !ids.has(decodeURIComponent(id))
          : !existsSync(join(docs, path));
        return isDead ? [`${name}: ${address}`] : [];
      }),
    );
    expect(dead).toEqual([]);
  });

  test("every page of docs, every command and every entry point has a page", () => {
    const names = pages.map(({ name }) => name);
    for (const file of readdirSync(docs))
      if (file.endsWith(".md")) expect(names).toContain(file.slice(0, -3));
    const html = pages.find(({ name }) => name === "command-line")!.html;
    for (const { name } of commands) expect(html).toContain(`salience ${name}`);
    expect(names).toContain("api-salience");
    const api = pages.find(({ name }) => name === "api-salience")!.html;
    expect(api).toMatch(/<h2 id="select">/);
    // Every name has a declaration and a sentence.
    expect(api).not.toMatch(/<code>\s*<\/code>/);
  });
});

/** Refuses a command line that the program would refuse before it opens a file. */
async function check(words: readonly string[]): Promise<void> {
  const entry = commands.find(({ name }) => name === words[0]);
  if (!entry) throw new Error("there is no such command");
  const command = await entry.load();
  const known = Object.assign({}, ...Object.values(command.flags()), ...Object.values(command.flags(words)));
  parseArguments(words.slice(1), known);
}

test.each(files)("the commands of %s exist, with these flags", async (file) => {
  const text = textOf(file);
  const lines = [
    ...blocksOf(text)
      .filter(({ language }) => language === "sh")
      .flatMap((block) => commandLines(block.text)),
    ...inlineCommands(text).map((line) => wordsOf(line).slice(1)),
  ];
  for (const words of lines) {
    // A name alone, a placeholder, or words about a command are no command line.
    if (words.length < 3 || words.some((word) => /…|\||^[A-Z]{3,}$|^--help$|^\[/.test(word))) continue;
    await check(words).catch((error: Error) => {
      throw new Error(`salience ${words.join(" ")}: ${error.message}`);
    });
  }
});

/** A folder where the blocks of a page can run. */
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "salience-docs-"));
  cpSync(join(docs, "data"), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/salience"));
  return folder;
}

const guides = files.filter((file) => blocksOf(textOf(file)).some(({ kind }) => kind === "run"));

test.each(guides)("the commands of %s run", async (file) => {
  const folder = place();
  for (const { text } of blocksOf(textOf(file)).filter(
    ({ language, kind }) => language === "sh" && kind === "run",
  ))
    for (const words of commandLines(text)) {
      const { code, errors, output } = await runInside(words, { cwd: folder });
      expect({ words, code, errors: code === 0 ? "" : errors }).toEqual({ words, code: 0, errors: "" });
      expect(output).not.toBe("");
    }
  rmSync(folder, { recursive: true });
});

test("the programs of the guides run", () => {
  const folder = place();
  const blocks = guides.flatMap((file) =>
    blocksOf(textOf(file)).filter(({ language, kind }) => language === "js" && kind === "run"),
  );
  expect(blocks.length).toBeGreaterThan(3);
  blocks.forEach(({ text }, at) => {
    writeFileSync(join(folder, `block${at}.mjs`), text);
  });
  const all = blocks
    .map((_, at) => `await import("./block${at}.mjs"); console.log("end of ${at}");`)
    .join("\n");
  writeFileSync(join(folder, "all.mjs"), all);
  const { stdout, stderr, status } = spawnSync(process.execPath, ["all.mjs"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const [at] of blocks.entries()) expect(stdout).toContain(`end of ${at}`);
  // The leak is what the pages say it is: noise looks like knowledge, and honest figures do not.
  const [, leaky, nested] =
    /1000 columns: selected on all rows (\d+) %, selected inside the folds (\d+) %/.exec(stdout)!;
  expect(Number(leaky)).toBeGreaterThan(80);
  expect(Number(nested)).toBeLessThan(70);
  rmSync(folder, { recursive: true });
});

test("blocks that are not run are of a kind that says why", () => {
  // sh: files of the reader, checked above; ts: pieces that go on from each other; json, text and the others are no programs.
  const kinds = new Set(
    files.flatMap((file) => blocksOf(textOf(file)).map(({ language, kind }) => `${language} ${kind}`.trim())),
  );
  const known = [
    "sh",
    "sh run",
    "js run",
    "text output",
    "ts",
    "js",
    "json",
    "text",
    "",
    "python",
    "sql",
    "csv",
    "yaml",
    "html",
  ];
  expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([]);
});
