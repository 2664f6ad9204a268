/**
 * Tells scripts/test.mjs how the tests ended. Vitest's own report counts tests as skipped that could not run because
 * something before them failed; here they have failed.
 */
import { writeFileSync } from "node:fs";

/**
 * What is written: how many passed and failed, and which were skipped, why where that is known.
 * @typedef {{ passed: number, failed: number, skipped: { name: string, reason?: string }[] }} Counts
 */

/** A reporter of vitest. */
export default class CountReporter {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {Counts} */
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "passed") counts.passed++;
        else if (result.state === "skipped" && !isBehindFailure(test))
          counts.skipped.push({ name: test.fullName, reason: result.note });
        else counts.failed++;
      }
    }
    writeFileSync(/** @type {string} */ (process.env.SALIENCE_COUNTS), JSON.stringify(counts));
  }
}

/**
 * Whether something that should have run before the test has failed.
 * @param {import("vitest/node").TestCase} test
 */
function isBehindFailure(test) {
  for (let at = test.parent; ; at = at.parent) {
    if (at.errors().length > 0) return true;
    if (at.type === "module") return false;
  }
}
