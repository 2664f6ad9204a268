/**
 * Checks that package-lock.json has an entry for every optional dependency of every package in it, and no addresses. npm leaves
 * out the binaries of other platforms where it was run on one that could not fetch them; `npm ci` then fails everywhere, and
 * `npm install` on those platforms leaves their binaries out. `--write` adds what is missing: the version, and the platform as the
 * package's name tells it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * An entry of the lockfile, as far as it matters here.
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 */
/** @typedef {{ packages: Record<string, Entry> }} Lockfile */

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));

/**
 * The optional dependencies without an entry: who asks for which version of what.
 * @param {Lockfile} lockfile
 */
export function missingEntries({ packages }) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !findEntry(packages, path, name))
      .map(([name, range]) => ({ path, name, range, dev: dev === true })),
  );
}

/**
 * What an entry says at least, from the name of a package for one platform; null where the name tells none.
 * @param {string} name
 * @param {string} range
 * @param {boolean} dev
 * @returns {Entry | null}
 */
export function entryFor(name, range, dev) {
  const version = range.replace(/^[\^~]/, "");
  const parts = name.split("/").at(-1)?.split("-") ?? [];
  const cpu = cpus.find((known) => parts.includes(known));
  const os = systems.find((known) => parts.includes(known));
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version) || !cpu || (!os && cpu !== "wasm32")) return null;
  const libc = os === "linux" && libraries.find(([mark]) => parts.some((part) => part.startsWith(mark)))?.[1];
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

const cpus = ["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];
const systems = [
  "linux",
  "darwin",
  "win32",
  "android",
  "freebsd",
  "netbsd",
  "openbsd",
  "openharmony",
  "aix",
  "sunos",
];
/** How names tell the C library. */
const libraries = [
  ["gnu", "glibc"],
  ["musl", "musl"],
];

/**
 * The entry that this package would load, looked for as Node does: in its own folder, then in those above.
 * @param {Record<string, Entry>} packages
 * @param {string} path
 * @param {string} name
 */
function findEntry(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const found = packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`];
    if (found || folder === "") return found;
  }
}

/**
 * Adds entries for platforms; gives the names for which it cannot.
 * @param {Lockfile} lockfile
 */
export function addMissing(lockfile) {
  const unknown = [];
  for (const { name, range, dev } of missingEntries(lockfile)) {
    const entry = entryFor(name, range, dev);
    if (entry) lockfile.packages[`node_modules/${name}`] = entry;
    else unknown.push(name);
  }
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  return unknown;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {Lockfile} */
  const lockfile = JSON.parse(readFileSync(file, "utf8"));
  if (process.argv.includes("--write")) {
    const unknown = addMissing(lockfile);
    writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
    for (const name of unknown)
      console.error(`the name of ${name} does not tell its platform: add its entry by hand`);
  }
  const missing = missingEntries(lockfile);
  for (const { path, name, range } of missing)
    console.error(
      `package-lock.json has no entry for ${name} ${range}, which ${path} may need on another platform; run node scripts/check-lockfile.mjs --write`,
    );
  const addressed = Object.keys(lockfile.packages).filter((path) => {
    const { resolved, link } = lockfile.packages[path];
    return resolved !== undefined && !link;
  });
  for (const path of addressed)
    console.error(
      `package-lock.json has the address of ${path}; remove "resolved" (.npmrc keeps npm from writing it)`,
    );
  process.exitCode = missing.length + addressed.length > 0 ? 1 : 0;
}
