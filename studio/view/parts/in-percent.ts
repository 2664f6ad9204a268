import type { Fact, NumberFormat, Section, SpreadPoint } from "../../../src/report/report.js";

/** A section as it is shown: reports hold fractions, people read percent. */
export function inPercent(section: Section): Section {
  switch (section.kind) {
    case "accuracy":
      if (section.format === "plain") return section;
      return {
        ...section,
        series: section.series.map((one) => ({ ...one, points: one.points.map(spreadInPercent) })),
        ...(section.chance && { chance: section.chance.map(spreadInPercent) }),
        ...(section.baselines && {
          baselines: section.baselines.map(({ label, level, points }) => ({
            label,
            ...(level !== undefined && { level: times(level) }),
            ...(points && { points: points.map(spreadInPercent) }),
          })),
        }),
        ...(section.majority !== undefined && { majority: times(section.majority) }),
      };
    case "tradeoff":
      return {
        ...section,
        series: section.series.map((one) => ({
          ...one,
          points: one.points.map((point) => ({ ...point, accuracy: times(point.accuracy) })),
        })),
      };
    case "correlation":
      return {
        ...section,
        twins: section.twins.map((twin) => ({
          ...twin,
          substitutes: twin.substitutes.map((one) => ({
            ...one,
            cost: times(one.cost),
          })),
        })),
      };
    case "table":
      return section.columns.some(({ format }) => format)
        ? {
            ...section,
            rows: section.rows.map((row) => row.map((value, at) => shown(value, section.columns[at].format))),
          }
        : section;
    case "ranking":
      return {
        ...section,
        scores: list(section.scores, section.scoreFormat),
        ...(section.errors && { errors: list(section.errors, section.scoreFormat) }),
        ...(section.columns && {
          columns: section.columns.map((column) => ({
            ...column,
            values: list(column.values, column.format),
          })),
        }),
      };
    case "curves":
      return section.yFormat
        ? {
            ...section,
            facets: section.facets.map((facet) => ({
              ...facet,
              series: facet.series.map((one) => ({ ...one, y: list(one.y, section.yFormat) })),
            })),
          }
        : section;
    case "surfaces":
      return {
        ...section,
        facets: section.facets.map((facet) => ({
          ...facet,
          values: list(facet.values, section.valueFormat),
        })),
      };
    case "facts":
    case "stability":
      return { ...section, facts: section.facts.map(factInPercent) };
    default:
      return section;
  }
}

/** Without the last digit, where rounding shows. What is not a number, such as an empty cell, stays as it is. */
const times = <T>(value: T): T | number =>
  typeof value === "number" ? Number((100 * value).toPrecision(15)) : value;

const shown = <T>(value: T, format: NumberFormat | undefined): T | number => (format ? times(value) : value);

const list = <T>(values: readonly T[], format: NumberFormat | undefined): readonly (T | number)[] =>
  format ? values.map(times) : values;

const spreadInPercent = ({ k, mean, low, high }: SpreadPoint): SpreadPoint => ({
  k,
  mean: times(mean),
  low: times(low),
  high: times(high),
});

const factInPercent = (fact: Fact): Fact =>
  fact.format ? { ...fact, value: times(fact.value), unit: "%" } : fact;
