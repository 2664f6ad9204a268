import { isShare, marginText, metricText, metricTitles, optionsText, type Tuning } from "../../internal.js";
import { classesText } from "../input/open-dataset.js";
import { noticeText, type Terminal } from "./terminal.js";

/** At most this many numbers of features fit on a line. */
const mostColumns = 12;

/** What was chosen and why, and the table of everything that was tried. */
export function printTuning(tuning: Tuning, terminal: Terminal): void {
  const { data, metric, folds, repeats, notices, reasons, method, k, chosen } = tuning;
  terminal.print(
    terminal.bold(data.source) +
      terminal.dim(`  ${data.rows} rows × ${data.features} features, ${classesText(data.classes.length)}`),
  );
  for (const one of notices) terminal.print(terminal.dim(noticeText(one)));
  const times = repeats > 1 ? `, ${repeats} times` : "";
  terminal.print(
    `${capital(metricTitles[metric])}${isShare(metric) ? " in percent" : ""} of ${method}, mean over ${folds} folds${times}`,
  );
  printTable(tuning, terminal);
  terminal.print();
  terminal.print(
    terminal.bold(`Chosen: k = ${k}${Object.keys(chosen).length === 0 ? "" : `, ${optionsText(chosen)}`}`),
  );
  for (const reason of reasons) terminal.print(`  ${reason}`);
  if (tuning.results.length > 1)
    terminal.print(
      terminal.dim(
        "  the score was used to choose the setting, so it is a little too high; compare --tune measures on held-out rows",
      ),
    );
}

function printTable(
  { candidates, results, best, threshold, k, chosen, metric, rule }: Tuning,
  terminal: Terminal,
) {
  const all = [...new Set(results.map((point) => point.k))].sort((a, b) => a - b);
  const ks = shownKs(all, [k, best.k]);
  const labels = candidates.map(optionsText);
  const width = labels.reduce((most, label) => Math.max(most, label.length), 7);
  const cell = (value: number) => metricText(metric, value).replace(" %", "");
  terminal.print(
    terminal.dim(`${"options".padEnd(width)}${ks.map((one) => `k=${one}`.padStart(7)).join("")}`.trimEnd()),
  );
  candidates.forEach((candidate, place) => {
    const cells = ks.map((one) => {
      const point = results.find((other) => other.candidate === place && other.k === one)!;
      const isChosen = one === k && candidate === chosen;
      const isBest = point.candidate === best.candidate && one === best.k;
      const mark = isChosen ? "*" : isBest ? "^" : rule === "one-se" && point.mean >= threshold ? "·" : " ";
      const text = `${cell(point.mean).padStart(6)}${mark}`;
      return isChosen ? terminal.bold(text) : text;
    });
    terminal.print(`${labels[place].padEnd(width)}${cells.join("")}`.trimEnd());
  });
  const within =
    rule === "one-se" ? `, · within ${marginText({ best, threshold })} of the best (${cell(threshold)})` : "";
  terminal.print(terminal.dim(`* chosen, ^ best${within}`));
}

/** As many of the numbers as fit on a line, including those that matter. */
function shownKs(all: readonly number[], needed: readonly number[]): number[] {
  if (all.length <= mostColumns) return [...all];
  const spread = Array.from(
    { length: mostColumns - needed.length },
    (_, place) => all[Math.round((place * (all.length - 1)) / (mostColumns - needed.length - 1))],
  );
  return [...new Set([...spread, ...needed])].sort((a, b) => a - b);
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
