import { useId, useMemo, useState } from "preact/hooks";
import { wilsonInterval } from "../../../src/evaluation/spread.js";
import type { ClassCurve, ErrorsSection } from "../../../src/report/report.js";
import { intervalText } from "../charts/class-shares.js";
import {
  calibrationFigure,
  classSharesFigure,
  confusionFigure,
  firstClass,
  firstStep,
  hasCurve,
  precisionFigure,
  rocFigure,
} from "../figures/accuracy-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { formatNumber, missing } from "../parts/format.js";

/** Who is mistaken for whom, class by class, at any threshold, and whether probabilities can be trusted. */
export function Errors({ section }: { readonly section: ErrorsSection }) {
  const { classes, curves, calibration } = section;
  const matrix = useMemo(() => confusionFigure(section), [section]);
  const shares = useMemo(() => classSharesFigure(section), [section]);
  return (
    <>
      <div class="sal-columns">
        <div>
          <h3>Who is taken for whom</h3>
          <Chart {...matrix} table={useMemo(() => matrixTable(section), [section])} />
        </div>
        <div>
          <h3>Class by class</h3>
          <Chart {...shares} table={useMemo(() => sharesTable(section), [section])} />
        </div>
      </div>
      {curves && curves.length > 0 && <Thresholds title={section.title} classes={classes} curves={curves} />}
      {calibration && calibration.bins.length > 0 && (
        <Calibration title={section.title} calibration={calibration} />
      )}
    </>
  );
}

/** One class against the rest: ROC and precision–recall, with a threshold to move. */
function Thresholds({
  title,
  classes,
  curves,
}: {
  readonly title: string;
  readonly classes: readonly string[];
  readonly curves: readonly ClassCurve[];
}) {
  const [chosen, setChosen] = useState(firstClass(curves));
  const [step, setStep] = useState(firstStep);
  const id = useId();
  // Another cut in the studio may bring other curves, but the classes stay.
  const place = Math.min(chosen, curves.length - 1);
  const curve = curves[place];
  const name = classes[place];
  const roc = useMemo(() => rocFigure(title, name, curve, step), [title, name, curve, step]);
  const precision = useMemo(() => precisionFigure(title, name, curve, step), [title, name, curve, step]);
  const table = useMemo(() => thresholdTable(curve), [curve]);
  if (!hasCurve(curve)) return null;
  return (
    <>
      <h3>At which probability to name a class</h3>
      <div class="sal-choices sal-threshold-choice">
        <label class="sal-choice">
          Class
          <select value={String(place)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {curves.map((_, at) => (
              <option key={classes[at]} value={String(at)}>
                {classes[at]}
              </option>
            ))}
          </select>
        </label>
        <label class="sal-choice" for={id}>
          Named from a probability of {(step / 100).toFixed(2)}
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            value={step}
            onInput={(event) => setStep(Number(event.currentTarget.value))}
          />
        </label>
      </div>
      <output class="sal-text sal-threshold-words">{wordsAt(name, curve, step)}</output>
      <div class="sal-columns">
        <Chart {...roc} table={table} />
        <Chart {...precision} table={table} />
      </div>
    </>
  );
}

/** A share of rows with its interval. */
const shareOf = (rows: number, of: number): string =>
  of > 0 ? intervalText({ share: rows / of, ...wilsonInterval(rows, of) }) : missing;

function wordsAt(
  name: string,
  { positives, negatives, steps, area, averagePrecision }: ClassCurve,
  step: number,
): string {
  const [hits, alarms] = steps[step];
  const named = hits + alarms;
  return [
    `From ${(step / 100).toFixed(2)} on ${formatNumber(hits)} of ${formatNumber(positives)} rows of “${name}” are found: ${shareOf(hits, positives)}.`,
    `${formatNumber(alarms)} of ${formatNumber(negatives)} other rows are taken for it: ${shareOf(alarms, negatives)}.`,
    named > 0
      ? `Of ${formatNumber(named)} named so, ${shareOf(hits, named)} are right.`
      : "Nothing is named so.",
    `Area under the ROC curve ${formatNumber(area, { digits: 3 })}, average precision ${formatNumber(averagePrecision, { digits: 3 })}.`,
  ].join(" ");
}

function Calibration({
  title,
  calibration,
}: {
  readonly title: string;
  readonly calibration: NonNullable<ErrorsSection["calibration"]>;
}) {
  const { bins, brier, logLoss } = calibration;
  const figure = useMemo(() => calibrationFigure(title, calibration), [title, calibration]);
  const table = useMemo(
    () =>
      tableOf(
        ["Probability", "Share right", "Low", "High", "Predictions"].map((heading) => ({
          title: heading,
          type: "number" as const,
        })),
        bins.map(({ probability, share, low, high, rows }) => [probability, share, low, high, rows]),
      ),
    [bins],
  );
  return (
    <div class="sal-columns">
      <div>
        <h3>Whether probabilities can be trusted</h3>
        <p class="sal-text">
          On the diagonal the probability of the predicted class is the share that is right; below it the
          model is too sure. Larger dots stand for more rows, lines are 95 % intervals. Brier score{" "}
          {formatNumber(brier, { digits: 3 })} (0 is best, 2 is worst), log loss{" "}
          {formatNumber(logLoss, { digits: 3 })}.
        </p>
      </div>
      <Chart {...figure} table={table} />
    </div>
  );
}

const matrixTable = ({ classes, confusion }: ErrorsSection) =>
  tableOf(
    [
      { title: "True class", type: "text" },
      ...classes.map((title) => ({ title, type: "number" as const, group: "predicted as" })),
    ],
    confusion.map((row, at) => [classes[at], ...row]),
  );

const sharesTable = ({ classes, recall, precision }: ErrorsSection) =>
  tableOf(
    [
      { title: "Class", type: "text" },
      ...["recall", "precision"].flatMap((group) =>
        ["share (%)", "low", "high", "rows"].map((title) => ({
          title,
          type: "number" as const,
          group,
          digits: title === "rows" ? 0 : 1,
        })),
      ),
    ],
    classes.map((name, at) => [
      name,
      ...[recall[at], precision[at]].flatMap((one) =>
        one ? [100 * one.share, 100 * one.low, 100 * one.high, one.rows] : [null, null, null, 0],
      ),
    ]),
  );

const thresholdTable = ({ steps, positives, negatives }: ClassCurve) =>
  tableOf(
    ["Threshold", "Found", "Others taken for it", "Recall", "False positive rate", "Precision"].map(
      (title) => ({
        title,
        type: "number" as const,
      }),
    ),
    steps.map(([hits, alarms], at) => [
      at / (steps.length - 1),
      hits,
      alarms,
      hits / positives,
      alarms / negatives,
      hits + alarms > 0 ? hits / (hits + alarms) : null,
    ]),
  );
