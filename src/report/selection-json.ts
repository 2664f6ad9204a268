import type { Dataset } from "../data/dataset.js";
import type { Tuning } from "../experiment/tune.js";
import type { Selection } from "../selectors/select.js";
import { version } from "../version.js";
import { dataJson } from "./data-json.js";

/**
 * A selection in the form `salience/selection@1`. The ranking holds the first `listed` features; `tuning` is what found k
 * and the options, where they were found.
 */
export function selectionJson(
  data: Dataset,
  selection: Selection,
  listed: number,
  seconds: number,
  tuning: Tuning | null = null,
): object {
  const {
    method,
    options,
    k,
    seed,
    ranking,
    scores,
    errors,
    direction,
    trace,
    certificate,
    chosen,
    definition,
    notices,
    features,
    kept,
    excluded,
    featureGroups,
  } = selection;
  const isKept = new Set(kept);
  const isExcluded = new Set(excluded);
  const groupOf = new Map(
    Object.entries(featureGroups).flatMap(([group, members]) => members.map((name) => [name, group])),
  );
  return {
    schema: "salience/selection@1",
    method,
    options: { ...options, k, seed },
    data: dataJson(data),
    picked: features.length,
    ...(kept.length > 0 && { kept }),
    ...(excluded.length > 0 && { excluded }),
    ...(groupOf.size > 0 && { featureGroups }),
    ranking: Array.from(ranking.subarray(0, listed), (index, place) => {
      const name = data.featureNames[index];
      return {
        rank: place + 1,
        index,
        name,
        score: isExcluded.has(name) ? null : scores[index],
        ...(errors && !isExcluded.has(name) && { error: errors[index] }),
        ...(isKept.has(name) && { kept: true }),
        ...(isExcluded.has(name) && { excluded: true }),
        ...(groupOf.has(name) && { group: groupOf.get(name) }),
      };
    }),
    direction,
    ...(trace && { trace }),
    ...(certificate && { certificate }),
    ...(chosen && { chosen }),
    ...(definition && { definition }),
    notices,
    seconds,
    version,
    ...(tuning && { tuning: tuningBlock(tuning) }),
  };
}

/** What a selection writes down about its tuning: what the selection does not say itself. */
function tuningBlock({
  schema: _,
  data: _data,
  version: _version,
  testRows: _testRows,
  ...rest
}: Tuning): object {
  return rest;
}
