import { useId } from "preact/hooks";
import { Gallery } from "./gallery.js";
import { NewData } from "./new-data.js";
import { applyRecipe } from "./recipes.js";
import type { Studio } from "./studio.js";
import { useStudio } from "./use-studio.js";

/** The first thing on the page: give it a file, or take data that is there. */
export function OpenData({ small = false }: { readonly small?: boolean }) {
  const { state } = useStudio();
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
      {state.predictor && <NewData by={{ recipe: state.predictor }} />}
      <Gallery />
      {!small && (
        <p class="st-quiet st-formats">
          Reads CSV and TSV, Excel, ARFF, MATLAB, NumPy, HDF5, AnnData, Parquet, Arrow, svmlight and Matrix
          Market, also inside .gz. Samples in rows with one column that names the class, or holds a number to
          predict, is the usual form; others can be described after opening. A recipe can be dropped here too.
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
