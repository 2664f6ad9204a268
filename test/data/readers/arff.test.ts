import { describe, expect, test } from "vitest";
import { arffReader } from "../../../src/data/readers/arff.js";
import { hasData } from "../../support/data.js";
import { readAnyText, survivors } from "../../support/mutations.js";
import {
  expectTruth,
  realSource,
  refusal,
  slowSource,
  tableRows,
  textSource,
  truthOf,
} from "./text-support.js";

const read = (text: string) => arffReader.readTable(textSource(text, "t.arff"), {});
const head = "@relation r\n@attribute a numeric\n@attribute b {x, 'y z', w}\n@attribute c string\n@data\n";

describe("real files as SciPy reads them", () => {
  test.skipIf(!hasData).each(["iris.arff", "ionosphere.arff", "labor.arff", "soybean.arff"])(
    "%s",
    async (name) => {
      const table = await arffReader.readTable(slowSource(realSource(name)), {});
      const truth = truthOf(name);
      expectTruth(tableRows(table), truth);
      expect(table.names).toEqual(truth.names);
      table.columns.forEach((column, j) => {
        expect(column.kind === "nominal" ? column.levels : undefined).toEqual(truth.levels[table.names[j]]);
      });
    },
  );

  test.skipIf(!hasData)("sparse rows", async () => {
    const table = await arffReader.readTable(realSource("sparse_australian.arff.gz"), {});
    expectTruth(tableRows(table), truthOf("sparse_australian.arff.gz"));
    expect(table.columns[0]).toMatchObject({ kind: "nominal", levels: ["1", "-1"] });
  });
});

describe("forms", () => {
  test("quotes, escapes, comments, missing values, tabs, any case, weights", async () => {
    const table = await read(
      [
        "% a comment",
        "@RELATION 'my data'",
        "",
        "@Attribute 'first one'\tREAL",
        "@ATTRIBUTE \"it's\" {a, \"b c\" ,'d\\'e'}",
        "@attribute when DATE 'yyyy-MM-dd'",
        "@attribute n integer [0, 10]",
        "@DATA",
        "% another",
        "1.5, a ,'2001-02-03',3",
        "?,?,?,?",
        '-2e3,\'b c\',"x, \\"y\\"\\n",NaN, {2.5}',
        '  .5\t,"d\'e",z,\t7',
      ].join("\r\n"),
    );
    expect(table.names).toEqual(["first one", "it's", "when", "n"]);
    expect(table.columns[0]).toEqual({
      kind: "number",
      values: Float64Array.of(1.5, Number.NaN, -2000, 0.5),
    });
    expect(table.columns[1]).toEqual({
      kind: "nominal",
      codes: Int32Array.of(0, -1, 1, 2),
      levels: ["a", "b c", "d'e"],
    });
    expect(table.columns[2]).toEqual({
      kind: "text",
      values: ["2001-02-03", "", 'x, "y"\n', "z"],
      firstText: { line: 10, value: "2001-02-03" },
    });
    expect(table.columns[3]).toEqual({
      kind: "number",
      values: Float64Array.of(3, Number.NaN, Number.NaN, 7),
    });
  });

  test("values separated by blanks", async () => {
    const table = await read("@relation r\n@attribute a real\n@attribute b {u,v}\n@data\n1 u\n2\tv\n");
    expect(tableRows(table)).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test("sparse rows: what is left out is 0, the first level or missing text", async () => {
    const table = await read(`${head}{0 2.5, 2 'some text'}\n{1 w}, {3}\n{}\n{2 "?", 1 ?, 0 ?}\n`);
    expect(table.columns).toMatchObject([
      { values: Float64Array.of(2.5, 0, 0, Number.NaN) },
      { codes: Int32Array.of(0, 2, 0, -1) },
      { values: ["some text", "", "", "?"] },
    ]);
  });

  test("recognised by @relation after comments", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(arffReader.recognises?.(bytes("% hi\n\n  % ho\n @Relation x\n"))).toBe(true);
    expect(arffReader.recognises?.(bytes("@relations,b\n1,2\n"))).toBe(false);
    expect(arffReader.recognises?.(bytes("\n".repeat(4096)))).toBe(false);
  });
});

describe("bad input", () => {
  test.each([
    ["an empty file", "", /^t\.arff: the file is empty/],
    ["no data", "@relation r\n@attribute a real\n", /^t\.arff: the file ends before @data/],
    ["no attributes", "@relation r\n@data\n1\n", /^t\.arff: there is no @attribute before @data/],
    ["no rows", head, /^t\.arff: there are no rows after @data/],
    [
      "other text",
      "@relation r\nhello\n",
      /^t\.arff, line 2: @relation, @attribute or @data is expected; "hello"/,
    ],
    ["too few values", `${head}1,x\n`, /^t\.arff, line 6: there are 2 values for 3 attributes/],
    ["too many values", `${head}1,x,s,4\n`, /^t\.arff, line 6: there are 4 values for 3 attributes/],
    [
      "an unknown level",
      `${head}1,x,s\n1,q,s\n`,
      /line 7: "q" is not a value of attribute "b"; it allows x, y z, w$/,
    ],
    ["text for a number", `${head}one,x,s\n`, /line 6: "one" in attribute "a" is not a number/],
    [
      "an unclosed quote",
      `${head}1,'y z,s\n`,
      /line 6: the quote that opens here is not closed on the same line/,
    ],
    ["text after a quote", `${head}1,'y z' w,s\n`, /line 6: a value continues after its closing quote/],
    [
      "an unknown type",
      "@relation r\n@attribute a relational\n",
      /line 2: attribute "a" has the type "relational"/,
    ],
    ["no type", "@relation r\n@attribute a\n", /line 2: attribute "a" has the type ""/],
    ["no name", "@relation r\n@attribute\n", /line 2: @attribute needs a name and a type/],
    [
      "an open list of levels",
      "@relation r\n@attribute a {x, y\n",
      /line 2: the list of values of "a" has no closing }/,
    ],
    ["a level twice", "@relation r\n@attribute a {x, x}\n", /line 2: attribute "a" lists "x" twice/],
    [
      "a sparse index out of range",
      `${head}{3 1}\n`,
      /line 6: "3" is not the index of an attribute; indices run from 0 to 2/,
    ],
    ["a sparse index twice", `${head}{0 1, 0 2}\n`, /line 6: attribute 0 is given twice/],
    ["an open sparse row", `${head}{0 1\n`, /line 6: the sparse row has no closing }/],
  ])("%s", async (_, text, message) => {
    expect(await refusal(read(text))).toMatch(message);
  });

  test("sparse rows that would fill the memory", async () => {
    const attributes = Array.from({ length: 20_000 }, (_, j) => `@attribute a${j} real\n`).join("");
    const text = `@relation r\n${attributes}@data\n${"{}\n".repeat(3500)}`;
    expect(await refusal(read(text))).toMatch(
      /20000 attributes take more than 512 MiB as dense data; use the svmlight/,
    );
  });

  test.skipIf(!hasData).each(["iris.arff", "labor.arff", "sparse_australian.arff.gz"])(
    "mutated copies of %s end in a table or a refusal",
    async (name) => {
      const source = realSource(name);
      const bytes = await source.read(0, source.size);
      expect(await survivors(bytes, 300, (mutated) => arffReader.readTable(textSource(mutated), {}))).toEqual(
        [],
      );
    },
  );

  test("any text ends in a table or a refusal", async () => {
    const readBytes = (bytes: Uint8Array) => arffReader.readTable(textSource(bytes), {});
    const signs = [..."ax0123,{}'\"\\ \n\t?%-."];
    await readAnyText(signs, head, readBytes);
    await readAnyText([...signs, "@attribute ", "@data", "real", "{x,y}"], "@relation r\n", readBytes);
  });
});
