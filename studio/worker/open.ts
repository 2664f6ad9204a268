import {
  blobSource,
  type ColumnKind,
  type Dataset,
  digits,
  estimateRuns,
  examine,
  imageShape,
  planted,
  type ReadOptions,
  type Survey,
  surveyFile,
} from "salience/internal";
import type { Opened, Reading, Source } from "../messages.js";
import type { Desk, Work } from "./desk.js";

/** Reads data, looks it over and puts it on the desk. */
export async function open(
  desk: Desk,
  { source, reading }: { source: Source; reading: Reading },
  { onProgress, signal }: Work,
): Promise<Opened> {
  const started = performance.now();
  const survey =
    source.kind === "bundled"
      ? asSurvey(source.name === "digits" ? await digits() : planted().data)
      : await surveyFile(blobSource(source.file, source.name), {
          ...readOptions(reading),
          companions: source.companions?.map(({ file, name }) => blobSource(file, name)),
          onProgress: (fraction) => onProgress(0.7 * fraction),
          signal,
        });
  const { data } = survey;
  const leftOut = (survey.columns ?? [])
    .filter(({ use, name }) => use === "none" && !reading.drop?.includes(name))
    .map(({ name }) => name);
  const examination = await examine(data, {
    onProgress: (fraction) => onProgress(0.7 + 0.25 * fraction),
    signal,
  });
  const estimates = await estimateRuns(data);
  signal.throwIfAborted();
  desk.put(data, {
    source,
    reading,
    target: data.labels ? data.labelName : null,
  });
  return {
    name: source.name,
    format: data.source.format,
    rows: data.rows,
    features: data.features,
    featureNames: data.featureNames,
    target: data.labels ? data.labelName : null,
    guessed: survey.guessed,
    columns: survey.columns && countKinds(survey.columns),
    leftOut,
    hasIds: data.rowIds !== null,
    examination,
    estimates: Object.fromEntries(estimates.map(({ method, seconds }) => [method, seconds])),
    image: imageShape(data),
    seconds: (performance.now() - started) / 1000,
  };
}

function countKinds(columns: NonNullable<Survey["columns"]>): Opened["columns"] {
  const count = (...kinds: readonly ColumnKind[]) =>
    columns.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    number: count("number"),
    category: count("category", "yes-no"),
    other: count("date", "text", "id"),
  };
}

const asSurvey = (data: Dataset): Survey => ({ data, columns: null, guessed: null });

/** Labels come from a column of the data or from a file of their own, whose column then matters. */
function readOptions({ labels, labelColumn, target, ...rest }: Reading): ReadOptions {
  if (!labels) return { ...rest, target };
  return { ...rest, labels: blobSource(labels.file, labels.name), labelColumn };
}
