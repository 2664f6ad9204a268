/**
 * Makes build/: modules and declarations by tsc, the committed kernel binaries inside modules; and of them dist/, which is published:
 * the modules packed into chunks, the declarations, the result view and the studio by Vite.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStudio } from "./build-studio.mjs";
import { buildView } from "./build-view.mjs";
import { writeEmbedded } from "./embed.mjs";
import { pack } from "./pack.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = join(root, "build");
const dist = join(root, "dist");

for (const folder of [build, dist]) rmSync(folder, { recursive: true, force: true });

const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status === 0) {
  await writeEmbedded(build);
  await pack(build, dist);
  await buildStudio();
  // Reports that are saved from the studio carry the view inside: it is fetched from there, and the library reads it there.
  await buildView(join(dist, "studio/report"));
}
process.exitCode = status === 0 ? 0 : 1;
