import { describe, expect, test } from "vitest";
import { addMissing, entryFor, missingEntries } from "../../scripts/check-lockfile.mjs";

const binaries = { "tool-linux-x64-gnu": "1.2.3", "tool-darwin-arm64": "1.2.3" };
const lockfile = (more = {}) => ({
  packages: {
    "": { version: "0.1.0" },
    "node_modules/tool": { version: "1.2.3", dev: true, optionalDependencies: binaries },
    "node_modules/tool-linux-x64-gnu": { version: "1.2.3" },
    ...more,
  },
});

test("an optional dependency without an entry is found, and added", () => {
  const incomplete = lockfile();
  expect(missingEntries(incomplete)).toEqual([
    { path: "node_modules/tool", name: "tool-darwin-arm64", range: "1.2.3", dev: true },
  ]);
  expect(addMissing(incomplete)).toEqual([]);
  expect(missingEntries(incomplete)).toEqual([]);
});

test("a package's own folder is looked into first, then those above", () => {
  const nested = lockfile({ "node_modules/tool/node_modules/tool-darwin-arm64": { version: "1.2.3" } });
  expect(missingEntries(nested)).toEqual([]);
  const deep = lockfile({
    "node_modules/tool-darwin-arm64": { version: "1.2.3" },
    "node_modules/a/node_modules/b": {
      version: "1.0.0",
      optionalDependencies: { "tool-darwin-arm64": "1.2.3" },
    },
  });
  expect(missingEntries(deep)).toEqual([]);
});

test("a name that tells no platform is left to people", () => {
  const odd = lockfile({
    "node_modules/other": { version: "1.0.0", optionalDependencies: { fast: "^2.0.0" } },
  });
  expect(addMissing(odd)).toEqual(["fast"]);
});

describe("the platform is that of the name", () => {
  // As the packages themselves say in their package.json.
  test.each([
    ["@rolldown/binding-linux-x64-musl", { cpu: ["x64"], os: ["linux"], libc: ["musl"] }],
    ["@rolldown/binding-linux-arm64-gnu", { cpu: ["arm64"], os: ["linux"], libc: ["glibc"] }],
    ["@rolldown/binding-linux-arm-gnueabihf", { cpu: ["arm"], os: ["linux"], libc: ["glibc"] }],
    ["@rolldown/binding-win32-x64-msvc", { cpu: ["x64"], os: ["win32"] }],
    ["@biomejs/cli-darwin-arm64", { cpu: ["arm64"], os: ["darwin"] }],
    ["@rolldown/binding-wasm32-wasi", { cpu: ["wasm32"] }],
  ])("%s", (name, platform) => {
    expect(entryFor(name, "^1.0.0", false)).toEqual({ version: "1.0.0", optional: true, ...platform });
  });
});
