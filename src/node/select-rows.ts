/** Selecting and comparing on rows that are read in blocks, for the names of `salience/node`. */
export { pickedRows } from "../data/stream/picked-rows.js";
export { compareStreamed } from "../experiment/streamed/compare-streamed.js";
export { describeStreamed, selectStreamed } from "../selectors/select-streamed.js";
