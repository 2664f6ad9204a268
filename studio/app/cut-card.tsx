import { useId } from "preact/hooks";
import type { Measured, Opened, Picked } from "../messages.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { AccuracyStrip } from "./accuracy-strip.js";
import { NumberField } from "./number-field.js";
import { PixelPicture } from "./pixel-picture.js";
import { secondsFor } from "./plan.js";
import { roughly } from "./roughly.js";
import { useStudio } from "./use-studio.js";

/** So many of the picked features are listed by name. */
const listed = 60;

/** The cut line: how many features to keep, and what that does to accuracy, redundancy and the picture. */
export function CutCard({
  data,
  picked,
  measured,
  cut,
  onFeature,
}: {
  readonly data: Opened;
  readonly picked: Picked;
  readonly measured: Measured | null;
  readonly cut: number;
  readonly onFeature: (index: number) => void;
}) {
  const { studio } = useStudio();
  const id = useId();
  const most = Math.min(data.features - picked.excluded.length, picked.curve.length);
  const move = (to: number) => studio.moveCut(Math.max(1, Math.min(most, to)));
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
            id={id}
            label="Features kept"
            value={cut}
            min={1}
            max={most}
            integer
            onChange={(to) => to !== null && move(to)}
          />
        </div>
        {measured && <AccuracyStrip measured={measured} cut={cut} />}
        <Figures data={data} picked={picked} measured={measured} cut={cut} />
        <ol class="st-picked" aria-label="Features kept, best first">
          {Array.from(picked.ranking.subarray(0, Math.min(cut, listed)), (index) => (
            <li key={index}>
              <button type="button" onClick={() => onFeature(index)}>
                {data.featureNames[index]}
              </button>
            </li>
          ))}
        </ol>
        {cut > listed && <p class="st-quiet">and {cut - listed} more; the table below has all.</p>}
      </div>
      <PixelPicture data={data} picked={picked} cut={cut} onFeature={onFeature} />
    </section>
  );
}

function Figures({
  data,
  picked,
  measured,
  cut,
}: {
  readonly data: Opened;
  readonly picked: Picked;
  readonly measured: Measured | null;
  readonly cut: number;
}) {
  const { studio, state } = useStudio();
  const redundancy = picked.curve[cut - 1]?.redundancy ?? null;
  const point = measured && nearest(measured, cut);
  return (
    <output class="st-figures">
      <dl class="st-facts">
        <div>
          <dt>{point ? `accuracy (${measured.protocol})` : "accuracy"}</dt>
          <dd>{point ? formatShare(point.accuracy, 1) : "not measured"}</dd>
          {point && (
            <dd class="st-quiet">
              {point.deviation === null ? "" : `± ${point.deviation.toFixed(1)} over folds, `}
              {point.k === cut ? `at ${point.k}` : `measured at ${point.k}, the nearest`}; always guessing the
              largest class gives {formatShare(measured.majority, 1)}
            </dd>
          )}
          {!point && data.target !== null && state.running === null && state.plan && (
            <dd>
              <button type="button" class="sal-button" onClick={() => void studio.measure()}>
                Measure it ({roughly(secondsFor(data, state.plan).measure)})
              </button>
            </dd>
          )}
        </div>
        <div>
          <dt>redundancy</dt>
          <dd>{formatNumber(redundancy, { digits: 3 })}</dd>
          <dd class="st-quiet">mean correlation of two kept features, in size</dd>
        </div>
      </dl>
    </output>
  );
}

/** The measured number of features that is nearest to the cut; the smaller of two. */
function nearest({ points }: Measured, cut: number): Measured["points"][number] {
  return points.reduce((best, point) => (Math.abs(point.k - cut) < Math.abs(best.k - cut) ? point : best));
}
