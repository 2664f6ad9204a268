import { useCallback, useMemo, useState } from "preact/hooks";
import type { DistributionsSection, Report, Section } from "../../src/report/report.js";
import { Contents } from "./parts/contents.js";
import { CopyButton } from "./parts/copy-button.js";
import { type FeatureFocus, FeatureFocusContext } from "./parts/feature-focus.js";
import { type SampleFocus, SampleFocusContext } from "./parts/sample-focus.js";
import { ThemeButton } from "./parts/theme-button.js";
import { SectionView } from "./section-view.js";

/** What a {@link ReportView} needs. */
export interface ReportViewProps {
  readonly report: Report;
  /** Inside another page: no title, no button for light and dark, no skip link. */
  readonly embedded?: boolean;
  /** Told when the reader asks for a feature; then every feature's name asks, and the page around shows the answer. */
  readonly onFeature?: (name: string) => void;
}

/** A whole report: what was found, the table of contents, the sections, how it was made. */
export function ReportView({ report, embedded = false, onFeature }: ReportViewProps) {
  const [name, setName] = useState<string | null>(null);
  const focus = useMemo<FeatureFocus>(() => {
    const distributions = report.sections.find((section) => section.kind === "distributions") ?? null;
    return { name, set: setName, ask: onFeature ?? null, distributions, places: placesOf(distributions) };
  }, [report, name, onFeature]);

  const samples = useSamples(report);
  // The overview stands above all, over the whole width, and says what was found.
  const found = report.sections.find((section) => section.kind === "overview");
  const overview = useMemo(() => found && { ...found, words: report.lead }, [found, report]);
  const sections = useMemo(() => report.sections.filter((section) => section !== found), [report, found]);

  return (
    <FeatureFocusContext.Provider value={focus}>
      <SampleFocusContext.Provider value={samples}>
        <div class={embedded ? "sal-report sal-embedded" : "sal-report"}>
          {!embedded && (
            <a class="sal-skip" href="#report">
              Skip to the report
            </a>
          )}
          {!embedded && <Header report={report} />}
          {overview ? (
            <SectionView section={overview} />
          ) : (
            report.lead.length > 0 && <Lead sentences={report.lead} />
          )}
          <div class="sal-layout">
            <Contents sections={sections} />
            <Main embedded={embedded}>
              {groupsOf(sections).map((group) =>
                group.length === 1 ? (
                  <SectionView key={group[0].id} section={group[0]} />
                ) : (
                  <div key={group[0].id} class="sal-beside">
                    {group.map((section) => (
                      <SectionView key={section.id} section={section} />
                    ))}
                  </div>
                ),
              )}
              {!embedded && <Footer report={report} />}
            </Main>
          </div>
        </div>
      </SampleFocusContext.Provider>
    </FeatureFocusContext.Provider>
  );
}

/** The samples in focus, one place for all sections. */
function useSamples({ sections }: Report): SampleFocus {
  const drawn = useMemo(
    () => new Set(sections.flatMap((section) => (section.kind === "samples" ? section.rows : []))),
    [sections],
  );
  const [chosen, choose] = useState<number | null>(null);
  const [hovered, hover] = useState<number | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<number> | null>(null);
  // The same function always: a new one would end a drag that is under way.
  const mark = useCallback((rows: Iterable<number> | null) => {
    const set = new Set(rows ?? []);
    setMarked(set.size > 0 ? set : null);
  }, []);
  return useMemo(
    () => ({ chosen, hovered, marked, drawn, choose, hover, mark }),
    [chosen, hovered, marked, drawn, mark],
  );
}

/** Sections that stand side by side where there is room. */
function groupsOf(sections: readonly Section[]): Section[][] {
  const groups: Section[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (section.beside && last) last.push(section);
    else groups.push([section]);
  }
  return groups;
}

function placesOf(distributions: DistributionsSection | null): ReadonlyMap<string, number> {
  return new Map(distributions?.features.map(({ name }, at) => [name, at]));
}

function Main({
  embedded,
  children,
}: {
  readonly embedded: boolean;
  readonly children: preact.ComponentChildren;
}) {
  return embedded ? (
    <div class="sal-main">{children}</div>
  ) : (
    <main class="sal-main" id="report" tabIndex={-1}>
      {children}
    </main>
  );
}

function Header({ report }: { readonly report: Report }) {
  return (
    <header class="sal-header">
      <p class="sal-brand">Salience report</p>
      <h1>{report.title}</h1>
      <ThemeButton />
    </header>
  );
}

/** The first sentence is the finding; the others explain it. */
function Lead({ sentences }: { readonly sentences: readonly string[] }) {
  const [first, ...rest] = sentences;
  return (
    <section class="sal-lead" aria-label="What was found">
      <p class="sal-finding">{first}</p>
      {rest.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

function Footer({ report }: { readonly report: Report }) {
  return (
    <footer class="sal-footer">
      {report.command && (
        <div class="sal-command">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard */}
          <code tabIndex={0}>{report.command}</code>
          <CopyButton text={report.command} label="command" />
        </div>
      )}
      <p>Made with Salience {report.version}. Everything in this page stays in this file.</p>
    </footer>
  );
}
