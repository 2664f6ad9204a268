import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { csvReader } from "../../../src/data/readers/csv.js";
import { csvChunks, csvText } from "../../../src/data/writers/csv.js";
import type { WritableData } from "../../../src/data/writers/writable.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { column, plainValues } from "../../support/columnar.js";

const bytesOf = (data: WritableData) => Buffer.concat([...csvChunks(data)]);
const textOf = (data: WritableData) => bytesOf(data).toString();

const awkward = [
  0.1,
  -0,
  5e-324,
  1.7976931348623157e308,
  1 / 3,
  123456789012345680,
  Infinity,
  -Infinity,
  NaN,
];
const values = new Matrix(Float64Array.from(awkward), 3, 3);
const data: WritableData = {
  values,
  featureNames: ["plain", 'say "no"', "a,b"],
  labels: ["yes", "no\nno", " spaced "],
  labelName: "verdict",
  rowIds: ["r1", "r,2", "größe"],
};

describe("the file", () => {
  test("has ids first, labels last, quotes where needed and empty cells for missing numbers", () => {
    expect(textOf(data)).toBe(
      [
        'id,plain,"say ""no""","a,b",verdict',
        "r1,0.1,-0,5e-324,yes",
        '"r,2",1.7976931348623157e+308,0.3333333333333333,123456789012345680,"no',
        'no"',
        'größe,Infinity,-Infinity,," spaced "',
        "",
      ].join("\n"),
    );
  });

  test("has names that no feature has", () => {
    const clash = {
      values: Matrix.zeros(1, 3),
      featureNames: ["id", "class", "class_2"],
      labels: ["a"],
      rowIds: ["b"],
    };
    expect(textOf(clash)).toBe("id_2,id,class,class_2,class_3\nb,0,0,0,a\n");
  });

  test("of sparse values has their zeros", () => {
    const sparse = SparseMatrix.fromTriplets(2, 3, [0, 1], [2, 0], [4, 5]);
    expect(textOf({ values: sparse, featureNames: ["a", "b", "c"] })).toBe("a,b,c\n0,0,4\n5,0,0\n");
  });

  test("of views is that of their values", () => {
    const turned = new Matrix(Float64Array.of(1, 2, 3, 4, 5, 6), 2, 3).transposed();
    expect(textOf({ values: turned, featureNames: ["a", "b"] })).toBe("a,b\n1,4\n2,5\n3,6\n");
  });

  test("of one column keeps rows that are missing", () => {
    const one = { values: new Matrix(Float64Array.of(1, NaN, 3), 3, 1), featureNames: ["x"] };
    expect(textOf(one)).toBe('x\n1\n""\n3\n');
  });

  test("comes in pieces when it is large", () => {
    const large = {
      values: Matrix.zeros(20_000, 10),
      featureNames: Array.from({ length: 10 }, (_, j) => `f${j}`),
    };
    const pieces = [...csvChunks(large)];
    expect(pieces.length).toBeGreaterThan(4);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
  });
});

test("parts that do not fit are refused", () => {
  expect(() => textOf({ values, featureNames: ["a"] })).toThrow(InputError);
  expect(() => textOf({ ...data, labels: ["a"] })).toThrow("3 rows cannot be written with 1 labels");
  expect(() => textOf({ ...data, rowIds: [] })).toThrow("3 rows cannot be written with 0 row ids");
});

describe("reads back", () => {
  test("by this package to the same bits", async () => {
    const table = await csvReader.readTable(bytesSource(new Uint8Array(bytesOf(data)), "x.csv"), {
      header: true,
    });
    expect(table.names).toEqual(["id", ...data.featureNames, "verdict"]);
    data.featureNames.forEach((name, j) => {
      const read = column(table, name);
      expect(read).toEqual({
        kind: "number",
        values: Float64Array.of(values.get(0, j), values.get(1, j), values.get(2, j)),
      });
    });
    expect(plainValues(column(table, "id"))).toEqual(data.rowIds);
  });

  test("by Python's csv module to the same cells", () => {
    const program =
      "import csv, io, json, sys; print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, 'utf-8', newline='')))))";
    const cells = JSON.parse(
      execFileSync("python3", ["-c", program], { input: bytesOf(data) }).toString(),
    ) as string[][];
    expect(cells[0]).toEqual(["id", ...data.featureNames, "verdict"]);
    expect(cells.slice(1).map((row) => row[0])).toEqual(data.rowIds);
    expect(cells.slice(1).map((row) => row[4])).toEqual(data.labels);
    expect(
      cells.slice(1).flatMap((row) => row.slice(1, 4).map((cell) => (cell === "" ? NaN : Number(cell)))),
    ).toEqual(awkward);
  });
});

describe("cells of results", () => {
  test("of every kind", () => {
    expect(csvText([["a", 1 / 3, true, null, Number.NaN, -0, " x"], [null]])).toBe(
      'a,0.3333333333333333,true,,,-0," x"\n""\n',
    );
  });

  test("that a spreadsheet would run get an apostrophe, numbers do not", () => {
    const risky = ["=1+1", "+cmd", "-x", "@sum", "\tx", "\rx", "=a,b"];
    expect(csvText([risky])).toBe(`'=1+1,'+cmd,'-x,'@sum,'\tx,"'\rx","'=a,b"\n`);
    const numbers = ["-1", "+1", "-.5", "-1e-3", "-Infinity", "a=b"];
    expect(csvText([numbers])).toBe(`${numbers.join(",")}\n`);
  });

  test("also of data: names, ids and labels", () => {
    const risky = {
      values: Matrix.zeros(1, 1),
      featureNames: ["=x"],
      labels: ["-1"],
      rowIds: ["@a"],
    };
    expect(textOf(risky)).toBe("id,'=x,class\n'@a,0,-1\n");
  });
});
