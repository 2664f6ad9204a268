import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { Dataset } from "../data/dataset.js";
import type { RowSource, Rows } from "../data/stream/row-source.js";
import { columnNotice, missingRefusal, mostMissing } from "../data/treat-missing.js";
import type { Kernels } from "../kernels/kernels.js";
import { inDoubles } from "../numeric/float-rows.js";
import type { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import { upTo } from "../numeric/up-to.js";
import type { ClassMoments, Moments } from "./moments.js";
import { MomentsBuilder } from "./moments-builder.js";
import { encodeForSelection, fillMissing, type Preparation } from "./preparation.js";
import { streamMedians } from "./stream-medians.js";

/**
 * More columns than this are not gathered: their scatter and its factor would take more than the kernels' memory; a block of rows
 * of them, where there is no scatter, some hundred megabytes.
 */
export const mostStreamedColumns = { scatter: 10_000, spreads: 50_000 } as const;

/** What all rows of a file come to. */
export interface GatheredMoments {
  /** Of the columns that methods see: missing values filled, categories encoded. */
  readonly moments: ClassMoments | Moments;
  /** The features that are left when columns with too many missing values are left out. */
  readonly featureNames: readonly string[];
  readonly categories: readonly (readonly string[] | null)[] | null;
  /** The feature of each column of the moments, where some features take several; else null. */
  readonly featureOf: Int32Array | null;
  /** How many values of each feature are missing, and what they were filled with. */
  readonly missing: Float64Array;
  readonly fills: Float64Array;
  readonly rows: number;
  /** What was done to the rows. */
  readonly notices: readonly Notice[];
}

/** How to gather. */
export interface GatherOptions {
  /** Whether the whole scatter inside the classes is needed, or only what concerns single features. */
  readonly scatter: boolean;
  readonly missing?: "impute" | "drop-columns" | "drop-rows" | "error" | "knn";
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Gathers the moments of a file that is read in parts: in one pass if no value is missing and no feature is a category, else
 * what has to be filled and encoded is found out first.
 */
export async function gatherMoments(
  source: RowSource,
  kernels: Kernels,
  { scatter, missing: policy = "impute", onProgress }: GatherOptions,
): Promise<GatheredMoments> {
  requireColumns(source, scatter);
  const progress = passProgress(onProgress);
  const survey = new RowSurvey(source);
  const builder = source.categories
    ? null
    : new MomentsBuilder(kernels, source.featureNames, scatter, (values) => survey.countGaps(values));
  try {
    for await (const rows of source.pass(progress)) {
      // Where a value is missing these moments are lost, and only gaps are counted from then on.
      if (builder && survey.gaps === 0) builder.add(rows.values, rows.labels);
      else survey.add(rows);
    }
    builder?.flush();
    source.settleLevels();
    const { missing, kept, notices } = survey.conclude(policy);
    const facts = {
      featureNames: Array.from(kept, (j) => source.featureNames[j]),
      missing: Float64Array.from(kept, (j) => missing[j]),
      rows: source.rows,
      notices: [...source.notices(), ...notices],
    };
    if (builder && survey.gaps === 0)
      return {
        ...facts,
        moments: builder.finish(),
        categories: null,
        featureOf: null,
        fills: new Float64Array(kept.length),
      };
    builder?.release();
    return { ...facts, ...(await gatherPrepared(source, kernels, scatter, kept, survey, progress)) };
  } catch (error) {
    builder?.release();
    throw error;
  }
}

/** A second look at the rows, with what the first one taught: fills, and the shares of levels. */
async function gatherPrepared(
  source: RowSource,
  kernels: Kernels,
  scatter: boolean,
  kept: Int32Array,
  survey: RowSurvey,
  onProgress: (fraction: number) => void,
): Promise<Pick<GatheredMoments, "moments" | "categories" | "featureOf" | "fills">> {
  const all = source.categories;
  const categories = all && Array.from(kept, (j) => all[j]);
  const { fills, shares } = await survey.preparation(kept, onProgress);
  const preparation: Preparation = { fills, shares, neighbours: null, adjustment: null };
  const featureNames = Array.from(kept, (j) => source.featureNames[j]);
  const whole = kept.length === source.featureNames.length;
  let builder: MomentsBuilder | null = null;
  let featureOf: Int32Array | null = null;
  try {
    for await (const { values, labels } of source.pass(onProgress)) {
      const wide = inDoubles(values);
      const chosen = whole ? wide : wide.selectColumns(kept);
      const filled = fillMissing(new Dataset({ values: chosen, featureNames, categories }), preparation);
      const encoded = encodeForSelection(filled, preparation);
      if (!builder) {
        builder = new MomentsBuilder(kernels, encoded.data.featureNames, scatter);
        featureOf = categories?.some((levels) => levels) ? encoded.featureOf : null;
      }
      builder.add(encoded.data.values, labels);
    }
    return { moments: builder!.finish(), categories, featureOf, fills };
  } catch (error) {
    builder?.release();
    throw error;
  }
}

function requireColumns({ featureNames, name }: RowSource, scatter: boolean): void {
  const most = mostStreamedColumns[scatter ? "scatter" : "spreads"];
  if (featureNames.length <= most) return;
  const more = scatter
    ? `, or ${mostStreamedColumns.spreads} with a method that needs no scatter, such as fisher`
    : "";
  throw new InputError(
    "not-possible",
    `there are ${featureNames.length} features; of rows that are read in blocks at most ${most} can be worked on${more}; beyond that the data must fit into the memory`,
    {
      facts: { file: name, count: featureNames.length, allowed: String(most) },
      ...(scatter &&
        featureNames.length <= mostStreamedColumns.spreads && {
          remedies: [{ action: "use such a method", option: "method", value: "fisher" }],
        }),
    },
  );
}

/** Several passes as one bar: nobody knows beforehand how many there will be, so each takes half of what is left. */
function passProgress(onProgress?: (fraction: number) => void): (fraction: number) => void {
  let [start, room, last] = [0, 0.5, 0];
  return (fraction) => {
    if (fraction < last) [start, room] = [start + room, room / 2];
    last = fraction;
    onProgress?.(start + room * fraction);
  };
}

/** What one pass tells of gaps and levels. */
class RowSurvey {
  /** How many values are missing. */
  gaps = 0;
  private readonly missing: Float64Array;
  private readonly levelCounts: Map<string, number>[];

  constructor(private readonly source: RowSource) {
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

  add({ values }: Rows): void {
    const sparse = values instanceof SparseMatrix;
    this.countGaps(sparse ? values.values : values.data, sparse ? values.columnIndices : null);
    const { categories } = this.source;
    categories?.forEach((levels, j) => {
      if (!levels) return;
      const counts = this.levelCounts[j];
      for (let i = 0; i < values.rows; i++) {
        const level = levels[(values as Matrix).get(i, j)];
        if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
      }
    });
  }

  /** Which columns stay, by what is missing in them. */
  conclude(policy: NonNullable<GatherOptions["missing"]>): {
    missing: Float64Array;
    kept: Int32Array;
    notices: Notice[];
  } {
    const { missing, source } = this;
    if (policy === "error" && this.gaps > 0) throw missingRefusal(source.featureNames, this.gaps, missing);
    const allowed = policy === "drop-columns" ? 0 : mostMissing * source.rows;
    const unfit = new Set(source.freeTexts());
    const kept = upTo(missing.length).filter((j) => missing[j] <= allowed && !unfit.has(j));
    if (kept.length === 0)
      throw new InputError("missing-values", "every column has more than half of its values missing");
    const byColumn = Int32Array.from(missing);
    const dropped = missing.some((count) => count > allowed);
    return {
      missing,
      kept,
      notices: dropped ? [columnNotice(source.featureNames, { byColumn }, allowed, allowed > 0)] : [],
    };
  }

  /** Fills and shares of levels of these columns. */
  async preparation(
    kept: Int32Array,
    onProgress: (fraction: number) => void,
  ): Promise<Pick<Preparation, "fills" | "shares">> {
    const { source, missing } = this;
    const { categories, rows } = source;
    const isNumber = (j: number) => !categories?.[j];
    const gappy = Array.from(kept).filter((j) => missing[j] > 0 && isNumber(j));
    const medians = gappy.length > 0 ? await streamMedians(source, gappy, onProgress) : [];
    const medianOf = new Map(gappy.map((j, at) => [j, medians[at]]));
    const fills = new Float64Array(kept.length);
    const shares = Array.from(kept, (j, at) => {
      const levels = categories?.[j];
      if (!levels) {
        fills[at] = medianOf.get(j) ?? 0;
        return null;
      }
      const counts = Float64Array.from(levels, (level) => this.levelCounts[j].get(level) ?? 0);
      const most = counts.reduce((best, count, level) => (count > counts[best] ? level : best), 0);
      fills[at] = most;
      counts[most] += missing[j];
      return counts.map((count) => count / rows);
    });
    return { fills, shares };
  }
}
