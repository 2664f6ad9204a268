import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/**
 * A module of build/, of which dist/ is packed, where threads can run it. Vitest would load it through its own machinery; it leaves a data:
 * address to Node. The caller names
 * the type by the source: `importBuilt<typeof import("../../src/x.js")>("x.js")`.
 */
export function importBuilt<T>(path: string): Promise<T> {
  const folder = path.split("/")[0];
  if (!(newest(`build/${folder}`, ".js") >= newest(`src/${folder}`, ".ts")))
    throw new Error(`build/ is missing or older than src/${folder}: run npm run build first`);
  return import(`data:text/javascript,export * from "${new URL(`build/${path}`, root).href}"`);
}

/** When the newest file of a folder was written, or of the file that goes by this name. */
function newest(path: string, ending: string): number {
  const place = fileURLToPath(new URL(path, root)).replace(/\.js$/, ending);
  if (place.endsWith(ending)) return statSync(place).mtimeMs;
  const files = readdirSync(place, { recursive: true, encoding: "utf8" });
  return Math.max(
    ...files.filter((name) => name.endsWith(ending)).map((name) => statSync(`${place}/${name}`).mtimeMs),
  );
}
