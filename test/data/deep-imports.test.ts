import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/**
 * Modules inside packages that we load though their authors promise nothing about them, and why. Versions are exact, so nothing
 * changes by itself; whoever raises one sees here what to look at again.
 */
const reasons: Readonly<Record<string, string>> = {
  "hyparquet/src/column.js":
    "parquetHeader: page headers alone; what the package exports decodes whole columns, and hangs on damaged ones",
  "hyparquet-writer/src/column.js":
    "writeColumn: ParquetWriter.write goes through the whole schema for each column, a minute for 20,000 of them",
};

test("deep imports are those that we know of, of exact versions that offer them", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const found = files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...read(`src/${name}`).matchAll(/"([\w@-]+\/src\/[^"]+)"/g)].map(([, path]) => path));
  expect([...new Set(found)].sort()).toEqual(Object.keys(reasons).sort());
  const { dependencies } = JSON.parse(read("package.json"));
  for (const path of found) {
    const [name] = path.split("/");
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    // Where a package lists what may be imported, its insides must be on the list.
    const { exports } = JSON.parse(read(`node_modules/${name}/package.json`));
    expect(Object.keys(exports).some((key) => key.startsWith("./src/"))).toBe(true);
  }
});

test("what they export is what we use", async () => {
  const [{ parquetHeader }, { writeColumn }] = await Promise.all([
    import("hyparquet/src/column.js"),
    import("hyparquet-writer/src/column.js"),
  ]);
  // Thrift's compact protocol: type DATA_PAGE, sizes 4 and 4, a header with two values, PLAIN.
  const bytes = Uint8Array.of(0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15, 4, 0x15, 0, 0, 0);
  const reader = { view: new DataView(bytes.buffer), offset: 0 };
  const header = parquetHeader(reader);
  expect(header).toMatchObject({ type: "DATA_PAGE", compressed_page_size: 4, uncompressed_page_size: 4 });
  expect(header.data_page_header).toMatchObject({ num_values: 2, encoding: "PLAIN" });
  expect(reader.offset).toBe(bytes.length);
  expect(writeColumn).toBeTypeOf("function");
});

test("hyparquet is installed once", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: object };
  expect(Object.keys(packages).filter((path) => path.endsWith("node_modules/hyparquet"))).toEqual([
    "node_modules/hyparquet",
  ]);
});
