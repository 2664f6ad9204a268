import type { Matrix } from "../../numeric/matrix.js";
import type { Dataset } from "../dataset.js";

/** Neighbouring columns of data that is too large for memory. */
export interface WideBlock {
  /** The place of the first one in the data. */
  readonly start: number;
  /** Samples × columns, row after row; the next block may overwrite it. */
  readonly values: Matrix;
}

/** Bytes that are put aside where they take no memory, and read again in any order. */
export interface Scratch {
  /** Writes behind what has been written. */
  append(bytes: Uint8Array): void;
  /** Fills `into` with the bytes from `start` on. */
  read(start: number, into: Uint8Array): void;
  /** Lets go of it; nothing is left behind. */
  close(): void;
}

/** Few samples with very many columns of numbers, which are read in blocks and never lie in memory together. */
export interface WideColumns {
  /**
   * What is known without the values: names, labels, where the data comes from. A dataset of as many rows and features whose
   * values are all zero, so it must not be computed with.
   */
  readonly facts: Dataset;
  /** How many bits each value needs: those that the file has. */
  readonly bits: 32 | 64;
  /** Whether missing values, NaN in the blocks, are filled with medians or refused. */
  readonly gaps: "fill" | "refuse";
  /** How much memory the values and the work on them may take, in bytes. */
  readonly memory: number;
  /** All columns, from the first to the last. */
  blocks(): AsyncIterable<WideBlock>;
  /** Room for so many bytes outside memory. */
  scratch(bytes: number): Scratch;
  /** Tells columns again, the samples of each in the order given, where they need not be put aside for that. */
  readAgain?(columns: Int32Array, order: Int32Array, tell: TellColumn): void;
}

/** Told of a column, in whatever order: its place among those that were asked for, and where its values begin. */
export type TellColumn = (place: number, values: Float32Array | Float64Array, start: number) => void;

/** The data with only these columns, which rise. */
export function onlyColumns(wide: WideColumns, columns: Int32Array): WideColumns {
  if (columns.length === wide.facts.features) return wide;
  const { readAgain } = wide;
  return {
    ...wide,
    ...(readAgain && {
      readAgain: (own, order, tell) =>
        readAgain(
          own.map((column) => columns[column]),
          order,
          tell,
        ),
    }),
    facts: wide.facts.selectColumns(columns),
    async *blocks() {
      let first = 0;
      for await (const { start, values } of wide.blocks()) {
        let end = first;
        while (end < columns.length && columns[end] < start + values.columns) end++;
        const places = columns.subarray(first, end).map((column) => column - start);
        if (places.length > 0) yield { start: first, values: values.selectColumns(places) };
        first = end;
      }
    },
  };
}

/** The columns of a block as a dataset with the labels of the data. */
export function blockDataset({ facts }: WideColumns, { start, values }: WideBlock): Dataset {
  return facts.with({
    values,
    featureNames: facts.featureNames.slice(start, start + values.columns),
    notices: [],
  });
}
