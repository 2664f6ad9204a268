import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The licence as the package itself has it. */
function ownLicence(name: string): string {
  const file = readdirSync(join(root, "node_modules", name)).find((entry) => /^licen[cs]e/i.test(entry));
  return read(`node_modules/${name}/${file}`).trim().replaceAll("\r\n", "\n");
}

test.each(["dist/studio/licenses.txt", "dist/studio/report/view-licenses.txt"])(
  "%s has the licences of what draws, word by word",
  (file) => {
    const notices = read(file);
    for (const name of ["preact", "@observablehq/plot", "d3-array", "d3-geo", "d3-scale-chromatic"]) {
      expect(notices).toContain(`${name} ${JSON.parse(read(`node_modules/${name}/package.json`)).version} (`);
      expect(notices).toContain(ownLicence(name));
    }
  },
);

test("the studio has the licences of what reads files, HDF5's among them", () => {
  const notices = read("dist/studio/licenses.txt");
  for (const name of ["h5wasm", "hyparquet", "hyparquet-compressors", "hysnappy", "fzstd"])
    expect(notices).toContain(ownLicence(name));
  expect(notices).toContain("HDF5 (Hierarchical Data Format 5) Software Library and Utilities");
  expect(notices).toContain("The Board of Trustees of the University of Illinois");
});

test("a report carries the notices at the head of its script", () => {
  const script = read("dist/studio/report/view.js");
  expect(script.startsWith("/*! Holds:")).toBe(true);
  expect(script.slice(0, script.indexOf("*/"))).toContain(ownLicence("preact"));
});

test("nothing that is installed or bundled asks for more than its notice", () => {
  const permissive = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "NIST, HDF5 (BSD)"];
  const text = read("docs/licences.md");
  const rows = text.slice(0, text.indexOf("## For development")).match(/^\| .* \|$/gm) ?? [];
  const licences = rows.flatMap(
    (row) =>
      /^\| \S+ \| \d\S* \| (.+?) \|/.exec(row)?.[1] ?? /^\| \S+ \d\S* \((.+)\) \|/.exec(row)?.[1] ?? [],
  );
  expect(licences.length).toBeGreaterThan(20);
  for (const licence of licences) expect(permissive).toContain(licence);
  expect(existsSync(join(root, "LICENSE"))).toBe(true);
});
