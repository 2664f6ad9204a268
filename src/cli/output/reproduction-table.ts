import {
  type AverageRow,
  paperLabels,
  type Reproduction,
  reproductionWarning,
  tableKs,
} from "../../internal.js";
import type { Terminal } from "./terminal.js";

/** The printed result of a reproduction: the main table, the paper's claims, and the warning. */
export function printReproduction(reproduction: Reproduction, terminal: Terminal): void {
  const { datasets, settings, quick } = reproduction;
  terminal.print(
    terminal.bold(`Accuracy in percent, paper protocol, mean over ${settings.seeds.length} fold seeds`) +
      terminal.dim("  second line: the paper's figure, and the difference (ours − paper)") +
      terminal.dim(quick ? "  (quick: fewer seeds and settings)" : ""),
  );
  for (const k of tableKs) printTable(reproduction, k, terminal);
  terminal.print();
  const nestedOn =
    reproduction.averages.find(({ nestedDatasets }) => nestedDatasets > 0)?.nestedDatasets ?? 0;
  terminal.print(
    terminal.bold(`Averages, top ${tableKs.join(" / ")}`) +
      terminal.dim(`  over ${datasets.length} data sets; nested over ${nestedOn}`),
  );
  const labels = [...new Set(reproduction.averages.map(({ label }) => label))];
  const width = Math.max(...labels.map((label) => label.length));
  terminal.print(terminal.dim(`${"".padEnd(width)}${head("ours")}${head("paper")}${head("nested")}`));
  for (const label of labels) {
    const own = tableKs.map((k) => reproduction.averages.find((row) => row.label === label && row.k === k));
    const cells = (value: (row: AverageRow) => number | null) =>
      own.map((row) => one(row ? value(row) : null).padStart(6)).join("");
    terminal.print(
      `${label.padEnd(width)}  ${cells((row) => row.accuracy)}  ${cells((row) => row.paper)}  ${cells((row) => row.nested)}`,
    );
  }
  terminal.print();
  terminal.print(terminal.bold("The paper's claims"));
  for (const { claim, held, evidence } of reproduction.claims) {
    const mark = held === null ? "no data      " : held ? "confirmed    " : "not confirmed";
    terminal.print(`${held === false ? terminal.yellow(mark) : terminal.cyan(mark)}  ${claim}`);
    terminal.print(terminal.dim(`               ${evidence}`));
  }
  terminal.print();
  for (const [at, line] of reproductionWarning(reproduction).entries())
    terminal.print(at === 0 ? terminal.yellow(line) : line);
}

/** What the main table shows of a method. */
type Cell = Pick<AverageRow, "accuracy" | "paper" | "difference">;

function printTable({ accuracy, averages, datasets }: Reproduction, k: number, terminal: Terminal): void {
  const cellsOf = (found: (label: string) => Cell | undefined) => paperLabels.map(found);
  const rows = datasets.map(({ name }) => ({
    name: String(name),
    cells: cellsOf((label) =>
      accuracy.find((row) => row.dataset === name && row.label === label && row.k === k),
    ),
  }));
  if (!rows.some(({ cells }) => cells.some(Boolean))) return;
  rows.push({
    name: "Average",
    cells: cellsOf((label) => averages.find((row) => row.label === label && row.k === k)),
  });
  terminal.print();
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(8)}${cells.map((cell) => cell.padStart(13)).join("")}`;
  terminal.print(terminal.dim(line(`top ${k}`, paperLabels)));
  for (const { name, cells } of rows) {
    terminal.print(
      line(
        name,
        cells.map((cell) => one(cell?.accuracy ?? null)),
      ),
    );
    const printed = cells.map((cell) => `${one(cell?.paper ?? null)} ${signed(cell?.difference ?? null)}`);
    terminal.print(terminal.dim(line("  paper", printed)));
  }
}

const head = (word: string) => word.padStart(26);
const one = (share: number | null) => (share === null ? "–" : (100 * share).toFixed(1));
const signed = (share: number | null) =>
  (share === null ? "–" : `${share >= 0 ? "+" : "−"}${one(Math.abs(share))}`).padStart(5);
