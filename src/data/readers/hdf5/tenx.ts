import { InputError } from "../../../core/input-error.js";
import type { StoredArrays } from "../shared/stored-rows.js";
import { namedFeatures } from "../shared/unique-names.js";
import { compressedRows, sparseShape } from "./compressed-group.js";
import type { Hdf5File } from "./file.js";
import { readDoubles } from "./read-numbers.js";

/** The group that makes a file one of Cell Ranger's: `matrix`, or in version 2 one group per genome; else null. */
export function tenxGroup(file: Hdf5File): string | null {
  const isTenx = (group: string) => {
    if (file.kindOfExisting(group) !== "group") return false;
    const names = file.names(group);
    return ["barcodes", "data", "indices", "indptr", "shape"].every((name) => names.includes(name));
  };
  const groups = file.names("").slice(0, 20).filter(isTenx);
  if (groups.includes("matrix")) return "matrix";
  if (groups.length > 1)
    throw new InputError(
      "unreadable-file",
      `the file holds matrices of several genomes (${groups.join(", ")}); split it into one file per genome`,
    );
  return groups[0] ?? null;
}

/**
 * Opens Cell Ranger's matrix of genes × cells, compressed by cells, as cells × genes. Genes are called by their names,
 * made unique; cells by their barcodes.
 */
export async function openTenx(file: Hdf5File, group: string): Promise<StoredArrays> {
  if (file.options.target !== undefined && !file.options.optional?.includes("target"))
    throw new InputError("target", "a 10x file does not contain labels", {
      remedies: [{ action: "give a file of labels by barcode", option: "labels" }],
    });
  const sizes = await readDoubles(file, datasetAt(file, `${group}/shape`));
  const [genes, cells] = sparseShape([...sizes], group);
  const nameSets = [
    `${group}/features/name`,
    `${group}/gene_names`,
    `${group}/features/id`,
    `${group}/genes`,
  ];
  const names = nameSets.find((path) => file.kindOf(path) === "dataset");
  const featureNames = names === undefined ? undefined : file.readNames(file.dataset(names));
  const barcodes = datasetAt(file, `${group}/barcodes`);
  for (const [what, given, expected] of [
    ["genes", featureNames?.length ?? genes, genes],
    ["barcodes", barcodes.shape[0], cells],
  ] as const)
    if (given !== expected)
      throw new InputError(
        "unreadable-file",
        `the file is damaged: it has names for ${given} of ${expected} ${what}`,
      );
  const matrix = compressedRows(file, { path: group, format: "csr", rows: cells, columns: genes });
  const named = namedFeatures(featureNames);
  return {
    rows: cells,
    columns: genes,
    bytes: matrix.bytes,
    readAll: async () => ({ values: await matrix.readAll(), ...named, rowIds: file.readNames(barcodes) }),
    async *parts() {
      let start = 0;
      for await (const values of matrix.parts()) {
        const range = { start, end: start + values.rows };
        yield { values, ...named, rowIds: file.readNames(barcodes, range) };
        start = range.end;
      }
    },
  };
}

function datasetAt(file: Hdf5File, path: string) {
  if (file.kindOf(path) !== "dataset")
    throw new InputError("unreadable-file", `the file is damaged: "${path}" is missing`);
  return file.dataset(path);
}
