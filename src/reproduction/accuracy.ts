import { spread } from "../evaluation/spread.js";
import type { Curve } from "./curve-task.js";
import type { Findings } from "./job.js";
import type { Line } from "./line.js";
import { type DatasetName, printedAccuracy } from "./paper.js";
import type { Plan } from "./plan.js";
import type { AccuracyRow, AverageRow, ShuffledRow } from "./reproduction.js";
import type { Study } from "./study.js";
import { bestOnAll, gridCurve } from "./tuning.js";

/** The cells of some lines, data set by data set. */
export function accuracyRows({ studies }: Plan, lines: readonly Line[], findings: Findings): AccuracyRow[] {
  return studies.flatMap((study) => lines.flatMap((line) => rowsOf(study, line, findings)));
}

function rowsOf(study: Study, line: Line, findings: Findings): AccuracyRow[] {
  const best = bestOnAll(study, line, findings);
  const rest = `rest ${study.name} ${line.label}`;
  const curves = [
    gridCurve(study, line, best, findings),
    ...(findings.has(rest) ? [findings.one(rest)] : []),
  ];
  const nested = nestedAccuracy(study, line, findings);
  return curves
    .flatMap((curve) =>
      curve.ks.map((k, at) => {
        const bySeed = accuracyBySeed(study, curve.correct[at]);
        const { mean: accuracy, standardDeviation: accuracyStd } = spread(bySeed);
        const paper = printedAccuracy(study.name, line.label, k);
        const honest = nested.get(k) ?? null;
        return {
          dataset: study.name,
          method: line.method,
          label: line.label,
          options: line.candidates(study.data.features)[best],
          k,
          accuracy,
          accuracyStd,
          paper,
          difference: paper === null ? null : accuracy - paper,
          nested: honest,
          optimism: honest === null ? null : bySeed[0] - honest,
          redundancy: curve.redundancy[at],
          redundancyAbs: curve.redundancyAbs[at],
        };
      }),
    )
    .sort((a, b) => a.k - b.k);
}

/** Rows right, of all rows, for each seed: its folds follow each other. */
function accuracyBySeed({ seeds, data }: Study, correct: readonly number[]): number[] {
  const folds = seeds[0].length;
  return Array.from({ length: correct.length / folds }, (_, seed) =>
    share(correct.slice(seed * folds, (seed + 1) * folds), data.rows),
  );
}

function nestedAccuracy(study: Study, line: Line, findings: Findings): Map<number, number> {
  const key = (fold: number) => `nested ${study.name} ${line.label} ${fold}`;
  if (!findings.has(key(0))) return new Map();
  const folds = study.seeds[0].map((_, fold) => findings.one(key(fold)));
  return new Map(pooledOver(folds, study.data.rows));
}

/** The accuracy at each k over curves that test every row once. */
function pooledOver(folds: readonly Curve[], rows: number): [number, number][] {
  return folds[0].ks.map((k, at) => [
    k,
    share(
      folds.flatMap(({ correct }) => correct[at]),
      rows,
    ),
  ]);
}

const share = (correct: readonly number[], rows: number) =>
  correct.reduce((sum, right) => sum + right, 0) / rows;

/** Means over the data sets for each line and k; only ks that every data set has. */
export function averageRows(rows: readonly AccuracyRow[]): AverageRow[] {
  const sets = new Set(rows.map(({ dataset }) => dataset)).size;
  const labels = [...new Set(rows.map(({ label }) => label))];
  return labels.flatMap((label) => {
    const own = rows.filter((row) => row.label === label);
    const ks = [...new Set(own.map(({ k }) => k))].sort((a, b) => a - b);
    return ks.flatMap((k) => {
      const cells = own.filter((row) => row.k === k);
      return cells.length === sets ? [averageOf(label, k, cells)] : [];
    });
  });
}

function averageOf(label: string, k: number, cells: readonly AccuracyRow[]): AverageRow {
  const paper = meanOf(cells, (cell) => cell.paper);
  const accuracy = meanOf(cells, (cell) => cell.accuracy)!;
  return {
    method: cells[0].method,
    label,
    k,
    accuracy,
    paper,
    difference: paper === null ? null : accuracy - paper,
    nested: meanOf(cells, ({ nested }) => nested),
    optimism: meanOf(cells, ({ optimism }) => optimism),
    datasets: cells.length,
    nestedDatasets: cells.filter(({ nested }) => nested !== null).length,
  };
}

/** The mean over those that have a value; null where none has. */
export function meanOf<T>(list: readonly T[], value: (item: T) => number | null): number | null {
  const values = list.map(value).filter((x): x is number => x !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}

/** What each line finds in shuffled labels. */
export function shuffledRows(
  { studies, effort }: Plan,
  lines: readonly Line[],
  name: DatasetName,
  majority: (study: Study) => number,
  findings: Findings,
): ShuffledRow[] {
  return studies
    .filter((study) => study.name === name)
    .flatMap((study) =>
      lines.flatMap((line) => {
        const shuffles = Array.from({ length: effort.shuffles }, (_, shuffle) => {
          const key = `shuffled ${study.name} ${line.label} ${shuffle}`;
          const folds = study.seeds[0].map((_, fold) => findings.one(`${key} ${fold}`));
          return {
            paper: new Map(pooledOver([findings.one(`${key} paper`)], study.data.rows)),
            nested: new Map(pooledOver(folds, study.data.rows)),
          };
        });
        return study.tableKs.map((k) => ({
          dataset: study.name,
          method: line.method,
          label: line.label,
          k,
          paper: meanOf(shuffles, ({ paper }) => paper.get(k)!)!,
          nested: meanOf(shuffles, ({ nested }) => nested.get(k)!)!,
          shuffles: effort.shuffles,
          majority: majority(study),
        }));
      }),
    );
}
