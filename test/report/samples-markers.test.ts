import { expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { markersSection } from "../../src/report/markers-section.js";
import { samplesSection } from "../../src/report/samples-section.js";
import { select } from "../../src/selectors/select.js";

/** Three classes; feature j is high in class j, feature 3 tells a from b only, the others are noise. */
function planted(rows: number): Dataset {
  const random = new Random(3);
  const values = Matrix.zeros(rows, 6);
  for (let at = 0; at < values.data.length; at++) values.data[at] = random.normal();
  for (let i = 0; i < rows; i++) {
    values.data[i * 6 + (i % 3)] += 6;
    values.data[i * 6 + 3] += [5, -5, 0][i % 3];
  }
  return new Dataset({
    values,
    labels: Array.from({ length: rows }, (_, i) => "abc"[i % 3]),
    featureNames: ["for a", "for b", "for c", "a from b", "noise 1", "noise 2"],
    rowIds: Array.from({ length: rows }, (_, i) => `s${i}`),
  });
}

test("every feature marks the class that it was made for, and the parts add up", async () => {
  const data = planted(90);
  const section = markersSection(data, await select(data, { method: "fisher", k: 4 }))!;
  const of = (name: string) => section.features.find((feature) => feature.name === name)!;
  expect(["for a", "for b", "for c"].map((name) => section.classes[of(name).marks])).toEqual(["a", "b", "c"]);
  for (const name of ["for a", "for b", "for c"]) {
    // The gap is 6 deviations inside the classes, up to the noise of 30 rows each.
    expect(of(name).gap).toBeGreaterThan(5);
    expect(of(name).gap).toBeLessThan(7.5);
  }
  expect(section.features.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  // Squared distances of a and b: 100 of 36 + 36 + 100.
  const apart = of("a from b");
  expect(apart.pair.map((code) => section.classes[code])).toEqual(["a", "b"]);
  expect(apart.pairShare).toBeCloseTo(100 / 172, 1);
  expect(section.features.map(({ marks }) => marks)).toEqual(
    [...section.features.map(({ marks }) => marks)].sort((a, b) => a - b),
  );
});

test("the map has each sample once with its own values, and classes far apart lie together", async () => {
  const data = planted(60);
  const section = samplesSection(data, await select(data, { method: "fisher", k: 4 }))!;
  expect([...section.rows].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, row) => row));
  section.rows.forEach((row, at) => {
    expect(section.ids![at]).toBe(`s${row}`);
    for (const { name, values } of section.features)
      expect(values[at]).toBeCloseTo((data.values as Matrix).get(row, data.featureNames.indexOf(name)), 4);
  });
  const changes = section.codes.filter((code, at) => at > 0 && code !== section.codes[at - 1]).length;
  expect(changes).toBe(2);
  // A tree of 60 leaves has 59 joins, each branch is joined once, and heights of average linkage never fall.
  const { joins, heights } = section.sampleTree;
  expect(joins.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 118 }, (_, node) => node));
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
});

test("many samples are thinned evenly, and the section says so", async () => {
  const data = planted(900);
  const section = samplesSection(data, await select(data, { method: "fisher", k: 2 }))!;
  expect(section.rows).toHaveLength(300);
  expect(section.text).toContain("300 of the 900 samples are drawn");
  for (const code of [0, 1, 2]) expect(section.codes.filter((own) => own === code)).toHaveLength(100);
});
