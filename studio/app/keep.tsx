import { jsonText, type RepeatSection, reportHtml } from "salience/internal";
import type { Selected } from "../messages.js";
import { CodeBlock } from "../view/parts/code-block.js";
import { download, fileName } from "../view/parts/download.js";
import { count } from "../view/parts/format.js";
import { exampleAddress } from "./gallery.js";
import { Progress } from "./progress.js";
import { wholeReport } from "./save-report.js";
import { predictsNumbers } from "./state.js";
import { useStudio, useTask } from "./use-studio.js";

/** Step 5: take the result away. */
export function Keep() {
  const { studio, state } = useStudio();
  const { data, selected, measured, threads, cut, fitting } = state;
  const csv = useTask("csv");
  const recipe = useTask("recipe");
  if (!data || !selected) return null;
  const example = exampleAddress(data.name);
  const report = measured?.report ?? selected.report;
  const repeat = report.sections.find((section): section is RepeatSection => section.kind === "repeat");
  const name = (what: string, ending: string) =>
    fileName(`${data.name.replace(/\.[^.]*$/, "")} ${what}`, ending);
  // What is saved is that of the cut, which may still have to be fitted.
  const settled = async () => {
    await studio.cutter.settle();
    const { selected: now } = studio.state;
    return now && now.selection.picked === studio.state.cut ? now : null;
  };
  const saveData = async () => {
    const now = await settled();
    const features = now?.selection.ranking.slice(0, now.selection.picked).map((one) => one.name);
    const table = features && (await csv.start({ features }));
    if (table) download(table, name("selected", "csv"));
  };
  const saveRecipe = async () => {
    const now = await settled();
    const text = now && (await recipe.start({ plan: now.plan, threads }));
    if (text) download(text, name("recipe", "json"), "application/json");
  };
  const saveReport = async () => {
    try {
      await settled();
      const whole = wholeReport(studio.state);
      if (whole) download(reportHtml(whole, await viewAssets()), name("report", "html"), "text/html");
    } catch (error) {
      studio.complain(`The report could not be created: ${(error as Error).message}`);
    }
  };
  const saveRanking = async () => {
    const now = await settled();
    if (now) download(rankingText(now), name("selection", "json"), "application/json");
  };
  return (
    <>
      <h1 tabIndex={-1}>Save the result</h1>
      <p class="st-quiet" role="status">
        Everything here is that of {count(cut, "feature")}, as chosen on the curve.
        {fitting && ` Fitting for ${cut} …`}
      </p>
      <div class="st-takes">
        <Take
          title="Selected data"
          text={`${count(data.rows, "sample")} with only ${count(cut, "feature")}, best first, as CSV.`}
          label="Save the data"
          onTake={() => void saveData()}
          task={csv}
        />
        <Take
          title="Report"
          text="One HTML file with all charts and tables, comparisons and runs, to read anywhere without a network, to print or to send."
          label="Save the report"
          onTake={() => void saveReport()}
        />
        <Take
          title="Recipe"
          text={`Everything to repeat the selection${data.target === null ? " and to apply it to new data" : `, to apply it to new data and to predict ${predictsNumbers(data) ? data.target : "classes"}`}. Open it here or on the command line.`}
          label="Save the recipe"
          onTake={() => void saveRecipe()}
          task={recipe}
        />
        <Take
          title="Ranking"
          text="The selected features with scores, options and evidence as JSON, as the command line writes it."
          label="Save the ranking"
          onTake={() => void saveRanking()}
        />
      </div>
      {repeat && (
        <section class="st-card">
          <h2>{repeat.title}</h2>
          <p class="st-quiet">{repeat.text}</p>
          {example && (
            <p>
              The commands read the example's file: save{" "}
              <a class="sal-link" href={example} download={data.name}>
                {data.name}
              </a>{" "}
              first.
            </p>
          )}
          {repeat.snippets
            .filter(({ language }) => language !== "json")
            .map(({ title, code, file }) => (
              <CodeBlock key={title} title={title} code={code} file={file} />
            ))}
        </section>
      )}
      <div class="st-next">
        <button type="button" class="sal-button" onClick={() => studio.go("explore")}>
          Back to the result
        </button>
      </div>
    </>
  );
}

/** The selected features and the plan, as the command line writes them. How well they predict is no part of it. */
function rankingText({ selection, tuning, plan: { measure: _, judge, ...plan } }: Selected): string {
  const listed = { ...selection, ranking: selection.ranking.slice(0, selection.picked) };
  return jsonText({
    ...listed,
    ...(tuning && { tuning }),
    plan: { ...plan, ...(tuning && judge && { judge }) },
  });
}

/** The report's view, which lies beside the page. */
async function viewAssets(): Promise<{ script: string; style: string }> {
  const [script, style] = await Promise.all(
    ["report/view.js", "report/view.css"].map(async (path) => {
      const response = await fetch(path);
      if (!response.ok) throw new Error(`${path} is missing`);
      return response.text();
    }),
  );
  return { script, style };
}

function Take({
  title,
  text,
  label,
  onTake,
  task,
}: {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly onTake: () => void;
  readonly task?: Pick<ReturnType<typeof useTask>, "running" | "problem" | "cancel">;
}) {
  return (
    <section class="st-card">
      <h2>{title}</h2>
      <p class="st-quiet">{text}</p>
      {task?.running && <Progress running={task.running} label={label} />}
      {task?.problem && <p class="st-fault">{task.problem}</p>}
      {task?.running ? (
        <button type="button" class="sal-button" onClick={task.cancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class="sal-button" onClick={onTake}>
          {label}
        </button>
      )}
    </section>
  );
}
