import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Report } from "salience/internal";
import type { Measured, Opened, Picked } from "../messages.js";
import { ReportView } from "../view/index.js";
import { ComparePanel } from "./compare-panel.js";
import { CutCard } from "./cut-card.js";
import { FeatureDialog } from "./feature-dialog.js";
import { PathExplorer } from "./path-explorer.js";
import { Progress } from "./progress.js";
import { Tabs } from "./tabs.js";
import { useGradually } from "./use-gradually.js";
import { useStudio } from "./use-studio.js";

/** Step 4: the result, live. */
export function Explore() {
  const { studio, state } = useStudio();
  const { data, picked, measured, running, cut } = state;
  const [feature, setFeature] = useState<number | null>(null);
  const placeOf = useMemo(() => new Map(data?.featureNames.map((name, j) => [name, j])), [data]);
  const openByName = useCallback((name: string) => setFeature(placeOf.get(name) ?? null), [placeOf]);
  if (!data || !picked) return null;
  return (
    <>
      <div class="st-title">
        <h1 tabIndex={-1}>{headline(picked, data)}</h1>
        <div class="st-next">
          <button type="button" class="sal-button" onClick={() => studio.go("choose")}>
            Change the choice
          </button>
          <button type="button" class="st-primary" onClick={() => studio.go("keep")}>
            Keep the result
          </button>
        </div>
      </div>
      {picked.reasons.length > 0 && (
        <details class="st-card st-fold">
          <summary>Why {picked.k} features, and these options</summary>
          <ul>
            {picked.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      {running?.what === "measure" && (
        <section class="st-card">
          <Progress running={running} label="Measuring accuracy" />
          <button type="button" class="sal-button" onClick={() => studio.cancel()}>
            Cancel
          </button>
        </section>
      )}
      <CutCard data={data} picked={picked} measured={measured} cut={cut} onFeature={setFeature} />
      <Tabs
        label="Ways to look at it"
        tabs={[
          {
            title: "The result",
            panel: <LiveReport picked={picked} measured={measured} cut={cut} onFeature={openByName} />,
          },
          ...(data.target === null
            ? []
            : [
                { title: "Walk along γ and p", panel: <PathExplorer data={data} onFeature={setFeature} /> },
                { title: "Compare methods", panel: <ComparePanel data={data} /> },
              ]),
        ]}
      />
      {feature !== null && (
        <FeatureDialog
          data={data}
          picked={picked}
          index={feature}
          onFeature={setFeature}
          onClose={() => setFeature(null)}
        />
      )}
    </>
  );
}

const headline = ({ picked }: Picked, { features, name }: Opened) =>
  `${picked} of ${features} features of ${name}`;

/** How long the cut must rest before the charts of the report follow it, in milliseconds. */
const rest = 200;

/** The report's own view, with the cut where the reader has put it. */
function LiveReport({
  picked,
  measured,
  cut,
  onFeature,
}: {
  readonly picked: Picked;
  readonly measured: Measured | null;
  readonly cut: number;
  readonly onFeature: (name: string) => void;
}) {
  const [settled, setSettled] = useState(cut);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(cut), rest);
    return () => clearTimeout(timer);
  }, [cut]);
  const report = useMemo(
    () => withCut(measured?.report ?? picked.report, settled),
    [measured, picked, settled],
  );
  return (
    <div class="st-card">
      <ReportView report={useGradually(report)} embedded onFeature={onFeature} />
    </div>
  );
}

/** The same report, cut elsewhere; what does not depend on the cut stays the very same object, and is not drawn anew. */
function withCut(report: Report, cut: number): Report {
  return {
    ...report,
    sections: report.sections
      .filter(({ kind }) => kind !== "repeat")
      .map((section) =>
        (section.kind === "ranking" || section.kind === "accuracy") && section.cut !== cut
          ? { ...section, cut }
          : section,
      ),
  };
}
