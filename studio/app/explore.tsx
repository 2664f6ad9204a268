import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useId, useMemo, useState } from "preact/hooks";
import type { Notice, Report } from "salience/internal";
import type { Measured, Opened, Selected } from "../messages.js";
import { count } from "../view/parts/format.js";
import { ComparePanel } from "./compare-panel.js";
import { CutCard } from "./cut-card.js";
import { FeatureDialog } from "./feature-dialog.js";
import { NewData } from "./new-data.js";
import { PathExplorer } from "./path-explorer.js";
import { Notices } from "./problems.js";
import { Progress } from "./progress.js";
import { RunsPanel } from "./runs-panel.js";
import { ShownReport } from "./shown-report.js";
import { noticesOf } from "./state.js";
import { useGradually, useStudio } from "./use-studio.js";

/** Step 4: the result, live. */
export function Explore() {
  const { studio, state } = useStudio();
  const { data, selected, measured, running, cut } = state;
  const [feature, setFeature] = useState<number | null>(null);
  const placeOf = useMemo(() => new Map(data?.featureNames.map((name, j) => [name, j])), [data]);
  const openByName = useCallback((name: string) => setFeature(placeOf.get(name) ?? null), [placeOf]);
  if (!data || !selected) return null;
  const { tuning, plan } = selected;
  const notices = noticesOf(state);
  return (
    <>
      <div class="st-title">
        <h1 tabIndex={-1}>{`${cut} of ${data.features} features of ${data.name}`}</h1>
        <div class="st-next">
          <button type="button" class="sal-button" onClick={() => studio.go("choose")}>
            Change the choice
          </button>
          <button type="button" class="st-primary" onClick={() => studio.go("keep")}>
            Keep the result
          </button>
        </div>
      </div>
      <About notices={notices.filter((one) => !isAside(one))} />
      {data.truth && <Truth data={data} selected={selected} cut={cut} />}
      {tuning && (
        <details class="st-card st-fold">
          <summary>Why {tuning.k} features, and these options</summary>
          <ul>
            {tuning.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      {running?.what === "measure" && (
        <section class="st-card">
          <Progress running={running} label="Measuring on held-out samples" />
          <button type="button" class="sal-button" onClick={() => studio.cancel()}>
            Cancel
          </button>
        </section>
      )}
      <CutCard data={data} selected={selected} measured={measured} cut={cut} onFeature={setFeature} />
      <Aside notices={notices.filter(isAside)} />
      <Tabs
        label="Ways to look at it"
        tabs={[
          {
            title: "The result",
            panel: <LiveReport selected={selected} measured={measured} cut={cut} onFeature={openByName} />,
          },
          ...(data.target === null
            ? []
            : [
                {
                  title: "Stricter or looser",
                  panel: <PathExplorer data={data} plan={plan} onFeature={setFeature} />,
                },
                { title: "Compare methods", panel: <ComparePanel data={data} selected={selected} /> },
              ]),
          ...(data.target === null
            ? []
            : [{ title: "New data", panel: <NewData key={state.shown} by={{ plan }} /> }]),
          { title: "Runs", panel: <RunsPanel /> },
        ]}
      />
      {feature !== null && (
        <FeatureDialog
          data={data}
          selected={selected}
          index={feature}
          onFeature={setFeature}
          onClose={() => setFeature(null)}
        />
      )}
    </>
  );
}

/** What is only good to know: it was said at the start already, and hinders nothing. How it was measured is news. */
const isAside = ({ level, code }: Notice): boolean => level === "note" && code !== "evaluation";

/** What a result says about itself that one must not miss. */
function About({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section class="st-card">
      <h2>What to watch for in this result</h2>
      <Notices notices={notices} />
    </section>
  );
}

/** The rest of what it says, folded. */
function Aside({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <details class="st-card st-fold">
      <summary>Good to know about this result ({notices.length})</summary>
      <Notices notices={notices} />
    </details>
  );
}

/** What is known of the answer: what was found of it, and what was not. */
function Truth({
  data: { truth },
  selected,
  cut,
}: {
  readonly data: Opened;
  readonly selected: Selected;
  readonly cut: number;
}) {
  if (!truth) return null;
  const picked = selected.selection.ranking.slice(0, cut).map(({ index }) => index);
  const there = picked.filter((index) => truth.relevant.includes(index));
  const made = truth.redundant.filter(({ column }) => picked.includes(column));
  // A feature that was made from relevant ones brings in what they tell.
  const found = new Set([...there, ...made.flatMap(({ from }) => from)]).size;
  return (
    <section class="st-card st-truth">
      <h2>The truth</h2>
      <p>
        <b>
          {found} of {truth.relevant.length} found, {cut - there.length - made.length} false.
        </b>{" "}
        {made.length > 0 &&
          `${there.length} are there themselves, others in ${count(made.length, "feature")} made from them: noisy copies, or sums of two. `}
        The answer was planted in this data, and no method is told.
      </p>
    </section>
  );
}

/** How long the cut must rest before the charts of the report follow it. */
const restMilliseconds = 200;

/** The report's own view, with the cut where the reader has put it. */
function LiveReport({
  selected,
  measured,
  cut,
  onFeature,
}: {
  readonly selected: Selected;
  readonly measured: Measured | null;
  readonly cut: number;
  readonly onFeature: (name: string) => void;
}) {
  const [settled, setSettled] = useState(cut);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(cut), restMilliseconds);
    return () => clearTimeout(timer);
  }, [cut]);
  const report = useMemo(
    () => withCut(measured?.report ?? selected.report, settled),
    [measured, selected, settled],
  );
  return (
    <div class="st-card">
      <ShownReport report={useGradually(report)} onFeature={onFeature} />
    </div>
  );
}

/** Sections that the page shows elsewhere. */
const shownElsewhere: readonly string[] = ["repeat", "warnings"];

/** The same report, cut elsewhere; what does not depend on the cut stays the very same object, and is not drawn anew. */
function withCut(report: Report, cut: number): Report {
  return {
    ...report,
    sections: report.sections

      .filter(({ id }) => !shownElsewhere.includes(id))
      .map((section) =>
        (section.kind === "ranking" || section.kind === "accuracy") && section.cut !== cut
          ? { ...section, cut }
          : section,
      ),
  };
}

/** Panels of which one is shown. A panel is made when it is first asked for, and keeps what it holds. */
function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly title: string; readonly panel: ComponentChildren }[];
}) {
  const id = useId();
  const [shown, setShown] = useState(0);
  const [made, setMade] = useState<ReadonlySet<number>>(new Set([0]));
  const show = (at: number) => {
    setShown(at);
    setMade(new Set([...made, at]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (shown + step + tabs.length) % tabs.length;
    show(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="st-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ title }, at) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === shown}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => show(at)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ title, panel }, at) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== shown}
        >
          {made.has(at) && panel}
        </div>
      ))}
    </>
  );
}
