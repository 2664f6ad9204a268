import type { Report } from "../report/report.js";

/** A figure of a report as a file. */
export interface FigureFile {
  /** Ends in `.svg`. */
  readonly name: string;
  readonly text: string;
}

/** All figures of a report as SVG files for print, in the order of the report; drawn by the result view, as the build has bundled it. */
export async function drawFigures(report: Report): Promise<FigureFile[]> {
  // Run from src/, as tests do, the built view lies in dist/.
  const bundle = new URL(
    import.meta.url.includes("/src/node/")
      ? "../../dist/studio/report/figures.js"
      : "../studio/report/figures.js",
    import.meta.url,
  );
  const { figureFiles } = await import(bundle.href);
  return figureFiles(report);
}
