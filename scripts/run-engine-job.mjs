/** Prints what the engine job gives on this engine: `ENGINE run-engine-job.mjs LIBRARY OPTIONS`, options as JSON with the paths of files. */
import { readFileSync } from "node:fs";
import { engineJob } from "./engine-job.mjs";

const [library, text] = process.argv.slice(2);
const { folder = ".", files = [], ...options } = JSON.parse(text);
const bytes = files.map((/** @type {string} */ path) => [
  path,
  Uint8Array.from(readFileSync(`${folder}/${path}`)),
]);
const results = await engineJob(await import(library), { ...options, files: Object.fromEntries(bytes) });
console.log(JSON.stringify(results));
