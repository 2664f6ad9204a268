import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../studio/", import.meta.url));

test("the studio uses the library through its internal entry only", () => {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((path) =>
    /^(app|worker)\/.*\.tsx?$|^[a-z]+\.tsx?$/.test(path.replaceAll("\\", "/")),
  );
  expect(files.length).toBeGreaterThan(25);
  const foreign = files.flatMap((path) =>
    [...readFileSync(folder + path, "utf8").matchAll(/(?:from|import) "([^"]+)"/g)]
      .map(([, wanted]) => wanted)
      .filter(
        (wanted) =>
          !/^(salience\/internal|preact|preact\/hooks)$|^\.{1,2}\//.test(wanted) || /\bsrc\b/.test(wanted),
      )
      .map((wanted) => `${path}: ${wanted}`),
  );
  expect(foreign).toEqual([]);
});
