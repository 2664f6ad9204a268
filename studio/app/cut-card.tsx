import { useId } from "preact/hooks";
import type { EvaluationJson } from "salience/internal";
import type { Measured, Opened, Selected } from "../messages.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { roughly } from "../words.js";
import { NumberField } from "./fields.js";
import { PixelPicture } from "./pixel-picture.js";
import { secondsFor } from "./plan.js";
import { useStudio } from "./use-studio.js";

/** This many of the kept features are listed by name. */
const listed = 60;

interface Props {
  readonly data: Opened;
  readonly selected: Selected;
  readonly measured: Measured | null;
  readonly cut: number;
}

/** The cut line: how many features to keep, and what that does to accuracy, redundancy and the picture. */
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
        {points.length > 1 && <AccuracyStrip points={points} majority={majorityOf(data)} cut={cut} />}
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
  const point = evaluation && nearest(pointsOf(evaluation), cut);
  return (
    <output class="st-figures">
      <dl class="st-facts">
        <div>
          <dt>{evaluation ? `accuracy (${evaluation.protocol})` : "accuracy"}</dt>
          <dd>{point ? formatShare(point.accuracy, 1) : "not measured"}</dd>
          {point && (
            <dd class="st-quiet">
              {point.deviation === null ? "" : `± ${formatShare(point.deviation, 1)} over folds, `}
              {selected.tuning ? tunedWords(point.k) : measuredWords(point.k, cut)}; always guessing the
              largest class gives {formatShare(majorityOf(data), 1)}
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

/** Accuracy at a number of features, as fractions. */
interface Point {
  readonly k: number;
  readonly accuracy: number;
  readonly deviation: number | null;
}

function pointsOf(evaluation: EvaluationJson | null | undefined): readonly Point[] {
  return (evaluation?.results ?? []).map(({ k, accuracy, accuracyStd }) => ({
    k: Number(k),
    accuracy: Number(accuracy),
    deviation: accuracyStd === null ? null : Number(accuracyStd),
  }));
}

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

/** Accuracy against the number of features, small, with the cut line in it. */
function AccuracyStrip({
  points,
  majority,
  cut,
}: {
  readonly points: readonly Point[];
  readonly majority: number;
  readonly cut: number;
}) {
  const most = Math.max(cut, points[points.length - 1].k);
  const accuracies = points.map(({ accuracy }) => accuracy);
  const high = Math.max(...accuracies);
  const low = Math.min(majority, ...accuracies);
  const x = (k: number) => left + ((k - 1) / Math.max(1, most - 1)) * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - low) / (high - low || 1)) * (height - top - bottom);
  return (
    <svg
      class="st-strip"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Accuracy against the number of features, from ${formatShare(accuracies[0], 1)} with ${points[0].k} to ${formatShare(accuracies[accuracies.length - 1], 1)} with ${points[points.length - 1].k}; the cut is at ${cut}`}
    >
      <line class="st-strip-rule" x1={left} x2={width - right} y1={y(majority)} y2={y(majority)} />
      <text x={left - 6} y={y(high) + 4} text-anchor="end">
        {formatShare(high)}
      </text>
      <text x={left - 6} y={y(low) + 4} text-anchor="end">
        {formatShare(low)}
      </text>
      <text x={x(1)} y={height - 4} text-anchor="middle">
        1
      </text>
      <text x={x(most)} y={height - 4} text-anchor="end">
        {most} features
      </text>
      <line class="st-strip-cut" x1={x(cut)} x2={x(cut)} y1={top - 6} y2={height - bottom} />
      <polyline
        points={points.map(({ k, accuracy }) => `${x(k).toFixed(1)},${y(accuracy).toFixed(1)}`).join(" ")}
      />
      {points.map(({ k, accuracy }) => (
        <circle key={k} cx={x(k)} cy={y(accuracy)} r={k === cut ? 5 : 2.5} />
      ))}
    </svg>
  );
}
