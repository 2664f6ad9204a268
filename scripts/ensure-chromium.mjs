// Finds Chromium for the browser tests, and installs Debian's package where that is possible without asking anybody.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium on this machine, or null. */
export function findChromium() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? "").split(":"))
    for (const name of names) if (existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  return null;
}

/** Chromium's path, after an attempt to install it as root on Debian; null where it cannot be had. */
export function ensureChromium() {
  const found = findChromium();
  if (found || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return found;
  console.log("installing chromium for the browser tests (apt-get install chromium)");
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
  } catch {
    return null;
  }
  return findChromium();
}
