import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { describeFeatures, type FeatureDescription } from "../../src/evaluation/describe-features.js";
import { Random } from "../../src/numeric/random.js";
import { selectWith } from "../../src/selectors/select.js";
import { describeStreamed, selectStreamed } from "../../src/selectors/select-streamed.js";
import { describeSelection } from "../../src/selectors/selection.js";

interface Form {
  readonly gaps?: boolean;
  readonly categories?: boolean;
  /** A number that is added to one column: its means are so many times its spread. */
  readonly offset?: number;
}

/** Numbers, some of which differ between the classes, one that stands still, one that stands still inside the classes. */
function tableText({ gaps = false, categories = false, offset = 0 }: Form, rows = 2500): string {
  const random = new Random(13);
  const lines = [
    [...(categories ? ["colour", "smoker"] : []), "a", "b", "c", "still", "sure", "few", "class"].join(),
  ];
  for (let i = 0; i < rows; i++) {
    const code = random.integer(4);
    const numbers = [
      0.2 * code + random.normal(),
      offset + random.normal() + 0.1 * (code % 2),
      random.normal(),
    ];
    const cells = [...numbers.map(String), "7", String(code), String(random.normal())];
    // One class has nearly no value, one column no value at all in one class.
    if (gaps) {
      if (random.integer(5) === 0 || (code === 1 && random.integer(20) > 0)) cells[0] = "";
      if (random.integer(3) === 0) cells[2] = "";
      if (code === 3 && i > 40) cells[5] = "";
    }
    const colour = ["red", "green", "blue", "grey"][random.integer(2) + (code === 2 ? 2 : random.integer(2))];
    const more = categories
      ? [gaps && random.integer(9) === 0 ? "" : colour, random.integer(2) ? "yes" : "no"]
      : [];
    lines.push([...more, ...cells, `class ${code}`].join());
  }
  return `${lines.join("\n")}\n`;
}

const open = (text: string, options = {}) =>
  RowSource.open(bytesSource(new TextEncoder().encode(text), "t.csv"), options);

/** Figures agree to 1e-10; of p that of its logarithm, which is what digits of F are worth. */
function expectAlike(found: readonly FeatureDescription[], expected: readonly FeatureDescription[]): void {
  expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  found.forEach((one, j) => {
    const other = expected[j];
    const plain = ({ index, higher, level, test: by, missing }: FeatureDescription) => ({
      index,
      higher,
      level,
      by,
      missing,
    });
    expect(plain(one)).toEqual(plain(other));
    for (const key of ["effect", "statistic", "p", "q", "foldChange"] as const) {
      const [a, b] = [one[key], other[key]];
      if (a === undefined || b === undefined || !Number.isFinite(b) || b === 0) expect(a).toEqual(b);
      else expect(Math.abs(a / b - 1), `${key} of ${one.name}`).toBeLessThan(1e-10);
    }
  });
}

describe("direction, effect, p and q of rows in blocks are those of data in memory", () => {
  test.each<[string, Form, object, object]>([
    ["numbers", {}, {}, {}],
    ["means a million times the spread", { offset: 1e6 }, {}, {}],
    ["gaps", { gaps: true }, {}, {}],
    ["categories", { categories: true }, {}, {}],
    ["gaps and categories", { gaps: true, categories: true }, {}, {}],
    ["fold changes", { gaps: true }, {}, { logBase: "2" }],
    ["rows with gaps left out", { gaps: true, categories: true }, { missing: "drop-rows" }, {}],
  ])("%s", async (_, form, reading, how) => {
    const text = tableText(form);
    const data = await parseDataset(text, { name: "t.csv", ...reading });
    const memory = describeSelection(await selectWith(data, { method: "fisher", k: 3 }), data, how);
    const { selection, gathered } = await selectStreamed(await open(text, reading), {
      method: "fisher",
      k: 3,
      ...reading,
    });
    const streamed = describeStreamed(selection, gathered, how);
    expectAlike(streamed.descriptions!.features, memory.descriptions!.features);
    const { test: by, logBase } = memory.descriptions!;
    expect(streamed.toJSON().descriptions).toEqual({ test: by, logBase });
  });

  test("fold changes follow from the transform on reading", async () => {
    const random = new Random(4);
    const lines = Array.from(
      { length: 300 },
      (_, i) => `${random.uniform() + (i % 2)},${random.uniform()},${"xy"[i % 2]}`,
    );
    const text = `a,b,class\n${lines.join("\n")}\n`;
    const reading = { transforms: ["log2"] } as const;
    const data = await parseDataset(text, { name: "t.csv", ...reading });
    const { selection, gathered } = await selectStreamed(await open(text, reading), {
      method: "fisher",
      k: 1,
    });
    const found = describeStreamed(selection, gathered).descriptions!;
    expect(found.logBase).toBe("2");
    const { features } = describeFeatures(data);
    expectAlike(
      found.features,
      Array.from(selection.ranking, (j) => features[j]),
    );
  });

  test("the test on ranks is refused", async () => {
    const { selection, gathered } = await selectStreamed(await open(tableText({})), { method: "fisher" });
    expect(() => describeStreamed(selection, gathered, { featureTest: "kruskal" })).toThrow(
      /Kruskal and Wallis needs the ranks of all rows in memory; the F test does not; .*sample: 20000/,
    );
  });
});

/** SciPy's figures for the numbers and the categories of a table. */
const script = `
import sys, json, csv
import numpy as np
from scipy import stats
rows = list(csv.DictReader(sys.stdin))
names = [n for n in rows[0] if n != "class"]
classes = sorted({r["class"] for r in rows})
found = {}
for n in names:
    held = [r for r in rows if r[n] != ""]
    if n in ("colour", "smoker"):
        levels = sorted({r[n] for r in held})
        table = [[sum(r[n] == l and r["class"] == c for r in held) for c in classes] for l in levels]
        t = stats.chi2_contingency(np.array(table), correction=False)
        found[n] = [t.statistic, t.pvalue]
    elif n not in ("still", "sure"):
        groups = [np.array([float(r[n]) for r in held if r["class"] == c]) for c in classes]
        t = stats.f_oneway(*[g for g in groups if len(g)])
        found[n] = [t.statistic, t.pvalue]
print(json.dumps(found))
`;

function scipy(text: string): Record<string, [number, number]> | null {
  for (const python of ["python3", "/usr/bin/python3"])
    try {
      return JSON.parse(
        execFileSync(python, ["-c", script], { input: text, stdio: ["pipe", "pipe", "ignore"] }).toString(),
      );
    } catch {}
  return null;
}

const small = tableText({ gaps: true, categories: true }, 800);
const reference = scipy(small);

describe.skipIf(!reference)("SciPy", () => {
  test("f_oneway and chi2_contingency give the same F, chi-square and p", async () => {
    const { selection, gathered } = await selectStreamed(await open(small), { method: "fisher", k: 3 });
    const { features } = describeStreamed(selection, gathered).descriptions!;
    const compared = Object.entries(reference!);
    expect(compared.length).toBe(6);
    for (const [name, [statistic, p]] of compared) {
      const own = features.find((one) => one.name === name)!;
      expect(Math.abs(own.statistic / statistic - 1), `statistic of ${name}`).toBeLessThan(1e-10);
      expect(Math.abs(own.p / p - 1), `p of ${name}`).toBeLessThan(1e-10);
    }
  });
});
