import { useEffect, useState } from "preact/hooks";
import type { ReportView, ReportViewProps } from "../view/index.js";

type View = typeof ReportView;

/** The view with its charts is a third of the page; it is loaded when there is a report to show. */
let loaded: View | null = null;

/** A report inside the studio. */
export function ShownReport(props: Omit<ReportViewProps, "embedded">) {
  const [View, setView] = useState<View | null>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let isShown = true;
    void import("../view/index.js").then((module) => {
      loaded = module.ReportView;
      if (isShown) setView(() => module.ReportView);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return View ? <View {...props} embedded /> : <p class="sal-quiet">Drawing the charts …</p>;
}
