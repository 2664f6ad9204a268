/** What benches take from the project: its build, and the data files. */
import { existsSync } from "node:fs";
import { dataFolder } from "../../scripts/find-data.mjs";

export { dataFolder } from "../../scripts/find-data.mjs";

/**
 * A module of build/, which must have been built; where none is named, all that the command line uses.
 * @param {string} [path] below build/
 * @returns {Promise<any>}
 */
export async function loadBuilt(path) {
  const load = (/** @type {string} */ file) =>
    import(new URL(`../../build/${file}`, import.meta.url).href).catch(() => {
      throw new Error("there is no build/; run `npm run build` first");
    });
  return path === undefined ? { ...(await load("internal.js")), ...(await load("node.js")) } : load(path);
}

/**
 * One of the paper's data sets.
 * @param {string} name
 */
export function paperFile(name) {
  const file = `${dataFolder}/paper/${name}.mat`;
  if (!existsSync(file))
    throw new Error(`there is no ${file}; set SALIENCE_DATA to the folder that holds paper/`);
  return file;
}
