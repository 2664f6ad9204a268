import {
  blobSource,
  type Dataset,
  digits,
  digitsImageSize,
  estimateRuns,
  examine,
  planted,
  type ReadOptions,
  type Survey,
  surveyFile,
} from "salience";
import type { ImageShape, Opened, Reading, Source } from "../messages.js";
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
          onProgress: (fraction) => onProgress(0.7 * fraction),
          signal,
        });
  const { data } = survey;
  const examination = await examine(data, {
    onProgress: (fraction) => onProgress(0.7 + 0.25 * fraction),
    signal,
  });
  const estimates = await estimateRuns(data);
  signal.throwIfAborted();
  desk.put(data);
  return {
    name: source.name,
    format: data.source.format,
    rows: data.rows,
    features: data.features,
    featureNames: data.featureNames,
    target: data.labels ? data.labelName : null,
    guessed: survey.guessed,
    columns: survey.columns,
    leftOut: survey.leftOut,
    hasIds: data.rowIds !== null,
    examination,
    estimates: Object.fromEntries(estimates.map(({ method, seconds }) => [method, seconds])),
    image: imageShape(data, source),
    seconds: (performance.now() - started) / 1000,
  };
}

const asSurvey = (data: Dataset): Survey => ({ data, columns: null, guessed: null, leftOut: [] });

function readOptions({ labels, ...rest }: Reading): ReadOptions {
  return { ...rest, ...(labels && { labels: blobSource(labels.file, labels.name) }) };
}

/** Digits are images; data whose features have no names and are a square number, 64 or more, may be. */
function imageShape(
  { features, featureNames, source: { format } }: Dataset,
  source: Source,
): ImageShape | null {
  if (source.kind === "bundled")
    return source.name === "digits"
      ? { width: digitsImageSize, height: digitsImageSize, order: "rows" }
      : null;
  const side = Math.round(Math.sqrt(features));
  const nameless = featureNames.every((name, j) => name === String(j + 1));
  if (side * side !== features || side < 8 || !nameless) return null;
  return { width: side, height: side, order: format === "mat" ? "columns" : "rows" };
}
