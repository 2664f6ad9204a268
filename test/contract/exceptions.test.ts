import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { selectors } from "../../src/index.js";
import { exceptions } from "./exceptions.js";

test("every exception is for a method and a check that exist, and gives a reason", () => {
  const checks = ["selectors.test.ts", "constraints.test.ts"]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .join();
  for (const [method, excepted] of Object.entries(exceptions))
    for (const [check, reason] of Object.entries(excepted)) {
      expect(Object.keys(selectors)).toContain(method);
      expect(checks).toContain(`holds("${check}"`);
      expect(reason.length).toBeGreaterThan(10);
    }
});
