import type { ComparedFigures, Comparison } from "../experiment/comparison.js";
import { metricTitles } from "../experiment/metric-choice.js";
import { meanOver } from "./comparison-lead.js";
import type { TableColumn, TableSection } from "./report.js";

/** One row per method: its means over all k. */
export function summaryTable(
  { methods, results, protocol, metric }: Comparison,
  name: string,
  place: number,
): TableSection {
  const mean = (label: string, value: (at: ComparedFigures) => number | null) =>
    meanOver(results, name, label, value);
  const number = (title: string, digits: number, more: Partial<TableColumn> = {}): TableColumn => ({
    title,
    type: "number",
    digits,
    ...more,
  });
  return {
    kind: "table",
    id: `summary-${place + 1}`,
    title: `${name}: methods side by side`,
    text: `Means over all k, in percent, of the ${protocol} protocol unless it says otherwise; optimism is how much the paper protocol is above the nested one. Redundancy is the mean |correlation| of two picked features, stability Kuncheva's index over the folds.`,
    columns: [
      { title: "method", type: "text" },
      number("nested", 1, { group: metricTitles[metric] }),
      number("paper", 1, { group: metricTitles[metric] }),
      number("optimism", 1, { group: metricTitles[metric], signed: true }),
      number("balanced accuracy", 1),
      number("area under ROC", 3),
      number("redundancy", 3),
      number("stability", 2),
    ],
    rows: methods.map(({ label }) => [
      label,
      mean(label, ({ nested }) => nested),
      mean(label, ({ paper }) => paper),
      mean(label, ({ nested, paper }) => (nested === null || paper === null ? null : paper - nested)),
      mean(label, ({ balancedAccuracy }) => balancedAccuracy),
      mean(label, ({ auc }) => auc),
      mean(label, ({ redundancyAbs }) => redundancyAbs),
      mean(label, ({ stability }) => stability),
    ]),
  };
}

/** One row per k: every method under both protocols, with the difference. */
export function accuracyTable(
  { methods, results, metric }: Comparison,
  name: string,
  place: number,
): TableSection {
  const own = results.filter(({ dataset }) => dataset === name);
  const ks = [...new Set(own.map(({ k }) => k))].sort((a, b) => a - b);
  const figure = (k: number, label: string) => own.find((entry) => entry.k === k && entry.label === label);
  const protocols = (["nested", "paper"] as const).filter((protocol) =>
    own.some((entry) => entry[protocol] !== null),
  );
  const both = protocols.length === 2;
  return {
    kind: "table",
    id: `accuracy-table-${place + 1}`,
    title: `${name}: ${metricTitles[metric]} for each k`,
    text: "In percent; the best of each row and protocol is marked.",
    columns: [
      { title: "k", type: "number" },
      ...protocols.flatMap((protocol) =>
        methods.map(
          ({ label }): TableColumn => ({
            title: label,
            type: "number",
            digits: 1,
            group: protocol,
            best: "largest",
          }),
        ),
      ),
      ...(both
        ? methods.map(
            ({ label }): TableColumn => ({
              title: label,
              type: "number",
              digits: 1,
              group: "optimism",
              signed: true,
            }),
          )
        : []),
    ],
    rows: ks.map((k) => [
      k,
      ...protocols.flatMap((protocol) => methods.map(({ label }) => figure(k, label)?.[protocol] ?? null)),
      ...(both ? methods.map(({ label }) => optimism(figure(k, label))) : []),
    ]),
  };
}

const optimism = (figures: ComparedFigures | undefined) =>
  figures && figures.nested !== null && figures.paper !== null ? figures.paper - figures.nested : null;
