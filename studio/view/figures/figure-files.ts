import type { Report } from "../../../src/report/report.js";
import type { PlainElement } from "../charts/plain-document.js";
import { fileName } from "../parts/download.js";
import { inPercent } from "../parts/in-percent.js";
import { figuresOf } from "./figures.js";
import { standaloneSvg } from "./standalone-svg.js";

/** A figure as a file. */
export interface FigureFile {
  readonly name: string;
  readonly text: string;
}

/** As wide as the text of a page of two columns, and as one of its columns: in a drawing, and on paper at a quarter of a millimetre each. */
const [wide, narrow] = [680, 340];

/** All figures of a report as SVG files for print: light, with their own colours and fonts, in the order of the report. */
export function figureFiles(report: Report): FigureFile[] {
  const taken = new Set<string>();
  return report.sections.flatMap((section) => {
    const figures = figuresOf(inPercent(section));
    return figures.map((figure) => {
      const part = figures.length > 1 ? figure.name.slice(section.title.length) : "";
      const name = unusedName(fileName(`${section.id}${part}`, ""), taken);
      const drawing = figure.draw(figure.narrow ? narrow : wide) as unknown as PlainElement;
      return { name, text: standaloneSvg(drawing, figure.label) };
    });
  });
}

/** The name with a number behind it where it is taken; upper and lower case are the same to some systems. */
function unusedName(wanted: string, taken: Set<string>): string {
  const stem = wanted.replace(/\.$/, "");
  let name = `${stem}.svg`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}.svg`;
  taken.add(name.toLowerCase());
  return name;
}
