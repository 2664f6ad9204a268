import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, quoted, shortList } from "../core/text.js";
import { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";

/**
 * Data with these features in this order and categories coded by these levels, whatever codes it has itself. Levels that
 * are not among them come after them; a preparation that was fitted without them does not know them.
 */
export function alignTo(
  data: Dataset,
  featureNames: readonly string[],
  categories: Dataset["categories"],
): Dataset {
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  const columns = featureNames.map((name) => {
    const place = placeOf.get(name);
    if (place === undefined)
      throw new InputError("data-mismatch", `the data has no feature "${name}", which is needed`, {
        facts: { column: name },
      });
    return place;
  });
  const chosen = data.selectColumns(columns);
  if (!categories && !chosen.categories) return chosen;
  const { values } = chosen;
  const recoded = values instanceof Matrix ? values.copy() : values.toDense();
  const all = featureNames.map((name, j) => {
    const levels = categories?.[j] ?? null;
    const own = chosen.categories?.[j] ?? null;
    if (own === levels) return levels;
    if (!levels || !own) throw otherKind(name, levels, own ?? []);
    const known = [...levels, ...own.filter((level) => !levels.includes(level))];
    const codes = own.map((level) => known.indexOf(level));
    for (let i = 0; i < recoded.rows; i++) {
      const code = recoded.get(i, j);
      if (!Number.isNaN(code)) recoded.set(i, j, codes[code]);
    }
    return known;
  });
  return new Dataset({ ...chosen, values: recoded, categories: all });
}

/** Says which levels of aligned data are not among those of training. */
export function unknownLevelNotices(aligned: Dataset, known: Dataset["categories"]): Notice[] {
  const { values, categories, featureNames, rows } = aligned;
  if (!known) return [];
  const dense = values instanceof Matrix ? values : values.toDense();
  let total = 0;
  const found = featureNames.flatMap((name, j) => {
    const count = known[j]?.length;
    if (count === undefined) return [];
    const levels = new Set<string>();
    for (let i = 0; i < rows; i++) {
      if (!(dense.get(i, j) >= count)) continue;
      levels.add(categories![j]![dense.get(i, j)]);
      total++;
    }
    return levels.size > 0 ? [{ name, levels: [...levels] }] : [];
  });
  return toldUnknown(found, total);
}

/** The notice of so many values that are levels which training did not know, by column. */
export function toldUnknown(
  found: readonly { readonly name: string; readonly levels: readonly string[] }[],
  total: number,
): Notice[] {
  if (found.length === 0) return [];
  const named = found.slice(0, 3).map(({ name, levels }) => `${name} (${shortList(levels.map(quoted), 3)})`);
  const more = found.length > 3 ? ` and ${found.length - 3} more` : "";
  const text = `${plural(total, "value is a level", "values are levels")} that training did not know, and ${total === 1 ? "counts" : "count"} as none of the known ones: ${named.join(", ")}${more}`;
  return [notice("warning", "data-mismatch", text, { count: total, columns: found.map(({ name }) => name) })];
}

function otherKind(name: string, levels: readonly string[] | null, own: readonly string[]): InputError {
  const text = levels
    ? `"${name}" is a category with the levels ${shortList(levels, 5)}, and the data holds numbers there`
    : `"${name}" holds numbers, and the data has a category with the levels ${shortList(own, 5)} there`;
  return new InputError("data-mismatch", text, { facts: { column: name } });
}
