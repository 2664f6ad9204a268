import { useEffect, useRef } from "preact/hooks";
import type { FeatureView, Opened, Selected } from "../messages.js";
import { seriesColour } from "../view/charts/palette.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
import { Histogram } from "./histogram.js";
import { predictsNumbers, scoreOf } from "./state.js";
import { useTask } from "./use-studio.js";

/** One feature closely: how it is spread in each class or part of the target's range, and its twins. */
export function FeatureDialog({
  data,
  selected: { selection },
  index,
  onFeature,
  onClose,
}: {
  readonly data: Opened;
  readonly selected: Selected;
  readonly index: number;
  readonly onFeature: (index: number) => void;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const task = useTask("feature");
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    void task.start({ index });
  }, [index]);
  const place = selection.ranking.find((one) => one.index === index);
  const view = task.result?.index === index ? task.result : null;
  return (
    <dialog ref={dialog} class="st-dialog" aria-labelledby="feature-title" onClose={onClose}>
      <div class="st-dialog-head">
        <h2 id="feature-title">{data.featureNames[index]}</h2>
        <button type="button" class="sal-button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <p class="st-quiet">
        Rank {formatNumber(place?.rank)} of {formatNumber(data.features)}, score{" "}
        {formatNumber(scoreOf(place))} ({selection.direction} is better).
      </p>
      {task.problem && <p class="st-fault">{task.problem}</p>}
      {view ? (
        <>
          <h3>{predictsNumbers(data) ? `From small to large ${data.target}` : "In each class"}</h3>
          <Distributions view={view} title={predictsNumbers(data) ? (data.target ?? "") : "class"} />
          <h3>Twins: the features most like it</h3>
          <Twins view={view} onFeature={onFeature} />
        </>
      ) : (
        <p class="st-quiet">Looking…</p>
      )}
    </dialog>
  );
}

function Distributions({ view, title }: { readonly view: FeatureView; readonly title: string }) {
  return (
    <>
      <table class="st-spread">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">spread</th>
            {view.levels ? (
              <th scope="col">most frequent</th>
            ) : (
              <>
                <th scope="col">median</th>
                <th scope="col">middle half</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {view.classes.map(({ name, rows, quartiles, histogram }, at) => (
            <tr key={name}>
              <th scope="row" title={`${rows} samples`}>
                {name}
              </th>
              <td>
                <Histogram counts={histogram} colour={seriesColour(at)} />
              </td>
              {view.levels ? (
                <td>{mostFrequent(view.levels, histogram)}</td>
              ) : (
                <>
                  <td>{quartiles ? formatNumber(quartiles[2]) : "–"}</td>
                  <td>
                    {quartiles ? `${formatNumber(quartiles[1])} to ${formatNumber(quartiles[3])}` : "–"}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="st-quiet">
        {view.levels
          ? `From left to right: ${view.levels.join(", ")}`
          : `All from ${formatNumber(view.range[0])} to ${formatNumber(view.range[1])}, left to right`}
        ; the fullest part of each row is drawn equally high.
      </p>
    </>
  );
}

/** The most frequent level and its share. */
function mostFrequent(levels: readonly string[], counts: readonly number[]): string {
  const most = Math.max(...counts);
  const rows = counts.reduce((sum, n) => sum + n, 0);
  return rows === 0 ? "–" : `${levels[counts.indexOf(most)]} (${formatShare(most / rows)})`;
}

function Twins({
  view,
  onFeature,
}: {
  readonly view: FeatureView;
  readonly onFeature: (index: number) => void;
}) {
  if (view.twins.length === 0) return <p class="st-quiet">It is like no other.</p>;
  return (
    <ul class="st-bars">
      {view.twins.map(({ index, name, correlation }) => (
        <li key={index}>
          <button type="button" class="sal-link st-bar-name" title={name} onClick={() => onFeature(index)}>
            {name}
          </button>
          <span class="st-bar" style={{ "--part": Math.abs(correlation) }} aria-hidden="true" />
          <span class="st-bar-value">{formatNumber(correlation, { digits: 2 })}</span>
        </li>
      ))}
    </ul>
  );
}
