/** Makes dist/: JavaScript and declarations by tsc, the committed kernel binaries inside modules, the result view and the studio by Vite. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStudio } from "./build-studio.mjs";
import { buildView } from "./build-view.mjs";
import { writeEmbedded } from "./embed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });

const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
const cli = join(dist, "cli.js");
if (existsSync(cli)) chmodSync(cli, 0o755);
if (status === 0) {
  await writeEmbedded(dist);
  await buildStudio();
  // Reports that are saved from the studio carry the view inside: it is fetched from there, and the library reads it there.
  await buildView(join(dist, "studio/report"));
}
process.exitCode = status === 0 ? 0 : 1;
