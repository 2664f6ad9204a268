import { useCallback } from "preact/hooks";
import type { PicturesSection } from "../../../src/report/report.js";
import { pictureGrid } from "../charts/picture-grid.js";
import { Chart } from "../parts/chart.js";
import { count, listed } from "../parts/format.js";

/** Grey pictures side by side. */
export function Pictures({ section }: { readonly section: PicturesSection }) {
  const { pictures, width, height } = section;
  const draw = useCallback((room: number) => pictureGrid(section, room), [section]);
  if (pictures.length === 0) return <p class="sal-quiet">There are no pictures.</p>;
  const marked = pictures.reduce((sum, picture) => sum + (picture.marked?.length ?? 0), 0);
  const titles = pictures.slice(0, 12).map(({ title }) => title);
  return (
    <Chart
      label={`${count(pictures.length, "picture")} of ${width} by ${height} pixels: ${listed(titles)}${
        pictures.length > 12 ? " and others" : ""
      }.${marked > 0 ? ` Framed: ${count(marked, "pixel")}.` : ""}`}
      name={section.title}
      draw={draw}
    />
  );
}
