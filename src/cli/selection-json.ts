import { type Dataset, type Selection, version } from "../index.js";

/** A selection in the form `salience/selection@1`. The ranking holds the first `listed` features. */
export function selectionJson(data: Dataset, selection: Selection, listed: number, seconds: number): object {
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
    warnings,
  } = selection;
  return {
    schema: "salience/selection@1",
    method,
    options: { ...options, k, seed },
    data: {
      rows: data.rows,
      features: data.features,
      classes: data.labels?.classes.length ?? 0,
      source: data.source.name,
      format: data.source.format,
      transforms: data.source.transforms,
      target: data.labels ? data.labelName : null,
    },
    ranking: Array.from(ranking.subarray(0, listed), (index, place) => ({
      rank: place + 1,
      index,
      name: data.featureNames[index],
      score: scores[index],
      ...(errors && { error: errors[index] }),
    })),
    direction,
    ...(trace && { trace }),
    ...(certificate && { certificate }),
    ...(chosen && { chosen }),
    ...(definition && { definition }),
    ...(warnings && { warnings }),
    seconds,
    version,
  };
}
