import { expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import type { ParseOptions } from "../../src/data/parse-dataset.js";
import { npzBytes } from "../../src/data/writers/npz.js";
import { Matrix, parseDataset } from "../../src/index.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const table = "patient,x,y,class\np1,1,2,a\np2,3,,b\np1,5,6,b\np3,7,8,a\n";
const parse = (text: string, options: ParseOptions) =>
  parseDataset(bytes(text), { name: "data.csv", target: "class", ...options });

test("groups of a table: no feature, and they follow their rows", async () => {
  const data = await parse(table, { rowGroups: "patient" });
  expect(data.featureNames).toEqual(["x", "y"]);
  expect(data.rowGroups).toEqual(["p1", "p2", "p1", "p3"]);
  expect(data.selectRows([3, 0]).rowGroups).toEqual(["p3", "p1"]);
  expect(data.selectColumns([1]).rowGroups).toEqual(data.rowGroups);
  expect((await parse(table, { rowGroups: 1, missing: "drop-rows" })).rowGroups).toEqual(["p1", "p1", "p3"]);
  expect((await parse(table.replaceAll("p", "1"), {})).rowGroups).toBeNull();
});

test("groups of arrays: another one beside the labels", async () => {
  const values = Matrix.fromRows([[1], [2], [3], [4]]);
  const parts = {
    values,
    featureNames: ["x"],
    labels: ["a", "b", "a", "b"],
    rowIds: ["p1", "p1", "p2", "p2"],
  };
  const npz = Uint8Array.from(npzBytes(parts).flatMap((chunk) => [...chunk]));
  const data = await parseDataset(npz, { name: "data.npz", rowGroups: "row_ids" });
  expect(data.rowGroups).toEqual(parts.rowIds);
  expect(data.labels!.classes).toEqual(["a", "b"]);
  await expect(parseDataset(npz, { name: "data.npz", rowGroups: "patient" })).rejects.toThrow(
    'array "patient" not found',
  );
  await expect(parseDataset(npz, { name: "data.npz", target: "y", rowGroups: "y" })).rejects.toThrow(
    "both the target",
  );
});

test("groups beside labels in a file of their own", async () => {
  const labels = bytesSource(bytes("id,class,patient\nr3,b,p2\nr1,a,p1\nr2,b,p1\n"), "labels.csv");
  const data = await parseDataset(bytes("id,x\nr1,1\nr2,2\nr3,3\n"), {
    name: "data.csv",
    idColumn: "id",
    labels,
    rowGroups: "patient",
  });
  expect(data.rowGroups).toEqual(["p1", "p1", "p2"]);
  expect(data.labelName).toBe("class");
});

test("refuses what cannot be groups", async () => {
  const refused = (text: string, options: ParseOptions) => expect(parse(text, options)).rejects;
  await refused(table, { rowGroups: "patients" }).toThrow(
    'data.csv: there is no column "patients" for the groups',
  );
  await refused(table, { rowGroups: "class" }).toThrow("both the target and the groups");
  await refused(table.replace("p3", ""), { rowGroups: "patient" }).toThrow("data.csv: row 4 has no group");
  await expect(
    parseDataset(bytes("1 1:2\n2 1:3\n"), { name: "data.svm", format: "svmlight", rowGroups: "patient" }),
  ).rejects.toThrow("has no column that could hold the row groups");
});
