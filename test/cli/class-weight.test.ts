import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../src/numeric/random.js";
import { runInside } from "../support/run-inside.js";

let folder = "";

/** Six rows of one class and 36 of another. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "salience-class-weight-"));
  const random = new Random(2);
  const rows = Array.from({ length: 42 }, (_, i) => {
    const few = i % 7 === 0;
    const values = Array.from({ length: 6 }, (_, j) => random.normal() + (few && j < 3 ? 1 : 0));
    return [...values.map((value) => value.toFixed(3)), few ? "few" : "many"].join(",");
  });
  writeFileSync(join(folder, "uneven.csv"), `a,b,c,d,e,f,class\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...words: string[]) =>
  runInside([command, "uneven.csv", "--target", "class", ...words], { cwd: folder });
const json = async (command: string, ...words: string[]) =>
  JSON.parse((await run(command, ...words, "--class-weight", "balanced", "--json", "-")).output);

describe("--class-weight balanced", () => {
  test("is an option of the method in select, stability and path", async () => {
    const plain = JSON.parse((await run("select", "--method", "fisher", "--json", "-")).output);
    const weighted = await json("select", "--method", "fisher");
    expect(weighted.options.classWeight).toBe("balanced");
    expect(weighted.ranking).not.toEqual(plain.ranking);
    expect(weighted.plan.judge).toBeUndefined();
    const stability = await json("stability", "--method", "fisher", "--k", "2", "--subsamples", "4");
    expect(stability.options.classWeight).toBe("balanced");
    const path = await json("path", "--gammas", "0.1");
    expect(path.plan.select.options).toEqual({ classWeight: "balanced" });
  });

  test("is one of the judge too in tune and select --k auto", async () => {
    const tuning = await json("tune", "--method", "fisher", "--ks", "1,2", "--folds", "3");
    expect(tuning.options.classWeight).toBe("balanced");
    expect(tuning.classifier.options.classWeight).toBe("balanced");
    const { plan } = await json("select", "--method", "fisher", "--k", "auto", "--folds", "3");
    expect(plan.judge.classifierOptions).toEqual({ classWeight: "balanced" });
  });

  test("is one of those methods that have it in compare, and a notice names the others", async () => {
    const words = ["--methods", "fisher,mrmr", "--k", "2", "--folds", "3", "--no-side-by-side"];
    const { methods, classifier, notices } = await json("compare", ...words);
    expect(methods[0].options.classWeight).toBe("balanced");
    expect(methods[1].options).not.toHaveProperty("classWeight");
    expect(classifier.options.classWeight).toBe("balanced");
    expect(notices.map(({ text }: { text: string }) => text)).toContain(
      "mrmr does not weigh classes and ran without",
    );
    const { output } = await run("compare", ...words, "--class-weight", "balanced");
    expect(output).toContain("mrmr does not weigh classes");
  });

  test("is refused by a method without it, and with a wrong word", async () => {
    const { errors, code } = await run("select", "--method", "mrmr", "--class-weight", "balanced");
    expect(code).toBe(1);
    expect(errors).toContain('"classWeight" is not an option of mrmr');
    expect((await run("select", "--class-weight", "even")).errors).toContain("none, balanced");
  });
});

test("doctor proposes it, with balanced accuracy, where classes are uneven", async () => {
  const { output } = await runInside(["doctor", "uneven.csv", "--target", "class"], { cwd: folder });
  expect(output).toContain("the largest class has 6 times the rows of the smallest");
  expect(output).toContain("--class-weight balanced");
  expect(output).toContain("--metric balanced-accuracy");
});
