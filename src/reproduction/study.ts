import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { type Fold, stratifiedFolds } from "../evaluation/folds.js";
import { planSplits } from "../experiment/plan-splits.js";
import { Random } from "../numeric/random.js";
import type { Effort } from "./effort.js";
import { type DatasetName, paperDatasets, tableKs } from "./paper.js";

/** One of the paper's data sets, ready to be worked on. */
export interface Study {
  readonly name: DatasetName;
  /** Its place among all data that is worked on. */
  readonly place: number;
  readonly data: Dataset;
  /** The folds of each seed of the paper protocol; the nested one takes the first. */
  readonly seeds: readonly (readonly Fold[])[];
  /** All ks, and those of the tables, as far as there are features. */
  readonly ks: readonly number[];
  readonly tableKs: readonly number[];
  /** What is different from the paper on purpose. */
  readonly remarks: readonly string[];
}

/** Rows of USPS that are drawn from each class, as many as in the paper's own draw. */
const drawn = 73;

/** Makes a study of a data set, after refusing what cannot be studied. */
export function makeStudy(
  name: DatasetName,
  place: number,
  given: Dataset,
  { seeds, ks }: Effort,
  seed: number,
): Study {
  if (given.features < tableKs[0])
    throw new InputError(
      "unusable-data",
      `it has ${given.features} features; the paper's tables begin at ${tableKs[0]}`,
      { facts: { file: given.source.name } },
    );
  const { data, remark } = name === "USPS" ? drawUsps(given, seed) : { data: given, remark: null };
  const has = (k: number) => k <= data.features;
  try {
    return {
      name,
      place,
      data,
      seeds: Array.from({ length: seeds }, (_, at) => planSplits(data, { seed: seed + at }).repeats[0]),
      ks: ks.filter(has),
      tableKs: tableKs.filter(has),
      remarks: [...(remark ? [remark] : []), ...shapeRemarks(name, data)],
    };
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file: given.source.name });
    throw error;
  }
}

/** The paper's draw of 730 images is not public; this is another one of the same size. */
function drawUsps(given: Dataset, seed: number): { data: Dataset; remark: string | null } {
  const codes = given.labels?.codes;
  if (!codes || given.rows <= paperDatasets.USPS.rows) return { data: given, remark: null };
  const random = new Random(seed).fork("USPS");
  const rows = given.labels!.classes.flatMap((_, code) => {
    const members = Array.from(codes.keys()).filter((row) => codes[row] === code);
    return random.shuffle(members).slice(0, drawn);
  });
  return {
    data: given.selectRows(rows.sort((a, b) => a - b)),
    remark: `${drawn} images of each class are drawn from ${given.rows} (seed ${seed}): the paper's own draw is not public`,
  };
}

function shapeRemarks(name: DatasetName, { rows, features, labels }: Dataset): string[] {
  const paper = paperDatasets[name];
  const differs = (what: string, ours: number, theirs: number) =>
    ours === theirs ? [] : [`${ours} ${what} where the paper has ${theirs}`];
  return [
    ...differs("rows", rows, paper.rows),
    ...differs("features", features, paper.features),
    ...differs("classes", labels?.classes.length ?? 0, paper.classes),
    ...(sourceRemarks[name] ? [sourceRemarks[name]] : []),
  ];
}

const sourceRemarks: Readonly<Partial<Record<DatasetName, string>>> = {
  LUNG: "the public file was processed by its source and need not be the one that the paper used",
  COLON: "taken as it is and standardised, as in the paper; a careful user takes logarithms first",
};

/** Folds inside the training rows of a fold of the first seed, as rows of the data. */
export function innerFoldsOf({ data, seeds }: Study, fold: number, folds: number, seed: number): Fold[] {
  const { train } = seeds[0][fold];
  const codes = Int32Array.from(train, (row) => data.labels!.codes[row]);
  const inside = stratifiedFolds(codes, folds, new Random(seed).fork(`inside ${fold}`));
  return inside.map((inner) => ({
    train: inner.train.map((at) => train[at]),
    test: inner.test.map((at) => train[at]),
  }));
}
