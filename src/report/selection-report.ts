import { libraryWording } from "../core/diagnostic.js";
import type { Dataset } from "../data/dataset.js";
import { examine } from "../data/examine.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { Evaluation } from "../experiment/evaluate.js";
import { metricTitles } from "../experiment/metric-choice.js";
import type { Tuning } from "../experiment/tune.js";
import { describeSelector } from "../selectors/registry.js";
import { type RunOptions, withContext } from "../selectors/run-context.js";
import type { Selection } from "../selectors/select.js";
import { describeSelection } from "../selectors/selection.js";
import { version } from "../version.js";
import { accuracySection, tradeoffSection } from "./accuracy-section.js";
import { certificateSection, convergenceSection } from "./certificate-section.js";
import { correlationSection } from "./correlation-section.js";
import { costSection } from "./cost-section.js";
import { dataSection, majorityOf, remarksSection, warningsSection } from "./data-section.js";
import { errorsSection } from "./errors-section.js";
import { verdictsOf } from "./held-out-verdicts.js";
import { type ImageShape, imageShape } from "./image-shape.js";
import { markersSection } from "./markers-section.js";
import { methodsSection } from "./methods-section.js";
import { overviewSection } from "./overview-section.js";
import { rankingSection } from "./ranking-section.js";
import type { Report, Section } from "./report.js";
import { folded, type Origin, repeatSection, type Timing, timingsSection } from "./run-sections.js";
import { samplesSection } from "./samples-section.js";
import { selectionLead } from "./selection-lead.js";
import { distributionsSection, picturesSection, projectionSection } from "./selection-sections.js";
import { stabilitySection } from "./stability-section.js";
import { tuningCurves } from "./tuning-report.js";

/** What {@link selectionReport} takes besides the result. */
export interface SelectionReportOptions
  extends Origin,
    Pick<RunOptions, "kernels" | "threads" | "onProgress" | "signal"> {
  /** What the same method reaches on held-out rows. */
  readonly evaluation?: Evaluation | null;
  /** How k and the options were chosen, where they were. */
  readonly tuning?: Tuning | null;
  /** How features make a picture; guessed where not given, and nothing where `none`. */
  readonly image?: Partial<ImageShape> | "none";
  /** What the reader should be told besides. */
  readonly notes?: readonly string[];
  readonly timings?: readonly Timing[];
}

/** Everything a person should see of a selection, as data. */
export async function selectionReport(
  data: Dataset,
  selection: Selection,
  options: SelectionReportOptions = {},
): Promise<Report> {
  const {
    evaluation,
    tuning,
    image,
    notes = [],
    timings = [],
    kernels,
    threads,
    onProgress,
    signal,
  } = options;
  const { wording = libraryWording } = options;
  const shape = image === "none" ? null : imageShape(data, image);
  const run = { seed: selection.seed, kernels, threads, onProgress, signal };
  return withContext(run, selection.k, async (context) => {
    const described = selection.descriptions || !data.labels ? selection : describeSelection(selection, data);
    const started = performance.now();
    const machine = await context.kernels();
    const found = await examine(data, { signal });
    const picked = selection.features.length;
    const figures = evaluation?.results.find(({ k }) => k === picked) ?? evaluation?.results.at(-1);
    // What was said of the data is in every result; it is told once.
    const notices = [
      ...new Set([...selection.notices, ...(tuning?.notices ?? []), ...(evaluation?.notices ?? [])]),
    ];
    const warned = warningsSection(found, notices, data.labels !== null, wording);
    const correlation = await correlationSection(data, selection, machine, (part) =>
      context.progress(0.9 * part),
    );
    const curves = evaluation
      ? [
          {
            label: describeSelector(selection.method).title,
            figures: evaluation.results.map(({ honesty, ...own }) => ({ ...own, ...honesty })),
          },
        ]
      : [];
    const verdicts = evaluation ? verdictsOf(evaluation, figures) : null;
    const majority = majorityOf(data);
    const remarks = [
      ...(selection.definition ? [selection.definition] : []),
      ...(selection.chosen?.why ? [String(selection.chosen.why)] : []),
      ...(tuning?.reasons ?? []),
      ...notes,
    ];
    const sections: (Section | null)[] = [
      overviewSection(data, described, evaluation, figures),
      warned,
      samplesSection(data, selection, verdicts),
      beside(projectionSection(data, selection, machine, verdicts)),
      shape && picturesSection(data, selection, shape),
      evaluation
        ? accuracySection(curves, {
            id: "accuracy",
            title: "How well the features predict",
            text: [
              data.targets ? numbersText(evaluation.metric) : sharesText(metricTitles[evaluation.metric]),
              ...(tuning ? [tunedText] : []),
              ...(data.targets
                ? figures?.honesty.permuted
                  ? [shuffledTargetsText]
                  : []
                : figures?.honesty.permuted
                  ? [
                      `The grey band is the ${metricTitles[evaluation.metric]} with permuted labels (the middle 90 %).`,
                    ]
                  : evaluation.metric === "accuracy"
                    ? [guessingText]
                    : []),
            ].join(" "),
            protocols: ["nested", "paper"],
            metric: evaluation.metric,
            ...(majority !== undefined && evaluation.metric === "accuracy" && { majority }),
            cut: picked,
            rows: data.rows,
          })
        : null,
      evaluation ? errorsSection(evaluation, figures) : null,
      markersSection(data, selection),
      rankingSection(data, described, figures),
      tuning ? { ...tuningCurves(tuning), title: "How k was chosen", text: tuningText } : null,
      distributionsSection(data, selection),
      folded(figures ? stabilitySection(data, selection, figures) : null),
      folded(correlation),
      folded(
        evaluation && evaluation.results.length > 1 && !data.targets
          ? tradeoffSection(curves, { id: "tradeoff", title: "Accuracy and redundancy", text: tradeoffText })
          : null,
      ),
      evaluation ? costSection([{ title: data.source.name, curves }], evaluation.metric) : null,
      folded(convergenceSection(selection)),
      folded(certificateSection(selection)),
      folded(dataSection(data, found)),
      folded(remarksSection(found, remarks, notices, wording)),
      folded(methodsSection(data, described, evaluation, tuning)),
      folded(repeatSection(options)),
    ];
    const spent: Timing[] = [
      ...timings,
      ...(figures ? [{ label: "one selection inside a fold (mean)", seconds: figures.seconds }] : []),
      { label: "twins and the rest of this report", seconds: (performance.now() - started) / 1000 },
    ];
    return {
      schema: "salience/report@2",
      title: `${picked} of ${data.features} features of ${data.source.name}`,
      lead: selectionLead(data, selection, evaluation, figures, warned?.paragraphs.length ?? 0),
      sections: [...sections, folded(timingsSection(spent))].filter((section) => section !== null),
      command: options.command ?? null,
      version,
    };
  });
}

/** Stands beside the one before it. */
const beside = (section: Section | null): Section | null => section && { ...section, beside: true };

const sharesText = (measure: string) =>
  `Nested is the ${measure} to expect on new rows: in every fold, features are chosen without the held-out rows. Paper is what choosing on all rows first would show, as in many papers; the gap between the two is optimism, and grows with the number of features to choose from. Bands are one standard deviation over the folds.`;
const numbersText = (metric: MetricName) =>
  `${metric === "r2" ? "R² on held-out rows, against predicting the mean of the training rows: 1 is perfect, 0 no better than that mean" : "Spearman correlation of predicted and true values on held-out rows: 1 is the same order, 0 no relation"}. In every fold, features are chosen and the model is fitted without the held-out rows. The band is one standard deviation over the folds.`;
const shuffledTargetsText = "The grey band is what permuted targets give (the middle 90 %).";
const tunedText =
  "The number of features and the options were chosen again inside every training fold, so the figure is that of the whole procedure; k is the mean of the chosen numbers.";
const tuningText =
  "The mean over the folds of the cross-validation that chose k and the options, for each number of features that was tried; the band is one standard deviation. These folds were used for the choice, so the figures are a little too high: what is measured above is what to expect.";
const guessingText =
  "The grey band is the accuracy of always predicting the largest class, with its 90 % sampling interval; labels were not permuted.";
const tradeoffText =
  "Redundancy is the mean |correlation| of two selected features (0 to 1). Up and to the left is better: accurate with features that do not repeat each other.";
