import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import type { RowPasses } from "../data/stream/row-passes.js";
import { columnNotice, missingRefusal, mostMissing } from "../data/treat-missing.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";
import { classWeights } from "./class-weight.js";
import type { ClassCount, MomentsStep, PartFacts } from "./part-step.js";
import type { Passes } from "./passes.js";

/** What all sections tell of gaps and levels. */
export class RowSurvey {
  readonly missing: Float64Array;
  /** For each feature, how many rows of each class have a level. */
  private readonly levelCounts: Map<string, Map<string, number>>[];
  private readonly classCounts = new Map<string, number>();

  constructor(
    private readonly source: RowPasses,
    facts: readonly PartFacts[],
  ) {
    this.missing = new Float64Array(source.featureNames.length);
    this.levelCounts = source.featureNames.map(() => new Map());
    for (const { missing, levels, rows } of facts) {
      for (const { column, count } of missing) this.missing[column] += count;
      addCounts(this.classCounts, rows);
      for (const { column, counts } of levels)
        for (const { level, rows: own } of counts) {
          const known = this.levelCounts[column].get(level) ?? new Map<string, number>();
          this.levelCounts[column].set(level, addCounts(known, own));
        }
    }
  }

  /** What a row of each class counts where all classes count the same. */
  balanced(): ClassCount[] {
    const weights = classWeights([...this.classCounts.values()], "balanced");
    return [...this.classCounts.keys()].map((name, at) => ({ name, count: weights[at] }));
  }

  /** Which of these columns are numbers with gaps, by their place. */
  gappyPlaces(kept: Int32Array): number[] {
    return Array.from(kept.keys()).filter(
      (at) => this.missing[kept[at]] > 0 && !this.source.categories?.[kept[at]],
    );
  }

  /** For each of these columns that is a category, how many rows of each class (columns) have each level (rows). */
  tables(kept: Int32Array, classes: readonly string[]): (Matrix | null)[] {
    return Array.from(kept, (j) => {
      const levels = this.source.categories?.[j];
      if (!levels) return null;
      const table = Matrix.zeros(levels.length, classes.length);
      levels.forEach((level, row) => {
        const own = this.levelCounts[j].get(level);
        classes.forEach((name, code) => {
          table.set(row, code, own?.get(name) ?? 0);
        });
      });
      return table;
    });
  }

  /** Which columns stay, by what is missing in them. */
  conclude(
    policy: "impute" | "drop-columns" | "drop-rows" | "error" | "knn",
    keepColumns: boolean,
  ): {
    kept: Int32Array;
    notices: Notice[];
  } {
    const { missing, source } = this;
    const gaps = missing.reduce((sum, count) => sum + count, 0);
    if (policy === "error" && gaps > 0) throw missingRefusal(source.featureNames, gaps, missing);
    const most = policy === "drop-columns" ? 0 : mostMissing * source.rows;
    const allowed = keepColumns ? source.rows : most;
    const unfit = new Set(source.freeTexts());
    const kept = upTo(missing.length).filter((j) => missing[j] <= allowed && !unfit.has(j));
    if (kept.length === 0)
      throw new InputError("missing-values", "every column has more than half of its values missing");
    const byColumn = Int32Array.from(missing);
    const dropped = missing.some((count) => count > allowed);
    return {
      kept,
      notices: dropped ? [columnNotice(source.featureNames, { byColumn }, allowed, allowed > 0)] : [],
    };
  }

  /** Fills and shares of levels of these columns. */
  async preparation(kept: Int32Array, passes: Passes): Promise<Pick<MomentsStep, "fills" | "shares">> {
    const { source, missing } = this;
    const { categories, rows } = source;
    const gappy = this.gappyPlaces(kept).map((at) => kept[at]);
    const medians = gappy.length > 0 ? await passes.medians(gappy) : [];
    const medianOf = new Map(gappy.map((j, at) => [j, medians[at]]));
    const fills: number[] = [];
    const shares = Array.from(kept, (j) => {
      const levels = categories?.[j];
      if (!levels) {
        // JSON knows no negative zero, and all machines must fill the same.
        fills.push((medianOf.get(j) ?? 0) + 0);
        return null;
      }
      const counts = levels.map((level) => {
        const own = this.levelCounts[j].get(level)?.values() ?? [];
        return Array.from(own).reduce((sum, count) => sum + count, 0);
      });
      const most = counts.reduce((best, count, level) => (count > counts[best] ? level : best), 0);
      fills.push(most);
      counts[most] += missing[j];
      return counts.map((count) => count / rows);
    });
    return { fills, shares };
  }
}

/** Adds counts of rows by class. */
function addCounts(to: Map<string, number>, counts: readonly ClassCount[]): Map<string, number> {
  for (const { name, count } of counts) to.set(name, (to.get(name) ?? 0) + count);
  return to;
}
