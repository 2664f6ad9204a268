import { describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import type { Dataset } from "../../src/data/dataset.js";
import type { MetricName } from "../../src/evaluation/metrics.js";
import type { Report, Section } from "../../src/report/report.js";
import type { SelectPlan } from "../../src/study/plan.js";
import { runStudy } from "../../src/study/run-study.js";
import { studyReport } from "../../src/study/study-report.js";

/** Two classes, the second with a row in five, which differ in few features and by little. */
function unevenData(): Dataset {
  const { data } = planted({ rows: 150, classes: 2, noise: 10, separation: 1, seed: 3 });
  const rows = Array.from({ length: data.rows }, (_, i) => i);
  return data.selectRows(rows.filter((i) => data.labels!.codes[i] === 0 || i % 8 === 1));
}

const data = unevenData();

async function reportBy(metric: MetricName | undefined): Promise<Report> {
  const plan: SelectPlan = {
    schema: "salience/plan@1",
    task: "select",
    data: [{ source: "uneven.csv" }],
    select: { method: "fisher", k: 3 },
    judge: { metric },
    measure: { permutations: 10 },
  };
  return studyReport([data], plan, await runStudy([data], plan));
}

function section<K extends Section["kind"]>(report: Report, kind: K): Extract<Section, { kind: K }> {
  return report.sections.find((one) => one.kind === kind) as Extract<Section, { kind: K }>;
}

/** What the confusion of the report says, by the definitions. */
function fromConfusion(report: Report) {
  const { confusion } = section(report, "errors");
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const columns = confusion.map((_, j) => sum(confusion.map((row) => row[j])));
  const right = confusion.map((row, i) => row[i]);
  return {
    accuracy: sum(right) / sum(columns),
    "balanced-accuracy": sum(confusion.map((row, i) => right[i] / sum(row))) / confusion.length,
    "macro-f1": sum(confusion.map((row, i) => (2 * right[i]) / (sum(row) + columns[i]))) / confusion.length,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

describe("a report of a selection is about the measure that was chosen", () => {
  test.each(["balanced-accuracy", "macro-f1"] as const)("%s", async (metric) => {
    const report = await reportBy(metric);
    const title = metric === "macro-f1" ? "macro-F1" : "balanced accuracy";
    const measured = fromConfusion(report);
    expect(measured[metric]).not.toBeCloseTo(measured.accuracy, 2);
    const { facts } = section(report, "overview");
    expect(facts[0]).toMatchObject({
      label: `${title[0].toUpperCase()}${title.slice(1)} on new rows`,
      value: percent(measured[metric]),
    });
    expect(facts).toContainEqual(
      expect.objectContaining({ label: "New rows predicted right", value: percent(measured.accuracy) }),
    );
    expect(report.lead[1]).toContain(`reaches a ${title} of ${percent(measured[metric])} on held-out rows`);
    expect(report.lead.join(" ")).toContain(
      `It gets ${percent(measured.accuracy)} of the held-out rows right`,
    );
    const curve = section(report, "accuracy");
    expect(curve.metric).toBe(`${title} (%)`);
    expect(curve.text).toContain(`Nested is the ${title} to expect`);
    expect(curve.text).toContain(`The grey band is the ${title} with permuted labels`);
    const nested = curve.series.find(({ protocol }) => protocol === "nested")!;
    expect(nested.points.find(({ k }) => k === 3)!.mean).toBe(measured[metric]);
    // What the largest class gives is no level of this measure.
    expect(curve.majority).toBeUndefined();
    expect(section(report, "methods").paragraph).toContain(
      `${title[0].toUpperCase()}${title.slice(1)} was measured with`,
    );
  });

  test("what guessing gives is that of the measure", async () => {
    const guess = (report: Report) =>
      section(report, "overview").facts.find(({ hint }) => hint === "what guessing gives");
    expect(guess(await reportBy("balanced-accuracy"))).toMatchObject({ value: "50.0 %" });
    const area = await reportBy("auc");
    expect(guess(area)).toMatchObject({ value: "0.500" });
    expect(area.lead[1]).toMatch(/reaches an area under the ROC curve of [01]\.\d{3} on held-out rows/);
    expect(section(area, "accuracy").metric).toBe("area under the ROC curve (%)");
    // The permuted band of an area lies around one half.
    const [low, high] = section(area, "overview")
      .facts.find(({ label }) => label === "By chance")!
      .value!.toString()
      .split("–")
      .map(Number);
    expect(low).toBeLessThan(0.55);
    expect(high).toBeGreaterThan(0.45);
  });

  test("accuracy where nothing was chosen, with its interval", async () => {
    const report = await reportBy(undefined);
    const { accuracy } = fromConfusion(report);
    expect(section(report, "overview").facts[0]).toMatchObject({
      label: "Accuracy on new rows",
      value: percent(accuracy),
      hint: expect.stringContaining("95 % interval"),
    });
    expect(report.lead[1]).toContain(`gets ${percent(accuracy)} of the held-out rows right`);
  });
});
