import { createContext } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Report } from "salience/internal";
import type { TaskName, Tasks } from "../messages.js";
import { problemOf } from "./actions.js";
import { Cancelled } from "./client.js";
import type { Running, State } from "./state.js";
import type { Studio } from "./studio.js";

/** Carries the studio to the components. */
export const StudioContext = createContext<Studio>(null as unknown as Studio);

/** The studio, and its state, which redraws the component when it changes. */
export function useStudio(): { readonly studio: Studio; readonly state: State } {
  const studio = useContext(StudioContext);
  const [state, setState] = useState(studio.state);
  useEffect(() => {
    setState(studio.state);
    return studio.listen(() => setState(studio.state));
  }, [studio]);
  return { studio, state };
}

/** A task that a part of the page orders for itself, with its progress, result and failure. */
export function useTask<T extends TaskName>(name: T) {
  const { studio } = useStudio();
  const [running, setRunning] = useState<Running | null>(null);
  const [result, setResult] = useState<Tasks[T]["give"] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = async (take: Tasks[T]["take"]): Promise<Tasks[T]["give"] | null> => {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    const begun: Running = { what: "select", fraction: 0, since: performance.now(), stage: null };
    setProblem(null);
    setRunning(begun);
    try {
      const give = await studio.client.run(name, take, {
        signal: own.signal,
        onProgress: (fraction) => stop.current === own && setRunning({ ...begun, fraction }),
      });
      if (stop.current === own) setResult(give);
      return give;
    } catch (error) {
      if (stop.current === own && !(error instanceof Cancelled)) setProblem(problemOf(error).sentence);
      return null;
    } finally {
      if (stop.current === own) setRunning(null);
    }
  };
  return { running, result, problem, start, cancel: () => stop.current?.abort() };
}

/**
 * Sections of a report come into the page one after another, and so do those of another report in their place: drawing them
 * never holds the page up for long.
 */
export function useGradually(report: Report): Report {
  const [shown, setShown] = useState({ report, before: report.sections.slice(0, 0), count: 1 });
  // Another report begins anew, over what is there.
  const { before, count } =
    shown.report === report ? shown : { before: partly(shown.report, shown), count: 1 };
  const all = report.sections.length;
  useEffect(() => {
    if (count >= all && shown.report === report) return;
    const timer = setTimeout(() => setShown({ report, before, count: count + 1 }), 30);
    return () => clearTimeout(timer);
  }, [report, before, count, all, shown]);
  return useMemo(() => ({ ...report, sections: partly(report, { before, count }) }), [report, before, count]);
}

/** The first sections of a report, then those that stand there since before, while they are about the same things. */
function partly(
  { sections }: Report,
  { before, count }: { readonly before: Report["sections"]; readonly count: number },
): Report["sections"][number][] {
  if (count >= sections.length) return [...sections];
  return sections.flatMap(
    (section, at) => (at < count ? section : before.find(({ id }) => id === section.id)) ?? [],
  );
}
