import { csvChunks, InputError, writableDataset } from "salience/internal";
import type { Desk } from "./desk.js";

/** The data with only these features, as the command line writes it. */
export async function csv(desk: Desk, { features }: { features: readonly string[] }): Promise<Blob> {
  const { data } = desk;
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  const columns = features.map((name) => {
    const place = placeOf.get(name);
    if (place === undefined) throw new InputError("not-possible", `the data has no feature "${name}"`);
    return place;
  });
  const chunks = [...csvChunks(writableDataset(data.selectColumns(columns)))];
  return new Blob(chunks as BlobPart[], { type: "text/csv" });
}
