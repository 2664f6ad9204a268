import { expect, test } from "vitest";
import { selectors } from "../../src/index.js";
import { selectorContract } from "../../src/selectors/contract.js";
import { exceptions } from "./exceptions.js";

test("every exception is for a method and a check that exist, and gives a reason", () => {
  const checks = selectorContract.map(({ name }) => name);
  for (const [method, excepted] of Object.entries(exceptions))
    for (const [check, reason] of Object.entries(excepted)) {
      expect(Object.keys(selectors)).toContain(method);
      expect(checks).toContain(check);
      expect(reason.length).toBeGreaterThan(10);
    }
});
