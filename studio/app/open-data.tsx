import { useId } from "preact/hooks";
import type { BundledName } from "../messages.js";
import { applyRecipe } from "./recipes.js";
import type { Studio } from "./studio.js";
import { useStudio } from "./use-studio.js";

const bundled: readonly { name: BundledName; title: string; text: string }[] = [
  {
    name: "digits",
    title: "Handwritten digits",
    text: "1797 images of 8 × 8 pixels. Which pixels best separate the ten digits?",
  },
  {
    name: "planted",
    title: "Planted answer",
    text: "Synthetic data with known relevant features, among copies and noise.",
  },
];

/** The first thing on the page: give it a file, or take data that is there. */
export function OpenData({ small = false }: { readonly small?: boolean }) {
  const { studio } = useStudio();
  return (
    <div class={small ? "st-open st-open-small" : "st-open"}>
      {!small && (
        <div class="st-hero">
          <h1 tabIndex={-1}>Which few features separate your classes?</h1>
          <p>
            Give a table of samples. You get the features that matter, how well they predict, measured
            honestly, and a report to show. Nothing is uploaded.
          </p>
        </div>
      )}
      <FileField />
      <ul class="st-bundled">
        {bundled.map(({ name, title, text }) => (
          <li key={name}>
            <button type="button" onClick={() => void studio.openSource({ kind: "bundled", name })}>
              <Picture name={name} />
              <span>
                <b>{title}</b>
                <span class="st-quiet">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!small && (
        <p class="st-quiet st-formats">
          Reads CSV and TSV, Excel, ARFF, MATLAB, NumPy, HDF5, AnnData, Parquet, Arrow, svmlight and Matrix
          Market, also inside .gz. Samples in rows with one column that names the class, or holds a number to
          predict, is the usual form; others can be described after opening. A recipe can be dropped here too,
          once its data is open.
        </p>
      )}
    </div>
  );
}

function FileField() {
  const { studio } = useStudio();
  const id = useId();
  return (
    <div class="st-drop">
      <label for={id}>
        <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
          <path d="M12 16V4m0 0L7 9m5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3" />
        </svg>
        <b>Drop a file here, or choose one</b>
        <span class="st-quiet">CSV, Excel, Parquet, HDF5, AnnData, MATLAB, NumPy, ARFF …</span>
      </label>
      <input
        id={id}
        type="file"
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void openFiles(studio, files);
        }}
      />
    </div>
  );
}

const five = [[2, 3, 4, 5], [2], [2, 3, 4], [5], [5], [2, 3, 4]];
const signal = [3, 9, 4, 14, 5, 3, 11, 4];

/** A small drawing of what the data is. */
function Picture({ name }: { readonly name: BundledName }) {
  return (
    <svg viewBox="0 0 32 32" width="56" height="56" class="st-picture" aria-hidden="true">
      {name === "digits"
        ? five.flatMap((columns, row) =>
            columns.map((column) => (
              <rect
                key={`${row} ${column}`}
                x={column * 4}
                y={4 + row * 4}
                width="3.6"
                height="3.6"
                rx="0.6"
              />
            )),
          )
        : signal.map((height, at) => (
            <rect
              key={at}
              x={1 + at * 3.8}
              y={26 - height * 1.5}
              width="2.6"
              height={height * 1.5}
              rx="0.6"
              opacity={height > 8 ? 1 : 0.35}
            />
          ))}
    </svg>
  );
}

/** A recipe is a small file of JSON. */
const mostRecipe = 64e6;

/** Opens what the user gave: a data file with those that belong to it, or a recipe for data that is open. */
export async function openFiles(studio: Studio, files: readonly File[]): Promise<void> {
  const file = files.find(({ name }) => /\.mtx(\.gz)?$/i.test(name)) ?? files[0];
  if (!file) return;
  const others = files.filter((other) => other !== file);
  const strange = others.find(({ name }) => !/(features|genes|barcodes)\.tsv(\.gz)?$/i.test(name));
  if (strange)
    return studio.complain(
      `${files.length} files were given. Open one at a time, or matrix.mtx together with features.tsv and barcodes.tsv.`,
    );
  if (file.size === 0) return studio.complain(`${file.name} is empty, or a folder; choose a file with data.`);
  if (/\.json$/i.test(file.name) && file.size < mostRecipe) return applyRecipe(studio, await file.text());
  const companions = others.map((other) => ({ file: other, name: other.name }));
  await studio.openSource({ kind: "file", file, name: file.name, ...(others.length > 0 && { companions }) });
}
