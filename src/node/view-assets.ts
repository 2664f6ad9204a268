import { readFile } from "node:fs/promises";

/** The script and the style sheet of the result view, as the build has put them beside the studio, which fetches them too. */
export async function readViewAssets(): Promise<{ script: string; style: string }> {
  // Run from src/, as tests do, the built view lies in dist/.
  const folder = import.meta.url.includes("/src/node/")
    ? new URL("../../dist/studio/report/", import.meta.url)
    : new URL("../studio/report/", import.meta.url);
  const [script, style] = await Promise.all(
    ["view.js", "view.css"].map((name) => readFile(new URL(name, folder), "utf8")),
  );
  return { script, style };
}
