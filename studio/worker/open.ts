import {
  blobSource,
  checkReading,
  type Dataset,
  digits,
  examine,
  InputError,
  imageShape,
  measureRates,
  type PlannedFile,
  planted,
  type Reading,
  type ReadOptions,
  readingOptionNames,
  type Survey,
  shapeOf,
  surveyFile,
} from "salience/internal";
import type { Opened, Opening } from "../messages.js";
import type { Desk, Work } from "./desk.js";
import { histogram } from "./feature.js";

/** Reads data, looks it over and puts it on the desk. */
export async function open(desk: Desk, opening: Opening, { onProgress, signal }: Work): Promise<Opened> {
  const started = performance.now();
  const { source } = opening;
  const survey =
    source.kind === "bundled"
      ? asSurvey(source.name === "digits" ? await digits() : planted().data)
      : await surveyFile(blobSource(source.file, source.name), {
          ...readOptions(opening),
          companions: source.companions?.map(({ file, name }) => blobSource(file, name)),
          onProgress: (fraction) => onProgress(0.7 * fraction),
          signal,
        });
  // The plan names the target that was guessed, and the page says so beside it.
  const data = survey.data.with({
    notices: survey.data.notices.filter(({ code }) => code !== "target-guessed"),
  });
  const examination = await examine(data, {
    onProgress: (fraction) => onProgress(0.7 + 0.25 * fraction),
    signal,
  });
  const { targets } = examination;
  const rates = await measureRates();
  signal.throwIfAborted();
  desk.put(data);
  return {
    file: plannedFile(opening, survey),
    name: source.name,
    format: data.source.format,
    rows: data.rows,
    features: data.features,
    featureNames: data.featureNames,
    target: data.labels ? data.labelName : null,
    guessed: survey.guessed,
    targetHistogram: targets && data.targets ? histogram(data.targets, targets.least, targets.most) : null,
    columns: survey.columns,
    categories: data.categories,
    examination,
    notices: data.notices,
    shape: shapeOf(data),
    rates,
    image: imageShape(data),
    truth: source.kind === "bundled" && source.name === "planted" ? plantedTruth() : null,
    seconds: (performance.now() - started) / 1000,
  };
}

const plantedTruth = (): Opened["truth"] => planted().truth;

const asSurvey = (data: Dataset): Survey => ({ data, columns: null, guessed: null });

function readOptions({ reading, labels }: Opening): ReadOptions {
  const { labels: name, ...rest } = checkReading(reading);
  if (name === undefined) return rest;
  if (!labels)
    throw new InputError("file-access", `the labels are in another file, ${name}, which is not open`, {
      remedies: [{ action: "give it", option: "labels" }],
    });
  return { ...rest, labels: blobSource(labels.file, labels.name) };
}

/** The file as a plan names it: a guessed target is written down, in the order of the reading options. */
function plannedFile({ source, reading }: Opening, { data, guessed }: Survey): PlannedFile {
  if (source.kind === "bundled") return { source: `bundled:${source.name}` };
  const { target = guessed === null ? undefined : data.labelName } = reading;
  const settled: Reading = { ...reading, target };
  const said = readingOptionNames
    .map((name) => [name, settled[name]] as const)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  return { source: source.name, ...(said.length > 0 && { reading: Object.fromEntries(said) }) };
}
