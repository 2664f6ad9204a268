import { useMemo } from "preact/hooks";
import type { PicturesSection } from "../../../src/report/report.js";
import { picturesFigure } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";

/** Grey pictures side by side. */
export function Pictures({ section }: { readonly section: PicturesSection }) {
  const figure = useMemo(() => picturesFigure(section), [section]);
  if (section.pictures.length === 0) return <p class="sal-quiet">There are no pictures.</p>;
  return <Chart {...figure} />;
}
