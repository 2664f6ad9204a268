/** Selecting from rows that are read in blocks, for the names of `salience/node`. */
export { pickedRows } from "../data/stream/picked-rows.js";
export { selectStreamed } from "../selectors/select-streamed.js";
