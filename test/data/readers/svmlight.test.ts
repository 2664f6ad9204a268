import { describe, expect, test } from "vitest";
import { svmlightReader } from "../../../src/data/readers/svmlight.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { hasData } from "../../support/data.js";
import { readAnyText, survivors } from "../../support/mutations.js";
import {
  arrayRows,
  expectTruth,
  fixtureSource,
  matrixOf,
  realSource,
  refusal,
  slowSource,
  textSource,
  truthOf,
} from "./text-support.js";

const read = (text: string) => svmlightReader.readArrays(textSource(text, "t.svm"), {});
const recognises = (text: string) =>
  svmlightReader.recognises?.(new TextEncoder().encode(text).subarray(0, 4096));

describe("files as scikit-learn reads and writes them", () => {
  test.skipIf(!hasData).each(["heart_scale", "svmlight_classification.txt"])("%s", async (name) => {
    const source = slowSource(realSource(name));
    expect(svmlightReader.recognises?.(await source.read(0, 4096))).toBe(true);
    const arrays = await svmlightReader.readArrays(source, {});
    const truth = truthOf(name);
    expectTruth(arrayRows(arrays), truth);
    expect(arrays.labels).toEqual(truth.labels);
    expect(arrays.labelName).toBe("label");
    expect(arrays.values).toBeInstanceOf(SparseMatrix);
    expect(arrays.featureNames?.slice(0, 2)).toEqual(["1", "2"]);
  });

  test.each(["zero-based.svm", "query.svm"])("%s", async (name) => {
    const arrays = await svmlightReader.readArrays(fixtureSource(name), {});
    expect(arrayRows(arrays)).toEqual(matrixOf(name));
    expect(arrays.labels).toEqual(["0", "1", "2", "0", "1", "2", "0", "1", "2"]);
    expect(arrays.featureNames?.[0]).toBe(name === "zero-based.svm" ? "0" : "1");
  });
});

test("labels are normalised; comments, blank lines and empty rows", async () => {
  const arrays = await read("# c\n+1 1:2 3:-4e-1 # x 5:5\r\n\r\n1.0\n-1\t2:nan\n? 1:0\n");
  expect(arrays.labels).toEqual(["1", "1", "-1", ""]);
  expect(arrayRows(arrays)).toEqual([
    [2, 0, -0.4],
    [0, 0, 0],
    [0, Number.NaN, 0],
    [0, 0, 0],
  ]);
});

test("recognised by its first bytes only where they can be nothing else", () => {
  expect(recognises("+1 1:0.5\n-1\n")).toBe(true);
  expect(recognises("1 qid:3 1:0.5\n")).toBe(true);
  expect(recognises(`1 ${Array.from({ length: 3000 }, (_, j) => `${j + 1}:0.25`).join(" ")}\n`)).toBe(true);
  expect(recognises("1 2 3\n4 5 6\n")).toBe(false);
  expect(recognises("time,value\n12:30,1\n")).toBe(false);
  expect(recognises("1\n2\n3\n")).toBe(false);
  expect(recognises("")).toBe(false);
});

test("a line end that falls between two chunks counts once", async () => {
  for (const size of [2 ** 20 - 3, 2 ** 20 - 2, 2 ** 20 - 1, 2 ** 20]) {
    const comment = `#${"x".repeat(size)}`;
    expect(await refusal(read(`${comment}\r\n1 1:1\r\nbad\r\n`))).toMatch(/line 3: the label "bad"/);
    expect(await refusal(read(`1 1:1\r\n${comment}\r\nbad`))).toMatch(/line 3: the label "bad"/);
  }
});

describe("bad input", () => {
  test.each([
    ["an empty file", "", /^t\.svm: the file is empty/],
    ["comments only", "# nothing\n", /^t\.svm: the file has no rows/],
    ["labels only", "1\n2\n", /^t\.svm: no row has a value/],
    [
      "no label",
      "1 1:2\n1:2 3:4\n",
      /^t\.svm, line 2: the line starts with "1:2", but the label must come first/,
    ],
    ["several labels", "1,3 1:2\n", /^t\.svm, line 1: the row has several labels, "1,3"/],
    ["a label of text", "yes 1:2\n", /^t\.svm, line 1: the label "yes" is not a number/],
    [
      "falling indices",
      "1 2:1 1:1\n",
      /^t\.svm, line 1: feature index 1 follows 2; within a line, indices must increase/,
    ],
    ["an index twice", "1 2:1 2:1\n", /feature index 2 follows 2/],
    ["text for a value", "1 2:x\n", /line 1: "2:x" is not a pair/],
    ["no value", "1 2:\n", /line 1: "2:" is not a pair/],
    ["no index", "1 :2\n", /line 1: ":2" is not a pair/],
    ["a lonely number", "1 2:3 4\n", /line 1: "4" is not a pair/],
    ["a negative index", "1 -2:3\n", /line 1: "-2:3" is not a pair/],
    ["a huge index", "1 1:1\n1 99999999999999999999:1\n", /line 2: a feature index is above 10000000/],
    ["zero bytes", "1 1:\0\n", /^t\.svm: this does not look like a text table/],
  ])("%s", async (_, text, message) => {
    expect(await refusal(read(text))).toMatch(message);
  });

  test.skipIf(!hasData)("mutated copies end in arrays or a refusal", async () => {
    const source = realSource("heart_scale");
    const bytes = await source.read(0, source.size);
    expect(
      await survivors(bytes, 400, (mutated) => svmlightReader.readArrays(textSource(mutated), {})),
    ).toEqual([]);
  });

  test("any text ends in arrays or a refusal", async () => {
    const readBytes = (bytes: Uint8Array) => svmlightReader.readArrays(textSource(bytes), {});
    await readAnyText([..."0123::  \n#-.e,", "qid:", "1:2", "\t"], "1 1:1 ", readBytes);
  });
});
