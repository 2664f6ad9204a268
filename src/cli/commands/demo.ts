import { join } from "node:path";
import { plural } from "../../core/text.js";
import {
  digits,
  digitsImageSize,
  planSchema,
  planted,
  runStudy,
  type Selection,
  type SelectPlan,
  selectors,
  selectWith,
} from "../../internal.js";
import { writeDataset } from "../../node/write-dataset.js";
import { makeFolder } from "../../node/write-file.js";
import { defineCommand } from "../command.js";
import { runFlags, talkFlags } from "../flags/shared-flags.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportFlags, writeReport } from "../output/report-flag.js";
import { printSelection } from "../output/selection-table.js";
import { seconds, type Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

const k = 12;
const plan: SelectPlan = {
  schema: planSchema,
  task: "select",
  data: [{ source: "bundled:digits" }],
  select: { k },
  measure: { permutations: 0 },
};

/** `salience demo`: a complete run on bundled data. */
export const demo = defineCommand({
  examples: ["salience demo", "salience demo --out my-folder", "salience demo --report digits.html"],
  flags: () => ({
    Demo: {
      out: { value: "FOLDER", help: "the folder for the files (salience-demo)" },
      report: { ...reportFlags.report, help: "the file for the report (report.html in that folder)" },
    },
    Running: { threads: runFlags.threads },
    Talking: talkFlags,
  }),
  async run(invocation) {
    const { flags, terminal, signal } = invocation;
    const folder = flags.out ?? "salience-demo";
    await makeFolder(folder);
    const report = flags.report ?? join(folder, "report.html");
    const data = await digits();
    const { study } = await runPlan(invocation, plan, [], (context) => runStudy(data, plan, context));
    const { selection, seconds: spent } = study;
    terminal.print("Handwritten digits: which pixels best separate the ten digits?");
    terminal.print();
    printSelection(data, selection, terminal);
    terminal.print();
    printImage(selection, terminal);
    await printPlanted(terminal, signal);

    const ranking = join(folder, "selection.json");
    const selected = join(folder, "selected.csv");
    await writeJson(ranking, selection, terminal);
    await writeDataset(selected, selection.transform(data));
    const asked = { ...invocation, flags: { ...flags, report } };
    const page = await makeReport(asked, data, plan, study);
    await writeReport({ report }, page, terminal);
    terminal.print();
    terminal.print(terminal.bold(`The report is in ${report}: open it in a browser.`));
    for (const sentence of page?.lead.slice(1) ?? []) terminal.print(`  ${sentence}`);
    terminal.print();
    terminal.print(
      `The selection took ${seconds(spent)}. The ranking of all ${data.features} pixels is in ${ranking},`,
    );
    terminal.print(
      `and the images with only the ${k} selected pixels are in ${selected}. Now try your own file:`,
    );
    terminal.print("  salience doctor data.csv");
    terminal.print("  salience select data.csv --target class --k 20 --report selection.html");
    terminal.print(
      terminal.dim("If there is no command salience: npx salience, or node dist/cli.js in a checkout."),
    );
    terminal.print(
      terminal.dim("Digits: E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, CC BY 4.0."),
    );
  },
});

/** The selected pixels by rank, at their place in the image; the others shaded by score. */
function printImage({ ranking, scores }: Selection, terminal: Terminal): void {
  const rankOf = new Map(Array.from(ranking.subarray(0, k), (j, place) => [j, place + 1]));
  const best = scores[ranking[0]];
  terminal.print(
    "The 8 × 8 image: numbers are the ranks of the selected pixels, shades the scores of the others.",
  );
  for (let row = 0; row < digitsImageSize; row++) {
    const cells = Array.from({ length: digitsImageSize }, (_, column) => {
      const j = row * digitsImageSize + column;
      const place = rankOf.get(j);
      if (place !== undefined) return terminal.cyan(String(place).padStart(2));
      return " ·░▒▓"[Math.min(4, Math.ceil((5 * scores[j]) / best))].repeat(2);
    });
    terminal.print(`  ${cells.join(" ")}`);
  }
}

/** On planted data the right answer is known: a good selection covers every relevant feature. */
async function printPlanted(terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { data, truth } = planted();
  const size = truth.relevant.length;
  const origins = new Map<number, readonly number[]>(truth.relevant.map((column) => [column, [column]]));
  for (const { column, from } of truth.redundant) origins.set(column, from);
  terminal.print();
  terminal.print(
    `Planted data, ${data.rows} × ${data.features}: ${size} relevant features, ${truth.redundant.length} made from them, the rest noise. The top ${size} of each method:`,
  );
  for (const { name, title } of Object.values(selectors)) {
    const { ranking } = await selectWith(data, { method: name, k: size, signal });
    const picked = Array.from(ranking.subarray(0, size));
    const covered = new Set(picked.flatMap((column) => origins.get(column) ?? [])).size;
    const noise = picked.filter((column) => !origins.has(column)).length;
    terminal.print(
      `  ${title.padEnd(54)}${covered} of ${size} signals found, ${plural(noise, "noise feature")}`,
    );
  }
}
