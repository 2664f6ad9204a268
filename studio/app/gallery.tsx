import type { BundledName, Opening } from "../messages.js";
import type { Studio } from "./studio.js";
import { startTour } from "./tour.js";
import { useStudio } from "./use-studio.js";

/** An example: data that is made by the program or lies beside the page, and the question that it answers. */
interface Example {
  readonly field: string;
  readonly title: string;
  readonly question: string;
  readonly opens: BundledName | { readonly file: string; readonly target: string };
  /** A small drawing of what it is: bars by height, strong ones opaque. */
  readonly bars: readonly number[];
}

const examples: readonly Example[] = [
  {
    field: "Images",
    title: "Handwritten digits",
    question: "Which of 64 pixels tell the ten digits apart?",
    opens: "digits",
    bars: [12, 3, 9, 14, 4, 11, 2, 8],
  },
  {
    field: "Known truth",
    title: "Planted answer",
    question: "Ten features of 200 matter. Are they found, and nothing else?",
    opens: "planted",
    bars: [3, 14, 4, 3, 13, 3, 4, 12],
  },
  {
    field: "Medicine",
    title: "Breast tumours",
    question: "Which measurements of cell nuclei show that a tumour is malignant?",
    opens: { file: "breast-cancer.csv", target: "diagnosis" },
    bars: [14, 12, 5, 4, 10, 3, 6, 2],
  },
  {
    field: "Biology",
    title: "Penguins",
    question: "What tells three species of penguins apart? With gaps and categories.",
    opens: { file: "penguins.csv", target: "species" },
    bars: [13, 8, 11, 5, 3, 9, 4, 2],
  },
  {
    field: "Chemistry",
    title: "Wines",
    question: "Which few of 13 measurements give away the grape?",
    opens: { file: "wine.csv", target: "cultivar" },
    bars: [4, 9, 14, 3, 12, 5, 2, 10],
  },
  {
    field: "Engineering",
    title: "Cars",
    question: "What decides how far a car goes on a gallon? A number to predict.",
    opens: { file: "cars.csv", target: "mpg" },
    bars: [2, 4, 6, 7, 9, 11, 13, 14],
  },
];

/** Where the file of an example lies beside the page, by its name; undefined for other data. */
export const exampleAddress = (name: string): string | undefined =>
  examples.some(({ opens }) => typeof opens === "object" && opens.file === name)
    ? `examples/${name}`
    : undefined;

/** Examples of different fields, each with its question. Files are loaded when they are opened. */
export function Gallery() {
  const { studio } = useStudio();
  return (
    <>
      <div class="st-gallery-title">
        <h2>Or look at an example</h2>
        <button type="button" class="sal-button" onClick={() => void startTour(studio)}>
          Take the tour of one minute
        </button>
      </div>
      <ul class="st-bundled">
        {examples.map((example) => (
          <li key={example.title}>
            <button type="button" onClick={() => void openExample(studio, example)}>
              <Picture bars={example.bars} />
              <span>
                <span class="st-field-name">{example.field}</span>
                <b>{example.title}</b>
                <span class="st-quiet">{example.question}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

async function openExample(studio: Studio, { opens }: Example): Promise<void> {
  if (typeof opens === "string") return studio.openSource({ kind: "bundled", name: opens });
  try {
    const response = await fetch(exampleAddress(opens.file)!);
    if (!response.ok) throw new Error(`examples/${opens.file} is missing`);
    const file = await response.blob();
    const source: Opening["source"] = { kind: "file", file, name: opens.file };
    await studio.open({ source, reading: { target: opens.target } });
  } catch (error) {
    studio.complain(`The example could not be opened: ${(error as Error).message}.`);
  }
}

function Picture({ bars }: Pick<Example, "bars">) {
  return (
    <svg viewBox="0 0 32 32" width="48" height="48" class="st-picture" aria-hidden="true">
      {bars.map((height, at) => (
        <rect
          key={at}
          x={1 + at * 3.8}
          y={28 - height * 1.7}
          width="2.6"
          height={height * 1.7}
          rx="0.6"
          opacity={height > 8 ? 1 : 0.35}
        />
      ))}
    </svg>
  );
}
