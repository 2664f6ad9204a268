/** Makes dist/: the kernel binaries as they are committed, JavaScript and declarations by tsc, the result view and the studio by Vite. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStudio } from "./build-studio.mjs";
import { buildView } from "./build-view.mjs";
import { binaries, generatedFolder } from "./build-wasm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "kernels/generated"), { recursive: true });
for (const name of Object.keys(binaries))
  copyFileSync(join(generatedFolder, name), join(dist, "kernels/generated", name));

const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
const cli = join(dist, "cli.js");
if (existsSync(cli)) chmodSync(cli, 0o755);
if (status === 0) {
  await buildStudio();
  // Reports that are saved from the studio carry the view inside: it is fetched from there, and the library reads it there.
  await buildView(join(dist, "studio/report"));
}
process.exitCode = status === 0 ? 0 : 1;
