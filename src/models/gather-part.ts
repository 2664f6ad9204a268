import { Dataset } from "../data/dataset.js";
import type { RowPasses } from "../data/stream/row-passes.js";
import type { Rows } from "../data/stream/row-source.js";
import type { Section } from "../data/stream/sections.js";
import type { Kernels } from "../kernels/kernels.js";
import { inDoubles } from "../numeric/float-rows.js";
import { joinNumbers } from "../numeric/join-numbers.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import { GappyColumns } from "./known-values.js";
import { MedianSearch } from "./median-search.js";
import { MomentsBuilder } from "./moments-builder.js";
import type {
  ClassCount,
  LookStep,
  MediansStep,
  MomentsStep,
  PartFacts,
  PartResult,
  PartRunner,
  PartStep,
} from "./part-step.js";
import { type Encoded, encodeForSelection, fillMissing, type Preparation } from "./preparation.js";

/** A result whose numbers are at hand. */
export interface HeldPart extends PartResult {
  readonly numbers: Float64Array | null;
}

/** Does a step for the rows of one section. */
export function gatherPart(
  source: RowPasses,
  section: Section,
  step: PartStep,
  kernels: Kernels,
  onProgress?: (fraction: number) => void,
): Promise<HeldPart> {
  if (step.name === "look") return lookAtPart(source, section, step, kernels, onProgress);
  if (step.name === "medians") return mediansOfPart(source, section, step, onProgress);
  return momentsOfPart(source, section, step, kernels, onProgress);
}

/** Does steps right here, one section after the other. */
export function runHere(source: RowPasses, kernels: Kernels): PartRunner {
  return {
    sends: false,
    async run(sections, step, onResult, onProgress) {
      let counts = false;
      for (const [place, section] of sections.entries()) {
        const told = (part: number) => onProgress((place + part) / sections.length);
        const result: HeldPart =
          counts && step.name === "look"
            ? await lookAtPart(source, section, step, null, told)
            : await gatherPart(source, section, step, kernels, told);
        // Where a value is missing, moments that know of no gaps are of no use.
        counts ||= result.facts.missing.length > 0;
        onResult(place, result);
      }
    },
  };
}

/** Without kernels no moments are gathered. */
async function lookAtPart(
  source: RowPasses,
  section: Section,
  { scatter, weighed }: LookStep,
  kernels: Kernels | null,
  onProgress?: (fraction: number) => void,
): Promise<HeldPart> {
  const survey = new PartSurvey(source);
  const builder =
    kernels === null || source.categories || weighed
      ? null
      : new MomentsBuilder(kernels, source.featureNames, scatter, (values) => survey.countGaps(values));
  try {
    for await (const rows of source.section(section, onProgress)) {
      // Where a value is missing these moments are lost, and only gaps are counted from then on.
      if (builder && survey.gaps === 0) builder.add(rows.values, rows.labels);
      else survey.add(rows);
    }
    builder?.flush();
    return builder && survey.gaps === 0
      ? partOf(builder, survey.facts())
      : { facts: survey.facts(), numbers: null };
  } finally {
    builder?.release();
  }
}

async function mediansOfPart(
  source: RowPasses,
  section: Section,
  { columns, bounds, cap }: MediansStep,
  onProgress?: (fraction: number) => void,
): Promise<HeldPart> {
  const searches = bounds.map((one) => MedianSearch.between(one, cap));
  for await (const { values } of source.section(section, onProgress)) {
    const dense = values instanceof Matrix ? values : values.toDense();
    columns.forEach((j, at) => {
      for (let i = 0; i < dense.rows; i++) {
        const value = dense.get(i, j);
        if (!Number.isNaN(value)) searches[at].take(value);
      }
    });
  }
  return {
    facts: new PartSurvey(source).facts(),
    numbers: Float64Array.from(searches.flatMap((search) => search.tally())),
  };
}

async function momentsOfPart(
  source: RowPasses,
  section: Section,
  step: MomentsStep,
  kernels: Kernels,
  onProgress?: (fraction: number) => void,
): Promise<HeldPart> {
  const { scatter, kept, levels } = step;
  if (levels) source.useLevels(levels);
  const encoder = new PartEncoder(source.featureNames, step);
  const builder = new MomentsBuilder(kernels, encoder.featureNames, scatter, undefined, weightsOf(step));
  const gappy = new GappyColumns(step.gappy);
  const whole = kept.length === source.featureNames.length;
  try {
    for await (const { values, labels } of source.section(section, onProgress)) {
      const wide = inDoubles(values);
      const chosen = whole ? wide : wide.selectColumns(Int32Array.from(kept));
      gappy.add(chosen, labels);
      builder.add(encoder.encode(chosen).data.values, labels);
    }
    const held = partOf(builder, new PartSurvey(source).facts());
    if (step.gappy.length === 0) return held;
    const known = gappy.part();
    return {
      facts: { ...held.facts, gappyClasses: known.classes },
      numbers: joinNumbers([held.numbers, ...known.numbers]),
    };
  } finally {
    builder.release();
  }
}

function partOf(builder: MomentsBuilder, facts: PartFacts): HeldPart & { readonly numbers: Float64Array } {
  const { classes, numbers } = builder.part();
  return { facts: { ...facts, classes }, numbers };
}

/** Fills missing values and encodes categories as all rows have taught. */
export class PartEncoder {
  /** Of the columns that methods see. */
  readonly featureNames: readonly string[];
  /** The feature of each column, where some features take several; else null. */
  readonly featureOf: Int32Array | null;
  /** The first column of each feature; −1 where it has none. */
  readonly columnOf: Int32Array;
  private readonly names: readonly string[];
  private readonly categories: readonly (readonly string[] | null)[] | null;
  private readonly preparation: Preparation;

  constructor(
    all: readonly string[],
    { kept, levels, fills, shares }: Pick<MomentsStep, "kept" | "levels" | "fills" | "shares">,
  ) {
    this.names = kept.map((j) => all[j]);
    this.categories = levels && kept.map((j) => levels[j]);
    this.preparation = {
      fills: Float64Array.from(fills),
      shares: shares.map((own) => own && Float64Array.from(own)),
      neighbours: null,
      adjustment: null,
    };
    const { data, featureOf } = this.encode(Matrix.zeros(0, kept.length));
    this.featureNames = data.featureNames;
    this.featureOf = this.categories?.some((own) => own) ? featureOf : null;
    this.columnOf = Int32Array.from(kept, (_, at) => featureOf.indexOf(at));
  }

  encode(values: Matrix | SparseMatrix): Encoded {
    const { names: featureNames, categories, preparation } = this;
    const filled = fillMissing(new Dataset({ values, featureNames, categories }), preparation);
    return encodeForSelection(filled, preparation);
  }
}

/** What the rows of a section tell of gaps and levels. */
class PartSurvey {
  /** How many values are missing. */
  gaps = 0;
  private readonly missing: Float64Array;
  private readonly rows = new Map<string, number>();
  /** For each feature, how many rows of each class have a level. */
  private readonly levelCounts: Map<string, Map<string, number>>[];

  constructor(private readonly source: RowPasses) {
    this.missing = new Float64Array(source.featureNames.length);
    this.levelCounts = source.featureNames.map(() => new Map());
  }

  /** Counts the missing values of complete rows, one after the other. */
  countGaps(flat: Float32Array | Float64Array, columnOf: Int32Array | null = null): void {
    const columns = this.missing.length;
    for (let at = 0; at < flat.length; at++) {
      if (!Number.isNaN(flat[at])) continue;
      this.missing[columnOf ? columnOf[at] : at % columns]++;
      this.gaps++;
    }
  }

  add({ values, labels }: Rows): void {
    const sparse = values instanceof SparseMatrix;
    this.countGaps(sparse ? values.values : values.data, sparse ? values.columnIndices : null);
    for (const label of labels) countOne(this.rows, label);
    const { categories } = this.source;
    categories?.forEach((levels, j) => {
      if (!levels) return;
      const counts = this.levelCounts[j];
      for (let i = 0; i < values.rows; i++) {
        const level = levels[(values as Matrix).get(i, j)];
        if (level === undefined) continue;
        const own = counts.get(level) ?? new Map<string, number>();
        counts.set(level, own);
        countOne(own, labels[i]);
      }
    });
  }

  /** The counts, and what the pass told. */
  facts(): PartFacts {
    const { source, missing, levelCounts } = this;
    const unfit = new Set(source.freeTexts());
    return {
      pass: source.facts(),
      missing: Array.from(missing, (count, column) => ({ column, count })).filter(({ count }) => count > 0),
      levels: levelCounts.flatMap((counts, column) =>
        counts.size === 0 || unfit.has(column)
          ? []
          : [{ column, counts: Array.from(counts, ([level, rows]) => ({ level, rows: listed(rows) })) }],
      ),
      rows: listed(this.rows),
      classes: [],
      gappyClasses: [],
    };
  }
}

/** Counts one more row of a class. */
function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const listed = (counts: ReadonlyMap<string, number>): ClassCount[] =>
  Array.from(counts, ([name, count]) => ({ name, count }));

/** What a row of each class counts, by its name. */
export const weightsOf = ({
  weights,
}: Pick<MomentsStep, "weights">): ReadonlyMap<string, number> | undefined =>
  weights ? new Map(weights.map(({ name, count }) => [name, count])) : undefined;
