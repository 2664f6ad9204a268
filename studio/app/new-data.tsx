import type { SelectPlan } from "salience/internal";
import type { GivenFile, Predicted } from "../messages.js";
import { download, fileName } from "../view/parts/download.js";
import { count, formatNumber, formatShare } from "../view/parts/format.js";
import { FileButton } from "./file-field.js";
import { Notices } from "./problems.js";
import { Progress } from "./progress.js";
import { useStudio, useTask } from "./use-studio.js";

/** Predicts the rows of a new file: with the selection that is shown, or with a recipe. */
export function NewData({
  by,
}: {
  readonly by: { readonly plan: SelectPlan } | { readonly recipe: string };
}) {
  const { studio, state } = useStudio();
  const task = useTask("predict");
  const start = async (file: GivenFile) => {
    if ("recipe" in by) return task.start({ file, by });
    await studio.cutter.settle();
    const plan = studio.state.selected?.plan ?? by.plan;
    return task.start({ file, by: { plan, threads: state.threads } });
  };
  return (
    <section class="st-card" aria-labelledby="new-data-title">
      <h2 id="new-data-title">New data</h2>
      <p class="st-quiet">
        Open a file with the same features: each sample is predicted by a model that was fitted to
        {"recipe" in by ? " the recipe's data" : " the data that is open"}. Where the file has the target too,
        you see how often that is right, on samples that the selection has never seen.
      </p>
      {task.running ? (
        <>
          <Progress running={task.running} label="Predicting" />
          <button type="button" class="sal-button" onClick={task.cancel}>
            Cancel
          </button>
        </>
      ) : (
        <FileButton label="Open a file to predict" onFile={(file) => void start(file)} />
      )}
      {task.problem && <p class="st-fault">{task.problem}</p>}
      {task.result && <Predictions predicted={task.result} />}
    </section>
  );
}

/** So many rows are listed. */
const listed = 100;

function Predictions({ predicted }: { readonly predicted: Predicted }) {
  const { source, target, total, rows, counts, uncertain, truth, numberTruth, notices, csv } = predicted;
  const hasActual = rows.some(({ actual }) => actual !== null);
  const hasProbability = rows.some(({ probability }) => probability !== null);
  const name = fileName(`${source.replace(/\.[^.]*$/, "")} predicted`, "csv");
  return (
    <>
      <dl class="st-facts st-predicted">
        <div>
          <dt>{`samples of ${source}`}</dt>
          <dd>{formatNumber(total)}</dd>
        </div>
        {truth && (
          <div>
            <dt>held-out accuracy</dt>
            <dd>{formatShare(truth.accuracy, 1)}</dd>
            <dd class="st-quiet">
              {`95 % interval ${formatShare(truth.interval.low, 1)} to ${formatShare(truth.interval.high, 1)}, ${count(truth.rows, "sample")}; balanced ${formatShare(truth.balancedAccuracy, 1)}`}
            </dd>
          </div>
        )}
        {numberTruth && (
          <div>
            <dt>held-out R²</dt>
            <dd>{formatNumber(numberTruth.r2, { digits: 3 })}</dd>
            <dd class="st-quiet">{`typical error ${formatNumber(numberTruth.rmse)}, ${count(numberTruth.rows, "sample")}`}</dd>
          </div>
        )}
        {uncertain !== null && (
          <div>
            <dt>uncertain</dt>
            <dd>{formatNumber(uncertain)}</dd>
            <dd class="st-quiet">no class has a probability of 60 %</dd>
          </div>
        )}
      </dl>
      {counts && (
        <p class="st-quiet">
          Predicted: {counts.map(({ name: one, rows: times }) => `${one} ${formatNumber(times)}`).join(", ")}.
        </p>
      )}
      {notices.length > 0 && <Notices notices={notices} />}
      <p>
        <button type="button" class="sal-button" onClick={() => download(csv, name)}>
          Save the predictions
        </button>
      </p>
      <div class="sal-scroll st-columns">
        <table>
          <thead>
            <tr>
              <th scope="col">sample</th>
              <th scope="col">{`predicted ${target}`}</th>
              {hasProbability && <th scope="col">probability</th>}
              {hasActual && <th scope="col">{target}</th>}
              {hasActual && !numberTruth && <th scope="col">right</th>}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, listed).map((row, at) => (
              <tr key={at}>
                <th scope="row">{row.id}</th>
                <td>{typeof row.predicted === "number" ? formatNumber(row.predicted) : row.predicted}</td>
                {hasProbability && (
                  <td>
                    {formatShare(row.probability, 1)}
                    {row.uncertain && " (uncertain)"}
                  </td>
                )}
                {hasActual && <td>{row.actual ?? "–"}</td>}
                {hasActual && !numberTruth && (
                  <td>{row.actual === null ? "–" : row.actual === row.predicted ? "yes" : <b>no</b>}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > listed && (
        <p class="st-quiet">
          The first {listed} of {formatNumber(total)}; the file has all.
        </p>
      )}
    </>
  );
}
