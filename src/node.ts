/** Everything of `salience`, plus files and folders. */

export * from "./index.js";
export { FileJournal, journalFolder } from "./node/file-journal.js";
export { fileSource } from "./node/file-source.js";
export { loadPlugin, type Plugin } from "./node/load-plugin.js";
export { findPaperFiles } from "./node/paper-folder.js";
export { type NodeReadOptions, openFile, readDataset } from "./node/read-dataset.js";
export { contentPolicy, type StudioServer, serveStudio } from "./node/studio-server.js";
export { threadExecutor } from "./node/thread-executor.js";
export { readViewAssets } from "./node/view-assets.js";
export { requireWritable, writeDataset } from "./node/write-dataset.js";
export { cleanUpPartialFiles, makeFolder, requireWritableFile, writeFileWhole } from "./node/write-file.js";
