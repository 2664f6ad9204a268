import { bestCells } from "./best-cells.js";
import { latexNumber, latexText } from "./latex-text.js";
import type {
  AccuracySection,
  ErrorsSection,
  NumberFormat,
  PathSection,
  RankingSection,
  RanksSection,
  Section,
  ShareInterval,
  SpreadPoint,
  TableSection,
} from "./report.js";
import { brief } from "./words.js";

/** A table for a paper; its cells are LaTeX. */
export interface PaperTable {
  readonly id: string;
  readonly caption: string;
  /** What the report says of it. */
  readonly text?: string;
  readonly columns: readonly { readonly title: string; readonly isText: boolean; readonly group?: string }[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables that papers show of a section; none where it is not about figures, or where they hold times. */
export function latexTables(section: Section): PaperTable[] {
  switch (section.kind) {
    case "ranking":
      return [rankingTable(section)];
    case "accuracy":
      return accuracyTable(section);
    case "errors":
      return [errorsTable(section)];
    case "ranks":
      return [ranksTable(section)];
    case "path":
      return [pathTable(section)];
    case "table":
      return [plainTable(section)];
    default:
      return [];
  }
}

/** The features that were picked; the first twenty where none was. */
function rankingTable(section: RankingSection): PaperTable {
  const { id, title, text, names, scores, errors, scoreTitle, scoreFormat, cut, columns = [] } = section;
  const shown = Math.min(names.length, cut > 0 ? cut : 20);
  const further = columns.filter(({ values }) => values.slice(0, shown).some((value) => value !== null));
  return {
    id,
    caption: `${title}: ${cut > 0 ? `the ${shown} selected` : `the first ${shown}`} of ${names.length}.`,
    text,
    columns: [
      { title: "rank", isText: false },
      { title: "feature", isText: true },
      { title: errors ? `${scoreTitle} ± standard error` : scoreTitle, isText: false },
      ...further.map((column) => ({ title: column.title, isText: column.type === "text" })),
    ],
    rows: Array.from({ length: shown }, (_, at) => [
      String(at + 1),
      latexText(names[at]),
      plusMinus(figure(scores[at], { format: scoreFormat }), figure(errors?.[at], { format: scoreFormat })),
      ...further.map(({ values, format }) => figure(values[at], { format })),
    ]),
  };
}

/** What is in a row of accuracies. */
interface Line {
  readonly label: string;
  readonly points: readonly SpreadPoint[];
  /** What it is compared with: others with the same word; nothing if empty. */
  readonly rivals: string;
  /** One figure for every k, where there are no points. */
  readonly level?: number;
  /** Only the bounds are shown. */
  readonly isBand?: boolean;
}

/** A row for every method and protocol and a column for every k, or the other way round where that is narrower. */
function accuracyTable(section: AccuracySection): PaperTable[] {
  const { id, title, text, metric, format, series, baselines = [], chance = [], chanceTitle } = section;
  if (series.length === 0) return [];
  const protocols = new Set(series.map(({ protocol }) => protocol));
  const lines: Line[] = [
    ...series.map(({ label, protocol, points }) => ({
      label: protocols.size > 1 ? `${label}, ${protocol}` : label,
      points,
      rivals: protocol,
    })),
    ...baselines.map(({ label, level, points = [] }) => ({ label, level, points, rivals: "" })),
    ...(chance.length > 0
      ? [{ label: chanceTitle ?? "shuffled labels", points: chance, rivals: "", isBand: true }]
      : []),
  ];
  const ks = [...new Set(series.flatMap(({ points }) => points.map(({ k }) => k)))].sort((a, b) => a - b);
  const digits = format === "plain" ? 3 : 1;
  const shown = { digits, ...(format !== "plain" && { format: "percent" as const }) };
  const best = bestOf(lines, ks);
  const cells = lines.map(({ points, rivals, ...line }) =>
    ks.map((k) => {
      const point = points.find((one) => one.k === k);
      if (!point) return figure(line.level, shown);
      if (line.isBand) return `${figure(point.low, shown)}--${figure(point.high, shown)}`;
      const text = plusMinus(figure(point.mean, shown), figure(deviationOf(point), shown));
      return rivals !== "" && best.get(`${rivals} ${k}`) === point.mean ? `\\textbf{${text}}` : text;
    }),
  );
  const caption = `${title}: ${metric}, mean ± standard deviation over the folds${best.size > 0 ? "; the best of each k in bold" : ""}.`;
  const labels = lines.map(({ label }) => label);
  const across = ks.length <= lines.length;
  return [
    {
      id,
      caption,
      text,
      columns: across
        ? [{ title: "", isText: true }, ...ks.map((k) => ({ title: `k = ${k}`, isText: false }))]
        : [{ title: "k", isText: false }, ...labels.map((label) => ({ title: label, isText: false }))],
      rows: across
        ? cells.map((row, at) => [latexText(labels[at]), ...row])
        : ks.map((k, at) => [String(k), ...cells.map((row) => row[at])]),
    },
  ];
}

/** The bounds are a deviation away, unless the scale ends before. */
const deviationOf = ({ mean, low, high }: SpreadPoint): number | null =>
  Number.isFinite(low) && Number.isFinite(high) ? Math.max(mean - low, high - mean) : null;

/** The best mean of each protocol and k, where there is more than one to compare. */
function bestOf(lines: readonly Line[], ks: readonly number[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const rivals of new Set(lines.map((line) => line.rivals).filter(Boolean)))
    for (const k of ks) {
      const means = lines.flatMap((line) =>
        line.rivals === rivals ? line.points.filter((point) => point.k === k).map(({ mean }) => mean) : [],
      );
      if (means.length > 1) best.set(`${rivals} ${k}`, Math.max(...means));
    }
  return best;
}

/** Recall and precision of every class with their intervals. */
function errorsTable({ id, title, text, classes, recall, precision, overall }: ErrorsSection): PaperTable {
  const shown = { digits: 1, format: "percent" } as const;
  const cells = (one: ShareInterval | null) =>
    one ? [figure(one.share, shown), `${figure(one.low, shown)}--${figure(one.high, shown)}`] : ["", ""];
  const column = (group: string, heading: string) => ({ title: heading, isText: false, group });
  return {
    id,
    caption: `${title}: recall and precision of every class in percent, with 95 % intervals (Wilson); the last row is the accuracy.`,
    text,
    columns: [
      { title: "class", isText: true },
      { title: "predictions", isText: false },
      ...["recall", "precision"].flatMap((group) => [column(group, "%"), column(group, "interval")]),
    ],
    rows: [
      ...classes.map((name, at) => [
        latexText(name),
        String(recall[at]?.rows ?? 0),
        ...cells(recall[at]),
        ...cells(precision[at]),
      ]),
      ["all", String(overall.rows), ...cells(overall), "", ""],
    ],
  };
}

/** Average ranks over data sets. */
function ranksTable({ id, title, text, ranks, criticalDifference, alike }: RanksSection): PaperTable {
  const groups = (label: string) =>
    alike.flatMap((labels, at) => (labels.includes(label) ? [String.fromCharCode(97 + (at % 26))] : []));
  return {
    id,
    caption: `${title}. Ranks differ at 5 % if they are more than ${brief(criticalDifference)} apart (Nemenyi); methods with a letter in common do not differ.`,
    text,
    columns: [
      { title: "method", isText: true },
      { title: "average rank", isText: false },
      ...(alike.length > 0 ? [{ title: "alike", isText: true }] : []),
    ],
    rows: ranks.map(({ label, rank }) => [
      latexText(label),
      rank.toFixed(2),
      ...(alike.length > 0 ? [groups(label).join(", ")] : []),
    ]),
  };
}

function pathTable({ id, title, text, points }: PathSection): PaperTable {
  return {
    id,
    caption: `${title}: features in use and objective.`,
    text,
    columns: ["γ", "p", "features", "objective"].map((heading) => ({ title: heading, isText: false })),
    rows: points.map(({ gamma, p, support, objective }) =>
      [gamma, p, support, objective].map((value) => figure(value)),
    ),
  };
}

/** A table of the report, with the best of each row in bold. */
function plainTable({ id, title, text, columns, rows, notes = [] }: TableSection): PaperTable {
  return {
    id,
    caption: `${title}.`,
    text: [text, ...notes].filter(Boolean).join(" "),
    columns: columns.map(({ title: own, type, group, format }) => ({
      title: group === undefined ? inPercent(own, format) : own,
      isText: type === "text",
      ...(group !== undefined && { group: inPercent(group, format) }),
    })),
    rows: rows.map((row) => {
      const best = bestCells(
        columns,
        row.map((value, at) =>
          typeof value === "number" && columns[at].format === "percent" ? 100 * value : value,
        ),
      );
      return row.map((value, at) => {
        const text = figure(value, columns[at]);
        return best.has(at) ? `\\textbf{${text}}` : text;
      });
    }),
  };
}

/** What a column of shares is called; nothing is said twice. */
const inPercent = (title: string, format: NumberFormat | undefined): string =>
  format === "percent" && !title.includes("%") ? `${title} (%)` : title;

/** A cell: a text, or a number with its digits; what is not there is empty. */
function figure(
  value: number | string | null | undefined,
  {
    digits,
    format,
    signed,
  }: { readonly digits?: number; readonly format?: NumberFormat; readonly signed?: boolean } = {},
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "string") return latexText(value);
  if (!Number.isFinite(value)) return latexText(value > 0 ? "∞" : "−∞");
  const scaled = format === "percent" ? 100 * value : value;
  const fixed = digits === undefined ? brief(scaled, 4) : scaled.toFixed(digits);
  const text = /[1-9]/.test(fixed) ? fixed : fixed.replace("-", "");
  return latexNumber(signed && scaled > 0 && /[1-9]/.test(text) ? `+${text}` : text);
}

/** A mean and what it varies by. */
const plusMinus = (mean: string, by: string): string => (by === "" ? mean : `${mean} $\\pm$ ${by}`);
