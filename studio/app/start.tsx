import { DataSummary } from "./data-summary.js";
import { OpenData } from "./open-data.js";
import { PreviewTable } from "./preview-table.js";
import { Progress } from "./progress.js";
import { Reading } from "./reading.js";
import { useStudio } from "./use-studio.js";

/** Step 1: open data and see what is in it. */
export function Start() {
  const { studio, state } = useStudio();
  const { data, running } = state;
  if (running?.what === "open")
    return (
      <section class="st-card st-opening">
        <h1 tabIndex={-1}>Opening</h1>
        <Progress running={running} label="Reading and looking it over" />
        <button type="button" class="sal-button" onClick={() => studio.cancel()}>
          Cancel
        </button>
      </section>
    );
  if (!data) return <OpenData />;
  const problems = data.examination.findings.filter(({ level }) => level === "problem").length;
  // That there are no classes is one of them, but not for every method.
  const blocked = problems > (data.target === null ? 1 : 0);
  return (
    <>
      <div class="st-title">
        <h1 tabIndex={-1}>{data.name}</h1>
        <OpenAnother />
      </div>
      <DataSummary data={data} />
      <section class="st-card">
        <h2>The table</h2>
        <PreviewTable key={`${data.name} ${data.target} ${data.features} ${data.rows}`} data={data} />
      </section>
      <Reading data={data} />
      <div class="st-next">
        {blocked ? (
          <p class="st-quiet">Settle the problems above first.</p>
        ) : (
          data.target === null && (
            <p class="st-quiet">Without classes only methods that need none can be used.</p>
          )
        )}
        <button type="button" class="st-primary" disabled={blocked} onClick={() => studio.go("choose")}>
          Choose a method
        </button>
      </div>
    </>
  );
}

function OpenAnother() {
  const { studio } = useStudio();
  return (
    <details class="st-menu">
      <summary class="sal-button">Open other data</summary>
      <div class="st-menu-body">
        <OpenData small />
        <p class="st-quiet">What is open now is closed; its result is forgotten.</p>
        <button type="button" class="sal-button" onClick={() => void studio.forget()}>
          Just close it
        </button>
      </div>
    </details>
  );
}
