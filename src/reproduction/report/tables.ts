import type { TableColumn, TableSection } from "../../report/report.js";
import { type DatasetName, paperDatasets, paperLabels, tableKs } from "../paper.js";
import type { AccuracyRow, AverageRow, Reproduction } from "../reproduction.js";

/** Table I. */
export function datasetTable({ datasets, missing }: Reproduction): TableSection {
  const shapes = ["rows", "features", "classes"] as const;
  return {
    kind: "table",
    id: "data",
    title: "Table I: the data sets",
    columns: [
      { title: "data", type: "text" },
      ...shapes.flatMap((what): TableColumn[] => [
        { title: "here", type: "number", group: what },
        { title: "paper", type: "number", group: what },
      ]),
      { title: "kind", type: "text" },
      { title: "file", type: "text" },
    ],
    rows: datasets.map((data) => [
      data.called,
      ...shapes.flatMap((what) => [data[what], data.paper[what]]),
      paperDatasets[data.name].kind,
      data.file,
    ]),
    notes: [
      ...remarksOn(datasets),
      ...(missing.length > 0 ? [`Not available, and left out everywhere: ${missing.join(", ")}.`] : []),
    ],
  };
}

const remarksOn = (datasets: Reproduction["datasets"]): string[] =>
  datasets.flatMap(({ called, remarks }) => remarks.map((remark) => `${called}: ${remark}.`));

/** One accuracy table with the paper's figures, and the nested protocol beside it, for every k of the paper's tables. */
export function accuracyTables(reproduction: Reproduction): TableSection[] {
  return tableKs.flatMap((k) => {
    const cells = reproduction.accuracy.filter((row) => row.k === k);
    if (cells.length === 0) return [];
    const nested = cells.some((row) => row.nested !== null);
    return [besideThePaper(reproduction, k), ...(nested ? [besideNested(reproduction, k)] : [])];
  });
}

function besideThePaper(reproduction: Reproduction, k: number): TableSection {
  const { settings, datasets } = reproduction;
  return {
    kind: "table",
    id: `top-${k}`,
    title: `Table ${k <= 40 ? "II" : "III"}: accuracy of the top ${k} features (%)`,
    text: `Paper protocol: standardise, select on all rows, then ${settings.folds}-fold cross-validation of a linear SVM with C = 1; the mean over ${settings.seeds.length} fold seeds. Next to each figure are the paper's figure and the difference (ours − paper).`,
    columns: [
      { title: "data", type: "text" },
      ...paperLabels.flatMap((label): TableColumn[] => [
        { title: "ours", ...cell(label), best: "largest" },
        { title: "paper", ...cell(label) },
        { title: "diff.", ...cell(label), signed: true },
      ]),
    ],
    rows: rowsAt(reproduction, k, (cell) => [cell.accuracy, cell.paper, cell.difference]),
    notes: [
      `On purpose: folds are stratified and seeded, and there are ${settings.seeds.length} draws of them where the paper has one; γ of DFS, the heat kernel's width of LS and the neighbours of RF are the best of a grid, one setting for each data set; the other methods are as defined in the docs, since the paper does not say more.`,
      ...remarksOn(datasets),
    ],
  };
}

function besideNested(reproduction: Reproduction, k: number): TableSection {
  const { innerFolds } = reproduction.settings;
  return {
    kind: "table",
    id: `nested-${k}`,
    title: `The top ${k} features, nested protocol (%)`,
    text: "The paper did not do this. Scaling, selection and the choice of parameters happen inside each training fold, without the test rows. The gap, its optimism, is the paper protocol on the same folds minus the nested one.",
    columns: [
      { title: "data", type: "text" },
      ...paperLabels.flatMap((label): TableColumn[] => [
        { title: "nested", ...cell(label), best: "largest" },
        { title: "gap", ...cell(label), signed: true },
      ]),
    ],
    rows: rowsAt(reproduction, k, (cell) => [cell.nested, cell.optimism]),
    notes: [
      `One fold seed. Parameters are chosen by ${innerFolds} folds inside the training rows, the same grid as above; for DFS the values of γ are fitted there along a warm path.`,
    ],
  };
}

/** How a column of shares is shown. */
const cell = (group: string) => ({ type: "number", digits: 2, group, format: "percent" }) as const;

type Cell = Pick<AccuracyRow | AverageRow, "accuracy" | "paper" | "difference" | "nested" | "optimism">;

/** A row for each data set and one of means, with these figures of every method. */
function rowsAt(
  { accuracy, averages, datasets }: Reproduction,
  k: number,
  figures: (cell: Cell) => (number | null)[],
): (string | number | null)[][] {
  const width = figures({ accuracy: 0, paper: 0, difference: 0, nested: 0, optimism: 0 }).length;
  const empty = new Array<null>(width).fill(null);
  const row = (name: string, find: (label: string) => Cell | undefined) => [
    name,
    ...paperLabels.flatMap((label) => {
      const cell = find(label);
      return cell ? figures(cell) : empty;
    }),
  ];
  const cellOf = (dataset: DatasetName, label: string) =>
    accuracy.find((cell) => cell.dataset === dataset && cell.label === label && cell.k === k);
  return [
    ...datasets.map(({ name, called }) => row(called, (label) => cellOf(name, label))),
    row("Average", (label) => averages.find((cell) => cell.label === label && cell.k === k)),
  ];
}
