import type { NotesSection, Section, TableColumn, TableSection } from "../../report/report.js";
import { meanOf } from "../accuracy.js";
import { tableKs } from "../paper.js";
import type { AccuracyRow, Reproduction } from "../reproduction.js";
import { baselinesAhead, bestVariants } from "./words.js";

/** Stronger settings beside the defaults, further methods, and where they are ahead of DFS. */
export function strongBaselines(reproduction: Reproduction): Section[] {
  return [overview(reproduction), ahead(reproduction), perDataset(reproduction)];
}

function overview(reproduction: Reproduction): TableSection {
  const { averages, datasets } = reproduction;
  const labels = [...new Set(averages.map(({ label }) => label))].sort(byFamily);
  const at = (label: string, k: number) => averages.find((row) => row.label === label && row.k === k);
  const group = (title: string, best: TableColumn["best"]): TableColumn[] =>
    tableKs.map((k) => ({
      title: `top ${k}`,
      type: "number",
      digits: 1,
      group: title,
      format: "percent",
      best,
    }));
  return {
    kind: "table",
    id: "strong",
    title: "Stronger baselines: averages over the data sets (%)",
    text: `A weak baseline flatters the method it is compared with. So every method is shown with other settings too, next to methods that the paper left out. Averages over ${datasets.length} data sets.`,
    columns: [
      { title: "method", type: "text" },
      ...group("paper protocol", undefined),
      ...group("nested protocol", undefined),
    ],
    rows: labels.map((label) => [
      label,
      ...tableKs.map((k) => at(label, k)?.accuracy ?? null),
      ...tableKs.map((k) => at(label, k)?.nested ?? null),
    ]),
    notes: [
      `On average over the top ${tableKs.join(", ")}, paper protocol: ${bestVariants(reproduction).join("; ")}.`,
      "LS with the class graph, TR on standardised data and BAHSIC with balanced labels are the Fisher score by another name, and agree.",
      "DFS, target-k takes no γ at all: the same setting for every data set, so its figures of the paper protocol had no parameter to pick.",
      ...(averages.some(({ nestedDatasets, datasets: all }) => nestedDatasets > 0 && nestedDatasets < all)
        ? ["The nested averages are over those data sets only that were evaluated that way in this run."]
        : []),
    ],
  };
}

/** Variants stand behind the method they belong to. */
function byFamily(a: string, b: string): number {
  const order = ["BAHSIC", "LS", "mRMR", "RF", "TR", "MMC-RFE", "RFS", "DFS"];
  return order.indexOf(a.split(",")[0]) - order.indexOf(b.split(",")[0]);
}

function ahead(reproduction: Reproduction): NotesSection {
  const lines = baselinesAhead(reproduction);
  return {
    kind: "notes",
    id: "ahead",
    title: "Where a baseline beats DFS (p = 1)",
    text: "Paper protocol, the numbers of features of the curves and tables.",
    tone: "plain",
    paragraphs:
      lines.length > 0 ? lines : ["Nowhere in this run: DFS (p = 1) is first on every data set for every k."],
  };
}

function perDataset({ accuracy, variants, datasets }: Reproduction): TableSection {
  const rows = [...accuracy, ...variants];
  const labels = [...new Set(rows.map(({ label }) => label))].sort(byFamily);
  const over = (name: string, label: string, value: (row: AccuracyRow) => number | null) =>
    meanOf(
      rows.filter((row) => row.dataset === name && row.label === label && tableKs.includes(row.k)),
      value,
    );
  return {
    kind: "table",
    id: "strong-by-data",
    title: `Every method on every data set: mean over the top ${tableKs.join(", ")} (%)`,
    columns: [
      { title: "method", type: "text" },
      ...datasets.map(
        ({ called }): TableColumn => ({
          title: called,
          type: "number",
          digits: 1,
          group: "paper protocol",
          format: "percent",
        }),
      ),
      ...datasets.map(
        ({ called }): TableColumn => ({
          title: called,
          type: "number",
          digits: 1,
          group: "nested protocol",
          format: "percent",
        }),
      ),
    ],
    rows: labels.map((label) => [
      label,
      ...datasets.map(({ name }) => over(name, label, (row) => row.accuracy)),
      ...datasets.map(({ name }) => over(name, label, ({ nested }) => nested)),
    ]),
  };
}
