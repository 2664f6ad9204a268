/** The names of `salience/node`: everything of `salience`, plus files, plug-ins and worker threads. */

export * from "./index.js";
export { drawFigures, type FigureFile } from "./node/draw-figures.js";
export { FileJournal } from "./node/file-journal.js";
export { loadPlugin, type Plugin } from "./node/load-plugin.js";
export {
  type DescribedPicks,
  describeWide,
  openWideFile,
  type Scratch,
  selectWide,
  type WideBlock,
  type WideColumns,
  type WideFile,
} from "./node/open-wide-file.js";
export { findPaperFiles } from "./node/paper-folder.js";
export { type NodeReadOptions, type OpenRows, openRows, readDataset } from "./node/read-dataset.js";
export { compareStreamed, describeStreamed, pickedRows, selectStreamed } from "./node/select-rows.js";
export { type StudioServer, serveStudio } from "./node/studio-server.js";
export { threadExecutor } from "./node/thread-executor.js";
export { readViewAssets } from "./node/view-assets.js";
export { writeDataset } from "./node/write-dataset.js";
