import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const dist = new URL("../../dist/kernels/", import.meta.url);
const source = new URL("../../src/kernels/", import.meta.url);

if (!(newest(dist, ".js") >= newest(source, ".ts")))
  throw new Error("dist/ is missing or older than src/kernels: run npm run build first");

/**
 * The kernels of dist/, where threads can run what is shipped. Vitest would load them through its own machinery, and
 * `#platform` as in src/; it leaves a data: address to Node, and Node follows the package's own rules.
 */
export const { WasmKernels: BuiltKernels } = (await import(
  `data:text/javascript,export * from "${new URL("wasm-kernels.js", dist).href}"`
)) as typeof import("../../src/kernels/wasm-kernels.js");

function newest(folder: URL, ending: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(ending),
  );
  return Math.max(...files.map((name) => statSync(`${fileURLToPath(folder)}/${name}`).mtimeMs));
}
