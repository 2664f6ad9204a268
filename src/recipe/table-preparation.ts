import { listOf, mustBe, object, orNull, type Shape, text } from "../core/json.js";
import { type Notice, notice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { featurePlaces } from "../data/need-features.js";
import { alignTo, unknownLevelNotices } from "../models/align-data.js";
import {
  completeData,
  type Encoded,
  encodeForModel,
  fitPreparation,
  missingCounts,
  modelColumns,
  type Preparation,
  preparationOf,
} from "../models/preparation.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";

/** How one column is made complete and its levels known, as plain JSON. */
export interface PreparedColumn {
  /** What a missing value becomes: the median in training, or the place of the most frequent level. */
  readonly fill: number;
  /** The levels of a category in the order of its values; null for a number. */
  readonly levels: readonly string[] | null;
  /** The part of the training rows that each level has, after filling; null for a number. */
  readonly shares: readonly number[] | null;
}

/** How new data is made ready for the features of a recipe or a saved classifier, as plain JSON. */
export interface TablePreparation {
  /** One for each feature, in their order. */
  readonly features: readonly PreparedColumn[];
  /** Known influences and what they add to the features; null where there are none. */
  readonly adjustment: KnownInfluences | null;
}

/** Known influences, such as batch or age, that are taken away from the features. */
export interface KnownInfluences {
  /** The columns that new data needs for it. */
  readonly columns: readonly (PreparedColumn & { readonly name: string })[];
  /** The mean over the training rows of each column that stands for them: one per number, levels − 1 per category. */
  readonly centres: readonly number[];
  /** For each feature, what one unit of these columns adds to it. */
  readonly slopes: readonly (readonly number[])[];
  /** For each feature, its value if nothing but the influences was in it; else null. */
  readonly constants: readonly (number | null)[];
}

/** Makes data ready as the training data was: features are found by name, filled, adjusted and encoded. */
export class TablePreparer {
  private constructor(
    /** The features, and behind them the known influences. */
    private readonly names: readonly string[],
    private readonly categories: Dataset["categories"],
    private readonly preparation: Preparation,
    /** How many of the columns are features. */
    private readonly features: number,
  ) {}

  /** From training data whose last columns are known influences. The nearest rows are not kept: medians fill instead. */
  static fit(table: Dataset, influences = 0): TablePreparer {
    const features = table.features - influences;
    const covariates = upTo(influences).map((place) => features + place);
    const preparation = fitPreparation(table.with({ missing: "impute" }), upTo(table.rows), covariates);
    return new TablePreparer(table.featureNames, table.categories, preparation, features);
  }

  /** From its JSON form. */
  static restore(featureNames: readonly string[], { features, adjustment }: TablePreparation): TablePreparer {
    const influences = adjustment?.columns ?? [];
    const columns = [...features, ...influences];
    const slopes =
      adjustment &&
      Matrix.fromRows([...adjustment.slopes, ...influences.map(() => adjustment.centres.map(() => 0))]);
    return new TablePreparer(
      [...featureNames, ...influences.map(({ name }) => name)],
      columns.some(({ levels }) => levels) ? columns.map(({ levels }) => levels) : null,
      {
        fills: Float64Array.from(columns, ({ fill }) => fill),
        shares: columns.map(({ shares }) => shares && Float64Array.from(shares)),
        neighbours: null,
        adjustment: adjustment && {
          covariates: upTo(influences.length).map((place) => features.length + place),
          centres: Float64Array.from(adjustment.centres),
          slopes: slopes!,
          constants: Float64Array.from(
            [...adjustment.constants, ...influences.map(() => null)],
            (x) => x ?? Number.NaN,
          ),
          confounding: { explained: 0, className: null },
          encoding: {
            fills: Float64Array.from(influences, ({ fill }) => fill),
            shares: influences.map(({ shares }) => shares && Float64Array.from(shares)),
            neighbours: null,
            adjustment: null,
          },
        },
      },
      features.length,
    );
  }

  /** The columns that new data needs, found by name, with the levels of training first; what is missing is named. */
  align(data: Dataset): Dataset {
    featurePlaces(this.names, data.featureNames);
    return alignTo(data, this.names, this.categories);
  }

  /** The features of aligned data as they are. */
  featuresIn(aligned: Dataset): Dataset {
    return this.features < aligned.features ? aligned.selectColumns(upTo(this.features)) : aligned;
  }

  /** The features of aligned data, complete and without known influences. */
  complete(aligned: Dataset): Dataset {
    return this.featuresIn(completeData(aligned, this.preparation));
  }

  /** Complete features as the columns that a model sees. */
  encode(complete: Dataset): Encoded {
    return encodeForModel(complete, preparationOf(this.preparation, upTo(this.features)));
  }

  /** How many columns a model sees. */
  get modelColumns(): number {
    return modelColumns(preparationOf(this.preparation, upTo(this.features))).length;
  }

  /** What of aligned data was filled, and which of its levels training did not know. */
  notices(aligned: Dataset): Notice[] {
    return [...this.filled(aligned), ...unknownLevelNotices(aligned, this.categories)];
  }

  private filled({ values, featureNames }: Dataset): Notice[] {
    const counts = missingCounts(values);
    const count = counts.reduce((sum, n) => sum + n, 0);
    if (count === 0) return [];
    const columns = featureNames.filter((_, j) => counts[j] > 0);
    const how = columns.slice(0, 3).map((name) => {
      const j = featureNames.indexOf(name);
      const fill = this.preparation.fills[j];
      return `${name} with ${this.categories?.[j]?.[fill] ?? Number(fill.toPrecision(4))}`;
    });
    const more = columns.length > 3 ? `, and ${columns.length - 3} more` : "";
    const text = `${plural(count, "missing value was", "missing values were")} filled with what was usual in training: ${how.join(", ")}${more}`;
    return [notice("note", "missing-values", text, { count, columns })];
  }

  toJSON(): TablePreparation {
    const { fills, shares, adjustment } = this.preparation;
    const columnAt = (j: number): PreparedColumn => ({
      // A fill of −0 would come back from JSON as 0.
      fill: fills[j] + 0,
      levels: this.categories?.[j] ?? null,
      shares: shares[j] && Array.from(shares[j]),
    });
    const places = Array.from(upTo(this.features));
    return {
      features: places.map(columnAt),
      adjustment: adjustment && {
        columns: Array.from(adjustment.covariates, (j) => ({ name: this.names[j], ...columnAt(j) })),
        centres: Array.from(adjustment.centres, (x) => x + 0),
        slopes: places.map((j) => Array.from(adjustment.centres, (_, c) => adjustment.slopes.get(j, c) + 0)),
        constants: places.map((j) =>
          Number.isNaN(adjustment.constants[j]) ? null : adjustment.constants[j] + 0,
        ),
      },
    };
  }
}

/** A number, and no word for one. */
const finite: Shape<number> = (value, place) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw mustBe(place, "a number", value);
  return value;
};

const columnMembers = { fill: finite, levels: orNull(listOf(text)), shares: orNull(listOf(finite)) };

/** Shares that were divided by the number of rows add up to 1 but for rounding. */
const rounding = 1e-9;

/** Refuses fills that are no level, and levels whose shares are none. */
function checkColumn({ fill, levels, shares }: PreparedColumn, place: string): void {
  if (!levels && !shares) return;
  if (!levels || new Set(levels).size < levels.length || levels.length === 0)
    throw mustBe(`${place}.levels`, "a list of different levels");
  if (!(Number.isInteger(fill) && fill >= 0 && fill < levels.length))
    throw mustBe(`${place}.fill`, "the place of a level");
  const sum = shares?.reduce((total, share) => total + share, 0) ?? 0;
  if (shares?.length !== levels.length || shares.some((share) => share < 0) || Math.abs(sum - 1) > rounding)
    throw mustBe(`${place}.shares`, "a list of parts of 1, one for each level");
}

const preparationShape = object<TablePreparation>({
  features: listOf(object<PreparedColumn>(columnMembers)),
  adjustment: orNull(
    object<KnownInfluences>({
      columns: listOf(object({ name: text, ...columnMembers })),
      centres: listOf(finite),
      slopes: listOf(listOf(finite)),
      constants: listOf(orNull(finite)),
    }),
  ),
});

/** The JSON form; what does not fit together is refused. */
export const tablePreparationShape: Shape<TablePreparation> = (value, place) => {
  const read = preparationShape(value, place);
  read.features.forEach((column, j) => {
    checkColumn(column, `${place}.features[${j}]`);
  });
  const { adjustment } = read;
  if (!adjustment) return read;
  adjustment.columns.forEach((column, j) => {
    checkColumn(column, `${place}.adjustment.columns[${j}]`);
  });
  // A category has a column less than it has levels that occur.
  const widths = adjustment.columns.map(({ shares }) =>
    shares ? shares.filter((share) => share > 0).length - 1 : 1,
  );
  const columns = widths.reduce((sum, width) => sum + width, 0);
  if (adjustment.centres.length !== columns)
    throw mustBe(`${place}.adjustment.centres`, `a list of ${columns} numbers`);
  const features = read.features.length;
  if (adjustment.slopes.length !== features || adjustment.slopes.some(({ length }) => length !== columns))
    throw mustBe(`${place}.adjustment.slopes`, `${features} lists of ${columns} numbers`);
  if (adjustment.constants.length !== features)
    throw mustBe(`${place}.adjustment.constants`, `a list of ${features} entries`);
  return read;
};
