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
          {view.levels ? (
            <LevelShares view={view} levels={view.levels} />
          ) : (
            <Distributions view={view} title={predictsNumbers(data) ? (data.target ?? "") : "class"} />
          )}
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
            <th scope="col">median</th>
            <th scope="col">middle half</th>
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
              <td>{quartiles ? formatNumber(quartiles[2]) : "–"}</td>
              <td>{quartiles ? `${formatNumber(quartiles[1])} to ${formatNumber(quartiles[3])}` : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="st-quiet">
        All from {formatNumber(view.range[0])} to {formatNumber(view.range[1])}, left to right; the fullest
        part of each row is drawn equally high.
      </p>
    </>
  );
}

/** This many levels of a category are listed, the most frequent ones. */
const mostLevels = 20;

/** How often each level of a category is in each class. */
function LevelShares({ view, levels }: { readonly view: FeatureView; readonly levels: readonly string[] }) {
  const countOf = (level: number) => view.classes.reduce((sum, { histogram }) => sum + histogram[level], 0);
  const shown = levels
    .map((_, level) => level)
    .sort((a, b) => countOf(b) - countOf(a) || a - b)
    .slice(0, mostLevels)
    .sort((a, b) => a - b);
  return (
    <>
      <div class="sal-scroll">
        <table class="st-levels">
          <thead>
            <tr>
              <th scope="col">level</th>
              {view.classes.map(({ name, rows }) => (
                <th key={name} scope="col" title={`${rows} samples`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((level) => (
              <tr key={level}>
                <th scope="row">{levels[level]}</th>
                {view.classes.map(({ name, rows, histogram }, at) => (
                  <td key={name}>
                    <span
                      class="st-bar"
                      style={{
                        "--part": rows === 0 ? 0 : histogram[level] / rows,
                        background: seriesColour(at),
                      }}
                      aria-hidden="true"
                    />
                    {formatShare(rows === 0 ? null : histogram[level] / rows)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < levels.length && (
        <p class="st-quiet">
          The {shown.length} most frequent of {levels.length} levels.
        </p>
      )}
    </>
  );
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
