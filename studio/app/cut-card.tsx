import { useId } from "preact/hooks";
import { guessing, type MetricName, metricTitles } from "salience/internal";
import type { Measured, Opened, Selected } from "../messages.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { roughly } from "../words.js";
import { CutChart } from "./cut-chart.js";
import { NumberField } from "./fields.js";
import { curveAdvice, figure, nearest, type Point, pointsOf, usualMetric } from "./figures.js";
import { PixelPicture } from "./pixel-picture.js";
import { refitSeconds, secondsFor } from "./plan.js";
import { originOf } from "./runs.js";
import { isUneven } from "./state.js";
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
  const { studio, state } = useStudio();
  const id = useId();
  const { selection, redundancy } = selected;
  const most = Math.min(data.features - (selection.excluded?.length ?? 0), redundancy.length);
  const least = Math.max(1, selection.kept?.length ?? 0);
  const move = (to: number) => studio.moveCut(Math.max(least, Math.min(most, to)));
  const points = pointsOf(measured?.evaluation);
  const metric = measured?.evaluation?.metric ?? usualMetric(data);
  const isCurve = points.length > 1;
  // Chart and slider have the same axis; it grows where a larger number is typed.
  const end = isCurve ? Math.min(most, Math.max(points[points.length - 1].k, cut)) : most;
  const origin = originOf(state);
  const advice = curveAdvice(measured?.evaluation, origin?.selected.selection.picked ?? cut);
  const slow = studio.cutter.isSlow();
  return (
    <section class="st-card st-cut" aria-labelledby={`${id}-title`}>
      <div class="st-cut-main">
        <h2 id={`${id}-title`}>How many features</h2>
        {advice && (
          <div class="st-advice">
            <p class="st-advice-text">
              <b>{advice.sentence}</b> <span class="st-quiet">{advice.reason}</span>
            </p>
            {advice.k !== cut && (
              <button type="button" class="sal-button" onClick={() => move(advice.k)}>
                Take {advice.k}
              </button>
            )}
          </div>
        )}
        <div class="st-cut-body">
          <div class={isCurve ? "st-axis" : undefined}>
            {isCurve && (
              <CutChart
                points={points}
                metric={metric}
                guess={guessOf(data, metric)?.value ?? null}
                advice={advice}
                cut={cut}
                most={end}
                onCut={move}
              />
            )}
            <div class="st-slider">
              <input
                type="range"
                min={1}
                max={end}
                value={cut}
                aria-label="Number of features kept"
                onInput={(event) => move(event.currentTarget.valueAsNumber)}
              />
              <NumberField
                label="Features kept"
                value={cut}
                min={least}
                max={most}
                integer
                onChange={(to) => to !== null && move(to)}
              />
            </div>
            <p class="st-quiet" role="status">
              {state.fitting
                ? `Fitting for ${cut} …`
                : slow
                  ? `What is below is still that of ${selection.picked}.`
                  : ""}
            </p>
            {slow && !state.fitting && (
              <button type="button" class="sal-button" onClick={() => void studio.cutter.settle()}>
                Fit for {cut} features ({roughly(refitSeconds(data, selected, cut))})
              </button>
            )}
          </div>
          <Figures data={data} selected={selected} measured={measured} cut={cut} />
        </div>
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
              {selected.tuning ? tunedWords(point.k) : measuredWords(point.k, cut)}
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
        {point && metric !== "balanced-accuracy" && <OtherFigure data={data} point={point} />}
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

/** What guessing gives; null where that is not known. */
const guessOf = ({ examination: { classes } }: Opened, metric: MetricName) =>
  guessing(
    metric,
    (classes ?? []).map(({ rows }) => rows),
  );

const guessWords = (data: Opened, metric: MetricName): string => {
  const guess = guessOf(data, metric);
  return guess ? `; ${guess.how} gives ${figure(metric, guess.value)}` : "";
};
