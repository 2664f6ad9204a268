// `node scripts/docs/outputs.mjs [PAGE.md …]`: runs the blocks of the guides that are marked `run` and writes what they print into the `text output` blocks behind
// them. To be run when what is printed has changed; it needs the built package.
import { spawnSync } from "node:child_process";
import {
  cpSync,
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
import { blocksOf, commandLines } from "./blocks.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const docs = join(root, "docs");

/** Lines of the output that are shown at most. */
const mostLines = 28;

/** A folder where the blocks of a page can run. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), "salience-docs-"));
  cpSync(join(docs, "data"), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/salience"));
  return folder;
}

/** What a block prints. @param {import("./blocks.mjs").Block} block @param {string} folder */
function outputOf(block, folder) {
  const runs =
    block.language === "js"
      ? [["--input-type=module", "-e", block.text]]
      : commandLines(block.text).map((words) => [join(root, "dist/cli.js"), ...words]);
  return runs
    .map((words) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, words, {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1" },
      });
      if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
      return stdout.trimEnd();
    })
    .join("\n\n");
}

const wanted = process.argv.slice(2);
for (const name of readdirSync(docs).filter((file) => file.endsWith(".md"))) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = join(docs, name);
  let text = readFileSync(file, "utf8");
  const blocks = blocksOf(text);
  if (!blocks.some(({ kind }) => kind === "run")) continue;
  const folder = place();
  const printed = blocks.map((block) => (block.kind === "run" ? outputOf(block, folder) : ""));
  for (let at = blocks.length - 1; at > 0; at--) {
    if (blocks[at].kind !== "output" || blocks[at - 1].kind !== "run") continue;
    const lines = printed[at - 1].split("\n").map((line) => line.trimEnd());
    const shown = lines.length > mostLines ? [...lines.slice(0, mostLines), "…"] : lines;
    text = `${text.slice(0, blocks[at].from)}\`\`\`text output\n${shown.join("\n")}\n\`\`\`${text.slice(blocks[at].to)}`;
  }
  writeFileSync(file, text);
  rmSync(folder, { recursive: true });
  console.log(name);
}
