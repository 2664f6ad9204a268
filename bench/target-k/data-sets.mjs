import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../shared/project.mjs";

/** The folder of each, below the data folder; the digits are bundled. Small ones first. */
const folders = /** @type {const} */ ({
  COLON: "paper",
  leukemia: "more",
  nci9: "more",
  lymphoma: "more",
  Yale: "more",
  warpAR10P: "more",
  orlraws10P: "more",
  LUNG: "paper",
  digits: null,
  USPS: "paper",
  ORL: "paper",
  arcene: "more",
  ISOLET: "paper",
  COIL20: "paper",
  PCMAC: "more",
  madelon: "more",
});

export const dataSets = Object.keys(folders);

/**
 * A data set, and what evaluate.py knows it by.
 * @param {typeof import("../../src/node.js")} library
 * @param {string} name
 * @returns {Promise<{ data: import("../../src/index.js").Dataset, where: string }>}
 */
export async function openData({ digits, readDataset }, name) {
  if (!(name in folders))
    throw new Error(`there is no data set "${name}"; use one of: ${dataSets.join(", ")}`);
  const folder = folders[/** @type {keyof typeof folders} */ (name)];
  if (folder === null) return { data: await digits(), where: name };
  const where = join(dataFolder, folder, `${name}.mat`);
  if (!existsSync(where))
    throw new Error(`there is no ${where}; set SALIENCE_DATA to the folder that holds ${folder}/`);
  return { data: await readDataset(where), where };
}
