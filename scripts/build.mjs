/** Makes dist/ from src/: JavaScript and declarations by tsc, and the kernel binaries as they are committed. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
cpSync(join(root, "src/kernels/generated"), join(dist, "kernels/generated"), {
  recursive: true,
  filter: (path) => !/\.\w+$/.test(path) || path.endsWith(".wasm"),
});
const cli = join(dist, "cli.js");
if (existsSync(cli)) chmodSync(cli, 0o755);
