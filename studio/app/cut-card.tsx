import { useId } from "preact/hooks";
import { type EvaluationJson, isShare, type MetricName, metricTitles } from "salience/internal";
import type { Measured, Opened, Selected } from "../messages.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { capital, roughly } from "../words.js";
import { NumberField } from "./fields.js";
import { PixelPicture } from "./pixel-picture.js";
import { secondsFor } from "./plan.js";
import { isUneven, predictsNumbers } from "./state.js";
import { useStudio } from "./use-studio.js";

/** This many of the kept features are listed by name. */
const listed = 60;

interface Props {
  readonly data: Opened;
  readonly selected: Selected;
  readonly measured: Measured | null;
  readonly cut: number;
}

/** The cut line: how many features to keep, and what that does to the prediction, redundancy and the picture. */
export function CutCard({
  data,
  selected,
  measured,
  cut,
  onFeature,
}: Props & { readonly onFeature: (index: number) => void }) {
  const { studio } = useStudio();
  const id = useId();
  const { selection, redundancy } = selected;
  const most = Math.min(data.features - (selection.excluded?.length ?? 0), redundancy.length);
  const move = (to: number) => studio.moveCut(Math.max(1, Math.min(most, to)));
  const points = pointsOf(measured?.evaluation);
  const metric = measured?.evaluation?.metric ?? usualMetric(data);
  return (
    <section class="st-card st-cut" aria-labelledby={`${id}-title`}>
      <div class="st-cut-main">
        <h2 id={`${id}-title`}>Where to cut</h2>
        <div class="st-slider">
          <input
            type="range"
            min={1}
            max={most}
            value={cut}
            aria-label="Number of features kept"
            onInput={(event) => move(event.currentTarget.valueAsNumber)}
          />
          <NumberField
            label="Features kept"
            value={cut}
            min={1}
            max={most}
            integer
            onChange={(to) => to !== null && move(to)}
          />
        </div>
        {points.length > 1 && <MetricStrip points={points} metric={metric} data={data} cut={cut} />}
        <Figures data={data} selected={selected} measured={measured} cut={cut} />
        <ol class="st-picked" aria-label="Features kept, best first">
          {selection.ranking.slice(0, Math.min(cut, listed)).map(({ index, name }) => (
            <li key={index}>
              <button type="button" onClick={() => onFeature(index)}>
                {name}
              </button>
            </li>
          ))}
        </ol>
        {cut > listed && <p class="st-quiet">and {cut - listed} more; the table below has all.</p>}
      </div>
      <PixelPicture data={data} selection={selection} cut={cut} onFeature={onFeature} />
    </section>
  );
}

function Figures({ data, selected, measured, cut }: Props) {
  const { studio, state } = useStudio();
  const evaluation = measured?.evaluation ?? null;
  const metric = evaluation?.metric ?? usualMetric(data);
  const point = evaluation && nearest(pointsOf(evaluation), cut);
  return (
    <output class="st-figures">
      <dl class="st-facts">
        <div>
          <dt>{`${metricTitles[metric]}${evaluation ? ` (${evaluation.protocol})` : ""}`}</dt>
          <dd>{point ? figure(metric, point.value) : "not measured"}</dd>
          {point && (
            <dd class="st-quiet">
              {point.deviation === null ? "" : `± ${figure(metric, point.deviation)} over folds, `}
              {selected.tuning ? tunedWords(point.k) : measuredWords(point.k, cut)};{" "}
              {guessWords(data, metric)}
            </dd>
          )}
          {!point && data.target !== null && state.running === null && measured === null && (
            <dd>
              <button type="button" class="sal-button" onClick={() => void studio.measure()}>
                Measure it ({roughly(secondsFor(data, selected.plan).measure)})
              </button>
            </dd>
          )}
        </div>
        {point && <OtherFigure data={data} point={point} />}
        <div>
          <dt>redundancy</dt>
          <dd>{formatNumber(selected.redundancy[cut - 1], { digits: 3 })}</dd>
          <dd class="st-quiet">mean absolute correlation of two kept features</dd>
        </div>
      </dl>
    </output>
  );
}

const measuredWords = (k: number, cut: number) => (k === cut ? `at ${k}` : `measured at ${k}, the nearest`);

/** Where k was found, there is one figure for the whole procedure. */
const tunedWords = (k: number) =>
  `with the number of features and the options chosen again inside every training fold (${formatNumber(k, { digits: 1 })} features on average), wherever the cut is`;

/** What says more than the first figure: the error in the target's own units, or accuracy that counts every class the same. */
function OtherFigure({ data, point }: { readonly data: Opened; readonly point: Point }) {
  if (point.rmse !== null)
    return (
      <div>
        <dt>typical error (RMSE)</dt>
        <dd>{formatNumber(point.rmse)}</dd>
        <dd class="st-quiet">in the units of {data.target}</dd>
      </div>
    );
  if (point.balancedAccuracy === null || !isUneven(data)) return null;
  return (
    <div>
      <dt>balanced accuracy</dt>
      <dd>{formatShare(point.balancedAccuracy, 1)}</dd>
      <dd class="st-quiet">every class counts the same</dd>
    </div>
  );
}

/** What was measured at a number of features. */
interface Point {
  readonly k: number;
  /** The metric of the evaluation. */
  readonly value: number;
  readonly deviation: number | null;
  readonly balancedAccuracy: number | null;
  readonly rmse: number | null;
}

function pointsOf(evaluation: EvaluationJson | null | undefined): readonly Point[] {
  const { results = [], protocol } = evaluation ?? {};
  return results.map(({ k, honesty, balancedAccuracy, rmse }) => {
    const [value, deviation] =
      protocol === "paper" ? [honesty.paper, honesty.paperStd] : [honesty.nested, honesty.nestedStd];
    return {
      k: Number(k),
      value: Number(value ?? Number.NaN),
      deviation: numberOf(deviation),
      balancedAccuracy: numberOf(balancedAccuracy),
      rmse: numberOf(rmse),
    };
  });
}

/** JSON has words for numbers that are not finite. */
const numberOf = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** What is shown where nothing was measured yet. */
const usualMetric = (data: Opened): MetricName => (predictsNumbers(data) ? "r2" : "accuracy");

/** A figure for people. */
const figure = (metric: MetricName, value: number): string =>
  isShare(metric) ? formatShare(value, 1) : formatNumber(value, { digits: 3 });

/** What guessing gives. */
const guessOf = (data: Opened, metric: MetricName): number => (metric === "accuracy" ? majorityOf(data) : 0);

const guessWords = (data: Opened, metric: MetricName): string =>
  metric === "accuracy"
    ? `always guessing the largest class gives ${figure(metric, majorityOf(data))}`
    : `always predicting the mean of ${data.target} gives 0`;

/** The measured number of features that is nearest to the cut; the smaller of two. */
function nearest(points: readonly Point[], cut: number): Point {
  return points.reduce((best, point) => (Math.abs(point.k - cut) < Math.abs(best.k - cut) ? point : best));
}

/** What always guessing the largest class gives. */
function majorityOf({ examination: { classes } }: Opened): number {
  const sizes = (classes ?? []).map(({ rows }) => rows);
  return Math.max(0, ...sizes) / sizes.reduce((sum, size) => sum + size, 0);
}

const [width, height, left, right, top, bottom] = [520, 130, 54, 8, 14, 24];

/** What was measured against the number of features, small, with the cut line in it. */
function MetricStrip({
  points,
  metric,
  data,
  cut,
}: {
  readonly points: readonly Point[];
  readonly metric: MetricName;
  readonly data: Opened;
  readonly cut: number;
}) {
  const most = Math.max(cut, points[points.length - 1].k);
  const values = points.map(({ value }) => value);
  const guess = guessOf(data, metric);
  const high = Math.max(...values);
  const low = Math.min(guess, ...values);
  const tick = (value: number) => (isShare(metric) ? formatShare(value) : formatNumber(value, { digits: 2 }));
  const x = (k: number) => left + ((k - 1) / Math.max(1, most - 1)) * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - low) / (high - low || 1)) * (height - top - bottom);
  return (
    <svg
      class="st-strip"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${capital(metricTitles[metric])} against the number of features, from ${figure(metric, values[0])} with ${points[0].k} to ${figure(metric, values[values.length - 1])} with ${points[points.length - 1].k}; the cut is at ${cut}`}
    >
      <line class="st-strip-rule" x1={left} x2={width - right} y1={y(guess)} y2={y(guess)} />
      <text x={left - 6} y={y(high) + 4} text-anchor="end">
        {tick(high)}
      </text>
      <text x={left - 6} y={y(low) + 4} text-anchor="end">
        {tick(low)}
      </text>
      <text x={x(1)} y={height - 4} text-anchor="middle">
        1
      </text>
      <text x={x(most)} y={height - 4} text-anchor="end">
        {most} features
      </text>
      <line class="st-strip-cut" x1={x(cut)} x2={x(cut)} y1={top - 6} y2={height - bottom} />
      <polyline
        points={points.map(({ k, value }) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
      />
      {points.map(({ k, value }) => (
        <circle key={k} cx={x(k)} cy={y(value)} r={k === cut ? 5 : 2.5} />
      ))}
    </svg>
  );
}
