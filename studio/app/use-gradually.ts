import { useEffect, useMemo, useState } from "preact/hooks";
import type { Report } from "salience/internal";

/** Sections of a report come into the page one after another, so that drawing them never holds it up for long. */
export function useGradually(report: Report): Report {
  const [shown, setShown] = useState(1);
  const all = report.sections.length;
  useEffect(() => {
    if (shown >= all) return;
    const timer = setTimeout(() => setShown(shown + 1), 30);
    return () => clearTimeout(timer);
  }, [shown, all]);
  return useMemo(() => ({ ...report, sections: report.sections.slice(0, shown) }), [report, shown]);
}
