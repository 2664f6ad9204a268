/** Everything of `salience`, plus files and folders. */

export * from "./index.js";
export { fileSource } from "./node/file-source.js";
export { makeFolder } from "./node/make-folder.js";
export { type NodeReadOptions, openFile, readDataset } from "./node/read-dataset.js";
export { requireWritable, writeDataset } from "./node/write-dataset.js";
export { cleanUpPartialFiles, writeFileWhole } from "./node/write-file.js";
