import { expect, test } from "vitest";
import { libraryWording } from "../../src/core/diagnostic.js";
import { wordNotice } from "../../src/core/notice.js";
import { Dataset } from "../../src/data/dataset.js";
import { judgeNotices, judgeOf } from "../../src/experiment/judge.js";
import { Matrix } from "../../src/numeric/matrix.js";

const tall = (rows: number) =>
  new Dataset({ values: Matrix.zeros(rows, 1), labels: Array.from({ length: rows }, (_, i) => i % 2) });
const told = (rows: number, classifier?: string) => {
  const data = tall(rows);
  return judgeNotices(data, judgeOf(data, { classifier })).map((one) => wordNotice(one, libraryWording));
};

test("machines on many rows are told of before they begin, with what to do", () => {
  expect(told(20_000)).toEqual([]);
  expect(told(20_001, "lda")).toEqual([]);
  expect(told(20_001)).toEqual([
    'support vector machines on 20001 rows take long: their time grows with the square of the rows; work on a sample of the rows (sample: 20000), or use another classifier (classifier: "lda")',
  ]);
});
