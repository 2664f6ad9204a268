import { selectionBias } from "../../report/citations.js";
import { citationsOf, plain } from "../../report/methods-section.js";
import type { Report, Section, TableColumn } from "../../report/report.js";
import { folded, type Origin, repeatSection } from "../../report/run-sections.js";
import { paperLabels, tableKs } from "../paper.js";
import type { Reproduction } from "../reproduction.js";
import { curveSections, dfsSections } from "./figures.js";
import { strongBaselines } from "./strong-baselines.js";
import { accuracyTables, datasetTable } from "./tables.js";
import { inWords, one, reproductionWarning } from "./words.js";

/** A reproduction as a report: the warning and what was found first, then the details, folded. */
export function reproductionReport(reproduction: Reproduction, origin: Origin = {}): Report {
  const { datasets, missing, claims, quick, version } = reproduction;
  const again = repeatSection(origin);
  const [firstTable, ...otherTables] = accuracyTables(reproduction);
  return {
    schema: "salience/report@2",
    title: "The paper's experiments, repeated",
    lead: lead(reproduction),
    sections: [
      {
        kind: "notes",
        id: "warning",
        title: "Please read this first",
        tone: "warning",
        paragraphs: [
          ...reproductionWarning(reproduction),
          ...(quick
            ? ["This was a quick run with few fold seeds and settings: figures can be off by a point or two."]
            : []),
          ...(missing.length > 0
            ? [
                `Without ${inWords(missing)}: averages are over ${datasets.length} of the paper's six data sets, and so are the paper's figures next to them.`,
              ]
            : []),
        ],
      },
      {
        kind: "claims",
        id: "claims",
        title: "The paper's claims, checked",
        text: "Whether the paper's claims about its experiments were confirmed in this run.",
        claims,
      },
      ...curveSections(reproduction).slice(0, 1),
      ...(firstTable ? [firstTable] : []),
      datasetTable(reproduction),
      ...shuffledSection(reproduction),
      ...[
        ...toySections(reproduction),
        ...curveSections(reproduction).slice(1, 2),
        ...otherTables,
        ...curveSections(reproduction).slice(2),
        ...strongBaselines(reproduction),
        ...dfsSections(reproduction),
        ...timingsSection(reproduction),
        settingsTable(reproduction),
        methodsSection(reproduction),
        ...(again ? [again] : []),
      ].flatMap((section) => folded(section) ?? []),
    ],
    command: origin.command ?? null,
    version,
  };
}

function lead({ averages, claims, datasets, missing }: Reproduction): string[] {
  const row = (label: string, k: number) => averages.find((one) => one.label === label && one.k === k);
  const ks = tableKs.filter((k) => row("DFS", k));
  const figures = (label: string, value: "accuracy" | "paper" | "nested") =>
    ks
      .map((k) => row(label, k)?.[value] ?? null)
      .map((x) => (x === null ? "–" : one(x)))
      .join(" / ");
  const judged = claims.filter(({ held }) => held !== null);
  return [
    `DFS (p = 1, best γ) averages ${figures("DFS", "accuracy")} % for the top ${ks.join(" / ")} features over ${datasets.length} data sets; the paper printed ${figures("DFS", "paper")}. Under the nested protocol it is ${figures("DFS", "nested")}.`,
    `${judged.filter(({ held }) => held).length} of ${judged.length} of the paper's claims that could be checked were confirmed.`,
    ...(missing.length > 0 ? [`Missing: ${missing.join(", ")}.`] : []),
  ];
}

/** One row of pictures for each of the two samples. */
function toySections({ toy }: Reproduction): Section[] {
  const faces = toy.dataset === "ORL";
  const titles = [...new Set(toy.pictures.map(({ title }) => title))];
  return titles.map((title, at) => ({
    kind: "pictures",
    id: at === 0 ? "toy" : `toy-${at + 1}`,
    title: `Fig. 1: a toy example, ${title}`,
    ...(at === 0 && {
      text: `${faces ? "ORL" : "The bundled digits, since ORL is not available"}: pixels are ranked by DFS (γ = ${toy.gamma}) from two samples of each class; a test sample is shown with its top pixels, the others white.${faces ? " The paper's samples were drawn at random, so these are other pictures of the same persons." : ""}`,
    }),
    width: toy.side,
    height: toy.side,
    pictures: toy.pictures
      .filter((picture) => picture.title === title)
      .map(({ k, pixels }) => ({ title: `${k} pixels`, pixels })),
  }));
}

function shuffledSection({ shuffled }: Reproduction): Section[] {
  if (shuffled.length === 0) return [];
  const labels = [...new Set(shuffled.map(({ label }) => label))];
  const ks = [...new Set(shuffled.map(({ k }) => k))];
  const columns = (group: string): TableColumn[] =>
    ks.map((k) => ({ title: `top ${k}`, type: "number", digits: 1, group, format: "percent" }));
  const at = (label: string, k: number) => shuffled.find((row) => row.label === label && row.k === k)!;
  return [
    {
      kind: "table",
      id: "shuffled",
      title: "COLON with shuffled labels (%)",
      text: `There is nothing to find, so anything above ${one(shuffled[0].majority)} %, the share of the larger class, is an artefact of the protocol. Means over ${shuffled[0].shuffles} shuffles, with the setting that was best on the true labels.`,
      columns: [
        { title: "method", type: "text" },
        ...columns("paper protocol"),
        ...columns("nested protocol"),
      ],
      rows: labels.map((label) => [
        label,
        ...ks.map((k) => at(label, k).paper),
        ...ks.map((k) => at(label, k).nested),
      ]),
    },
  ];
}

function timingsSection({ seconds, datasets }: Reproduction): Section[] {
  if (seconds.length === 0) return [];
  const called = (name: string) => datasets.find((data) => data.name === name)?.called ?? name;
  return [
    {
      kind: "timings",
      id: "times",
      title: "Table IV: computing time",
      text: "Seconds of one selection, on one thread of this machine; the paper's were taken in MATLAB on a laptop with four processors of 2.27 GHz. BAHSIC with linear kernels needs no elimination, which explains most of its difference; mRMR and TR rank the top 100.",
      rows: seconds.map(({ dataset, label, seconds: spent, paper }) => ({
        label,
        seconds: spent,
        group: called(dataset),
        paper,
      })),
    },
  ];
}

/** The settings that the grid search chose. */
function settingsTable({ accuracy, datasets, settings }: Reproduction): Section {
  const tuned = paperLabels.filter((label) =>
    accuracy.some((row) => row.label === label && Object.keys(row.options).length > 0),
  );
  const told = (options: Readonly<Record<string, unknown>>) =>
    Object.entries(options)
      .map(([name, value]) => `${name} = ${typeof value === "number" ? Number(value.toPrecision(3)) : value}`)
      .join(", ") || "default";
  return {
    kind: "table",
    id: "settings",
    title: "Settings that were chosen",
    text: `The best of the grid for each data set, by the mean accuracy of the top ${tableKs.join(", ")} under the paper protocol over all ${settings.seeds.length} fold seeds.`,
    columns: [
      { title: "data", type: "text" },
      ...tuned.map((label): TableColumn => ({ title: label, type: "text" })),
    ],
    rows: datasets.map(({ name, called }) => [
      called,
      ...tuned.map((label) =>
        told(accuracy.find((row) => row.dataset === name && row.label === label)!.options),
      ),
    ]),
    notes: [
      "heatWidth is t of exp(−d²/t) on standardised features; default: the mean squared distance of neighbours.",
    ],
  };
}

function methodsSection({ accuracy, variants, settings, version }: Reproduction): Section {
  const methods = [...new Set([...accuracy, ...variants].map(({ method }) => method))];
  return {
    kind: "methods",
    id: "methods",
    title: "For your methods section",
    paragraph: `Features were standardised to mean 0 and sample standard deviation 1. Under the paper's protocol methods ranked all features on all samples, and a linear support vector machine (C = 1, one against one) was judged by ${settings.folds}-fold stratified cross-validation, mean over ${settings.seeds.length} fold seeds, with the parameters of each method chosen on a grid by the same figure. Under the nested protocol scaling, selection and the choice of parameters (by ${settings.innerFolds} inner folds) were repeated inside every training fold. Computed with Salience ${version}.`,
    citations: [...citationsOf(methods), selectionBias].map(plain),
  };
}
