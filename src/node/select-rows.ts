/** Selecting from rows that are read in blocks, for the names of `salience/node`. */
export { selectStreamed } from "../selectors/select-streamed.js";
