import type { SchemaElement, SchemaTree } from "hyparquet";
import { InputError } from "../../../numeric/input-error.js";
import type { ReadOptions } from "../../read-options.js";
import { type LogicalType, logicalType } from "./logical-type.js";

/** A column of the file and how it is read. */
export interface PlannedColumn {
  readonly name: string;
  readonly element: SchemaElement;
  /** The place of its (first) chunk among the column chunks of a row group. */
  readonly chunkIndex: number;
  /** Null for a column that the user leaves out: it is not decoded. */
  readonly type: LogicalType | null;
}

/** Decides for every column what its values are; refuses those that are neither numbers nor text. */
export function planColumns(
  { children }: SchemaTree,
  { drop = [] }: ReadOptions,
  source: string,
): PlannedColumn[] {
  let chunkIndex = 0;
  return children.map((column) => {
    const { element } = column;
    const planned = { name: element.name, element, chunkIndex };
    chunkIndex += leaves(column);
    if (drop.includes(element.name)) return { ...planned, type: null };
    const isNested = column.children.length > 0 || element.repetition_type === "REPEATED";
    const type = isNested ? "lists or records" : logicalType(element);
    if (typeof type === "string")
      throw new InputError(
        `${source}: column "${element.name}" holds ${type} where one number or text per row is needed; leave it out with --drop`,
      );
    return { ...planned, type };
  });
}

function leaves({ children }: SchemaTree): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + leaves(child), 0);
}
